"""Maps of the plane as matrices: rotations, reflections, translations and dilations."""

from __future__ import annotations

from typing import Any, NamedTuple

from geoengine.verify.drafting.reals import Real, Vec, is_zero, real
from geoengine.verify.drafting.shapes import Conic, Line, Matrix, Polygon, Ray, Segment, Thing

__all__ = ["Map", "dilation", "point_reflection", "reflection", "rotation", "translation"]


class Map(NamedTuple):
    """The map from (x, y) to (a x + b y + e, c x + d y + f)."""

    a: Real
    b: Real
    c: Real
    d: Real
    e: Real
    f: Real

    def vector(self, v: Vec) -> Vec:
        """Return the image of a vector."""
        return Vec(self.a * v.x + self.b * v.y, self.c * v.x + self.d * v.y)

    def point(self, p: Vec) -> Vec:
        """Return the image of a point."""
        return self.vector(p).plus(Vec(self.e, self.f))

    def about(self, center: Vec) -> Map:
        """Return the map with the same matrix that keeps a point where it is."""
        return self._replace(
            e=center.x - self.a * center.x - self.b * center.y,
            f=center.y - self.c * center.x - self.d * center.y,
        )

    def determinant(self) -> Real:
        """Return the determinant."""
        return self.a * self.d - self.b * self.c

    def adjugate(self) -> Matrix:
        """Return the inverse times the determinant."""
        a, b, c, d, e, f = self
        none = real(0)
        return (
            (d, -b, b * f - d * e),
            (-c, a, c * e - a * f),
            (none, none, self.determinant()),
        )

    def thing(self, thing: Thing) -> Thing:
        """Return the image of an object."""
        if thing.kind == "list" and thing.shape is not None:
            return Thing("list", tuple(map(self.thing, thing.shape)))
        if thing.shape is None:
            return thing
        if thing.kind == "vector":
            return Thing("vector", self.vector(thing.shape))
        return Thing(thing.kind, self.shape(thing.shape))

    def shape(self, shape: Any) -> Any:
        """Return the image of a shape; None of a line or circle that shrinks to a point."""
        match shape:
            case Vec():
                return self.point(shape)
            case Segment(start=start, end=end):
                return Segment(self.point(start), self.point(end))
            case Polygon(vertices=vertices):
                return Polygon(tuple(map(self.point, vertices)))
        if is_zero(self.determinant()):
            return None
        match shape:
            case Ray(start=start, direction=direction):
                return Ray(self.point(start), self.vector(direction))
            case Line():
                # Multiplied by the adjugate from the right: so the direction is mapped as well.
                a, b, c = shape
                columns = zip(*self.adjugate(), strict=True)
                return Line(*(a * p + b * q + c * r for p, q, r in columns))
            case Conic():
                return Conic(_carried(shape.matrix, self.adjugate(), self.determinant()))
        raise NotImplementedError(f"the image of {type(shape).__name__}")


def _carried(matrix: Matrix, adjugate: Matrix, determinant: Real) -> Matrix:
    """Return the matrix of a conic's image; a circle's keeps its first entry."""
    scale = abs(determinant)

    def entry(i: int, j: int) -> Real:
        return sum(
            (adjugate[k][i] * matrix[k][m] * adjugate[m][j] for k in range(3) for m in range(3)),
            real(0),
        ) / scale  # fmt: skip

    return tuple((entry(i, 0), entry(i, 1), entry(i, 2)) for i in range(3))


def translation(vector: Vec) -> Map:
    """Return a translation."""
    one, none = real(1), real(0)
    return Map(one, none, none, one, vector.x, vector.y)


def rotation(angle: Real, center: Vec) -> Map:
    """Return a rotation, counterclockwise by an angle in radians."""
    s, c = angle.sin_cos()
    return Map(c, -s, s, c, real(0), real(0)).about(center)


def dilation(factor: Real, center: Vec) -> Map:
    """Return a dilation."""
    none = real(0)
    return Map(factor, none, none, factor, none, none).about(center)


def point_reflection(center: Vec) -> Map:
    """Return the reflection in a point: it takes p to 2 center - p."""
    none = real(0)
    return Map(real(-1), none, none, real(-1), 2 * center.x, 2 * center.y)


def reflection(mirror: Line) -> Map:
    """Return the reflection in a line: p - 2 n (n p + c) / n n, where n is its normal."""
    a, b, c = mirror
    whole = a * a + b * b
    across = -2 * a * b / whole
    return Map(
        1 - 2 * a * a / whole, across, across, 1 - 2 * b * b / whole,
        -2 * a * c / whole, -2 * b * c / whole,
    )  # fmt: skip
