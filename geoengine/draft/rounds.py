"""Circles and arcs.

As measured in the engine: ``CircularArc(O, A, B)`` runs counterclockwise from A, the semicircle
over AB is to the left of AB, and circles through three points of a line are undefined.
"""

from __future__ import annotations

import cmath
import math

from geoengine.draft.lines import angle_between
from geoengine.draft.shapes import Arc, Circle, cross

__all__ = [
    "arc_around",
    "arc_through",
    "circle",
    "circle_through",
    "incircle",
    "semicircle",
]


def circle(center: complex, radius: float) -> Circle | None:
    """Return a circle; None if its radius is negative."""
    return Circle(center, radius) if radius >= 0 else None


def circle_through(one: complex, two: complex, three: complex) -> Circle | None:
    """Return the circle through three points; None if they are on a line.

    Examples
    --------
    >>> circle_through(1 + 0j, 1j, -1 + 0j).radius
    1.0
    """
    across = 2 * cross(two - one, three - one)
    scale = abs(two - one) * abs(three - one)
    if abs(across) <= 1e-10 * scale or not scale:
        return None
    legs = (two - one, three - one)
    squares = [abs(leg) ** 2 for leg in legs]
    offset = 1j * (squares[1] * legs[0] - squares[0] * legs[1]) / across
    return Circle(one + offset, abs(offset))


def incircle(one: complex, two: complex, three: complex) -> Circle | None:
    """Return the circle inscribed in a triangle."""
    weights = (abs(two - three), abs(three - one), abs(one - two))
    whole = sum(weights)
    area = abs(cross(two - one, three - one))
    if not area:
        return None
    center = (weights[0] * one + weights[1] * two + weights[2] * three) / whole
    return Circle(center, area / whole)


def arc_around(center: complex, start: complex, end: complex) -> Arc | None:
    """Return the arc around a center from a point on, counterclockwise, towards another.

    Towards the center itself means to the right, as in the engine.
    """
    if start == center:
        return None
    sweep = angle_between(start - center, end - center or 1)
    return Arc(center, abs(start - center), cmath.phase(start - center), sweep)


def arc_through(start: complex, middle: complex, end: complex) -> Arc | None:
    """Return the arc from a point through another to a third."""
    whole = circle_through(start, middle, end)
    if whole is None:
        return None
    ends = (start, end) if cross(middle - start, end - start) > 0 else (end, start)
    return arc_around(whole.center, *ends)


def semicircle(start: complex, end: complex) -> Arc | None:
    """Return the semicircle over a segment."""
    if start == end:
        return None
    center = (start + end) / 2
    return Arc(center, abs(end - center), cmath.phase(end - center), math.pi)
