"""The table of items that ask for constructions, beside a published benchmark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.report.collection import Collection
from geoengine.report.drafted_item import DraftedItem
from geoengine.report.side_by_side import side_by_side

__all__ = ["draft_table"]

_ASPECTS: dict[str, Callable[[DraftedItem], Iterable[str]]] = {
    "level": lambda item: [str(item.level)],
    "pictures": lambda item: [str(item.pictures)],
    "tools": lambda item: [item.tools],
    "tag": lambda item: item.tags,
}


def draft_table(collections: Sequence[Collection]) -> Table:
    """Make the table of levels, pictures, tools and tags, beside published ones.

    Shares are of the items; an item may have several tags.
    """
    published = next((one.published for one in collections if one.published), None)
    counts = published.counts if published else {}
    has_items = any(one.drafted_items for one in collections)
    totals = {aspect: sum(counts["level"].values()) for aspect in counts} if counts else {}
    rows: list[list[Cell]] = []
    for aspect, values_of in _ASPECTS.items() if has_items else ():
        own = [
            Counter(value for item in one.drafted_items for value in values_of(item))
            for one in collections
        ]
        theirs = Counter(counts.get(aspect, {}))
        for value in dict.fromkeys([*theirs, *(value for one in own for value in sorted(one))]):
            cells: list[Cell] = []
            for one, counted in zip(collections, own, strict=True):
                items = len(one.drafted_items)
                cells += [counted[value], counted[value] / items] if items else [None, None]
            if published:
                cells += [theirs[value], theirs[value] / totals[aspect]] if theirs else [None, None]
            rows.append([aspect, value, *cells])
    parts: list[tuple[str, CellKind]] = [("count", "count"), ("share", "percent")]
    columns = [Column("aspect"), Column("value"), *side_by_side(collections, parts)]
    note = "Pictures: one of what is given, and one for each step. An item may have several tags."
    if published:
        columns += [Column(published.name, "count"), Column("its share", "percent")]
        note = f"{note} {published.note}"
    return Table("drafts", "Constructions", columns, rows, note)
