"""Derivations by tables: statements as exact sums of earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from geoengine.deduction.certificate import EquationSystem, exact_factors, form_of
from geoengine.deduction.closure import Closure
from geoengine.deduction.constants import constant_of
from geoengine.deduction.derivation import ENGINE_STEPS, CertificateError, Derivation
from geoengine.deduction.linear_forms import FactForm
from geoengine.deduction.rule_derivations import RuleDerivations
from geoengine.deduction.statement_facts import StatementFacts
from geoengine.deduction.table_equations import Equations
from geoengine.language import Statement, Table

__all__ = ["TableDerivations"]

_NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class _Source:
    """The source of an equation in a table.

    Attributes
    ----------
    statement : Statement
    factors : tuple of Fraction
        The factors of the statement's equations in the table, whose sum is this equation.
    place : (int, int, int) or None
        The instance that concluded it, as for `RuleDerivations.of_instance`.
    """

    statement: Statement
    factors: tuple[Fraction, ...]
    place: tuple[int, int, int] | None


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
        self._systems: dict[Table, tuple[Equations, EquationSystem]] = {}
        self._sources: dict[tuple[Table, int], _Source] = {}
        self._forms: dict[Table, dict[Statement, list[FactForm]]] = {}

    def of(self, statement: Statement, number: int, table: Table) -> Derivation | None:
        """Write a statement as a sum of equations of a table, up to round `number`.

        If one of these is a spelling of the statement itself, return the step that concluded it.
        None if that was not a rule, or if the constants do not add up exactly.

        Raises
        ------
        CertificateError
            If the statement is not a sum of the equations.
        """
        forms = self._closure.first_forms(self._facts.fact(statement))
        if table not in self._systems:
            self._systems[table] = self._system(table)
        equations, system = self._systems[table]
        limit = equations.before(number)
        totals: list[dict[Statement, tuple[Fraction, ...]]] = []
        for form in forms:
            total: dict[Statement, tuple[Fraction, ...]] = {}
            found = system.factors(form.variables, form.plan.numbers, limit)
            for k, factor in found.items():
                source = self._source(table, k)
                if source.statement == statement:
                    # A rule concluded a spelling that reduces to this statement.
                    return None if source.place is None else self._rules.of_instance(*source.place)
                addends = tuple([_product(factor, own) for own in source.factors])
                if source.statement in total:
                    before = total[source.statement]
                    addends = tuple([a + b for a, b in zip(before, addends, strict=True)])
                total[source.statement] = addends
            totals.append(total)
        return self._sum(statement, table, forms, totals)

    def _system(self, table: Table) -> tuple[Equations, EquationSystem]:
        equations = Equations(self._closure, table)
        # Constants are left out: they are added up exactly.
        pairs = self._closure.frame.pairs
        return equations, EquationSystem(equations.variables, equations.coefficients, pairs)

    def _source(self, table: Table, k: int) -> _Source:
        """Return the source of an equation."""
        found = self._sources.get((table, k))
        if found is None:
            found = self._sources[table, k] = self._find_source(table, k)
        return found

    def _find_source(self, table: Table, k: int) -> _Source:
        equations = self._systems[table][0]
        source = equations.source(k)
        fact = equations.fact(source)
        place = None
        if source.kind == "instance":
            place = source.number, source.row, source.conclusion
        statement = self._facts.nondegenerate(fact)
        equation = self._systems[table][1].form(k)
        own = [
            form_of(form.variables, form.plan.numbers, self._closure.frame.pairs)
            for form in self._own_forms(table, statement)
        ]
        factors = exact_factors(equation, own)
        if factors is None:
            raise CertificateError(f"an equation of {fact} is none of {statement}")
        return _Source(statement, tuple(factors), place)

    def _own_forms(self, table: Table, statement: Statement) -> list[FactForm]:
        """Return the equations of a statement in a table."""
        known = self._forms.setdefault(table, {})
        found = known.get(statement)
        if found is None:
            forms = self._closure.meanings.forms(self._facts.fact(statement))
            found = known[statement] = [form for form in forms if form.plan.table == table]
        return found

    def _sum(
        self,
        statement: Statement,
        table: Table,
        forms: Sequence[FactForm],
        totals: Sequence[dict[Statement, tuple[Fraction, ...]]],
    ) -> Derivation | None:
        """Make a step of sums of equations; None if their constants do not add up."""
        # What cancels in all sums is not needed.
        sources = {source for total in totals for source, factors in total.items() if any(factors)}
        # Conditions come last, as in the coefficients of a step.
        ordered = sorted(sources, key=lambda source: (source.is_condition, source.order()))
        owned = [self._own_forms(table, source) for source in ordered]
        addends = [form.plan for own in owned for form in own]
        constants = [addend.constant for addend in addends]
        coefficients = []
        modulus = 1
        for form, total in zip(forms, totals, strict=True):
            factors: list[Fraction] = []
            for source, own in zip(ordered, owned, strict=True):
                factors += total.get(source) or (_NONE,) * len(own)
            constant, scale = constant_of(table, constants, factors), form.plan.scale
            denominator = lcm(*[factor.denominator for factor in factors])
            if not _agrees(table, constant, form.plan.constant, denominator):
                return None
            if table == "direction":
                modulus = max(modulus, denominator)
            coefficients.append(
                tuple(
                    # Most forms are not scaled, and products of fractions are slow.
                    f if addend.scale == scale else f * addend.scale / scale
                    for f, addend in zip(factors, addends, strict=True)
                )
            )
        conditions = tuple(source for source in ordered if source.is_condition)
        # A point can be between two others only if the three are known to be collinear.
        lines = [Statement("coll", condition.points) for condition in conditions]
        relations = [source for source in ordered if not source.is_condition]
        return Derivation(
            statement,
            ENGINE_STEPS[table],
            tuple(dict.fromkeys([*relations, *lines])),
            conditions,
            coefficients=tuple(coefficients),
            modulus=modulus,
        )


def _product(factor: Fraction, other: Fraction) -> Fraction:
    """Multiply two numbers; most often the second is 0 or 1, and products of fractions are slow."""
    if other.denominator == 1:
        if other.numerator == 1:
            return factor
        if other.numerator == 0:
            return other
    return factor * other


def _agrees(table: Table, found: object, wanted: object, denominator: int) -> bool:
    """Return whether two constants are equal; those of directions, modulo pi over `denominator`."""
    if table == "direction":
        assert isinstance(found, Fraction)
        assert isinstance(wanted, Fraction)
        return found == wanted or (found - wanted) * denominator % 1 == 0
    return found == wanted
