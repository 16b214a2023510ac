"""Where lines, circles, arcs and conics meet.

The order of the points was measured in the engine:

- A line meets a circle or an ellipse in its own direction. On other conics, and on circles whose
  equation was written with negative squares, the order is that of `conics.meets`.
- The first point of two circles is to the left of the way from the center of the first circle to
  the center of the second; it is to the right if the second was written with negative squares.
- There is no form for two lines and an index: the engine answers by whole lines, or not at all.
- A point that both curves have by the way they were made is the first: see `incidences`.
- Points that are not on a segment, ray or arc are left out before the others are numbered.
"""

from __future__ import annotations

import math

from geoengine.draft.conics import meets
from geoengine.draft.shapes import (
    Arc,
    Circle,
    Conic,
    Line,
    Ray,
    Segment,
    Straight,
    carrier,
    cross,
    dot,
)

__all__ = ["intersections", "is_on"]

_NEAR = 1e-8
"""How far beyond the end of a segment, ray or arc a point still counts as on it."""

Crossing = Straight | Circle | Arc | Conic


def intersections(
    one: Crossing, other: Crossing, first: complex | None = None
) -> tuple[complex, ...]:
    """Return the points that two curves share, in the order of the engine.

    Parameters
    ----------
    one, other : Shape
    first : complex, optional
        A point of a conic and another curve that they have in common by the way they were made.

    Examples
    --------
    >>> intersections(Line(-5 + 0j, 1 + 0j), Circle(0j, 2))
    ((-2+0j), (2+0j))
    >>> intersections(Segment(0j, 5 + 0j), Circle(0j, 2))
    ((2+0j),)
    >>> intersections(Circle(0j, 2), Circle(2 + 0j, 2))[0].imag > 0
    True
    """
    points = _shared(_whole(one), _whole(other))
    if first is not None:
        is_circles = not any(isinstance(shape, Line | Ray | Segment) for shape in (one, other))
        points = _from(first, points, is_circles=is_circles)
    return tuple(point for point in points if is_on(one, point) and is_on(other, point))


def _from(first: complex, points: tuple[complex, ...], *, is_circles: bool) -> tuple[complex, ...]:
    """Return a known point and the other one; the known one twice where a line touches in it."""
    others = [point for point in points if abs(point - first) > _NEAR]
    if not points or (is_circles and not others):
        return (first,)
    return (first, others[0] if others else first)


def _whole(shape: Crossing) -> Line | Circle | Conic:
    match shape:
        case Arc():
            return shape.circle
        case Circle() | Conic():
            return shape
    return carrier(shape)


def _shared(one: Line | Circle | Conic, other: Line | Circle | Conic) -> tuple[complex, ...]:
    match one, other:
        case Line(), Line():
            return _of_lines(one, other)
        case Line(), Circle() | Conic():
            return _on_line(one, other)
        case Circle() | Conic(), Line():
            return _on_line(other, one)
        case Circle(), Circle():
            return _of_circles(one, other)
    return ()


def _of_lines(one: Line, other: Line) -> tuple[complex, ...]:
    scale = abs(one.direction) * abs(other.direction)
    across = cross(one.direction, other.direction)
    if abs(across) <= 1e-12 * scale:
        return ()
    return (one.point + cross(other.point - one.point, other.direction) / across * one.direction,)


def _on_line(line: Line, shape: Circle | Conic) -> tuple[complex, ...]:
    if not line.direction:
        return ()
    return tuple(line.point + t * line.direction for t in meets(line, shape))


def _of_circles(one: Circle, other: Circle) -> tuple[complex, ...]:
    between = other.center - one.center
    distance = abs(between)
    if distance <= _NEAR * (one.radius + other.radius):
        return ()
    unit = between / distance
    along = (distance**2 + one.radius**2 - other.radius**2) / (2 * distance)
    square = one.radius**2 - along**2
    foot = one.center + along * unit
    if abs(square) < 1e-12 * max(1.0, one.radius**2, abs(one.center) ** 2):
        return (foot,)
    if square < 0:
        return ()
    aside = math.sqrt(square) * unit * 1j * other.sign
    return (foot + aside, foot - aside)


def is_on(shape: Crossing, point: complex) -> bool:
    """Whether a point of the line or circle that carries a shape is on the shape itself."""
    match shape:
        case Segment(start=start, end=end):
            if start == end:
                return abs(point - start) < _NEAR
            part = dot(end - start, point - start) / shape.length**2
            slack = _NEAR / max(shape.length, _NEAR)
            return -slack <= part <= 1 + slack
        case Ray(point=start, direction=direction):
            return dot(direction, point - start) / abs(direction) >= -_NEAR
        case Arc():
            slack = _NEAR / max(shape.radius, _NEAR)
            return shape.at(point) <= shape.sweep + slack or shape.at(point) >= math.tau - slack
    return True
