"""Glances: whether one look at the picture refutes a false statement."""

from __future__ import annotations

from collections.abc import Iterable

from geoengine.families.reasoning.context import Context
from geoengine.language import Statement

__all__ = ["GLARING", "withstands_glance"]

GLARING = {
    "aconst": 0.34,
    "circle": 0.25,
    "coll": 0.1,
    "cong": 0.25,
    "contri": 0.34,
    "contrir": 0.34,
    "cyclic": 0.25,
    "eqangle": 0.34,
    "eqprod": 0.5,
    "eqratio": 0.34,
    "lconst": 0.3,
    "midp": 0.25,
    "para": 0.34,
    "perp": 0.34,
    "rconst": 0.3,
    "simtri": 0.34,
    "simtrir": 0.34,
}
"""For each predicate the residual in the picture from which a glance shows that it does not hold:
for angles the sine of the difference, so that 0.34 is 20°, for lengths and ratios its logarithm."""


def withstands_glance(
    context: Context, statements: Iterable[Statement], *, leniency: float = 1.0
) -> bool:
    """Whether some statements all seem true at a glance, or nearly so.

    Parameters
    ----------
    context : Context
    statements : iterable of Statement
    leniency : float
        By what the residuals of `GLARING` are multiplied.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle_sss A B C 5 6 7; M = midpoint M A B")
    >>> context = make_context(problem, scene="median", seed=1)
    >>> [withstands_glance(context, [parse_statement(f"cong A C {s}")]) for s in ("B C", "A M")]
    [True, False]
    """
    return all(
        context.shown_residual(one) < leniency * GLARING[one.predicate] for one in statements
    )
