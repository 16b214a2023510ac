"""Angles between lines and planes, at a point, and dihedral angles."""

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
    "angle",
    "angle_at",
    "angle_between",
    "cos_angle",
    "cos_at",
    "cos_between",
    "cos_dihedral",
    "dihedral",
    "sin_angle",
    "sin_at",
    "sin_between",
    "sin_dihedral",
    "tan_angle",
    "tan_at",
    "tan_between",
    "tan_dihedral",
]


class _Angle(NamedTuple):
    """An angle, by multiples of its cosine and sine: adjacent² + opposite² = square."""

    adjacent: Real
    opposite_square: Real
    square: Real

    @property
    def cosine(self) -> Real:
        return self.adjacent / root(self.square)

    @property
    def sine(self) -> Real:
        return root(self.opposite_square / self.square)

    @property
    def tangent(self) -> Real:
        if is_zero(self.adjacent):
            raise SolidError("expected an angle that has a tangent, found a right angle")
        return root(self.opposite_square) / self.adjacent

    @property
    def degrees(self) -> Real:
        if isinstance(self.adjacent, float):
            return math.degrees(math.atan2(math.sqrt(self.opposite_square), self.adjacent))
        return degrees_of_cos(self.cosine)


def _between(u: Vector, v: Vector) -> _Angle:
    """The angle of two vectors, from 0 to 180 degrees: u·v = |u||v| cos and |u×v| = |u||v| sin."""
    across = u.cross(v)
    square = u.dot(u) * v.dot(v)
    if is_zero(square):
        raise SolidError("expected two vectors that form an angle, found one of length 0")
    return _Angle(u.dot(v), across.dot(across), square)


def _acute(X: Linear | Plane, Y: Linear | Plane) -> _Angle:
    """The angle of lines and planes, from 0 to 90 degrees."""
    match X, Y:
        case (Line() | Segment(), Line() | Segment()):
            angle = _between(X.direction, Y.direction)
        case (Plane(), Plane()):
            angle = _between(X.normal, Y.normal)
        case (Line() | Segment(), Plane()):
            angle = _between(X.direction, Y.normal)
            opposite = angle.adjacent
            adjacent = root(angle.opposite_square)
            return _Angle(adjacent, opposite * opposite, angle.square)
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


def angle_at(A: Vector, B: Vector, C: Vector) -> Real:
    """Return the angle ABC, at B, from 0 to 180 degrees; errors as for `angle`.

    Examples
    --------
    >>> print(angle_at(Vector(1, 0, 0), Vector(0, 0, 0), Vector(-1, 1, 0)))
    135
    """
    return _between(A - B, C - B).degrees


def cos_at(A: Vector, B: Vector, C: Vector) -> Real:
    """Return the cosine of the angle ABC, at B: BA·BC / |BA||BC|.

    Raises
    ------
    SolidError
        If A or C is B.

    Examples
    --------
    >>> print(cos_at(Vector(1, 0, 0), Vector(0, 0, 0), Vector(-1, 1, 0)))
    -√2/2
    """
    return _between(A - B, C - B).cosine


def sin_at(A: Vector, B: Vector, C: Vector) -> Real:
    """Return the sine of the angle ABC, at B: |BA×BC| / |BA||BC|.

    Examples
    --------
    >>> print(sin_at(Vector(1, 0, 0), Vector(0, 0, 0), Vector(-1, 2, 0)))
    2√5/5
    """
    return _between(A - B, C - B).sine


def tan_at(A: Vector, B: Vector, C: Vector) -> Real:
    """Return the tangent of the angle ABC, at B: |BA×BC| / BA·BC.

    Raises
    ------
    SolidError
        If it is a right angle.

    Examples
    --------
    >>> print(tan_at(Vector(1, 0, 0), Vector(0, 0, 0), Vector(-1, 2, 0)))
    -2
    """
    return _between(A - B, C - B).tangent


def angle_between(u: Vector, v: Vector) -> Real:
    """Return the angle between two vectors, from 0 to 180 degrees; errors as for `angle`.

    Examples
    --------
    >>> print(angle_between(Vector(1, 0, 1), Vector(0, -1, -1)))
    120
    """
    return _between(u, v).degrees


def cos_between(u: Vector, v: Vector) -> Real:
    """Return the cosine of the angle between two vectors: u·v / |u||v|.

    Examples
    --------
    >>> print(cos_between(Vector(1, 0, 1), Vector(0, -1, -1)))
    -1/2
    """
    return _between(u, v).cosine


def sin_between(u: Vector, v: Vector) -> Real:
    """Return the sine of the angle between two vectors: |u×v| / |u||v|.

    Examples
    --------
    >>> print(sin_between(Vector(1, 0, 1), Vector(0, -1, -1)))
    √3/2
    """
    return _between(u, v).sine


def tan_between(u: Vector, v: Vector) -> Real:
    """Return the tangent of the angle between two vectors: |u×v| / u·v.

    Raises
    ------
    SolidError
        If they are perpendicular.

    Examples
    --------
    >>> print(tan_between(Vector(1, 0, 1), Vector(0, -1, -1)))
    -√3
    """
    return _between(u, v).tangent


def _dihedral(P: Vector, A: Vector, B: Vector, Q: Vector) -> _Angle:
    edge = B - A
    first, second = edge.cross(P - A), edge.cross(Q - A)
    if first.is_zero or second.is_zero:
        raise SolidError("expected a dihedral angle, found a point of a face on its edge")
    return _between(first, second)


def dihedral(P: Vector, A: Vector, B: Vector, Q: Vector) -> Real:
    """Return the dihedral angle P-AB-Q, from 0 to 180 degrees; errors as for `angle`.

    The angle between the half-planes bounded by AB through P and through Q, which is that of the
    vectors AB×AP and AB×AQ.

    Examples
    --------
    >>> A, B = Vector(0, 0, 0), Vector(0, 0, 1)
    >>> print(dihedral(Vector(1, 0, 5), A, B, Vector(-1, 1, 2)))
    135
    """
    return _dihedral(P, A, B, Q).degrees


def cos_dihedral(P: Vector, A: Vector, B: Vector, Q: Vector) -> Real:
    """Return the cosine of the dihedral angle P-AB-Q (see `dihedral`).

    Raises
    ------
    SolidError
        If P or Q is on the line AB.

    Examples
    --------
    >>> A, B, C, D = (Vector(*xyz) for xyz in [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
    >>> print(cos_dihedral(A, B, C, D))
    1/3
    """
    return _dihedral(P, A, B, Q).cosine


def sin_dihedral(P: Vector, A: Vector, B: Vector, Q: Vector) -> Real:
    """Return the sine of the dihedral angle P-AB-Q (see `dihedral`).

    Examples
    --------
    >>> A, B, C, D = (Vector(*xyz) for xyz in [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
    >>> print(sin_dihedral(A, B, C, D))
    2√2/3
    """
    return _dihedral(P, A, B, Q).sine


def tan_dihedral(P: Vector, A: Vector, B: Vector, Q: Vector) -> Real:
    """Return the tangent of the dihedral angle P-AB-Q (see `dihedral`).

    Raises
    ------
    SolidError
        If it is a right angle.

    Examples
    --------
    >>> A, B, C, D = (Vector(*xyz) for xyz in [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)])
    >>> print(tan_dihedral(A, B, C, D))
    2√2
    """
    return _dihedral(P, A, B, Q).tangent


FUNCTIONS: dict[str, Callable[..., object]] = {
    "angle": angle,
    "angle_at": angle_at,
    "angle_between": angle_between,
    "cos_angle": cos_angle,
    "cos_at": cos_at,
    "cos_between": cos_between,
    "cos_dihedral": cos_dihedral,
    "dihedral": dihedral,
    "sin_angle": sin_angle,
    "sin_at": sin_at,
    "sin_between": sin_between,
    "sin_dihedral": sin_dihedral,
    "tan_angle": tan_angle,
    "tan_at": tan_at,
    "tan_between": tan_between,
    "tan_dihedral": tan_dihedral,
}
"""The functions of the seed language that this module defines."""
