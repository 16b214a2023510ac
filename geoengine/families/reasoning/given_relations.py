"""Relations that theorems give: which of them conclude a statement about points of a figure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Pattern
from geoengine.deduction import Grounding
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.theorems import both_orientations
from geoengine.language import Statement

__all__ = ["RELATIONS", "GivenRelations"]

RELATIONS = frozenset({"cong", "eqratio", "eqangle", "para", "perp"})
"""The relations that are looked at: between segments, or between lines."""

_OF_LINES = frozenset({"eqangle", "para", "perp"})
_AS_RATIOS = {"eqprod": "eqratio"}
"""Equal products are equal ratios, written otherwise."""

_Ints = NDArray[np.int64]


class GivenRelations:
    """For each theorem, the relations that it gives where its hypotheses hold in a figure.

    Segments count as the same if their ends are, and lines if they have the same points. Equal
    angles and ratios are the same if an exchange of inner terms makes them so. The hypotheses need
    only be true in the figure, not derived, and conditions such as orders of points are ignored: a
    reader may overlook them. Two points may coincide, as a common end of two chords does.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M A B; N = midpoint N A C")
    >>> given = GivenRelations(make_context(problem, scene="midpoints", seed=1))
    >>> parallel = parse_statement("para M N B C")
    >>> given.gives("midsegment", parallel), given.gives("three_parallels", parallel)
    (True, False)
    """

    def __init__(self, context: Context) -> None:
        points = context.diagram.points
        self._number = {point: k for k, point in enumerate(points)}
        count = len(points)
        self._segments = np.zeros((count, count), dtype=np.int64)
        self._lines = np.zeros((count, count), dtype=np.int64)
        lines: dict[frozenset[str], int] = {}
        for p, q in zip(*np.triu_indices(count, 1), strict=True):
            through = context.line_through(points[p], points[q])
            self._segments[p, q] = self._segments[q, p] = p * count + q
            self._lines[p, q] = self._lines[q, p] = lines.setdefault(through, len(lines))
        self._rules = context.applicable_rules
        self._groundings = self._rules.groundwork.groundings
        self._merged: dict[str, dict[str, _Ints] | None] = {}

    @cached_property
    def theorems(self) -> frozenset[str]:
        """The theorems that apply somewhere in the figure, by the first of both orientations.

        Left out are those with too many instances to list.
        """
        found = {_first(one) for one in self._groundings if len(one.rows)}
        return frozenset(found - {_first(one) for one in self._groundings if one.truncated})

    def gives(self, theorem: str, statement: Statement) -> bool:
        """Whether a theorem, or its mirror image, gives a statement."""
        wanted = self._key_of(statement)
        given = self._given.get((theorem, statement.predicate))
        if given is not None and np.any(given == wanted):
            return True
        merged = self._with_coinciding_points(theorem)
        return merged is None or bool(np.any(merged.get(statement.predicate) == wanted))

    def nearly_gives(self, theorem: str, statement: Statement) -> bool:
        """Whether a theorem gives a relation of the same kind about half of the same parts.

        Parts are the segments or lines that the statement compares.
        """
        parts = self._parts.get((theorem, statement.predicate))
        if parts is None:
            return False
        own = self._terms(statement.predicate, self._row(statement))[0]
        return bool((2 * np.isin(parts, own).sum(axis=1) >= parts.shape[1]).any())

    @cached_property
    def _given(self) -> dict[tuple[str, str], _Ints]:
        """The keys of the relations that each theorem gives, by predicate."""
        return {name: np.unique(_keys(parts)) for name, parts in self._parts.items()}

    @cached_property
    def _parts(self) -> dict[tuple[str, str], _Ints]:
        """The segments or lines that the conclusions of each theorem compare, a row for each."""
        found: dict[tuple[str, str], list[_Ints]] = {}
        for grounding in self._groundings:
            for predicate, terms in self._compared(grounding):
                found.setdefault((_first(grounding), predicate), []).append(terms)
        return {name: np.concatenate(rows) for name, rows in found.items()}

    def _with_coinciding_points(self, theorem: str) -> dict[str, _Ints] | None:
        """The keys of what a theorem gives where two of its points coincide, by predicate.

        None if there are too many such places to list.
        """
        if theorem not in self._merged:
            work = self._rules.groundwork_where_points_coincide(theorem)
            found: dict[str, list[_Ints]] = {}
            for grounding in work.groundings:
                for predicate, terms in self._compared(grounding):
                    found.setdefault(predicate, []).append(_keys(terms))
            cut = any(grounding.truncated for grounding in work.groundings)
            keys = {name: np.concatenate(rows) for name, rows in found.items()}
            self._merged[theorem] = None if cut else keys
        return self._merged[theorem]

    def _compared(self, grounding: Grounding) -> Iterator[tuple[str, _Ints]]:
        """The predicates of what a theorem concludes, with the segments or lines compared."""
        letters = grounding.compiled.rule.variables
        for pattern in _patterns(grounding):
            columns = [letters.index(letter) for letter in pattern.letters]
            terms = self._terms(pattern.predicate, np.asarray(grounding.rows)[:, columns])
            yield _AS_RATIOS.get(pattern.predicate, pattern.predicate), terms

    def _terms(self, predicate: str, rows: _Ints) -> _Ints:
        """The segments or lines that a relation compares, for each row of points.

        Equal products are written as ratios, so that the outer terms and the inner ones belong
        together.
        """
        numbers = self._lines if predicate in _OF_LINES else self._segments
        pairs = [numbers[rows[:, k], rows[:, k + 1]] for k in range(0, rows.shape[1], 2)]
        if predicate == "eqprod":
            pairs = [pairs[0], pairs[2], pairs[3], pairs[1]]
        return np.stack(pairs, axis=1)

    def _row(self, statement: Statement) -> _Ints:
        return np.array([[self._number[point] for point in statement.points]])

    def _key_of(self, statement: Statement) -> int:
        return int(_keys(self._terms(statement.predicate, self._row(statement)))[0])


def _keys(terms: _Ints) -> _Ints:
    """A number for each relation, the same for all ways to write it."""
    if terms.shape[1] == 2:
        return _pair(terms[:, 0], terms[:, 1])
    return _pair(_pair(terms[:, 0], terms[:, 3]), _pair(terms[:, 1], terms[:, 2]))


def _pair(one: _Ints, other: _Ints) -> _Ints:
    """A number for each pair of numbers, in any order."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    return np.asarray(high * (high + 1) // 2 + low)


def _patterns(grounding: Grounding) -> Iterator[Pattern]:
    """What a theorem concludes about segments and lines, if it applies anywhere."""
    if len(grounding.rows):
        for pattern in grounding.compiled.rule.then:
            if _AS_RATIOS.get(pattern.predicate, pattern.predicate) in RELATIONS:
                yield pattern


def _first(grounding: Grounding) -> str:
    return both_orientations(grounding.compiled.rule.id)[0]
