"""Irrelevant premise filtering: which premise the goal does not need."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, compress
from typing import Any

from numpy.random import Generator

from geoengine.adversary import QuestionText
from geoengine.catalogue import fill
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.counterexample import PremiseCounterexample
from geoengine.families.reasoning.depth import is_shallow
from geoengine.families.reasoning.goal_choice import Goal, goals, is_readable, possible_goals
from geoengine.families.reasoning.item_assembly import (
    OPTIONS,
    CertifiedOption,
    compose,
    task_entry,
)
from geoengine.families.reasoning.key_odds import chances_to_keep
from geoengine.families.reasoning.plainest_naming import plainest_points
from geoengine.families.reasoning.premise_numbers import PremiseNumbers
from geoengine.families.reasoning.spare_premises import needed_premises
from geoengine.families.reasoning.worth import worth_of
from geoengine.graph import ReasoningGraph, trace
from geoengine.items import Item, pick
from geoengine.language import Statement
from geoengine.scene import describe

__all__ = ["build_premise_filtering"]

_TASK = "premise_filtering"
_FORM = "plain"
_DISTRACTORS = OPTIONS - 1
_DRAWS = 160
"""How many choices of a key and its distractors are drawn for each goal; many are equal."""

_GOALS = 12
"""For how many goals of a scene candidates are drawn; more would hardly add items to choose."""

_PATIENCE = 16
"""The number of goals without any candidate after which a scene is given up."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A key and its distractors, about a goal."""

    goal: Goal
    worth: int
    key: Statement
    distractors: tuple[Statement, ...]

    @property
    def options(self) -> tuple[Statement, ...]:
        """The options, the key first."""
        return (self.key, *self.distractors)

    def excludes(self, other: _Candidate) -> bool:
        """Whether a split has at most one of two: they ask the same, or are near duplicates."""
        if self.goal.statement == other.goal.statement:
            return True
        return self.key == other.key and not {*self.distractors}.isdisjoint(other.distractors)


def build_premise_filtering(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items whose key is a premise without which the goal can still be derived.

    For each distractor there is a counterexample: a figure in which all premises hold except the
    distractor, and the goal does not.

    Why options are exchangeable: a premise is the key for one goal of the scene and a distractor
    for another. Candidates are drawn for several goals, and kept by the odds of their keys, which
    say what premises have in common without which goals still follow; of those kept, any are
    chosen. To choose those in which keys and distractors look alike on balance would tell keys
    again. Keys name only points that the goal depends on, and either all options have a number or
    none has. The argument fails for what odds do not add up to: combinations of numbers, and words.

    There are at most `most` items, about any goals of the scene.
    """
    numbers = PremiseNumbers(context.problem, context.premises)
    suited = [state for state in possible_goals(context) if _may_be_asked(context, state)]
    needs = needed_premises(context, suited)
    spare = _spare(context, numbers, needs)
    figures: dict[Statement, dict[Statement, PremiseCounterexample]] = {}
    candidates: list[_Candidate] = []
    for number, goal in enumerate(goals(context, rng, suited=spare.__contains__), start=1):
        offered = [one for one in goal.proof.premises if one in needs[goal.statement]]
        worths = _worths(context, goal, spare[goal.statement], _by_kind(offered))
        needed = _needed(context, goal, offered) if worths else {}
        drawn = _candidates(context, rng, numbers, goal, worths, list(needed)) if worths else []
        if drawn:
            figures[goal.statement] = needed
            candidates += drawn
        if len(figures) == _GOALS or (number == _PATIENCE and not figures):
            break
    return [
        _compose(context, rng, candidate, figures[candidate.goal.statement])
        for candidate in _varied(rng, candidates)[:most]
    ]


def _varied(rng: Generator, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The candidates in random order, those last that exclude an earlier one."""
    compatible: list[_Candidate] = []
    further: list[_Candidate] = []
    for one in pick(rng, candidates):
        (further if any(map(one.excludes, compatible)) else compatible).append(one)
    return [*compatible, *further]


def _may_be_asked(context: Context, state: Statement) -> bool:
    return is_readable(state) and not is_shallow(context.graph, state)


def _spare(
    context: Context,
    numbers: PremiseNumbers,
    needs: Mapping[Statement, Sequence[Statement]],
) -> dict[Statement, list[Statement]]:
    """Statements that may be goals, each with the premises that may be keys.

    Nothing here takes a proof. Left out are statements that cannot be goals.
    """
    found = {}
    for state, needed in needs.items():
        kinds, depends = _by_kind(needed), numbers.depends_on(state.points)
        keys = [
            premise
            for premise in context.premises
            if premise not in needed
            and depends.issuperset(premise.points)
            and _may_have_distractors(premise, kinds)
        ]
        if keys:
            found[state] = keys
    told = {one for one in {*chain(*found.values())} if _is_told(context, one)}
    kept = {
        state: [p for p in keys if p not in told and _concerns(context, numbers, state, p)]
        for state, keys in found.items()
    }
    return {state: keys for state, keys in kept.items() if keys}


def _worths(
    context: Context,
    goal: Goal,
    keys: Iterable[Statement],
    kinds: Mapping[str, Sequence[Statement]],
) -> dict[Statement, int]:
    """Those of some premises that make items worth asking as keys, with the worth of these.

    `kinds` has the premises that may be distractors.
    """
    found = {}
    # A premise about points that the proof does not name is obviously not needed.
    within = [key for key in keys if goal.proof.points.issuperset(key.points)]
    if not within:
        context.rejections[f"{_TASK}: no premise about the points of the goal is redundant"] += 1
    for key in within:
        if not _may_have_distractors(key, kinds):
            context.rejections[f"{_TASK}: the kinds of the premises reveal the key"] += 1
            continue
        counted = _features(goal, key)
        # The proof is at hand, so that it refuses most keys before it is known that they are spare.
        if worth_of(context, _TASK, counted, goal=goal) is None:
            continue
        if key in goal.proof.premises:
            graph = context.without_premise(key)
            if not graph.derived(goal.statement):
                continue
            counted = _features(goal, key, graph)
        worth = worth_of(context, _TASK, counted, goal=goal)
        if worth is not None:
            found[key] = worth
    return found


def _needed(
    context: Context, goal: Goal, premises: Collection[Statement]
) -> dict[Statement, PremiseCounterexample]:
    """Those of some premises that the goal needs, each with a figure that shows it."""
    figures = context.counterexamples(goal.statement, premises)
    return {premise: figure for premise, figure in figures.items() if figure is not None}


def _candidates(
    context: Context,
    rng: Generator,
    numbers: PremiseNumbers,
    goal: Goal,
    worths: Mapping[Statement, int],
    needed: Sequence[Statement],
) -> list[_Candidate]:
    """Different choices of a key, of the premises that may be one, and its distractors."""
    if len(needed) < _DISTRACTORS:
        context.rejections[f"{_TASK}: the proof uses too few premises, or needs too few"] += 1
        return []
    found = {}
    kinds = _by_kind(needed)
    for _ in range(_DRAWS):
        (key,) = pick(rng, list(worths), 1)
        chosen = _distractors(rng, key, kinds)
        # A number is seldom the one that can be spared.
        if chosen is None or _numeric(key, *chosen) not in {0, OPTIONS}:
            continue
        # Of several premises about the same points, one is likely to follow from the others. If the
        # key were never alone there, and others were, it would not be the one that is.
        alike = sorted(map(numbers.together, (key, *chosen)))
        if alike[-1] == alike[-2]:
            found[key, frozenset(chosen)] = _Candidate(goal, worths[key], key, tuple(chosen))
    if not found:
        context.rejections[f"{_TASK}: the kinds of the premises reveal the key"] += 1
    return _hidden(context, rng, goal, list(found.values()))


def _hidden(
    context: Context, rng: Generator, goal: Goal, candidates: Sequence[_Candidate]
) -> list[_Candidate]:
    """Those of some candidates about a goal that are kept by the odds of their keys.

    These are the odds of the English text in any language, so that the items are the same.
    """
    write = partial(context.write, language="en")
    filling = {
        "problem": describe(context.problem),
        "premises": write(*context.premises),
        "goal": write(goal.statement),
    }
    question = fill(task_entry(_TASK).wordings()[0], filling)
    texts = [
        QuestionText(question, tuple(map(write, one.options)), 0, _TASK, context.scene, _FORM)
        for one in candidates
    ]
    kept = rng.random(len(texts)) < chances_to_keep(texts)
    return list(compress(candidates, kept))


def _concerns(
    context: Context, numbers: PremiseNumbers, goal: Statement, premise: Statement
) -> bool:
    """Whether the goal, however plainly it is put, depends on all points of a premise.

    What only says where a point lies on a line is obviously not needed if the goal names the point
    for this line alone.
    """
    others = [other for other in context.premises if other != premise]
    named = plainest_points(goal, others, context.problem.points)
    return numbers.depends_on(named).issuperset(premise.points)


def _features(goal: Goal, key: Statement, without: ReasoningGraph | None = None) -> dict[str, int]:
    """What the worth of an item about a goal depends on; `without` is the graph without the key.

    A proof that uses the key may be cheaper than those without it, but these may have fewer steps.
    So without that graph, the worth is at least as high as with it.
    """
    proofs = [goal.proof]
    if without is not None:
        proofs.append(trace(without, goal.statement))
    return {
        "steps": min(len(proof.steps) for proof in proofs),
        "needed": min(len(proof.premises) for proof in proofs),
        "idle": int(key not in goal.proof.premises),
        "shallow": int(without is not None and is_shallow(without, goal.statement)),
        "number": int(key.value is not None),
    }


def _is_told(context: Context, premise: Statement) -> bool:
    """Whether a premise repeats what the others say, and count that as a rejection."""
    told = context.is_repetition(premise)
    if told:
        context.rejections[f"{_TASK}: the key repeats what other premises say"] += 1
    return told


def _numeric(*premises: Statement) -> int:
    """How many premises state a number."""
    return sum(premise.value is not None for premise in premises)


def _compose(
    context: Context,
    rng: Generator,
    candidate: _Candidate,
    figures: Mapping[Statement, PremiseCounterexample],
) -> Item:
    goal = candidate.goal
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, goal, candidate.key, None),
        distractors=[_option(context, goal, p, figures[p]) for p in candidate.distractors],
        goal=goal,
        parts={"premises": context.write(*pick(rng, context.premises))},
        certificate={"premises": [str(premise) for premise in context.premises]},
        worth=candidate.worth,
    )


def _by_kind(premises: Iterable[Statement]) -> dict[str, list[Statement]]:
    kinds: dict[str, list[Statement]] = {}
    for premise in premises:
        kinds.setdefault(premise.predicate, []).append(premise)
    return kinds


def _may_have_distractors(key: Statement, kinds: Mapping[str, Sequence[Statement]]) -> bool:
    """Whether `_distractors` finds a choice for a key among premises of some kinds."""
    alike = len(kinds.get(key.predicate, ()))
    others = [len(found) for kind, found in kinds.items() if kind != key.predicate]
    twice = alike > 0 and max(others, default=0) > 1
    return alike >= _DISTRACTORS or twice or len(others) >= _DISTRACTORS


def _distractors(
    rng: Generator, key: Statement, kinds: Mapping[str, list[Statement]]
) -> list[Statement] | None:
    """Premises such that all options are of one kind, two of each of two kinds, or all different.

    So the kind of an option does not reveal whether it is the key. None if that is impossible.
    `kinds` has the premises to choose from, by their predicates.
    """
    alike = kinds.get(key.predicate, [])
    others = [kind for kind in kinds if kind != key.predicate]
    doubles = [kind for kind in others if len(kinds[kind]) >= 2]
    plans: list[list[Statement]] = []
    if len(alike) >= _DISTRACTORS:
        plans.append(pick(rng, alike, _DISTRACTORS))
    if alike and doubles:
        plans.append([*pick(rng, alike, 1), *pick(rng, kinds[pick(rng, doubles, 1)[0]], 2)])
    if not plans and len(others) >= _DISTRACTORS:
        plans.append([pick(rng, kinds[kind], 1)[0] for kind in pick(rng, others, 3)])
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
