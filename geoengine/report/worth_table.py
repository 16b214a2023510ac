"""The table of how much items are worth, by the measure of their task."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median

from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.items import task_names
from geoengine.report.collection import Collection
from geoengine.report.side_by_side import side_by_side

__all__ = ["worths"]


def worths(collections: Sequence[Collection]) -> Table:
    """Make the table of the least, mean, median and highest worth of the items of each task.

    The worth of an item says how much it is worth asking: a sum of counted features, with the
    weights in the YAML of its task.

    Parameters
    ----------
    collections : sequence of Collection
        One group of columns for each.

    Returns
    -------
    Table
        A row for each task of which some item has a worth.

    Examples
    --------
    >>> from geoengine.report.collection import CountedItem
    >>> task = task_names()[0]
    >>> items = [CountedItem(task, None, (), None, 9, "kite", worth=worth) for worth in (2, 6)]
    >>> worths([Collection("demo", tuple(items))]).rows[0][1:]
    [2, 2, 4.0, 4.0, 6]
    """
    rows: list[list[Cell]] = []
    for task in task_names():
        found = [
            [q.worth for q in one.tasks.get(task, ()) if q.worth is not None] for one in collections
        ]
        cells: list[Cell] = []
        for own in found:
            cells += [len(own), min(own), fmean(own), median(own), max(own)] if own else [None] * 5
        if any(found):
            rows.append([task, *cells])
    parts: list[tuple[str, CellKind]] = [
        ("n", "count"), ("least", "number"), ("mean", "number"), ("median", "number"),
        ("most", "number"),
    ]  # fmt: skip
    note = (
        "What items are worth asking, by the weights in the YAML of each task; tasks cannot be"
        " compared with each other. Forms of items that have no measure count as 0."
    )
    columns = [Column("task"), *side_by_side(collections, parts)]
    return Table("worth", "Worth of items", columns, rows, note)
