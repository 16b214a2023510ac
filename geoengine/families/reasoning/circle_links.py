"""Links of lengths by drawn circles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.length_link import (
    CALCULATION,
    EQUALITY,
    TWO_CALCULATIONS,
    LengthLink,
    each_from_others,
)
from geoengine.families.reasoning.segments import Segment, segment_of
from geoengine.families.reasoning.visible import drawn_circles
from geoengine.language import Statement

__all__ = ["circle_links"]


def circle_links(context: Context) -> Iterator[LengthLink]:
    """Yield how lengths follow from others by what is seen of drawn circles.

    That radii are equal takes little work; the power of a point, by secants and tangents, and the
    tangents from the corners of a triangle to its incircle take a calculation; the radii of the
    incircle and the circumcircle of a triangle take two.
    """
    for center, on in drawn_circles(context):
        touching = {} if center is None else _tangents(context, center, on)
        yield from _of_power(context, on, touching)
        yield from _of_incircle(context, center, touching)
        if center is not None:
            for one, other in combinations(sorted(on), 2):
                radii = segment_of(center, one), segment_of(center, other)
                yield LengthLink(radii[0], radii[1:], EQUALITY)
                yield LengthLink(radii[1], radii[:1], EQUALITY)
            for corners in combinations(sorted(on), 3):
                yield LengthLink(segment_of(center, corners[0]), _sides(*corners), TWO_CALCULATIONS)


def _tangents(context: Context, center: str, on: frozenset[str]) -> dict[str, frozenset[str]]:
    """The tangents to a circle that pass through points, by the points at which they touch it."""
    found = {}
    for touch in sorted(on):
        for point in context.problem.points:
            if point not in (touch, center) and context.graph.holds(
                Statement("perp", (touch, center, touch, point))
            ):
                found[touch] = context.line_through(touch, point)
    return found


def _of_power(
    context: Context, on: frozenset[str], touching: dict[str, frozenset[str]]
) -> Iterator[LengthLink]:
    """Parts of secants through a point from each other, and its tangent."""
    for point in context.problem.points:
        if point in on:
            continue
        secants = dict.fromkeys(
            tuple(sorted(context.line_through(point, one) & on)) for one in sorted(on)
        )
        pairs = [
            tuple(segment_of(point, end) for end in ends) for ends in secants if len(ends) == 2
        ]
        for one, other in combinations(pairs, 2):
            yield from each_from_others(*one, *other)
        tangents = (segment_of(point, touch) for touch in touching if point in touching[touch])
        for tangent in tangents:
            for pair in pairs:
                yield from each_from_others(tangent, *pair)


def _of_incircle(
    context: Context, center: str | None, touching: dict[str, frozenset[str]]
) -> Iterator[LengthLink]:
    """Tangents from the corners of a triangle to a circle in it or beside it, and the radius."""
    for three in combinations(touching, 3):
        corners = [
            next(iter(touching[one] & touching[other]), None)
            for one, other in combinations(three, 2)
        ]
        if None in corners or len(set(corners)) < len(three):
            continue
        sides = _sides(*(corner for corner in corners if corner is not None))
        for touch in three:
            for corner in corners:
                if corner is not None and corner in touching[touch]:
                    yield LengthLink(segment_of(corner, touch), sides, CALCULATION)
            if center is not None:
                yield LengthLink(segment_of(center, touch), sides, TWO_CALCULATIONS)


def _sides(*corners: str) -> tuple[Segment, ...]:
    return tuple(segment_of(*pair) for pair in combinations(corners, 2))
