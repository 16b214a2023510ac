"""Prisms and pyramids over polygons with any number of sides, and bodies with cut corners."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from geoengine.solid.errors import SolidError
from geoengine.solid.polyhedron import Polyhedron, hull
from geoengine.solid.space import Vector
from geoengine.solid.whole_numbers import whole

__all__ = [
    "FUNCTIONS",
    "corner",
    "cut_corners",
    "ngon_bipyramid",
    "ngon_prism",
    "ngon_pyramid",
]

#: The tangents of half the angles of the vertices are rounded to a multiple of 1 / _STEPS.
_STEPS = 60
_GOLDEN = (math.sqrt(5) - 1) / 2


def ngon_prism(n: Any, height: Any) -> Polyhedron:
    """Return an upright prism over a convex polygon with n sides.

    The base is inscribed in a circle of radius 2 about the origin. It is clearly irregular, and no
    two of its sides and diagonals are parallel. The base comes first among the vertices, then the
    top, each counter-clockwise from the same vertical edge.

    Parameters
    ----------
    n : int
        At least 3, and at most 16.
    height : number
        Positive.

    Raises
    ------
    SolidError
        If n is not such a number, or the height is 0.

    Examples
    --------
    >>> prism = ngon_prism(7, 3)
    >>> len(prism.vertices), len(prism.edges), len(prism.faces)
    (14, 21, 9)
    """
    base = _ngon(n)
    return hull(*base, *(P + Vector(0, 0, 1) * height for P in base))


def ngon_pyramid(n: Any, height: Any) -> Polyhedron:
    """Return a pyramid over a convex polygon with n sides; the apex is its last vertex.

    The base is that of `ngon_prism`; the apex is over the centre of its circle. The parameters and
    errors are those of `ngon_prism`.

    Examples
    --------
    >>> pyramid = ngon_pyramid(5, 3)
    >>> len(pyramid.vertices), len(pyramid.edges), len(pyramid.faces)
    (6, 10, 6)
    """
    return hull(*_ngon(n), Vector(0, 0, 1) * height)


def ngon_bipyramid(n: Any, height: Any) -> Polyhedron:
    """Return two pyramids of the same height on both sides of a common base with n sides.

    The last two vertices are the upper and the lower apex. The parameters and errors are those of
    `ngon_prism`.

    Examples
    --------
    >>> double = ngon_bipyramid(5, 3)
    >>> len(double.vertices), len(double.edges), len(double.faces)
    (7, 15, 10)
    """
    return hull(*_ngon(n), Vector(0, 0, 1) * height, Vector(0, 0, -1) * height)


def cut_corners(body: Polyhedron, k: Any, part: Any) -> Polyhedron:
    """Return a convex polyhedron after its first k corners were cut off by planes.

    Each plane passes through the points of the edges from a corner that are a given part of the
    edge away from the corner. At a corner with more than three edges these points must lie in one
    plane.

    Parameters
    ----------
    body : Polyhedron
    k : int
        How many corners, in the order of `body.vertices`.
    part : number
        More than 0, less than 1/2.

    Raises
    ------
    SolidError
        If there are fewer corners, or the part is another number.

    Examples
    --------
    >>> cube = hull(*(Vector(x, y, z) for x in (0, 3) for y in (0, 3) for z in (0, 3)))
    >>> cut = cut_corners(cube, 2, Fraction(1, 3))
    >>> len(cut.vertices), len(cut.edges), len(cut.faces)
    (12, 18, 8)
    """
    count = whole(k, "the number of corners")
    if count > len(body.vertices):
        raise SolidError(f"expected at most {len(body.vertices)} corners, found {count}")
    if not 0 < part < Fraction(1, 2):
        raise SolidError(f"expected a part between 0 and 1/2, found {part}")
    points = list(body.vertices[count:])
    for a, b in (*body.edges, *((b, a) for a, b in body.edges)):
        if a < count:
            A, B = body.vertices[a], body.vertices[b]
            points.append(A + (B - A) * part)
    return hull(*points)


def corner(body: Polyhedron, i: Any) -> Vector:
    """Return a vertex of a polyhedron by its number, counted from 1.

    Raises
    ------
    SolidError
        If there is no such vertex.

    Examples
    --------
    >>> print(corner(ngon_pyramid(4, 3), 5))
    (0, 0, 3)
    """
    number = whole(i, "the number of a vertex", 1)
    if number > len(body.vertices):
        raise SolidError(f"expected a number up to {len(body.vertices)}, found {number}")
    return body.vertices[number - 1]


def _ngon(n: Any) -> list[Vector]:
    sides = whole(n, "the number of sides", 3)
    if sides > 16:
        raise SolidError(f"expected at most 16 sides, found {sides}")
    # The arcs over the sides are clearly unequal: multiples of the golden ratio, without their
    # whole parts, are spread evenly, and differ much from one to the next.
    arcs = [0.55 + 0.9 * ((i * _GOLDEN + 0.37) % 1) for i in range(sides)]
    points = []
    for i in range(sides):
        angle = 2 * math.pi * sum(arcs[:i]) / sum(arcs) - 3
        t = Fraction(round(math.tan(angle / 2) * _STEPS), _STEPS)
        points.append(Vector(2 * (1 - t * t) / (1 + t * t), 4 * t / (1 + t * t), 0))
    return points


_ALL: tuple[Callable[..., object], ...] = (
    ngon_prism,
    ngon_pyramid,
    ngon_bipyramid,
    cut_corners,
    corner,
)
FUNCTIONS: dict[str, Callable[..., object]] = {f.__name__: f for f in _ALL}
