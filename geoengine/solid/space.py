"""Points, lines and planes in space."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import TOLERANCE, Real, as_real, is_zero, root, sign_of

__all__ = ["Line", "Plane", "Segment", "Vector", "dot_sign", "same_point"]


class Vector:
    """A vector, or the point with these coordinates.

    Parameters
    ----------
    x, y, z : Exact, NestedRoot, int, Fraction, str or float
        Coordinates, in the unit of length of the figure. Integers, fractions and text become exact.

    Examples
    --------
    >>> A, B = Vector(1, 0, "√2"), Vector(0, 1, 0)
    >>> print(A, A + 2 * (B - A), A.dot(A), A.cross(B), A.length)
    (1, 0, √2) (-1, 2, -√2) 3 (-√2, 0, 1) √3
    """

    __slots__ = ("_floats", "x", "y", "z")

    def __init__(
        self,
        x: Real | int | Fraction | str,
        y: Real | int | Fraction | str,
        z: Real | int | Fraction | str,
    ) -> None:
        self.x = as_real(x)
        self.y = as_real(y)
        self.z = as_real(z)
        self._floats: tuple[float, float, float] | None = None

    @staticmethod
    def _of(x: Real, y: Real, z: Real) -> Vector:
        self = object.__new__(Vector)
        self.x, self.y, self.z = x, y, z
        self._floats = None
        return self

    @property
    def coordinates(self) -> tuple[Real, Real, Real]:
        """The coordinates x, y, z."""
        return self.x, self.y, self.z

    @property
    def floats(self) -> tuple[float, float, float]:
        """The coordinates as floats."""
        if self._floats is None:
            self._floats = (float(self.x), float(self.y), float(self.z))
        return self._floats

    def __add__(self, other: Vector) -> Vector:
        return Vector._of(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Vector) -> Vector:
        return Vector._of(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> Vector:
        return Vector._of(-self.x, -self.y, -self.z)

    def __mul__(self, number: Real | int | Fraction) -> Vector:
        if isinstance(number, Vector):
            return NotImplemented
        number = as_real(number)
        return Vector._of(self.x * number, self.y * number, self.z * number)

    __rmul__ = __mul__

    def __truediv__(self, number: Real | int | Fraction) -> Vector:
        if isinstance(number, Vector):
            return NotImplemented
        number = as_real(number)
        if is_zero(number):
            raise SolidError(f"expected a divisor other than 0, found {self} / 0")
        return self * (1 / number)

    def dot(self, other: Vector) -> Real:
        """Return the scalar product: the sum of the products of the coordinates."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Vector) -> Vector:
        """Return the vector product, perpendicular to both by the right-hand rule."""
        return Vector._of(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    @property
    def length(self) -> Real:
        """The length: the square root of the scalar product with itself."""
        return root(self.dot(self))

    @property
    def is_zero(self) -> bool:
        """Whether all coordinates are 0."""
        return is_zero(self.x) and is_zero(self.y) and is_zero(self.z)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vector):
            return NotImplemented
        return self.x == other.x and self.y == other.y and self.z == other.z

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.z))

    def __str__(self) -> str:
        return f"({self.x}, {self.y}, {self.z})"

    def __repr__(self) -> str:
        return f"Vector{self}"


def same_point(P: Vector, Q: Vector) -> bool:
    """Tell whether two points coincide; with floats, up to the tolerance of `is_zero`."""
    p, q = P.floats, Q.floats
    if any(abs(a - b) > TOLERANCE * (1 + abs(a)) for a, b in zip(p, q, strict=True)):
        return False
    return (P - Q).is_zero


def dot_sign(u: Vector, v: Vector) -> int:
    """Return the sign of u·v, by floats where they leave no doubt."""
    (a, b, c), (d, e, f) = u.floats, v.floats
    value = a * d + b * e + c * f
    if abs(value) > 1e-9 * (abs(a * d) + abs(b * e) + abs(c * f)) and abs(value) > TOLERANCE:
        return 1 if value > 0 else -1
    return sign_of(u.dot(v))


@dataclass(frozen=True, eq=False)
class Line:
    """A line through a point in a direction.

    Parameters
    ----------
    point : Vector
        A point of the line.
    direction : Vector
        Any vector along the line.
    through : tuple of Vector
        Points known to lie on the line; `find_line` gives all those that it was asked about.

    Raises
    ------
    SolidError
        If the direction is 0.

    Examples
    --------
    >>> Line(Vector(0, 0, 0), Vector(0, 0, 1)).direction
    Vector(0, 0, 1)
    """

    point: Vector
    direction: Vector
    through: tuple[Vector, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        if self.direction.is_zero:
            raise SolidError(f"expected two different points of a line, found {self.point} twice")


@dataclass(frozen=True)
class Segment:
    """The segment from one point to another; it serves where a line is expected.

    Raises
    ------
    SolidError
        If both ends are the same point.

    Examples
    --------
    >>> print(Segment(Vector(0, 0, 0), Vector(1, 1, 0)).length)
    √2
    """

    a: Vector
    b: Vector

    def __post_init__(self) -> None:
        if same_point(self.a, self.b):
            raise SolidError(f"expected two different ends of a segment, found {self.a} twice")

    @property
    def point(self) -> Vector:
        """The first end."""
        return self.a

    @property
    def direction(self) -> Vector:
        """The vector from the first end to the second."""
        return self.b - self.a

    @property
    def through(self) -> tuple[Vector, Vector]:
        """The two ends."""
        return self.a, self.b

    @property
    def length(self) -> Real:
        """The distance of the ends."""
        return self.direction.length


@dataclass(frozen=True, eq=False)
class Plane:
    """A plane through a point, perpendicular to a vector.

    Parameters
    ----------
    point : Vector
        A point of the plane.
    normal : Vector
        Any vector perpendicular to the plane.
    through : tuple of Vector
        Points known to lie in the plane; `find_plane` gives all those that it was asked about.

    Raises
    ------
    SolidError
        If the normal is 0.

    Examples
    --------
    >>> base = Plane(Vector(0, 0, 0), Vector(0, 0, 1))
    >>> print(base.side(Vector(1, 2, 3)))
    3
    """

    point: Vector
    normal: Vector
    through: tuple[Vector, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        if self.normal.is_zero:
            raise SolidError("expected three points that determine a plane, found them on one line")

    def side(self, P: Vector) -> Real:
        """Return (P - point)·normal: 0 in the plane, positive where the normal points to."""
        return (P - self.point).dot(self.normal)
