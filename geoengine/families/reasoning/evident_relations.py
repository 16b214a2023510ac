"""Relations that a reader takes for granted: common lines and circles, midpoints, halves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction import Deduction
from geoengine.language import Statement, Surd

__all__ = ["EvidentRelations"]

Bools = NDArray[np.bool_]

_TWO = Surd.of(2)


class EvidentRelations:
    """The relations of a figure that a reader takes for granted once others are known.

    Lines with two common points are one line, and circles with three common points one circle. A
    point that is collinear with two others and equally far from both is their midpoint, and halves
    the segment.

    Parameters
    ----------
    deduction : Deduction
        Any deduction in the figure: its lists of true relations are searched.
    """

    def __init__(self, deduction: Deduction) -> None:
        self._deduction = deduction
        self._points = deduction.points
        self._index = {name: row for row, name in enumerate(deduction.points)}
        self._joined: dict[tuple[str, frozenset[Statement]], list[Statement]] = {}
        self._midpoints = [_Midpoint(*row) for row in self._true_relations("midp", 3)]

    def of(self, stated: Iterable[Statement]) -> list[Statement]:
        """Relations that follow from stated ones without a proof step, and are not stated.

        Parameters
        ----------
        stated : iterable of Statement
            True in the figure.

        Examples
        --------
        >>> import geoengine as ge
        >>> from geoengine.language import parse_statement
        >>> problem = ge.load_problem("A B = segment; M = midpoint M A B; N = midpoint N A M")
        >>> texts = ("coll A B M", "coll A M N", "cong A M B M")
        >>> evident = EvidentRelations(ge.deduce(problem).deduction)
        >>> [str(found) for found in evident.of(map(parse_statement, texts))]
        ['coll A B N', 'coll B M N', 'midp M A B', 'rconst A B A M 2', 'rconst A B B M 2']
        """
        given = frozenset(stated)
        lines = self._on_one("coll", 3, given)
        found = [*lines, *self._on_one("cyclic", 4, given)]
        for one in self._midpoints:
            if one.midpoint in given or (
                one.equal in given and (one.line in given or one.line in lines)
            ):
                found += [one.midpoint, *one.halves]
        return [statement for statement in found if statement not in given]

    def _true_relations(self, predicate: str, count: int) -> Iterator[tuple[str, ...]]:
        """The points of each true relation with a predicate."""
        for row in self._deduction.relations.listed(predicate, count).tolist():
            yield tuple(self._points[k] for k in row)

    def _on_one(self, predicate: str, count: int, stated: frozenset[Statement]) -> list[Statement]:
        """Relations about points that the stated ones put on one line, or on one circle.

        Many sets of statements have the same ones of a kind, so results are kept.
        """
        of_kind = frozenset(one for one in stated if one.predicate == predicate)
        if (predicate, of_kind) not in self._joined:
            self._joined[predicate, of_kind] = self._join(predicate, count, of_kind)
        return self._joined[predicate, of_kind]

    def _join(self, predicate: str, count: int, stated: frozenset[Statement]) -> list[Statement]:
        within = _members(
            [[self._index[name] for name in one.points] for one in stated], len(self._points)
        )
        rows = self._deduction.relations.listed(predicate, count)
        true = _members(rows.tolist(), len(self._points))
        known = _inside(true, within)
        while True:
            # Relations that share all but one point are about the same line or circle.
            own = true[known]
            alike = own.astype(np.int64) @ own.T.astype(np.int64) >= count - 1
            label = _components(alike)
            whole = [own[label == one].any(axis=0) for one in set(label.tolist())]
            more = _inside(true, np.array(whole, dtype=bool).reshape(-1, len(self._points)))
            if (more == known).all():
                break
            known = more
        return [
            Statement(predicate, tuple(self._points[k] for k in row))
            for row in rows[known].tolist()
        ]


class _Midpoint:
    """What can be said of a midpoint."""

    def __init__(self, middle: str, *ends: str) -> None:
        self.midpoint = Statement("midp", (middle, *ends))
        self.equal = Statement("cong", (middle, ends[0], middle, ends[1]))
        self.line = Statement("coll", (middle, *ends))
        self.halves = [Statement("rconst", (*ends, middle, end), _TWO) for end in ends]


def _components(alike: Bools) -> NDArray[np.int64]:
    """For each node of a graph, given by its adjacency matrix, the least one connected with it.

    The graphs are small, and importing scipy takes a third of a second.
    """
    label = np.arange(len(alike))
    while True:
        least = np.where(alike, label, len(label)).min(axis=1, initial=len(label))
        if (least == label).all():
            return label
        label = least


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
