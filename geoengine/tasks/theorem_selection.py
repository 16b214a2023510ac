"""Theorem selection: which of four theorems a proof has no use for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_rules
from geoengine.tasks.chance import Ranks, weighted
from geoengine.tasks.composing import Choice, compose
from geoengine.tasks.context import Context
from geoengine.tasks.goals import Goal, goals
from geoengine.tasks.item import Item
from geoengine.tasks.steps import step_lines
from geoengine.tasks.theorems import are_twins, told

__all__ = ["build_theorem_selection"]

_TASK = "theorem_selection"
_DISTRACTORS = 3
_RARE = 0.02


def build_theorem_selection(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a theorem that is not used.

    Form ``shown``: the proof is printed without names; the key concludes none of its steps. Form
    ``hidden``: the goal is not derived without any of the distractors, and the key applies nowhere
    in the scene.
    """
    items: list[Item] = []
    found = list(goals(context, rng))
    wear = Wear(found)
    ranks = Ranks(rng)
    for goal in found:
        if len(items) >= most:
            break
        used = [rule for rule in goal.proof.rules if rule in load_rules()]
        if len(used) < _DISTRACTORS:
            context.rejections[f"{_TASK}: the proof uses too few theorems"] += 1
            continue
        # Few goals have three indispensable theorems, so those that do are asked about that.
        item = _hidden(context, rng, goal, used, wear, ranks)
        item = item or _shown(context, rng, goal, used, wear, ranks)
        if item is None:
            context.rejections[f"{_TASK}: no theorem is certainly unused"] += 1
            continue
        items.append(item)
    return items


class Wear:
    """How often theorems are used in a scene: keys are drawn from the worn, the rest from the rare.

    A theorem used in a share u of the proofs can be a distractor in u of the items and the key in
    the others; weights of 1 - u and u make both come to u(1 - u).
    """

    def __init__(self, found: Sequence[Goal]) -> None:
        uses = Counter(rule for goal in found for rule in goal.proof.rules)
        self._shares = {rule: uses[rule] / max(1, len(found)) for rule in load_rules()}

    def keys(self, rng: Generator, rules: Sequence[str]) -> list[str]:
        """Rules in the order in which they are tried as keys."""
        return weighted(rng, {rule: self._shares[rule] + _RARE for rule in rules})

    def distractors(self, rng: Generator, rules: Sequence[str]) -> list[str]:
        """The first three rules, drawn by their rarity, of which no two are twins."""
        chosen: list[str] = []
        for rule in weighted(rng, {rule: 1 - self._shares[rule] + _RARE for rule in rules}):
            if not any(are_twins(rule, other) for other in chosen):
                chosen.append(rule)
        return chosen[:_DISTRACTORS]


def _shown(
    context: Context,
    rng: Generator,
    goal: Goal,
    used: Sequence[str],
    wear: Wear,
    ranks: Ranks,
) -> Item | None:
    distractors = wear.distractors(rng, used)
    concluding = {
        step.rule
        for state in goal.proof.steps
        for step in context.graph.deduction.all_derivations(state.conclusion)
    }
    spare = [
        rule
        for rule in wear.keys(rng, list(load_rules()))
        if rule not in concluding and not any(are_twins(rule, other) for other in used)
    ]
    if len(distractors) < _DISTRACTORS:
        return None
    key = _of_any_length(ranks, spare, distractors)
    if key is None:
        return None
    return compose(
        context,
        _TASK,
        rng,
        key=_choice(key, concludes_a_step=False),
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


def _hidden(
    context: Context,
    rng: Generator,
    goal: Goal,
    used: Sequence[str],
    wear: Wear,
    ranks: Ranks,
) -> Item | None:
    needed = [r for r in used if not context.without_rule(r).derived(goal.statement)]
    distractors = wear.distractors(rng, needed)
    idle = [report.rule for report in context.graph.report if not report.fired]
    spare = [
        rule for rule in wear.keys(rng, idle) if not any(are_twins(rule, other) for other in used)
    ]
    if len(distractors) < _DISTRACTORS:
        return None
    key = _of_any_length(ranks, spare, distractors)
    if key is None:
        return None
    return compose(
        context,
        _TASK,
        rng,
        key=_choice(key, fired=0),
        distractors=[_choice(rule, goal_derived_without_it=False) for rule in distractors],
        form="hidden",
        goal=goal,
    )


def _of_any_length(ranks: Ranks, spare: Sequence[str], others: Sequence[str]) -> str | None:
    """The first of the keys that is not told from the others by its length."""
    for rule in spare:
        if ranks.fit(len(told(rule)), [len(told(other)) for other in others]):
            ranks.draw()
            return rule
    return None


def _choice(rule: str, **evidence: Any) -> Choice:
    return Choice(told(rule), {"rule": rule, **evidence})
