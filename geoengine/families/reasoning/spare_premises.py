"""Spare premises: those that goals may do without, as far as it is known before any is proved."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.dependence import Dependence
from geoengine.language import Statement

__all__ = ["needed_premises"]


def needed_premises(
    context: Context, goals: Sequence[Statement]
) -> dict[Statement, list[Statement]]:
    """For each of some goals the premises without which it may fail, to first order.

    A premise that is not among them may be spare: whether the goal follows without it is another
    question, but where it does, the premise is not among them. To find this for all statements of a
    scene takes less than one proof.

    Parameters
    ----------
    context : Context
    goals : sequence of Statement
        Derived statements.

    Examples
    --------
    The foot D of the altitude has no part in the length of the median AM.

    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = r_triangle A B C; D = foot D A B C; M = midpoint M B C"
    >>> context = make_context(load_problem(text), scene="altitude", seed=1)
    >>> (needed,) = needed_premises(context, [parse_statement("cong A M B M")]).values()
    >>> [str(premise) for premise in context.premises if premise not in needed]
    ['perp A D B C', 'coll B C D']
    """
    premises, shown = context.premises, context.diagram.xy[0]
    dependence = Dependence(context.diagram.points, shown, [*premises, *goals])
    found: dict[Statement, list[Statement]] = {goal: [] for goal in goals}
    for premise in premises:
        rest = [other for other in premises if other != premise]
        for goal in dependence.free(rest, found):
            found[goal].append(premise)
    return found
