"""Plain relations: those that a reader of the picture sees without a thought."""

from __future__ import annotations

from itertools import combinations, permutations

from geoengine.draw import marked_statements
from geoengine.families.reasoning.context import Context
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
        self._circles = drawn_circles(context)
        self._parallelograms = Parallelograms(context)
        self._turns: dict[_Line, tuple[_Line, bool]] = {}
        for statement in sorted(self._given, key=str):
            if statement.predicate in {"para", "perp"}:
                self._join(*self._lines(statement), turned=statement.predicate == "perp")

    def include(self, statement: Statement) -> bool:
        """Whether a true statement about parallels, right angles, lengths or circles is plain.

        Chains of given parallels and right angles are plain, and so are radii of one circle, points
        on it, the center as the midpoint of a diameter, what the sides and the diagonals of a
        parallelogram tell, the midpoint of a hypotenuse, tangents from a point, four points of
        which two see the others at right angles, and the corners of a kite or a trapezoid.
        """
        points = statement.points
        if statement in self._given or self._parallelograms.tell(statement):
            return True
        if statement.predicate in {"para", "perp"}:
            (one, turned), (other, also) = map(self._direction, self._lines(statement))
            return one == other and (turned != also) == (statement.predicate == "perp")
        if statement.predicate == "midp":
            middle, *ends = points
            return Statement("cong", (middle, ends[0], middle, ends[1])) in self._given or any(
                center == middle and on.issuperset(ends) for center, on in self._circles
            )
        if statement.predicate == "cong":
            return self._is_median(points) or any(
                self._are_from_circle(points, center, on) for center, on in self._circles if center
            )
        if any(on.issuperset(points) for _, on in self._circles):
            return True
        return self._has_right_angles(points) or any(
            self._are_mirrored(*pair, *(p for p in points if p not in pair))
            for pair in combinations(points, 2)
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
