"""Plain relations: those that a reader of the picture sees without a thought."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from geoengine.draw import marked_statements
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.known_circles import KnownCircles
from geoengine.families.reasoning.mirror_images import MirrorImages
from geoengine.families.reasoning.parallelograms import Parallelograms
from geoengine.families.reasoning.visible import drawn_circles
from geoengine.language import Statement

__all__ = ["PlainRelations"]

_Line = frozenset[str]


class PlainRelations:
    """The relations of a figure that its givens, marks and circles state, or all but state.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C D = square_of 4; M = midpoint B C; E = foot A D M")
    >>> plain = PlainRelations(make_context(problem, scene="square", seed=1))
    >>> [plain.include(parse_statement(text)) for text in ("perp C D C M", "cyclic A B E M")]
    [True, True]
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._given = {*context.premises, *marked_statements(context.markings().marks)}
        self._equal = [one.points for one in self._given if one.predicate == "cong"]
        self._circles = drawn_circles(context)
        self._known_circles = KnownCircles(context)
        self._parallelograms = Parallelograms(context)
        self._images = MirrorImages(context)
        self._turns: dict[_Line, tuple[_Line, bool]] = {}
        self._bisected = list(self._marked_bisectors())
        for statement in sorted(self._given, key=str):
            if statement.predicate in {"para", "perp"}:
                self._join(*self._lines(statement), turned=statement.predicate == "perp")
        for across, along in self._images.turned():
            self._join(context.line_through(*across), context.line_through(*along), turned=True)
        for vertex, ends in [*self._in_semicircles(), *self._mirrored_right_angles()]:
            lines = [context.line_through(vertex, end) for end in ends]
            self._join(lines[0], lines[1], turned=True)
        for one, other in self._parallelograms.sides():
            self._join(context.line_through(*one), context.line_through(*other), turned=False)

    def include(self, statement: Statement) -> bool:
        """Whether a true statement about parallels, right angles, lengths or circles is plain.

        Chains of given parallels and right angles are plain, and so are radii of one circle, points
        on it, the center as the midpoint of a diameter, what the sides and the diagonals of a
        parallelogram tell, the midpoint of a hypotenuse, tangents from a point, four points of
        which two see the others at right angles, and the corners of a kite or a trapezoid. So are
        the axes of kites, mirror images in them, angles in semicircles, segments that a quarter
        turn maps to each other, sides of equilateral triangles, the feet of an altitude between
        equal sides, opposite sides between plain parallels, the sides of a triangle that a marked
        bisector and a parallel cut off, midpoints of sides to which a midsegment leads, halves of
        segments that are plainly equal, isosceles trapezoids in drawn circles, nine-point circles
        and Miquel's theorem.
        """
        points = statement.points
        if statement in self._given or self._parallelograms.tell(statement):
            return True
        if statement.predicate in {"para", "perp"}:
            (one, turned), (other, also) = map(self._direction, self._lines(statement))
            return one == other and (turned != also) == (statement.predicate == "perp")
        if statement.predicate == "midp":
            middle, *ends = points
            return (
                self._is_given_middle(middle, *ends)
                or self._ends_midsegment(middle, *ends)
                or any(
                    self._is_right(middle, ends[0], top)
                    for top in self._images.axis(*ends) - {middle}
                )
            )
        if statement.predicate == "cong":
            return self._is_plain_equality(points) or self._are_halves(points)
        if any(on.issuperset(points) for _, on in self._circles):
            return True
        return (
            self._has_right_angles(points)
            or self._known_circles.contain(points)
            or any(
                self._are_mirrored(*pair, *(p for p in points if p not in pair))
                for pair in combinations(points, 2)
            )
        )

    def _is_given_middle(self, middle: str, *ends: str) -> bool:
        """Whether marks or a circle say that a point of a segment is its midpoint."""
        return Statement("cong", (middle, ends[0], middle, ends[1])) in self._given or any(
            center == middle and on.issuperset(ends) for center, on in self._circles
        )

    def _ends_midsegment(self, middle: str, *ends: str) -> bool:
        """Whether a parallel to a side, through the midpoint of another, leads to a point."""
        line_through = self._context.line_through
        for top, far in permutations(ends):
            for third in self._context.problem.points:
                if third in line_through(*ends):
                    continue
                side = self._direction(line_through(far, third))
                for other in line_through(top, third) - {top, third}:
                    if (
                        self._direction(line_through(middle, other)) == side
                        and self._context.graph.holds(Statement("midp", (other, top, third)))
                        and self._is_given_middle(other, top, third)
                    ):
                        return True
        return False

    def _is_plain_equality(self, points: tuple[str, ...]) -> bool:
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
        return vertex == center or all(self._is_right(end, vertex, center) for end in ends)

    def _are_legs(self, points: tuple[str, ...]) -> bool:
        """Whether two equal segments are legs of two right triangles with one hypotenuse."""
        common = set(points[:2]) & set(points[2:])
        if len(common) != 1:
            return False
        (vertex,) = common
        first, second = set(points) - common
        return any(
            self._is_right(first, vertex, far) and self._is_right(second, vertex, far)
            for far in self._images.axis(first, second) - {vertex}
        )

    def _are_across(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether two segments are opposite sides of a plain parallelogram."""
        line_through, (a, b) = self._context.line_through, one
        if {*one} & {*other} or line_through(*one) == line_through(*other):
            return False
        return any(
            self._direction(line_through(a, b)) == self._direction(line_through(c, d))
            and self._direction(line_through(a, c)) == self._direction(line_through(b, d))
            for c, d in (other, other[::-1])
        )

    def _marked_bisectors(self) -> Iterator[tuple[_Line, _Line, _Line]]:
        """Lines that bisect an angle, as marks say, each between the sides of the angle."""
        for one in sorted(self._given, key=str):
            if one.predicate == "eqangle":
                lines = [self._context.line_through(*one.points[k : k + 2]) for k in range(0, 8, 2)]
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
        line_through = self._context.line_through
        return any(
            line_through(end, far) == middle
            and line_through(apex, end) == side
            and self._direction(line_through(apex, far)) == self._direction(other)
            for end, far in permutations(sorted(set(points) - common))
            for one, middle, two in self._bisected
            for side, other in ((one, two), (two, one))
        )

    def _are_turned(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether a quarter turn that right angles and equal sides show maps one to the other."""
        if set(one) & set(other):
            return False
        a, b = one
        return any(
            self._is_right(center, a, c) and self._is_right(center, b, d)
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
        direction = self._direction(self._context.line_through(one, other))
        for _, on in self._circles:
            if {one, other} <= on:
                for chord in combinations(sorted(on - {one, other}), 2):
                    if self._direction(self._context.line_through(*chord)) == direction:
                        yield chord

    def _are_halves(self, points: tuple[str, ...]) -> bool:
        """Whether two segments are halves of segments that are plainly equal."""
        wholes = [list(self._wholes(*points[k : k + 2])) for k in (0, 2)]
        return any(
            self.include(Statement("cong", (*one, *other)))
            for one, other in product(*wholes)
            if set(one) != set(other)
        )

    def _wholes(self, *half: str) -> Iterator[tuple[str, str]]:
        """The segments of which one, or a marked equal of it, is half, as marks or a circle say."""
        halves = [half, *(p[2:] for p in self._equal if set(p[:2]) == set(half))]
        halves += [p[:2] for p in self._equal if set(p[2:]) == set(half)]
        for one in halves:
            for end, middle in permutations(one):
                for far in self._context.line_through(end, middle) - {end, middle}:
                    if self._is_given_middle(middle, end, far):
                        yield end, far

    def _in_semicircles(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Points on drawn circles that see a diameter, with its ends."""
        for center, on in self._circles:
            for first, second in combinations(sorted(on), 2):
                if center and center in self._context.line_through(first, second):
                    for vertex in sorted(on - {first, second}):
                        yield vertex, (first, second)

    def _mirrored_right_angles(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Images of given right angles in the axes of kites, with two points on their sides."""
        for statement in sorted(self._given, key=str):
            one, other = frozenset(statement.points[:2]), frozenset(statement.points[2:])
            if statement.predicate != "perp" or len(one & other) != 1:
                continue
            (vertex,), (first, second) = one & other, sorted(one ^ other)
            for image in self._context.problem.points:
                if image != vertex and {first, second} <= self._images.axis(vertex, image):
                    yield image, (first, second)

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
            self._context.graph.holds(Statement("midp", (middle, end, far)))
            and self._is_right(vertex, end, far)
            for vertex, end in permutations(ends)
            for far in self._context.problem.points
            if far not in points
        )

    def _has_right_angles(self, points: tuple[str, ...]) -> bool:
        """Whether two of four points see the other two at right angles."""
        return any(
            all(self._is_right(vertex, *ends) for vertex in points if vertex not in ends)
            for ends in combinations(points, 2)
        )

    def _are_mirrored(self, one: str, other: str, first: str, second: str) -> bool:
        """Whether four points on a circle are seen to be symmetric.

        They are two pairs of mirror images, or one pair and the ends of a diameter, of which a
        right angle tells.
        """
        if self._are_equal(one, first, other, first) and self._are_equal(
            one, second, other, second
        ):
            return self._is_right(one, first, second) or self._is_right(other, first, second)
        return self._are_equal(one, first, other, second) and self._are_equal(
            one, second, other, first
        )

    def _are_equal(self, *points: str) -> bool:
        return self._context.graph.holds(Statement("cong", points))

    def _is_right(self, vertex: str, *ends: str) -> bool:
        """Whether a right angle is plain to see."""
        first, second = (self._context.line_through(vertex, end) for end in ends)
        (one, turned), (other, also) = self._direction(first), self._direction(second)
        return one == other and turned != also

    def _lines(self, statement: Statement) -> tuple[_Line, _Line]:
        one, other = statement.points[:2], statement.points[2:]
        return self._context.line_through(*one), self._context.line_through(*other)

    def _direction(self, line: _Line) -> tuple[_Line, bool]:
        """A line of known direction, and whether it is perpendicular to this one."""
        found, turned = line, False
        while found in self._turns:
            found, more = self._turns[found]
            turned ^= more
        return found, turned

    def _join(self, one: _Line, other: _Line, *, turned: bool) -> None:
        """Record that two lines are parallel, or with `turned`, perpendicular."""
        (first, before), (second, after) = self._direction(one), self._direction(other)
        if first != second:
            self._turns[first] = second, before ^ after ^ turned
