"""Irrelevant premise filtering: which premise the goal does not need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from numpy.random import Generator

from geoengine.families.reasoning.composing import OPTIONS, Offer, about_goals, compose
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.counterexample import Counterexample
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.items import Item, Ranks, pick
from geoengine.language import Statement

__all__ = ["build_premise_filtering"]

_TASK = "premise_filtering"
_TRIES = 3
_VARIANTS = 8
_DISTRACTORS = OPTIONS - 1


def build_premise_filtering(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a premise without which the goal is still derived.

    Without any one of the distractors it is not derived from the other premises, and a figure was
    found in which all others hold and the goal does not.

    Each goal has candidates with several keys and distractors, from which the ledger can choose so
    that no premise is mostly a key or mostly a distractor. `most` counts the goals.
    """
    return about_goals(
        goals(context, rng), most, partial(_offers, context, rng, Ranks(rng, OPTIONS))
    )


def _offers(context: Context, rng: Generator, ranks: Ranks, goal: Goal) -> list[Item]:
    """Items about a goal, with different keys and distractors."""
    if len(goal.proof.premises) < _DISTRACTORS:
        context.rejections[f"{_TASK}: the proof uses too few premises"] += 1
        return []
    shown = {p: context.counterexample(goal.statement, p) for p in goal.proof.premises}
    needed = {p: figure for p, figure in shown.items() if figure is not None}
    # Finding spare premises takes closures, so skip it where it would not help.
    others = [p for p in context.premises if p not in needed] if len(needed) >= _DISTRACTORS else []
    spare = [premise for premise in others if context.is_spare(premise, goal.statement)]
    if not spare:
        context.rejections[f"{_TASK}: too few premises are spare or indispensable"] += 1
        return []
    found = _variants(rng, ranks, goal, spare, list(needed))
    if not found:
        context.rejections[f"{_TASK}: no premises whose kinds and points tell nothing"] += 1
    return [_compose(context, rng, goal, *offer, needed) for offer in found]


def _variants(
    rng: Generator,
    ranks: Ranks,
    goal: Goal,
    spare: Sequence[Statement],
    needed: Sequence[Statement],
) -> list[tuple[Statement, list[Statement]]]:
    """Different keys and distractors."""
    found = {}
    # A premise about a point that no other option has is obviously spare.
    known = {point for said in (*needed, goal.statement) for point in said.points}
    near = [premise for premise in spare if known.issuperset(premise.points)]
    for number in range(_VARIANTS):
        keys = near if near and number % 4 else spare
        offer = _balanced(rng, ranks, goal, pick(rng, keys) * _TRIES, needed)
        if offer is not None:
            found[offer[0], frozenset(offer[1])] = offer
    return list(found.values())


def _balanced(
    rng: Generator,
    ranks: Ranks,
    goal: Goal,
    keys: Sequence[Statement],
    needed: Sequence[Statement],
) -> tuple[Statement, list[Statement]] | None:
    """A key and distractors of which none stands out by the points it shares with the goal."""
    asked = set(goal.statement.points)

    def nearness(premise: Statement) -> float:
        return len(asked.intersection(premise.points))

    for key in keys:
        chosen = _distractors(rng, key, needed)
        if chosen is not None and ranks.fit(nearness(key), map(nearness, chosen)):
            ranks.draw()
            return key, chosen
    return None


def _compose(
    context: Context,
    rng: Generator,
    goal: Goal,
    key: Statement,
    chosen: Sequence[Statement],
    figures: Mapping[Statement, Counterexample],
) -> Item:
    return compose(
        context,
        _TASK,
        rng,
        key=_offer(context, goal, key, None),
        distractors=[_offer(context, goal, premise, figures[premise]) for premise in chosen],
        goal=goal,
        parts={"premises": context.say(*pick(rng, context.premises))},
        certificate={"premises": [str(premise) for premise in context.premises]},
    )


def _distractors(
    rng: Generator, key: Statement, needed: Sequence[Statement]
) -> list[Statement] | None:
    """Premises whose kinds give nothing away: all of the key's kind, two and two, or four kinds."""
    kinds: dict[str, list[Statement]] = {}
    for premise in needed:
        kinds.setdefault(premise.predicate, []).append(premise)
    alike = kinds.pop(key.predicate, [])
    doubles = [kind for kind, found in kinds.items() if len(found) >= 2]
    plans: list[list[Statement]] = []
    if len(alike) >= _DISTRACTORS:
        plans.append(pick(rng, alike, _DISTRACTORS))
    if alike and doubles:
        plans.append([*pick(rng, alike, 1), *pick(rng, kinds[pick(rng, doubles, 1)[0]], 2)])
    if not plans and len(kinds) >= _DISTRACTORS:
        plans.append([pick(rng, kinds[kind], 1)[0] for kind in pick(rng, list(kinds), 3)])
    return pick(rng, plans, 1)[0] if plans else None


def _offer(
    context: Context, goal: Goal, premise: Statement, figure: Counterexample | None
) -> Offer:
    evidence: dict[str, Any] = {
        "statement": str(premise),
        "evidence": "derived_without_it" if figure is None else "counterexample",
        "goal_derived_without_it": figure is None,
        "counterexample": None if figure is None else figure.record(),
        "in_proof": premise in goal.proof.premises,
    }
    return Offer(context.say(premise), evidence)
