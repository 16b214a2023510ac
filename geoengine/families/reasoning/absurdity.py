"""Absurd statements: those that a glance at the picture refutes."""

from __future__ import annotations

from itertools import combinations

from geoengine.errors import StatementError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.same_conclusions import TRIANGLES
from geoengine.families.reasoning.visible import drawn_circles
from geoengine.language import Statement

__all__ = ["is_absurd"]

_ANGLES = {"eqangle", "aconst"}
_CIRCLES = {"cyclic": 0, "circle": 1}
"""Predicates about points on a circle, and the place of the first of these among the points."""


def is_absurd(context: Context, statement: Statement) -> bool:
    """Whether a glance at the picture shows that a statement cannot be true.

    It may compare lines that coincide, or let two lines through a point coincide, call a part of a
    segment as long as the whole, put a circle through three points of a line, its center beside two
    of its points on one ray, or a midpoint beyond the ends. It may also put a point on a circle
    that is drawn through three others, but not through this one, or of which it is the center.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = iso_triangle A B C; M = midpoint M B C")
    >>> context = make_context(problem, scene="isosceles", seed=1)
    >>> is_absurd(context, parse_statement("cyclic A B C M"))
    True
    >>> is_absurd(context, parse_statement("perp A B A C"))
    False
    """

    def holds(predicate: str, *points: str) -> bool:
        try:
            return context.graph.holds(Statement(predicate, points))
        except StatementError:
            return True

    points = statement.points
    pairs = [points[k : k + 2] for k in range(0, len(points) - 1, 2)]
    if statement.predicate in _ANGLES or statement.predicate == "perp":
        sides = zip(pairs[::2], pairs[1::2], strict=True)
        return _joins_lines(context, statement) or any(
            holds("para", *one, *other) or set(one) == set(other) for one, other in sides
        )
    if statement.predicate == "para":
        (a, b), (c, d) = pairs
        return bool({a, b} & {c, d}) or any(
            holds("coll", *three) for three in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
        )
    if statement.predicate == "cong":
        ends = tuple(dict.fromkeys(points))
        return len(ends) == 3 and holds("coll", *ends) and not _is_middle(context, *points)
    if statement.predicate in TRIANGLES:
        return any(holds("coll", *points[k : k + 3]) for k in (0, 3))
    if statement.predicate == "midp":
        return not (holds("coll", *points) and _is_between(context, *points))
    if statement.predicate in _CIRCLES:
        start = _CIRCLES[statement.predicate]
        on_circle, centers = points[start:], points[:start]
        return (
            any(holds("coll", *three) for three in combinations(on_circle, 3))
            or any(
                holds("coll", center, *two) and not _is_between(context, center, *two)
                for center in centers
                for two in combinations(on_circle, 2)
            )
            or (not centers and _is_off_circle(context, on_circle))
        )
    return False


def _is_off_circle(context: Context, four: tuple[str, ...]) -> bool:
    """Whether one of four points is not on a circle drawn through the others, or is its center."""
    points = set(four)
    return any(len(points & on) == 3 for _, on in drawn_circles(context)) or any(
        context.graph.holds(Statement("circle", (point, *sorted(points - {point}))))
        for point in four
    )


def _joins_lines(context: Context, statement: Statement) -> bool:
    """Whether equal angles with a common side would have their other sides on one line.

    So it is if these have a point in common, and are no line yet.
    """
    if statement.predicate != "eqangle":
        return False
    first, second, third, fourth = context.lines_in(statement)
    return (first == third and bool(second & fourth) and second != fourth) or (
        second == fourth and bool(first & third) and first != third
    )


def _is_middle(context: Context, *points: str) -> bool:
    """Whether the common endpoint of two segments lies between the other ends."""
    common = next(iter(set(points[:2]) & set(points[2:])))
    first, last = (point for point in points if point != common)
    return _is_between(context, common, first, last)


def _is_between(context: Context, middle: str, first: str, last: str) -> bool:
    diagram = context.check_diagram
    m, a, b = (diagram.xy[0, diagram.index[name]] for name in (middle, first, last))
    return float((a - m) @ (b - m)) < 0
