"""How many triangles of some kind have their vertices among given points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from geoengine.solid.incidences import different, is_straight
from geoengine.solid.roots import is_zero

if TYPE_CHECKING:
    from geoengine.solid.space import Vector

__all__ = [
    "FUNCTIONS",
    "acute_triangles",
    "equilateral_triangles",
    "isosceles_triangles",
    "obtuse_triangles",
    "right_triangles",
    "triangles",
]


def triangles(points: Iterable[Vector]) -> int:
    """Return the number of triangles with their vertices among the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> triangles([Vector(0, 0, 0), Vector(1, 0, 0), Vector(2, 0, 0), Vector(0, 1, 0)])
    3
    """
    return len(_triangle_sides(points))


def right_triangles(points: Iterable[Vector]) -> int:
    """Return the number of right-angled triangles with their vertices among the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> right_triangles(corners)
    48
    """
    return sum(is_zero(a + b - c) for a, b, c in _triangle_sides(points))


def acute_triangles(points: Iterable[Vector]) -> int:
    """Return the number of acute triangles with their vertices among the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> acute_triangles(corners)
    8
    """
    return sum(not is_zero(a + b - c) and a + b > c for a, b, c in _triangle_sides(points))


def obtuse_triangles(points: Iterable[Vector]) -> int:
    """Return the number of obtuse triangles with their vertices among the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> obtuse_triangles([Vector(0, 0, 0), Vector(2, 0, 0), Vector(-1, 1, 0), Vector(1, 0, 0)])
    3
    """
    return sum(not is_zero(a + b - c) and a + b < c for a, b, c in _triangle_sides(points))


def equilateral_triangles(points: Iterable[Vector]) -> int:
    """Return the number of equilateral triangles with their vertices among the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> equilateral_triangles(corners)
    8
    """
    return sum(is_zero(a - c) for a, _, c in _triangle_sides(points))


def isosceles_triangles(points: Iterable[Vector]) -> int:
    """Return the number of triangles with two or three equal sides and vertices among the points.

    Raises
    ------
    SolidError
        If two points are the same.

    Examples
    --------
    >>> from geoengine.solid.space import Vector
    >>> corners = [Vector(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> isosceles_triangles(corners)
    32
    """
    return sum(is_zero(a - b) or is_zero(b - c) for a, b, c in _triangle_sides(points))


def _triangle_sides(points: Iterable[Vector]) -> list[tuple[Any, Any, Any]]:
    """Return the squares of the sides of every triangle, the greatest last."""
    found = []
    for A, B, C in combinations(different(points), 3):
        if not is_straight(A, B, C):
            a, b, c = sorted(side.dot(side) for side in (B - C, C - A, A - B))
            found.append((a, b, c))
    return found


_ALL: tuple[Callable[..., int], ...] = (
    triangles,
    right_triangles,
    acute_triangles,
    obtuse_triangles,
    equilateral_triangles,
    isosceles_triangles,
)
FUNCTIONS = {f.__name__: f for f in _ALL}
