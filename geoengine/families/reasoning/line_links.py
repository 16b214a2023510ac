"""Links of lengths by lines and triangles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise, permutations, product

from geoengine.draw import marked_statements
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.length_link import (
    CALCULATION,
    EQUALITY,
    LengthLink,
    each_from_others,
)
from geoengine.families.reasoning.parallelograms import Parallelograms
from geoengine.families.reasoning.plain_relations import PlainRelations
from geoengine.families.reasoning.segments import Segment, segment_of
from geoengine.families.reasoning.visible import drawn_lines, relations
from geoengine.language import Statement

__all__ = ["line_links"]


def line_links(context: Context, plain: PlainRelations) -> Iterator[LengthLink]:
    """Yield how lengths follow from others by what is seen of lines and triangles.

    An equality takes little work; a sum, a difference, a half, a double, a part of several equal
    ones, a proportion of sides of triangles with parallel sides, a marked bisector, a centroid, a
    median with the sides around it and the parallelogram law take a calculation.
    """

    def seen(predicate: str) -> Iterator[Statement]:
        return filter(plain.include, relations(context, predicate).true)

    equal = [
        (segment_of(*found.points[:2]), segment_of(*found.points[2:])) for found in seen("cong")
    ]
    for pair in equal:
        for one, other in permutations(pair):
            yield LengthLink(one, (other,), EQUALITY)
    middles = list(seen("midp"))
    yield from _of_centroids(context, middles)
    yield from _of_medians(context, middles)
    for halved in middles:
        middle, *ends = halved.points
        whole = segment_of(ends[0], ends[1])
        for part in (segment_of(middle, end) for end in ends):
            yield LengthLink(part, (whole,), CALCULATION)
            yield LengthLink(whole, (part,), CALCULATION)
    equal_pairs = set(map(frozenset, equal))
    for line in drawn_lines(context):
        for a, b, c in combinations(line, 3):
            parts = segment_of(a, b), segment_of(b, c), segment_of(a, c)
            yield from each_from_others(*parts)
        yield from _of_equal_parts(line, equal_pairs)
    for parallel in seen("para"):
        yield from _of_triangles(context, parallel)
    yield from _of_bisectors(context)


def _of_equal_parts(
    line: Sequence[str], equal: Collection[frozenset[Segment]]
) -> Iterator[LengthLink]:
    """Three or more equal parts of a line from all together, and these from a part."""
    parts = [segment_of(*pair) for pair in pairwise(line)]
    for start in range(len(parts)):
        for end in range(start + 1, len(parts)):
            if frozenset(parts[end - 1 : end + 1]) not in equal:
                break
            if end == start + 1:
                continue
            whole = segment_of(line[start], line[end + 1])
            for part in parts[start : end + 1]:
                yield LengthLink(part, (whole,), CALCULATION)
                yield LengthLink(whole, (part,), CALCULATION)


def _of_triangles(context: Context, parallel: Statement) -> Iterator[LengthLink]:
    """A side of one of two triangles with a common vertex and parallel sides, from other sides."""
    a, b, c, d = parallel.points
    for first, second in ((c, d), (d, c)):
        lines = context.line_through(a, first), context.line_through(b, second)
        if lines[0] == lines[1]:
            continue
        for vertex in (lines[0] & lines[1]) - {a, b, c, d}:
            small, large = (vertex, a, b), (vertex, first, second)
            sides = [
                tuple(segment_of(*pair) for pair in combinations(corners, 2))
                for corners in (small, large)
            ]
            for one, other in permutations(range(len(small)), 2):
                for k in (0, 1):
                    yield LengthLink(
                        sides[k][one],
                        (sides[1 - k][one], sides[0][other], sides[1][other]),
                        CALCULATION,
                    )


def _of_bisectors(context: Context) -> Iterator[LengthLink]:
    """The parts into which the marked bisector of an angle divides the opposite side."""
    for equal in marked_statements(context.marks):
        if equal.predicate != "eqangle":
            continue
        lines = [context.line_through(*equal.points[k : k + 2]) for k in (0, 2, 4, 6)]
        for first, axis, again, second in (lines, [lines[1], lines[0], lines[3], lines[2]]):
            if axis != again or len(first & axis & second) != 1:
                continue
            (vertex,) = first & axis & second
            for a, b in product(sorted(first - {vertex}), sorted(second - {vertex})):
                for foot in context.line_through(a, b) & axis:
                    sides = segment_of(vertex, a), segment_of(vertex, b), segment_of(a, b)
                    yield LengthLink(segment_of(a, foot), sides, CALCULATION)
                    yield LengthLink(segment_of(b, foot), sides, CALCULATION)


def _of_centroids(context: Context, middles: Sequence[Statement]) -> Iterator[LengthLink]:
    """The parts of a median that another one cuts off."""
    for one, other in permutations(middles, 2):
        (m, *ends), (n, *others) = one.points, other.points
        if len(set(ends) & set(others)) != 1:
            continue
        (far,), (top,) = set(others) - set(ends), set(ends) - set(others)
        if m == far or n == top:
            continue
        crossing = context.line_through(m, far) & context.line_through(n, top)
        for centroid in crossing - {m, n, far, top}:
            for end in (m, far):
                yield LengthLink(segment_of(centroid, end), (segment_of(m, far),), CALCULATION)


def _of_medians(context: Context, middles: Sequence[Statement]) -> Iterator[LengthLink]:
    """Medians from sides, diagonals of parallelograms from the other and sides, and vice versa."""
    for (a, b), (d, c) in Parallelograms(context).sides():
        pairs = (a, c), (b, d), (a, b), (b, c)
        yield from each_from_others(*(segment_of(*pair) for pair in pairs))
    for halved in middles:
        middle, *ends = halved.points
        line = context.line_through(ends[0], ends[1])
        for vertex in context.problem.points:
            if vertex not in line:
                corners = (middle, *ends)
                yield from each_from_others(
                    *(segment_of(vertex, corner) for corner in corners), segment_of(*ends)
                )
