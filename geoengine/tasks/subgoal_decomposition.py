"""Sub-goal decomposition: from which intermediate results the goal follows in one step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.random import Generator

from geoengine.graph import STEP_NAMES
from geoengine.language import Statement, write
from geoengine.tasks.chance import pick
from geoengine.tasks.composing import Choice, compose
from geoengine.tasks.context import Context
from geoengine.tasks.goals import Goal, goals
from geoengine.tasks.item import Item
from geoengine.tasks.theorems import quoted

__all__ = ["build_subgoal_decomposition"]

_TASK = "subgoal_decomposition"
_LARGEST = 5
_TRIES = 12

States = tuple[Statement, ...]


def build_subgoal_decomposition(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is what the last step of a proof rests on, beyond the premises.

    The key is cut in two, and each part exchanged for other states of the same kinds: so each
    statement is in two of the four options (a single antecedent is exchanged three times).
    No distractor gives the goal by one application of any rule.
    """
    items: list[Item] = []
    for goal in goals(context, rng):
        if len(items) >= most:
            break
        last = goal.proof.steps[-1].derivation
        key = tuple(sorted(a for a in last.antecedents if a not in context.premises))
        if not 1 <= len(key) <= _LARGEST or not _is_needed(context, goal, key):
            context.rejections[f"{_TASK}: the antecedents are too many or not all needed"] += 1
            continue
        others = _distractors(context, rng, goal, key)
        if others is None:
            context.rejections[f"{_TASK}: no states to exchange the antecedents for"] += 1
            continue
        by_engine = last.rule in STEP_NAMES
        form = "direct" if by_engine or rng.random() < 0.25 else "named_rule"
        items.append(
            compose(
                context,
                _TASK,
                rng,
                key=_choice(key, suffices=True),
                distractors=[_choice(states, suffices=False) for states in others],
                form=form,
                goal=goal,
                parts={} if form == "direct" else {"rule": quoted(last.rule)},
                certificate={"rule": last.rule, "antecedents": [str(a) for a in last.antecedents]},
            )
        )
    return items


def _suffices(context: Context, goal: Statement, states: Sequence[Statement]) -> bool:
    """Whether states and premises give a goal by one rule, or by none."""
    known = context.tables_with(states)
    if known.derived(goal):
        return True
    return any(
        all(known.derived(antecedent) for antecedent in step.antecedents)
        for step in context.graph.deduction.all_derivations(goal)
    )


def _is_needed(context: Context, goal: Goal, key: States) -> bool:
    """Whether the key suffices, and none of its parts does."""
    if not _suffices(context, goal.statement, key):
        return False
    parts = [[state for state in key if state != left_out] for left_out in key]
    return not any(_suffices(context, goal.statement, part) for part in parts)


def _distractors(context: Context, rng: Generator, goal: Goal, key: States) -> list[States] | None:
    pool = _pool(context, goal, key)
    for _ in range(_TRIES):
        if len(key) == 1:
            exchanged = [_exchange(rng, goal, key, pool) for _ in range(3)]
            options = [found for found in exchanged if found is not None]
        else:
            order = pick(rng, key)
            cut = int(rng.integers(1, len(key)))
            first, second = tuple(order[:cut]), tuple(order[cut:])
            one = _exchange(rng, goal, first, pool)
            two = _exchange(rng, goal, second, pool)
            if one is None or two is None or set(one) & set(two):
                continue
            options = [first + two, one + second, one + two]
        options = [tuple(sorted(option)) for option in options]
        if len(set(options)) < 3 or any(len(set(option)) < len(key) for option in options):
            continue
        if not any(_suffices(context, goal.statement, option) for option in options):
            return options
    return None


def _pool(context: Context, goal: Goal, key: States) -> dict[str, list[Statement]]:
    """States that could stand in the key's place, by predicate: those of the proof come twice."""
    kinds = {state.predicate for state in key}
    shown = [step.conclusion for step in goal.proof.steps[:-1]]
    pool: dict[str, list[Statement]] = {}
    for state in [*shown, *shown, *context.graph.states]:
        if state.predicate in kinds and state not in key and state != goal.statement:
            pool.setdefault(state.predicate, []).append(state)
    return pool


def _exchange(
    rng: Generator, goal: Goal, states: States, pool: dict[str, list[Statement]]
) -> States | None:
    """As many other states of the same kinds, each about as many of the goal's points."""
    asked = set(goal.statement.points)
    found: list[Statement] = []
    for state in states:
        left = [other for other in pool.get(state.predicate, []) if other not in found]
        marks = [abs(len(asked & set(o.points)) - len(asked & set(state.points))) for o in left]
        best = min(marks, default=0)
        chosen = pick(rng, [o for o, m in zip(left, marks, strict=True) if m == best], 1)
        if not chosen:
            return None
        found += chosen
    return tuple(found)


def _choice(states: States, *, suffices: bool) -> Choice:
    evidence: dict[str, Any] = {
        "statements": [str(state) for state in states],
        "evidence": "one_step",
        "suffices": suffices,
    }
    return Choice("; ".join(write(state) for state in states), evidence)
