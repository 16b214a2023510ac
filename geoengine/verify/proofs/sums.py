"""Steps that add up equations, replayed with fractions and confirmed by z3."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from geoengine.language import Statement
from geoengine.verify.proofs.linear import LinearEquation, Side, equations_in
from geoengine.verify.proofs.proof_record import StepRecord

__all__ = ["SumError", "check_sum", "confirm_by_z3"]

_MILLISECONDS = 2000


class SumError(Exception):
    """The antecedents do not add up to the conclusion; the message says why."""


def check_sum(step: StepRecord, table: str) -> int:
    """Check that each equation of the conclusion is the stated sum of those of the antecedents.

    Parameters
    ----------
    step : StepRecord
    table : {"direction", "length", "square", "line"}

    Returns
    -------
    int
        The sum determines a direction modulo half a turn over this number: 1 if it determines
        the conclusion, more if the figure has to decide.

    Raises
    ------
    SumError
        When they do not add up, or the conclusion has no equations in the table.
    """
    sources = _sources(step, table)
    alternatives = _alternatives(step.conclusion, table)
    if not alternatives:
        raise SumError(f"{step.conclusion} has no equations between {table}s")
    for row in step.coefficients:
        if len(row) != len(sources):
            raise SumError(
                f"expected {len(sources)} coefficients, one for each equation of the antecedents,"
                f" found {len(row)}"
            )
    modulus = 1
    for choices in alternatives:
        settled = None
        reason = f"the antecedents do not add up to {step.conclusion}"
        for row in step.coefficients:
            terms, constant = _total(sources, row)
            for wanted in choices:
                if terms != dict(wanted.terms):
                    continue
                denominator = math.lcm(*(factor.denominator for factor in row))
                if _agree(constant, wanted.constant, table, denominator):
                    settled = denominator if table == "direction" else 1
                else:
                    reason = (
                        f"the constants of the antecedents do not add up to those of"
                        f" {step.conclusion}"
                    )
        if settled is None:
            raise SumError(reason)
        modulus = math.lcm(modulus, settled)
    return modulus


def _sources(step: StepRecord, table: str) -> list[LinearEquation]:
    """The equations of the antecedents; for lengths on a line, also those of the points' order.

    The order is a condition, which the figure decides; that the points are on a line has to be
    an antecedent, or SumError is raised.
    """
    orders = [c for c in step.conditions if table == "line" and c.predicate == "between"]
    lines = [set(a.points) for a in step.antecedents if a.predicate == "coll"]
    for order in orders:
        if set(order.points) not in lines:
            raise SumError(f"{order} needs an antecedent that puts the points on a line")
    return [e for s in (*step.antecedents, *orders) for e in equations_in(s, table)]


def _alternatives(conclusion: Statement, table: str) -> list[list[LinearEquation]]:
    """For each equation to be shown, the forms of it of which one suffices; empty if none."""
    if conclusion.predicate == "coll" and len(conclusion.points) == 3:
        if table != "direction":
            return []
        # Collinearity compares any two of the three sides.
        a, b, c = conclusion.points
        pairs = [frozenset(pair) for pair in ((a, b), (a, c), (b, c))]
        return [
            [
                LinearEquation({p: Fraction(1), q: Fraction(-1)}, {})
                for p, q in permutations(pairs, 2)
            ]
        ]
    return [[equation] for equation in equations_in(conclusion, table)]


def _total(
    sources: Sequence[LinearEquation], row: Sequence[Fraction]
) -> tuple[dict[Side, Fraction], dict[int, Fraction]]:
    terms: dict[Side, Fraction] = {}
    constant: dict[int, Fraction] = {}
    for equation, factor in zip(sources, row, strict=True):
        if not factor:
            continue
        for side, c in equation.terms.items():
            terms[side] = terms.get(side, Fraction(0)) + factor * c
        for key, c in equation.constant.items():
            constant[key] = constant.get(key, Fraction(0)) + factor * c
    return {side: c for side, c in terms.items() if c}, {k: c for k, c in constant.items() if c}


def _agree(
    found: Mapping[int, Fraction], wanted: Mapping[int, Fraction], table: str, denominator: int
) -> bool:
    off = {
        key: found.get(key, Fraction(0)) - wanted.get(key, Fraction(0)) for key in {*found, *wanted}
    }
    if table == "direction":
        return all(difference * denominator % 1 == 0 for difference in off.values())
    return not any(off.values())


def confirm_by_z3(step: StepRecord, table: str) -> bool | None:
    """Ask z3 whether the antecedents' equations imply the conclusion's.

    Directions are in half turns, and defined up to whole ones. So the two sides of each
    antecedent's equation may differ by an unknown number, and those of the conclusion by the sum of
    these numbers, with the coefficients of the step.

    Parameters
    ----------
    step : StepRecord
    table : str
        The kind of equations: ``direction``, ``length``, ``square`` or ``line``.

    Returns
    -------
    bool or None
        False if z3 finds a counterexample; None if it gives no answer in time.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> antecedents = tuple(map(parse_statement, ("cong A B C D", "cong C D E F")))
    >>> wanted = parse_statement("cong A B E F")
    >>> one = (Fraction(1), Fraction(1))
    >>> step = StepRecord(1, "ratio_chasing", antecedents, wanted, (), {}, (one,), 1)
    >>> check_sum(step, "length"), confirm_by_z3(step, "length")
    (1, True)
    """
    import z3

    solver = z3.SolverFor("QF_LRA")
    solver.set("timeout", _MILLISECONDS)
    variables: dict[object, Any] = {}

    def times(factor: Fraction, key: object) -> Any:
        variable = variables.setdefault(key, z3.Real(f"v{len(variables)}"))
        return z3.RealVal(str(factor)) * variable

    def difference(equation: LinearEquation) -> Any:
        parts = [times(c, side) for side, c in equation.terms.items()]
        # The logarithms of primes, and roots, are unknowns too; nothing is assumed about them.
        for key, c in equation.constant.items():
            unknown = table == "length" or (table == "line" and key != 1)
            parts.append(times(-c, ("log", key)) if unknown else z3.RealVal(str(-c)))
        return z3.Sum(parts) if parts else z3.RealVal(0)

    turns = table == "direction"
    sources = _sources(step, table)
    for k, equation in enumerate(sources):
        solver.add(difference(equation) == (times(Fraction(1), ("turn", k)) if turns else 0))
    for choices in _alternatives(step.conclusion, table):
        solver.push()
        for wanted in choices if turns else choices[:1]:
            for row in step.coefficients if turns else step.coefficients[:1]:
                _, constant = _total(sources, row)
                off = constant.get(1, Fraction(0)) - wanted.constant.get(1, Fraction(0))
                allowed = [times(f, ("turn", k)) for k, f in enumerate(row) if f and turns]
                allowed.append(z3.RealVal(str(off if turns else 0)))
                solver.add(difference(wanted) != z3.Sum(allowed))
        answer = solver.check()
        solver.pop()
        if answer != z3.unsat:
            return False if answer == z3.sat else None
    return True
