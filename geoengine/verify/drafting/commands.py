"""What the commands make of their arguments.

Commands that drafting tasks do not use are missing: an item with one of them is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from geoengine.verify.drafting import relations
from geoengine.verify.drafting.conics import by_foci, circle_through, incircle, parabola
from geoengine.verify.drafting.crossings import Crossing, meetings
from geoengine.verify.drafting.maps import (
    Map,
    dilation,
    point_reflection,
    reflection,
    rotation,
    translation,
)
from geoengine.verify.drafting.measures import area, closest, distance, is_inside, length
from geoengine.verify.drafting.reals import (
    Real,
    Vec,
    angle_from,
    is_zero,
    pi,
    real,
    sign,
    squared,
    unit,
)
from geoengine.verify.drafting.shapes import (
    Conic,
    Line,
    Polygon,
    Ray,
    Segment,
    Straight,
    carrier,
    circle_about,
    direction_of,
    line_along,
    line_between,
)

__all__ = ["COMMANDS", "GROUPS", "MAPS", "Command", "fits", "whole_number"]

GROUPS: dict[str, frozenset[str]] = {
    "number": frozenset({"number", "angle", "segment", "polygon"}),
    "straight": frozenset({"line", "segment", "ray"}),
    "directed": frozenset({"line", "segment", "ray", "vector"}),
    "conic": frozenset({"circle", "conic"}),
    "path": frozenset({"line", "segment", "ray", "circle", "conic", "polygon"}),
    "region": frozenset({"circle", "polygon"}),
    "any": frozenset(
        {"point", "vector", "line", "segment", "ray", "circle", "conic", "polygon", "number",
         "angle", "list"}
    ),
}  # fmt: skip
"""Words for several kinds."""


class Command(NamedTuple):
    """One way to call a command.

    Attributes
    ----------
    takes : tuple of str
        Kinds, or keys of `GROUPS`; the last may be repeated if it ends in ``*``.
    kind : str
        Of what it makes; with ``s`` at the end if there may be several.
    make : callable
        Takes the shapes, numbers in place of what stands for them; returns a shape, None, or
        several shapes.
    """

    takes: tuple[str, ...]
    kind: str
    make: Callable[..., Any]


def fits(takes: Sequence[str], kinds: Sequence[str]) -> bool:
    """Whether arguments of some kinds can be given."""
    if takes and takes[-1].endswith("*"):
        word = takes[-1].removesuffix("*")
        takes = [*takes[:-1], *[word] * max(1, len(kinds) - len(takes) + 1)]
    return len(takes) == len(kinds) and all(
        kind in GROUPS.get(word, frozenset({word})) for word, kind in zip(takes, kinds, strict=True)
    )


def whole_number(number: Real) -> int:
    """Return the whole number that a number is.

    Raises
    ------
    NotImplementedError
        If it is none.
    """
    if not abs(number) < 1_000_000:
        raise NotImplementedError("so large a number in place of a whole one")
    found = round(float(number.mid()))
    if not is_zero(number - found):
        raise NotImplementedError("a number in place of a whole one")
    return found


def _circle(center: Vec, point: Vec) -> Conic:
    return circle_about(center, point.minus(center).square())


def _circle_of_radius(center: Vec, radius: Real) -> Conic | None:
    return circle_about(center, squared(radius)) if sign(radius) >= 0 else None


def _ray(start: Vec, direction: Vec) -> Ray | None:
    return None if direction.is_zero() else Ray(start, direction)


def _meeting(one: Crossing, other: Crossing) -> Vec | None:
    return next(iter(meetings(one, other)), None)


def _middle(one: Vec, other: Vec) -> Vec:
    return one.plus(other).times(real(1) / 2)


def _perpendicular_bisector(one: Vec, other: Vec) -> Line | None:
    """Return the line of equal distances: |p - other|² - |p - one|² = 0, halved."""
    if one.is_at(other):
        return None
    away = other.minus(one)
    return Line(-away.x, -away.y, (other.square() - one.square()) / 2)


def _angle_bisector(one: Vec, vertex: Vec, other: Vec) -> Line | None:
    legs = (one.minus(vertex), other.minus(vertex))
    if any(leg.is_zero() for leg in legs):
        return None
    first, second = map(unit, legs)
    along = first.plus(second)
    return line_along(vertex, first.left() if along.is_zero() else unit(along))


def _angle(one: Vec, vertex: Vec, other: Vec) -> Real | None:
    if one.is_at(vertex) or other.is_at(vertex):
        return None
    return angle_from(one.minus(vertex), other.minus(vertex))


def _angle_of_lines(one: Straight, other: Straight) -> Real | None:
    first, second = direction_of(one), direction_of(other)
    if first.is_zero() or second.is_zero():
        return None
    return angle_from(first, second)


def _half(one: Vec, other: Vec, point: Vec, sense: int) -> Real:
    """Return half of the sum or difference of the distances of a point from two foci."""
    return (point.minus(one).length() + sense * point.minus(other).length()) / 2


def _regular_polygon(one: Vec, other: Vec, number: Real) -> Polygon | None:
    """Return the polygon whose corners go around its center to the left of the first side."""
    count = whole_number(number)
    if not 3 <= count <= 1_000:
        return None
    turn = 2 * pi() / count
    away = other.minus(one)
    height = ((turn / 2).cot()) / 2
    center = _middle(one, other).plus(away.left().times(height))
    return Polygon(tuple(rotation(turn * at, center).point(one) for at in range(count)))


def _polygon(*points: Vec) -> Polygon:
    return Polygon(points)


def _polygon_of(things: Sequence[Any]) -> Polygon | None:
    if any(thing.kind != "point" for thing in things):
        raise NotImplementedError("a polygon of a list of other objects than points")
    places = tuple(thing.shape for thing in things)
    return None if len(places) < 3 or None in places else Polygon(places)


def _vertex(polygon: Polygon, number: Real) -> Vec | None:
    index = whole_number(number)
    return polygon.vertices[index - 1] if 1 <= index <= len(polygon.vertices) else None


def _centroid(polygon: Polygon) -> Vec | None:
    """Return the mean of the centroids of the triangles at the first vertex, by their areas."""
    if is_zero(polygon.signed_area()):
        return None
    first, *rest = polygon.vertices
    found, whole = Vec(real(0), real(0)), polygon.signed_area()
    for one, other in pairwise(rest):
        part = one.minus(first).cross(other.minus(first)) / 2
        found = found.plus(first.plus(one).plus(other).times(part / whole / 3))
    return found


def _inverse(point: Vec, circle: Conic) -> Vec | None:
    """Return the inverse point: where the ray from the center meets the polar of the point."""
    center = circle.center()
    assert center is not None
    through = line_between(center, point)
    if through is None:
        return None
    polar = Line(*(row[0] * point.x + row[1] * point.y + row[2] for row in circle.matrix))
    return _meeting(through, polar)


def _slope(shape: Straight) -> Real | None:
    along = direction_of(shape)
    return None if is_zero(along.x) else along.y / along.x


def _start(low: Real, high: Real) -> Real | None:
    """Return where a slider starts: as near to 0 as it can be."""
    return min(max(low * 0, low), high) if low <= high else None


def _unit(shape: Straight | Vec) -> Vec | None:
    along = direction_of(shape)
    return None if along.is_zero() else unit(along)


def _distance_of_lines(one: Straight, other: Straight) -> Real | None:
    first, second = carrier(one), carrier(other)
    if first is None or second is None:
        return None
    if not relations.are_parallel(first, second):
        return real(0)
    return distance(closest(first, Vec(real(0), real(0))), second)


_TABLE: dict[str, list[tuple[str, str, Callable[..., Any]]]] = {
    "Point": [("path", "point", lambda path: closest(path, Vec(real(0), real(0))))],
    "Segment": [("point point", "segment", Segment)],
    "Line": [
        ("point point", "line", line_between),
        ("point directed", "line", lambda point, f: line_along(point, direction_of(f))),
    ],
    "Ray": [
        ("point point", "ray", lambda one, other: _ray(one, other.minus(one))),
        ("point vector", "ray", _ray),
    ],
    "Vector": [
        ("point point", "vector", lambda one, other: other.minus(one)),
        ("point", "vector", lambda point: point),
    ],
    "Circle": [
        ("point point", "circle", _circle),
        ("point number", "circle", _circle_of_radius),
        ("point point point", "circle", circle_through),
    ],
    "Incircle": [("point point point", "circle", incircle)],
    "Intersect": [
        ("straight straight", "point", _meeting),
        ("straight conic", "points", meetings),
        ("conic straight", "points", meetings),
        ("circle circle", "points", meetings),
        ("straight conic number", "point", meetings),
        ("conic straight number", "point", meetings),
        ("circle circle number", "point", meetings),
    ],
    "Midpoint": [
        ("point point", "point", _middle),
        ("segment", "point", lambda segment: _middle(*segment)),
        ("conic", "point", lambda conic: conic.center()),
    ],
    "PerpendicularLine": [
        ("point directed", "line", lambda p, f: line_along(p, direction_of(f).left())),
    ],
    "PerpendicularBisector": [
        ("point point", "line", _perpendicular_bisector),
        ("segment", "line", lambda segment: _perpendicular_bisector(*segment)),
    ],
    "AngleBisector": [("point point point", "line", _angle_bisector)],
    "Polygon": [
        ("point point number", "polygon", _regular_polygon),
        ("point point point*", "polygon", _polygon),
        ("list", "polygon", _polygon_of),
    ],
    "Ellipse": [
        ("point point point", "conic", lambda f, g, p: by_foci(f, g, _half(f, g, p, 1))),
        ("point point number", "conic", by_foci),
    ],
    "Hyperbola": [
        ("point point point", "conic", lambda f, g, p: by_foci(f, g, _half(f, g, p, -1))),
        ("point point number", "conic", by_foci),
    ],
    "Parabola": [("point straight", "conic", parabola)],
    "Reflect": [("point circle", "point", _inverse)],
    "Angle": [
        ("point point point", "angle", _angle),
        ("straight straight", "angle", _angle_of_lines),
    ],
    "Distance": [
        ("point point", "number", lambda one, other: other.minus(one).length()),
        ("point path", "number", distance),
        ("straight straight", "number", _distance_of_lines),
    ],
    "Area": [
        ("polygon", "number", area),
        ("point point point*", "number", lambda *points: area(Polygon(points))),
    ],
    "Length": [
        ("segment", "number", length),
        ("vector", "number", lambda vector: vector.length()),
        ("list", "number", lambda things: real(len(things))),
    ],
    "Radius": [("circle", "number", lambda circle: circle.radius())],
    "Center": [("conic", "point", lambda conic: conic.center())],
    "Centroid": [("polygon", "point", _centroid)],
    "Slope": [("straight", "number", _slope)],
    "Vertex": [("polygon number", "point", _vertex)],
    "ClosestPoint": [("path point", "point", closest)],
    "Direction": [("straight", "vector", direction_of)],
    "UnitVector": [("directed", "vector", _unit)],
    "PerpendicularVector": [("directed", "vector", lambda f: direction_of(f).left())],
    "Slider": [
        ("number number", "number", _start),
        ("number number number", "number", lambda low, high, _: _start(low, high)),
    ],
    "AreCollinear": [("point point point", "boolean", relations.are_collinear)],
    "AreConcyclic": [("point point point point", "boolean", relations.are_concyclic)],
    "AreConcurrent": [("straight straight straight", "boolean", relations.are_concurrent)],
    "AreParallel": [("directed directed", "boolean", relations.are_parallel)],
    "ArePerpendicular": [("directed directed", "boolean", relations.are_perpendicular)],
    "AreEqual": [("any any", "boolean", relations.are_equal)],
    "AreCongruent": [("any any", "boolean", relations.are_congruent)],
    "IsTangent": [("straight conic", "boolean", relations.touches)],
    "IsInRegion": [("point region", "boolean", is_inside)],
}

COMMANDS: dict[str, tuple[Command, ...]] = {
    name: tuple(Command(tuple(takes.split()), kind, make) for takes, kind, make in ways)
    for name, ways in _TABLE.items()
}
"""The commands that are known here, and the ways to call each."""


def _reflected(mirror: Straight) -> Map | None:
    line = carrier(mirror)
    return None if line is None else reflection(line)


_ORIGIN = Vec(real(0), real(0))

MAPS: dict[str, tuple[tuple[tuple[str, ...], Callable[..., Map | None]], ...]] = {
    "Rotate": (
        (("number", "point"), rotation),
        (("number",), lambda angle: rotation(angle, _ORIGIN)),
    ),
    "Reflect": ((("point",), point_reflection), (("straight",), _reflected)),
    "Translate": ((("vector",), translation),),
    "Dilate": (
        (("number", "point"), dilation),
        (("number",), lambda factor: dilation(factor, _ORIGIN)),
    ),
}
"""The commands that map what is given first, and the maps by the other arguments."""
