"""What the commands make of defined arguments."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from typing import Any

from geoengine.draft.conics import center_of, conic_by_foci, parabola
from geoengine.draft.intersections import intersections
from geoengine.draft.lines import (
    angle_between,
    angle_bisector,
    bisectors,
    direction_of,
    line,
    perpendicular,
    perpendicular_bisector,
    ray,
)
from geoengine.draft.measures import area, centroid, closest, distance_of_lines, perimeter
from geoengine.draft.relations import RELATIONS
from geoengine.draft.rounds import (
    arc_around,
    arc_through,
    circle,
    circle_through,
    incircle,
    semicircle,
)
from geoengine.draft.shapes import Arc, Polygon, Segment, Shape, Straight
from geoengine.draft.tangents import common_tangents, parallel_tangents, tangents_from
from geoengine.draft.transforms import inverted

__all__ = ["MAKERS", "measure", "nth", "regular_polygon", "whole_number"]

_MOST_VERTICES = 1_000


def whole_number(number: float) -> int:
    """Round a number as the engine does where it expects a whole one: halves upwards."""
    return math.floor(number + 0.5) if abs(number) < 1e9 else 0


def regular_polygon(first: complex, second: complex, number: float) -> Polygon | None:
    """Return the regular polygon to the left of its first side.

    Examples
    --------
    >>> regular_polygon(0j, 1 + 0j, 4).vertices[2]
    (1+1j)
    """
    count = whole_number(number)
    if not 3 <= count <= _MOST_VERTICES:
        return None
    turn = cmath.exp(1j * math.tau / count)
    if count == 4:
        turn = 1j
    vertices, step = [first, second], second - first
    for _ in range(count - 2):
        step *= turn
        vertices.append(vertices[-1] + step)
    return Polygon(tuple(vertices))


def nth(points: Sequence[complex], number: float) -> complex | None:
    """Return one of the intersections; numbers below 1 mean the first."""
    index = max(int(number), 1) if abs(number) < 1e9 else 1
    return points[index - 1] if index <= len(points) else None


def _conic_through(first: complex, second: complex, point: complex, sign: int) -> Shape | None:
    return conic_by_foci(first, second, abs(abs(point - first) + sign * abs(point - second)))


def _angle(one: complex, vertex: complex, other: complex) -> float | None:
    if vertex in (one, other):
        return None
    return angle_between(one - vertex, other - vertex)


def _angle_of_directions(one: Any, other: Any) -> float:
    first, second = direction_of(one), direction_of(other)
    # The engine says so of the angle with a vector of length 0.
    return angle_between(first, second) if first and second else 0.0


def _slope(shape: Straight) -> float | None:
    direction = direction_of(shape)
    return direction.imag / direction.real if direction.real else None


def _unit(vector: complex) -> complex | None:
    return vector / abs(vector) if vector else None


def _distance(point: complex, path: Any) -> float | None:
    there = closest(path, point)
    return None if there is None else abs(point - there)


def _triangle_or_more(*points: complex) -> Polygon | None:
    return Polygon(points) if len(points) <= _MOST_VERTICES else None


def _vertex(shape: Polygon, number: float) -> complex | None:
    index = whole_number(number)
    return shape.vertices[index - 1] if 1 <= index <= len(shape.vertices) else None


def _meeting(one: Any, other: Any) -> complex | None:
    return next(iter(intersections(one, other)), None)


def _start(low: float, high: float) -> float | None:
    """Return where a slider starts: as near to 0 as it can be."""
    return min(max(0.0, low), high) if low <= high else None


MAKERS: dict[str, Callable[..., Any]] = {
    **RELATIONS,
    "Point(path)": lambda path: closest(path, 0j),
    "Point(point, vector)": lambda point, vector: point + vector,
    "Segment(point, point)": Segment,
    "Segment(point, number)": lambda start, length: Segment(start, start + length),
    "Line(point, point)": lambda one, other: line(one, other - one),
    "Line(point, directed)": lambda point, other: line(point, direction_of(other)),
    "Ray(point, point)": lambda one, other: ray(one, other - one),
    "Ray(point, vector)": ray,
    "Vector(point, point)": lambda one, other: other - one,
    "Vector(point)": lambda point: point,
    "Circle(point, point)": lambda center, point: circle(center, abs(point - center)),
    "Circle(point, number)": circle,
    "Circle(point, point, point)": circle_through,
    "Incircle(point, point, point)": incircle,
    "Semicircle(point, point)": semicircle,
    "CircularArc(point, point, point)": arc_around,
    "CircularSector(point, point, point)": arc_around,
    "CircumcircularArc(point, point, point)": arc_through,
    "CircumcircularSector(point, point, point)": arc_through,
    "Intersect(straight, straight)": _meeting,
    "Midpoint(point, point)": lambda one, other: (one + other) / 2,
    "Midpoint(segment)": lambda segment: (segment.start + segment.end) / 2,
    "Midpoint(conic)": center_of,
    "PerpendicularLine(point, directed)": perpendicular,
    "PerpendicularBisector(point, point)": perpendicular_bisector,
    "PerpendicularBisector(segment)": lambda segment: perpendicular_bisector(
        segment.start, segment.end
    ),
    "AngleBisector(point, point, point)": angle_bisector,
    "AngleBisector(straight, straight)": bisectors,
    "Tangent(point, conic)": tangents_from,
    "Tangent(straight, conic)": parallel_tangents,
    "Tangent(circle, circle)": common_tangents,
    "Polygon(point, point, point, …)": _triangle_or_more,
    "Polygon(point, point, number)": regular_polygon,
    "Ellipse(point, point, point)": lambda one, two, on: _conic_through(one, two, on, 1),
    "Ellipse(point, point, number)": lambda one, other, half: conic_by_foci(one, other, 2 * half),
    "Hyperbola(point, point, point)": lambda one, two, on: _conic_through(one, two, on, -1),
    "Hyperbola(point, point, number)": lambda one, other, half: conic_by_foci(one, other, 2 * half),
    "Parabola(point, straight)": parabola,
    "Reflect(point, circle)": inverted,
    "Angle(point, point, point)": _angle,
    "Angle(straight, straight)": _angle_of_directions,
    "Angle(vector, vector)": _angle_of_directions,
    "Distance(point, point)": lambda one, other: abs(other - one),
    "Distance(point, path)": _distance,
    "Distance(straight, straight)": distance_of_lines,
    "Area(polygon)": area,
    "Area(conic)": area,
    "Area(sector)": area,
    "Area(point, point, point, …)": lambda *points: area(Polygon(points)),
    "Perimeter(polygon)": perimeter,
    "Perimeter(conic)": perimeter,
    "Circumference(conic)": perimeter,
    "Length(segment)": lambda segment: segment.length,
    "Length(vector)": abs,
    "Length(arc)": lambda arc: arc.radius * arc.sweep,
    "Radius(circle)": lambda shape: shape.radius,
    "Radius(arc)": lambda arc: arc.radius,
    "Center(conic)": center_of,
    "Center(arc)": lambda arc: arc.center,
    "Centroid(polygon)": centroid,
    "Slope(straight)": _slope,
    "Vertex(polygon, number)": _vertex,
    "ClosestPoint(path, point)": closest,
    "Direction(straight)": direction_of,
    "UnitVector(directed)": lambda shape: _unit(direction_of(shape)),
    "PerpendicularVector(directed)": lambda shape: 1j * direction_of(shape),
    "UnitPerpendicularVector(directed)": lambda shape: _unit(1j * direction_of(shape)),
    "Slider(number, number)": _start,
    "Slider(number, number, number)": lambda low, high, _: _start(low, high),
}
"""The functions of the commands, by their signatures.

They return a shape, None if it is undefined, or a tuple of shapes where there may be several.
Where conics meet depends on more than their shapes: see `incidences`.
"""


def measure(shape: Shape) -> Shape | None:
    """Return the number for which a segment, polygon or arc stands."""
    match shape:
        case Segment():
            return shape.length
        case Polygon():
            return abs(shape.signed_area)
        case Arc(radius=radius, sweep=sweep):
            return radius * sweep
    return shape
