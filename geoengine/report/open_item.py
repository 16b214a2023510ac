"""Items with open answers, as reports count them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geoengine.evaluate import exact_value
from geoengine.formats import Source
from geoengine.items import ItemText, Named, Value, is_shown_code

__all__ = ["OpenItem", "open_items"]


@dataclass(frozen=True, slots=True)
class OpenItem:
    """An item that asks for a value or for a named object.

    Attributes
    ----------
    group : str
        The type of its task; the task itself, where tasks have no types.
    level : int
    seed : str
        The name of what it was made from; instances of one seed differ in numbers and letters.
    question : str
    answer : Value or Named
    texts : mapping of str to ItemText
        The question and the reference solution, by language.
    code, code_language : str
        The first code that it shows, and its language; empty if there is none.
    source : str
        What kind of thing it was made from, if its family tells it.
    coordinates : tuple of tuple of float
        The points that the code names, if its family tells them.
    """

    group: str
    level: int
    seed: str
    question: str
    answer: Value | Named
    texts: Mapping[str, ItemText]
    code: str = ""
    code_language: str = ""
    source: str = ""
    coordinates: tuple[tuple[float, ...], ...] = ()

    @property
    def value(self) -> float | None:
        """The number that the answer is, of an angle in degrees; None for a named object."""
        if isinstance(self.answer, Named):
            return None
        degrees = self.answer.quantity == "angle"
        return float(exact_value(self.answer.exact, degrees=degrees))


def open_items(source: Source) -> list[OpenItem]:
    """Return the items of a split that ask for values or named objects."""
    types = {task.name: task.type for task in source.family.tasks}
    found = []
    for item in source.items:
        if isinstance(item.answer, Value | Named):
            type_ = types.get(item.task)
            group = type_.name if type_ else item.task
            shown = next(filter(is_shown_code, item.media), None)
            points = item.meta.get("coordinates") or {}
            found.append(
                OpenItem(
                    group, item.level, item.scene, item.question, item.answer,
                    {str(name): text for name, text in source.family.texts(item).items()},
                    shown.text if shown else "", shown.language if shown else "",
                    str(item.meta.get("source") or ""), tuple(map(tuple, points.values())),
                )
            )  # fmt: skip
    return found
