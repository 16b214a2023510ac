"""How many cubes a pile can have of which only some views are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx

from geoengine.solid.errors import SolidError
from geoengine.solid.whole_numbers import whole

__all__ = ["FUNCTIONS", "pile_extremes"]


def pile_extremes(
    front: Sequence[Any],
    top: Sequence[Sequence[Any]] | None,
    which: str,
    left: Sequence[Any] | None = None,
) -> int:
    """Return the greatest or least number of unit cubes of stacks with given views.

    The greatest: every stack is as high as both views allow. The least: every stack of the view
    from above has one cube (none, where that view is not known), except those that give a column
    of the front view or a row of the left view its height. A stack can serve a column and a row of
    equal height at once; the most such stacks are a greatest matching of columns with rows.

    Parameters
    ----------
    front : list of int
        The heights in the view from the front, from left to right; one for each column.
    top : list of list of (0 or 1), or None
        The view from above: 1 where a stack stands; a list for each row, the back row first. None:
        the view from above is not known.
    which : "most" or "fewest"
    left : list of int, optional
        The heights in the view from the left, the back row first; one for each row. Needed if
        `top` is None.

    Raises
    ------
    SolidError
        If no pile has these views, or `which` is another word.

    Examples
    --------
    >>> pile_extremes([3, 2], [[1, 1], [1, 0]], "most")
    8
    >>> pile_extremes([3, 2], [[1, 1], [1, 0]], "fewest")
    6
    >>> pile_extremes([2, 1], None, "fewest", [1, 2])
    3
    """
    if which not in ("most", "fewest"):
        raise SolidError(f"expected 'most' or 'fewest', found {which!r}")
    columns = [whole(h, "a height in the front view") for h in front]
    if left is None and top is None:
        raise SolidError("expected the view from the left, from above, or both; found neither")
    n = len(top) if top is not None else len(left or ())
    rows = [max(columns)] * n if left is None else [whole(h, "a height in the view") for h in left]
    cells = [
        (r, c)
        for r in range(n)
        for c in range(len(columns))
        if (top is None or top[r][c]) and columns[c] and rows[r]
    ]
    highest = {(r, c): min(columns[c], rows[r]) for r, c in cells}
    _require_views(columns, rows if left is not None else [], highest)
    if top is not None and any(top[r][c] and (r, c) not in highest for r, c in _places(top)):
        raise SolidError("expected a height of at least 1 wherever the view from above has a stack")
    if which == "most":
        return sum(highest.values())
    floor = 0 if top is None else 1
    needed = [h - floor for h in columns if h]
    graph: nx.Graph[tuple[str, int]] = nx.Graph()
    if left is not None:
        needed += [h - floor for h in rows if h]
        for r, c in cells:
            if rows[r] == columns[c]:
                graph.add_edge(("row", r), ("column", c), weight=rows[r] - floor)
    shared: int = sum(graph.edges[e]["weight"] for e in nx.max_weight_matching(graph))
    return floor * len(cells) + sum(needed) - shared


def _places(top: Sequence[Sequence[Any]]) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(top) for c in range(len(row))]


def _require_views(
    columns: Sequence[int], rows: Sequence[int], highest: dict[tuple[int, int], int]
) -> None:
    """Raise unless each column and each row reaches its height somewhere."""
    for c, h in enumerate(columns):
        if h and h not in (highest[cell] for cell in highest if cell[1] == c):
            raise SolidError(f"no stack can give column {c + 1} of the front view its height {h}")
    for r, h in enumerate(rows):
        if h and h not in (highest[cell] for cell in highest if cell[0] == r):
            raise SolidError(f"no stack can give row {r + 1} of the left view its height {h}")


FUNCTIONS = {"pile_extremes": pile_extremes}
