"""Statements as exact linear equations between quantities of named points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from geoengine.language import Statement, Surd, Table, point_order

__all__ = ["StatementEquation", "equations_of"]

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class StatementEquation:
    """A linear equation between directions, or between lengths, their logarithms or squares.

    Attributes
    ----------
    terms : mapping of (str, str) to Fraction
        The nonzero coefficients of pairs of points, each pair in alphabetical order.
    constant : Fraction or Surd
        The right-hand side: a fraction of pi, a length or a squared length; in an equation between
        logarithms, the number whose logarithm it is.
    """

    terms: Mapping[Pair, Fraction]
    constant: Fraction | Surd


@lru_cache(maxsize=16384)
def equations_of(statement: Statement, table: Table) -> tuple[StatementEquation, ...]:
    """Return the equations that a statement contributes to a table; empty if it has none.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> for equation in equations_of(parse_statement("circle o a b c"), "square"):
    ...     print({"".join(pair): int(c) for pair, c in equation.terms.items()})
    {'ao': 1, 'bo': -1}
    {'ao': 1, 'co': -1}
    """
    found = []
    value = statement.value
    for form in statement.definition.linear_forms(len(statement.points)):
        scale = form.scale(value)
        if form.table != table or scale is None:
            continue
        terms: dict[Pair, Fraction] = {}
        for position, (a, b, c) in enumerate(form.terms):
            first, second = sorted((statement.points[a], statement.points[b]), key=point_order)
            if first == second:
                continue
            factor = c * (scale if position == len(form.terms) - 1 else Fraction(1))
            terms[first, second] = terms.get((first, second), Fraction(0)) + factor
        constant: Fraction | Surd
        if form.constant == "value":
            assert value is not None
            constant = value.square if table == "square" and isinstance(value, Surd) else value
        else:
            constant = Surd(Fraction(1)) if table == "length" else form.constant
        found.append(StatementEquation({pair: c for pair, c in terms.items() if c}, constant))
    return tuple(found)
