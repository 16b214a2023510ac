"""Plain relations: those that a reader of the picture sees without a thought."""

from __future__ import annotations

from itertools import combinations, permutations

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.known_circles import KnownCircles
from geoengine.families.reasoning.plain_directions import PlainDirections
from geoengine.families.reasoning.plain_equalities import PlainEqualities
from geoengine.families.reasoning.plain_midpoints import PlainMidpoints
from geoengine.families.reasoning.seen_figure import SeenFigure
from geoengine.language import Statement

__all__ = ["PlainRelations"]


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
        self._points, self._graph = context.problem.points, context.graph
        self._lines = context.lines
        figure = SeenFigure(context)
        self._given, self._circles = figure.given, figure.circles
        self._parallelograms, self._images = figure.parallelograms, figure.images
        self._known_circles = KnownCircles(context)
        self._middles = PlainMidpoints(figure)
        self._directions = PlainDirections(figure, self._middles)
        self._equalities = PlainEqualities(figure, self._middles, self._directions)

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
        and Miquel's theorem; and what `PlainDirections` and `PlainEqualities` add.
        """
        points = statement.points
        if statement in self._given or self._parallelograms.tell(statement):
            return True
        if statement.predicate in {"para", "perp"}:
            one, other = points[:2], points[2:]
            if statement.predicate == "para":
                return self._directions.are_parallel(one, other)
            return self._directions.are_perpendicular(one, other)
        if statement.predicate == "midp":
            middle, *ends = points
            return (
                self._middles.include(middle, *ends)
                or self._ends_midsegment(middle, *ends)
                or any(
                    self._directions.are_right(middle, ends[0], top)
                    for top in self._images.axis(*ends) - {middle}
                )
            )
        if statement.predicate == "cong":
            return self._equalities.include(points)
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

    def _ends_midsegment(self, middle: str, *ends: str) -> bool:
        """Whether a parallel to a side, through the midpoint of another, leads to a point."""
        line_through = self._lines.through
        for top, far in permutations(ends):
            for third in self._points:
                if third in line_through(*ends):
                    continue
                for other in line_through(top, third) - {top, third}:
                    if (
                        self._directions.are_parallel((middle, other), (far, third))
                        and self._graph.holds(Statement("midp", (other, top, third)))
                        and self._middles.include(other, top, third)
                    ):
                        return True
        return False

    def _has_right_angles(self, points: tuple[str, ...]) -> bool:
        """Whether two of four points see the other two at right angles."""
        return any(
            all(
                self._directions.are_right(vertex, *ends) for vertex in points if vertex not in ends
            )
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
            return self._directions.are_right(one, first, second) or self._directions.are_right(
                other, first, second
            )
        return self._are_equal(one, first, other, second) and self._are_equal(
            one, second, other, first
        )

    def _are_equal(self, *points: str) -> bool:
        return self._graph.holds(Statement("cong", points))
