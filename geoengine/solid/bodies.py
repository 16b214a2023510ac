"""Bodies as the seed language makes them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from geoengine.solid.polyhedron import hull
from geoengine.solid.roots import Real, as_real
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.space import Vector

__all__ = ["FUNCTIONS", "cone", "cylinder", "frustum", "sphere"]


def sphere(center: Vector, radius: Real | int | Fraction) -> Sphere:
    """Return the sphere with this centre and radius.

    Raises
    ------
    SolidError
        If the radius is not positive.

    Examples
    --------
    >>> sphere(Vector(0, 0, 0), 2).radius
    Exact('2')
    """
    return Sphere(center, as_real(radius))


def cone(apex: Vector, center: Vector, radius: Real | int | Fraction) -> Cone:
    """Return the right circular cone with this apex, and this centre and radius of its base.

    Raises
    ------
    SolidError
        If the radius is not positive, or the apex is the centre.

    Examples
    --------
    >>> print(cone(Vector(0, 0, 2), Vector(0, 0, 0), 1).slant)
    √5
    """
    return Cone(apex, center, as_real(radius))


def cylinder(bottom: Vector, top: Vector, radius: Real | int | Fraction) -> Cylinder:
    """Return the right circular cylinder whose bases have these centres and this radius.

    Raises
    ------
    SolidError
        If the radius is not positive, or the centres coincide.

    Examples
    --------
    >>> print(cylinder(Vector(0, 0, 2), Vector(0, 0, 0), 1).height)
    2
    """
    return Cylinder(bottom, top, as_real(radius))


def frustum(
    bottom: Vector,
    top: Vector,
    bottom_radius: Real | int | Fraction,
    top_radius: Real | int | Fraction,
) -> ConeFrustum:
    """Return the frustum of a cone whose bases have these centres and radii.

    Raises
    ------
    SolidError
        If a radius is not positive, the radii are equal, or the centres coincide.

    Examples
    --------
    >>> print(frustum(Vector(0, 0, 2), Vector(0, 0, 0), 1, 3).slant)
    2√2
    """
    return ConeFrustum(bottom, top, as_real(bottom_radius), as_real(top_radius))


FUNCTIONS: dict[str, Callable[..., object]] = {
    "cone": cone,
    "cylinder": cylinder,
    "frustum": frustum,
    "hull": hull,
    "sphere": sphere,
}
"""The functions of the seed language that this module defines."""
