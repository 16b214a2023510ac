"""What may hold of objects: commands that are true or false."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from geoengine.draft.conics import matrix_of, meets
from geoengine.draft.intersections import intersections
from geoengine.draft.lines import direction_of
from geoengine.draft.measures import closest, half_axes
from geoengine.draft.shapes import (
    Arc,
    Circle,
    Conic,
    Line,
    Polygon,
    Ray,
    Segment,
    Shape,
    Straight,
    carrier,
    cross,
    dot,
)

__all__ = ["RELATIONS", "are_equal", "is_member"]

_NEAR = 1e-8
"""How much may be lacking, in parts of the size of what is compared."""


def is_member(point: complex, path: Any) -> bool:
    """Whether a point is on a path.

    Examples
    --------
    >>> is_member(2j, Circle(0j, 2)), is_member(2 + 0j, Segment(0j, 1 + 0j))
    (True, False)
    """
    there = closest(path, point)
    return there is not None and abs(there - point) < _NEAR * max(1.0, abs(point))


def are_equal(one: Shape, other: Shape) -> bool:
    """Whether two objects are the same: the same point, line, circle, polygon or number.

    A line is the same in both directions, a segment and a polygon from whichever end.

    Examples
    --------
    >>> are_equal(Line(0j, 1 + 1j), Line(2 + 2j, -1 - 1j)), are_equal(1j, 2j)
    (True, False)
    """
    match one, other:
        case complex(), complex():
            return _close(one, other)
        case Segment(start=start, end=end), Segment():
            ends = (other.start, other.end)
            return _all_close((start, end), ends) or _all_close((end, start), ends)
        case Line(), Line():
            return _are_parallel(one, other) and is_member(one.point, other)
        case Ray(), Ray():
            same = dot(one.direction, other.direction) > 0
            return same and _are_parallel(one, other) and _close(one.point, other.point)
        case Circle(), Circle():
            return _close(one.center, other.center) and _same(one.radius, other.radius)
        case Circle() | Conic(), Circle() | Conic():
            return _are_one_conic(one, other)
        case Arc(), Arc():
            return _close(one.center, other.center) and _all_close(one.ends, other.ends)
        case Polygon(), Polygon():
            return any(_all_close(one.vertices, way) for way in _ways(other.vertices))
        case int() | float(), int() | float():
            return _same(one, other)
        case tuple(), tuple():
            return len(one) == len(other) and all(
                a.shape is not None and b.shape is not None and are_equal(a.shape, b.shape)
                for a, b in zip(one, other, strict=True)
            )
    return False


def _close(one: complex, other: complex) -> bool:
    return abs(one - other) < _NEAR * max(1.0, abs(one))


def _same(one: float, other: float) -> bool:
    return abs(one - other) < _NEAR * max(1.0, abs(one))


def _all_close(some: tuple[complex, ...], others: tuple[complex, ...]) -> bool:
    return len(some) == len(others) and all(map(_close, some, others))


def _ways(corners: tuple[complex, ...]) -> list[tuple[complex, ...]]:
    """Return the vertices of a polygon from each of them on, forwards and backwards."""
    return [
        (*order[at:], *order[:at])
        for order in (corners, corners[::-1])
        for at in range(len(corners))
    ]


def _are_one_conic(one: Circle | Conic, other: Circle | Conic) -> bool:
    first, second = (matrix_of(each) for each in (one, other))
    first, second = (each / np.linalg.norm(each) for each in (first, second))
    return min(float(np.abs(first - second).max()), float(np.abs(first + second).max())) < _NEAR


def _are_parallel(one: Straight, other: Straight) -> bool:
    first, second = direction_of(one), direction_of(other)
    return abs(cross(first, second)) < _NEAR * abs(first) * abs(second)


def _are_perpendicular(one: Straight, other: Straight) -> bool:
    first, second = direction_of(one), direction_of(other)
    return abs(dot(first, second)) < _NEAR * abs(first) * abs(second)


def _are_collinear(one: complex, two: complex, three: complex) -> bool:
    size = max(abs(two - one), abs(three - one), abs(three - two))
    return abs(cross(two - one, three - one)) <= _NEAR * size**2


def _are_concyclic(one: complex, two: complex, three: complex, four: complex) -> bool:
    if _are_collinear(one, two, three):
        return False
    places = [place - one for place in (two, three, four)]
    size = max(map(abs, places))
    rows = [[abs(place / size) ** 2, (place / size).real, (place / size).imag] for place in places]
    return abs(float(np.linalg.det(np.array(rows)))) < _NEAR


def _are_concurrent(one: Straight, two: Straight, three: Straight) -> bool:
    first, second, third = map(carrier, (one, two, three))
    met = intersections(first, second) or intersections(first, third)
    return bool(met) and all(is_member(met[0], line) for line in (first, second, third))


def _is_tangent(straight: Straight, conic: Circle | Conic) -> bool:
    line = carrier(straight)
    if isinstance(conic, Circle):
        reach = abs(cross(line.direction, conic.center - line.point)) / abs(line.direction)
        return _same(reach, conic.radius)
    matrix = matrix_of(conic)
    normal = 1j * line.direction / abs(line.direction)
    coordinates = np.array([normal.real, normal.imag, -dot(normal, line.point)])
    dual = np.linalg.inv(matrix / np.linalg.norm(matrix))
    size = float(np.abs(dual).max()) * float(np.abs(coordinates).max()) ** 2
    return (
        abs(float(coordinates @ dual @ coordinates)) < _NEAR * size and len(meets(line, conic)) < 2
    )


def _are_congruent(one: Shape, other: Shape) -> bool:
    match one, other:
        case Segment(), Segment():
            return _same(one.length, other.length)
        case Circle(), Circle():
            return _same(one.radius, other.radius)
        case Arc(), Arc():
            return _same(one.radius, other.radius) and _same(one.sweep, other.sweep)
        case Conic(), Conic():
            first, second = half_axes(one), half_axes(other)
            return first is not None and second is not None and all(map(_same, first, second))
        case Polygon(), Polygon():
            lengths = _distances(one.vertices)
            return len(one.vertices) == len(other.vertices) and any(
                all(map(_same, lengths, _distances(way))) for way in _ways(other.vertices)
            )
        case int() | float(), int() | float():
            return _same(one, other)
    return are_equal(one, other)


def _distances(corners: tuple[complex, ...]) -> list[float]:
    return [abs(one - other) for at, one in enumerate(corners) for other in corners[:at]]


def _is_inside(point: complex, polygon: Polygon) -> bool:
    if is_member(point, polygon):
        return True
    crossings = 0
    for side in polygon.sides:
        low, high = sorted((side.start, side.end), key=lambda end: end.imag)
        if low.imag <= point.imag < high.imag:
            crossings += cross(high - low, point - low) > 0
    return crossings % 2 == 1


def _is_within(point: complex, circle: Circle) -> bool:
    return abs(point - circle.center) < circle.radius * (1 + _NEAR)


RELATIONS: dict[str, Callable[..., bool]] = {
    "AreCollinear(point, point, point)": _are_collinear,
    "AreConcyclic(point, point, point, point)": _are_concyclic,
    "AreConcurrent(straight, straight, straight)": _are_concurrent,
    "AreParallel(directed, directed)": _are_parallel,
    "ArePerpendicular(directed, directed)": _are_perpendicular,
    "AreEqual(object, object)": are_equal,
    "AreCongruent(object, object)": _are_congruent,
    "IsTangent(straight, conic)": _is_tangent,
    "IsInRegion(point, polygon)": _is_inside,
    "IsInRegion(point, circle)": _is_within,
}
"""The functions of the commands, by their signatures."""
