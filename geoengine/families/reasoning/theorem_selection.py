"""Theorem selection: which of four theorems a proof has no use for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_rules
from geoengine.deduction import Limits
from geoengine.families.reasoning.composing import OPTIONS, Offer, about_goals, compose
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.steps import step_lines
from geoengine.families.reasoning.theorems import are_twins, told, unheard
from geoengine.items import Item, weighted
from geoengine.language import Statement

__all__ = ["build_theorem_selection"]

_TASK = "theorem_selection"
_DISTRACTORS = OPTIONS - 1
_RARE = 0.02
_RARER = 0.002
_VARIANTS = 8
_HIDDEN_VARIANTS = 3
_FAR = 100
_HIDDEN = 0.25
"""The share of goals of which the hidden form is tried first."""


def build_theorem_selection(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a theorem that is not used.

    Form ``shown``: the proof is printed without names; the key concludes none of its steps, and
    does not even apply to what it says. Form ``hidden``: only the problem is printed; what the key
    asks for holds nowhere in the figure, and the distractors are at work in a proof of the goal.

    Each goal is offered with several keys and distractors, so that who takes one of them can see to
    it that no theorem is mostly a key, or mostly none. `most` counts the goals.
    """
    found = list(goals(context, rng))
    return about_goals(found, most, partial(_offers, context, rng, Wear(context, found)))


def _offers(context: Context, rng: Generator, wear: Wear, goal: Goal) -> list[Item]:
    """Items about a goal, of one form."""
    used = [rule for rule in goal.proof.rules if rule in load_rules()]
    if len(used) < _DISTRACTORS:
        context.rejections[f"{_TASK}: the proof uses too few theorems"] += 1
        return []
    made = _hidden(context, rng, goal, used, wear) if rng.random() < _HIDDEN else []
    made = made or _shown(context, rng, goal, used, wear)
    if not made:
        context.rejections[f"{_TASK}: no theorem is certainly unused"] += 1
    return made


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

    def keys(self, rng: Generator, rules: Sequence[str], goal: Goal) -> list[str]:
        """Rules in the order in which they are tried: first those that the proof calls to mind."""
        return weighted(
            rng,
            {rule: self._shares[rule] / (1 + _FAR * unheard(rule, goal.proof)) for rule in rules},
        )

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
    at_work = context.sightings.at_work(*_told_in(goal))
    keys = (key for key in wear.keys(rng, spare, goal) if key not in at_work)
    steps = "\n".join(step_lines(goal.proof, named=False, language=context.language))
    return [
        compose(
            context,
            _TASK,
            rng,
            key=_offer(context, key, goal, concludes_a_step=False),
            distractors=[
                _offer(
                    context,
                    rule,
                    goal,
                    steps=[s.number for s in goal.proof.steps if s.derivation.rule == rule],
                )
                for rule in distractors
            ],
            form="shown",
            goal=goal,
            parts={"steps": steps},
        )
        for key, distractors in _variants(rng, wear, keys, used)
    ]


def _told_in(goal: Goal) -> tuple[list[Statement], list[Statement]]:
    """All that a proof says, and what its steps conclude."""
    conclusions = [step.conclusion for step in goal.proof.steps]
    antecedents = [said for step in goal.proof.steps for said in step.derivation.antecedents]
    return [*goal.proof.premises, *antecedents, *conclusions], conclusions


def _applicable(context: Context, goal: Goal) -> set[str]:
    """The theorems that apply to what the proof says: a reader may see them at work in it.

    Two pairs of equal angles may call similar triangles to mind, though the step that names them
    concludes a ratio by another theorem.
    """
    said, _ = _told_in(goal)
    alone = context.graph.rederive(premises=said, limits=Limits(rounds=1))
    return {report.rule for report in alone.report if report.fired}


def _hidden(
    context: Context, rng: Generator, goal: Goal, used: Sequence[str], wear: Wear
) -> list[Item]:
    idle = [r.rule for r in context.graph.report if not r.instances and not r.truncated]
    # Who is asked for a theorem about feet of perpendiculars may think of feet without letters.
    whole = [rule for rule in idle if load_rules()[rule].whole]
    spare = [rule for rule in whole if not any(are_twins(rule, other) for other in used)]
    steps = {
        step.derivation.rule: {
            "letters": dict(step.derivation.mapping),
            "conclusion": str(step.conclusion),
        }
        for step in reversed(goal.proof.steps)
    }
    keys = (key for key in wear.keys(rng, spare, goal) if not context.sightings.has_place(key))
    return [
        compose(
            context,
            _TASK,
            rng,
            key=_offer(context, key, goal, instances=0),
            distractors=[_offer(context, rule, goal, **steps[rule]) for rule in distractors],
            form="hidden",
            goal=goal,
        )
        for key, distractors in _variants(rng, wear, keys, used)[:_HIDDEN_VARIANTS]
    ]


def _variants(
    rng: Generator, wear: Wear, keys: Iterable[str], used: Sequence[str]
) -> list[tuple[str, list[str]]]:
    """The first of the keys, each with three distractors."""
    found = []
    for key in islice(keys, _VARIANTS):
        distractors = wear.distractors(rng, used)
        if len(distractors) == _DISTRACTORS:
            found.append((key, distractors))
    return found


def _offer(context: Context, rule: str, goal: Goal, **evidence: Any) -> Offer:
    marks = {"unheard": unheard(rule, goal.proof)}
    return Offer(told(rule, context.language), {"rule": rule, **evidence}, marks)
