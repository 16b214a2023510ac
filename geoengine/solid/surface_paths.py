"""Shortest ways on the surfaces of bodies."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.polyhedron_graphs import vertex_index
from geoengine.solid.polyhedron_paths import polyhedron_path
from geoengine.solid.roots import is_zero, root, sign_of
from geoengine.solid.round_bodies import Cone, Cylinder
from geoengine.solid.space import Vector
from geoengine.solid.trigonometry import PI, cosd, degrees_of_cos
from geoengine.solid.unfolding import unfolded_distance
from geoengine.solid.whole_numbers import whole

__all__ = ["FUNCTIONS", "apex_angle", "shortest_path"]


def shortest_path(body: Polyhedron | Cone | Cylinder, P: Vector, Q: Vector, turns: Any = 0) -> Any:
    """Return the length of the shortest way on a surface between two of its points.

    Polyhedra: see `geoengine.solid.polyhedron_paths`. The side of a cylinder unrolls to a
    rectangle, the side of a cone to a sector of the angle 360° · radius / slant; there the way is
    straight, or leads through the apex where the sector between both points is 180° or more.

    Parameters
    ----------
    body : Polyhedron, Cone or Cylinder
        A convex polyhedron; of a cone or a cylinder only the side, without bases.
    P, Q : Vector
        Points of the surface.
    turns : int
        On a cone or a cylinder: how often the way goes all around the axis, in addition to the
        smaller of the two angles between P and Q. With P = Q and 1 turn: the shortest loop.

    Returns
    -------
    Exact, NestedRoot or float
        The length; a float if it cannot be written exactly.

    Raises
    ------
    SolidError
        If a point is not on the surface, or the body has no such surface.

    Examples
    --------
    >>> from geoengine.solid.round_bodies import Cone, Cylinder
    >>> can = Cylinder(Vector(0, 0, 0), Vector(0, 0, 4), 3)
    >>> print(shortest_path(can, Vector(3, 0, 0), Vector(-3, 0, 4)))
    √(16 + 9π²)
    >>> hat = Cone(Vector(0, 0, "√8"), Vector(0, 0, 0), 1)
    >>> print(shortest_path(hat, Vector(1, 0, 0), Vector(1, 0, 0), 1))
    3√3
    """
    if isinstance(body, Polyhedron):
        return polyhedron_path(body, P, Q)
    rounds = whole(turns, "the number of turns")
    if isinstance(body, Cylinder):
        axis = body.top - body.bottom
        for point in (P, Q):
            spoke = _spoke(point, body.bottom, axis)
            share = (point - body.bottom).dot(axis) / axis.dot(axis)
            on_side = is_zero(spoke.dot(spoke) - body.radius**2)
            _require(on_side and sign_of(share) >= 0 and sign_of(share - 1) <= 0, point)
        angle = _turn(_spoke(P, body.bottom, axis), _spoke(Q, body.bottom, axis), rounds)
        arc = body.radius * angle * PI / 180
        rise = (Q - P).dot(axis)
        return root(arc * arc + rise * rise / axis.dot(axis))
    if isinstance(body, Cone):
        return _cone_path(body, P, Q, rounds)
    raise SolidError(f"expected a polyhedron, a cone or a cylinder, found {body!r}")


def apex_angle(body: Polyhedron | Cone, S: Vector) -> Any:
    """Return the angle around a vertex in the net: the sum of the angles of the faces there.

    Parameters
    ----------
    body : Polyhedron or Cone
        Of a cone, the angle of the sector to which its side unrolls: 360° · radius / slant.
    S : Vector
        A vertex of the polyhedron, or the apex of the cone.

    Returns
    -------
    Exact, NestedRoot or float
        Degrees; a float if the angles cannot be written exactly.

    Raises
    ------
    SolidError
        If S is not a vertex, or not the apex.

    Examples
    --------
    >>> from geoengine.solid.polyhedron import hull
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> print(apex_angle(hull(*corners), corners[0]))
    270
    >>> from geoengine.solid.round_bodies import Cone
    >>> print(apex_angle(Cone(Vector(0, 0, "√8"), Vector(0, 0, 0), 1), Vector(0, 0, "√8")))
    120
    """
    if isinstance(body, Cone):
        if not (S - body.apex).is_zero:
            raise SolidError(f"expected the apex of the cone, found the point {S}")
        return 360 * body.radius / body.slant
    index = vertex_index(body, S)
    total: Any = 0
    for face in body.faces:
        if index in face:
            place = face.index(index)
            A, B = body.vertices[face[place - 1]], body.vertices[face[(place + 1) % len(face)]]
            total = total + _angle(A - S, B - S)
    return total


def _cone_path(body: Cone, P: Vector, Q: Vector, turns: int) -> Any:
    axis = body.center - body.apex
    slants = []
    for point in (P, Q):
        gap = point - body.apex
        share = gap.dot(axis) / axis.dot(axis)
        spoke = _spoke(point, body.apex, axis)
        on_side = is_zero(spoke.dot(spoke) - (share * body.radius) ** 2)
        _require(on_side and sign_of(share) >= 0 and sign_of(share - 1) <= 0, point)
        slants.append(body.slant * share)
    near, far = slants
    if is_zero(near) or is_zero(far):
        return near + far
    angle = _turn(_spoke(P, body.apex, axis), _spoke(Q, body.apex, axis), turns)
    flat = angle * body.radius / body.slant
    if flat >= 180:
        return near + far
    try:
        return root(near * near + far * far - 2 * near * far * cosd(flat))
    except InexactError:
        a, b = float(near), float(far)
        return math.sqrt(a * a + b * b - 2 * a * b * math.cos(math.radians(float(flat))))


def _spoke(P: Vector, foot: Vector, axis: Vector) -> Vector:
    """Return the vector from the axis to a point, perpendicular to the axis."""
    gap = P - foot
    return gap - axis * (gap.dot(axis) / axis.dot(axis))


def _turn(u: Vector, v: Vector, turns: int) -> Any:
    return _angle(u, v) + 360 * turns


def _angle(u: Vector, v: Vector) -> Any:
    """Return the angle of two vectors in degrees, from 0 to 180; exact where it can be written."""
    try:
        return degrees_of_cos(u.dot(v) / root(u.dot(u) * v.dot(v)))
    except InexactError:
        size = math.sqrt(float(u.dot(u)) * float(v.dot(v)))
        return math.degrees(math.acos(max(-1.0, min(1.0, float(u.dot(v)) / size))))


def _require(holds: bool, P: Vector) -> None:
    if not holds:
        raise SolidError(f"expected a point of the side of the body, found {P}")


FUNCTIONS: dict[str, Callable[..., object]] = {
    "shortest_path": shortest_path,
    "unfolded_distance": unfolded_distance,
    "apex_angle": apex_angle,
}
