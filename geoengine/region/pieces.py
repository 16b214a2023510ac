"""The pieces that bound a plane region: segments and circular arcs."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from geoengine.region.errors import RegionError
from geoengine.solid import Real

__all__ = ["Arc", "Loop", "Piece", "Point", "Segment", "circle", "polygon"]

Point: TypeAlias = tuple[Real, Real]
"""The coordinates of a point; exact numbers give exact areas, floats only floats."""


def position(point: Point) -> complex:
    """Return a point as a complex number of floats."""
    return complex(float(point[0]), float(point[1]))


@dataclass(frozen=True)
class Segment:
    """A segment, passed from its start to its end.

    Examples
    --------
    >>> Segment((0.0, 0.0), (3.0, 4.0)).length
    5.0
    """

    start: Point
    end: Point

    @cached_property
    def ends(self) -> tuple[complex, complex]:
        """The end points in floats."""
        return position(self.start), position(self.end)

    @property
    def length(self) -> float:
        """The length."""
        return abs(self.ends[1] - self.ends[0])

    def at(self, share: float) -> complex:
        """Return the point after a share (0 to 1) of the length."""
        start, end = self.ends
        return start + share * (end - start)


@dataclass(frozen=True)
class Arc:
    """An arc of a circle, passed from its start to its end.

    Parameters
    ----------
    center : Point
    start, end : Point
        Two different points of the circle. The radius is the distance of the start.
    clockwise : bool
        Which of the two arcs it is.

    Raises
    ------
    RegionError
        When the end does not lie on the circle, or is the start.

    Examples
    --------
    >>> quarter = Arc((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))
    >>> round(quarter.length, 6), round(quarter.at(0.5).real, 6)
    (3.141593, 1.414214)
    """

    center: Point
    start: Point
    end: Point
    clockwise: bool = False

    def __post_init__(self) -> None:
        start, end = self.ends
        near = 1e-7 * self.radius
        if abs(abs(end - self.middle) - self.radius) > near:
            raise RegionError(
                f"expected the end of an arc on its circle of radius {self.radius:.6g}, "
                f"found it {abs(end - self.middle):.6g} from the center"
            )
        if abs(start - end) <= near:
            raise RegionError(
                "expected different ends of an arc, found equal ones; write a circle as two arcs"
            )

    @cached_property
    def ends(self) -> tuple[complex, complex]:
        """The end points in floats."""
        return position(self.start), position(self.end)

    @cached_property
    def middle(self) -> complex:
        """The center in floats."""
        return position(self.center)

    @cached_property
    def radius(self) -> float:
        """The radius."""
        return abs(self.ends[0] - self.middle)

    @cached_property
    def sweep(self) -> float:
        """The angle in radians, negative if clockwise."""
        start, end = self.ends
        turn = cmath.phase((end - self.middle) / (start - self.middle)) % math.tau
        return turn - math.tau if self.clockwise else turn

    @property
    def length(self) -> float:
        """The length."""
        return self.radius * abs(self.sweep)

    def at(self, share: float) -> complex:
        """Return the point after a share (0 to 1) of the length."""
        return self.middle + (self.ends[0] - self.middle) * cmath.exp(1j * share * self.sweep)


Piece: TypeAlias = Segment | Arc
Loop: TypeAlias = tuple[Piece, ...]
"""Pieces that are passed one after the other and end where they began."""


def polygon(*points: Point) -> Loop:
    """Return the polygon with these vertices.

    Examples
    --------
    >>> len(polygon((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    3
    """
    return tuple(
        Segment(points[i - 1], points[i])
        for i in range(len(points))
        if position(points[i - 1]) != position(points[i])
    )


def circle(center: Point, radius: Real) -> Loop:
    """Return a circle, as two half circles passed anticlockwise.

    Examples
    --------
    >>> round(sum(piece.length for piece in circle((0.0, 0.0), 1.0)), 6)
    6.283185
    """
    x, y = center
    right, left = (x + radius, y), (x - radius, y)
    return Arc(center, right, left), Arc(center, left, right)


def check_closed(loop: Sequence[Piece]) -> None:
    """Raise `RegionError` unless each piece starts where the one before it ends."""
    size = max((piece.length for piece in loop), default=0.0)
    for at, piece in enumerate(loop):
        gap = abs(piece.ends[0] - loop[at - 1].ends[1])
        if gap > 1e-7 * size:
            raise RegionError(
                f"expected a closed boundary, found a gap of {gap:.6g} before piece {at + 1} of "
                f"{len(loop)}"
            )
