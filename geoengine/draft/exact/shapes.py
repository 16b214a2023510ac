"""Shapes whose coordinates are numbers of a tower."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Literal, TypeAlias

from flint import fmpq

from geoengine.draft.exact.tower import Rational, Surd

__all__ = [
    "ExactCircle",
    "ExactConic",
    "ExactPolygon",
    "ExactShape",
    "Place",
    "Rooted",
    "Straight",
    "Turn",
]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A point or vector."""

    x: Surd
    y: Surd

    def __add__(self, other: Place) -> Place:
        return Place(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Place) -> Place:
        return Place(self.x - other.x, self.y - other.y)

    def __neg__(self) -> Place:
        return Place(-self.x, -self.y)

    def __mul__(self, factor: Surd | Rational) -> Place:
        return Place(self.x * factor, self.y * factor)

    def __truediv__(self, divisor: Surd | Rational) -> Place:
        return Place(self.x / divisor, self.y / divisor)

    def times(self, other: Place) -> Place:
        """Return the product as complex numbers."""
        return Place(self.x * other.x - self.y * other.y, self.x * other.y + self.y * other.x)

    @property
    def conjugate(self) -> Place:
        """The mirror image at the first axis."""
        return Place(self.x, -self.y)

    @property
    def left(self) -> Place:
        """The vector turned by 90° to the left."""
        return Place(-self.y, self.x)

    @property
    def square(self) -> Surd:
        """The square of its length."""
        return self.x * self.x + self.y * self.y

    def dot(self, other: Place) -> Surd:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: Place) -> Surd:
        """Return the determinant."""
        return self.x * other.y - self.y * other.x

    @property
    def is_zero(self) -> bool:
        """Whether both coordinates are 0."""
        return self.x.is_zero and self.y.is_zero

    def __complex__(self) -> complex:
        return complex(float(self.x), float(self.y))


@dataclass(frozen=True, slots=True, eq=False)
class Rooted:
    """A number given by its sign and its square, which saves taking the root."""

    sign: int
    square: Surd

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rooted):
            return NotImplemented
        return self.square == other.square and (self.sign == other.sign or self.square.is_zero)

    __hash__ = None  # type: ignore[assignment]

    def forced(self) -> Surd:
        """Return the number itself."""
        root = self.square.tower.root(self.square)
        return -root if self.sign < 0 else root

    def __float__(self) -> float:
        return float(self.sign * abs(float(self.square)) ** 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """An angle.

    Attributes
    ----------
    direction : Place
        A vector with this angle to the first axis.
    degrees : fmpq or None
        The angle, where it is given as a number of degrees.
    """

    direction: Place
    degrees: fmpq | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Straight:
    """A line, ray or segment.

    Attributes
    ----------
    kind : {"line", "ray", "segment"}
    point, direction : Place
        A segment ends at ``point + direction``.
    """

    kind: Literal["line", "ray", "segment"]
    point: Place
    direction: Place

    @property
    def end(self) -> Place:
        """The end of a segment."""
        return self.point + self.direction


@dataclass(frozen=True, slots=True, eq=False)
class ExactCircle:
    """A circle or an arc of it.

    Attributes
    ----------
    center : Place
    square : Surd
        The square of the radius.
    on : Place or None
        One of its points, if one is known.
    """

    center: Place
    square: Surd
    on: Place | None = None
    is_arc: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ExactConic:
    """The points with ``xx x² + yy y² + 2 xy x y + 2 x x + 2 y y + one = 0``."""

    xx: Surd
    yy: Surd
    xy: Surd
    x: Surd
    y: Surd
    one: Surd

    @property
    def coefficients(self) -> tuple[Surd, ...]:
        """The six numbers."""
        return (self.xx, self.yy, self.xy, self.x, self.y, self.one)

    def at(self, place: Place) -> Surd:
        """Return the value of the equation's left side."""
        x, y = place.x, place.y
        square = self.xx * x * x + self.yy * y * y + 2 * self.xy * x * y
        return square + 2 * self.x * x + 2 * self.y * y + self.one


@dataclass(frozen=True, slots=True, eq=False)
class ExactPolygon:
    """A polygon."""

    vertices: tuple[Place, ...]

    @property
    def sides(self) -> tuple[Straight, ...]:
        """Its sides as segments."""
        after = (*self.vertices[1:], self.vertices[0])
        return tuple(
            Straight("segment", one, other - one)
            for one, other in zip(self.vertices, after, strict=True)
        )

    @property
    def doubled_area(self) -> Surd:
        """Twice its area, negative if it runs clockwise."""
        first = self.vertices[0]
        legs = [vertex - first for vertex in self.vertices[1:]]
        parts = [one.cross(other) for one, other in itertools.pairwise(legs)]
        return sum(parts[1:], parts[0])


ExactShape: TypeAlias = (
    Surd | Rooted | Turn | Place | Straight | ExactCircle | ExactConic | ExactPolygon
    | tuple["ExactShape", ...]
)  # fmt: skip
"""A shape; lists are tuples."""
