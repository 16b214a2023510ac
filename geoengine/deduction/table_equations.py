"""The equations in a table, with their sources and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from geoengine.deduction.agenda import WIDTH, Forms, padded
from geoengine.deduction.closure import Closure
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.linear_forms import TABLES, FactForm
from geoengine.kernel import compiled
from geoengine.language import Table

__all__ = ["EquationSource", "Equations"]

_NOTHING = Forms(*(np.zeros(shape, dtype=np.int64) for shape in ((0, WIDTH), (0, WIDTH), 0, 0)))


class EquationSource(NamedTuple):
    """The source of an equation.

    Attributes
    ----------
    kind : {"premise", "transfer", "solution", "instance"}
        A premise, a transfer between tables, a fact by a law of triangles, or a rule's instance.
    number : int
        The position in `Closure.premises`, `transfers` or `solutions`; for an instance, that of
        its rule in `groundings`.
    row, conclusion : int
        For an instance, its row, and the position of the conclusion in the rule; otherwise 0.
    """

    kind: str
    number: int
    row: int = 0
    conclusion: int = 0


class Equations:
    """The equations of one table, in the order of the rounds in which they were entered.

    Attributes
    ----------
    variables, coefficients : ndarray, shape (m, 6)
        Padded with zeros. Constants are left out: certificates add them up exactly.
    rounds : ndarray, shape (m,)
        Ascending.
    """

    def __init__(self, closure: Closure, table: Table) -> None:
        self._closure = closure
        self._agenda = closure.agenda
        others, forms = _OtherEquations(), closure.meanings.forms
        for number, fact in enumerate(closure.premises):
            others.enter("premise", number, 0, forms(fact), table)
        for number, transfer in enumerate(closure.transfers):
            if transfer.target == table:
                others.enter(
                    "transfer",
                    number,
                    transfer.round,
                    forms(transfer.fact),
                    table,
                )
        for number, (solution, when) in enumerate(closure.solutions):
            others.enter("solution", number, when, forms(solution.fact), table)
        self._others = others.sources
        self._concluded = closure.agenda.conclusions[table] if table in TABLES else _NOTHING
        self.variables, self.coefficients, self.rounds, self._numbers = _in_order(
            others, self._concluded, closure.agenda.fired, closure.frame.pairs
        )

    def __len__(self) -> int:
        return len(self.rounds)

    def before(self, number: int) -> int:
        """Return how many equations were entered up to and including a round."""
        return int(self.rounds.searchsorted(number, side="right"))

    def source(self, k: int) -> EquationSource:
        """Return the source of equation `k`."""
        number = int(self._numbers[k])
        if number < len(self._others):
            return self._others[number]
        number -= len(self._others)
        grounding, row = self._agenda.instance(int(self._concluded.owners[number]))
        return EquationSource("instance", grounding, row, int(self._concluded.positions[number]))

    def fact(self, source: EquationSource) -> Fact:
        """Return the fact that the equation of a source is an equation of."""
        if source.kind == "premise":
            return self._closure.premises[source.number]
        if source.kind == "transfer":
            return self._closure.transfers[source.number].fact
        if source.kind == "solution":
            return self._closure.solutions[source.number][0].fact
        grounding = self._closure.groundings[source.number]
        atom = grounding.compiled.then[source.conclusion]
        places = grounding.rows[source.row].tolist()
        return Fact(atom.predicate, atom.arguments(places), atom.value)


class _OtherEquations:
    """Equations that were not concluded by a rule."""

    def __init__(self) -> None:
        self.sources: list[EquationSource] = []
        self.rounds: list[int] = []
        self.equations: list[tuple[list[int], list[int]]] = []

    def enter(
        self, kind: str, number: int, when: int, forms: Sequence[FactForm], table: Table
    ) -> None:
        for form in forms:
            if form.plan.table == table:
                self.sources.append(EquationSource(kind, number))
                self.rounds.append(when)
                self.equations.append((form.variables, form.plan.numbers))


def _in_order(
    others: _OtherEquations, concluded: Forms, fired: Ints, pairs: int
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the variables, coefficients and rounds of all equations, and their numbers.

    Those concluded by rules are numbered after the others, whether or not their instance fired.
    """
    kernel = compiled("sums")
    if kernel is not None:
        found: tuple[Ints, Ints, Ints, Ints] = kernel.in_order(
            others.equations, others.rounds, *concluded[:3], fired, pairs
        )
        return found
    rounds = fired[concluded.owners]
    kept = np.flatnonzero(rounds)
    entered = np.concatenate([np.array(others.rounds, dtype=np.int64), rounds[kept]])
    order = entered.argsort(kind="stable")
    numbers = np.concatenate([np.arange(len(others.rounds)), len(others.rounds) + kept])
    kept_variables = concluded.variables[kept]
    variables = [
        padded([variables for variables, _ in others.equations]),
        np.where(kept_variables > pairs, 0, kept_variables),
    ]
    coefficients = [
        padded([coefficients for _, coefficients in others.equations]),
        concluded.coefficients[kept],
    ]
    return (
        np.concatenate(variables)[order],
        np.concatenate(coefficients)[order],
        entered[order],
        numbers[order],
    )
