"""Sub-goal decomposition: from which intermediate results the goal follows in one step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_rules
from geoengine.families.reasoning.asked_goals import AskedGoal, ask
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.depth import SHALLOW, depth_of
from geoengine.families.reasoning.false_sets import (
    DISTRACTORS,
    LENIENCY,
    FalseSet,
    States,
    false_sets,
)
from geoengine.families.reasoning.figure_evidence import figure_evidence
from geoengine.families.reasoning.glance import withstands_glance
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.item_assembly import (
    CertifiedOption,
    compose,
    items_about_goals,
)
from geoengine.families.reasoning.key_odds import item_that_hides_key
from geoengine.families.reasoning.last_steps import LastStep, LastSteps
from geoengine.families.reasoning.letterings import count_in_general
from geoengine.families.reasoning.same_conclusions import CIRCLES, LINES
from geoengine.families.reasoning.theorems import quoted
from geoengine.families.reasoning.triangle_pairs import is_symmetric
from geoengine.families.reasoning.truth import Verdict
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import Item, pick
from geoengine.language import Statement

__all__ = ["build_subgoal_decomposition"]

_TASK = "subgoal_decomposition"
_VARIANTS = 3
"""How many items, with different distractors, there are about a goal at most."""

_LAST_STEPS = 10
"""How many derivations of a goal are tried as the last step: of most, no other letters are near."""

_MOST_STEPS = 40
"""The maximum number of steps of the proof, which is not printed."""

_STEPS_COUNTED = 15
"""How many steps count at most: longer proofs are calculations."""

_RESULTS_COUNTED = 2
"""How many results count at most: a glance refutes several equal lengths as easily as one."""

_SEEN = frozenset({"coll", "cyclic", "circle"})
"""The relations of which a picture shows whether they hold."""


def build_subgoal_decomposition(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is the last step's antecedents, without the premises among them.

    The other options are what the theorem of the last step would need if its letters stood for
    other points, so that it concludes the same (of two triangles the goal does not say which
    vertices correspond). Key and distractors are drawn from the same distribution: a reader who
    does not know what is true in the figure cannot tell them apart. Every distractor contains a
    statement that is clearly false. `most` counts the goals.
    """
    kinds, last_steps = _fruitful_kinds(context), LastSteps(context)
    found = goals(
        context,
        rng,
        suited=lambda state: state.predicate in kinds and bool(last_steps.to(state)),
        most_steps=_MOST_STEPS,
    )
    return items_about_goals(found, most, partial(_items_about, context, rng, last_steps))


def _fruitful_kinds(context: Context) -> frozenset[str]:
    """The kinds of statements that some theorem with enough letterings concluded in a scene.

    Many statements are of no such kind: equal ratios follow from similar triangles, and a ratio
    leaves no choice of these. To prove such goals would be in vain. But lines may have many names,
    and circles leave a point open.
    """
    rules = load_rules()
    return frozenset(
        pattern.predicate
        for report in context.graph.report
        if report.fired
        for pattern in rules[report.rule].then
        if pattern.predicate in LINES | CIRCLES
        or count_in_general(report.rule, pattern.predicate) > DISTRACTORS
    )


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


def _items_about(context: Context, rng: Generator, last_steps: LastSteps, goal: Goal) -> list[Item]:
    """Items about a goal: the same key among different distractors."""
    for last in pick(rng, last_steps.to(goal.statement), _LAST_STEPS):
        features = {
            "steps": min(len(goal.proof.steps), _STEPS_COUNTED),
            "results": min(len(last.key), _RESULTS_COUNTED),
            "symmetric": int(any(is_symmetric(context, s) for s in (goal.statement, *last.key))),
        }
        # Distractors are only looked for if some could make the item worth asking.
        if worth_of(context, _TASK, features | {"close": DISTRACTORS}, goal=goal) is None:
            continue
        asked = ask(context, rng, goal.statement, last.step)
        found = []
        for others in false_sets(context, rng, last, asked):
            if _stands_out(context, last.key, others):
                continue
            close = sum(
                withstands_glance(context, states, leniency=LENIENCY) for states, _ in others
            )
            worth = worth_of(context, _TASK, features | {"close": close}, goal=goal)
            if worth is not None:
                found.append((others, worth))
        if not (found and _is_needed(context, asked.statement, last.key)):
            continue
        usable = (one for one in found if not _any_suffices(context, asked.statement, one[0]))
        made = (
            item_that_hides_key(context, rng, partial(_compose, asked, last, *one))
            for one in usable
        )
        items = [*islice((item for item in made if item is not None), _VARIANTS)]
        if items:
            return items
    context.rejections[f"{_TASK}: no last step that other letters make false"] += 1
    return []


def _compose(
    asked: AskedGoal,
    last: LastStep,
    others: Sequence[FalseSet],
    worth: int,
    context: Context,
    rng: Generator,
) -> Item:
    goal, step, key = asked.statement, last.step, last.key
    offered = [state for states, _ in others for state in states]
    stated = [*step.antecedents, *offered]
    points = frozenset(goal.points).union(
        *(state.points for state in stated), *(context.proof(state).points for state in key)
    )
    evidence = figure_evidence(
        context,
        _TASK,
        points=points,
        printed=[goal, *key, *offered],
        false=[[state] for state in key],
    )
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, key),
        distractors=[_option(context, states, false) for states, false in others],
        form="named_rule",
        goal=Goal(goal, context.proof(goal)),
        named=asked.named,
        points=points,
        parts={
            "goal": asked.text(context),
            "rule": quoted(step.rule, context.language),
        },
        certificate={
            "rule": step.rule,
            "antecedents": [str(a) for a in step.antecedents],
            "conclusion": str(step.conclusion),
        },
        evidence=evidence,
        worth=worth,
    )


def _suffices(context: Context, goal: Statement, states: Sequence[Statement]) -> bool:
    """Whether the goal may follow from states and premises in a single step.

    One round applies every rule, and the tables combine all conclusions. So a goal that is not
    derived in one round does not follow by one rule.
    """
    evident = context.evident_relations([*context.premises, *states])
    return context.one_round_from([*states, *evident]).derived(goal)


def _any_suffices(context: Context, goal: Statement, others: Sequence[FalseSet]) -> bool:
    """Whether the goal may follow from one of some sets, or from the premises, in a single step."""
    return any(_suffices(context, goal, states) for states, _ in others)


def _is_needed(context: Context, goal: Statement, key: States) -> bool:
    """Whether the key suffices, though not evidently, and no state of it is evident.

    A theorem needs all that it supposes, even if another one needs less. A last step may use a
    length that it does not cite, as the difference of two that it does; one round from the key then
    finds the length, but not the goal.
    """
    if goal in context.evident_relations([*context.premises, *key]):
        return False
    if not _suffices(context, goal, key):
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
