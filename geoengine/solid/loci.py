"""Loci in a plane: lengths of curves and areas of regions that a condition determines.

The two free variables range over a rectangle, which a grid divides into cells. Within a cell, the
curve on which the condition changes is a smooth arc over the chord between the points where it
meets the sides of the cell, so that quadrature along the arc is almost as exact as floats are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from geoengine.solid.global_search import Box, Function

__all__ = ["Locus"]

Place = tuple[float, float]
Point = Callable[[Sequence[float]], tuple[float, float, float]]

_CELLS = (23, 22)
"""How many cells the grid has along each side; coprime, so that few curves meet its nodes."""
_DEEPEST = 14
"""How often a cell is divided where several curves meet."""
_GAUSS = (
    (0.5, 64 / 225),
    *((0.5 + sign * 0.5 * x, w / 2) for sign in (-1, 1)
      for x, w in ((0.5384693101056831, 0.47862867049936647),
                   (0.906179845938664, 0.23692688505618908))),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Locus:
    """The points of a plane for which a function of two variables is zero, or not positive.

    Attributes
    ----------
    of : callable
        The function of the two variables.
    point : callable
        The point in space for values of the variables, as three floats.
    box : sequence of (float, float)
        The intervals of the variables.
    limits : tuple of callable
        Functions that must not be positive.

    Examples
    --------
    >>> disc = Locus(lambda v: v[0]**2 + v[1]**2 - 1, lambda v: (v[0], v[1], 0), [(0, 2), (0, 2)])
    >>> abs(disc.length - math.pi / 2) < 1e-9, abs(disc.area - math.pi / 4) < 1e-9
    (True, True)
    """

    of: Function
    point: Point
    box: Box
    limits: tuple[Function, ...] = ()

    def __post_init__(self) -> None:
        # Neighbouring cells ask for the same values.
        object.__setattr__(self, "of", cache(self.of))
        object.__setattr__(self, "limits", tuple(map(cache, self.limits)))

    @property
    def length(self) -> float:
        """The length of the curve where the function is zero."""
        total = 0.0
        for cell in self._cells():
            for p, q in self._arcs(self.of, cell, 0):
                for start, end in self._within_limits(p, q):
                    total += self._arc_length(p, q, start, end)
        return total

    @property
    def area(self) -> float:
        """The area of the region where the function is not positive."""
        inside = sum(self._cell_area(cell, 0) for cell in self._cells())
        return inside * self._scale()

    def _cells(self) -> Iterator[tuple[Place, Place]]:
        (left, right), (bottom, top) = self.box
        columns, rows = _CELLS
        # Uneven steps, so that the nodes are on no curve of a simple equation.
        xs = [left + (right - left) * _uneven(k / columns) for k in range(columns + 1)]
        ys = [bottom + (top - bottom) * _uneven(k / rows) for k in range(rows + 1)]
        for x, other_x in itertools.pairwise(xs):
            for y, other_y in itertools.pairwise(ys):
                yield (x, y), (other_x, other_y)

    def _cell_area(self, cell: tuple[Place, Place], depth: int) -> float:
        (x, y), (other_x, other_y) = cell
        whole = (other_x - x) * (other_y - y)
        crossing: list[tuple[Function, list[tuple[Place, Place]]]] = []
        for of in (self.of, *self.limits):
            corners = [of(place) for place in _corners(cell)]
            around = self._crossings(of, cell)
            if not around:
                if min(corners) > 0:
                    return 0.0
                continue
            if len(around) > 2:
                return self._divided_area(cell, depth)
            crossing.append((of, [(around[0], around[1])]))
        if not crossing:
            return whole
        if len(crossing) > 1:
            return self._divided_area(cell, depth)
        of, [(p, q)] = crossing[0]
        return self._cut_area(of, cell, p, q)

    def _divided_area(self, cell: tuple[Place, Place], depth: int) -> float:
        if depth == _DEEPEST:
            (x, y), (other_x, other_y) = cell
            return (other_x - x) * (other_y - y) / 2
        return sum(self._cell_area(part, depth + 1) for part in _quarters(cell))

    def _cut_area(self, of: Function, cell: tuple[Place, Place], p: Place, q: Place) -> float:
        """Return the area of the part of a cell on the side of an arc where `of` is negative."""
        around = self._boundary(cell, p, q)
        start, end = around.index(p), around.index(q)
        if start > end:
            p, q, start, end = q, p, end, start
        first = [*around[start : end + 1]]
        second = [*around[end:], *around[: start + 1]]
        polygon, back = (first, (q, p)) if self._side(of, first) else (second, (p, q))
        chord = math.dist(*back) ** 2
        bulge = sum(w * self._height(of, *back, s) for s, w in _GAUSS)
        return _shoelace(polygon) + chord * bulge

    def _side(self, of: Function, part: list[Place]) -> bool:
        """Return whether the function is negative at a part of the boundary between two roots."""
        corners = part[1:-1]
        places = corners or [_between(part[0], part[1], 0.5)]
        return max((of(place) for place in places), key=abs) < 0

    def _boundary(self, cell: tuple[Place, Place], p: Place, q: Place) -> list[Place]:
        """Return the corners of a cell and two points of its sides, counter-clockwise."""
        corners = _corners(cell)
        around: list[Place] = []
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            on = [r for r in (p, q) if _is_on(r, a, b) and r not in around]
            around += [a, *sorted(on, key=lambda r: math.dist(a, r))]
        return around

    def _arcs(
        self, of: Function, cell: tuple[Place, Place], depth: int
    ) -> Iterator[tuple[Place, Place]]:
        """Yield the ends of the arcs in a cell."""
        around = self._crossings(of, cell)
        if len(around) == 2:
            yield around[0], around[1]
        elif around and depth < _DEEPEST:
            for part in _quarters(cell):
                yield from self._arcs(of, part, depth + 1)

    def _crossings(self, of: Function, cell: tuple[Place, Place]) -> list[Place]:
        corners = _corners(cell)
        found: list[Place] = []
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            found += _side_roots(of, a, b)
        return found

    def _height(self, of: Function, p: Place, q: Place, s: float) -> float:
        """Return how far to the right of a chord its arc is, in terms of the chord's length."""
        dx, dy = q[0] - p[0], q[1] - p[1]
        x, y = p[0] + s * dx, p[1] + s * dy

        def at(height: float) -> float:
            return of((x + height * dy, y - height * dx))

        before, here = 0.0, 1e-4
        at_before, at_here = at(before), at(here)
        for _ in range(30):
            if at_here == at_before:
                break
            step = at_here * (here - before) / (at_here - at_before)
            before, at_before = here, at_here
            here -= step
            at_here = at(here)
            if abs(step) < 1e-13:
                break
        return here

    def _on_arc(self, p: Place, q: Place, s: float) -> Place:
        if s in (0.0, 1.0):
            return q if s else p
        height = self._height(self.of, p, q, s)
        dx, dy = q[0] - p[0], q[1] - p[1]
        return p[0] + s * dx + height * dy, p[1] + s * dy - height * dx

    def _arc_length(self, p: Place, q: Place, start: float, end: float) -> float:
        """Return the length of a part of an arc, by Romberg's method on inscribed polylines."""
        steps = 16
        places = [self._on_arc(p, q, start + (end - start) * k / steps) for k in range(steps + 1)]
        points = [self.point(place) for place in places]
        rows = [
            sum(math.dist(points[k], points[k + n]) for k in range(0, steps, n))
            for n in (16, 8, 4, 2, 1)
        ]
        factor = 4.0
        while len(rows) > 1:
            rows = [
                (factor * fine - rough) / (factor - 1) for rough, fine in itertools.pairwise(rows)
            ]
            factor *= 4
        return rows[0]

    def _within_limits(self, p: Place, q: Place) -> list[tuple[float, float]]:
        """Return the parts of an arc, from 0 to 1, in which no limit is positive."""
        parts = [(0.0, 1.0)]
        for limit in self.limits:
            parts = [part for whole in parts for part in self._limited(limit, p, q, whole)]
        return parts

    def _limited(
        self, limit: Function, p: Place, q: Place, part: tuple[float, float]
    ) -> list[tuple[float, float]]:
        from scipy.optimize import brentq

        def value(s: float) -> float:
            return limit(self._on_arc(p, q, s))

        start, end = part
        first, last = value(start) <= 1e-12, value(end) <= 1e-12
        if first == last:
            return [part] if first else []
        s = float(brentq(lambda t: value(t) - 1e-12, start, end, xtol=1e-14))
        return [(start, s)] if first else [(s, end)]

    def _scale(self) -> float:
        """Return the area in space of a unit square of the variables.

        Raises
        ------
        ValueError
            When the point is not an affine function of the variables.
        """
        (left, right), (bottom, top) = self.box
        o, x, y, far = (
            self.point(place)
            for place in ((left, bottom), (right, bottom), (left, top), (right, top))
        )
        u = [b - a for a, b in zip(o, x, strict=True)]
        v = [b - a for a, b in zip(o, y, strict=True)]
        if math.dist(far, [a + b + c for a, b, c in zip(o, u, v, strict=True)]) > 1e-9:
            raise ValueError("expected a point that moves in a plane, evenly with each variable")
        cross = (
            u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0],
        )  # fmt: skip
        return math.hypot(*cross) / ((right - left) * (top - bottom))


def _uneven(x: float) -> float:
    """Return a number from 0 to 1 near x; 0 and 1 stay."""
    return x + 0.013 * math.sin(math.tau * x + 1) * x * (1 - x)


def _corners(cell: tuple[Place, Place]) -> list[Place]:
    (x, y), (other_x, other_y) = cell
    return [(x, y), (other_x, y), (other_x, other_y), (x, other_y)]


def _quarters(cell: tuple[Place, Place]) -> list[tuple[Place, Place]]:
    (x, y), (other_x, other_y) = cell
    mid_x, mid_y = x + 0.4871 * (other_x - x), y + 0.5137 * (other_y - y)
    return [
        ((x, y), (mid_x, mid_y)),
        ((mid_x, y), (other_x, mid_y)),
        ((x, mid_y), (mid_x, other_y)),
        ((mid_x, mid_y), (other_x, other_y)),
    ]


def _between(a: Place, b: Place, s: float) -> Place:
    return a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])


def _is_on(r: Place, a: Place, b: Place) -> bool:
    """Return whether a point is on a side, which is parallel to an axis; its end does not count."""
    axis = 0 if a[1] == b[1] else 1
    low, high = min(a[axis], b[axis]), max(a[axis], b[axis])
    return r[1 - axis] == a[1 - axis] and low <= r[axis] <= high and r != b


def _side_roots(of: Function, a: Place, b: Place) -> list[Place]:
    """Return the roots of a function on a side: none, one or two."""
    from scipy.optimize import brentq

    # The same places for both cells beside it.
    a, b = min(a, b), max(a, b)

    def value(s: float) -> float:
        return of(_on_side(a, b, s))

    at_a, at_mid, at_b = value(0.0), value(0.5), value(1.0)
    if (at_a > 0) != (at_b > 0):
        return [_on_side(a, b, float(brentq(value, 0, 1, xtol=1e-16, rtol=1e-14)))]
    # The parabola through three values tells where the function may dip to the other side.
    bend = at_a - 2 * at_mid + at_b
    turn = 0.5 - (at_b - at_a) / (4 * bend) * 1.0 if bend else 0.5
    if 0 < turn < 1 and (value(turn) > 0) != (at_a > 0):
        return [
            _on_side(a, b, float(brentq(value, low, high, xtol=1e-16, rtol=1e-14)))
            for low, high in ((0.0, turn), (turn, 1.0))
        ]
    return []


def _on_side(a: Place, b: Place, s: float) -> Place:
    """Return a point of a side; the coordinate that its ends share is kept exactly."""
    x, y = _between(a, b, s)
    return (a[0] if a[0] == b[0] else x), (a[1] if a[1] == b[1] else y)


def _shoelace(polygon: list[Place]) -> float:
    return (
        sum(
            p[0] * q[1] - q[0] * p[1]
            for p, q in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
        )
        / 2
    )
