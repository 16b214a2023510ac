"""What a reader sees in statements without a step: lines, circles and midpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from geoengine.deduction import Deduction
from geoengine.language import Statement, Surd

__all__ = ["evident"]

Bools = NDArray[np.bool_]

_TWICE = Surd.of(2)


def evident(deduction: Deduction, said: Iterable[Statement]) -> list[Statement]:
    """Relations of a figure that are plain from statements, though these do not say them.

    Lines with two common points are one line, circles with three one circle; a point of a line
    that is equally far from two others is their midpoint, and halves the segment.

    Parameters
    ----------
    deduction : Deduction
        In the figure, of whatever premises: its lists of true relations are searched.
    said : iterable of Statement
        True in the figure.

    Examples
    --------
    >>> import geoengine as ge
    >>> from geoengine.language import parse_statement
    >>> problem = ge.load_problem("A B = segment; M = midpoint M A B; N = midpoint N A M")
    >>> said = [parse_statement(text) for text in ("coll A B M", "coll A M N", "cong A M B M")]
    >>> [str(found) for found in evident(ge.deduce(problem).deduction, said)]
    ['coll A B N', 'coll B M N', 'midp M A B', 'rconst A B A M 2', 'rconst A B B M 2']
    """
    told = frozenset(said)
    lines = list(_joined(deduction, told, "coll", 3))
    found = [*lines, *_joined(deduction, told, "cyclic", 4)]
    for middle, *ends in _named(deduction, "midp", 3):
        known = Statement("midp", (middle, *ends))
        equal = Statement("cong", (middle, ends[0], middle, ends[1]))
        line = Statement("coll", (middle, *ends))
        if known in told or (equal in told and (line in told or line in lines)):
            halves = [Statement("rconst", (*ends, middle, end), _TWICE) for end in ends]
            found += [known, *halves]
    return [statement for statement in found if statement not in told]


def _named(deduction: Deduction, predicate: str, count: int) -> Iterator[tuple[str, ...]]:
    """The points of all true relations of a kind."""
    for row in deduction.relations.listed(predicate, count).tolist():
        yield tuple(deduction.points[k] for k in row)


def _joined(
    deduction: Deduction, told: Iterable[Statement], predicate: str, count: int
) -> Iterator[Statement]:
    """Relations about points of one line, or circle, by what is said."""
    points = deduction.points
    stated = [statement.points for statement in told if statement.predicate == predicate]
    within = _members([[points.index(name) for name in one] for one in stated], len(points))
    rows = deduction.relations.listed(predicate, count)
    true = _members(rows.tolist(), len(points))
    known = _inside(true, within)
    while True:
        # What shares all but one point is about the same line or circle.
        own = true[known]
        alike = own.astype(np.int64) @ own.T.astype(np.int64) >= count - 1
        number, label = connected_components(alike)
        whole = [own[label == one].any(axis=0) for one in range(number)]
        more = _inside(true, np.array(whole, dtype=bool).reshape(number, len(points)))
        if (more == known).all():
            break
        known = more
    for row in rows[known].tolist():
        yield Statement(predicate, tuple(points[k] for k in row))


def _members(sets: Sequence[Sequence[int]], count: int) -> Bools:
    """Which of the points are in each of some sets, shape (sets, points)."""
    found = np.zeros((len(sets), count), dtype=bool)
    for row, members in zip(found, sets, strict=True):
        row[list(members)] = True
    return found


def _inside(parts: Bools, whole: Bools) -> Bools:
    """Which of some sets are part of one of others."""
    missing = parts.astype(np.int64) @ (~whole).T.astype(np.int64)
    return np.asarray((missing == 0).any(axis=1))
