"""Theorem selection: which of four theorems a proof has no use for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_engine_steps, load_rules
from geoengine.deduction import Limits
from geoengine.tasks.chance import weighted
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
_RARER = 0.002
_VARIANTS = 4
_HIDDEN = 0.5
"""The share of goals of which the hidden form is tried first."""


def build_theorem_selection(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a theorem that is not used.

    Form ``shown``: the proof is printed without names; the key concludes none of its steps, and
    does not even apply to what it says. Form ``hidden``: no other theorems than the four options
    may be used; the goal is derived without the key, and not without any of the distractors.

    Each goal is offered with several keys and distractors, so that who takes one of them can see to
    it that no theorem is mostly a key, or mostly none. `most` counts the goals.
    """
    items: list[Item] = []
    asked = 0
    found = list(goals(context, rng))
    wear = Wear(context, found)
    for goal in found:
        if asked == most:
            break
        used = [rule for rule in goal.proof.rules if rule in load_rules()]
        if len(used) < _DISTRACTORS:
            context.rejections[f"{_TASK}: the proof uses too few theorems"] += 1
            continue
        offers = _hidden(context, rng, goal, used, wear) if rng.random() < _HIDDEN else []
        offers = offers or _shown(context, rng, goal, used, wear)
        if not offers:
            context.rejections[f"{_TASK}: no theorem is certainly unused"] += 1
            continue
        asked += 1
        items += offers
    return items


class Wear:
    """How common theorems are in a scene: keys are drawn from the common, the rest from the rare.

    A theorem used in a share u of the proofs can be a distractor in u of the items and the key in
    the others; weights of 1 - u and u make both come to u(1 - u). One that is only applied, in
    no proof of a goal, counts as rare, and one that is not applied as rarer still.
    """

    def __init__(self, context: Context, found: Sequence[Goal]) -> None:
        uses = Counter(rule for goal in found for rule in goal.proof.rules)
        applied = {report.rule for report in context.graph.report if report.fired}
        self._shares = {
            rule: uses[rule] / max(1, len(found)) + (_RARE if rule in applied else _RARER)
            for rule in load_rules()
        }

    def keys(self, rng: Generator, rules: Sequence[str]) -> list[str]:
        """Rules in the order in which they are tried as keys."""
        return weighted(rng, {rule: self._shares[rule] for rule in rules})

    def distractors(self, rng: Generator, rules: Sequence[str]) -> list[str]:
        """The first three rules, drawn by their rarity, of which no two are twins."""
        chosen: list[str] = []
        for rule in weighted(rng, {rule: max(0, 1 - self._shares[rule]) + _RARE for rule in rules}):
            if not any(are_twins(rule, other) for other in chosen):
                chosen.append(rule)
        return chosen[:_DISTRACTORS]


def _shown(
    context: Context, rng: Generator, goal: Goal, used: Sequence[str], wear: Wear
) -> list[Item]:
    concluding = {
        step.rule
        for state in goal.proof.steps
        for step in context.graph.deduction.all_derivations(state.conclusion)
    }
    seen = concluding | _applicable(context, goal)
    spare = [
        rule
        for rule in load_rules()
        if rule not in seen and not any(are_twins(rule, other) for other in used)
    ]
    steps = "\n".join(step_lines(goal.proof, named=False))
    return [
        compose(
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
            parts={"steps": steps},
        )
        for key, distractors in _variants(rng, wear, spare, used)
    ]


def _applicable(context: Context, goal: Goal) -> set[str]:
    """The theorems that apply to what the proof says: a reader may see them at work in it.

    Two pairs of equal angles may call similar triangles to mind, though the step that names them
    concludes a ratio by another theorem.
    """
    said = [*goal.proof.premises, *(step.conclusion for step in goal.proof.steps)]
    alone = context.graph.rederive(premises=said, limits=Limits(rounds=1))
    return {report.rule for report in alone.report if report.fired}


def _hidden(
    context: Context, rng: Generator, goal: Goal, used: Sequence[str], wear: Wear
) -> list[Item]:
    """Items about a proof with just three theorems, each indispensable beside the key."""
    if len(used) > _DISTRACTORS or any(are_twins(*pair) for pair in combinations(used, 2)):
        return []
    other_steps = set(goal.proof.rules).difference(used)
    if any(load_engine_steps()[step].table is None for step in other_steps):
        return []
    applied = [report.rule for report in context.graph.report if report.fired]
    spare = [r for r in applied if r not in used and not any(are_twins(r, one) for one in used)]
    items = []
    for key in wear.keys(rng, spare)[:_VARIANTS]:
        books = [{*used, key} - {rule} for rule in used]
        if any(context.by_rules(book).derived(goal.statement) for book in books):
            continue
        items.append(
            compose(
                context,
                _TASK,
                rng,
                key=_choice(key, goal_derived_without_it=True),
                distractors=[_choice(rule, goal_derived_without_it=False) for rule in used],
                form="hidden",
                goal=goal,
            )
        )
    return items


def _variants(
    rng: Generator, wear: Wear, spare: Sequence[str], used: Sequence[str]
) -> list[tuple[str, list[str]]]:
    """Different keys, each with three distractors."""
    found = []
    for key in wear.keys(rng, spare)[:_VARIANTS]:
        distractors = wear.distractors(rng, used)
        if len(distractors) == _DISTRACTORS:
            found.append((key, distractors))
    return found


def _choice(rule: str, **evidence: Any) -> Choice:
    return Choice(told(rule), {"rule": rule, **evidence})
