"""Plane sections of bodies, and the parts into which planes cut them."""

from __future__ import annotations

import math
from collections.abc import Callable

from geoengine.solid.errors import SolidError
from geoengine.solid.plane_figures import Disc, Polygon
from geoengine.solid.polyhedron import Polyhedron, hull
from geoengine.solid.roots import Real, is_zero, root, sign_of
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere, profile
from geoengine.solid.space import Plane, Vector, dot_sign
from geoengine.solid.things import Body, unexpected

__all__ = ["FUNCTIONS", "common", "cut", "section"]


def section(body: Body, plane: Plane) -> Polygon | Disc:
    """Return the section of a convex body by a plane.

    Parameters
    ----------
    body : Polyhedron, Sphere, Cone, Cylinder or ConeFrustum
    plane : Plane
        For a cone, cylinder or frustum, perpendicular to the axis or through it.

    Returns
    -------
    Polygon or Disc
        The vertices of the polygon run counter-clockwise about the normal of the plane. Those of
        the section of a polyhedron are its vertices in the plane, and the points where edges cross
        the plane.

    Raises
    ------
    SolidError
        If the plane does not pass through the inside of the body, or the section is curved and not
        a circle.

    Examples
    --------
    >>> cube = hull(*(Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)))
    >>> middle = Plane(Vector("1/2", "1/2", "1/2"), Vector(1, 1, 1))
    >>> len(section(cube, middle).vertices)
    6
    """
    match body:
        case Polyhedron():
            return _polyhedron_section(body, plane)
        case Sphere(center=center, radius=r):
            n = plane.normal
            height = plane.side(center)
            square = r * r - height * height / n.dot(n)
            if sign_of(square) <= 0:
                raise missed()
            return Disc(center - n * (height / n.dot(n)), n, root(square))
        case Cone() | Cylinder() | ConeFrustum():
            return _axial_section(plane, *profile(body))
    raise unexpected("a body", body)


def missed() -> SolidError:
    """Return the error for a plane that does not cut a body."""
    return SolidError("expected a plane through the inside of the body, found one that misses it")


def _polyhedron_section(body: Polyhedron, plane: Plane) -> Polygon:
    vertices, n = body.vertices, plane.normal
    signs = [dot_sign(V - plane.point, n) for V in vertices]
    if min(signs) >= 0 or max(signs) <= 0:
        raise missed()
    points = [V for V, sign in zip(vertices, signs, strict=True) if not sign]
    for a, b in body.edges:
        if signs[a] * signs[b] < 0:
            A, edge = vertices[a], vertices[b] - vertices[a]
            points.append(A - edge * (plane.side(A) / edge.dot(n)))
    return Polygon(_around(points, n))


def _around(points: list[Vector], normal: Vector) -> tuple[Vector, ...]:
    """Order the vertices of a convex polygon by their direction from its middle."""
    n = normal.floats
    floats = [P.floats for P in points]
    middle = [sum(p[c] for p in floats) / len(floats) for c in range(3)]
    u = [floats[0][c] - middle[c] for c in range(3)]
    v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]
    # v is |n| times as long as u; so are the products with it.
    size = math.hypot(*n)

    def direction(i: int) -> float:
        w = [floats[i][c] - middle[c] for c in range(3)]
        across = sum(a * b for a, b in zip(w, v, strict=True)) / size
        turn = math.atan2(across, sum(a * b for a, b in zip(w, u, strict=True)))
        return turn if turn > -1e-9 else turn + 2 * math.pi

    return tuple(points[i] for i in sorted(range(len(points)), key=direction))


def _axial_section(plane: Plane, A: Vector, B: Vector, r: Real, s: Real) -> Polygon | Disc:
    """Cut the body between discs of radii r and s around the ends of an axis AB."""
    axis, n = B - A, plane.normal
    if n.cross(axis).is_zero:
        t = (plane.point - A).dot(axis) / axis.dot(axis)
        if sign_of(t) <= 0 or sign_of(1 - t) <= 0:
            raise missed()
        return Disc(A + axis * t, n, r + (s - r) * t)
    apex = next((end for end, radius in ((A, r), (B, s)) if is_zero(radius)), None)
    if apex is not None and not sign_of(plane.side(apex)):
        base, radius = (A, r) if apex is B else (B, s)
        return Polygon(_around([apex, *_chord(plane, base, axis, radius)], n))
    if is_zero(axis.dot(n)) and (is_zero(r - s) or is_zero(plane.side(A))):
        first, second = _chord(plane, A, axis, r), _chord(plane, B, axis, s)
        return Polygon(_around([*first, *second], n))
    raise SolidError(
        "expected a plane perpendicular to the axis, through it, or through the apex, "
        "found one that cuts a curve other than a circle"
    )


def _chord(plane: Plane, center: Vector, axis: Vector, radius: Real) -> tuple[Vector, Vector]:
    """Return the ends of the chord in which a plane cuts a circle about an axis."""
    along = plane.normal.cross(axis)
    down = along.cross(axis)
    middle = center - down * (plane.side(center) / down.dot(plane.normal))
    away = middle - center
    square = (radius * radius - away.dot(away)) / along.dot(along)
    if sign_of(square) <= 0:
        raise missed()
    half = along * root(square)
    return middle - half, middle + half


def cut(body: Polyhedron, plane: Plane, P: Vector) -> Polyhedron:
    """Return the part of a convex polyhedron on the side of a plane where a point is.

    The convex hull of the vertices on this side and of the section.

    Raises
    ------
    SolidError
        If the point is in the plane, or the plane does not cut the polyhedron.

    Examples
    --------
    >>> from geoengine.solid.measures import volume
    >>> cube = hull(*(Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)))
    >>> corner = Plane(Vector(1, 0, 0), Vector(1, 1, 1))
    >>> print(volume(cut(cube, corner, Vector(0, 0, 0))))
    1/6
    """
    side = dot_sign(P - plane.point, plane.normal)
    if not side:
        raise SolidError("expected a point beside the plane that cuts, found one in it")
    kept = [V for V in body.vertices if side * dot_sign(V - plane.point, plane.normal) > 0]
    return hull(*kept, *_polyhedron_section(body, plane).vertices)


def common(X: Polyhedron, Y: Polyhedron) -> Polyhedron:
    """Return the intersection of two convex polyhedra: the first, cut by the faces of the second.

    Raises
    ------
    SolidError
        If no part of the inside is common to both.

    Examples
    --------
    >>> cube = hull(*(Vector(x, y, z) for x in (0, 2) for y in (0, 2) for z in (0, 2)))
    >>> other = hull(*(Vector(x, y, z) for x in (1, 3) for y in (1, 3) for z in (1, 3)))
    >>> print(common(cube, other).vertices[0])
    (2, 2, 2)
    """
    rest = X
    for face in Y.face_planes:
        signs = {dot_sign(V - face.point, face.normal) for V in rest.vertices}
        if signs <= {0, 1}:
            raise SolidError("expected bodies that overlap, found bodies without a common part")
        if 1 in signs:
            rest = cut(rest, face, face.point - face.normal)
    return rest


FUNCTIONS: dict[str, Callable[..., object]] = {
    "common": common,
    "cut": cut,
    "section": section,
}
"""The functions of the seed language that this module defines."""
