"""Items that ask for constructions, as reports count them."""

from __future__ import annotations

from dataclasses import dataclass

from geoengine.formats import Source
from geoengine.items import Draft

__all__ = ["DraftedItem", "drafted_items"]


@dataclass(frozen=True, slots=True)
class DraftedItem:
    """An item that asks for a construction.

    Attributes
    ----------
    level : int
    pictures : int
        How many belong to it: one of what is given, and one for each step.
    tools : str
        What may be used, as `Draft.tools` has it.
    tags : tuple of str
        What it is about, if its family tells it.
    """

    level: int
    pictures: int
    tools: str
    tags: tuple[str, ...]


def drafted_items(source: Source) -> list[DraftedItem]:
    """Return the items of a split that ask for constructions."""
    return [
        DraftedItem(
            item.level,
            sum(medium.kind == "picture" for medium in item.media),
            item.answer.tools,
            tuple(map(str, item.meta.get("tags") or ())),
        )
        for item in source.items
        if isinstance(item.answer, Draft)
    ]
