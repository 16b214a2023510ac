"""Derivations by tables: statements as exact combinations of earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from geoengine.deduction.closure import Closure
from geoengine.deduction.constants import constant_of
from geoengine.deduction.derivation import ENGINE_STEPS, CertificateError, Derivation
from geoengine.deduction.frame import Ints
from geoengine.deduction.linear_forms import FormBlock
from geoengine.deduction.rule_derivations import RuleDerivations
from geoengine.deduction.statement_facts import StatementFacts
from geoengine.deduction.table_equations import Equations
from geoengine.language import Statement, Table

if TYPE_CHECKING:
    from geoengine.deduction.certificate import EquationSystem

__all__ = ["TableDerivations"]


class TableDerivations:
    """The steps that add up equations of a table, up to the last round of a closure.

    Parameters
    ----------
    closure : Closure
        Equations are gathered on first use, so another round needs another object.
    facts : StatementFacts
    rules : RuleDerivations
        The steps by rules in the same rounds.
    """

    def __init__(self, closure: Closure, facts: StatementFacts, rules: RuleDerivations) -> None:
        self._closure = closure
        self._facts = facts
        self._rules = rules
        self._equations: dict[Table, Equations] = {}
        self._systems: dict[tuple[Table, int], tuple[Ints, EquationSystem]] = {}

    def of(self, statement: Statement, number: int, table: Table) -> Derivation | None:
        """Write a statement as a combination of equations of a table, up to round `number`.

        If one of these is a spelling of the statement itself, return the step that concluded it.
        None if that was not a rule, or if the constants do not add up exactly.

        Raises
        ------
        CertificateError
            If the statement is not a combination of the equations.
        """
        forms = self._closure.first_forms(self._facts.fact(statement))
        if table not in self._equations:
            self._equations[table] = Equations(self._closure, table)
        equations = self._equations[table]
        early, system = self._system(table, number)
        sources: list[Statement] = []
        for block in forms:
            combination = system.combine(block.variables[0], block.coefficients)
            for k in combination.rows:
                source = self._facts.statement(equations.fact(int(early[k])))
                if source == statement:
                    # A rule concluded a spelling that reduces to this statement.
                    return self._concluding_step(equations, int(early[k]))
                if source is not None and source not in sources:
                    sources.append(source)
        # Conditions come last, as in the coefficients of a step.
        ordered = sorted(sources, key=lambda source: (source.is_condition, source))
        return self._combination(statement, table, forms, tuple(ordered))

    def _system(self, table: Table, number: int) -> tuple[Ints, EquationSystem]:
        """Return the numbers of the equations up to a round, and these equations."""
        # Imports flint, which proofs by rules alone do not need.
        from geoengine.deduction.certificate import EquationSystem

        if (table, number) not in self._systems:
            equations = self._equations[table]
            early = np.flatnonzero(equations.rounds <= number)
            self._systems[table, number] = (
                early,
                EquationSystem(
                    equations.variables[early],
                    equations.coefficients[early],
                    1.0 + equations.rounds[early],
                ),
            )
        return self._systems[table, number]

    def _concluding_step(self, equations: Equations, k: int) -> Derivation | None:
        source = equations.source(k)
        if source.kind == "instance":
            return self._rules.of_instance(source.number, source.row, source.conclusion)
        return None

    def _combination(
        self,
        statement: Statement,
        table: Table,
        forms: Sequence[FormBlock],
        sources: tuple[Statement, ...],
    ) -> Derivation | None:
        """Solve over the canonical equations of the source statements, constants included.

        None if the constants do not add up.
        """
        from geoengine.deduction.certificate import solve_exactly

        rows: list[tuple[int, FormBlock]] = []
        for k, source in enumerate(sources):
            rows += [
                (k, block)
                for block in self._closure.meanings.blocks(self._facts.fact(source))
                if block.table == table
            ]
        factors_of: list[tuple[Fraction, ...]] = []
        modulus = 1
        for block in forms:
            factors = solve_exactly(block, [row for _, row in rows])
            if factors is None:
                raise CertificateError(f"the sources of {statement} do not add up to it")
            constant = constant_of(table, [row.constant for _, row in rows], factors)
            denominator = lcm(*(f.denominator for f in factors))
            if not _agrees(table, constant, block.constant, denominator):
                return None
            modulus = max(modulus, denominator if table == "direction" else 1)
            factors_of.append(
                tuple(
                    # Most forms are not scaled, and products of fractions are slow.
                    f if row.scale == block.scale else f * row.scale / block.scale
                    for f, (_, row) in zip(factors, rows, strict=True)
                )
            )
        used = sorted({k for f in factors_of for (k, _), c in zip(rows, f, strict=True) if c})
        taken = [sources[k] for k in used]
        conditions = tuple(source for source in taken if source.is_condition)
        # A point can be between two others only if the three are known to be collinear.
        lines = [Statement("coll", condition.points) for condition in conditions]
        relations = [source for source in taken if not source.is_condition]
        return Derivation(
            statement,
            ENGINE_STEPS[table],
            tuple(dict.fromkeys([*relations, *lines])),
            conditions,
            coefficients=tuple(
                tuple(f[i] for i, (s, _) in enumerate(rows) if s in used) for f in factors_of
            ),
            modulus=modulus,
        )


def _agrees(table: Table, found: object, wanted: object, denominator: int) -> bool:
    """Return whether two constants are equal; those of directions, modulo pi over `denominator`."""
    if table == "direction":
        assert isinstance(found, Fraction)
        assert isinstance(wanted, Fraction)
        return (found - wanted) * denominator % 1 == 0
    return found == wanted
