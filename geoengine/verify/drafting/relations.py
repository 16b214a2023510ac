"""What may hold of objects: equality, incidence, tangency."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from geoengine.verify.drafting.crossings import is_tangent, meetings
from geoengine.verify.drafting.measures import is_on, length
from geoengine.verify.drafting.reals import Vec, is_zero, sign, squared
from geoengine.verify.drafting.shapes import (
    Conic,
    Line,
    Polygon,
    Ray,
    Segment,
    Straight,
    carrier,
    direction_of,
)

__all__ = [
    "are_collinear",
    "are_concurrent",
    "are_concyclic",
    "are_congruent",
    "are_equal",
    "are_parallel",
    "are_perpendicular",
    "touches",
]

_MOST_CORNERS = 24
"""How many corners polygons may have that are tested for congruence, with all distances."""


def are_parallel(one: Straight | Vec, other: Straight | Vec) -> bool:
    """Whether two directions are the same or opposite."""
    first, second = direction_of(one), direction_of(other)
    return is_zero(first.cross(second) / (first.length() * second.length()))


def are_perpendicular(one: Straight | Vec, other: Straight | Vec) -> bool:
    """Whether two directions are perpendicular."""
    first, second = direction_of(one), direction_of(other)
    return is_zero(first.dot(second) / (first.length() * second.length()))


def are_collinear(one: Vec, two: Vec, three: Vec) -> bool:
    """Whether three points are on a line."""
    return is_zero(two.minus(one).cross(three.minus(one)))


def are_concyclic(one: Vec, two: Vec, three: Vec, four: Vec) -> bool:
    """Whether four points are on a circle: with the theorem of inscribed angles."""
    if are_collinear(one, two, three):
        return False
    # (three - one)/(three - two) and (four - one)/(four - two) have the same argument mod pi.
    a, b = three.minus(one), three.minus(two)
    c, d = four.minus(one), four.minus(two)
    if any(four.is_at(point) for point in (one, two, three)):
        return True
    return is_zero(a.cross(b) * c.dot(d) - a.dot(b) * c.cross(d))


def are_concurrent(one: Straight, two: Straight, three: Straight) -> bool:
    """Whether three lines go through one point."""
    lines = [carrier(each) for each in (one, two, three)]
    first, second, third = lines
    if first is None or second is None or third is None:
        return False
    met = meetings(first, second) or meetings(first, third)
    return bool(met) and all(is_on(met[0], line) for line in (first, second, third))


def touches(straight: Straight, conic: Conic) -> bool:
    """Whether the line that carries an object touches a conic."""
    line = carrier(straight)
    return line is not None and is_tangent(line, conic)


def are_equal(one: Any, other: Any) -> bool:
    """Whether two objects are the same, in whichever direction or order they are given.

    Lists are the same if they have the same elements in the same order.
    """
    if type(one) is not type(other):
        return False
    match one:
        case Vec():
            return one.is_at(other)
        case Segment():
            ends = [(other.start, other.end), (other.end, other.start)]
            return any(one.start.is_at(a) and one.end.is_at(b) for a, b in ends)
        case Line():
            return are_parallel(one, other) and is_zero(_apart(one, other))
        case Ray():
            same = sign(one.direction.dot(other.direction)) > 0
            return same and are_parallel(one, other) and one.start.is_at(other.start)
        case Conic():
            return _are_one_conic(one, other)
        case Polygon():
            return any(_all_at(one.vertices, way) for way in _ways(other.vertices))
        case bool():
            return bool(one == other)
        case tuple():
            return len(one) == len(other) and all(
                part.shape is not None and are_equal(part.shape, counterpart.shape)
                for part, counterpart in zip(one, other, strict=True)
            )
    return is_zero(one - other)


def _apart(one: Line, other: Line) -> Any:
    """Return how far parallel lines are apart: by the point of one that is closest to 0."""
    whole = squared(one.a) + squared(one.b)
    return other.at(Vec(-one.a * one.c / whole, -one.b * one.c / whole)) / other.norm()


def _are_one_conic(one: Conic, other: Conic) -> bool:
    """Whether two conics are the same: all minors of the two rows of coefficients are 0."""
    first, second = ([entry for row in conic.matrix for entry in row] for conic in (one, other))
    return all(
        is_zero(a * d - b * c)
        for at, (a, c) in enumerate(zip(first, second, strict=True))
        for b, d in list(zip(first, second, strict=True))[:at]
    )


def _all_at(some: Sequence[Vec], others: Sequence[Vec]) -> bool:
    return len(some) == len(others) and all(
        one.is_at(other) for one, other in zip(some, others, strict=True)
    )


def _ways(corners: tuple[Vec, ...]) -> list[tuple[Vec, ...]]:
    """Return the vertices from each of them on, forwards and backwards."""
    return [
        (*order[at:], *order[:at])
        for order in (corners, corners[::-1])
        for at in range(len(corners))
    ]


def are_congruent(one: Any, other: Any) -> bool:
    """Whether two segments, circles or polygons are congruent.

    Raises
    ------
    NotImplementedError
        For other shapes.
    """
    match one, other:
        case Segment(), Segment():
            return is_zero(length(one) - length(other))
        case Polygon(), Polygon() if len(one.vertices) <= _MOST_CORNERS:
            lengths = _distances(one.vertices)
            return any(
                len(lengths) == len(others)
                and all(is_zero(a - b) for a, b in zip(lengths, others, strict=True))
                for others in map(_distances, _ways(other.vertices))
            )
    raise NotImplementedError(f"whether a {type(one).__name__.lower()} is congruent")


def _distances(corners: Sequence[Vec]) -> list[Any]:
    return [one.minus(other).length() for at, one in enumerate(corners) for other in corners[:at]]
