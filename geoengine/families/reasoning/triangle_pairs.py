"""Pairs of triangles: how easily one sees which of their vertices correspond."""

from __future__ import annotations

from geoengine.errors import StatementError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.depth import depth_of
from geoengine.families.reasoning.same_conclusions import TRIANGLES
from geoengine.language import Statement

__all__ = ["is_symmetric", "telling_depth"]


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


def telling_depth(context: Context, statement: Statement) -> int:
    """Return the least depth of an equality that tells which vertices of two triangles correspond.

    A single pair of equal angles does, or of equal sides, or of equal ratios of sides. Angles at a
    common vertex, right angles, and sides, of which one is half the other for example, are seen a
    round earlier.

    Parameters
    ----------
    context : Context
    statement : Statement
        That two triangles are similar, or congruent.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M A B; N = midpoint N A C")
    >>> context = make_context(problem, scene="midline", seed=1)
    >>> telling_depth(context, parse_statement("simtri A B C A M N"))
    -1
    """
    first, second = statement.points[:3], statement.points[3:]
    mirrored = statement.predicate in {"simtrir", "contrir"}
    depths = []
    for k in range(3):
        a, b, c = (first[k - n] for n in range(3))
        d, e, f = (second[k - n] for n in range(3))
        turned = (d, f, d, e) if mirrored else (d, e, d, f)
        right = context.graph.holds(Statement("perp", (a, b, a, c)))
        depths.append(_depth(context, "eqangle", (a, b, a, c, *turned)) - (a == d or right))
        if statement.predicate in {"contri", "contrir"}:
            depths.append(_depth(context, "cong", (a, b, d, e)) - 1)
        else:
            depths.append(_depth(context, "eqratio", (a, b, a, c, d, e, d, f)) - 1)
    return min(depths)


def _depth(context: Context, predicate: str, points: tuple[str, ...]) -> int:
    """The depth of a true statement, 0 if it says nothing."""
    try:
        return depth_of(context.graph, Statement(predicate, points))
    except StatementError:
        return 0


def _are_equal(context: Context, apex: str, one: str, other: str) -> bool:
    """Whether two sides of a triangle are equal."""
    return context.graph.holds(Statement("cong", (apex, one, apex, other)))


def _are_parallel(context: Context, one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two segments are parallel, or lie on one line."""
    if context.line_through(*one) == context.line_through(*other):
        return True
    return not set(one) & set(other) and context.graph.holds(Statement("para", (*one, *other)))
