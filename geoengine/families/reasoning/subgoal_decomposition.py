"""Sub-goal decomposition: from which intermediate results the goal follows in one step."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from itertools import islice
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import Language, load_engine_steps, load_rules
from geoengine.deduction import Derivation
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.depth import SHALLOW, depth_of, is_shallow
from geoengine.families.reasoning.false_sets import (
    DISTRACTORS,
    LENIENCY,
    FalseSet,
    States,
    false_sets,
)
from geoengine.families.reasoning.figure_evidence import figure_evidence
from geoengine.families.reasoning.glance import withstands_glance
from geoengine.families.reasoning.goal_choice import Goal, goals, is_readable
from geoengine.families.reasoning.item_assembly import (
    CertifiedOption,
    compose,
    items_about_goals,
)
from geoengine.families.reasoning.letterings import TRIANGLES, count_in_general
from geoengine.families.reasoning.theorems import quoted
from geoengine.families.reasoning.triangle_pairs import is_symmetric, telling_depth
from geoengine.families.reasoning.truth import Verdict
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item
from geoengine.language import Statement, join_points, point_order

__all__ = ["build_subgoal_decomposition"]

_TASK = "subgoal_decomposition"
_MAX_ANTECEDENTS = 5
_VARIANTS = 3
"""How many items, with different distractors, there are about a goal at most."""

_LAST_STEPS = 10
"""How many derivations of a goal are tried as the last step: of most, no other letters are near."""

_MOST_STEPS = 40
"""The maximum number of steps of the proof, which is not printed."""

_STEPS_COUNTED = 15
"""How many steps count at most: longer proofs are calculations."""

_SEEN = frozenset({"coll", "cyclic", "circle"})
"""The relations of which a picture shows whether they hold."""

_ANY_ORDER: dict[Language, dict[str, str]] = {
    "en": {
        "sim": "triangles {} and {} are similar (vertices in any order)",
        "con": "triangles {} and {} are congruent (vertices in any order)",
    },
    "zh": {
        "sim": "三角形{}与三角形{}相似（顶点未必按对应顺序书写）",
        "con": "三角形{}与三角形{}全等（顶点未必按对应顺序书写）",
    },
}
"""Goals about two triangles that do not say which vertices correspond, by relation."""


def build_subgoal_decomposition(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is the last step's antecedents, without the premises among them.

    The other options are what the theorem of the last step would need if its letters stood for
    other points, so that it concludes the same (of two triangles the goal does not say which
    vertices correspond). Key and distractors are drawn from the same distribution: a reader who
    does not know what is true in the figure cannot tell them apart. Every distractor contains a
    statement that is clearly false. `most` counts the goals.
    """
    suited = partial(_may_be_asked, context, _fruitful_kinds(context))
    found = goals(context, rng, suited=suited, most_steps=_MOST_STEPS)
    return items_about_goals(found, most, partial(_items_about, context, rng))


def _fruitful_kinds(context: Context) -> frozenset[str]:
    """The kinds of statements that some theorem with enough letterings concluded in a scene.

    Most statements are of no such kind: equal ratios follow from similar triangles, and a ratio
    leaves no choice of these. To prove such goals would be in vain.
    """
    rules = load_rules()
    return frozenset(
        pattern.predicate
        for report in context.graph.report
        if report.fired
        for pattern in rules[report.rule].then
        if count_in_general(report.rule, pattern.predicate) > DISTRACTORS
    )


def _may_be_asked(context: Context, kinds: Collection[str], state: Statement) -> bool:
    """Whether a statement of some kinds is readable, and it and what tells the key not shallow."""
    if state.predicate not in kinds or not is_readable(state) or is_shallow(context.graph, state):
        return False
    return state.predicate not in TRIANGLES or telling_depth(context, state) >= SHALLOW


def _is_told(context: Context, key: States) -> bool:
    """Whether some result is known after a single round, and none takes more than a few."""
    depths = [depth_of(context.graph, state) for state in key]
    return min(depths) < SHALLOW and max(depths) <= SHALLOW


def _stands_out(context: Context, key: States, others: Sequence[FalseSet]) -> bool:
    """Whether a reader knows some result, or sees it, and nothing like it is true in the others."""
    seen = {
        state.predicate
        for state in key
        if state.predicate in _SEEN or depth_of(context.graph, state) < SHALLOW
    }
    return bool(seen) and not any(
        all(context.graph.holds(state) for state in states if state.predicate in seen)
        for states, _ in others
    )


def _items_about(context: Context, rng: Generator, goal: Goal) -> list[Item]:
    """Items about a goal: the same key among different distractors."""
    steps = [goal.proof.steps[-1].derivation, *context.graph.derivations(goal.statement)]
    for last in list(dict.fromkeys(steps))[:_LAST_STEPS]:
        key = tuple(sorted(a for a in last.antecedents if a not in context.given))
        if not 1 <= len(key) <= _MAX_ANTECEDENTS or last.rule in load_engine_steps():
            # Whether equations give another by calculation is seen without the figure.
            continue
        # Of triangles, what tells the key has been looked at.
        if goal.statement.predicate not in TRIANGLES and _is_told(context, key):
            continue
        features = {
            "steps": min(len(goal.proof.steps), _STEPS_COUNTED),
            "results": len(key),
            "symmetric": int(any(is_symmetric(context, s) for s in (goal.statement, *key))),
        }
        # Distractors are only looked for if some could make the item worth asking.
        if worth_of(context, _TASK, features | {"close": DISTRACTORS}, goal=goal) is None:
            continue
        found = []
        for others in false_sets(context, rng, last, key):
            if _stands_out(context, key, others):
                continue
            close = sum(
                withstands_glance(context, states, leniency=LENIENCY) for states, _ in others
            )
            worth = worth_of(context, _TASK, features | {"close": close}, goal=goal)
            if worth is not None:
                found.append((others, worth))
        if not (found and _is_needed(context, goal, key)):
            continue
        usable = (one for one in found if not _any_suffices(context, goal, one[0]))
        items = [_compose(context, rng, goal, last, key, *one) for one in islice(usable, _VARIANTS)]
        if items:
            return items
    context.rejections[f"{_TASK}: no last step that other letters make false"] += 1
    return []


def _compose(
    context: Context,
    rng: Generator,
    goal: Goal,
    last: Derivation,
    key: States,
    others: Sequence[FalseSet],
    worth: int,
) -> Item:
    offered = [state for states, _ in others for state in states]
    stated = [*last.antecedents, *offered]
    points = frozenset(goal.statement.points).union(
        *(state.points for state in stated), *(context.proof(state).points for state in key)
    )
    evidence = figure_evidence(
        context,
        _TASK,
        points=points,
        printed=[goal.statement, *key, *offered],
        false=[[state] for state in key],
    )
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, key),
        distractors=[_option(context, states, false) for states, false in others],
        form="named_rule",
        goal=goal,
        points=points,
        parts={
            "goal": _goal_text(context, goal.statement),
            "rule": quoted(last.rule, context.language),
        },
        certificate={"rule": last.rule, "antecedents": [str(a) for a in last.antecedents]},
        evidence=evidence,
        worth=worth,
    )


def _goal_text(context: Context, goal: Statement) -> str:
    """The goal in words; of two triangles it does not say which vertices correspond."""
    if goal.predicate not in TRIANGLES:
        return context.write(goal)
    triangles = sorted(goal.points[:3], key=point_order), sorted(goal.points[3:], key=point_order)
    template = _ANY_ORDER[context.language][goal.predicate[:3]]
    return template.format(*map(join_points, triangles))


def _suffices(context: Context, goal: Statement, states: Sequence[Statement]) -> bool:
    """Whether the goal may follow from states and premises in a single step.

    One round applies every rule, and the tables combine all conclusions. So a goal that is not
    derived in one round does not follow by one rule.
    """
    evident = context.evident_relations([*context.premises, *states])
    return context.one_round_from([*states, *evident]).derived(goal)


def _any_suffices(context: Context, goal: Goal, others: Sequence[FalseSet]) -> bool:
    """Whether the goal may follow from one of some sets, or from the premises, in a single step."""
    return any(_suffices(context, goal.statement, states) for states, _ in others)


def _is_needed(context: Context, goal: Goal, key: States) -> bool:
    """Whether the key suffices, though not evidently, and no state of it is evident.

    A theorem needs all that it supposes, even if another one needs less. A last step may use a
    length that it does not cite, as the difference of two that it does; one round from the key then
    finds the length, but not the goal.
    """
    if goal.statement in context.evident_relations([*context.premises, *key]):
        return False
    if not _suffices(context, goal.statement, key):
        return False
    for left_out in key:
        part = [state for state in key if state != left_out]
        if left_out in context.evident_relations([*context.premises, *part]):
            return False
    return True


def _option(context: Context, states: States, false: Verdict | None = None) -> CertifiedOption:
    evidence: dict[str, Any] = {
        "statements": [str(state) for state in states],
        "suffices": false is None,
        "evidence": "one_step" if false is None else "measured",
    }
    if false is not None:
        evidence |= {"false": str(false.statement), "residual": false.record()["residual"]}
    return CertifiedOption(context.write(*states), evidence)
