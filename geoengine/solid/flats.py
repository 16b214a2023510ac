"""Lines, planes and polygons through points, and where they meet."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import overload

from geoengine.solid.errors import SolidError
from geoengine.solid.plane_figures import Polygon
from geoengine.solid.roots import Real, is_zero
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.things import Linear, unexpected

__all__ = [
    "FUNCTIONS",
    "foot",
    "line",
    "meet",
    "normal_line",
    "normal_plane",
    "parallel_line",
    "parallel_plane",
    "plane",
    "point",
    "polygon",
    "segment",
]


def point(
    x: Real | int | Fraction | str, y: Real | int | Fraction | str, z: Real | int | Fraction | str
) -> Vector:
    """Return the point with these coordinates.

    Examples
    --------
    >>> print(point(1, "√2/2", 0))
    (1, √2/2, 0)
    """
    return Vector(x, y, z)


def line(A: Vector, B: Vector) -> Line:
    """Return the line through two points (Euclid's first postulate).

    Raises
    ------
    SolidError
        If the points coincide.

    Examples
    --------
    >>> line(point(0, 0, 0), point(1, 2, 3)).direction
    Vector(1, 2, 3)
    """
    return Line(A, B - A, through=(A, B))


def segment(A: Vector, B: Vector) -> Segment:
    """Return the segment between two points; where a line is expected, it is the line AB.

    Raises
    ------
    SolidError
        If the points coincide.

    Examples
    --------
    >>> print(segment(point(0, 0, 0), point(1, 2, 2)).length)
    3
    """
    return Segment(A, B)


def plane(A: Vector, B: Vector, C: Vector) -> Plane:
    """Return the plane through three points, its normal the vector product AB × AC.

    Raises
    ------
    SolidError
        If the points are on one line.

    Examples
    --------
    >>> plane(point(0, 0, 0), point(1, 0, 0), point(0, 1, 0)).normal
    Vector(0, 0, 1)
    """
    return Plane(A, (B - A).cross(C - A), through=(A, B, C))


def normal_plane(P: Vector, to: Linear) -> Plane:
    """Return the plane through a point that is perpendicular to a line.

    Examples
    --------
    >>> normal_plane(point(0, 0, 5), line(point(0, 0, 0), point(0, 0, 1))).normal
    Vector(0, 0, 1)
    """
    return Plane(P, to.direction, through=(P,))


def parallel_plane(P: Vector, to: Plane) -> Plane:
    """Return the plane through a point that is parallel to a plane.

    Examples
    --------
    >>> parallel_plane(point(0, 0, 5), Plane(point(0, 0, 0), point(0, 0, 1))).normal
    Vector(0, 0, 1)
    """
    return Plane(P, to.normal, through=(P,))


def parallel_line(P: Vector, to: Linear) -> Line:
    """Return the line through a point that is parallel to a line.

    Examples
    --------
    >>> parallel_line(point(1, 1, 1), line(point(0, 0, 0), point(0, 0, 1))).direction
    Vector(0, 0, 1)
    """
    return Line(P, to.direction, through=(P,))


def normal_line(P: Vector, to: Plane) -> Line:
    """Return the line through a point that is perpendicular to a plane.

    Examples
    --------
    >>> normal_line(point(1, 1, 1), Plane(point(0, 0, 0), point(0, 0, 1))).direction
    Vector(0, 0, 1)
    """
    return Line(P, to.normal, through=(P,))


def polygon(*points: Vector) -> Polygon:
    """Return the polygon with these vertices, in order.

    Raises
    ------
    SolidError
        If there are fewer than three points, or they are not in one plane.

    Examples
    --------
    >>> len(polygon(point(0, 0, 0), point(1, 0, 0), point(0, 1, 0)).vertices)
    3
    """
    return Polygon(points)


def foot(P: Vector, on: Linear | Plane) -> Vector:
    """Return the foot of the perpendicular from a point to a line or plane.

    The orthogonal projection: Q + (PQ·d / d·d) d for a line, P - (QP·n / n·n) n for a plane.

    Examples
    --------
    >>> O, X, Z = point(0, 0, 0), point(1, 1, 0), point(0, 0, 1)
    >>> print(foot(point(1, 0, 2), line(O, X)), foot(point(1, 0, 2), Plane(O, Z)))
    (1/2, 1/2, 0) (1, 0, 0)
    """
    if isinstance(on, Plane):
        return P - on.normal * (on.side(P) / on.normal.dot(on.normal))
    if isinstance(on, Line | Segment):
        d = on.direction
        return on.point + d * ((P - on.point).dot(d) / d.dot(d))
    raise unexpected("a line or a plane", on)


@overload
def meet(X: Linear, Y: Linear | Plane) -> Vector: ...
@overload
def meet(X: Plane, Y: Linear) -> Vector: ...
@overload
def meet(X: Plane, Y: Plane) -> Line: ...
@overload
def meet(X: Plane, Y: Plane, Z: Plane) -> Vector: ...
def meet(X: Linear | Plane, Y: Linear | Plane, Z: Plane | None = None) -> Vector | Line:
    """Return where two lines, a line and a plane, two planes or three planes meet.

    Two planes meet in a line, whose direction is the vector product of the normals; the others
    meet in a point. The equations are solved by Cramer's rule. Segments count as their lines.

    Raises
    ------
    SolidError
        If they do not meet, or meet in more.

    Examples
    --------
    >>> base = Plane(point(0, 0, 0), point(0, 0, 1))
    >>> print(meet(line(point(0, 0, 1), point(1, 1, 0)), base))
    (1, 1, 0)
    >>> meet(base, Plane(point(0, 0, 0), point(1, 0, 0))).direction
    Vector(0, 1, 0)
    """
    match X, Y, Z:
        case Plane(), Plane(), Plane():
            return meet(meet(X, Y), Z)
        case Plane(), Plane(), None:
            d = X.normal.cross(Y.normal)
            if d.is_zero:
                raise SolidError("expected planes that meet in a line, found parallel planes")
            c, e = X.point.dot(X.normal), Y.point.dot(Y.normal)
            along = Y.normal.cross(d) * c + d.cross(X.normal) * e
            return Line(along / d.dot(d), d)
        case Plane(), Line() | Segment(), None:
            return meet(Y, X)
        case Line() | Segment(), Plane(), None:
            speed = X.direction.dot(Y.normal)
            if is_zero(speed):
                raise SolidError("expected a line that meets a plane, found it parallel to it")
            return X.point - X.direction * (Y.side(X.point) / speed)
        case Line() | Segment(), Line() | Segment(), None:
            n = X.direction.cross(Y.direction)
            between = Y.point - X.point
            if n.is_zero or not is_zero(between.dot(n)):
                raise SolidError("expected lines that meet in a point, found none")
            return X.point + X.direction * (between.cross(Y.direction).dot(n) / n.dot(n))
    raise unexpected("lines or planes", X, Y)


FUNCTIONS: dict[str, Callable[..., object]] = {
    "foot": foot,
    "line": line,
    "meet": meet,
    "normal_line": normal_line,
    "normal_plane": normal_plane,
    "parallel_line": parallel_line,
    "parallel_plane": parallel_plane,
    "plane": plane,
    "point": point,
    "polygon": polygon,
    "projection": foot,
    "segment": segment,
}
"""The functions of the seed language that this module defines."""
