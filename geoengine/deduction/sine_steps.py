"""Steps by the law of sines in several triangles: which triangles and statements they need."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geoengine.deduction.agenda import WIDTH
from geoengine.deduction.certificate import EquationSystem
from geoengine.deduction.closure import Closure
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.sines import SineGraph, SineSolution
from geoengine.deduction.table_equations import Equations

__all__ = ["SINE_CHASING", "SineSteps"]

SINE_CHASING = "sine_chasing"
"""The id of the engine step."""


class SineSteps:
    """What steps by the law of sines rest on, in the order in which a closure found them.

    Parameters
    ----------
    closure : Closure
    """

    def __init__(self, closure: Closure) -> None:
        self._closure = closure
        self._equations = Equations(closure, "length")
        self._systems: dict[int, tuple[int, EquationSystem]] = {}

    def grounds(
        self, solution: SineSolution, number: int
    ) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
        """Return the antecedents and conditions of a step taken in round `number`."""
        graph, equations = solution.graph, self._equations
        laws, system = self._system(graph, number)
        found = system.factors(*self._target(solution), laws + equations.before(number - 1))
        facts = [equations.fact(equations.source(k - laws)) for k in found if k >= laws]
        corners = [int(graph.edges[k]) for k in found if k < laws]
        facts += [*_equal_sines(solution, corners), *solution.antecedents]
        triangles = sorted({tuple(sorted(graph.angles.corners[k].tolist())) for k in corners})
        conditions = (*(Fact("ncoll", three) for three in triangles), *solution.conditions)
        return tuple(dict.fromkeys(facts)), conditions

    def _system(self, graph: SineGraph, number: int) -> tuple[int, EquationSystem]:
        """Return the laws of sines, and then the equations before a round; first how many laws."""
        if number not in self._systems:
            equations, laws = self._equations, self._laws(graph)
            early = equations.before(number - 1)
            system = EquationSystem(
                np.concatenate([laws, equations.variables[:early]]),
                np.concatenate([np.where(laws > 0, _LAW, 0), equations.coefficients[:early]]),
                self._first + int(graph.ends.max(initial=0)),
            )
            self._systems[number] = len(laws), system
        return self._systems[number]

    def _laws(self, graph: SineGraph) -> Ints:
        """Return the variables of the law of sines for each useful angle, shape (m, 6)."""
        pair = self._closure.frame.pair
        corners = graph.angles.corners[graph.edges]
        laws = np.zeros((len(corners), WIDTH), dtype=np.int64)
        laws[:, 0] = pair[corners[:, 1], corners[:, 2]]
        nodes = graph.ends[graph.edges]
        # Known sines are constants, which are left out of equations.
        laws[:, 1:3] = np.where(np.isin(nodes, list(graph.known)), 0, self._first + nodes)
        return laws

    @property
    def _first(self) -> int:
        """The variable of the first node, after those of the pairs."""
        return self._closure.frame.pairs + 1

    def _target(self, solution: SineSolution) -> tuple[list[int], list[int]]:
        """Return the equation of the conclusion."""
        if not solution.corners:
            forms = self._closure.meanings.forms(solution.fact)
            (form,) = (form for form in forms if form.plan.table == "length")
            return form.variables, form.plan.numbers
        graph = solution.graph
        nodes = graph.ends[list(solution.corners), 1]
        variables = [0 if node in graph.known else self._first + node for node in nodes.tolist()]
        return variables, [1, -1, -1, 1][: len(nodes)]


_LAW = np.array([1, -1, -1, 0, 0, 0])
"""A side, less the diameter of the circumscribed circle and the sine of the angle opposite."""


def _equal_sines(solution: SineSolution, corners: Sequence[int]) -> list[Fact]:
    """Return facts by which all used angles of each class have the same sine, or a known one."""
    angles = solution.graph.angles
    # Those of the conclusion come first, so the others of their classes are compared with them.
    used = dict.fromkeys([*solution.corners, *corners])
    firsts: dict[int, int] = {}
    facts = []
    for corner in used:
        label = int(angles.classes[corner])
        if label in angles.values:
            facts.append(angles.value_fact(corner))
        elif firsts.setdefault(label, corner) != corner:
            facts.append(angles.equality(firsts[label], corner))
    # Angles PAQ and RAS are equal just if PAR and QAS are.
    return list({_turns(fact): fact for fact in reversed(facts)}.values())[::-1]


def _turns(fact: Fact) -> tuple[object, ...]:
    """Return a key that is the same for facts with one equation between directions."""
    if fact.predicate != "eqangle":
        return fact
    a, b, c, d = (tuple(sorted(fact.points[k : k + 2])) for k in range(0, 8, 2))
    return tuple(sorted([tuple(sorted([a, d])), tuple(sorted([b, c]))]))
