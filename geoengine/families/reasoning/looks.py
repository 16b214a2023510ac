"""How a step of a proof looks to a reader who compares names and does no geometry."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.evident_contradictions import EquationsOfAngles
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.families.reasoning.named_runs import NAME, RUN
from geoengine.families.reasoning.premise_numbers import named_segments
from geoengine.graph import Proof, ProofStep
from geoengine.language import Statement, write
from geoengine.scene import describe

__all__ = ["LIMIT", "WEIGHTS", "Looks", "names_in", "segments_in"]

WEIGHTS = {
    "in_problem": 1.0, "in_steps": 1.0, "in_goal": 1.0, "names_in_steps": 0.25,
    "names_in_goal": 1.0, "names_in_problem": 0.5, "order": 0.5, "names": 1.0, "length": 0.25,
    "used": 1.0,
}  # fmt: skip
"""How much a change in each feature counts: how often the claim's segments and points occur in the
problem, in the other steps and in the goal, and among the step's own antecedents."""

LIMIT = 6.0
"""How different, by these weights, a step may look with a false claim."""


def segments_in(text: str) -> Counter[str]:
    """Return how often a text names each segment, by its ends in the order of their names."""
    return Counter("".join(sorted(NAME.findall(run))) for run in RUN.findall(text))


def names_in(text: str) -> Counter[str]:
    """Return how often a text names each point."""
    return Counter(NAME.findall(text))


class Looks:
    """Compares a step that makes a false claim with the same step and its true conclusion.

    Parameters
    ----------
    context : Context
    attempt : Proof
        All the steps that are printed.
    goal : Goal, optional
        The goal that is printed with the steps, if any.

    Attributes
    ----------
    goal : Goal or None
    """

    def __init__(self, context: Context, attempt: Proof, goal: Goal | None = None) -> None:
        self.goal = goal
        self._context, self._attempt = context, attempt
        self._in_goal = Counter[str]() if goal is None else segments_in(write(goal.statement))
        self._goal_names = set[str]() if goal is None else set(goal.statement.points)
        self._around: dict[int, tuple[Counter[str], Counter[str], Counter[str]]] = {}
        self._known_lines: dict[int, tuple[set[frozenset[str]], int]] = {}
        self._true: dict[int, dict[str, float]] = {}
        self._equations: dict[int, EquationsOfAngles] = {}

    @cached_property
    def _text(self) -> str:
        """The problem as far as it is printed; most claims are refused before it is needed."""
        return describe(self._context.problem.part(self._attempt.points))

    @cached_property
    def _problem(self) -> Counter[str]:
        return segments_in(self._text)

    @cached_property
    def _names(self) -> Counter[str]:
        return Counter(name for run in RUN.findall(self._text) for name in NAME.findall(run))

    @cached_property
    def _order(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self._names)}

    @cached_property
    def _lines(self) -> dict[int, list[str]]:
        """What each step prints: its antecedents, and last its conclusion."""
        return {step.number: _printed(step) for step in self._attempt.steps}

    def change(self, step: ProofStep, claim: Statement) -> float:
        """How differently a step looks with another claim."""
        if step.number not in self._true:
            self._true[step.number] = self._look(step, write(step.conclusion))
        before, after = self._true[step.number], self._look(step, write(claim))
        return sum(w * abs(before[name] - after[name]) for name, w in WEIGHTS.items())

    def strangeness(self, step: ProofStep, claim: Statement) -> int:
        """By how many the lines differ that a step's claim and its true conclusion name anew.

        That is, lines that its antecedents do not name by any two of their points.
        """
        if step.number not in self._known_lines:
            antecedents = step.derivation.antecedents
            known = {line for used in antecedents for line in self._lines_of(used)}
            self._known_lines[step.number] = known, len(self._lines_of(step.conclusion) - known)
        known, old = self._known_lines[step.number]
        return abs(len(self._lines_of(claim) - known) - old)

    def contradict(self, step: ProofStep, claim: Statement) -> bool:
        """Whether letters show that a step's claim and something else printed are not both true."""
        if step.number not in self._equations:
            printed = {
                statement
                for other in self._attempt.steps
                for statement in (*other.derivation.antecedents, other.conclusion)
            }
            equations = EquationsOfAngles(self._context, printed - {step.conclusion})
            self._equations[step.number] = equations
        return self._equations[step.number].contradict(claim)

    def _lines_of(self, statement: Statement) -> set[frozenset[str]]:
        """The lines that a statement names, each as the points of the figure on it."""
        return {self._context.line_through(*sorted(s)) for s in named_segments(statement)}

    def _look(self, step: ProofStep, claim: str) -> dict[str, float]:
        segments, names = segments_in(claim), names_in(claim)
        elsewhere, own, steps = self._surroundings(step)
        return {
            "in_problem": sum(self._problem[s] for s in segments),
            "in_steps": sum(elsewhere[s] for s in segments),
            "in_goal": sum(self._in_goal[s] for s in segments),
            "names_in_steps": sum(steps[n] for n in names) / len(names),
            "names_in_goal": len(names.keys() & self._goal_names),
            "names_in_problem": sum(self._names[n] for n in names) / len(names),
            "order": sum(self._order[n] * k for n, k in names.items()) / names.total(),
            "names": len(names),
            "length": len(claim),
            "used": sum(own[s] for s in segments),
        }

    def _surroundings(self, step: ProofStep) -> tuple[Counter[str], Counter[str], Counter[str]]:
        """How often segments occur elsewhere and in a step's antecedents, and names elsewhere."""
        if step.number not in self._around:
            *antecedents, conclusion = self._lines[step.number]
            others = [t for n, texts in self._lines.items() for t in texts if n != step.number]
            self._around[step.number] = (
                segments_in("; ".join(text for text in others if text != conclusion)),
                segments_in("; ".join(antecedents)),
                names_in("; ".join(others)),
            )
        return self._around[step.number]


def _printed(step: ProofStep) -> list[str]:
    return [write(s) for s in (*step.derivation.antecedents, step.conclusion)]
