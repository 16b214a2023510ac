"""Points made from points: middles, divisions, images under reflections and rotations."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from geoengine.solid.errors import SolidError
from geoengine.solid.flats import foot
from geoengine.solid.roots import Real, as_real, is_zero
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.things import Linear, unexpected
from geoengine.solid.trigonometry import cosd, sind

__all__ = ["FUNCTIONS", "centroid", "divide", "midpoint", "reflect", "rotate", "turn"]


def midpoint(A: Vector, B: Vector) -> Vector:
    """Return the midpoint of a segment: half the sum of its ends.

    Examples
    --------
    >>> print(midpoint(Vector(0, 0, 0), Vector(1, 2, 4)))
    (1/2, 1, 2)
    """
    return (A + B) * Fraction(1, 2)


def divide(A: Vector, B: Vector, t: Real | int | Fraction) -> Vector:
    """Return the point A + t·AB, which divides AB in the ratio t : 1 - t.

    Examples
    --------
    >>> print(divide(Vector(0, 0, 0), Vector(3, 3, 0), Fraction(1, 3)))
    (1, 1, 0)
    """
    return A + (B - A) * t


def centroid(*points: Vector) -> Vector:
    """Return the centroid of points: their sum divided by their number.

    That of the vertices of a triangle is where its medians meet, that of the vertices of a
    tetrahedron is where the lines from a vertex to the centroid of the opposite face meet
    (Commandino's theorem).

    Raises
    ------
    SolidError
        If there is no point.

    Examples
    --------
    >>> print(centroid(Vector(0, 0, 0), Vector(3, 0, 0), Vector(0, 3, 3)))
    (1, 1, 1)
    """
    if not points:
        raise unexpected("points of which to take the centroid")
    total = points[0]
    for P in points[1:]:
        total = total + P
    return total * Fraction(1, len(points))


def reflect(P: Vector, over: Vector | Linear | Plane) -> Vector:
    """Return the image of a point under the reflection in a point, a line or a plane.

    Its midpoint with P is the point, or the foot of the perpendicular from P.

    Examples
    --------
    >>> base = Plane(Vector(0, 0, 0), Vector(0, 0, 1))
    >>> print(reflect(Vector(1, 2, 3), base), reflect(Vector(1, 2, 3), Vector(0, 0, 0)))
    (1, 2, -3) (-1, -2, -3)
    """
    if not isinstance(over, Vector | Line | Segment | Plane):
        raise unexpected("a point, a line or a plane", over)
    middle = over if isinstance(over, Vector) else foot(P, over)
    return middle * 2 - P


def turn(
    P: Vector, axis: Linear, cosine: Real | int | Fraction, sine: Real | int | Fraction
) -> Vector:
    """Return the image of a point under the rotation about a line by an angle of given cosine.

    Rodrigues' formula: with F the foot of P on the axis and d its direction, the image is
    F + cos·FP + sin·(d × FP)/|d|, so that the rotation is counter-clockwise when d points to the
    viewer.

    Raises
    ------
    SolidError
        If cos² + sin² is not 1.

    Examples
    --------
    >>> axis = Line(Vector(0, 0, 0), Vector(0, 0, 2))
    >>> print(turn(Vector(5, 0, 1), axis, Fraction(3, 5), Fraction(4, 5)))
    (3, 4, 1)
    """
    cosine, sine = as_real(cosine), as_real(sine)
    if not is_zero(cosine * cosine + sine * sine - 1):
        raise SolidError(f"expected a cosine and a sine of one angle, found {cosine} and {sine}")
    F = foot(P, axis)
    radius = P - F
    across = axis.direction.cross(radius)
    return F + radius * cosine + across * (sine / axis.direction.length)


def rotate(P: Vector, axis: Linear, degrees: Real | int | Fraction) -> Vector:
    """Return the image of a point under the rotation about a line; see `turn`.

    Parameters
    ----------
    P : Vector
    axis : Line or Segment
    degrees : Exact, int, Fraction or float
        Counter-clockwise when the direction of the axis points to the viewer.

    Raises
    ------
    InexactError
        If the angle is exact, and not a multiple of 15, 18 or 22.5 degrees.

    Examples
    --------
    >>> axis = Line(Vector(0, 0, 0), Vector(0, 0, 1))
    >>> print(rotate(Vector(2, 0, 1), axis, 60))
    (1, √3, 1)
    """
    return turn(P, axis, cosd(degrees), sind(degrees))


FUNCTIONS: dict[str, Callable[..., object]] = {
    "centroid": centroid,
    "divide": divide,
    "midpoint": midpoint,
    "reflect": reflect,
    "rotate": rotate,
    "turn": turn,
}
"""The functions of the seed language that this module defines."""
