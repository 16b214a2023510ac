"""Known circles: four points on a circle that a theorem with a name is about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, permutations, product

import numpy as np

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.visible import drawn_circles
from geoengine.language import PREDICATES, Statement

__all__ = ["KnownCircles"]


class KnownCircles:
    """The nine-point circles of a figure, and third circles of Miquel's theorem.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = (
    ...     "A B C = triangle A B C; D = foot D A B C; E = foot E B A C;"
    ...     " M = midpoint M A B; N = midpoint N A C"
    ... )
    >>> known = KnownCircles(make_context(load_problem(text), scene="feet", seed=1))
    >>> known.contain("DEMN"), known.contain("ABDE")
    (True, False)
    """

    def __init__(self, context: Context) -> None:
        self._points, self._graph = context.problem.points, context.graph
        self._lines = context.lines
        self._drawn = [on for _, on in drawn_circles(context)]

    def contain(self, points: Sequence[str]) -> bool:
        """Whether four points that lie on a circle are seen to do so by one of these theorems."""
        return any(nine.issuperset(points) for nine in self._nine_points) or any(
            self._is_third_circle(*order) for order in permutations(points)
        )

    @cached_property
    def _nine_points(self) -> list[frozenset[str]]:
        """For each triangle its midpoints of sides and feet of altitudes, and those up to H."""
        found = []
        for corners in combinations(self._points, 3):
            if self._graph.holds(Statement("coll", corners)):
                continue
            feet, centers = set[str](), set[str]()
            for top in corners:
                side = [corner for corner in corners if corner != top]
                line = self._lines.through(*side)
                for point in self._points:
                    if point == top or not self._are_perpendicular(top, point, *side):
                        continue
                    (feet if point in line else centers).add(point)
            centers = {h for h in centers if self._is_orthocenter(h, corners)}
            found.append(frozenset(feet | self._midpoints(corners, centers)))
        return found

    def _midpoints(self, corners: tuple[str, ...], orthocenters: set[str]) -> set[str]:
        """The midpoints of the sides, and of the segments from corners to the orthocenter."""
        pairs = [*combinations(corners, 2), *((c, h) for c in corners for h in orthocenters)]
        return {
            middle
            for one, other in pairs
            for middle in self._lines.through(one, other) - {one, other}
            if self._graph.holds(Statement("midp", (middle, one, other)))
        }

    def _is_orthocenter(self, point: str, corners: tuple[str, ...]) -> bool:
        a, b, c = corners
        return self._are_perpendicular(point, a, b, c) and self._are_perpendicular(point, b, a, c)

    def _are_perpendicular(self, *points: str) -> bool:
        return points in self._right_angles

    @cached_property
    def _right_angles(self) -> frozenset[tuple[str, ...]]:
        """The right angles in the figure, between two segments, in all spellings."""
        points = self._points
        segments = combinations(range(len(points)), 2)
        rows = [(*one, *two) for one, two in combinations(segments, 2)]
        if not rows:
            return frozenset()
        right = PREDICATES["perp"].holds(self._graph.draws[:, rows]).all(axis=0)
        found = set()
        for number in np.flatnonzero(right).tolist():
            a, b, c, d = (points[k] for k in rows[number])
            for one, two in product(((a, b), (b, a)), ((c, d), (d, c))):
                found |= {(*one, *two), (*two, *one)}
        return frozenset(found)

    def _is_third_circle(self, corner: str, first: str, second: str, common: str) -> bool:
        """Whether two drawn circles through a point make a third one pass through it.

        They also meet on one side of a triangle; each passes through a vertex at this side and a
        point of another one, and the third circle through the last vertex and these points.
        """
        line_through = self._lines.through
        for one, other in permutations(self._drawn, 2):
            if not (common in one & other and first in one and second in other):
                continue
            if first in other or second in one:
                continue
            for meeting in (one & other) - {common}:
                for a in (one & line_through(corner, first)) - {first, corner, meeting}:
                    ends = other & line_through(corner, second) & line_through(a, meeting)
                    if ends - {second, corner, meeting, a}:
                        return True
        return False
