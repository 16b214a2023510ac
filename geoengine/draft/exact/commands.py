"""What commands make of exact arguments.

A function returns the shape that a command makes, or a list of those among which the figure in
floats decides: the points in which two circles meet, for example.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from geoengine.draft.exact.conics import conic_by_foci, conic_through, parabola
from geoengine.draft.exact.crossings import crossings, foot
from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.maps import ExactMap, inverted, reflection
from geoengine.draft.exact.numbers import forced, length_of, operated, real
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

__all__ = ["EXACT_COMMANDS", "moved", "nearest_points"]

Made = ExactShape | list[Any]


def _direction(shape: ExactShape) -> Place:
    match shape:
        case Straight(direction=direction):
            return direction
        case Place():
            return shape
    raise NotExactError("expected a line or vector")


def _square(shape: ExactShape) -> Surd:
    number = real(shape)
    return number.square if isinstance(number, Rooted) else number * number


def _line(one: Place, other: ExactShape) -> Straight:
    way = other - one if isinstance(other, Place) else _direction(other)
    return Straight("line", one, way)


def _ray(one: Place, other: Place) -> Straight:
    return Straight("ray", one, other - one)


def _segment(one: Place, other: ExactShape) -> Straight:
    if isinstance(other, Place):
        return Straight("segment", one, other - one)
    return Straight("segment", one, Place(forced(other), one.x * 0))


def _circle(*arguments: ExactShape) -> ExactCircle:
    match arguments:
        case Place() as center, Place() as on:
            return ExactCircle(center, (on - center).square, on)
        case Place() as center, number:
            return ExactCircle(center, _square(number))
        case Place() as one, Place() as two, Place() as three:
            legs = two - one, three - one
            across = 2 * legs[0].cross(legs[1])
            offset = (legs[0] * legs[1].square - legs[1] * legs[0].square).left / across
            return ExactCircle(one + offset, offset.square, one)
    raise NotExactError("expected points or a radius for a circle")


def _midpoint(one: ExactShape, other: Place | None = None) -> Place:
    match one:
        case Place() if other is not None:
            return (one + other) / 2
        case Straight():
            return one.point + one.direction / 2
        case _:
            return _center(one)


def _center(shape: ExactShape) -> Place:
    match shape:
        case ExactCircle(center=center):
            return center
        case ExactConic(xx=xx, yy=yy, xy=xy, x=x, y=y):
            flat = xx * yy - xy * xy
            return Place((xy * y - yy * x) / flat, (xy * x - xx * y) / flat)
    raise NotExactError("expected a circle or conic")


def _perpendicular_bisector(one: ExactShape, other: Place | None = None) -> Straight:
    if isinstance(one, Straight):
        return _perpendicular_bisector(one.point, one.end)
    assert isinstance(one, Place)
    assert other is not None
    return Straight("line", (one + other) / 2, (other - one).left)


def _bisector(one: ExactShape, vertex: ExactShape, other: ExactShape | None = None) -> Made:
    if other is None:
        assert isinstance(one, Straight)
        assert isinstance(vertex, Straight)
        met = crossings(one, vertex)
        if not met:
            raise NotExactError("expected lines that meet")
        first, second = one.direction, vertex.direction
        second = second * first.x.tower.root(first.square / second.square)
        return [Straight("line", met[0], way) for way in (first + second, (first + second).left)]
    assert isinstance(one, Place)
    assert isinstance(vertex, Place)
    assert isinstance(other, Place)
    first, second = one - vertex, other - vertex
    way = first + second * first.x.tower.root(first.square / second.square)
    return Straight("line", vertex, first.left if way.is_zero else way)


def _tangents(place: ExactShape, curve: ExactShape) -> Made:
    if not isinstance(place, Place) or not isinstance(curve, ExactCircle):
        raise NotExactError("expected the tangent from a point to a circle")
    leg = place - curve.center
    if (leg.square - curve.square).is_zero:
        return Straight("line", place, leg.left)
    polar = Straight("line", inverted(place, curve), leg.left)
    return [Straight("line", place, touch - place) for touch in crossings(polar, curve)]


def _ellipse(one: Place, other: Place, on: ExactShape) -> ExactConic:
    if isinstance(on, Place):
        return conic_through(one, other, on, 1)
    return conic_by_foci(one, other, 4 * _square(on))


def _hyperbola(one: Place, other: Place, on: ExactShape) -> ExactConic:
    if isinstance(on, Place):
        return conic_through(one, other, on, -1)
    return conic_by_foci(one, other, 4 * _square(on))


def _angle(one: ExactShape, vertex: ExactShape, other: Place | None = None) -> Turn:
    if other is None:
        return Turn(_direction(vertex).times(_direction(one).conjugate))
    assert isinstance(one, Place)
    assert isinstance(vertex, Place)
    return Turn((other - vertex).times((one - vertex).conjugate))


def nearest_points(path: ExactShape, place: Place) -> list[Place]:
    """Return points of a path of which one is the closest to a point."""
    match path:
        case Straight(kind=kind, point=point):
            ends = {"line": [], "ray": [point], "segment": [point, path.end]}[kind]
            return [foot(path, place), *ends]
        case ExactCircle(center=center, square=square):
            leg = place - center
            part = leg * square.tower.root(square / leg.square)
            return [center + part, center - part]
    raise NotExactError("expected a line or circle, to find its closest point")


def _distance(one: ExactShape, other: ExactShape) -> Made:
    match one, other:
        case Place(), Place():
            return length_of(other - one)
        case Place(), ExactCircle():
            legs = length_of(one - other.center), Rooted(1, other.square)
            gap = operated("-", *legs)
            assert isinstance(gap, Surd)
            return -gap if gap.sign() < 0 else gap
        case Place(), _:
            return [length_of(one - near) for near in nearest_points(other, one)]
        case Straight(), Straight():
            if not one.direction.cross(other.direction).is_zero:
                return one.point.x * 0
            return length_of(foot(one, other.point) - other.point)
    raise NotExactError("expected points or lines, to find their distance")


def _area(*arguments: ExactShape) -> ExactShape:
    if len(arguments) > 1:
        return _area(ExactPolygon(tuple(one for one in arguments if isinstance(one, Place))))
    if not isinstance(arguments[0], ExactPolygon):
        raise NotExactError("expected a polygon, since other areas have the factor π")
    return real(arguments[0])


def _perimeter(polygon: ExactShape) -> ExactShape:
    if not isinstance(polygon, ExactPolygon):
        raise NotExactError("expected a polygon, since other perimeters have the factor π")
    lengths = [length_of(side.direction).forced() for side in polygon.sides]
    return sum(lengths[1:], lengths[0])


def _length(shape: ExactShape) -> ExactShape:
    if isinstance(shape, tuple):
        raise NotExactError("expected a segment or vector")
    return length_of(_direction(shape))


def _radius(shape: ExactShape) -> Rooted:
    if not isinstance(shape, ExactCircle):
        raise NotExactError("expected a circle")
    return Rooted(1, shape.square)


def _slope(shape: ExactShape) -> Surd:
    way = _direction(shape)
    return way.y / way.x


def _centroid(polygon: ExactPolygon) -> Place:
    start = polygon.vertices[0]
    legs = [vertex - start for vertex in polygon.vertices[1:]]
    pairs = list(itertools.pairwise(legs))
    parts = [(one + other) * one.cross(other) for one, other in pairs]
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    return start + whole / (3 * polygon.doubled_area)


def _unit(shape: ExactShape) -> Place:
    way = _direction(shape)
    return way / way.x.tower.root(way.square)


def _numbered(shapes: tuple[Any, ...], number: ExactShape) -> ExactShape:
    index = round(float(forced(number)))
    if not 1 <= index <= len(shapes):
        raise NotExactError(f"expected a number from 1 to {len(shapes)}, found {index}")
    found: ExactShape = shapes[index - 1]
    return found


EXACT_COMMANDS: Mapping[str, Callable[..., Made]] = {
    "Segment": _segment,
    "Line": _line,
    "Ray": _ray,
    "Vector": lambda one, other=None: one if other is None else other - one,
    "Circle": _circle,
    "Intersect": lambda one, other, _=None: crossings(one, other),
    "Midpoint": _midpoint,
    "PerpendicularLine": lambda place, one: Straight("line", place, _direction(one).left),
    "PerpendicularBisector": _perpendicular_bisector,
    "AngleBisector": _bisector,
    "Tangent": _tangents,
    "Ellipse": _ellipse,
    "Hyperbola": _hyperbola,
    "Parabola": parabola,
    "Angle": _angle,
    "Distance": _distance,
    "Area": _area,
    "Perimeter": _perimeter,
    "Length": _length,
    "Radius": _radius,
    "Center": _center,
    "Centroid": _centroid,
    "Slope": _slope,
    "Vertex": lambda polygon, number: _numbered(polygon.vertices, number),
    "Element": _numbered,
    "ClosestPoint": nearest_points,
    "Direction": _direction,
    "UnitVector": _unit,
    "PerpendicularVector": lambda one: _direction(one).left,
    "UnitPerpendicularVector": lambda one: _unit(_direction(one).left),
}
"""The functions of the commands that treat all their arguments alike, by their names."""


def moved(name: str, shape: ExactShape, arguments: tuple[ExactShape, ...]) -> ExactShape:
    """Return the image of a shape by Rotate, Reflect, Translate or Dilate."""
    first = arguments[0]
    match name:
        case "Reflect" if isinstance(first, ExactCircle) and isinstance(shape, Place):
            return inverted(shape, first)
        case "Reflect" if isinstance(first, Straight):
            return reflection(first).image(shape)
    if name == "Translate":
        assert isinstance(first, Place)
        zero = first.x * 0
        return ExactMap(Place(zero, zero), Place(zero + 1, zero), first).image(shape)
    if name == "Reflect" and isinstance(first, Place):
        zero = first.x * 0
        return ExactMap(first, Place(zero - 1, zero)).image(shape)
    if name == "Rotate" and isinstance(first, Turn):
        factor = _unit(first.direction)
    elif name == "Dilate":
        number = forced(first)
        factor = Place(number, number * 0)
    else:
        raise NotExactError(f"expected an angle or number for {name}")
    zero = factor.x * 0
    center = arguments[1] if len(arguments) > 1 else Place(zero, zero)
    assert isinstance(center, Place)
    return ExactMap(center, factor).image(shape)
