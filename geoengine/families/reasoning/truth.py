"""Truth: whether a statement may be used as a true option, as a false one, or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from geoengine.errors import DegenerateStatementError
from geoengine.families.reasoning.context import Context
from geoengine.language import Statement

__all__ = ["CLEARLY_FALSE", "Verdict", "judge", "measure_together"]

CLEARLY_FALSE = 1e-3
"""The least residual, in every draw, of a relation that counts as false."""

_TRUE = 1e-6

_REVERSED = {
    "simtri": "simtrir",
    "simtrir": "simtri",
    "contri": "contrir",
    "contrir": "contri",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a statement is true, and the evidence, as the builders of items decide it.

    Attributes
    ----------
    statement : Statement
    true : bool
    evidence : {"premise", "derived", "measured"}
        Respectively: it is a premise; it was derived; measuring all draws decided it.
    residual : float
        For a true relation the largest residual in any draw, otherwise the smallest.
    """

    statement: Statement
    true: bool
    evidence: Literal["premise", "derived", "measured"]
    residual: float

    def record(self) -> dict[str, Any]:
        """The verdict as part of a certificate.

        The residual of a true statement is rounding noise that depends on the machine, so it is
        left out; that of a false one is written with two digits.
        """
        measured = {} if self.true else {"residual": f"{self.residual:.2g}"}
        return {
            "statement": str(self.statement),
            "verdict": "true" if self.true else "false",
            "evidence": self.evidence,
            **measured,
        }


def judge(context: Context, statement: Statement) -> Verdict | None:
    """Decide whether a statement is true, by the deduction and by measuring all draws.

    Returns
    -------
    Verdict or None
        None if these disagree, if a residual is neither clearly zero nor clearly positive, if a
        false statement would be true up to orientation, or if it is a condition: such a statement
        cannot be an option.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C; N = midpoint N A C")
    >>> context = make_context(problem, scene="midpoints", seed=1)
    >>> judge(context, parse_statement("para A B M N")).evidence
    'derived'
    >>> judge(context, parse_statement("para A B C M")).true
    False
    """
    if statement.is_condition:
        return None
    residuals = context.measured(statement)
    if residuals[0] <= CLEARLY_FALSE and residuals[1] > _TRUE:
        return None
    if context.graph.derived(statement):
        if residuals[1] > _TRUE:
            return None
        evidence: Literal["premise", "derived"] = (
            "premise" if statement in context.premises else "derived"
        )
        return Verdict(statement, True, evidence, residuals[1])
    if residuals[0] <= CLEARLY_FALSE or _may_hold_mirrored(context, statement):
        return None
    return Verdict(statement, False, "measured", residuals[0])


def measure_together(context: Context, statements: Iterable[Statement]) -> None:
    """Measure all that `judge` will ask for, which is faster than one statement at a time."""
    wanted = dict.fromkeys(statements)
    mirrored = (_mirrored(statement) for statement in wanted)
    context.measure([*wanted, *(one for one in mirrored if one is not None)])


def _may_hold_mirrored(context: Context, statement: Statement) -> bool:
    """Whether a reader who overlooks orientation could take a statement to be true."""
    mirrored = _mirrored(statement)
    return mirrored is not None and context.measured(mirrored)[0] <= CLEARLY_FALSE


def _mirrored(statement: Statement) -> Statement | None:
    """The statement with one side's orientation reversed, if it has an orientation."""
    points = statement.points
    try:
        if statement.predicate in _REVERSED:
            return Statement(_REVERSED[statement.predicate], points)
        if statement.predicate == "eqangle":
            return Statement("eqangle", (*points[2:4], *points[:2], *points[4:]))
        if isinstance(statement.value, Fraction):
            return Statement(statement.predicate, points, -statement.value % 1)
    except DegenerateStatementError:
        return None
    return None
