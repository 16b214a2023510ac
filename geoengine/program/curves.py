"""Paths: chains of segments and circular arcs."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import TypeAlias

from geoengine.program.transforms import Transform

__all__ = ["Arc", "Path", "Piece", "Segment", "Triple", "circle_path", "in_plane", "near"]


@dataclass(frozen=True, slots=True)
class Triple:
    """A point or a vector in space."""

    x: float
    y: float
    z: float

    def __add__(self, other: Triple) -> Triple:
        return Triple(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Triple) -> Triple:
        return Triple(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> Triple:
        return Triple(-self.x, -self.y, -self.z)

    def times(self, factor: float) -> Triple:
        """Return the vector times a number."""
        return Triple(self.x * factor, self.y * factor, self.z * factor)

    def __abs__(self) -> float:
        return math.sqrt(self.x * self.x + self.y * self.y + self.z * self.z)


def in_plane(point: complex | Triple) -> complex:
    """Return a point as one of the plane.

    Raises
    ------
    TypeError
        If it is in space.
    """
    if isinstance(point, Triple):
        raise TypeError("expected a point of the plane, found one of space")
    return complex(point)


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight piece of a path, in the plane or in space."""

    start: complex | Triple
    end: complex | Triple

    @property
    def length(self) -> float:
        """Its length."""
        if isinstance(self.start, Triple):
            assert isinstance(self.end, Triple)
            return abs(self.end - self.start)
        assert isinstance(self.end, complex)
        return abs(self.end - self.start)

    def at(self, share: float) -> complex:
        """Return the point at a share of the length, in the plane."""
        start, end = in_plane(self.start), in_plane(self.end)
        return start + share * (end - start)

    def reversed(self) -> Segment:
        """Return the segment run through the other way."""
        return Segment(self.end, self.start)

    def moved(self, by: Transform) -> Segment:
        """Return the image under a transformation of the plane."""
        return Segment(by(in_plane(self.start)), by(in_plane(self.end)))


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of a circle.

    Attributes
    ----------
    center : complex
    radius : float
        Greater than zero.
    begin, sweep : float
        The direction from the center to its start, and the angle through which it turns, both in
        radians; the sweep is negative where it turns clockwise, and at most 2 pi.
    """

    center: complex
    radius: float
    begin: float
    sweep: float

    @property
    def start(self) -> complex:
        """Its first point."""
        return self.at(0.0)

    @property
    def end(self) -> complex:
        """Its last point."""
        return self.at(1.0)

    @property
    def length(self) -> float:
        """Its length."""
        return self.radius * abs(self.sweep)

    def at(self, share: float) -> complex:
        """Return the point at a share of the length."""
        return self.center + cmath.rect(self.radius, self.begin + share * self.sweep)

    def reversed(self) -> Arc:
        """Return the arc run through the other way."""
        return Arc(self.center, self.radius, self.begin + self.sweep, -self.sweep)

    def moved(self, by: Transform) -> Arc:
        """Return the image under a similarity.

        Raises
        ------
        ValueError
            If the transformation is none: the image would be an ellipse.
        """
        factor, mirrored = by.similarity()
        image = by(self.center)
        begin = cmath.phase(by(self.center + cmath.rect(1.0, self.begin)) - image)
        return Arc(image, self.radius * factor, begin, -self.sweep if mirrored else self.sweep)


Piece: TypeAlias = Segment | Arc


@dataclass(frozen=True, slots=True)
class Path:
    """A chain of pieces.

    Attributes
    ----------
    pieces : tuple of Segment or Arc
        Each begins where the one before it ends; none for a path that is a single point.
    closed : bool
        Whether it ends in ``cycle``.
    point : complex or Triple
        Its first point.

    Examples
    --------
    >>> round(circle_path(0j, 2).length, 6)
    12.566371
    """

    pieces: tuple[Piece, ...]
    closed: bool
    point: complex | Triple

    @property
    def length(self) -> float:
        """Its length."""
        return sum(piece.length for piece in self.pieces)

    @property
    def end(self) -> complex | Triple:
        """Its last point."""
        return self.pieces[-1].end if self.pieces else self.point

    @property
    def in_space(self) -> bool:
        """Whether it is a path in space."""
        return isinstance(self.point, Triple)

    @property
    def straight(self) -> bool:
        """Whether it consists of segments only."""
        return all(isinstance(piece, Segment) for piece in self.pieces)

    @property
    def nodes(self) -> tuple[complex | Triple, ...]:
        """The ends of its pieces, in order; of a closed path, the first once."""
        ends = [piece.end for piece in self.pieces]
        return (self.point, *(ends[:-1] if self.closed else ends))

    def reversed(self) -> Path:
        """Return the path run through the other way."""
        pieces = tuple(piece.reversed() for piece in reversed(self.pieces))
        return Path(pieces, self.closed, self.point if self.closed else self.end)

    def moved(self, by: Transform) -> Path:
        """Return the image under a transformation of the plane."""
        pieces = tuple(piece.moved(by) for piece in self.pieces)
        return Path(pieces, self.closed, by(in_plane(self.point)))

    def along(self, share: float) -> complex:
        """Return the point at a share of the length, in the plane."""
        left = share * self.length
        for piece in self.pieces:
            if left <= piece.length and piece.length > 0:
                return piece.at(left / piece.length)
            left -= piece.length
        return in_plane(self.end)


def near(first: complex | Triple, second: complex | Triple) -> bool:
    """Whether two points are the same but for rounding."""
    if isinstance(first, Triple) or isinstance(second, Triple):
        return (
            isinstance(first, Triple) and isinstance(second, Triple) and abs(first - second) < 1e-12
        )
    return abs(first - second) < 1e-12


def circle_path(center: complex, radius: float) -> Path:
    """Return a circle: a closed path that begins to the right of the center."""
    return Path((Arc(center, radius, 0.0, math.tau),), True, center + radius)
