"""Sub-goal decomposition: from which intermediate results the goal follows in one step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_engine_steps
from geoengine.deduction import Derivation
from geoengine.families.reasoning.composing import Offer, about_goals, compose
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal, goals, is_roundabout
from geoengine.families.reasoning.option_features import likeness
from geoengine.families.reasoning.theorems import quoted
from geoengine.items import Item, pick
from geoengine.language import Statement

__all__ = ["build_subgoal_decomposition"]

_TASK = "subgoal_decomposition"
_LARGEST = 5
_TRIES = 80
_TESTED = 5
_VARIANTS = 2
_LAST = 3
"""So many steps that conclude a goal are tried as its last one."""

States = tuple[Statement, ...]


def build_subgoal_decomposition(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is what the last step of a proof rests on, beyond the premises.

    The key is cut in two, and each part exchanged for other states of the same kinds: so each
    statement is in two of the four options (a single antecedent is exchanged three times).
    No distractor gives the goal by one application of any rule.
    """
    return about_goals(goals(context, rng), most, partial(_offers, context, rng))


def _offers(context: Context, rng: Generator, goal: Goal) -> list[Item]:
    """Items about a goal: the same key among different distractors."""
    found = _last_step(context, goal)
    if found is None:
        context.rejections[f"{_TASK}: the antecedents are too many or not all needed"] += 1
        return []
    last, key = found
    sets = _distractors(context, rng, goal, key)
    if not sets:
        context.rejections[f"{_TASK}: no states to exchange the antecedents for"] += 1
    form = "direct" if last.rule in load_engine_steps() else "named_rule"
    return [
        compose(
            context,
            _TASK,
            rng,
            key=_offer(context, key, suffices=True),
            distractors=[_offer(context, states, suffices=False) for states in others],
            form=form,
            goal=goal,
            parts={"rule": quoted(last.rule, context.language)},
            certificate={"rule": last.rule, "antecedents": [str(a) for a in last.antecedents]},
        )
        for others in sets
    ]


def _last_step(context: Context, goal: Goal) -> tuple[Derivation, States] | None:
    """A step that concludes the goal, and what it rests on beyond the premises, all of it needed.

    That of the proof, where it will do.
    """
    steps = [goal.proof.steps[-1].derivation, *context.graph.derivations(goal.statement)]
    for last in list(dict.fromkeys(steps))[:_LAST]:
        key = tuple(sorted(a for a in last.antecedents if a not in context.premises))
        if 1 <= len(key) <= _LARGEST and _is_needed(context, goal, key):
            return last, key
    return None


def _suffices(context: Context, goal: Statement, states: Sequence[Statement]) -> bool:
    """Whether the goal may be a single step away from states and premises.

    In one round every rule is applied, and the tables combine what all of them conclude: so a goal
    that is not reached then is certainly not reached by one rule.
    """
    seen = context.evident([*context.premises, *states])
    return context.one_round_from([*states, *seen]).derived(goal)


def _is_needed(context: Context, goal: Goal, key: States) -> bool:
    """Whether the key suffices, and none of its parts does."""
    if not _suffices(context, goal.statement, key):
        return False
    parts = [[state for state in key if state != left_out] for left_out in key]
    return not any(_suffices(context, goal.statement, part) for part in parts)


def _distractors(context: Context, rng: Generator, goal: Goal, key: States) -> list[list[States]]:
    """Several times three sets that do not suffice, as much about the goal's points as the key."""
    asked = set(goal.statement.points)

    def nearness(states: States) -> int:
        return len(asked.intersection(p for state in states for p in state.points))

    def strangeness(states: States) -> int:
        return len({p for state in states for p in state.points} - asked)

    pool = _pool(context, goal, key)
    known = asked.union(*(state.points for state in key))
    # States about no further points, in every other try: a key tends to be nearer to the goal.
    close = {
        kind: [state for state in states if known.issuperset(state.points)]
        for kind, states in pool.items()
    }
    drawn = [_exchanged(rng, key, close if number % 2 else pool) for number in range(_TRIES)]
    found: list[tuple[int, list[States]]] = []
    for options in drawn:
        if options is None:
            continue
        near = [nearness(states) for states in (key, *options)]
        beyond = [strangeness(states) for states in (key, *options)]
        alike = likeness([context.say(*states) for states in (key, *options)])
        if _is_hidden(near) and _is_hidden(beyond) and _is_hidden(alike):
            # A key tends to be nearer to the goal than others, and less like them.
            found.append(
                (
                    sum(mark < near[0] for mark in near)
                    + sum(mark > beyond[0] for mark in beyond)
                    + sum(mark > alike[0] for mark in alike),
                    options,
                )
            )
    found.sort(key=itemgetter(0))
    sets: list[list[States]] = []
    for _, options in found[:_TESTED]:
        if not any(_suffices(context, goal.statement, option) for option in options):
            sets.append(options)
            if len(sets) == _VARIANTS:
                break
    return sets


def _exchanged(
    rng: Generator, key: States, pool: dict[str, list[Statement]]
) -> list[States] | None:
    """The key with one part, the other part or both in exchange for other states."""
    if len(key) == 1:
        options = [_others(rng, key, pool) for _ in range(3)]
    else:
        order = pick(rng, key)
        cut = int(rng.integers(1, len(key)))
        first, second = tuple(order[:cut]), tuple(order[cut:])
        one, two = _others(rng, first, pool), _others(rng, second, pool)
        options = [one + second, first + two, one + two]
    distinct = {tuple(sorted(set(option))): None for option in options}
    if len(distinct) < 3 or any(len(option) < len(key) for option in distinct):
        return None
    return list(distinct)


def _others(rng: Generator, states: States, pool: dict[str, list[Statement]]) -> States:
    """As many other states of the same kinds; fewer where there are fewer."""
    found: list[Statement] = []
    for state in states:
        left = [other for other in pool.get(state.predicate, []) if other not in found]
        found += pick(rng, left, 1)
    return tuple(found)


def _is_hidden(marks: Sequence[float]) -> bool:
    """Whether the first mark is neither the only highest nor the only lowest."""
    return min(marks[1:]) <= marks[0] <= max(marks[1:])


def _pool(context: Context, goal: Goal, key: States) -> dict[str, list[Statement]]:
    """States that could stand in the key's place, by predicate: those of the proof come twice."""
    kinds = {state.predicate for state in key}
    shown = [step.conclusion for step in goal.proof.steps[:-1]]
    pool: dict[str, list[Statement]] = {}
    for state in [*shown, *shown, *context.graph.states]:
        if state.predicate not in kinds or state in key or state == goal.statement:
            continue
        if not is_roundabout(context, state):
            pool.setdefault(state.predicate, []).append(state)
    return pool


def _offer(context: Context, states: States, *, suffices: bool) -> Offer:
    evidence: dict[str, Any] = {
        "statements": [str(state) for state in states],
        "evidence": "one_step",
        "suffices": suffices,
    }
    return Offer(context.say(*states), evidence)
