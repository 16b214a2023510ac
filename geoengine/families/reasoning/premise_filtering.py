"""Irrelevant premise filtering: which premise the goal does not need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.counterexample import PremiseCounterexample
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.item_assembly import (
    OPTIONS,
    CertifiedOption,
    compose,
    items_about_goals,
)
from geoengine.items import Item, Ranks, pick
from geoengine.language import Statement

__all__ = ["build_premise_filtering"]

_TASK = "premise_filtering"
_TRIES = 3
_VARIANTS = 8
_DISTRACTORS = OPTIONS - 1


def build_premise_filtering(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a premise without which the goal can still be derived.

    For each distractor there is a counterexample: a figure in which all premises hold except the
    distractor, and the goal does not.

    About each goal there are several items, with different keys and distractors. The split later
    chooses among them, so that no premise is the key too often or too rarely. `most` counts the
    goals.
    """
    return items_about_goals(
        goals(context, rng), most, partial(_items_about, context, rng, Ranks(rng, OPTIONS))
    )


def _items_about(context: Context, rng: Generator, ranks: Ranks, goal: Goal) -> list[Item]:
    """Items about a goal, with different keys and distractors."""
    if len(goal.proof.premises) < _DISTRACTORS:
        context.rejections[f"{_TASK}: the proof uses too few premises"] += 1
        return []
    figures = {p: context.counterexample(goal.statement, p) for p in goal.proof.premises}
    needed = {p: figure for p, figure in figures.items() if figure is not None}
    # Finding redundant premises takes closures, so skip it where it would not help.
    others = [p for p in context.premises if p not in needed] if len(needed) >= _DISTRACTORS else []
    redundant = [premise for premise in others if context.is_redundant(premise, goal.statement)]
    if not redundant:
        context.rejections[f"{_TASK}: no redundant premise, or too few necessary ones"] += 1
        return []
    found = _variants(rng, ranks, goal, redundant, list(needed))
    if not found:
        context.rejections[f"{_TASK}: the kinds or points of the premises reveal the key"] += 1
    return [_compose(context, rng, goal, *choice, needed) for choice in found]


def _variants(
    rng: Generator,
    ranks: Ranks,
    goal: Goal,
    redundant: Sequence[Statement],
    needed: Sequence[Statement],
) -> list[tuple[Statement, list[Statement]]]:
    """Different choices of a key and its distractors; empty if none is balanced."""
    found = {}
    # A premise about a point that no other option names is obviously redundant.
    known = {point for statement in (*needed, goal.statement) for point in statement.points}
    near = [premise for premise in redundant if known.issuperset(premise.points)]
    for number in range(_VARIANTS):
        keys = near if near and number % 4 else redundant
        choice = _balanced(rng, ranks, goal, pick(rng, keys) * _TRIES, needed)
        if choice is not None:
            found[choice[0], frozenset(choice[1])] = choice
    return list(found.values())


def _balanced(
    rng: Generator,
    ranks: Ranks,
    goal: Goal,
    keys: Sequence[Statement],
    needed: Sequence[Statement],
) -> tuple[Statement, list[Statement]] | None:
    """A key and distractors in which the key has the wanted rank by points of the goal.

    None if none of the keys has such distractors.
    """
    asked = set(goal.statement.points)

    def goal_points(premise: Statement) -> float:
        return len(asked.intersection(premise.points))

    for key in keys:
        chosen = _distractors(rng, key, needed)
        if chosen is not None and ranks.fit(goal_points(key), map(goal_points, chosen)):
            ranks.draw()
            return key, chosen
    return None


def _compose(
    context: Context,
    rng: Generator,
    goal: Goal,
    key: Statement,
    chosen: Sequence[Statement],
    figures: Mapping[Statement, PremiseCounterexample],
) -> Item:
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, goal, key, None),
        distractors=[_option(context, goal, premise, figures[premise]) for premise in chosen],
        goal=goal,
        parts={"premises": context.write(*pick(rng, context.premises))},
        certificate={"premises": [str(premise) for premise in context.premises]},
    )


def _distractors(
    rng: Generator, key: Statement, needed: Sequence[Statement]
) -> list[Statement] | None:
    """Premises such that all options are of one kind, two of each of two kinds, or all different.

    So the kind of an option does not reveal whether it is the key. None if that is impossible.
    """
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


def _option(
    context: Context, goal: Goal, premise: Statement, figure: PremiseCounterexample | None
) -> CertifiedOption:
    evidence: dict[str, Any] = {
        "statement": str(premise),
        "evidence": "derived_without_it" if figure is None else "counterexample",
        "goal_derived_without_it": figure is None,
        "counterexample": None if figure is None else figure.record(),
        "in_proof": premise in goal.proof.premises,
    }
    return CertifiedOption(context.write(premise), evidence)
