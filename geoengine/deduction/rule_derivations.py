"""Derivations by rules and by laws of triangles, as recorded in a closure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from geoengine.deduction.closure import Closure
from geoengine.deduction.compiled_rule import Atom
from geoengine.deduction.conclusions import Conclusions
from geoengine.deduction.derivation import Derivation
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.sine_steps import SINE_CHASING, SineSteps
from geoengine.deduction.sines import SineSolution
from geoengine.deduction.statement_facts import StatementFacts
from geoengine.deduction.triangles import Solution
from geoengine.language import Statement, Value

__all__ = ["RuleDerivations"]


class RuleDerivations:
    """The steps that rules and laws of triangles took, up to the last round of a closure.

    Parameters
    ----------
    closure : Closure
        Steps are indexed on first use, so another round needs another object.
    facts : StatementFacts
    """

    def __init__(self, closure: Closure, facts: StatementFacts) -> None:
        self._closure = closure
        self._facts = facts
        self._conclusions = Conclusions(closure)

    def of(
        self,
        statement: Statement,
        until: int,
        accepts: Callable[[Statement], bool] | None = None,
    ) -> list[Derivation]:
        """Return the steps to a statement that were taken up to and including round `until`.

        Where `accepts` is given, only those of which it accepts each antecedent.
        """

        def suits(antecedents: Sequence[Statement]) -> bool:
            return accepts is None or all(map(accepts, antecedents))

        found = []
        for number, row, conclusion in self._conclusions.of(self._facts.fact(statement), until):
            antecedents = self._antecedents(number, row)
            # About half do not suit, and the rest of a step need not be listed then.
            if suits(antecedents):
                found.append(self._step(number, row, conclusion, antecedents))
        by_laws = self.by_triangles(statement, until)
        return found + [step for step in by_laws if suits(step.antecedents)]

    def any_of(self, statement: Statement, until: int) -> bool:
        """Return whether a step to a statement was taken by round `until`."""
        places = self._conclusions.of(self._facts.fact(statement), until)
        numbers = [number for number, _ in self._solutions.get(statement, ())]
        return bool(places) or any(number <= until for number in numbers)

    def earliest(self, predicate: str, rows: Ints, value: Value | None) -> Ints:
        """Return the rounds in which rules first concluded facts, or `NEVER`; shape (m,)."""
        return self._conclusions.earliest(predicate, rows, value)

    @property
    def count(self) -> int:
        """The number of different statements that rules concluded."""
        return self._conclusions.count

    def concluded(self) -> Iterator[Fact]:
        """Yield every fact that a rule concluded, in one spelling."""
        return self._conclusions.facts()

    def of_instance(self, number: int, row: int, conclusion: int) -> Derivation:
        """Return the step to one conclusion of an instance.

        The instance is given by the number of its grounding and its row there.
        """
        return self._step(number, row, conclusion, self._antecedents(number, row))

    def _antecedents(self, number: int, row: int) -> tuple[Statement, ...]:
        grounding = self._closure.groundings[number]
        return self._stated(grounding.compiled.given, grounding.rows[row].tolist())

    def _step(
        self, number: int, row: int, conclusion: int, antecedents: tuple[Statement, ...]
    ) -> Derivation:
        grounding = self._closure.groundings[number]
        compiled = grounding.compiled
        places = grounding.rows[row].tolist()
        (concluded,) = self._stated((compiled.then[conclusion],), places)
        points = self._facts.points
        return Derivation(
            concluded,
            compiled.rule.id,
            antecedents,
            self._stated(compiled.where, places),
            tuple(zip(compiled.variables, [points[k] for k in places], strict=True)),
        )

    def _stated(self, atoms: Sequence[Atom], places: list[int]) -> tuple[Statement, ...]:
        """Return what patterns say about points: each statement once, and no trivial ones."""
        statement = self._facts.statement
        found = [
            statement(Fact(atom.predicate, atom.arguments(places), atom.value)) for atom in atoms
        ]
        return tuple(dict.fromkeys(filter(None, found)))

    @kept_property
    def _solutions(self) -> dict[Statement, list[tuple[int, Solution | SineSolution]]]:
        """What followed by laws of triangles, with the rounds, by conclusion."""
        found: dict[Statement, list[tuple[int, Solution | SineSolution]]] = {}
        for solution, number in self._closure.solutions:
            conclusion = self._facts.nondegenerate(solution.fact)
            found.setdefault(conclusion, []).append((number, solution))
        return found

    def by_triangles(self, statement: Statement, until: int) -> list[Derivation]:
        """Return the steps by laws of triangles to a statement, taken in rounds up to `until`."""
        found = self._solutions.get(statement, ())
        return [self._by_law(solution, number) for number, solution in found if number <= until]

    def _by_law(self, solution: Solution | SineSolution, number: int) -> Derivation:
        if isinstance(solution, Solution):
            rule, modulus = solution.rule, 1
            grounds = solution.antecedents, solution.conditions
        else:
            rule, modulus = SINE_CHASING, solution.modulus
            grounds = self._sine_steps.grounds(solution, number)
        antecedents, conditions = (tuple(map(self._facts.nondegenerate, part)) for part in grounds)
        return Derivation(
            self._facts.nondegenerate(solution.fact),
            rule,
            tuple(dict.fromkeys(antecedents)),
            conditions,
            modulus=modulus,
        )

    @kept_property
    def _sine_steps(self) -> SineSteps:
        return SineSteps(self._closure)
