"""Distances, lengths, areas, and whether points are on or within objects."""

from __future__ import annotations

from typing import Any

from flint import arb

from geoengine.verify.drafting.crossings import is_within
from geoengine.verify.drafting.reals import Real, Vec, is_zero, real, sign, squared, unit
from geoengine.verify.drafting.shapes import Conic, Line, Polygon, Ray, Segment, Thing, carrier

__all__ = ["area", "closest", "distance", "is_inside", "is_on", "length", "number_of"]


def length(segment: Segment) -> Real:
    """Return the length of a segment."""
    return segment.end.minus(segment.start).length()


def area(polygon: Polygon) -> Real:
    """Return the area of a polygon."""
    return abs(polygon.signed_area())


def number_of(thing: Thing) -> Real | None:
    """Return the number that an object is or stands for: a length or an area."""
    match thing.shape:
        case Segment():
            return length(thing.shape)
        case Polygon():
            return area(thing.shape)
    return thing.shape


def closest(path: Any, point: Vec) -> Vec:
    """Return the point of a path that is closest to a point.

    Raises
    ------
    NotImplementedError
        For conics that are not circles.
    """
    match path:
        case Line():
            off = path.at(point) / (squared(path.a) + squared(path.b))
            return Vec(point.x - path.a * off, point.y - path.b * off)
        case Segment() | Ray():
            line = carrier(path)
            if line is None:
                return path.start
            foot = closest(line, point)
            if is_within(path, foot):
                return foot
            ends = [path.start, path.end] if isinstance(path, Segment) else [path.start]
            return _nearest(ends, point)
        case Polygon():
            return _nearest([closest(side, point) for side in path.sides], point)
        case Conic() if _is_circle(path):
            center = path.center()
            assert center is not None
            away = point.minus(center)
            toward = Vec(real(1), real(0)) if away.is_zero() else unit(away)
            return center.plus(toward.times(path.radius()))
    raise NotImplementedError(f"the closest point of a {type(path).__name__.lower()}")


def _nearest(places: list[Vec], point: Vec) -> Vec:
    return min(places, key=lambda place: float(place.minus(point).square().mid()))


def _is_circle(conic: Conic) -> bool:
    (a, b, _), (_, c, _), _ = conic.matrix
    return is_zero(b) and is_zero(a - c)


def distance(point: Vec, path: Any) -> Real:
    """Return the distance of a point from a path."""
    if isinstance(path, Line):
        return abs(path.at(point)) / path.norm()
    return closest(path, point).minus(point).length()


def is_on(point: Vec, path: Any) -> bool:
    """Whether a point is on a path."""
    match path:
        case Line():
            return is_zero(path.at(point) / path.norm())
        case Segment() | Ray():
            line = carrier(path)
            if line is None:
                return point.is_at(path.start)
            return is_on(point, line) and is_within(path, point)
        case Polygon():
            return any(is_on(point, side) for side in path.sides)
        case Conic():
            slope = path.gradient(point).length()
            if is_zero(slope):
                return False
            return is_zero(path.at(point) / slope)
    raise NotImplementedError(f"whether a point is on a {type(path).__name__.lower()}")


def is_inside(point: Vec, region: Any) -> bool:
    """Whether a point is within a polygon or circle, or on its boundary."""
    if is_on(point, region):
        return True
    if isinstance(region, Conic):
        return sign(region.at(point)) <= 0
    corners = [vertex.minus(point) for vertex in region.vertices]
    turns = real(0)
    for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
        # No side goes through the point, so that no two corners are opposite to one another.
        turns += _turn(one, other)
    return round(float(turns.mid())) % 2 == 1


def _turn(one: Vec, other: Vec) -> Real:
    """Return the angle from a vector to another in parts of a full turn, from -1/2 to 1/2."""
    return arb.atan2(one.cross(other), one.dot(other)) / (2 * arb.pi())
