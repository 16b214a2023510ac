"""Areas, perimeters, surfaces and volumes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction

from geoengine.solid.errors import SolidError
from geoengine.solid.numbers import Exact
from geoengine.solid.plane_figures import Disc, Polygon
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.roots import Real, is_zero
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.space import Vector
from geoengine.solid.things import Body, unexpected
from geoengine.solid.trigonometry import PI

__all__ = ["FUNCTIONS", "area", "lateral", "perimeter", "sides", "surface", "volume"]


def _polygon(points: tuple[object, ...], expected: str) -> Polygon:
    match points:
        case (Polygon() as only,):
            return only
        case (Vector(), Vector(), Vector(), *_):
            return Polygon(tuple(P for P in points if isinstance(P, Vector)))
    raise unexpected(expected, *points)


def area(*of: Vector | Polygon | Disc) -> Real:
    """Return the area of a polygon or disc, in square units.

    Half the length of the vector area of a polygon (the shoelace formula in space), πr² for a disc.

    Parameters
    ----------
    of : Vector, Polygon or Disc
        The vertices in order, or one polygon or disc.

    Raises
    ------
    SolidError
        If vertices are on one line, or not in one plane.

    Examples
    --------
    >>> print(area(Vector(0, 0, 0), Vector(1, 0, 1), Vector(0, 1, 1)))
    √3/2
    >>> from geoengine.solid import as_real
    >>> print(area(Disc(Vector(0, 0, 0), Vector(0, 0, 1), as_real(3))))
    9π
    """
    match of:
        case (Disc(radius=r),):
            return PI * (r * r)
    return _polygon(of, "a polygon, a disc, or three vertices or more").normal.length / 2


def perimeter(*of: Vector | Polygon | Disc) -> Real:
    """Return the perimeter of a polygon, or the circumference 2πr of a disc.

    Parameters
    ----------
    of : Vector, Polygon or Disc
        The vertices in order, or one polygon or disc.

    Examples
    --------
    >>> print(perimeter(Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0)))
    2 + √2
    """
    match of:
        case (Disc(radius=r),):
            return PI * 2 * r
    vertices = _polygon(of, "a polygon, a disc, or three vertices or more").vertices
    return _sum((B - A).length for A, B in zip(vertices, (*vertices[1:], vertices[0]), strict=True))


def sides(section: Polygon) -> int:
    """Return the number of sides of a polygon.

    Examples
    --------
    >>> sides(Polygon((Vector(0, 0, 0), Vector(1, 0, 0), Vector(0, 1, 0))))
    3
    """
    if not isinstance(section, Polygon):
        raise unexpected("a polygon", section)
    return len(section.vertices)


def surface(body: Body) -> Real:
    """Return the area of the whole surface of a body, in square units.

    The sum of the faces of a polyhedron; 4πr² of a sphere (Archimedes, *On the Sphere and
    Cylinder* I.33); πr(r + l) of a cone, 2πr(r + h) of a cylinder, π(r² + R² + (r + R)l) of a
    frustum, with the slant length l.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> print(surface(Sphere(Vector(0, 0, 0), as_real("√3"))))
    12π
    >>> print(surface(Cone(Vector(0, 0, 4), Vector(0, 0, 0), as_real(3))))
    24π
    """
    match body:
        case Polyhedron():
            return _sum(area(face) for face in body.face_polygons)
        case Sphere(radius=r):
            return PI * 4 * (r * r)
        case Cone(radius=r):
            return lateral(body) + PI * (r * r)
        case Cylinder(radius=r):
            return lateral(body) + PI * 2 * (r * r)
        case ConeFrustum(bottom_radius=R, top_radius=r):
            return lateral(body) + PI * (R * R + r * r)
    raise unexpected("a body", body)


def lateral(body: Body, *base: Vector) -> Real:
    """Return the lateral area of a body: its surface without its bases, in square units.

    πrl of a cone, 2πrh of a cylinder, π(r + R)l of a frustum, with the slant length l. The bases
    of a polyhedron are the faces parallel to the plane of the given points; without points, those
    parallel to the plane of x and y.

    Parameters
    ----------
    body : Polyhedron, Cone, Cylinder or ConeFrustum
    base : Vector, optional
        Three points or more of a base of a polyhedron.

    Raises
    ------
    SolidError
        If the body has no base.

    Examples
    --------
    >>> from geoengine.solid import hull
    >>> base = [Vector(x, y, 0) for x in (-1, 1) for y in (-1, 1)]
    >>> print(lateral(hull(*base, Vector(0, 0, 1))))
    4√2
    """
    match body:
        case Cone(radius=r):
            return PI * (r * body.slant)
        case Cylinder(radius=r):
            return PI * 2 * (r * body.height)
        case ConeFrustum(bottom_radius=R, top_radius=r):
            return PI * ((R + r) * body.slant)
        case Polyhedron():
            normal = Polygon(base).normal if base else Vector(0, 0, 1)
            faces = [f for f in body.face_polygons if not f.normal.cross(normal).is_zero]
            if len(faces) == len(body.faces):
                raise SolidError("expected a body that has a base in the given direction")
            return _sum(area(face) for face in faces)
    raise unexpected("a polyhedron, cone, cylinder or frustum", body)


def volume(*of: Body | Vector) -> Real:
    """Return the volume of a body, or of the tetrahedron ABCD, in cubic units.

    A tetrahedron has a sixth of the triple product |AB·(AC×AD)|; a polyhedron is the sum of the
    tetrahedra from a vertex to the triangles of its faces. 4πr³/3 of a sphere, πr²h of a cylinder,
    πr²h/3 of a cone, π(r² + rR + R²)h/3 of a frustum.

    Examples
    --------
    >>> O, X, Y, Z = (Vector(*xyz) for xyz in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    >>> print(volume(O, X, Y, Z))
    1/6
    >>> from geoengine.solid import as_real
    >>> print(volume(Sphere(O, as_real(2))))
    32π/3
    """
    match of:
        case (Vector() as A, Vector() as B, Vector() as C, Vector() as D):
            triple = (B - A).dot((C - A).cross(D - A))
            if is_zero(triple):
                raise SolidError("expected a tetrahedron, found four points in one plane")
            return (-triple if triple < 0 else triple) / 6
        case (Polyhedron() as body,):
            return _polyhedron_volume(body)
        case (Sphere(radius=r),):
            return PI * Fraction(4, 3) * (r * r * r)
        case (Cylinder(radius=r) as body,):
            return PI * (r * r * body.height)
        case (Cone(radius=r) as body,):
            return PI * (r * r * body.height) / 3
        case (ConeFrustum(bottom_radius=R, top_radius=r) as body,):
            return PI * ((R * R + R * r + r * r) * body.height) / 3
    raise unexpected("a body or four points", *of)


def _polyhedron_volume(body: Polyhedron) -> Real:
    start = body.vertices[0]
    parts: list[Real] = []
    for face in body.faces:
        if 0 not in face:
            first, *rest = (body.vertices[i] - start for i in face)
            parts += [first.dot(u.cross(v)) for u, v in itertools.pairwise(rest)]
    return _sum(parts) / 6


def _sum(parts: Iterable[Real]) -> Real:
    total: Real = Exact(0)
    for part in parts:
        total = total + part
    return total


FUNCTIONS: dict[str, Callable[..., object]] = {
    "area": area,
    "lateral": lateral,
    "perimeter": perimeter,
    "sides": sides,
    "surface": surface,
    "volume": volume,
}
"""The functions of the seed language that this module defines."""
