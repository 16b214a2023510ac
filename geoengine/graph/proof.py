"""Proofs: the steps of a reasoning graph that lead to a goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from geoengine.deduction import Derivation
from geoengine.language import Statement, Style, write
from geoengine.scene import (
    ConstructionStep,
    Diagram,
    OrdinaryAngles,
    Problem,
    describe_steps,
    ordinary_angles,
)

__all__ = ["Proof", "ProofStep"]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A numbered derivation.

    Attributes
    ----------
    number : int
        The number of the step, from 1.
    derivation : Derivation
    uses : tuple of int
        The numbers of the earlier steps whose conclusions are its antecedents.
    premises : tuple of Statement
        The premises among its antecedents.
    """

    number: int
    derivation: Derivation
    uses: tuple[int, ...]
    premises: tuple[Statement, ...]

    @property
    def conclusion(self) -> Statement:
        """The conclusion of the derivation."""
        return self.derivation.conclusion


@dataclass(frozen=True)
class Proof:
    """Steps from premises to a goal; a later step uses each step but the last.

    Parameters
    ----------
    goal : Statement
    steps : tuple of ProofStep
        Empty if the goal is a premise.
    names : mapping of str to str
        The names of the rules, by id.
    draws : callable, optional
        Returns the draws that decide whether a directed angle can be stated as an ordinary one;
        without it, none can.
    problem : Problem, optional
        The problem, if the proof adds points to it.
    added : tuple of ConstructionStep
        The points that the proof adds.
    """

    goal: Statement
    steps: tuple[ProofStep, ...]
    names: Mapping[str, str]
    draws: Callable[[], Diagram] | None = field(default=None, compare=False, repr=False)
    problem: Problem | None = None
    added: tuple[ConstructionStep, ...] = ()

    @cached_property
    def premises(self) -> tuple[Statement, ...]:
        """The premises that the proof uses, S₀ in the GeoBench paper, in order of first use."""
        used = [premise for step in self.steps for premise in step.premises]
        if not self.steps and not self.goal.is_condition:
            used = [self.goal]
        return tuple(dict.fromkeys(used))

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that it uses, in order of first use."""
        return tuple(dict.fromkeys(step.derivation.rule for step in self.steps))

    @cached_property
    def points(self) -> frozenset[str]:
        """The points that its statements mention, side conditions included."""
        found = set(self.goal.points)
        for step in self.steps:
            derivation = step.derivation
            stated = (derivation.conclusion, *derivation.antecedents, *derivation.conditions)
            found.update(*(statement.points for statement in stated))
        return frozenset(found)

    @cached_property
    def added_in_words(self) -> tuple[str, ...]:
        """A sentence for each point that the proof adds."""
        if self.problem is None:
            return ()
        longer = replace(self.problem, steps=(*self.problem.steps, *self.added))
        return tuple(describe_steps(longer)[len(self.problem.steps) :])

    @cached_property
    def ordinary(self) -> Mapping[Statement, OrdinaryAngles]:
        """The statements about directed angles that can be stated with ordinary angles."""
        stated = [a for s in self.steps for a in (*s.derivation.antecedents, s.conclusion)]
        directed = [
            statement
            for statement in dict.fromkeys((self.goal, *stated))
            if statement.predicate in {"eqangle", "aconst"}
        ]
        if not directed or self.draws is None:
            return {}
        draws = self.draws()
        found = {statement: ordinary_angles(statement, draws) for statement in directed}
        return {statement: angles for statement, angles in found.items() if angles is not None}

    def write(self, statement: Statement, style: Style = "plain") -> str:
        """Write a statement, with ordinary angles where possible."""
        ordinary = self.ordinary.get(statement)
        return write(statement, style) if ordinary is None else ordinary.written(style)

    def __str__(self) -> str:
        from geoengine.graph.proof_text import write_proof

        return write_proof(self)
