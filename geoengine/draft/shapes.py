"""The shapes of objects: points and vectors are complex numbers, angles are in radians."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import TypeAlias

from geoengine.draft.vocabulary import Kind

__all__ = [
    "Arc",
    "Circle",
    "Conic",
    "Line",
    "Polygon",
    "Ray",
    "Segment",
    "Shape",
    "Straight",
    "Value",
    "carrier",
    "cross",
    "dot",
    "is_finite",
    "undefined",
]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through a point; the sense of its direction orders its intersections."""

    point: complex
    direction: complex


@dataclass(frozen=True, slots=True)
class Ray:
    """A ray; `direction` is of any length but 0."""

    point: complex
    direction: complex


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment, which may have length 0."""

    start: complex
    end: complex

    @property
    def length(self) -> float:
        """Its length."""
        return abs(self.end - self.start)


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle.

    `sign` is -1 if its equation was given with negative squares, which turns the order of its
    intersections with lines around.
    """

    center: complex
    radius: float
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc of a circle from the angle `start` on, counterclockwise over the angle `sweep`."""

    center: complex
    radius: float
    start: float
    sweep: float

    @property
    def circle(self) -> Circle:
        """The circle of which it is a part."""
        return Circle(self.center, self.radius)

    @property
    def ends(self) -> tuple[complex, complex]:
        """The first and the last of its points."""
        angles = (self.start, self.start + self.sweep)
        return (
            self.center + cmath.rect(self.radius, angles[0]),
            self.center + cmath.rect(self.radius, angles[1]),
        )

    def at(self, point: complex) -> float:
        """Return the angle from the start of the arc to a point seen from its center."""
        return (cmath.phase(point - self.center) - self.start) % math.tau


@dataclass(frozen=True, slots=True)
class Conic:
    """The points with ``xx x² + yy y² + 2 xy x y + 2 x x + 2 y y + one = 0``.

    The signs matter for the order of intersections.
    """

    xx: float
    yy: float
    xy: float
    x: float
    y: float
    one: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon."""

    vertices: tuple[complex, ...]

    @property
    def sides(self) -> tuple[Segment, ...]:
        """The sides, the first of them between the first two vertices."""
        after = (*self.vertices[1:], self.vertices[0])
        return tuple(map(Segment, self.vertices, after))

    @property
    def signed_area(self) -> float:
        """The area, negative if the vertices run clockwise."""
        return sum(cross(side.start, side.end) for side in self.sides) / 2


Straight: TypeAlias = Line | Ray | Segment

Shape: TypeAlias = (
    float | complex | bool | str | Straight | Circle | Arc | Conic | Polygon | tuple["Value", ...]
)
"""A shape; lists are tuples of values."""


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression denotes.

    Attributes
    ----------
    kind : str
    shape : Shape or None
        None if it is undefined: a missed intersection, a quotient by zero.
    """

    kind: Kind
    shape: Shape | None

    @property
    def is_defined(self) -> bool:
        """Whether it exists."""
        return self.shape is not None


def undefined(kind: Kind) -> Value:
    """Return an undefined object of a kind."""
    return Value(kind, None)


def dot(one: complex, other: complex) -> float:
    """Return the scalar product of two vectors.

    Examples
    --------
    >>> dot(3 + 4j, 1 + 2j)
    11.0
    """
    return (one.conjugate() * other).real


def cross(one: complex, other: complex) -> float:
    """Return the determinant of two vectors, positive if the second is to the left of the first.

    Examples
    --------
    >>> cross(1 + 0j, 2j)
    2.0
    """
    return (one.conjugate() * other).imag


def carrier(shape: Straight) -> Line:
    """Return the line that carries a segment or ray, in its direction."""
    match shape:
        case Segment(start=start, end=end):
            return Line(start, end - start)
        case Ray(point=point, direction=direction):
            return Line(point, direction)
    return shape


_FARTHEST = 1e75
"""Beyond this, the fourth powers in which coordinates occur would no longer be finite."""


def is_finite(shape: Shape) -> bool:
    """Whether all the numbers of a shape are finite, and its coordinates not beyond all measure.

    Examples
    --------
    >>> is_finite(2j), is_finite(Circle(0j, float("inf"))), is_finite(Circle(0j, 1e200))
    (True, False, False)
    """
    match shape:
        case bool() | str() | tuple():
            return True
        case int() | float():
            return math.isfinite(shape)
        case complex():
            return _is_near(shape)
        case Polygon(vertices=vertices):
            return all(map(_is_near, vertices))
    return all(_is_near(getattr(shape, name)) for name in shape.__slots__)


def _is_near(number: complex) -> bool:
    return max(abs(number.real), abs(number.imag)) <= _FARTHEST
