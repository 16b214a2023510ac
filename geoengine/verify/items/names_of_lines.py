"""Names of lines: whether two statements are the same if other points name their lines."""

from __future__ import annotations

from collections.abc import Iterable

from geoengine.language import Statement

__all__ = ["names_same_lines"]

_ORDERS = {
    "para": ((0, 1), (1, 0)),
    "perp": ((0, 1), (1, 0)),
    # The angle from the first line to the second is that from the third to the fourth; then so are
    # those from the first to the third, and from the second to the fourth.
    "eqangle": (
        (0, 1, 2, 3),
        (1, 0, 3, 2),
        (2, 3, 0, 1),
        (3, 2, 1, 0),
        (0, 2, 1, 3),
        (2, 0, 3, 1),
        (1, 3, 0, 2),
        (3, 1, 2, 0),
    ),
}
"""In which orders the lines of a statement may be named."""


def names_same_lines(one: Statement, other: Statement, known: Iterable[Statement]) -> bool:
    """Whether two statements are the same, or of the same kind about the same lines.

    Parameters
    ----------
    one, other : Statement
    known : iterable of Statement
        Says which points are on one line: every three of them, if there are more.

    Examples
    --------
    >>> from geoengine.language import parse_statement as parse
    >>> angles = parse("eqangle A B A C D E D F"), parse("eqangle A G A C D E D F")
    >>> names_same_lines(*angles, [parse("coll A B G")]), names_same_lines(*angles, [])
    (True, False)
    """
    if one == other:
        return True
    if one.predicate != other.predicate or one.predicate not in _ORDERS:
        return False
    on_one_line = [set(said.points) for said in known if said.predicate == "coll"]

    def lines(statement: Statement) -> list[set[str]]:
        pairs = [set(statement.points[k : k + 2]) for k in range(0, len(statement.points), 2)]
        return [pair.union(*(on for on in on_one_line if pair <= on)) for pair in pairs]

    first, second = lines(one), lines(other)
    return any([second[k] for k in order] == first for order in _ORDERS[one.predicate])
