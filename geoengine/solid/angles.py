"""Angles between lines and planes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import Real, is_zero, root, sign_of
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.things import Linear, unexpected
from geoengine.solid.trigonometry import degrees_of_cos

__all__ = [
    "FUNCTIONS",
    "Angle",
    "angle",
    "between",
    "cos_angle",
    "sin_angle",
    "tan_angle",
]


class Angle(NamedTuple):
    """An angle, by multiples of its cosine and sine: adjacent² + opposite² = square."""

    adjacent: Real
    opposite_square: Real
    square: Real

    @property
    def cosine(self) -> Real:
        """Its cosine."""
        return self.adjacent / root(self.square)

    @property
    def sine(self) -> Real:
        """Its sine."""
        return root(self.opposite_square / self.square)

    @property
    def tangent(self) -> Real:
        """Its tangent; an error for a right angle."""
        if is_zero(self.adjacent):
            raise SolidError("expected an angle that has a tangent, found a right angle")
        return root(self.opposite_square) / self.adjacent

    @property
    def degrees(self) -> Real:
        """The angle in degrees."""
        if isinstance(self.adjacent, float):
            return math.degrees(math.atan2(math.sqrt(self.opposite_square), self.adjacent))
        return degrees_of_cos(self.cosine)


def between(u: Vector, v: Vector) -> Angle:
    """Return the angle of two vectors, from 0 to 180 degrees.

    u·v = |u||v| cos and |u×v| = |u||v| sin.

    Raises
    ------
    SolidError
        If a vector is 0.
    """
    across = u.cross(v)
    square = u.dot(u) * v.dot(v)
    if is_zero(square):
        raise SolidError("expected two vectors that form an angle, found one of length 0")
    return Angle(u.dot(v), across.dot(across), square)


def _acute(X: Linear | Plane, Y: Linear | Plane) -> Angle:
    """The angle of lines and planes, from 0 to 90 degrees."""
    match X, Y:
        case (Line() | Segment(), Line() | Segment()):
            angle = between(X.direction, Y.direction)
        case (Plane(), Plane()):
            angle = between(X.normal, Y.normal)
        case (Line() | Segment(), Plane()):
            angle = between(X.direction, Y.normal)
            opposite = angle.adjacent
            adjacent = root(angle.opposite_square)
            return Angle(adjacent, opposite * opposite, angle.square)
        case (Plane(), Line() | Segment()):
            return _acute(Y, X)
        case _:
            raise unexpected("lines or planes", X, Y)
    return angle if sign_of(angle.adjacent) >= 0 else angle._replace(adjacent=-angle.adjacent)


def angle(X: Linear | Plane, Y: Linear | Plane) -> Real:
    """Return the angle between two lines, two planes, or a line and a plane, in degrees.

    From 0 to 90. That of lines, also skew ones, is the angle between parallels through one point;
    that of planes, between their normals; that of a line and a plane completes the angle between
    the line and the normal to 90 degrees. Segments count as their lines.

    Raises
    ------
    InexactError
        If the angle is exact, and not a multiple of 15, 18 or 22.5 degrees.

    Examples
    --------
    >>> O, X, Y = Vector(0, 0, 0), Vector(1, 0, 0), Vector(1, 1, 0)
    >>> print(angle(Segment(O, X), Segment(O, Y)), angle(Segment(O, Y), Plane(O, X)))
    45 45
    """
    return _acute(X, Y).degrees


def cos_angle(X: Linear | Plane, Y: Linear | Plane) -> Real:
    """Return the cosine of the angle between lines or planes (see `angle`).

    |u·v| / |u||v| for two directions or two normals, |u×n| / |u||n| for a line and a plane.

    Examples
    --------
    >>> O = Vector(0, 0, 0)
    >>> print(cos_angle(Segment(O, Vector(1, 1, 1)), Segment(O, Vector(0, 0, 1))))
    √3/3
    """
    return _acute(X, Y).cosine


def sin_angle(X: Linear | Plane, Y: Linear | Plane) -> Real:
    """Return the sine of the angle between lines or planes (see `angle`).

    |u×v| / |u||v| for two directions or two normals, |u·n| / |u||n| for a line and a plane.

    Examples
    --------
    >>> O = Vector(0, 0, 0)
    >>> print(sin_angle(Segment(O, Vector(1, 1, 1)), Plane(O, Vector(0, 0, 1))))
    √3/3
    """
    return _acute(X, Y).sine


def tan_angle(X: Linear | Plane, Y: Linear | Plane) -> Real:
    """Return the tangent of the angle between lines or planes (see `angle`): sine / cosine.

    Raises
    ------
    SolidError
        If they are perpendicular.

    Examples
    --------
    >>> O = Vector(0, 0, 0)
    >>> print(tan_angle(Segment(O, Vector(1, 1, 1)), Plane(O, Vector(0, 0, 1))))
    √2/2
    """
    return _acute(X, Y).tangent


FUNCTIONS: dict[str, Callable[..., object]] = {
    "angle": angle,
    "cos_angle": cos_angle,
    "sin_angle": sin_angle,
    "tan_angle": tan_angle,
}
"""The functions of the seed language that this module defines."""
