"""Areas of the parts into which planes cut curved surfaces."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import Real, as_real, is_zero, root, sign_of
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere, profile
from geoengine.solid.section_areas import section_area
from geoengine.solid.sections import missed
from geoengine.solid.space import Plane, Vector
from geoengine.solid.things import RoundBody, unexpected
from geoengine.solid.trigonometry import PI, degrees_of_cos

__all__ = ["FUNCTIONS", "curved_area_beside"]


def curved_area_beside(body: RoundBody, plane: Plane, P: Vector) -> Real:
    """Return the area of the part of a curved surface on the side of a plane where a point is.

    2πrh of a spherical cap of height h (Archimedes, *On the Sphere and Cylinder* I.42-43). The part
    of a cone or frustum has everywhere the same slope to the base, and the faces of a closed
    surface add up to 0 as vectors, so the part follows from the areas of the section and of the
    parts of the bases. For a cylinder, the lengths of the generators are integrated.

    Parameters
    ----------
    body : Sphere, Cone, Cylinder or ConeFrustum
        Bases do not count: of a cone only the lateral surface does.
    plane : Plane
    P : Vector
        A point that is not in the plane.

    Raises
    ------
    SolidError
        If the point is in the plane, or the plane does not cut the body.
    InexactError
        If the numbers are exact, and the area is not a sum of roots and of multiples of π.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> ball = Sphere(Vector(0, 0, 0), as_real(3))
    >>> print(curved_area_beside(ball, Plane(Vector(0, 0, 1), Vector(0, 0, 1)), Vector(0, 0, 9)))
    12π
    """
    side = sign_of(plane.side(P))
    if not side:
        raise SolidError("expected a point beside the plane that cuts, found one in it")
    facing = Plane(plane.point, plane.normal if side > 0 else -plane.normal)
    match body:
        case Sphere(center=center, radius=r):
            n, above = facing.normal, facing.side(center)
            if sign_of(r * r * n.dot(n) - above * above) <= 0:
                raise missed()
            return PI * 2 * (r * (r + above / n.length))
        case Cylinder():
            return _cylinder_part(body, facing)
        case Cone() | ConeFrustum():
            return _cone_part(body, facing)
    raise unexpected("a sphere, cone, cylinder or frustum", body)


def _cone_part(body: Cone | ConeFrustum, facing: Plane) -> Real:
    ends, n = profile(body), facing.normal
    axis = ends.top - ends.bottom
    section = section_area(body, facing) * (n.dot(axis) / (n.length * body.height))
    bases = _disc_part(ends.bottom, ends.bottom_radius, axis, facing) - _disc_part(
        ends.top, ends.top_radius, axis, facing
    )
    # Seen along the axis, the bases and the section cover as much as the part of the side.
    return (bases + section) * body.slant / (ends.bottom_radius - ends.top_radius)


def _disc_part(center: Vector, r: Real, axis: Vector, facing: Plane) -> Real:
    """Return the area of the part of a base where the normal points to."""
    side, steepness = facing.side(center), _steepness(axis, facing)
    half_turn, height = _positive_arc(side, steepness * (r * r))
    sector = half_turn * (r * r)
    # The triangle between the radii to the ends of the chord.
    return sector + height * side / steepness if sign_of(height) else sector


def _cylinder_part(body: Cylinder, facing: Plane) -> Real:
    r, axis = body.radius, body.top - body.bottom
    swing = _steepness(axis, facing) * (r * r)
    bottom, top = facing.side(body.bottom), facing.side(body.top)
    (first, height), (last, top_height) = _positive_arc(bottom, swing), _positive_arc(top, swing)
    if is_zero(first - last) and (is_zero(first) or is_zero(first - PI)):
        raise missed()
    around = body.height * r * 2
    if is_zero(top - bottom):
        return first * around
    # Of a generator on which `side` goes from u to v, the share (max(v, 0) - max(u, 0)) / (v - u)
    # counts.
    positive = last * top - first * bottom + (top_height - height)
    return positive * around / (top - bottom)


def _steepness(axis: Vector, facing: Plane) -> Real:
    """Return the square of the growth of `side` in the plane of a base, over a unit of length."""
    across = facing.normal.cross(axis)
    return across.dot(across) / axis.dot(axis)


def _positive_arc(side: Real, swing: Real) -> tuple[Real, Real]:
    """Return up to which angle side + √swing * cos(angle) is positive, and √(swing - side²).

    The angle is from 0 to π. Where the sum does not change its sign, the root is 0.
    """
    rest = swing - side * side
    if sign_of(rest) <= 0:
        return (PI if sign_of(side) > 0 else as_real(0)), rest - rest
    return PI * (degrees_of_cos(-side / root(swing)) / 180), root(rest)


FUNCTIONS: dict[str, Callable[..., object]] = {"curved_area_beside": curved_area_beside}
"""The functions of the seed language that this module defines."""
