"""Parallelograms of a figure, and the relations that whoever sees one knows without a thought."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from geoengine.families.reasoning.context import Context
from geoengine.language import Complex, Statement, as_complex

__all__ = ["Parallelograms"]

_EQUAL = 1e-7

_Pair = frozenset[str]


class Parallelograms:
    """The pairs of points that have one midpoint in every draw: diagonals of parallelograms.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle; M = midpoint B C; D = mirror A M")
    >>> seen = Parallelograms(make_context(problem, scene="doubled median", seed=1))
    >>> [seen.tell(parse_statement(f"cong A B {other}")) for other in ("C D", "A C")]
    [True, False]
    """

    def __init__(self, context: Context) -> None:
        diagram = context.check_diagram
        self._z = dict(zip(diagram.points, as_complex(diagram.xy).T, strict=True))
        pairs = list(combinations(diagram.points, 2))
        doubled = np.array([self._z[a] + self._z[b] for a, b in pairs])
        self._scale = float(np.abs(doubled).max())
        self._opposite: dict[_Pair, list[_Pair]] = {frozenset(pair): [] for pair in pairs}
        for i, j in combinations(range(len(pairs)), 2):
            one, other = frozenset(pairs[i]), frozenset(pairs[j])
            if not one & other and self._vanishes(doubled[i] - doubled[j]):
                self._opposite[one].append(other)
                self._opposite[other].append(one)

    def sides(self) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """Opposite sides of parallelograms, named such that they have one direction."""
        for one, others in self._opposite.items():
            (a, c) = sorted(one)
            for b, d in map(sorted, others):
                yield (a, b), (d, c)
                yield (a, d), (b, c)

    def tell(self, statement: Statement) -> bool:
        """Whether a true statement is about sides, diagonals or corners of a parallelogram.

        Opposite sides are parallel and equal; diagonals bisect each other, are equal in a rectangle
        and perpendicular in a rhombus; a rectangle has right angles, and its corners lie on a
        circle.
        """
        predicate, points = statement.predicate, statement.points
        if predicate == "midp":
            return bool(self._opposite[frozenset(points[1:])])
        if predicate == "cyclic":
            first, *others = points
            pairs = (frozenset({first, other}) for other in others)
            return any(frozenset(points) - pair in self._opposite[pair] for pair in pairs)
        one, other = frozenset(points[:2]), frozenset(points[2:])
        if len(one & other) == 1:
            return self._tell_corner(predicate, one & other, one ^ other)
        if other in self._opposite[one]:
            return predicate in {"cong", "perp"}
        return predicate in {"cong", "para"} and self._are_sides(one, other)

    def _tell_corner(self, predicate: str, corner: _Pair, ends: _Pair) -> bool:
        """Whether a parallelogram tells something about two segments with a common end."""
        if predicate == "perp":
            return any(corner < diagonal for diagonal in self._opposite[ends])
        if predicate == "cong":
            # Halves of diagonals: of one, or of both in a rectangle.
            halves = [self._diagonal(corner, frozenset({end})) for end in ends]
            return halves[0] is not None and halves[1] is not None
        return False

    def _diagonal(self, center: _Pair, end: _Pair) -> _Pair | None:
        """The diagonal with an end and a center."""
        (middle,), (first,) = center, end
        for diagonal, others in self._opposite.items():
            if others and end < diagonal:
                (last,) = diagonal - end
                if self._vanishes(self._z[first] + self._z[last] - 2 * self._z[middle]):
                    return diagonal
        return None

    def _are_sides(self, one: _Pair, other: _Pair) -> bool:
        """Whether two segments without a common end are opposite sides of a parallelogram."""
        first, second = one
        crossed = ((frozenset({first, end}), frozenset({second}) | other - {end}) for end in other)
        return any(far in self._opposite[near] for near, far in crossed)

    def _vanishes(self, vectors: Complex) -> bool:
        return float(np.abs(vectors).max()) < _EQUAL * self._scale
