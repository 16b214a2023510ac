"""Pairs of triangles: whether a look at the picture shows which of their vertices correspond."""

from __future__ import annotations

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.letterings import TRIANGLES
from geoengine.language import Statement

__all__ = ["is_symmetric"]


def is_symmetric(context: Context, statement: Statement) -> bool:
    """Whether a statement is about two triangles of which a look shows which vertices correspond.

    They are isosceles, so that the apexes do; or two sides of one are parallel to those of the
    other, or on the same line. Or they are congruent and have a common side, as halves of a kite or
    a parallelogram; or a common vertex in which they are mirror images, or opposite to each other;
    or they are mirror images in any line.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = r_triangle_of A B C 4 3; D = foot D A B C")
    >>> context = make_context(problem, scene="altitude", seed=1)
    >>> is_symmetric(context, parse_statement("simtri A B D C A D"))
    False
    """
    if statement.predicate not in TRIANGLES:
        return False
    first, second = statement.points[:3], statement.points[3:]
    if any(_are_equal(context, first[k], first[k - 1], first[k - 2]) for k in range(3)):
        return True
    sides = [((first[k], first[k - 1]), (second[k], second[k - 1])) for k in range(3)]
    if sum(_are_parallel(context, *pair) for pair in sides) > 1:
        return True
    if statement.predicate not in {"contri", "contrir"}:
        return False
    if len(set(first) & set(second)) > 1:
        return True
    fixed = [one for one, other in zip(first, second, strict=True) if one == other]
    moved = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    if statement.predicate == "contrir" and all(
        _are_parallel(context, moved[0], pair) for pair in moved[1:]
    ):
        return True
    return bool(fixed) and (
        statement.predicate == "contrir"
        or all(fixed[0] in context.line_through(*pair) for pair in moved)
    )


def _are_equal(context: Context, apex: str, one: str, other: str) -> bool:
    """Whether two sides of a triangle are equal."""
    return context.graph.holds(Statement("cong", (apex, one, apex, other)))


def _are_parallel(context: Context, one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two segments are parallel, or lie on one line."""
    if context.line_through(*one) == context.line_through(*other):
        return True
    return not set(one) & set(other) and context.graph.holds(Statement("para", (*one, *other)))
