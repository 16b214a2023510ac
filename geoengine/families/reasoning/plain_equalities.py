"""Plain equalities: the equal segments that a reader of the picture sees at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from geoengine.families.reasoning.plain_directions import Line, PlainDirections
from geoengine.families.reasoning.plain_midpoints import PlainMidpoints
from geoengine.families.reasoning.seen_figure import SeenFigure
from geoengine.language import Statement

__all__ = ["PlainEqualities"]


class PlainEqualities:
    """Equal segments that marks, circles and figures with names tell at a look.

    These are kites, parallelograms, rectangles and isosceles trapezoids, equilateral triangles,
    right triangles with equal legs, triangles that marked bisectors show to be isosceles, medians
    to a hypotenuse, tangents from a point, chords and incenters beside a bisected arc, halves of
    equal segments, and segments that a mark leads to from one of these.

    Parameters
    ----------
    figure : SeenFigure
    middles : PlainMidpoints
    directions : PlainDirections
    """

    def __init__(
        self, figure: SeenFigure, middles: PlainMidpoints, directions: PlainDirections
    ) -> None:
        self._points, self._graph = figure.points, figure.graph
        self._lines = figure.lines
        self._given = figure.given
        self._equal = [one.points for one in figure.given if one.predicate == "cong"]
        self._circles = figure.circles
        self._middles = middles
        self._images = figure.images
        self._parallelograms = figure.parallelograms
        self._directions = directions
        self._bisected = list(self._marked_bisectors())

    def include(self, points: tuple[str, ...]) -> bool:
        """Whether it is plain that the segments of a true equality are equal."""
        return (
            self._is_seen(points)
            or self._is_on_axis(points)
            or self._are_halves(points)
            or self._are_hypotenuses(points)
            or self._are_between_sides(points)
            or self._are_equal_by_a_mark(points)
        )

    def _is_seen(self, points: tuple[str, ...]) -> bool:
        statement = Statement("cong", points)
        return (
            statement in self._given
            or self._parallelograms.tell(statement)
            or self._are_equal_figures(points)
        )

    def _is_on_axis(self, points: tuple[str, ...]) -> bool:
        """Whether a point lies on the axis of two others, of which a figure with corners tells.

        Either it is above their plain midpoint, or they are corners of a rectangle or an isosceles
        trapezoid, and it is seen to be equally far from the other corners.
        """
        common = set(points[:2]) & set(points[2:])
        if len(common) != 1:
            return False
        (apex,) = common
        a, b = sorted(set(points) - common)
        line = self._lines.through(a, b) - {a, b}
        if any(
            self._middles.include(m, a, b) and self._directions.are_right(m, a, apex) for m in line
        ):
            return True
        return any(
            apex in self._images.axis(c, d)
            and self._are_equal((a, c, b, d), (a, d, b, c))
            and self._is_seen((apex, c, apex, d))
            for c, d in combinations(self._points, 2)
            if {c, d}.isdisjoint({a, b, apex})
        )

    def _are_hypotenuses(self, points: tuple[str, ...]) -> bool:
        """Whether two right triangles with legs that are seen to be equal have two sides."""
        a, b = points[:2]
        corners = [
            [
                vertex
                for vertex in self._points
                if vertex not in side and self._directions.are_right(vertex, *side)
            ]
            for side in (points[:2], points[2:])
        ]
        return any(
            self._are_seen(one, a, other, c) and self._are_seen(one, b, other, d)
            for one, other in product(*corners)
            for c, d in permutations(points[2:])
        )

    def _are_equal_by_a_mark(self, points: tuple[str, ...]) -> bool:
        """Whether a segment is marked as equal to one of two, and seen to be equal to the other."""
        return any(
            self._is_seen((*marked, *other))
            for one, other in ((points[:2], points[2:]), (points[2:], points[:2]))
            for marked in self._marked_equal(*one)
            if {*marked} != {*other}
        )

    def _marked_equal(self, *one: str) -> Iterator[tuple[str, ...]]:
        """The segments that are given to be as long as one."""
        for points in self._equal:
            for given, other in ((points[:2], points[2:]), (points[2:], points[:2])):
                if {*given} == {*one}:
                    yield other

    def _are_between_sides(self, points: tuple[str, ...]) -> bool:
        """Whether segments join two lines crosswise, at points equally far from where these meet.

        So the medians from the base of an isosceles triangle do.
        """
        a, b = points[:2]
        line_through = self._lines.through
        return any(
            line_through(apex, a) == line_through(apex, d)
            and line_through(apex, b) == line_through(apex, c)
            and self._are_seen(apex, a, apex, c)
            and self._are_seen(apex, b, apex, d)
            for c, d in permutations(points[2:])
            for apex in self._points
            if apex not in points
        )

    def _are_seen(self, *points: str) -> bool:
        """Whether two segments are one, or are seen to be equal."""
        if set(points[:2]) == set(points[2:]):
            return True
        return self._are_equal(points) and (self._is_seen(points) or self._are_halves(points))

    def _are_equal(self, *equalities: tuple[str, ...]) -> bool:
        return all(self._graph.holds(Statement("cong", one)) for one in equalities)

    def _are_equal_figures(self, points: tuple[str, ...]) -> bool:
        first, second = (points[0], points[1]), (points[2], points[3])
        return (
            self._is_equilateral(points)
            or self._images.are_mirrored(first, second)
            or self._are_turned(first, second)
            or self._are_in_trapezoid(first, second)
            or self._is_median(points)
            or self._are_legs(points)
            or self._are_across(first, second)
            or self._is_cut_by_bisector(points)
            or self._are_from_bisected_arc(points)
            or any(
                self._are_from_circle(points, center, on) for center, on in self._circles if center
            )
        )

    def _are_from_circle(self, points: tuple[str, ...], center: str, on: frozenset[str]) -> bool:
        """Whether two equal segments are radii of a circle, or tangents from one point to it."""
        common = set(points[:2]) & set(points[2:])
        if len(common) != 1:
            return False
        (vertex,) = common
        ends = set(points) - common
        if not on.issuperset(ends):
            return False
        return vertex == center or all(
            self._directions.are_right(end, vertex, center) for end in ends
        )

    def _are_legs(self, points: tuple[str, ...]) -> bool:
        """Whether two equal segments are legs of two right triangles with one hypotenuse."""
        common = set(points[:2]) & set(points[2:])
        if len(common) != 1:
            return False
        (vertex,) = common
        first, second = set(points) - common
        return any(
            self._directions.are_right(first, vertex, far)
            and self._directions.are_right(second, vertex, far)
            for far in self._images.axis(first, second) - {vertex}
        )

    def _are_across(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether two segments are opposite sides of a plain parallelogram."""
        line_through, (a, b) = self._lines.through, one
        if {*one} & {*other} or line_through(*one) == line_through(*other):
            return False
        return any(
            self._directions.are_parallel((a, b), (c, d))
            and self._directions.are_parallel((a, c), (b, d))
            for c, d in (other, other[::-1])
        )

    def _marked_bisectors(self) -> Iterator[tuple[Line, Line, Line]]:
        """Lines that bisect an angle, as marks say, each between the sides of the angle."""
        for one in sorted(self._given, key=str):
            if one.predicate == "eqangle":
                lines = self._lines.named_in(one)
                if lines[1] == lines[2]:
                    yield lines[0], lines[1], lines[3]
                if lines[0] == lines[3]:
                    yield lines[1], lines[0], lines[2]

    def _is_cut_by_bisector(self, points: tuple[str, ...]) -> bool:
        """Whether a marked bisector, and a parallel to a side, show that a triangle is isosceles.

        So the bisector of an angle of a parallelogram cuts such a triangle off.
        """
        common = set(points[:2]) & set(points[2:])
        if len(common) != 1:
            return False
        (apex,) = common
        line_through = self._lines.through
        return any(
            line_through(end, far) == middle
            and line_through(apex, end) == side
            and self._directions.of(line_through(apex, far)) == self._directions.of(other)
            for end, far in permutations(sorted(set(points) - common))
            for one, middle, two in self._bisected
            for side, other in ((one, two), (two, one))
        )

    def _are_from_bisected_arc(self, points: tuple[str, ...]) -> bool:
        """Whether a marked bisector halves the arc of a drawn circle between two segments.

        The incenter is as far from the middle of the arc as the ends are.
        """
        common = set(points[:2]) & set(points[2:])
        if len(common) != 1:
            return False
        (top,) = common
        ends = set(points) - common
        for one, middle, two in self._bisected:
            for _, on in self._circles:
                vertices = one & middle & two & on
                if top not in on & middle or not vertices or top in vertices:
                    continue
                chords = [(line & on) - vertices for line in (one, two)]
                incenters = {
                    point
                    for _, other, _ in self._bisected
                    for point in middle & other - vertices
                    if other & (chords[0] | chords[1])
                }
                if all(ends & group for group in chords) or (
                    ends & incenters and ends & (chords[0] | chords[1])
                ):
                    return True
        return False

    def _are_turned(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether a quarter turn that right angles and equal sides show maps one to the other."""
        if set(one) & set(other):
            return False
        a, b = one
        return any(
            self._directions.are_right(center, a, c) and self._directions.are_right(center, b, d)
            for c, d in (other, other[::-1])
            for center in self._images.axis(a, c) & self._images.axis(b, d)
        )

    def _are_in_trapezoid(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether parallel chords of a drawn circle show that one segment mirrors the other."""
        common = set(one) & set(other)
        if len(common) == 1:
            first, second = sorted(set(one) ^ set(other))
            return any(
                common <= self._images.axis(*chord)
                for chord in self._parallel_chords(first, second)
            )
        (a, b), options = one, (other, other[::-1])
        return any(
            {b, d} == set(chord) for c, d in options for chord in self._parallel_chords(a, c)
        )

    def _parallel_chords(self, one: str, other: str) -> Iterator[tuple[str, str]]:
        """The chords of drawn circles that are parallel to the one between two points."""
        for _, on in self._circles:
            if {one, other} <= on:
                for chord in combinations(sorted(on - {one, other}), 2):
                    if self._directions.are_parallel((one, other), chord):
                        yield chord

    def _are_halves(self, points: tuple[str, ...]) -> bool:
        """Whether two segments are halves of segments that are plainly equal."""
        wholes = [list(self._wholes(*points[k : k + 2])) for k in (0, 2)]
        return any(
            self.include((*one, *other))
            for one, other in product(*wholes)
            if set(one) != set(other)
        )

    def _wholes(self, *half: str) -> Iterator[tuple[str, str]]:
        """The segments of which one, or a marked equal of it, is half, as marks or a circle say."""
        for one in (half, *self._marked_equal(*half)):
            for end, middle in permutations(one):
                for far in self._lines.through(end, middle) - {end, middle}:
                    if self._middles.include(middle, end, far):
                        yield end, far

    def _is_equilateral(self, points: tuple[str, ...]) -> bool:
        """Whether two equal segments are sides of an equilateral triangle."""
        common = set(points[:2]) & set(points[2:])
        return len(common) == 1 and any(
            end in self._images.axis(*(set(points) - {end})) for end in set(points) - common
        )

    def _is_median(self, points: tuple[str, ...]) -> bool:
        """Whether two equal segments are the median and half the hypotenuse of a right triangle."""
        common = set(points[:2]) & set(points[2:])
        if len(common) != 1:
            return False
        (middle,) = common
        ends = [point for point in points if point != middle]
        return any(
            self._graph.holds(Statement("midp", (middle, end, far)))
            and self._directions.are_right(vertex, end, far)
            for vertex, end in permutations(ends)
            for far in self._points
            if far not in points
        )
