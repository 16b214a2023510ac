"""Distances between points, lines and planes."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.solid.roots import Real, is_zero, root
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.things import Flat, unexpected

__all__ = ["FUNCTIONS", "cross", "dist", "dot", "length"]


def dot(u: Vector, v: Vector) -> Real:
    """Return the scalar product of two vectors: the sum of the products of their coordinates.

    Examples
    --------
    >>> print(dot(Vector(1, 2, 3), Vector(4, 5, 6)))
    32
    """
    return u.dot(v)


def cross(u: Vector, v: Vector) -> Vector:
    """Return the vector product of two vectors, perpendicular to both by the right-hand rule.

    Examples
    --------
    >>> print(cross(Vector(1, 0, 0), Vector(0, 1, 0)))
    (0, 0, 1)
    """
    return u.cross(v)


def length(v: Vector | Segment) -> Real:
    """Return the length of a vector or segment: √(x² + y² + z²).

    Examples
    --------
    >>> print(length(Vector(1, 1, 2)))
    √6
    """
    if isinstance(v, Vector | Segment):
        return v.length
    raise unexpected("a vector or a segment", v)


def dist(X: Flat, Y: Flat) -> Real:
    """Return the distance between two points, lines or planes, in the unit of the figure.

    Between points A and B, |AB|; from a point P to a line through Q, |QP×d| / |d|; to a plane
    through Q, |QP·n| / |n|; between skew lines, |PQ·(d×e)| / |d×e|, their common perpendicular;
    between parallels, from any point of one to the other; 0 if they have a point in common.
    Segments count as their lines.

    Examples
    --------
    >>> O, X, Z, P = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 0, 1), (0, 1, 1)])
    >>> print(dist(O, P), dist(P, Segment(O, Vector(1, 1, 1))), dist(P, Plane(O, P + X)))
    √2 √6/3 2√3/3
    >>> print(dist(Segment(O, X), Segment(Z, P)), dist(Plane(O, Z), Plane(P, -2 * Z)))
    1 1
    """
    match X, Y:
        case Vector(), Vector():
            return (Y - X).length
        case Vector(), (Line() | Segment()):
            d = Y.direction
            across = (X - Y.point).cross(d)
            return root(across.dot(across) / d.dot(d))
        case Vector(), Plane():
            return _magnitude(Y.side(X)) / Y.normal.length
        case ((Line() | Segment()), (Line() | Segment())):
            n = X.direction.cross(Y.direction)
            if n.is_zero:
                return dist(X.point, Y)
            return _magnitude((Y.point - X.point).dot(n)) / n.length
        case ((Line() | Segment()), Plane()):
            along = X.direction.dot(Y.normal)
            return dist(X.point, Y) if is_zero(along) else along - along
        case Plane(), Plane():
            if X.normal.cross(Y.normal).is_zero:
                return dist(X.point, Y)
            return X.side(X.point)
        case ((Line() | Segment() | Plane()), (Vector() | Line() | Segment())):
            return dist(Y, X)
    raise unexpected("points, lines or planes", X, Y)


def _magnitude(number: Real) -> Real:
    return -number if number < 0 else number


FUNCTIONS: dict[str, Callable[..., object]] = {
    "cross": cross,
    "dist": dist,
    "dot": dot,
    "length": length,
}
"""The functions of the seed language that this module defines."""
