"""Irrelevant premise filtering: which premise the goal does without."""

from __future__ import annotations

from typing import Any

from numpy.random import Generator

from geoengine.language import Statement, write
from geoengine.tasks.chance import pick, spread
from geoengine.tasks.composing import Choice, compose
from geoengine.tasks.context import Context
from geoengine.tasks.goals import Goal, goals
from geoengine.tasks.item import Item

__all__ = ["build_premise_filtering"]

_TASK = "premise_filtering"
_PER_GOAL = 2
_DISTRACTORS = 3


def build_premise_filtering(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a premise without which the goal is derived all the same.

    Without any of the distractors it is not, though all other premises are kept.
    """
    items: list[Item] = []
    for goal in goals(context, rng):
        if len(items) >= most:
            break
        if len(goal.proof.premises) < _DISTRACTORS:
            context.rejections[f"{_TASK}: the proof uses too few premises"] += 1
            continue
        spare = [p for p in context.premises if _follows_without(context, goal, p)]
        needed = [p for p in goal.proof.premises if p not in spare]
        if not spare or len(needed) < _DISTRACTORS:
            context.rejections[f"{_TASK}: too few premises are spare or indispensable"] += 1
            continue
        made = [_make(context, rng, goal, key, needed) for key in pick(rng, spare, _PER_GOAL)]
        items += [item for item in made if item is not None]
    return items[:most]


def _follows_without(context: Context, goal: Goal, premise: Statement) -> bool:
    return context.without_premise(premise).derived(goal.statement)


def _make(
    context: Context, rng: Generator, goal: Goal, key: Statement, needed: list[Statement]
) -> Item | None:
    chosen = _distractors(rng, goal, key, needed)
    if chosen is None:
        context.rejections[f"{_TASK}: no indispensable premises to balance the key's kind"] += 1
        return None
    return compose(
        context,
        _TASK,
        rng,
        key=_choice(goal, key, derived=True),
        distractors=[_choice(goal, premise, derived=False) for premise in chosen],
        goal=goal,
        parts={"premises": "; ".join(write(p) for p in pick(rng, context.premises))},
        certificate={"premises": [str(premise) for premise in context.premises]},
    )


def _distractors(
    rng: Generator, goal: Goal, key: Statement, needed: list[Statement]
) -> list[Statement] | None:
    """Premises of kinds that tell nothing: all of the key's, two and two, or four kinds."""
    asked = set(goal.statement.points)

    def nearness(premise: Statement) -> float:
        return len(asked.intersection(premise.points))

    kinds: dict[str, list[Statement]] = {}
    for premise in needed:
        kinds.setdefault(premise.predicate, []).append(premise)
    alike = kinds.pop(key.predicate, [])
    doubles = [kind for kind, found in kinds.items() if len(found) >= 2]
    plans: list[tuple[int, list[str]]] = []
    if len(alike) >= _DISTRACTORS:
        plans.append((_DISTRACTORS, []))
    if alike and doubles:
        plans.append((1, [*pick(rng, doubles, 1) * 2]))
    if not plans and len(kinds) >= _DISTRACTORS:
        plans.append((0, pick(rng, list(kinds), _DISTRACTORS)))
    for same, others in pick(rng, plans):
        chosen = spread(rng, key, alike, same, nearness)
        for kind in dict.fromkeys(others):
            chosen += spread(rng, key, kinds[kind], others.count(kind), nearness)
        return chosen
    return None


def _choice(goal: Goal, premise: Statement, *, derived: bool) -> Choice:
    evidence: dict[str, Any] = {
        "statement": str(premise),
        "evidence": "closure_without_it",
        "goal_derived_without_it": derived,
        "in_proof": premise in goal.proof.premises,
    }
    return Choice(write(premise), evidence)
