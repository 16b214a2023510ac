"""Lines: parallels, perpendiculars and bisectors.

Directions as measured in the engine: a parallel runs as what it is parallel to, a perpendicular is
turned to the left from it, the perpendicular bisector of AB to the left from AB. The bisector of an
angle is a unit vector into the angle, and to the left of the first leg if the legs are opposite.
"""

from __future__ import annotations

import cmath

from geoengine.draft.shapes import Line, Ray, Straight, carrier, cross

__all__ = [
    "angle_between",
    "angle_bisector",
    "bisectors",
    "direction_of",
    "line",
    "perpendicular",
    "perpendicular_bisector",
    "ray",
]


def direction_of(shape: Straight | complex) -> complex:
    """Return the direction of a line, segment, ray or vector."""
    return shape if isinstance(shape, complex) else carrier(shape).direction


def line(point: complex, direction: complex) -> Line | None:
    """Return a line; None if its direction is 0."""
    return Line(point, direction) if direction else None


def ray(point: complex, direction: complex) -> Ray | None:
    """Return a ray; None if its direction is 0."""
    return Ray(point, direction) if direction else None


def perpendicular(point: complex, shape: Straight | complex) -> Line | None:
    """Return the perpendicular through a point."""
    return line(point, 1j * direction_of(shape))


def perpendicular_bisector(start: complex, end: complex) -> Line | None:
    """Return the perpendicular bisector of two points."""
    return line((start + end) / 2, 1j * (end - start))


def angle_bisector(one: complex, vertex: complex, other: complex) -> Line | None:
    """Return the bisector of an angle.

    Examples
    --------
    >>> angle_bisector(2 + 0j, 0j, 5 + 0j).direction
    (1+0j)
    >>> angle_bisector(1 + 0j, 0j, -3 + 0j).direction
    1j
    """
    legs = (one - vertex, other - vertex)
    if not all(legs):
        return None
    first, second = (leg / abs(leg) for leg in legs)
    along = first + second
    return Line(vertex, along / abs(along) if abs(along) > 1e-8 else 1j * first)


def bisectors(one: Straight, other: Straight) -> tuple[Line, ...]:
    """Return the two bisectors of the angles between two lines, or the middle line of parallels.

    The first runs between the directions of the lines, the second is turned to the left from it.
    """
    first, second = carrier(one), carrier(other)
    if not (first.direction and second.direction):
        return ()
    units = [each.direction / abs(each.direction) for each in (first, second)]
    across = cross(*units)
    if abs(across) < 1e-12:
        return (Line((first.point + second.point) / 2, first.direction),)
    meeting = first.point + cross(second.point - first.point, units[1]) / across * units[0]
    between = units[0] + units[1]
    between /= abs(between)
    return (Line(meeting, between), Line(meeting, 1j * between))


def angle_between(one: complex, other: complex) -> float:
    """Return the angle from one vector to another, counterclockwise, from 0 to 2 pi.

    Examples
    --------
    >>> round(angle_between(1 + 0j, -1j), 6)
    4.712389
    """
    angle = cmath.phase(other / one) % cmath.tau
    return 0.0 if cmath.tau - angle < 1e-12 else angle
