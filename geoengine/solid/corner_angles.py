"""Angles at a point, between vectors, and dihedral angles."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.solid.angles import Angle, between
from geoengine.solid.errors import SolidError
from geoengine.solid.roots import Real
from geoengine.solid.space import Vector

__all__ = [
    "FUNCTIONS",
    "angle_at",
    "angle_between",
    "cos_at",
    "cos_between",
    "cos_dihedral",
    "dihedral",
    "sin_at",
    "sin_between",
    "sin_dihedral",
    "tan_at",
    "tan_between",
    "tan_dihedral",
]


def angle_at(A: Vector, B: Vector, C: Vector) -> Real:
    """Return the angle ABC, at B, from 0 to 180 degrees; errors as for `angle`.

    Examples
    --------
    >>> print(angle_at(Vector(1, 0, 0), Vector(0, 0, 0), Vector(-1, 1, 0)))
    135
    """
    return between(A - B, C - B).degrees


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
    return between(A - B, C - B).cosine


def sin_at(A: Vector, B: Vector, C: Vector) -> Real:
    """Return the sine of the angle ABC, at B: |BA×BC| / |BA||BC|.

    Examples
    --------
    >>> print(sin_at(Vector(1, 0, 0), Vector(0, 0, 0), Vector(-1, 2, 0)))
    2√5/5
    """
    return between(A - B, C - B).sine


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
    return between(A - B, C - B).tangent


def angle_between(u: Vector, v: Vector) -> Real:
    """Return the angle between two vectors, from 0 to 180 degrees; errors as for `angle`.

    Examples
    --------
    >>> print(angle_between(Vector(1, 0, 1), Vector(0, -1, -1)))
    120
    """
    return between(u, v).degrees


def cos_between(u: Vector, v: Vector) -> Real:
    """Return the cosine of the angle between two vectors: u·v / |u||v|.

    Examples
    --------
    >>> print(cos_between(Vector(1, 0, 1), Vector(0, -1, -1)))
    -1/2
    """
    return between(u, v).cosine


def sin_between(u: Vector, v: Vector) -> Real:
    """Return the sine of the angle between two vectors: |u×v| / |u||v|.

    Examples
    --------
    >>> print(sin_between(Vector(1, 0, 1), Vector(0, -1, -1)))
    √3/2
    """
    return between(u, v).sine


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
    return between(u, v).tangent


def _dihedral(P: Vector, A: Vector, B: Vector, Q: Vector) -> Angle:
    edge = B - A
    first, second = edge.cross(P - A), edge.cross(Q - A)
    if first.is_zero or second.is_zero:
        raise SolidError("expected a dihedral angle, found a point of a face on its edge")
    return between(first, second)


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
    "angle_at": angle_at,
    "angle_between": angle_between,
    "cos_at": cos_at,
    "cos_between": cos_between,
    "cos_dihedral": cos_dihedral,
    "dihedral": dihedral,
    "sin_at": sin_at,
    "sin_between": sin_between,
    "sin_dihedral": sin_dihedral,
    "tan_at": tan_at,
    "tan_between": tan_between,
    "tan_dihedral": tan_dihedral,
}
"""The functions of the seed language that this module defines."""
