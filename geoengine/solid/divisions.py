"""Points that divide a segment evenly, and lines and planes through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from geoengine.solid.space import Plane, Segment, Vector
from geoengine.solid.whole_numbers import whole

__all__ = ["FUNCTIONS", "cross_planes", "inner_points", "joins", "pencil"]


def inner_points(A: Vector, B: Vector, n: Any) -> list[Vector]:
    """Return the n points that divide the segment AB into n + 1 equal parts, without its ends.

    Raises
    ------
    SolidError
        If n is not a whole number.

    Examples
    --------
    >>> [str(P) for P in inner_points(Vector(0, 0, 0), Vector(3, 0, 0), 2)]
    ['(1, 0, 0)', '(2, 0, 0)']
    """
    count = whole(n, "the number of points")
    return [A + (B - A) * Fraction(i, count + 1) for i in range(1, count + 1)]


def cross_planes(A: Vector, B: Vector, n: Any) -> list[Plane]:
    """Return the n planes perpendicular to AB through the points of `inner_points`.

    Raises
    ------
    SolidError
        If n is not a whole number, or A = B.

    Examples
    --------
    >>> [str(plane.point) for plane in cross_planes(Vector(0, 0, 0), Vector(0, 0, 2), 1)]
    ['(0, 0, 1)']
    """
    return [Plane(P, B - A) for P in inner_points(A, B, n)]


def pencil(A: Vector, B: Vector, C: Vector, D: Vector, n: Any) -> list[Plane]:
    """Return the n planes through the line AB and the inner points that divide CD evenly.

    Raises
    ------
    SolidError
        If n is not a whole number, or such a point lies on the line AB.

    Examples
    --------
    >>> P, Q = Vector(0, 0, 0), Vector(0, 0, 1)
    >>> [str(plane.normal) for plane in pencil(P, Q, Vector(1, 0, 0), Vector(0, 1, 0), 1)]
    ['(-1/2, 1/2, 0)']
    """
    return [Plane(A, (B - A).cross(P - A), through=(A, B, P)) for P in inner_points(C, D, n)]


def joins(points: Iterable[Vector], others: Iterable[Vector]) -> list[Segment]:
    """Return the segments that join each of the points with each of the others.

    Raises
    ------
    SolidError
        If a point is in both lists.

    Examples
    --------
    >>> O, A, B, C = (Vector(x, y, 0) for x in (0, 1) for y in (0, 1))
    >>> len(joins([O, A], [B, C]))
    4
    """
    return [Segment(P, Q) for P, Q in product(points, others)]


_ALL: tuple[Callable[..., object], ...] = (inner_points, cross_planes, pencil, joins)
FUNCTIONS: dict[str, Callable[..., object]] = {f.__name__: f for f in _ALL}
