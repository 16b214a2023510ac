"""Statements as exact linear combinations of the equations of others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from geoengine.deduction import ENGINE_STEPS, Derivation, constant_of
from geoengine.graph.engine_steps import with_specific_name
from geoengine.graph.statement_equations import Pair, StatementEquation, equations_of
from geoengine.language import Statement, Table

__all__ = ["combination_of"]

_NONE = Fraction(0)


def combination_of(
    conclusion: Statement, sources: Sequence[Statement], table: Table
) -> Derivation | None:
    """Write a conclusion as a combination of equations; None if this is impossible.

    Parameters
    ----------
    conclusion : Statement
    sources : sequence of Statement
        If there are several combinations, one that uses earlier sources is preferred.
    table : {"direction", "length", "square"}

    Returns
    -------
    Derivation or None
        A derivation whose antecedents are the sources that are used.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> given = [parse_statement("para a b c d"), parse_statement("para c d e f")]
    >>> step = combination_of(parse_statement("para a b e f"), given, "direction")
    >>> step.rule, [str(factor) for factor in step.coefficients[0]]
    ('angle_chasing', ['1', '1'])
    """
    rows = [
        (k, equation)
        for k, source in enumerate(sources)
        for equation in equations_of(source, table)
    ]
    targets = equations_of(conclusion, table)
    solved = _solve([equation for _, equation in rows], targets) if targets else None
    if solved is None:
        return None
    modulus = 1
    for factors, target in zip(solved, targets, strict=True):
        constant = constant_of(table, [equation.constant for _, equation in rows], factors)
        if table == "direction":
            denominator = lcm(*(factor.denominator for factor in factors))
            assert isinstance(constant, Fraction)
            assert isinstance(target.constant, Fraction)
            if (constant - target.constant) * denominator % 1:
                return None
            modulus = max(modulus, denominator)
        elif constant != target.constant:
            return None
    used = sorted({k for factors in solved for f, (k, _) in zip(factors, rows, strict=True) if f})
    step = Derivation(
        conclusion,
        ENGINE_STEPS[table],
        tuple(sources[k] for k in used),
        coefficients=tuple(
            tuple(f for f, (k, _) in zip(factors, rows, strict=True) if k in used)
            for factors in solved
        ),
        modulus=modulus,
    )
    return with_specific_name(step)


def _solve(
    equations: Sequence[StatementEquation], targets: Sequence[StatementEquation]
) -> list[tuple[Fraction, ...]] | None:
    """Return the factors of the equations that sum to each target; None if there are none.

    Earlier equations are preferred.
    """
    from flint import fmpq, fmpq_mat

    wanted = {pair for target in targets for pair in target.terms}
    if not wanted <= {pair for equation in equations for pair in equation.terms}:
        return None
    place: dict[Pair, int] = {}
    for equation in (*equations, *targets):
        for pair in equation.terms:
            place.setdefault(pair, len(place))
    width = len(equations) + len(targets)
    matrix = fmpq_mat(len(place), width)
    for column, equation in enumerate((*equations, *targets)):
        for pair, c in equation.terms.items():
            matrix[place[pair], column] = fmpq(c.numerator, c.denominator)
    reduced, rank = matrix.rref()
    solved = [[_NONE] * len(equations) for _ in targets]
    for row in range(rank):
        pivot = next(column for column in range(width) if reduced[row, column] != 0)
        if pivot >= len(equations):
            return None
        for k, factors in enumerate(solved):
            entry = reduced[row, len(equations) + k]
            factors[pivot] = Fraction(int(entry.p), int(entry.q))
    return [tuple(factors) for factors in solved]
