"""The sums of equations behind engine steps, written for readers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from geoengine.catalogue import load_engine_steps
from geoengine.deduction import Derivation
from geoengine.graph.engine_steps import table_of
from geoengine.graph.statement_equations import StatementEquation, equations_of
from geoengine.language import Surd, Table, format_angle, join_points

__all__ = ["legend_of", "written_sums"]

_QUANTITY: dict[Table, str] = {
    "direction": "[{}]",
    "length": "ln {}",
    "square": "{}²",
    "line": "{}",
}


def legend_of(rule: str) -> str | None:
    """Return an explanation of the quantities in a step's sums; None if it has no sums."""
    step = load_engine_steps().get(rule)
    return None if step is None else step.legend


def written_sums(derivation: Derivation) -> list[str]:
    """Write each equation of a conclusion as a sum of its antecedents' equations.

    Parameters
    ----------
    derivation : Derivation
        An engine step; for steps by rules the list is empty.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("a b c = triangle; d = foot a b c ? perp a d b d")
    >>> step = ge.trace(ge.deduce(problem)).steps[0]
    >>> written_sums(step.derivation)
    ['− ([bc] − [bd] = 0°) + ([bc] − [ad] = 90°)']
    """
    table = table_of(derivation.rule)
    if table is None:
        return []
    equations = [
        _written(equation, table)
        for statement in (*derivation.antecedents, *derivation.conditions)
        for equation in equations_of(statement, table)
    ]
    sums = []
    for factors in derivation.coefficients:
        taken = zip(factors, equations, strict=True)
        sums.append(_added([(factor, f"({equation})") for factor, equation in taken if factor]))
    return sums


def _written(equation: StatementEquation, table: Table) -> str:
    terms = [
        (factor, _QUANTITY[table].format(join_points(pair)))
        for pair, factor in equation.terms.items()
    ]
    return f"{_added(terms)} = {_right_side(equation.constant, table)}"


def _added(terms: Sequence[tuple[Fraction, str]]) -> str:
    """Write a sum with signs and factors."""
    text = ""
    for factor, term in terms:
        times = "" if abs(factor) == 1 else f"{abs(factor)}·"
        sign = "− " if factor < 0 else ("+ " if text else "")
        text = f"{text} {sign}{times}{term}".strip()
    return text


def _right_side(constant: Fraction | Surd, table: Table) -> str:
    if table == "line":
        return str(constant)
    if isinstance(constant, Surd):
        return "0" if constant.square == 1 else f"ln {constant}"
    return format_angle(constant) if table == "direction" else str(constant)
