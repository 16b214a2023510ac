"""How a step of a proof looks to a reader who compares names and does no geometry."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import accumulate

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.families.reasoning.premise_numbers import named_segments
from geoengine.graph import Proof, ProofStep
from geoengine.language import Statement, write
from geoengine.scene import describe

__all__ = ["Looks"]

_RUN = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9']*)+(?![a-z])")
_NAME = re.compile(r"[A-Z][0-9']*")

_WEIGHTS = {
    "in_problem": 1.0, "in_steps": 1.0, "in_goal": 1.0, "names_in_steps": 0.25,
    "names_in_goal": 1.0, "names_in_problem": 0.5, "order": 0.5, "names": 1.0, "length": 0.25,
    "used": 1.0,
}  # fmt: skip
"""How much a change in each feature counts: how often the claim's segments and points occur in the
problem, in the other steps and in the goal, and among the step's own antecedents."""


def _segments(text: str) -> Counter[str]:
    return Counter("".join(sorted(_NAME.findall(run))) for run in _RUN.findall(text))


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
        self._in_goal = Counter[str]() if goal is None else _segments(write(goal.statement))
        self._goal_names = set[str]() if goal is None else set(goal.statement.points)
        self._around: dict[int, tuple[Counter[str], Counter[str], Counter[str]]] = {}
        self._known: dict[int, tuple[set[str], set[str]]] = {}
        self._known_lines: dict[int, tuple[set[frozenset[str]], int]] = {}
        self._cited_parts: dict[int, tuple[set[frozenset[str]], int]] = {}
        self._unknown_of: dict[int, tuple[int, int]] = {}
        self._true: dict[int, dict[str, float]] = {}

    @cached_property
    def _text(self) -> str:
        """The problem as far as it is printed; most claims are refused before it is needed."""
        return describe(self._context.problem.part(self._attempt.points))

    @cached_property
    def _problem(self) -> Counter[str]:
        return _segments(self._text)

    @cached_property
    def _names(self) -> Counter[str]:
        return Counter(name for run in _RUN.findall(self._text) for name in _NAME.findall(run))

    @cached_property
    def _order(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self._names)}

    @cached_property
    def _lines(self) -> dict[int, list[str]]:
        """What each step prints: its antecedents, and last its conclusion."""
        return {step.number: _printed(step) for step in self._attempt.steps}

    def names_as_many(self, step: ProofStep, claim: Statement) -> bool:
        """Whether a step with another claim names as much that its antecedents lack.

        If it named more or fewer points or segments, the claim would be seen to be another.
        """
        if step.number not in self._unknown_of:
            self._unknown_of[step.number] = self._unknown(step, write(step.conclusion))
        return self._unknown_of[step.number] == self._unknown(step, write(claim))

    def change(self, step: ProofStep, claim: Statement) -> float:
        """How differently a step looks with another claim."""
        if step.number not in self._true:
            self._true[step.number] = self._look(step, write(step.conclusion))
        before, after = self._true[step.number], self._look(step, write(claim))
        return sum(w * abs(before[name] - after[name]) for name, w in _WEIGHTS.items())

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

    def misfit(self, step: ProofStep, claim: Statement) -> int:
        """By how much a step's claim fits its antecedents less than its true conclusion does.

        Counted are the pairs of a triangle, angle or segment of the one and such a part of the
        other that lies in it, or in which it lies. A claim about triangles to which no cited angle
        belongs is a slip of the pen, not a mistake in geometry.
        """
        if step.number not in self._cited_parts:
            cited = {part for used in step.derivation.antecedents for part in _parts(used)}
            self._cited_parts[step.number] = cited, _count_fitting(step.conclusion, cited)
        cited, old = self._cited_parts[step.number]
        return max(old - _count_fitting(claim, cited), 0)

    def _lines_of(self, statement: Statement) -> set[frozenset[str]]:
        """The lines that a statement names, each as the points of the figure on it."""
        return {self._context.line_through(*sorted(s)) for s in named_segments(statement)}

    def _unknown(self, step: ProofStep, claim: str) -> tuple[int, int]:
        """How many names, and how many runs of names, of a claim its antecedents lack."""
        runs, names = _RUN.findall(claim), _NAME.findall(claim)
        known = self._cited(step)
        return len(set(names) - known[0]), len(set(runs) - known[1])

    def _cited(self, step: ProofStep) -> tuple[set[str], set[str]]:
        """The names, and the runs of names, in a step's antecedents."""
        if step.number not in self._known:
            lines = _printed(step)[:-1]
            self._known[step.number] = (
                {name for line in lines for name in _NAME.findall(line)},
                {run for line in lines for run in _RUN.findall(line)},
            )
        return self._known[step.number]

    def _look(self, step: ProofStep, claim: str) -> dict[str, float]:
        segments, names = _segments(claim), Counter(_NAME.findall(claim))
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
                _segments("; ".join(text for text in others if text != conclusion)),
                _segments("; ".join(antecedents)),
                Counter(_NAME.findall("; ".join(others))),
            )
        return self._around[step.number]


def _printed(step: ProofStep) -> list[str]:
    return [write(s) for s in (*step.derivation.antecedents, step.conclusion)]


def _count_fitting(statement: Statement, cited: set[frozenset[str]]) -> int:
    """How many pairs of a part of a statement and a cited one lie in each other."""
    return sum(part <= other or other <= part for part in _parts(statement) for other in cited)


def _parts(statement: Statement) -> list[frozenset[str]]:
    """The triangles, angles and segments that a statement is about, each as a set of points."""
    sizes, points = statement.definition.groups, statement.points
    ends = list(accumulate(sizes))
    groups = [frozenset(points[end - size : end]) for end, size in zip(ends, sizes, strict=True)]
    parts = [group for group in groups if len(group) > 1]
    if set(sizes) == {2} and len(groups) > 2:
        # Two sides with a common end make an angle.
        parts += [a | b for a, b in zip(groups[::2], groups[1::2], strict=True) if len(a | b) == 3]
    return parts
