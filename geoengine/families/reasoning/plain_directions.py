"""Plain directions: the parallels and right angles that a reader of the picture sees at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import numpy as np

from geoengine.families.reasoning.plain_midpoints import PlainMidpoints
from geoengine.families.reasoning.seen_figure import SeenFigure
from geoengine.language import as_complex

__all__ = ["Line", "PlainDirections"]

Line = frozenset[str]
"""The points on a line."""

_RIGHT = 1e-7


class PlainDirections:
    """The directions of lines, as far as marks, circles and figures with names tell them.

    Chains of parallels and right angles are followed. These are given, or lie in kites,
    parallelograms and semicircles, or are mirror images of such; or they are midsegments, or
    third altitudes of a triangle.

    Parameters
    ----------
    figure : SeenFigure
    middles : PlainMidpoints
    """

    def __init__(self, figure: SeenFigure, middles: PlainMidpoints) -> None:
        self._diagram, self._lines = figure.diagram, figure.lines
        self._images = figure.images
        self._turns: dict[Line, tuple[Line, bool]] = {}
        for statement in sorted(figure.given, key=str):
            if statement.predicate in {"para", "perp"}:
                turned = statement.predicate == "perp"
                self._join(statement.points[:2], statement.points[2:], turned=turned)
        for across, along in figure.images.turned():
            self._join(across, along, turned=True)
        for vertex, ends in self._in_semicircles(figure.circles):
            self._join((vertex, ends[0]), (vertex, ends[1]), turned=True)
        for one, other in figure.parallelograms.sides():
            self._join(one, other, turned=False)
        for one_half, other_half in combinations(middles, 2):
            third_side = {*one_half[1:]} ^ {*other_half[1:]}
            if len(third_side) == 2:
                self._join((one_half[0], other_half[0]), sorted(third_side), turned=False)
        for vertex, ends in self._mirrored():
            self._join((vertex, ends[0]), (vertex, ends[1]), turned=True)
        for top, side in self._third_altitudes():
            self._join(top, side, turned=True)

    def of(self, line: Line) -> tuple[Line, bool]:
        """The line that stands for a direction, and whether this one is perpendicular to it."""
        found, turned = line, False
        while found in self._turns:
            found, more = self._turns[found]
            turned ^= more
        return found, turned

    def are_parallel(self, one: Sequence[str], other: Sequence[str]) -> bool:
        """Whether two lines, each through two points, are plainly parallel, or one line."""
        return self._through(one) == self._through(other)

    def are_perpendicular(self, one: Sequence[str], other: Sequence[str]) -> bool:
        """Whether two lines, each through two points, are plainly perpendicular."""
        (first, turned), (second, also) = self._through(one), self._through(other)
        return first == second and turned != also

    def are_right(self, vertex: str, *ends: str) -> bool:
        """Whether a right angle, with its vertex and points on its sides, is plain to see."""
        return self.are_perpendicular((vertex, ends[0]), (vertex, ends[1]))

    def _through(self, pair: Sequence[str]) -> tuple[Line, bool]:
        return self.of(self._lines.through(*pair))

    def _join(self, one: Sequence[str], other: Sequence[str], *, turned: bool) -> None:
        """Record that two lines are parallel, or with `turned`, perpendicular."""
        (first, before), (second, after) = self._through(one), self._through(other)
        if first != second:
            self._turns[first] = second, before ^ after ^ turned

    def _in_semicircles(
        self, circles: Sequence[tuple[str | None, frozenset[str]]]
    ) -> Iterator[tuple[str, tuple[str, str]]]:
        """Points on drawn circles that see a diameter, with its ends.

        A chord is a diameter if the center is on it, or if another point sees it at a right angle.
        """
        for center, on in circles:
            for ends in combinations(sorted(on), 2):
                others = sorted(on - {*ends})
                if (center and center in self._lines.through(*ends)) or any(
                    self.are_right(vertex, *ends) for vertex in others
                ):
                    yield from ((vertex, ends) for vertex in others)

    def _mirrored(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Images of right angles in the axes of kites, with two points on their sides."""
        for vertex, image in permutations(self._diagram.points, 2):
            for ends in combinations(sorted(self._images.axis(vertex, image)), 2):
                if self.are_right(vertex, *ends):
                    yield image, ends

    def _third_altitudes(self) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """Lines from corners of triangles to points on two plain altitudes, and opposite sides."""
        diagram = self._diagram
        z = as_complex(diagram.xy[0])
        for corners in combinations(range(len(z)), 3):
            a, b, c = corners
            crossed = [
                ((z - z[top]) * np.conj(z[one] - z[other])).real
                for top, one, other in ((a, b, c), (b, c, a), (c, a, b))
            ]
            scale = max(abs(z[a] - z[b]), abs(z[b] - z[c])) ** 2
            right = np.abs(crossed).max(axis=0) < _RIGHT * scale
            for number in np.flatnonzero(right).tolist():
                if number in corners:
                    continue
                point, names = diagram.points[number], [diagram.points[k] for k in corners]
                for top, *side in permutations(names):
                    if side[0] < side[1] and all(
                        self.are_perpendicular((point, other), (top, *({*side} - {other})))
                        for other in side
                    ):
                        yield (point, top), (side[0], side[1])
