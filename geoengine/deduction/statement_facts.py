"""Statements about named points, and the facts about numbered points that they stand for."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.deduction.fact import Fact
from geoengine.deduction.groundwork import Groundwork
from geoengine.language import Statement, reversed_angle, statement_or_none

__all__ = ["StatementFacts"]


class StatementFacts:
    """Translates between statements and facts of one diagram.

    Parameters
    ----------
    points : sequence of str
    groundwork : Groundwork
        Its caches are shared by all deductions in the diagram.

    Attributes
    ----------
    number : dict of str to int
        The numbers of the points.
    """

    def __init__(self, points: Sequence[str], groundwork: Groundwork) -> None:
        self.points = tuple(points)
        self.number = {name: k for k, name in enumerate(self.points)}
        self._frame = groundwork.relations.frame
        self._shared = groundwork.statements
        self._statements: dict[Fact, Statement | None] = {}
        self._facts: dict[Statement, Fact] = {}
        self._instance_statements: set[Statement] = set()
        self._holding = groundwork.holding

    def fact(self, statement: Statement) -> Fact:
        """Return the fact that a statement stands for."""
        found = self._facts.get(statement)
        if found is None:
            points = tuple([self.number[point] for point in statement.points])
            found = self._facts[statement] = Fact(statement.predicate, points, statement.value)
        return found

    def statement(self, fact: Fact) -> Statement | None:
        """Return what a fact says in the diagram; None if it is true of all points."""
        known = self._statements.get(fact)
        if known is not None or fact in self._statements:
            return known
        statement = self._shared.get(fact)
        if statement is None and fact not in self._shared:
            statement = self._shared[fact] = self._named(fact)
        self._statements[fact] = statement
        if statement is not None:
            self._instance_statements.add(statement)
        return statement

    def nondegenerate(self, fact: Fact) -> Statement:
        """Return the statement of a fact that is known not to be degenerate."""
        statement = self.statement(fact)
        assert statement is not None
        return statement

    def _named(self, fact: Fact) -> Statement | None:
        names = tuple([self.points[k] for k in fact.points])
        stated = statement_or_none(fact.predicate, names, fact.value)
        if stated is not None:
            return stated
        meant = reversed_angle(fact.predicate, names)
        return next(filter(self.holds, meant), None)

    def holds(self, statement: Statement) -> bool:
        """Return whether a statement is true in every draw of the diagram, by measuring."""
        found = self._holding.get(statement)
        if found is None:
            z = self._frame.z[:, [self.number[point] for point in statement.points]]
            definition, value = statement.definition, statement.value
            measured = (
                definition.measure(z) if value is None else definition.measure(z, float(value))
            )
            found = bool(definition.decide(measured).all())
            self._holding[statement] = found
        return found

    def is_true(self, statement: Statement) -> bool:
        """Return whether a statement is true; those of rule instances need not be measured."""
        return statement in self._instance_statements or self.holds(statement)
