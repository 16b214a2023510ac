"""Areas of plane sections, also of those that are bounded by arcs of conics."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from geoengine.solid.errors import InexactError
from geoengine.solid.measures import area
from geoengine.solid.plane_figures import Disc
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.roots import Real, as_real, is_zero, root, sign_of
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Profile, Sphere, profile
from geoengine.solid.sections import missed, section
from geoengine.solid.space import Plane
from geoengine.solid.things import Body, unexpected
from geoengine.solid.trigonometry import PI, degrees_of_cos

__all__ = ["FUNCTIONS", "section_area"]


def section_area(body: Body, plane: Plane) -> Real:
    """Return the area of the section of a convex body by any plane, in square units.

    A plane cuts a cone, cylinder or frustum in parallel chords. The square of half a chord is a
    quadratic function of its height (Apollonius, *Conics* I.11-13), and the area is the integral
    of its square root. A whole ellipse has the area πab, a segment of a parabola two thirds of the
    rectangle around it (Archimedes, *Quadrature of the Parabola*).

    Parameters
    ----------
    body : Polyhedron, Sphere, Cone, Cylinder or ConeFrustum
    plane : Plane

    Raises
    ------
    SolidError
        If the plane does not pass through the inside of the body.
    InexactError
        If the numbers are exact, and the area is not a sum of roots and of multiples of π: for a
        part of a hyperbola, and for most parts of ellipses.

    Examples
    --------
    >>> from geoengine.solid import Vector, as_real
    >>> body = Cylinder(Vector(0, 0, 0), Vector(0, 0, 9), as_real(2))
    >>> print(section_area(body, Plane(Vector(0, 0, 5), Vector(1, 0, 1))))
    4√2π
    """
    match body:
        case Polyhedron() | Sphere():
            return area(section(body, plane))
        case Cone() | Cylinder() | ConeFrustum():
            return _area_across(plane, profile(body))
    raise unexpected("a body", body)


def _area_across(plane: Plane, body: Profile) -> Real:
    A, r, s = body.bottom, body.bottom_radius, body.top_radius
    axis, n = body.top - A, plane.normal
    along = n.cross(axis)
    if along.is_zero:
        level = (plane.point - A).dot(axis) / axis.dot(axis)
        if sign_of(level) <= 0 or sign_of(1 - level) <= 0:
            raise missed()
        return area(Disc(A + axis * level, n, r + (s - r) * level))
    # The middles of the chords are on a line, start + z * climb, with z from 0 at the bottom to 1.
    steep = along.cross(n)
    climb = steep * (axis.dot(axis) / steep.dot(axis))
    foot = n * (-plane.side(A) / n.dot(n))
    start = foot - climb * (foot.dot(axis) / axis.dot(axis))
    out, widening = climb - axis, s - r
    return (climb.length * 2) * _root_integral(
        widening * widening - out.dot(out),
        (r * widening - start.dot(out)) * 2,
        r * r - start.dot(start),
    )


def _root_integral(a: Real, b: Real, c: Real) -> Real:
    """Integrate √(az² + bz + c) over the part of 0 < z < 1 where it is real, an interval.

    Raises
    ------
    SolidError
        If there is no such part.
    """
    first, last, slope, last_slope = c, a + b + c, b, a * 2 + b
    square = b * b - a * c * 4
    if sign_of(first) <= 0 and sign_of(last) <= 0:
        rises_between = sign_of(slope) > 0 > sign_of(last_slope)
        if not rises_between or sign_of(square) <= 0:
            raise missed()
    if not is_zero(a):
        return _up_to(last, last_slope, a, square) - _up_to(first, slope, a, square)
    if is_zero(b):
        return root(c)
    return (_cube_of_root(last) - _cube_of_root(first)) / b * Fraction(2, 3)


def _cube_of_root(x: Real) -> Real:
    return x * root(x) if sign_of(x) > 0 else x - x


def _up_to(value: Real, slope: Real, a: Real, square: Real) -> Real:
    """Return an antiderivative of √(az² + bz + c), where a is not 0.

    Parameters
    ----------
    value, slope : Real
        Those of az² + bz + c at the place; where it is not positive, its root towards the interval
        is taken.
    a, square : Real
        The first coefficient, and b² - 4ac, which is 0 for a pair of lines.
    """
    inside = sign_of(value) > 0
    part = slope * root(value) / (a * 4) if inside else a - a
    if is_zero(square):
        return part
    if sign_of(a) < 0:
        if inside:
            degrees = degrees_of_cos(slope / root(square))
        else:
            degrees = as_real(0 if sign_of(slope) > 0 else 180)
        turn: Real = degrees * square / (a * -8 * 180)
        return part + PI * turn / root(-a)
    if not isinstance(a, float):
        raise InexactError(
            "expected a section whose area has an exact value, found part of a hyperbola"
        )
    growth = math.acosh(max(1.0, abs(float(slope / root(square))))) if inside else 0.0
    signed = math.copysign(growth, float(slope))
    return part - square * signed / (a * root(a) * 8)


FUNCTIONS: dict[str, Callable[..., object]] = {"section_area": section_area}
"""The functions of the seed language that this module defines."""
