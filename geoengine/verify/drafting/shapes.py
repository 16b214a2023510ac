"""The shapes of objects: lines as triples, circles and conics as symmetric matrices."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from geoengine.verify.drafting.reals import Real, Vec, real, root, sign

__all__ = [
    "Conic",
    "Line",
    "Matrix",
    "Polygon",
    "Ray",
    "Segment",
    "Straight",
    "Thing",
    "carrier",
    "circle_about",
    "direction_of",
    "line_along",
    "line_between",
]

Matrix: TypeAlias = tuple[tuple[Real, Real, Real], ...]
"""A matrix of three rows and columns."""


class Line(NamedTuple):
    """The line ``a x + b y + c = 0``, which runs in the direction (b, -a)."""

    a: Real
    b: Real
    c: Real

    @property
    def direction(self) -> Vec:
        """The direction in which it runs."""
        return Vec(self.b, -self.a)

    def at(self, point: Vec) -> Real:
        """Return the value of the left side at a point."""
        return self.a * point.x + self.b * point.y + self.c

    def norm(self) -> Real:
        """Return the length of the normal (a, b)."""
        return Vec(self.a, self.b).length()


class Segment(NamedTuple):
    """A segment."""

    start: Vec
    end: Vec


class Ray(NamedTuple):
    """A ray."""

    start: Vec
    direction: Vec


class Polygon(NamedTuple):
    """A polygon."""

    vertices: tuple[Vec, ...]

    @property
    def sides(self) -> tuple[Segment, ...]:
        """The sides, from the one between the first two vertices on."""
        return tuple(map(Segment, self.vertices, (*self.vertices[1:], self.vertices[0])))

    def signed_area(self) -> Real:
        """Return the area, negative if the vertices run clockwise."""
        first = self.vertices[0]
        rays = [vertex.minus(first) for vertex in self.vertices[1:]]
        return sum((one.cross(two) for one, two in pairwise(rays)), real(0)) / 2


class Conic(NamedTuple):
    """The points p = (x, y, 1) with ``p M p = 0``; of a circle, the first entry of M is 1."""

    matrix: Matrix

    def at(self, point: Vec) -> Real:
        """Return the value of ``p M p`` at a point."""
        return sum(
            (p * q * entry
             for p, row in zip((point.x, point.y, 1), self.matrix, strict=True)
             for q, entry in zip((point.x, point.y, 1), row, strict=True)),
            real(0),
        )  # fmt: skip

    def gradient(self, point: Vec) -> Vec:
        """Return the gradient of ``p M p`` at a point."""
        (a, b, d), (_, c, e), _ = self.matrix
        return Vec(
            2 * (a * point.x + b * point.y + d),
            2 * (b * point.x + c * point.y + e),
        )

    def center(self) -> Vec | None:
        """Return the center; a parabola has none."""
        (a, b, d), (_, c, e), _ = self.matrix
        flat = a * c - b * b
        if sign(flat) == 0:
            return None
        return Vec((b * e - c * d) / flat, (b * d - a * e) / flat)

    def radius(self) -> Real:
        """Return the radius of a circle."""
        (_, _, d), (_, _, e), (_, _, f) = self.matrix
        return root(d * d + e * e - f)


Straight: TypeAlias = Line | Segment | Ray


@dataclass(frozen=True, slots=True)
class Thing:
    """What an expression denotes.

    Attributes
    ----------
    kind : str
        Such as ``point``, ``circle``, ``number``.
    shape : object
        None if it is undefined.
    """

    kind: str
    shape: Any


def line_between(one: Vec, other: Vec) -> Line | None:
    """Return the line from a point to another: the cross product of their triples."""
    if one.is_at(other):
        return None
    return Line(one.y - other.y, other.x - one.x, one.cross(other))


def line_along(point: Vec, direction: Vec) -> Line | None:
    """Return the line through a point in a direction."""
    return None if direction.is_zero() else Line(-direction.y, direction.x, point.cross(direction))


def carrier(shape: Straight) -> Line | None:
    """Return the line that carries a segment or ray."""
    match shape:
        case Segment(start=start, end=end):
            return line_between(start, end)
        case Ray(start=start, direction=direction):
            return line_along(start, direction)
    return shape


def direction_of(shape: Straight | Vec) -> Vec:
    """Return the direction of a line, segment, ray or vector, with its length."""
    match shape:
        case Segment(start=start, end=end):
            return end.minus(start)
        case Vec():
            return shape
    return shape.direction


def circle_about(center: Vec, square: Real) -> Conic:
    """Return the circle about a center, by the square of its radius."""
    x, y = center
    one, none = real(1), real(0)
    return Conic(((one, none, -x), (none, one, -y), (-x, -y, center.square() - square)))
