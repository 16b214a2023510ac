"""Centres of triangles and bodies, and the spheres around and inside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import overload

from geoengine.solid.errors import SolidError
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.roots import Real, is_zero, root, sign_of
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.space import Vector
from geoengine.solid.things import Body, unexpected

__all__ = [
    "FUNCTIONS",
    "circumcenter",
    "circumradius",
    "circumsphere",
    "incenter",
    "inradius",
    "insphere",
    "insphere_center",
]


def circumcenter(A: Vector, B: Vector, C: Vector, D: Vector | None = None) -> Vector:
    """Return the centre of the circle through three points, or of the sphere through four.

    With b, c, d the vectors from A, the vector to the centre is
    (c² (b×c)×b + b² c×(b×c)) / 2(b×c)² and (b² c×d + c² d×b + d² b×c) / 2 b·(c×d).

    Raises
    ------
    SolidError
        If three points are on one line, or four in one plane.

    Examples
    --------
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 4)])
    >>> print(circumcenter(O, X, Y), circumcenter(O, X, Y, Z))
    (1, 1, 0) (1, 1, 2)
    """
    b, c = B - A, C - A
    n = b.cross(c)
    if n.is_zero:
        raise SolidError("expected points that are not on one line, found no circle through them")
    if D is None:
        return A + (n.cross(b) * c.dot(c) + c.cross(n) * b.dot(b)) / (2 * n.dot(n))
    d = D - A
    volume = d.dot(n)
    if is_zero(volume):
        raise SolidError("expected points that are not in one plane, found no sphere through them")
    return A + (c.cross(d) * b.dot(b) + d.cross(b) * c.dot(c) + n * d.dot(d)) / (2 * volume)


def incenter(A: Vector, B: Vector, C: Vector) -> Vector:
    """Return the centre of the inscribed circle of a triangle: (aA + bB + cC) / (a + b + c).

    Raises
    ------
    SolidError
        If the points are on one line.

    Examples
    --------
    >>> print(incenter(Vector(0, 0, 0), Vector(4, 0, 0), Vector(0, 3, 0)))
    (1, 1, 0)
    """
    if (B - A).cross(C - A).is_zero:
        raise SolidError("expected a triangle, found three points on one line")
    a, b, c = (C - B).length, (A - C).length, (B - A).length
    return (A * a + B * b + C * c) / (a + b + c)


def _circumsphere_of(body: Body) -> Sphere:
    match body:
        case Sphere():
            return body
        case Polyhedron(vertices=vertices):
            A, B, C = (vertices[i] for i in body.faces[0][:3])
            n = (B - A).cross(C - A)
            D = next(V for V in vertices if not is_zero((V - A).dot(n)))
            center = circumcenter(A, B, C, D)
            square = (A - center).dot(A - center)
            for V in vertices:
                if not is_zero((V - center).dot(V - center) - square):
                    raise SolidError("expected a body with a sphere through all its vertices")
            return Sphere(center, root(square))
        case Cone(apex=S, center=M, radius=r):
            return _sphere_of_circles(S, r - r, M, r)
        case Cylinder(bottom=A, top=B, radius=r):
            return _sphere_of_circles(A, r, B, r)
        case ConeFrustum(bottom=A, top=B, bottom_radius=r, top_radius=s):
            return _sphere_of_circles(A, r, B, s)
    raise unexpected("a body", body)


def _sphere_of_circles(A: Vector, r: Real, B: Vector, s: Real) -> Sphere:
    """Return the sphere through two circles of an axis: t²h² + r² = (1 - t)²h² + s²."""
    axis = B - A
    square = axis.dot(axis)
    t = (square + s * s - r * r) / (2 * square)
    center = A + axis * t
    return Sphere(center, root(t * t * square + r * r))


@overload
def circumsphere(body: Body, /) -> Sphere: ...
@overload
def circumsphere(A: Vector, B: Vector, C: Vector, D: Vector, /) -> Sphere: ...
def circumsphere(*of: Body | Vector) -> Sphere:
    """Return the sphere through four points, or around a body.

    Around a polyhedron, it passes through all vertices; around a cone, cylinder or frustum,
    through the apex and the circles of the bases.

    Raises
    ------
    SolidError
        If there is no such sphere.

    Examples
    --------
    >>> points = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> from geoengine.solid import hull
    >>> print(circumsphere(hull(*points)).radius)
    √3/2
    """
    match of:
        case (Vector() as A, Vector() as B, Vector() as C, Vector() as D):
            center = circumcenter(A, B, C, D)
            return Sphere(center, (A - center).length)
        case (body,) if not isinstance(body, Vector):
            return _circumsphere_of(body)
    raise unexpected("four points or a body", *of)


def insphere(body: Body) -> Sphere:
    """Return the inscribed sphere of a convex body, which touches all faces, bases and sides.

    For a polyhedron, its centre and radius solve the linear equations u·x + r = u·P of the face
    planes, with outward unit normals u. In a cone, r = Rh/(R + l), by the bisector theorem in the
    axial triangle. A cylinder has one if h = 2r, a frustum if l = r + R (Pitot's theorem).

    Raises
    ------
    SolidError
        If there is no such sphere.
    InexactError
        If the equations have nested roots that cannot be added.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> print(insphere(Cone(Vector(0, 0, 4), Vector(0, 0, 0), as_real(3))).radius)
    3/2
    """
    match body:
        case Sphere():
            return body
        case Polyhedron():
            return _insphere_of_polyhedron(body)
        case Cone(apex=S, center=M, radius=R):
            radius = R * body.height / (R + body.slant)
            return Sphere(M + (S - M) * (radius / body.height), radius)
        case Cylinder(bottom=A, top=B, radius=R):
            if is_zero(body.height - 2 * R):
                return Sphere(A + (B - A) / 2, R)
            raise SolidError("expected a cylinder as high as wide, found no sphere that touches it")
        case ConeFrustum(bottom=A, top=B, bottom_radius=R, top_radius=r):
            if is_zero(body.slant - R - r):
                return Sphere(A + (B - A) / 2, body.height / 2)
            raise SolidError("expected a frustum with an inscribed sphere, found none")
    raise unexpected("a body", body)


def _insphere_of_polyhedron(body: Polyhedron) -> Sphere:
    normals, heights = [], []
    for face in body.face_planes:
        unit = face.normal / face.normal.length
        normals.append(unit)
        heights.append(unit.dot(face.point))
    # The differences from the first equation no longer contain the radius.
    rows = [(u - normals[0], h - heights[0]) for u, h in zip(normals, heights, strict=True)][1:]
    first, c = rows[0]
    second, d, n = next((row, h, n) for row, h in rows[1:] if not (n := first.cross(row)).is_zero)
    third, e = next((row, h) for row, h in rows if not is_zero(row.dot(n)))
    center = (second.cross(third) * c + third.cross(first) * d + n * e) / third.dot(n)
    radius = heights[0] - normals[0].dot(center)
    if sign_of(radius) <= 0 or any(not is_zero(row.dot(center) - h) for row, h in rows):
        raise SolidError("expected a body with a sphere that touches all its faces, found none")
    return Sphere(center, radius)


def insphere_center(body: Body) -> Vector:
    """Return the centre of the inscribed sphere of a body; see `insphere`.

    Examples
    --------
    >>> from geoengine.solid import hull
    >>> corner = hull(*(Vector(*xyz) for xyz in [(0, 0, 0), (3, 0, 0), (0, 3, 0), (0, 0, 3)]))
    >>> print(insphere_center(corner).x)
    (3 - √3)/2
    """
    return insphere(body).center


def inradius(*of: Body | Vector) -> Real:
    """Return the radius of the inscribed circle of a triangle, or of the sphere in a body.

    For a triangle ABC, 2·area / perimeter; for a body see `insphere`.

    Raises
    ------
    SolidError
        If the points are on one line, or the body has no inscribed sphere.

    Examples
    --------
    >>> print(inradius(Vector(0, 0, 0), Vector(4, 0, 0), Vector(0, 3, 0)))
    1
    """
    match of:
        case (Vector() as A, Vector() as B, Vector() as C):
            double = (B - A).cross(C - A).length
            if is_zero(double):
                raise SolidError("expected a triangle, found three points on one line")
            return double / ((B - A).length + (C - B).length + (A - C).length)
        case (body,) if not isinstance(body, Vector):
            return insphere(body).radius
    raise unexpected("three points or a body", *of)


def circumradius(*of: Body | Vector) -> Real:
    """Return the radius of the circle through three points, or of the sphere around four or a body.

    Raises
    ------
    SolidError
        If there is no such circle or sphere.

    Examples
    --------
    >>> print(circumradius(Vector(0, 0, 0), Vector(4, 0, 0), Vector(0, 3, 0)))
    5/2
    """
    match of:
        case (Vector() as A, Vector() as B, Vector() as C):
            return (A - circumcenter(A, B, C)).length
        case (Vector() as A, Vector() as B, Vector() as C, Vector() as D):
            return circumsphere(A, B, C, D).radius
        case (body,) if not isinstance(body, Vector):
            return circumsphere(body).radius
    raise unexpected("three points, four points or a body", *of)


FUNCTIONS: dict[str, Callable[..., object]] = {
    "circumcenter": circumcenter,
    "circumradius": circumradius,
    "circumsphere": circumsphere,
    "incenter": incenter,
    "inradius": inradius,
    "insphere": insphere,
    "insphere_center": insphere_center,
}
"""The functions of the seed language that this module defines."""
