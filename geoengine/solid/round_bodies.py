"""Spheres, cones, cylinders and frusta of cones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import Real, is_zero, root, sign_of
from geoengine.solid.space import Vector, same_point

__all__ = ["Cone", "ConeFrustum", "Cylinder", "Profile", "Sphere", "profile"]


def _check_radius(radius: Real) -> None:
    if sign_of(radius) <= 0:
        raise SolidError(f"expected a positive radius, found {radius}")


def _check_axis(a: Vector, b: Vector) -> None:
    if same_point(a, b):
        raise SolidError(f"expected a body with a height, found both ends of its axis at {a}")


@dataclass(frozen=True)
class Sphere:
    """A sphere, and the ball inside it.

    Parameters
    ----------
    center : Vector
    radius : Exact, NestedRoot or float
        Positive, in the unit of length of the figure.

    Raises
    ------
    SolidError
        If the radius is not positive.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> Sphere(Vector(0, 0, 0), as_real("√3")).radius
    Exact('√3')
    """

    center: Vector
    radius: Real

    def __post_init__(self) -> None:
        _check_radius(self.radius)


@dataclass(frozen=True)
class Cone:
    """A right circular cone.

    Parameters
    ----------
    apex, center : Vector
        The apex, and the centre of the base, which is perpendicular to the axis.
    radius : Exact, NestedRoot or float
        Of the base.

    Raises
    ------
    SolidError
        If the radius is not positive, or the height is 0.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> cone = Cone(Vector(0, 0, 4), Vector(0, 0, 0), as_real(3))
    >>> print(cone.height, cone.slant)
    4 5
    """

    apex: Vector
    center: Vector
    radius: Real

    def __post_init__(self) -> None:
        _check_radius(self.radius)
        _check_axis(self.apex, self.center)

    @property
    def height(self) -> Real:
        """The distance from the apex to the base."""
        return (self.apex - self.center).length

    @property
    def slant(self) -> Real:
        """The distance from the apex to the circle of the base, by Pythagoras' theorem."""
        return _hypotenuse(self.apex - self.center, self.radius)


@dataclass(frozen=True)
class Cylinder:
    """A right circular cylinder.

    Parameters
    ----------
    bottom, top : Vector
        The centres of its bases.
    radius : Exact, NestedRoot or float

    Raises
    ------
    SolidError
        If the radius is not positive, or the height is 0.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> print(Cylinder(Vector(0, 0, 0), Vector(1, 1, 1), as_real(2)).height)
    √3
    """

    bottom: Vector
    top: Vector
    radius: Real

    def __post_init__(self) -> None:
        _check_radius(self.radius)
        _check_axis(self.bottom, self.top)

    @property
    def height(self) -> Real:
        """The distance of the bases."""
        return (self.top - self.bottom).length


@dataclass(frozen=True)
class ConeFrustum:
    """A frustum of a right circular cone.

    Parameters
    ----------
    bottom, top : Vector
        The centres of its bases.
    bottom_radius, top_radius : Exact, NestedRoot or float
        Different from each other.

    Raises
    ------
    SolidError
        If a radius is not positive, the radii are equal, or the height is 0.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> frustum = ConeFrustum(Vector(0, 0, 0), Vector(0, 0, 4), as_real(5), as_real(2))
    >>> print(frustum.height, frustum.slant)
    4 5
    """

    bottom: Vector
    top: Vector
    bottom_radius: Real
    top_radius: Real

    def __post_init__(self) -> None:
        _check_radius(self.bottom_radius)
        _check_radius(self.top_radius)
        _check_axis(self.bottom, self.top)
        if is_zero(self.bottom_radius - self.top_radius):
            raise SolidError(
                f"expected two different radii of a frustum, found {self.top_radius} twice"
            )

    @property
    def height(self) -> Real:
        """The distance of the bases."""
        return (self.top - self.bottom).length

    @property
    def slant(self) -> Real:
        """The length of a straight line of its side, by Pythagoras' theorem."""
        return _hypotenuse(self.top - self.bottom, self.bottom_radius - self.top_radius)


class Profile(NamedTuple):
    """A cone, cylinder or frustum by its axis: the ends, and the radii there (0 at an apex)."""

    bottom: Vector
    top: Vector
    bottom_radius: Real
    top_radius: Real


def profile(body: Cone | Cylinder | ConeFrustum) -> Profile:
    """Return the ends of the axis of a body, and the radii there.

    Examples
    --------
    >>> from geoengine.solid import as_real
    >>> print(profile(Cone(Vector(0, 0, 4), Vector(0, 0, 0), as_real(3))).top_radius)
    0
    """
    match body:
        case Cone(apex=S, center=A, radius=r):
            return Profile(A, S, r, r - r)
        case Cylinder(bottom=A, top=B, radius=r):
            return Profile(A, B, r, r)
    return Profile(body.bottom, body.top, body.bottom_radius, body.top_radius)


def _hypotenuse(axis: Vector, radius: Real) -> Real:
    return root(axis.dot(axis) + radius * radius)
