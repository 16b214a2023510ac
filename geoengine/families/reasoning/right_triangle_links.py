"""Links of lengths by right angles, and by angles of a known size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

import numpy as np

from geoengine.draw import marked_statements
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.length_link import (
    CALCULATION,
    TWO_CALCULATIONS,
    LengthLink,
    each_from_others,
)
from geoengine.families.reasoning.mirror_images import MirrorImages
from geoengine.families.reasoning.plain_relations import PlainRelations
from geoengine.families.reasoning.segments import segment_of
from geoengine.language import Statement, as_complex

__all__ = ["right_triangle_links"]

_COSINES = (1 / 2, 2**0.5 / 2, 3**0.5 / 2)
"""Those of the angles that whoever sees them knows."""

_EQUAL = 1e-7

_Corner = tuple[str, str, str]
"""A vertex and points on the sides of its right angle."""


def right_triangle_links(context: Context, plain: PlainRelations) -> Iterator[LengthLink]:
    """Yield how lengths follow from others by what is seen of right angles and printed angles.

    The theorem of Pythagoras, a right triangle with an angle of 30°, 45°, 60° or a printed size,
    the altitude of a right triangle, the two ways to find an area, and the law of cosines for a
    printed angle take a calculation; other altitudes take two, and so does the chord between two
    mirror images, if it is double the altitude of a right triangle.
    """
    printed = [mark for mark in marked_statements(context.marks) if mark.predicate == "aconst"]
    yield from _of_printed_angles(printed)
    corners = list(_corners(context, plain))
    known = {
        frozenset({context.line_through(*one.points[:2]), context.line_through(*one.points[2:])})
        for one in printed
    }
    diagram = context.check_diagram
    z = dict(zip(diagram.points, as_complex(diagram.xy).T, strict=True))
    for vertex, a, b in corners:
        sides = segment_of(vertex, a), segment_of(vertex, b), segment_of(a, b)
        yield from each_from_others(*sides)
        cosines = abs(z[a] - z[vertex]) / abs(z[a] - z[b])
        lines = [context.line_through(*side) for side in sides]
        if any(np.abs(cosines - known).max() < _EQUAL for known in _COSINES) or known & {
            frozenset({leg, lines[2]}) for leg in lines[:2]
        }:
            for one, other in permutations(sides, 2):
                yield LengthLink(one, (other,), CALCULATION)
    yield from _of_altitudes(corners)
    images = MirrorImages(context)
    for vertex, a, b in corners:
        for image in context.problem.points:
            if image != vertex and {a, b} <= images.axis(vertex, image):
                sides = segment_of(vertex, a), segment_of(vertex, b), segment_of(a, b)
                yield LengthLink(segment_of(vertex, image), sides, TWO_CALCULATIONS)


def _corners(context: Context, plain: PlainRelations) -> Iterator[_Corner]:
    """The right angles that are plain to see, also between lines that are not drawn."""
    for vertex in context.problem.points:
        ends = [point for point in context.problem.points if point != vertex]
        lines = dict.fromkeys(context.line_through(vertex, end) for end in ends)
        for one, other in combinations(lines, 2):
            a, b = (min(line - {vertex}) for line in (one, other))
            if plain.include(Statement("perp", (vertex, a, vertex, b))):
                yield from (
                    (vertex, *pair)
                    for pair in product(sorted(one - {vertex}), sorted(other - {vertex}))
                )


def _of_altitudes(corners: Sequence[_Corner]) -> Iterator[LengthLink]:
    """Altitudes and what they cut off from the sides of triangles, and from other altitudes."""
    right = {(vertex, frozenset((a, b))) for vertex, a, b in corners}
    feet: dict[tuple[str, frozenset[str]], list[str]] = defaultdict(list)
    apart: dict[tuple[str, str], set[str]] = defaultdict(set)
    for foot, a, b in corners:
        apart[foot, a].add(b)
        apart[foot, b].add(a)
    for (foot, apex), across in apart.items():
        for side in combinations(sorted(across), 2):
            feet[apex, frozenset(side)].append(foot)
    for (apex, ends), found in feet.items():
        a, b = sorted(ends)
        sides = segment_of(apex, a), segment_of(apex, b), segment_of(a, b)
        looks = CALCULATION if (apex, ends) in right else TWO_CALCULATIONS
        for foot in found:
            for part in (apex, a, b):
                yield LengthLink(segment_of(foot, part), sides, looks)
            if (apex, ends) in right:
                yield from _of_similar_parts(apex, foot, a, b)
            for top, base in ((a, b), (b, a)):
                for other in feet.get((top, frozenset({apex, base})), ()):
                    yield from each_from_others(
                        segment_of(apex, foot),
                        sides[2],
                        segment_of(top, other),
                        segment_of(apex, base),
                    )


def _of_similar_parts(apex: str, foot: str, a: str, b: str) -> Iterator[LengthLink]:
    """Sides of the two similar triangles into which an altitude divides a right triangle."""
    height, whole = segment_of(apex, foot), segment_of(a, b)
    parts = segment_of(foot, a), segment_of(foot, b)
    legs = segment_of(apex, a), segment_of(apex, b)
    yield from each_from_others(height, *parts)
    yield from each_from_others(*legs, height, whole)
    for leg, part in zip(legs, parts, strict=True):
        yield from each_from_others(leg, part, whole)
        yield from each_from_others(*legs, part, height)


def _of_printed_angles(printed: Sequence[Statement]) -> Iterator[LengthLink]:
    """A side of a triangle from the others, by the law of cosines for an angle that is printed."""
    for angle in printed:
        one, other = frozenset(angle.points[:2]), frozenset(angle.points[2:4])
        if len(one & other) == 1:
            sides = (one, other, one ^ other)
            yield from each_from_others(*(segment_of(*sorted(side)) for side in sides))
