"""Folding plane figures along lines."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from geoengine.solid.errors import SolidError
from geoengine.solid.roots import Real, as_real, is_zero, root, sign_of
from geoengine.solid.space import Vector
from geoengine.solid.trigonometry import cosd, sind

if TYPE_CHECKING:
    from geoengine.solid.space import Line, Segment

__all__ = ["FUNCTIONS", "fold", "fold_to"]


def fold(P: Vector, crease: Line | Segment, dihedral: Real | int | Fraction) -> Vector:
    """Return where a point of a horizontal sheet comes to lie when the sheet is folded up.

    The part of the sheet on the point's side of the crease turns upwards, the other part stays: the
    point keeps its foot on the crease and its distance from the crease.

    Parameters
    ----------
    P : Vector
        A point of the sheet, which is parallel to the plane z = 0.
    crease : Line or Segment
        A line of the sheet that does not pass through P.
    dihedral : number
        The dihedral angle between both parts afterwards, in degrees: 180 is the flat sheet, 90 a
        right angle, 0 folds the point over onto the other part.

    Raises
    ------
    SolidError
        If P and the crease are not in one horizontal plane, P lies on the crease, or the angle is
        not between 0 and 180 degrees.
    InexactError
        If the sine or cosine of the angle cannot be written exactly.

    Examples
    --------
    A right-angled fold along the diagonal of a square:

    >>> from geoengine.solid.space import Line, Vector
    >>> A, B, C, D = Vector(0, 0, 0), Vector(1, 0, 0), Vector(1, 1, 0), Vector(0, 1, 0)
    >>> print(fold(D, Line(A, C - A), 90))
    (1/2, 1/2, √2/2)
    """
    foot, arm = _arm(P, crease)
    if not 0 <= dihedral <= 180:
        raise SolidError(f"expected a dihedral angle from 0 to 180 degrees, found {dihedral}")
    return foot - arm * cosd(dihedral) + Vector(0, 0, 1) * (root(arm.dot(arm)) * sind(dihedral))


def fold_to(
    P: Vector, crease: Line | Segment, Q: Vector, distance: Real | int | Fraction
) -> Vector:
    """Return where a point of a horizontal sheet comes to lie when it is folded up to a distance.

    As `fold`, where the sheet is folded until the point is at a given distance from a point that
    does not move. The height of the point above the sheet follows from the theorem of Pythagoras.

    Parameters
    ----------
    P : Vector
        A point of the sheet.
    crease : Line or Segment
        A line of the sheet that does not pass through P.
    Q : Vector
        A point of the sheet that is not on the crease.
    distance : number
        The distance of P from Q afterwards.

    Raises
    ------
    SolidError
        If P, Q and the crease are not in one horizontal plane, P or Q lies on the crease, or P does
        not reach that distance.

    Examples
    --------
    >>> from geoengine.solid.space import Line, Vector
    >>> A, B, C, D = Vector(0, 0, 0), Vector(1, 0, 0), Vector(1, 1, 0), Vector(0, 1, 0)
    >>> print(fold_to(D, Line(A, C - A), B, 1))
    (1/2, 1/2, √2/2)
    """
    foot, arm = _arm(P, crease)
    other, reach = _arm(Q, crease)
    # P' = foot + s arm + z up, with s² |arm|² + z² = |arm|²; its square distance from Q is linear
    # in s: |foot - other|² + |arm|² + |reach|² - 2 s arm·reach.
    gap = foot - other
    full = gap.dot(gap) + arm.dot(arm) + reach.dot(reach)
    s = (full - as_real(distance) ** 2) / (2 * arm.dot(reach))
    height = 1 - s * s
    if sign_of(height) < 0:
        raise SolidError(f"expected a distance that the folded point reaches, found {distance}")
    up: Vector = Vector(0, 0, 1) * root(arm.dot(arm) * height)
    return foot + arm * s + up


def _arm(P: Vector, crease: Line | Segment) -> tuple[Vector, Vector]:
    """Return the foot of a point of the sheet on the crease, and the vector from there to it."""
    start, along = crease.point, crease.direction
    t = (P - start).dot(along) / along.dot(along)
    foot = start + along * t
    arm = P - foot
    if not (is_zero(along.z) and is_zero(arm.z)):
        raise SolidError("expected a point and a crease in one horizontal plane")
    if is_zero(arm.dot(arm)):
        raise SolidError(f"expected a point that is not on the crease, found {P}")
    return foot, arm


FUNCTIONS: dict[str, Callable[..., object]] = {"fold": fold, "fold_to": fold_to}
