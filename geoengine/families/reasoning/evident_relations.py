"""Relations that a reader takes for granted: common lines and circles, midpoints, halves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from geoengine.deduction import Deduction
from geoengine.language import Statement, Surd

__all__ = ["evident_relations"]

Bools = NDArray[np.bool_]

_TWO = Surd.of(2)


def evident_relations(deduction: Deduction, stated: Iterable[Statement]) -> list[Statement]:
    """Relations that follow from stated ones without a proof step, and are not stated themselves.

    Lines with two common points are one line, and circles with three common points one circle. A
    point that is collinear with two others and equally far from both is their midpoint, and halves
    the segment.

    Parameters
    ----------
    deduction : Deduction
        Any deduction in the figure: its lists of true relations are searched.
    stated : iterable of Statement
        True in the figure.

    Examples
    --------
    >>> import geoengine as ge
    >>> from geoengine.language import parse_statement
    >>> problem = ge.load_problem("A B = segment; M = midpoint M A B; N = midpoint N A M")
    >>> stated = [parse_statement(text) for text in ("coll A B M", "coll A M N", "cong A M B M")]
    >>> [str(found) for found in evident_relations(ge.deduce(problem).deduction, stated)]
    ['coll A B N', 'coll B M N', 'midp M A B', 'rconst A B A M 2', 'rconst A B B M 2']
    """
    given = frozenset(stated)
    lines = list(_joined(deduction, given, "coll", 3))
    found = [*lines, *_joined(deduction, given, "cyclic", 4)]
    for middle, *ends in _true_relations(deduction, "midp", 3):
        midpoint = Statement("midp", (middle, *ends))
        equal = Statement("cong", (middle, ends[0], middle, ends[1]))
        line = Statement("coll", (middle, *ends))
        if midpoint in given or (equal in given and (line in given or line in lines)):
            halves = [Statement("rconst", (*ends, middle, end), _TWO) for end in ends]
            found += [midpoint, *halves]
    return [statement for statement in found if statement not in given]


def _true_relations(deduction: Deduction, predicate: str, count: int) -> Iterator[tuple[str, ...]]:
    """The points of each true relation with a predicate."""
    for row in deduction.relations.listed(predicate, count).tolist():
        yield tuple(deduction.points[k] for k in row)


def _joined(
    deduction: Deduction, stated: Iterable[Statement], predicate: str, count: int
) -> Iterator[Statement]:
    """Relations about points that the stated ones put on one line, or on one circle."""
    points = deduction.points
    of_kind = [statement.points for statement in stated if statement.predicate == predicate]
    within = _members([[points.index(name) for name in one] for one in of_kind], len(points))
    rows = deduction.relations.listed(predicate, count)
    true = _members(rows.tolist(), len(points))
    known = _inside(true, within)
    while True:
        # Relations that share all but one point are about the same line or circle.
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
    """A mask of the points in each set, shape (sets, points)."""
    found = np.zeros((len(sets), count), dtype=bool)
    for row, members in zip(found, sets, strict=True):
        row[list(members)] = True
    return found


def _inside(parts: Bools, whole: Bools) -> Bools:
    """Which rows of `parts` are subsets of some row of `whole`."""
    missing = parts.astype(np.int64) @ (~whole).T.astype(np.int64)
    return np.asarray((missing == 0).any(axis=1))
