"""Distances, lengths and areas, and the closest point of a curve."""

from __future__ import annotations

import math

import numpy as np

from geoengine.draft.conics import center_of, matrix_of
from geoengine.draft.intersections import is_on
from geoengine.draft.shapes import (
    Arc,
    Circle,
    Conic,
    Line,
    Polygon,
    Ray,
    Segment,
    Straight,
    carrier,
    cross,
    dot,
)

__all__ = ["area", "centroid", "closest", "distance_of_lines", "half_axes", "perimeter"]

Path = Straight | Circle | Arc | Conic | Polygon


def closest(path: Path, point: complex) -> complex | None:
    """Return the point of a path that is closest to a point.

    Examples
    --------
    >>> closest(Segment(0j, 1 + 0j), 5 + 1j), closest(Circle(0j, 2), 3j)
    ((1+0j), 2j)
    """
    match path:
        case Line() | Ray() | Segment():
            return _on_straight(path, point)
        case Circle(center=center, radius=radius):
            away = point - center
            return center + radius * (away / abs(away) if away else 1)
        case Arc():
            there = closest(path.circle, point)
            ends = path.ends
            if there is not None and is_on(path, there):
                return there
            return min(ends, key=lambda end: abs(end - point))
        case Polygon():
            found = [_on_straight(side, point) for side in path.sides]
            return min(found, key=lambda place: abs(place - point))
    return _on_conic(path, point)


def _on_straight(path: Straight, point: complex) -> complex:
    line = carrier(path)
    if not line.direction:
        return line.point
    part = dot(line.direction, point - line.point) / abs(line.direction) ** 2
    low = -math.inf if isinstance(path, Line) else 0.0
    high = 1.0 if isinstance(path, Segment) else math.inf
    return line.point + min(max(part, low), high) * line.direction


def _on_conic(path: Conic, point: complex) -> complex | None:
    """Return the closest of the points whose normal runs through a point.

    They are where the conic meets the hyperbola of Apollonius, found by eliminating one coordinate.
    """
    matrix = matrix_of(path)
    # The gradient at (x, y) is parallel to (x, y) - point: a second conic.
    (xx, xy, x), (_, yy, y), _ = matrix.tolist()
    p, q = point.real, point.imag
    other = np.array(
        [
            [-xy, (xx - yy) / 2, (xy * p - xx * q - y) / 2],
            [(xx - yy) / 2, xy, (yy * p - xy * q + x) / 2],
            [(xy * p - xx * q - y) / 2, (yy * p - xy * q + x) / 2, y * p - x * q],
        ]
    )
    return min(_common_points(matrix, other), key=lambda place: abs(place - point), default=None)


def _common_points(one: np.ndarray, other: np.ndarray) -> list[complex]:
    """Return the points of two conics, from the roots of a resultant."""
    # As polynomials in y whose coefficients are polynomials in x, from the highest power.
    rows = [
        [np.array([m[1, 1]]), np.array([2 * m[0, 1], 2 * m[1, 2]]),
         np.array([m[0, 0], 2 * m[0, 2], m[2, 2]])]
        for m in (one, other)
    ]  # fmt: skip
    (a2, a1, a0), (b2, b1, b0) = rows

    def times(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return np.polymul(left, right)

    square = np.polysub(times(a2, b0), times(b2, a0))
    product = times(
        np.polysub(times(a2, b1), times(b2, a1)), np.polysub(times(a1, b0), times(b1, a0))
    )
    resultant = np.polysub(times(square, square), product)
    found = []
    for root in np.roots(resultant):
        if abs(root.imag) > 1e-5 * (1 + abs(root)):
            continue
        for high in np.roots([np.polyval(part, root.real) for part in rows[0]]):
            place = complex(root.real, high.real)
            vector = np.array([place.real, place.imag, 1.0])
            size = np.abs(other).max() * (1 + abs(place)) ** 2
            if abs(high.imag) < 1e-5 * (1 + abs(high)) and abs(vector @ other @ vector) < (
                1e-5 * size
            ):
                found.append(place)
    return found


def distance_of_lines(one: Straight, other: Straight) -> float:
    """Return the distance of two lines: 0 unless they are parallel."""
    first, second = carrier(one), carrier(other)
    scale = abs(first.direction) * abs(second.direction)
    if abs(cross(first.direction, second.direction)) > 1e-12 * scale:
        return 0.0
    return abs(cross(first.direction, second.point - first.point)) / abs(first.direction)


def half_axes(conic: Conic) -> tuple[float, float] | None:
    """Return the half axes of an ellipse; other conics have none."""
    middle = center_of(conic)
    if middle is None:
        return None
    place = np.array([middle.real, middle.imag, 1.0])
    matrix = matrix_of(conic)
    squares = -float(place @ matrix @ place) / np.linalg.eigvalsh(matrix[:2, :2])
    if (squares <= 0).any():
        return None
    big, small = sorted(np.sqrt(squares).tolist(), reverse=True)
    return big, small


def area(shape: Polygon | Circle | Conic | Arc) -> float | None:
    """Return the area of a polygon, circle, ellipse or sector."""
    match shape:
        case Polygon():
            return abs(shape.signed_area)
        case Circle(radius=radius):
            return math.pi * radius**2
        case Arc(radius=radius, sweep=sweep):
            return sweep * radius**2 / 2
    axes = half_axes(shape)
    return None if axes is None else math.pi * axes[0] * axes[1]


def perimeter(shape: Polygon | Circle | Conic) -> float | None:
    """Return the perimeter of a polygon, circle or ellipse."""
    match shape:
        case Polygon():
            return sum(side.length for side in shape.sides)
        case Circle(radius=radius):
            return math.tau * radius
    axes = half_axes(shape)
    if axes is None:
        return None
    # The sum over equally spaced angles converges as fast as the ellipse is smooth.
    angles = np.arange(4096) * (math.tau / 4096)
    return float(np.hypot(axes[0] * np.sin(angles), axes[1] * np.cos(angles)).mean() * math.tau)


def centroid(shape: Polygon) -> complex | None:
    """Return the centroid of the area of a polygon."""
    whole = shape.signed_area
    if not whole:
        return None
    start = shape.vertices[0]
    moved = [Segment(side.start - start, side.end - start) for side in shape.sides]
    weighed = sum(cross(side.start, side.end) * (side.start + side.end) for side in moved)
    return start + weighed / (6 * whole)
