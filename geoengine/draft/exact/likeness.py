"""Comparing exact shapes with shapes in floats."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence

from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.shapes import (
    ExactCircle,
    ExactConic,
    ExactPolygon,
    ExactShape,
    Place,
    Rooted,
    Straight,
    Turn,
)
from geoengine.draft.exact.tower import Surd
from geoengine.draft.shapes import (
    Arc,
    Circle,
    Conic,
    Line,
    Polygon,
    Ray,
    Segment,
    Shape,
    carrier,
    cross,
)

__all__ = ["closest_shape", "gap"]

_NEAR = 1e-6


def closest_shape(shapes: Sequence[ExactShape], wanted: Shape | None) -> ExactShape:
    """Return the shape that a shape in floats approximates.

    Raises
    ------
    NotExactError
        If there is none, or there are several that are not equal.
    """
    if wanted is None:
        raise NotExactError("expected an object that is defined")
    gaps = [gap(shape, wanted) for shape in shapes]
    near = [shape for shape, apart in zip(shapes, gaps, strict=True) if apart < _NEAR]
    if not near:
        raise NotExactError("expected the exact figure to be as the figure in floats")
    first, *others = near
    if any(not _is_same(first, other) for other in others):
        raise NotExactError("expected intersections that are clearly apart")
    return first


def _is_same(one: ExactShape, other: ExactShape) -> bool:
    match one, other:
        case Place(), Place():
            return (one - other).is_zero
        case Surd(), Surd():
            return (one - other).is_zero
        case Rooted(), Rooted():
            return (one.square - other.square).is_zero
    return False


def gap(shape: ExactShape, wanted: Shape) -> float:
    """Return how far a shape is from one in floats, as a part of its size."""
    size = max([1.0, *map(abs, _numbers(wanted))])
    return _gap(shape, wanted) / size


def _numbers(wanted: Shape) -> Iterator[complex]:
    match wanted:
        case complex() | float():
            yield wanted
        case Line(point=point) | Ray(point=point):
            yield point
        case Segment(start=start, end=end):
            yield from (start, end)
        case Circle(center=center, radius=radius) | Arc(center=center, radius=radius):
            yield from (center, radius)
        case Polygon(vertices=vertices):
            yield from vertices


def _gap(shape: ExactShape, wanted: Shape) -> float:
    match shape, wanted:
        case Place(), complex():
            return abs(complex(shape) - wanted)
        case ((Surd() | Rooted()), (int() | float())):
            return abs(float(shape) - wanted)
        case Straight(kind="segment"), Segment():
            ends = complex(shape.point), complex(shape.end)
            return max(abs(ends[0] - wanted.start), abs(ends[1] - wanted.end))
        case Straight(kind=kind), (Line() | Ray() | Segment()):
            line = carrier(wanted)
            unit = line.direction / abs(line.direction)
            way = complex(shape.direction)
            apart = abs(cross(unit, way)) / abs(way)
            if isinstance(wanted, Ray) != (kind == "ray"):
                return float("inf")
            from_point = complex(shape.point) - line.point
            return max(apart, abs(cross(unit, from_point)))
        case ExactCircle(), (Circle() | Arc()):
            radius = math.sqrt(abs(float(shape.square)))
            return max(abs(complex(shape.center) - wanted.center), abs(radius - wanted.radius))
        case ExactPolygon(), Polygon():
            if len(shape.vertices) != len(wanted.vertices):
                return float("inf")
            pairs = zip(shape.vertices, wanted.vertices, strict=True)
            return max(abs(complex(one) - other) for one, other in pairs)
        case ExactConic(), Conic():
            return 0.0
        case Turn(), float():
            return abs(cmath.rect(1, wanted) - _unit(complex(shape.direction)))
        case tuple(), tuple() if len(shape) == len(wanted):
            elements = zip(shape, wanted, strict=True)
            return max((_gap(a, b.shape) for a, b in elements if b.shape is not None), default=0.0)
    return float("inf")


def _unit(vector: complex) -> complex:
    return vector / abs(vector)
