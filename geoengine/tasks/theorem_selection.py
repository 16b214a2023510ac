"""Theorem selection: which of four theorems a proof has no use for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_rules
from geoengine.tasks.chance import pick
from geoengine.tasks.composing import Choice, compose
from geoengine.tasks.context import Context
from geoengine.tasks.goals import Goal, goals
from geoengine.tasks.item import Item
from geoengine.tasks.steps import step_lines
from geoengine.tasks.theorems import are_twins, told

__all__ = ["build_theorem_selection"]

_TASK = "theorem_selection"
_DISTRACTORS = 3


def build_theorem_selection(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a theorem that is not used.

    Form ``shown``: the proof is printed without names; the key concludes none of its steps. Form
    ``hidden``: the goal is not derived without any of the distractors, and the key applies nowhere
    in the scene.
    """
    items: list[Item] = []
    for goal in goals(context, rng):
        if len(items) >= most:
            break
        used = [rule for rule in goal.proof.rules if rule in load_rules()]
        if len(used) < _DISTRACTORS:
            context.rejections[f"{_TASK}: the proof uses too few theorems"] += 1
            continue
        make = (_shown, _hidden)[int(rng.integers(2))]
        item = make(context, rng, goal, used)
        if item is None:
            context.rejections[f"{_TASK}: no theorems for the form {make.__name__[1:]}"] += 1
            continue
        items.append(item)
    return items


def _shown(context: Context, rng: Generator, goal: Goal, used: Sequence[str]) -> Item | None:
    distractors = _apart(pick(rng, used))
    concluding = {
        step.rule
        for state in goal.proof.steps
        for step in context.graph.deduction.all_derivations(state.conclusion)
    }
    spare = [
        rule
        for rule in _plausible(context, rng)
        if rule not in concluding and not any(are_twins(rule, other) for other in used)
    ]
    if len(distractors) < _DISTRACTORS or not spare:
        return None
    return compose(
        context,
        _TASK,
        rng,
        key=_choice(_of_any_length(rng, spare, distractors), concludes_a_step=False),
        distractors=[
            _choice(
                rule,
                steps=[s.number for s in goal.proof.steps if s.derivation.rule == rule],
            )
            for rule in distractors
        ],
        form="shown",
        goal=goal,
        parts={"steps": "\n".join(step_lines(goal.proof, named=False))},
    )


def _hidden(context: Context, rng: Generator, goal: Goal, used: Sequence[str]) -> Item | None:
    needed = [r for r in used if not context.without_rule(r).derived(goal.statement)]
    distractors = _apart(pick(rng, needed))
    idle = [report.rule for report in context.graph.report if not report.fired]
    spare = [rule for rule in pick(rng, idle) if not any(are_twins(rule, other) for other in used)]
    if len(distractors) < _DISTRACTORS or not spare:
        return None
    return compose(
        context,
        _TASK,
        rng,
        key=_choice(_of_any_length(rng, spare, distractors), fired=0),
        distractors=[_choice(rule, goal_derived_without_it=False) for rule in distractors],
        form="hidden",
        goal=goal,
    )


def _plausible(context: Context, rng: Generator) -> list[str]:
    """All rules in an order left to chance, those that are at work in the scene mostly first."""
    at_work = {report.rule: report.fired > 0 for report in context.graph.report}
    marks = {rule: float(rng.random()) * (3 if at_work[rule] else 1) for rule in at_work}
    return sorted(marks, key=lambda rule: -marks[rule])


def _of_any_length(rng: Generator, spare: Sequence[str], others: Sequence[str]) -> str:
    """The first whose rank by length is one drawn before, so that lengths tell nothing."""
    wanted = int(rng.integers(len(others) + 1))
    lengths = [len(told(rule)) for rule in others]
    ranks = [sum(length < len(told(rule)) for length in lengths) for rule in spare]
    return min(zip(spare, ranks, strict=True), key=lambda found: abs(found[1] - wanted))[0]


def _apart(rules: Sequence[str]) -> list[str]:
    """The first three of which no two are twins."""
    chosen: list[str] = []
    for rule in rules:
        if not any(are_twins(rule, other) for other in chosen):
            chosen.append(rule)
    return chosen[:_DISTRACTORS]


def _choice(rule: str, **evidence: Any) -> Choice:
    return Choice(told(rule), {"rule": rule, **evidence})
