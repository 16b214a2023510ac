"""The sums of equations behind engine steps, written for readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from geoengine.catalogue import load_engine_steps
from geoengine.deduction import Derivation
from geoengine.graph.engine_steps import table_of
from geoengine.graph.statement_equations import StatementEquation, equations_of
from geoengine.language import Statement, Surd, Table, format_angle, join_points

__all__ = ["Addend", "WrittenEquation", "addends_of", "legend_of", "totals_of", "written_sums"]

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


@dataclass(frozen=True, slots=True)
class WrittenEquation:
    """An equation between directions or lengths, written piece by piece.

    Attributes
    ----------
    terms : tuple of (Fraction, str, (str, str))
        The factor of each quantity, the quantity as text, and the two points that it is about.
    right : str
        The right-hand side.
    """

    terms: tuple[tuple[Fraction, str, tuple[str, str]], ...]
    right: str

    def __str__(self) -> str:
        return f"{_added([(factor, text) for factor, text, _ in self.terms])} = {self.right}"


@dataclass(frozen=True, slots=True)
class Addend:
    """An equation that is added, times its factor, and the statement that it comes from."""

    factor: Fraction
    statement: Statement
    equation: WrittenEquation


def addends_of(derivation: Derivation) -> list[list[Addend]]:
    """Return, for each equation of a conclusion, the equations whose sum it is.

    Parameters
    ----------
    derivation : Derivation
        An engine step; for steps by rules the list is empty.

    Raises
    ------
    ValueError
        If the coefficients do not fit the antecedents.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem("a b c = triangle; d = foot a b c ? perp a d b d")
    >>> step = ge.trace(ge.deduce(problem)).steps[0]
    >>> for addend in addends_of(step.derivation)[0]:
    ...     print(addend.factor, addend.statement, "|", addend.equation)
    -1 coll b c d | [bc] − [bd] = 0°
    1 perp a d b c | [bc] − [ad] = 90°
    """
    table = table_of(derivation.rule)
    if table is None:
        return []
    equations = [
        (statement, _written(equation, table))
        for statement in (*derivation.antecedents, *derivation.conditions)
        for equation in equations_of(statement, table)
    ]
    return [
        [
            Addend(factor, statement, equation)
            for factor, (statement, equation) in zip(factors, equations, strict=True)
            if factor
        ]
        for factors in derivation.coefficients
    ]


def totals_of(derivation: Derivation) -> list[WrittenEquation]:
    """Return the equations of an engine step's conclusion, in the order of `addends_of`."""
    table = table_of(derivation.rule)
    if table is None:
        return []
    return [_written(equation, table) for equation in equations_of(derivation.conclusion, table)]


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
    return [
        _added([(addend.factor, f"({addend.equation})") for addend in addends])
        for addends in addends_of(derivation)
    ]


def _written(equation: StatementEquation, table: Table) -> WrittenEquation:
    terms = tuple(
        (factor, _QUANTITY[table].format(join_points(pair)), pair)
        for pair, factor in equation.terms.items()
    )
    return WrittenEquation(terms, _right_side(equation.constant, table))


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
