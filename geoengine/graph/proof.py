"""Proofs: the goal-oriented path through a reasoning graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from geoengine.deduction import Derivation
from geoengine.graph.angles import OrdinaryAngles, ordinary_angles
from geoengine.language import Statement, Style, write
from geoengine.scene import Diagram

__all__ = ["Proof", "ProofStep"]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A numbered derivation.

    Attributes
    ----------
    number : int
        From 1.
    derivation : Derivation
    uses : tuple of int
        Numbers of the earlier steps whose conclusions it rests on.
    premises : tuple of Statement
        The premises it rests on.
    """

    number: int
    derivation: Derivation
    uses: tuple[int, ...]
    premises: tuple[Statement, ...]

    @property
    def conclusion(self) -> Statement:
        """What the step shows."""
        return self.derivation.conclusion


@dataclass(frozen=True)
class Proof:
    """Steps from premises to a goal, every one of them needed.

    Parameters
    ----------
    goal : Statement
    steps : tuple of ProofStep
        Empty where the goal is a premise.
    names : mapping of str to str
        The rules' names by id.
    draws : callable, optional
        Returns the draws that decide where directed angles can be said as ordinary ones.
    """

    goal: Statement
    steps: tuple[ProofStep, ...]
    names: Mapping[str, str]
    draws: Callable[[], Diagram] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def premises(self) -> tuple[Statement, ...]:
        """The premises that the proof uses, S0 in the paper, in order of first use."""
        used = [premise for step in self.steps for premise in step.premises]
        if not self.steps and not self.goal.is_condition:
            used = [self.goal]
        return tuple(dict.fromkeys(used))

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules it uses, in order of first use."""
        return tuple(dict.fromkeys(step.derivation.rule for step in self.steps))

    @cached_property
    def ordinary(self) -> Mapping[Statement, OrdinaryAngles]:
        """The statements about directed angles that ordinary angles say as well."""
        spoken = [a for s in self.steps for a in (*s.derivation.antecedents, s.conclusion)]
        directed = [
            statement
            for statement in dict.fromkeys((self.goal, *spoken))
            if statement.predicate in {"eqangle", "aconst"}
        ]
        if not directed or self.draws is None:
            return {}
        draws = self.draws()
        said = {statement: ordinary_angles(statement, draws) for statement in directed}
        return {statement: angles for statement, angles in said.items() if angles is not None}

    def say(self, statement: Statement, style: Style = "plain") -> str:
        """A statement in words, its angles as they are seen in the figure."""
        said = self.ordinary.get(statement)
        return write(statement, style) if said is None else said.written(style)

    def __str__(self) -> str:
        from geoengine.graph.proof_text import write_proof

        return write_proof(self)
