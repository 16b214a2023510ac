"""Choices of theorems to offer: three that a proof of a goal uses, and one that it does not use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, starmap

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from geoengine.catalogue import load_rules
from geoengine.deduction import Limits
from geoengine.families.reasoning.balanced_choice import balanced_choice
from geoengine.families.reasoning.conclusion_forms import has_form
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.depth import depth_of
from geoengine.families.reasoning.goal_choice import Goal, is_reducible
from geoengine.families.reasoning.item_assembly import OPTIONS
from geoengine.families.reasoning.theorem_odds import chance_to_keep
from geoengine.families.reasoning.theorems import (
    are_variants,
    both_orientations,
    concludes_like,
    concludes_triangles,
    half_fits,
    is_heard,
    is_offered,
    looks_applied,
    steps_like,
)
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import pick
from geoengine.language import Statement

__all__ = [
    "TheoremChoice",
    "alike_among",
    "balanced_choices",
    "choices_about",
    "provably_unused",
    "theorems_of",
    "used_together",
]

_FORM = "shown"
_DISTRACTORS = OPTIONS - 1
_MOST_ABOUT = 60
"""How many choices about a goal are compared."""

_PER_GOAL = 4
"""How many of them are taken for each goal on average."""

_MOST_UNEXPLAINED = 3
"""How many steps that no other option accounts for count at most."""

_ALIKE = 1.0
"""The weight of how many options conclude what the key does, beside the leads of theorems."""

_KNOWN = frozenset({"cong", "para", "perp"})
"""What a reader knows of the sides of squares and the like, whatever premises say of them."""

_SHARED, _SHARED_AT_NEED = 0.5, 0.7
"""The share of its steps that a proof may have in common with another, and where goals are few."""

_FEW_GOALS = 3


@dataclass(frozen=True, slots=True)
class TheoremChoice:
    """Theorems to offer about a goal.

    Attributes
    ----------
    goal : Goal
    key : str
        The id of a rule that the proof does not use.
    distractors : tuple of str
        Ids of rules that it uses.
    worth : int
        How much the item is worth asking.
    """

    goal: Goal
    key: str
    distractors: tuple[str, ...]
    worth: int


def theorems_of(goal: Goal) -> list[str]:
    """The rules of the catalogue that the proof of a goal uses; the engine's own steps are none.

    The first of both orientations stands for either.
    """
    used = (both_orientations(rule)[0] for rule in goal.proof.rules if rule in load_rules())
    return list(dict.fromkeys(used))


def used_together(goal: Goal, among: Collection[str]) -> list[tuple[str, ...]]:
    """The distractors that could be offered about a goal, of which no two are variants.

    Only theorems in `among` are taken.
    """
    used = [rule for rule in theorems_of(goal) if rule in among]
    return [
        group
        for group in combinations(used, _DISTRACTORS)
        if not any(are_variants(one, other) for one, other in combinations(group, 2))
    ]


def _earned(context: Context, goal: Goal) -> set[str]:
    """The theorems by which the proof of a goal gets something that a reader may not know anyway.

    What a square or a rectangle has, for example, a single theorem gives from the premises that
    state it. Nor do conclusions count that amount to something simpler: that a line bisects a
    straight angle would be a doubtful use of a theorem about bisectors. Theorems that may not be
    options are left out.
    """
    return {
        both_orientations(step.derivation.rule)[0]
        for step in goal.proof.steps
        if is_offered(step.derivation.rule)
        if step.conclusion.predicate not in _KNOWN or depth_of(context.graph, step.conclusion) > 1
        if not is_reducible(context, step.conclusion)
    }


def balanced_choices(
    context: Context, rng: Generator, task: str, goals: Sequence[Goal], most: int
) -> list[TheoremChoice]:
    """Choose what to offer about some goals of a scene, so that keys and distractors look alike.

    The key is a theorem that the proof of another goal uses. What is chosen offers each theorem as
    the key about a third as often as it does as a distractor, as far as the scene allows, and so do
    the goals of each kind.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    task : str
        The task whose measure of worth is applied.
    goals : sequence of Goal
        All goals of the scene.
    most : int
        How many goals are chosen; their proofs have few steps in common.
    """
    choices = list(choices_about(context, rng, task, goals, most))
    chosen = balanced_choice(rng, _leads(choices), _PER_GOAL * most, np.inf)
    return [choices[k] for k in chosen]


def choices_about(
    context: Context, rng: Generator, task: str, goals: Sequence[Goal], most: int
) -> Iterator[TheoremChoice]:
    """Yield what could be offered about goals whose proofs have few steps in common.

    A choice is kept with a chance by the odds of its theorems: some are hardly ever unused, and who
    knows that would know the key (`chance_to_keep`). First come goals about which most choices are
    expected to be kept.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    task : str
        The task whose measure of worth is applied.
    goals : sequence of Goal
        All goals of the scene.
    most : int
        How many goals are chosen at most.
    """
    applied = _applied(goals)
    groups = {goal.statement: used_together(goal, _earned(context, goal)) for goal in goals}
    suited = [goal for goal in goals if groups[goal.statement]]
    if len(suited) < len(goals):
        lacking = f"{task}: the proof uses too few theorems"
        context.rejections[lacking] += len(goals) - len(suited)
    heard = {goal.statement: _heard_elsewhere(context, goal, applied) for goal in suited}
    promising = [goal for goal in suited if heard[goal.statement]]
    promising.sort(
        key=lambda goal: (
            -sum(
                chance_to_keep(_FORM, key, group)
                for key in heard[goal.statement]
                for group in groups[goal.statement]
            )
        )
    )
    taken: list[set[Statement]] = []
    # The second pass does not ask again about a goal for which the first found no choice.
    barren: set[Statement] = set()
    for shared, enough in ((_SHARED, most), (_SHARED_AT_NEED, min(most, _FEW_GOALS))):
        for goal in promising:
            if len(taken) >= enough:
                return
            steps = {step.conclusion for step in goal.proof.steps}
            if goal.statement in barren or any(
                len(steps & own) >= shared * min(len(steps), len(own)) for own in taken
            ):
                continue
            # This is cheaper than to prove that a theorem is not used.
            worthy = [
                choice
                for choice in _worthy(
                    context, task, goal, heard[goal.statement], groups[goal.statement]
                )
                if rng.random() < chance_to_keep(_FORM, choice.key, choice.distractors)
            ]
            unused = provably_unused(context, goal, {choice.key for choice in worthy})
            if worthy and not unused:
                context.rejections[f"{task}: no theorem is provably unused"] += 1
            found = [choice for choice in worthy if choice.key in unused]
            if not found:
                barren.add(goal.statement)
                continue
            taken.append(steps)
            yield from pick(rng, found, _MOST_ABOUT)


def _applied(goals: Iterable[Goal]) -> dict[str, set[frozenset[str]]]:
    """To which points the proofs of some goals apply each theorem that may be an option."""
    found: dict[str, set[frozenset[str]]] = {}
    for goal in goals:
        for step in goal.proof.steps:
            if is_offered(step.derivation.rule):
                points = frozenset(point for _, point in step.derivation.mapping)
                found.setdefault(both_orientations(step.derivation.rule)[0], set()).add(points)
    return dict(sorted(found.items()))


def _heard_elsewhere(
    context: Context, goal: Goal, applied: Mapping[str, Collection[frozenset[str]]]
) -> list[str]:
    """Those of some theorems that the proof of a goal does not use, but might.

    Each applies to points that the item shows, and may conclude what a step does: a theorem about
    tangents, for example, is idle at a glance where there are none.
    """
    used = theorems_of(goal)
    shown = frozenset(context.part(goal.proof.points).problem.points)
    return [
        rule
        for rule, places in applied.items()
        if rule not in used
        and any(shown.issuperset(points) for points in places)
        and any(has_form(rule, step.conclusion, apart=True) for step in goal.proof.steps)
        and is_heard(rule, goal.proof)
        and not any(are_variants(rule, other) for other in used)
    ]


def provably_unused(context: Context, goal: Goal, rules: Collection[str]) -> list[str]:
    """Those of some rules that a reader cannot take for the reason of a step of a proof.

    Nothing that a step concludes follows by them in a single step from all that the proof says, all
    that a single theorem gives, and all that a further theorem gives from these. A reader may take
    from the figure which points are collinear, so that counts as said, too. A rule that
    applies to what is known is left out too where a step has the look of it. The same holds for the
    mirror image of each rule, since an option stands for both, and for what it says where two of
    its points coincide.
    """
    if not rules:
        return []
    conclusions = [step.conclusion for step in goal.proof.steps]
    cited = [used for step in goal.proof.steps for used in step.derivation.antecedents]
    seen = [*context.plain_states, *context.collinear_points]
    said = dict.fromkeys([*context.premises, *cited, *conclusions, *seen])
    one_round = context.graph.rederive(premises=[*said], limits=Limits(rounds=1))
    known = [*said, *one_round.deduction.conclusions()]
    either = {one for rule in rules for one in both_orientations(rule)}
    excluded = context.applicable_rules.concluding_rules(known, conclusions, either)
    if doubtful := {rule for rule in either - excluded if looks_applied(rule, goal.proof)}:
        excluded |= doubtful & {report.rule for report in one_round.report if report.fired}
    return [
        rule
        for rule in rules
        if excluded.isdisjoint(both_orientations(rule))
        and not context.applicable_rules.concludes_where_points_coincide(known, conclusions, rule)
    ]


def _worthy(
    context: Context,
    task: str,
    goal: Goal,
    keys: Iterable[str],
    groups: Sequence[tuple[str, ...]],
) -> Iterator[TheoremChoice]:
    """All choices about a goal that are worth asking."""
    for key in keys:
        steps, fitting = steps_like(key, goal.proof), int(half_fits(key, goal.proof))
        triangles = int(concludes_triangles(key))
        for group in groups:
            explained = sum(concludes_like(rule, key) for rule in group)
            counted = {
                "unexplained": min(steps - explained, _MOST_UNEXPLAINED),
                "alike": sum(starmap(concludes_like, combinations((key, *group), 2))),
                "steps": len(goal.proof.steps),
                "fitting": fitting,
                "triangles": triangles,
            }
            worth = worth_of(context, task, counted, goal=goal)
            if worth is not None:
                yield TheoremChoice(goal, key, group, worth)


def alike_among(rule: str, offered: Iterable[str]) -> int:
    """How many of some theorems conclude statements of the same kind as a theorem."""
    return sum(concludes_like(other, rule) for other in offered)


def _leads(choices: Sequence[TheoremChoice]) -> NDArray[np.float64]:
    """By how much the key is each theorem more often than the distractors are on average.

    For each theorem, there is a column for all goals, and one for those of each kind. A last one
    says how many conclude alike.

    Returns
    -------
    ndarray, shape (choices, columns)
    """
    names = [
        [
            (name, lead)
            for rule, lead in _offered(choice)
            for name in ((rule,), (rule, _kind(choice)))
        ]
        for choice in choices
    ]
    columns = {name: k for k, name in enumerate(sorted({n for row in names for n, _ in row}))}
    found = np.zeros((len(choices), len(columns)))
    for values, row in zip(found, names, strict=True):
        for name, lead in row:
            values[columns[name]] = lead
    alike = np.array([_alike_lead(choice) for choice in choices]).reshape(-1, 1)
    return np.hstack([found, _ALIKE * alike])


def _alike_lead(choice: TheoremChoice) -> float:
    """By how many more other options conclude what the key does, than what distractors do."""
    offered = (choice.key, *choice.distractors)
    key, *others = (alike_among(rule, offered) for rule in offered)
    return key - sum(others) / _DISTRACTORS


def _offered(choice: TheoremChoice) -> list[tuple[str, float]]:
    return [(choice.key, 1.0), *((rule, -1 / _DISTRACTORS) for rule in choice.distractors)]


def _kind(choice: TheoremChoice) -> str:
    return choice.goal.statement.predicate
