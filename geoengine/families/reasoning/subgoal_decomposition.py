"""Sub-goal decomposition: from which intermediate results the goal follows in one step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_engine_steps
from geoengine.deduction import Derivation
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal, goals, is_reducible
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose, items_about_goals
from geoengine.families.reasoning.option_features import likeness
from geoengine.families.reasoning.theorems import quoted
from geoengine.items import Item, pick
from geoengine.language import Statement

__all__ = ["build_subgoal_decomposition"]

_TASK = "subgoal_decomposition"
_MAX_ANTECEDENTS = 5
_TRIES = 80
_TESTED = 5
"""How many sets of distractors are tested by deduction, the least conspicuous keys first."""

_VARIANTS = 2
_LAST_STEPS = 3
"""How many derivations of a goal are tried as the last step."""

States = tuple[Statement, ...]


def build_subgoal_decomposition(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is the last step's antecedents, without the premises among them.

    The key is split in two, and either part or both are replaced by other states of the same
    kinds, so that each statement is in two of the four options. A single antecedent is replaced
    three times. From no distractor does the goal follow by one application of any rule. `most`
    counts the goals.
    """
    return items_about_goals(goals(context, rng), most, partial(_items_about, context, rng))


def _items_about(context: Context, rng: Generator, goal: Goal) -> list[Item]:
    """Items about a goal: the same key among different distractors."""
    found = _last_step(context, goal)
    if found is None:
        context.rejections[f"{_TASK}: no last step with few antecedents, all needed"] += 1
        return []
    last, key = found
    sets = _distractors(context, rng, goal, key)
    if not sets:
        context.rejections[f"{_TASK}: no suitable states to replace the antecedents by"] += 1
    form = "direct" if last.rule in load_engine_steps() else "named_rule"
    return [
        compose(
            context,
            _TASK,
            rng,
            key=_option(context, key, suffices=True),
            distractors=[_option(context, states, suffices=False) for states in others],
            form=form,
            goal=goal,
            parts={"rule": quoted(last.rule, context.language)},
            certificate={"rule": last.rule, "antecedents": [str(a) for a in last.antecedents]},
        )
        for others in sets
    ]


def _last_step(context: Context, goal: Goal) -> tuple[Derivation, States] | None:
    """A step that concludes the goal, with its antecedents that are not premises, all needed.

    The last step of the proof is tried first. None if no step fits.
    """
    steps = [goal.proof.steps[-1].derivation, *context.graph.derivations(goal.statement)]
    for last in list(dict.fromkeys(steps))[:_LAST_STEPS]:
        key = tuple(sorted(a for a in last.antecedents if a not in context.premises))
        if 1 <= len(key) <= _MAX_ANTECEDENTS and _is_needed(context, goal, key):
            return last, key
    return None


def _suffices(context: Context, goal: Statement, states: Sequence[Statement]) -> bool:
    """Whether the goal may follow from states and premises in a single step.

    One round applies every rule, and the tables combine all conclusions. So a goal that is not
    derived in one round does not follow by one rule.
    """
    evident = context.evident_relations([*context.premises, *states])
    return context.one_round_from([*states, *evident]).derived(goal)


def _is_needed(context: Context, goal: Goal, key: States) -> bool:
    """Whether the key suffices, and does not if any one of its states is left out."""
    if not _suffices(context, goal.statement, key):
        return False
    parts = [[state for state in key if state != left_out] for left_out in key]
    return not any(_suffices(context, goal.statement, part) for part in parts)


def _distractors(context: Context, rng: Generator, goal: Goal, key: States) -> list[list[States]]:
    """Up to two triples of sets that do not suffice, and among which the key does not stand out.

    The features considered are the points shared with the goal, the other points, and the words
    shared with other options.
    """
    asked = set(goal.statement.points)

    def goal_points(states: States) -> int:
        return len(asked.intersection(p for state in states for p in state.points))

    def other_points(states: States) -> int:
        return len({p for state in states for p in state.points} - asked)

    pool = _pool(context, goal, key)
    known = asked.union(*(state.points for state in key))
    # Every other try uses only states about points of the goal and the key, since other states
    # tend to have fewer points of the goal than the key.
    close = {
        kind: [state for state in states if known.issuperset(state.points)]
        for kind, states in pool.items()
    }
    drawn = [_replaced(rng, key, close if number % 2 else pool) for number in range(_TRIES)]
    found: list[tuple[int, list[States]]] = []
    for options in drawn:
        if options is None:
            continue
        near = [goal_points(states) for states in (key, *options)]
        beyond = [other_points(states) for states in (key, *options)]
        alike = likeness([context.write(*states) for states in (key, *options)])
        if _is_inconspicuous(near) and _is_inconspicuous(beyond) and _is_inconspicuous(alike):
            # A key tends to have more points of the goal, fewer others, and fewer common words.
            # Count the options that share this bias, to prefer sets in which few do.
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


def _replaced(rng: Generator, key: States, pool: dict[str, list[Statement]]) -> list[States] | None:
    """The key with one part, the other part or both replaced by other states; None if too few."""
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


def _is_inconspicuous(marks: Sequence[float]) -> bool:
    """Whether the first mark, the key's, is neither the only highest nor the only lowest."""
    return min(marks[1:]) <= marks[0] <= max(marks[1:])


def _pool(context: Context, goal: Goal, key: States) -> dict[str, list[Statement]]:
    """States that could replace those of the key, by predicate; those of the proof come twice."""
    kinds = {state.predicate for state in key}
    shown = [step.conclusion for step in goal.proof.steps[:-1]]
    pool: dict[str, list[Statement]] = {}
    for state in [*shown, *shown, *context.graph.states]:
        if state.predicate not in kinds or state in key or state == goal.statement:
            continue
        if not is_reducible(context, state):
            pool.setdefault(state.predicate, []).append(state)
    return pool


def _option(context: Context, states: States, *, suffices: bool) -> CertifiedOption:
    evidence: dict[str, Any] = {
        "statements": [str(state) for state in states],
        "evidence": "one_step",
        "suffices": suffices,
    }
    return CertifiedOption(context.write(*states), evidence)
