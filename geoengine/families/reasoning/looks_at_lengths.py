"""Looks at lengths: how little it takes to know the length of a segment, for one who sees much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from geoengine.draw import marked_statements
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.parallelograms import Parallelograms
from geoengine.families.reasoning.plain_relations import PlainRelations
from geoengine.families.reasoning.segments import Segment, segment_of
from geoengine.families.reasoning.visible import drawn_lines, relations
from geoengine.language import Statement

__all__ = ["looks_at_lengths"]

_EQUALITY, _CALCULATION = 1, 2
"""How much work it is to take a length over, and to calculate one from others."""


@dataclass(frozen=True, slots=True)
class _Link:
    """That a length follows from others, and how much work that is."""

    segment: Segment
    others: tuple[Segment, ...]
    looks: int


def looks_at_lengths(context: Context) -> dict[Segment, int]:
    """How much work it is to find lengths by plain relations and calculations alone.

    An equality counts 1; a sum, a difference, a half, a double, a proportion, the theorem of
    Pythagoras, the altitude of a right triangle, a marked bisector, a centroid, a median with the
    sides around it, the parallelogram law, the law of cosines for a printed angle and a right
    triangle with such an angle count 2. Equalities, midpoints, parallels and right angles are those
    that are plain to see (`PlainRelations`). What several others follow from counts once.

    Parameters
    ----------
    context : Context

    Returns
    -------
    dict of Segment to int
        The least work for each segment; 0 for printed lengths. Segments that cannot be found in
        this way are missing.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = r_triangle_of A B C 3 4; M = midpoint B C")
    >>> found = looks_at_lengths(make_context(problem, scene="median", seed=1))
    >>> [found["A", "B"], found["B", "C"], found["B", "M"]]
    [0, 2, 4]
    """
    printed = (segment_of(*pair) for pair in context.markings().marks.lengths)
    used: dict[Segment, frozenset[_Link]] = {segment: frozenset() for segment in printed}
    looks = dict.fromkeys(used, 0)
    links = list(dict.fromkeys(_links(context)))
    improved = True
    while improved:
        improved = False
        for link in links:
            if not used.keys() >= set(link.others):
                continue
            # A length that is used twice is found once.
            needed = frozenset({link}).union(*(used[other] for other in link.others))
            total = sum(one.looks for one in needed)
            if total < looks.get(link.segment, total + 1):
                used[link.segment], looks[link.segment] = needed, total
                improved = True
    return looks


def _links(context: Context) -> Iterator[_Link]:
    plain = PlainRelations(context)

    def seen(predicate: str) -> Iterator[Statement]:
        return filter(plain.include, relations(context, predicate).true)

    for equal in seen("cong"):
        pair = segment_of(*equal.points[:2]), segment_of(*equal.points[2:])
        for one, other in permutations(pair):
            yield _Link(one, (other,), _EQUALITY)
    middles = list(seen("midp"))
    yield from _of_centroids(context, middles)
    yield from _of_medians(context, middles)
    for halved in middles:
        middle, *ends = halved.points
        whole = segment_of(ends[0], ends[1])
        for part in (segment_of(middle, end) for end in ends):
            yield _Link(part, (whole,), _CALCULATION)
            yield _Link(whole, (part,), _CALCULATION)
    for line in drawn_lines(context):
        for a, b, c in combinations(line, 3):
            parts = segment_of(a, b), segment_of(b, c), segment_of(a, c)
            yield from _each_from_others(*parts)
    for parallel in seen("para"):
        yield from _of_triangles(context, parallel)
    rights = list(seen("perp"))
    yield from _of_altitudes(context, rights)
    yield from _of_bisectors(context)
    printed = [
        mark for mark in marked_statements(context.markings().marks) if mark.predicate == "aconst"
    ]
    yield from _of_printed_angles(printed)
    yield from _of_right_triangles(context, printed, rights)
    for right in rights:
        legs = frozenset(right.points[:2]), frozenset(right.points[2:])
        if len(legs[0] & legs[1]) == 1:
            sides = (*legs, legs[0] ^ legs[1])
            yield from _each_from_others(*(segment_of(*sorted(side)) for side in sides))


def _of_triangles(context: Context, parallel: Statement) -> Iterator[_Link]:
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
                    yield _Link(
                        sides[k][one],
                        (sides[1 - k][one], sides[0][other], sides[1][other]),
                        _CALCULATION,
                    )


def _of_altitudes(context: Context, rights: Sequence[Statement]) -> Iterator[_Link]:
    """An altitude to a hypotenuse, and the parts of this, from the sides of the triangle."""
    for right in rights:
        one, other = frozenset(right.points[:2]), frozenset(right.points[2:])
        if len(one & other) != 1:
            continue
        (vertex,), (a, b) = one & other, sorted(one ^ other)
        sides = segment_of(vertex, a), segment_of(vertex, b), segment_of(a, b)
        for foot in context.line_through(a, b) - {a, b}:
            if context.graph.holds(Statement("perp", (vertex, foot, a, b))):
                yield _Link(segment_of(vertex, foot), sides, _CALCULATION)
                yield _Link(segment_of(a, foot), (sides[0], sides[2]), _CALCULATION)
                yield _Link(segment_of(b, foot), (sides[1], sides[2]), _CALCULATION)


def _of_bisectors(context: Context) -> Iterator[_Link]:
    """The parts into which the marked bisector of an angle divides the opposite side."""
    for equal in marked_statements(context.markings().marks):
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
                    yield _Link(segment_of(a, foot), sides, _CALCULATION)
                    yield _Link(segment_of(b, foot), sides, _CALCULATION)


def _of_printed_angles(printed: Sequence[Statement]) -> Iterator[_Link]:
    """A side of a triangle from the others, by the law of cosines for an angle that is printed."""
    for angle in printed:
        one, other = frozenset(angle.points[:2]), frozenset(angle.points[2:4])
        if len(one & other) == 1:
            sides = (one, other, one ^ other)
            yield from _each_from_others(*(segment_of(*sorted(side)) for side in sides))


def _of_right_triangles(
    context: Context, printed: Sequence[Statement], rights: Sequence[Statement]
) -> Iterator[_Link]:
    """A side of a right triangle from any other, by a printed angle between two of its lines."""
    angles = {
        frozenset({context.line_through(*one.points[:2]), context.line_through(*one.points[2:])})
        for one in printed
    }
    for right in rights:
        first, second = frozenset(right.points[:2]), frozenset(right.points[2:])
        if len(first & second) != 1:
            continue
        sides = (first, second, first ^ second)
        lines = [context.line_through(*sorted(side)) for side in sides]
        if angles & {frozenset({leg, lines[2]}) for leg in lines[:2]}:
            for one, other in permutations(sides, 2):
                yield _Link(segment_of(*sorted(one)), (segment_of(*sorted(other)),), _CALCULATION)


def _of_centroids(context: Context, middles: Sequence[Statement]) -> Iterator[_Link]:
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
                yield _Link(segment_of(centroid, end), (segment_of(m, far),), _CALCULATION)


def _of_medians(context: Context, middles: Sequence[Statement]) -> Iterator[_Link]:
    """Medians from sides, diagonals of parallelograms from the other and sides, and vice versa."""
    for (a, b), (d, c) in Parallelograms(context).sides():
        pairs = (a, c), (b, d), (a, b), (b, c)
        yield from _each_from_others(*(segment_of(*pair) for pair in pairs))
    for halved in middles:
        middle, *ends = halved.points
        line = context.line_through(ends[0], ends[1])
        for vertex in context.problem.points:
            if vertex not in line:
                corners = (middle, *ends)
                yield from _each_from_others(
                    *(segment_of(vertex, corner) for corner in corners), segment_of(*ends)
                )


def _each_from_others(*sides: Segment) -> Iterator[_Link]:
    """Each of some lengths follows from the others."""
    for number, side in enumerate(sides):
        yield _Link(side, (*sides[:number], *sides[number + 1 :]), _CALCULATION)
