"""Shortening of proofs: steps and premises that are not needed are left out."""

from __future__ import annotations

from collections.abc import Collection

from geoengine.deduction import Derivation
from geoengine.graph.backward_trace import assemble
from geoengine.graph.combination import combination_of
from geoengine.graph.confirmation import claims_to_confirm
from geoengine.graph.engine_steps import table_of
from geoengine.graph.proof import Proof
from geoengine.graph.reasoning import ReasoningGraph
from geoengine.language import Statement, Table

__all__ = ["shorten"]

_READABLE = 6
"""The largest number of antecedents of a new sum; longer ones are harder to read than steps."""

_TABLES: tuple[Table, ...] = ("direction", "length", "square")

Steps = dict[Statement, Derivation]
"""Steps by conclusion, antecedents before conclusions."""


def shorten(graph: ReasoningGraph, proof: Proof) -> Proof:
    """Leave out steps, then premises, without which the goal can still be reached.

    Every statement of the proof is left out in turn. Steps that use it are replaced by another rule
    or sum with the same conclusion. If the goal is still reached with fewer steps (or with as many
    steps and fewer premises), the statement stays out.

    Parameters
    ----------
    graph : ReasoningGraph
        The graph of the proof.
    proof : Proof

    Returns
    -------
    Proof
        A proof of the same goal that is not longer; `proof` itself if a statement of the shorter
        one is false in further draws.

    Examples
    --------
    >>> import geoengine as ge
    >>> text = "a b c d = trapezoid; e = midpoint a c; f = midpoint b d ? para e f a b"
    >>> graph = ge.deduce(ge.load_problem(text))
    >>> proof = ge.trace(graph)
    >>> len(shorten(graph, proof).steps) <= len(proof.steps)
    True
    """
    steps: Steps = {step.conclusion: step.derivation for step in proof.steps}
    replay = _Replay(graph, proof.goal)
    before = None
    while steps != before:
        before = steps
        for statement in reversed(before):
            if statement in steps and statement != proof.goal:
                other = replay.without(statement, steps, graph.premises)
                if other is not None and len(other) < len(steps):
                    steps = other
    for premise in proof.premises:
        used = _premises(steps)
        other = replay.without(premise, steps, used)
        if other is not None and len(other) <= len(steps) and len(_premises(other)) < len(used):
            steps = other
    if len(proof.steps) < 2:
        return proof
    short = assemble(graph, proof.goal, steps)
    return short if graph.confirm(claims_to_confirm(short)) else proof


def _premises(steps: Steps) -> list[Statement]:
    """Return the antecedents that no step concludes."""
    return list(
        dict.fromkeys(a for step in steps.values() for a in step.antecedents if a not in steps)
    )


class _Replay:
    """Replays the proof of one goal; caches the steps by rules to each statement."""

    def __init__(self, graph: ReasoningGraph, goal: Statement) -> None:
        self._graph, self._goal = graph, goal
        self._by_rules: dict[Statement, tuple[Derivation, ...]] = {}

    def without(
        self, omitted: Statement, steps: Steps, premises: Collection[Statement]
    ) -> Steps | None:
        """Return steps to the goal without one of the statements; None if there are none."""
        known = [premise for premise in premises if premise != omitted]
        found: Steps = {}
        for conclusion, step in steps.items():
            if conclusion == omitted:
                continue
            kept: Derivation | None = step
            if not set(step.antecedents) <= set(known):
                kept = self._replacement(step, known)
            if kept is not None:
                found[conclusion] = kept
                known.append(conclusion)
        return _needed(found, self._goal) if self._goal in found else None

    def _replacement(self, step: Derivation, known: list[Statement]) -> Derivation | None:
        """Return another step to the same conclusion, from known statements; None if none fits."""
        conclusion = step.conclusion
        if conclusion not in self._by_rules:
            self._by_rules[conclusion] = tuple(
                other
                for other in self._graph.all_derivations(conclusion)
                if table_of(other.rule) is None
            )
        for other in self._by_rules[conclusion]:
            if set(other.antecedents) <= set(known):
                return other
        longest = max(_READABLE, len(step.antecedents))
        for table in _TABLES:
            total = combination_of(conclusion, known, table)
            # A sum of larger modulus, in which the figure decides more, must not replace a step.
            if (
                total is not None
                and len(total.antecedents) <= longest
                and total.modulus <= step.modulus
            ):
                return total
        return None


def _needed(steps: Steps, goal: Statement) -> Steps:
    """Return the steps on which the goal depends."""
    wanted = {goal}
    for conclusion in reversed(steps):
        if conclusion in wanted:
            wanted.update(steps[conclusion].antecedents)
    return {conclusion: step for conclusion, step in steps.items() if conclusion in wanted}
