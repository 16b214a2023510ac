"""Queries on the drawn parts of a sketch, by names of points: lines, angles, radii."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.fitting import fit_sketch, line_of, runs
from geoengine.draw.marks import Pair, Triple
from geoengine.draw.overlap import segment_gaps
from geoengine.draw.sketch import Sketch

__all__ = ["DrawnParts"]

Array = NDArray[np.float64]

# The size of the picture in which the queries are answered, and the tolerance, in pixels.
_SIDE, _NEAR = 1000.0, 0.05


class DrawnParts:
    """The drawn parts of a sketch, which decide what can be marked.

    All positions are in pixels of a picture 1000 wide and high, with y downwards. `lines` has the
    drawn segments and the dashed ones, shape (lines, 4).
    """

    def __init__(self, sketch: Sketch) -> None:
        figure = fit_sketch(sketch, _SIDE, _SIDE)
        self.places = figure.places
        self.dots = figure.dots
        self.lines = np.concatenate((figure.lines, figure.aids))
        self._rings = [
            (number, circle[0], float(radius))
            for number, (circle, radius) in enumerate(
                zip(sketch.circles, figure.circles[:, 2], strict=True)
            )
        ]
        self._names = np.array(list(sketch.points))

    def line(self, pair: Pair) -> int | None:
        """Return the number of the line that contains a segment; None if none does."""
        return line_of(np.concatenate((self.places[pair[0]], self.places[pair[1]])), self.lines)

    def named_lines(self) -> list[list[str]]:
        """Return the points on each line from end to end; lines in the order of their points."""
        gaps = segment_gaps(self.dots, self.lines)
        found = []
        for number, line in enumerate(self.lines):
            along = (self.dots - line[:2]) @ (line[2:] - line[:2])
            on = np.flatnonzero(gaps[:, number] < _NEAR)
            on = on[np.argsort(along[on], kind="stable")]
            found.append((on if on[0] < on[-1] else on[::-1]).tolist())
        return [[str(self._names[k]) for k in line] for line in sorted(found)]

    def is_arm(self, at: Array, name: str) -> bool:
        """Return whether a line leads from a position some way towards a point."""
        return runs(self.lines, at, self.places[name], _SIDE)

    def crossing(self, first: Pair, second: Pair) -> Array | None:
        """Return where the lines through two pairs of points meet; None if they are parallel."""
        (p, q), (r, s) = ([self.places[name] for name in pair] for pair in (first, second))
        u, v = q - p, s - r
        area = u[0] * v[1] - u[1] * v[0]
        if abs(area) < 1e-9 * float(np.hypot(*u) * np.hypot(*v)):
            return None
        share = ((r - p)[0] * v[1] - (r - p)[1] * v[0]) / area
        meeting: Array = p + share * u
        return meeting

    def slope(self, pair: Pair) -> Array:
        """Return the unit vector from one point to another."""
        way = self.places[pair[1]] - self.places[pair[0]]
        slope: Array = way / np.hypot(*way)
        return slope

    def named(self, at: Array) -> str | None:
        """Return the name of the point at a position; None if there is none."""
        near = np.flatnonzero(np.hypot(*(self.dots - at).T) < _NEAR)
        return str(self._names[near[0]]) if len(near) else None

    def wedges(self, first: Pair, second: Pair) -> Iterator[tuple[Triple, float]]:
        """Yield the angles between two lines that can be marked, with their size from 0 to 360°.

        An angle is named by the given points; its vertex must be a point too.
        """
        at = self.crossing(first, second)
        vertex = None if at is None else self.named(at)
        if vertex is None:
            return
        for one, other in product(first, second):
            if vertex not in (one, other):
                yield (one, vertex, other), self.turn(one, vertex, other)

    def turn(self, one: str, vertex: str, other: str) -> float:
        """Return the counterclockwise angle from one ray to another in the picture, 0 to 360°."""
        (ax, ay), (bx, by) = (self.places[name] - self.places[vertex] for name in (one, other))
        # The picture's y runs downwards.
        return float(np.degrees(np.arctan2(ay * bx - ax * by, ax * bx + ay * by))) % 360

    def is_open(self, wedge: Triple) -> bool:
        """Return whether both arms of an angle are drawn."""
        at = self.places[wedge[1]]
        return self.is_arm(at, wedge[0]) and self.is_arm(at, wedge[2])

    def missing(self, *wedges: Triple) -> set[Pair]:
        """Return the undrawn arms of angles, each as a pair of vertex and other end."""
        arms = {(vertex, end) for one, vertex, other in wedges for end in (one, other)}
        return {(at, end) for at, end in arms if not self.is_arm(self.places[at], end)}

    def corner(self, wedge: Triple) -> tuple[str, frozenset[float]]:
        """Return a key that is equal for all names of an angle as it looks, and of its reverse."""
        one, vertex, other = wedge
        ways = (self.places[name] - self.places[vertex] for name in (one, other))
        return vertex, frozenset(
            round(float(np.degrees(np.arctan2(*way))), 3) % 360 for way in ways
        )

    def rings(self, pair: Pair) -> list[int]:
        """Return the numbers of the drawn circles of which a segment is a radius.

        Only circles count whose center is named and is an end of the segment.
        """
        gap = np.hypot(*(self.places[pair[0]] - self.places[pair[1]]))
        return [
            number
            for number, centre, radius in self._rings
            if centre in pair and abs(radius - gap) < _NEAR
        ]
