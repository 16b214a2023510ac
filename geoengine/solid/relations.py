"""Relations of points, lines and planes: parallel, perpendicular, skew, on, inside."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from geoengine.solid.plane_figures import Disc, Polygon
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.roots import Real, sign_of
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.space import Line, Plane, Segment, Vector, dot_sign, same_point
from geoengine.solid.things import Body, Flat, Linear, unexpected

__all__ = [
    "FUNCTIONS",
    "collinear",
    "convex",
    "coplanar",
    "inside",
    "intersect",
    "on",
    "parallel",
    "perpendicular",
    "relation",
    "same",
    "skew",
]


def relation(X: Linear | Plane, Y: Linear | Plane) -> str:
    """Return how two lines, a line and a plane, or two planes lie to each other.

    Returns
    -------
    str
        Two lines: "parallel", "intersecting" or "skew". A line and a plane: "contained",
        "parallel", "perpendicular" or "oblique". Two planes: "parallel", "perpendicular" or
        "oblique". "same" for the same line or plane twice.

    Examples
    --------
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    >>> relation(Segment(O, X), Segment(Y, Z)), relation(Segment(Y, Z), Plane(O, X))
    ('skew', 'contained')
    """
    match X, Y:
        case ((Line() | Segment()), (Line() | Segment())):
            n = X.direction.cross(Y.direction)
            between = Y.point - X.point
            if n.is_zero:
                return "same" if between.cross(X.direction).is_zero else "parallel"
            return "skew" if dot_sign(between, n) else "intersecting"
        case ((Line() | Segment()), Plane()):
            if not dot_sign(X.direction, Y.normal):
                return "parallel" if sign_of(Y.side(X.point)) else "contained"
            return "perpendicular" if X.direction.cross(Y.normal).is_zero else "oblique"
        case Plane(), Plane():
            if X.normal.cross(Y.normal).is_zero:
                return "parallel" if sign_of(Y.side(X.point)) else "same"
            return "oblique" if dot_sign(X.normal, Y.normal) else "perpendicular"
        case Plane(), (Line() | Segment()):
            return relation(Y, X)
    raise unexpected("lines or planes", X, Y)


def parallel(X: Linear | Plane, Y: Linear | Plane) -> bool:
    """Tell whether two lines, a line and a plane, or two planes are parallel.

    Parallels have no point in common: a line in a plane is not parallel to it, nor is a line or
    plane to itself.

    Examples
    --------
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    >>> parallel(Segment(O, X), Segment(Y, X + Y)), parallel(Segment(O, X), Plane(O, Z))
    (True, False)
    """
    return relation(X, Y) == "parallel"


def perpendicular(X: Linear | Plane, Y: Linear | Plane) -> bool:
    """Tell whether two lines, a line and a plane, or two planes are perpendicular.

    Skew lines are perpendicular if their directions are: u·v = 0.

    Examples
    --------
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    >>> perpendicular(Segment(O, X), Segment(Y, Z)), perpendicular(Segment(O, Z), Plane(X, Z))
    (True, True)
    """
    match X, Y:
        case ((Line() | Segment()), (Line() | Segment())):
            return not dot_sign(X.direction, Y.direction)
    return relation(X, Y) == "perpendicular"


def skew(X: Linear, Y: Linear) -> bool:
    """Tell whether two lines are skew: no plane contains both.

    Examples
    --------
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    >>> skew(Segment(O, X), Segment(Y, Z)), skew(Segment(O, X), Segment(O, Z))
    (True, False)
    """
    return relation(X, Y) == "skew"


def intersect(X: Linear | Plane, Y: Linear | Plane) -> bool:
    """Tell whether two lines, a line and a plane, or two planes meet without containing each other.

    Segments count as their lines.

    Examples
    --------
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    >>> intersect(Segment(O, X), Segment(O, Z)), intersect(Segment(Y, Z), Plane(O, X))
    (True, False)
    """
    return relation(X, Y) in {"intersecting", "perpendicular", "oblique"}


def same(X: Flat, Y: Flat) -> bool:
    """Tell whether two points, two lines or two planes are the same.

    Examples
    --------
    >>> same(Plane(Vector(0, 0, 0), Vector(0, 0, 1)), Plane(Vector(1, 1, 0), Vector(0, 0, -2)))
    True
    """
    match X, Y:
        case Vector(), Vector():
            return same_point(X, Y)
        case ((Line() | Segment()), (Line() | Segment())):
            return relation(X, Y) == "same"
        case Plane(), Plane():
            return relation(X, Y) == "same"
    return False


def collinear(*points: Vector) -> bool:
    """Tell whether all points are on one line: their vectors from one have vector products 0.

    Examples
    --------
    >>> collinear(Vector(0, 0, 0), Vector(1, 1, 1), Vector(2, 2, 2))
    True
    """
    first, *rest = points
    base = next((P - first for P in rest if not same_point(P, first)), None)
    return base is None or all(base.cross(P - first).is_zero for P in rest)


def coplanar(*points: Vector) -> bool:
    """Tell whether all points are in one plane: their triple products are 0.

    Examples
    --------
    >>> coplanar(*(Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (3, 4, 0)]))
    True
    """
    first, *rest = points
    base = next((P - first for P in rest if not same_point(P, first)), None)
    if base is None:
        return True
    normal = next((n for P in rest if not (n := base.cross(P - first)).is_zero), None)
    return normal is None or not any(dot_sign(P - first, normal) for P in rest)


def convex(*points: Vector) -> bool:
    """Tell whether points in order are the vertices of a convex polygon without straight angles.

    The vector products of neighbouring sides all point the same way, and so do those of the first
    vertex with each side.

    Examples
    --------
    >>> square = [Vector(0, 0, 0), Vector(1, 0, 0), Vector(1, 1, 0), Vector(0, 1, 0)]
    >>> convex(*square), convex(square[0], square[2], square[1], square[3])
    (True, False)
    """
    if len(points) < 3 or not coplanar(*points):
        return False
    count = len(points)
    normal = (points[1] - points[0]).cross(points[2] - points[1])
    for i in range(count):
        A, B, C = points[i], points[(i + 1) % count], points[(i + 2) % count]
        if dot_sign((B - A).cross(C - B), normal) <= 0:
            return False
    fan = itertools.pairwise(points[1:])
    return all(dot_sign((A - points[0]).cross(B - points[0]), normal) > 0 for A, B in fan)


def on(P: Vector, X: Linear | Plane | Polygon | Disc | Body) -> bool:
    """Tell whether a point is on a line, segment, plane, polygon, disc, or the surface of a body.

    A segment, a polygon and a disc contain their boundary; a polyhedron and a polygon are convex.

    Examples
    --------
    >>> A, B = Vector(0, 0, 0), Vector(1, 1, 0)
    >>> on(2 * B, Line(A, B)), on(2 * B, Segment(A, B)), on(B, Plane(A, Vector(0, 0, 1)))
    (True, False, True)
    """
    match X:
        case Line():
            return (P - X.point).cross(X.direction).is_zero
        case Segment():
            if not (P - X.a).cross(X.direction).is_zero:
                return False
            return dot_sign(P - X.a, X.direction) >= 0 and dot_sign(P - X.b, X.direction) <= 0
        case Plane():
            return not dot_sign(P - X.point, X.normal)
        case Polygon(vertices=vertices):
            n, first = X.normal, vertices[0]
            if dot_sign(P - first, n):
                return False
            around = zip(vertices, (*vertices[1:], first), strict=True)
            return all(dot_sign((B - A).cross(P - A), n) >= 0 for A, B in around)
        case Disc(center=center, normal=normal, radius=r):
            return not dot_sign(P - center, normal) and sign_of(_excess(P, center, r)) <= 0
        case Polyhedron() | Sphere() | Cone() | Cylinder() | ConeFrustum():
            return _depth_sign(P, X) == 0
    raise unexpected("a line, segment, plane, polygon, disc or body", X)


def inside(P: Vector, body: Body) -> bool:
    """Tell whether a point is inside a convex body, and not on its surface.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> ball = Sphere(Vector(0, 0, 0), as_real(2))
    >>> inside(Vector(1, 1, 1), ball), inside(Vector(2, 0, 0), ball)
    (True, False)
    """
    return _depth_sign(P, body) > 0


def _excess(P: Vector, center: Vector, radius: Real) -> Real:
    away = P - center
    return away.dot(away) - radius * radius


def _depth_sign(P: Vector, body: Body) -> int:
    """Return 1 inside a convex body, 0 on its surface, -1 outside."""
    match body:
        case Polyhedron():
            return min(-dot_sign(P - f.point, f.normal) for f in body.face_planes)
        case Sphere(center=center, radius=r):
            return -sign_of(_excess(P, center, r))
        case Cylinder(bottom=A, top=B, radius=r):
            return _round_depth_sign(P, A, B, r, r)
        case Cone(apex=S, center=A, radius=r):
            return _round_depth_sign(P, A, S, r, r - r)
        case ConeFrustum(bottom=A, top=B, bottom_radius=r, top_radius=s):
            return _round_depth_sign(P, A, B, r, s)
    raise unexpected("a body", body)


def _round_depth_sign(P: Vector, A: Vector, B: Vector, r: Real, s: Real) -> int:
    """The same for the body between discs of radii r and s around the ends of an axis AB."""
    axis = B - A
    square = axis.dot(axis)
    t = (P - A).dot(axis) / square
    between = min(sign_of(t), sign_of(1 - t))
    if between < 0:
        return -1
    limit = r + (s - r) * t
    return min(between, -sign_of(_excess(P, A + axis * t, limit)))


FUNCTIONS: dict[str, Callable[..., object]] = {
    "collinear": collinear,
    "convex": convex,
    "coplanar": coplanar,
    "inside": inside,
    "intersect": intersect,
    "on": on,
    "parallel": parallel,
    "perpendicular": perpendicular,
    "relation": relation,
    "same": same,
    "skew": skew,
}
"""The functions of the seed language that this module defines."""
