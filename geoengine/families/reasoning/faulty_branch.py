"""Faulty branch localization: finding the first step that is wrong or leaves the plan."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from numpy.random import Generator

from geoengine.families.reasoning.alterations import Alterations
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import renumbered
from geoengine.families.reasoning.false_branch import FalseBranch, false_branches
from geoengine.families.reasoning.figure_evidence import figure_evidence
from geoengine.families.reasoning.formal_slips import is_chasing
from geoengine.families.reasoning.goal_choice import (
    Goal,
    goals,
    is_readable,
    with_canonical_lines,
)
from geoengine.families.reasoning.item_assembly import OPTIONS, CertifiedOption, compose
from geoengine.families.reasoning.key_odds import item_that_hides_key
from geoengine.families.reasoning.looks import Looks
from geoengine.families.reasoning.near_figure import FalseStep, near_figures
from geoengine.families.reasoning.steps import step_lines, step_name
from geoengine.families.reasoning.stray_steps import StrayAttempt, stray_attempt
from geoengine.families.reasoning.truth import Verdict
from geoengine.families.reasoning.unfinished import Unfinished, unfinished_attempts
from geoengine.graph import Proof, ProofStep, proof_to_json
from geoengine.items import Item, pick
from geoengine.language import Statement, write

__all__ = ["build_faulty_branch"]

_TASK = "faulty_branch"
_GOALS, _STEPS = 40, 24
"""In the proofs of how many goals, and in place of how many of their steps, false claims with
consequences are sought."""

_BRANCHING = 0.97
"""In which share of the scenes a false branch is sought; in the others, a detour is, which is found
more often."""

_CHASING, _SINGLE = 0.3, 3.0
"""How often a step by chasing, or one with a single antecedent, is offered beside a false one,
relative to others: false claims with consequences are seldom of the first kind, often of the
second."""

_SAME_THEOREM = 20.0
"""The same for a step that uses the theorem of the false one."""

_CLAIMS = 3
"""How many false claims are tried in place of a result, if odds reveal that it is the key."""

_NAME = re.compile(r"[A-Z]+")


def build_faulty_branch(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items of three forms.

    Form ``unfinished``: valid steps lead to four results, of which one is replaced by a false
    claim, each of them in another item; no step uses any of the four. Form ``branch``: one step
    claims something false; all others are valid, and the last is false too. Form ``directional``:
    all steps are valid; the key is the first about points that the stated plan does not need. At
    most one item is of one of the last two forms.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    most : int
        The number of attempts at most: each unfinished one gives four candidates.

    Notes
    -----
    Why the options of an unfinished attempt are exchangeable to a reader who does no geometry: for
    each of the four results there is a false claim of its kind that looks like the true one. It has
    as many names and segments that its antecedents lack, at most two triangles, angles and segments
    fewer in common with them, and its points and segments occur about as often elsewhere. Each
    of the four is replaced in one of four candidates, so each is the key equally often. The
    argument fails where looks are only about equal, and for a reader who checks whether a step
    follows from what it cites, which is what the question asks for.

    In a false branch the claim looks like the true one too, and the steps after it are derived
    anew. One of the other steps offered uses the same theorem. They are drawn with weights, so that
    theorems and kinds of claims are about as frequent among them as among the false steps.

    The options of a directional item are not exchangeable: only the key and later steps name points
    that the plan does not need. What the key is known by (new points, steps cited, points named in
    the plan, place after a stated sub-goal) is made to differ as little as many random orders of
    the steps allow. The key's rank among the offered steps is drawn first, with equal chances.
    """
    alterations = Alterations(context, rng, _TASK)
    found = list(islice(goals(context, rng), _GOALS))
    rank = int(rng.integers(OPTIONS))
    if rng.random() < _BRANCHING:
        items = _branches(context, rng, found, alterations, rank)
    else:
        items = _directional(context, rng, found, rank)
    # What leads to goals can be falsified more often than the rest, so it comes first.
    leading = pick(rng, [step.conclusion for goal in found for step in goal.proof.steps])
    further = pick(rng, [state for state in context.graph.states if is_readable(state)])
    results = _distinct(context, [*leading, *further])
    attempts = unfinished_attempts(context, rng, results, alterations)
    for attempt in islice(attempts, max(most - len(items), 0)):
        items += _of_unfinished(context, rng, attempt)
    return items


def _distinct(context: Context, statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements; of those that differ only in the points that name lines, the first."""
    seen: set[Statement] = set()
    for statement in statements:
        renamed = with_canonical_lines(context, statement)
        if renamed is not None and renamed not in seen:
            seen.add(renamed)
            yield statement


def _directional(context: Context, rng: Generator, among: Sequence[Goal], rank: int) -> list[Item]:
    """Make an item whose key has `rank` offered steps before it, if that is possible."""
    for goal in among:
        attempt = stray_attempt(context, rng, goal, OPTIONS, rank)
        if attempt is not None:
            return [_of_detour(context, rng, goal, attempt, rank)]
    context.rejections[f"{_TASK}: no detour from the plan"] += 1
    return []


def _of_detour(
    context: Context, rng: Generator, goal: Goal, attempt: StrayAttempt, rank: int
) -> Item:
    detour = attempt.detour
    steps = detour.attempt.steps
    plan = [*detour.subgoals, goal.statement]

    def option(number: int, *, on_plan: bool) -> CertifiedOption:
        evidence = {**_derived(steps[number - 1]), "on_plan": on_plan}
        name = step_name(number, context.language)
        return CertifiedOption(name, {"step": number, **evidence}, attempt.marks[number])

    return compose(
        context,
        _TASK,
        rng,
        key=option(detour.left_at, on_plan=False),
        distractors=[option(number, on_plan=number < detour.left_at) for number in attempt.others],
        form="directional",
        limited=True,
        goal=goal,
        points=detour.attempt.points | goal.proof.points,
        parts={
            "plan": context.write(*plan),
            "steps": "\n".join(step_lines(detour.attempt, language=context.language)),
        },
        certificate={
            "plan": [str(state) for state in plan],
            "claims": [str(step.conclusion) for step in steps],
            "left_at": detour.left_at,
            "outside": list(detour.outside),
            "plan_premises": [str(premise) for premise in goal.proof.premises],
            "rank": rank,
        },
    )


def _branches(
    context: Context, rng: Generator, among: Sequence[Goal], alterations: Alterations, rank: int
) -> list[Item]:
    """Make an item in which valid steps follow a false one, if that is possible."""
    looks = {goal.statement: Looks(context, goal.proof, goal) for goal in among}
    steps = {step.conclusion: (goal, step) for goal in among for step in goal.proof.steps}
    false_steps = [
        FalseStep(goal, step, verdict)
        for goal, step in pick(rng, list(steps.values()), _STEPS)
        for verdict in alterations.of(looks[goal.statement], step)
    ]
    kinds = Counter(false_step.verdict.statement.predicate for false_step in false_steps)
    for near in near_figures(context, false_steps):
        for branch in false_branches(context, rng, near):
            steps_, key = branch.attempt.steps, branch.wrong
            wrong = steps_[key - 1]
            if Looks(context, branch.attempt).contradict(wrong, wrong.conclusion):
                continue
            # The last step is never offered, since nothing uses it.
            before, after = steps_[: key - 1], steps_[key:-1]
            theorem = wrong.derivation.rule
            offered = _like_keys(rng, kinds, theorem, before, rank)
            offered += _like_keys(rng, kinds, theorem, after, OPTIONS - 1 - rank)
            # Steps of some theorems would otherwise nearly always be the false ones.
            alike = any(step.derivation.rule == theorem for step in offered)
            if len(offered) == OPTIONS - 1 and alike and _resting([wrong, *offered]) < 2:
                return [_of_branch(context, rng, branch, offered)]
        context.rejections[f"{_TASK}: no false branch to what follows from a claim"] += 1
    return []


def _resting(offered: Sequence[ProofStep]) -> int:
    """How many offered steps cite another one, so that they are not the first to be false."""
    claims = {step.conclusion for step in offered}
    return sum(not claims.isdisjoint(step.derivation.antecedents) for step in offered)


def _like_keys(
    rng: Generator, kinds: Counter[str], theorem: str, steps: Sequence[ProofStep], count: int
) -> list[ProofStep]:
    """Draw steps to offer, with weights by the theorem of a step, and the kind of its claim."""
    weights = [
        rng.random()
        * _weight(step)
        * (1 + kinds[step.conclusion.predicate])
        * (_SAME_THEOREM if step.derivation.rule == theorem else 1)
        for step in steps
    ]
    drawn = sorted(range(len(steps)), key=lambda number: -weights[number])[:count]
    return [steps[number] for number in drawn]


def _weight(step: ProofStep) -> float:
    """How much more often than others a step is offered beside a false one."""
    if is_chasing(step):
        return _CHASING
    return _SINGLE if len(step.derivation.antecedents) == 1 else 1.0


def _of_branch(
    context: Context, rng: Generator, branch: FalseBranch, offered: Sequence[ProofStep]
) -> Item:
    false_step, attempt = branch.false_step, branch.attempt
    key = attempt.steps[branch.wrong - 1]
    return _compose(
        context,
        rng,
        attempt,
        key=_option(context, key, false_step.verdict.record()),
        distractors=[
            _option(
                context,
                step,
                _derived(step)
                if step.number < key.number
                else {"statement": str(step.conclusion), "evidence": "follows"},
            )
            for step in offered
        ],
        replaced=false_step.step.conclusion,
        form="branch",
        limited=True,
        goal=false_step.goal,
    )


def _of_unfinished(context: Context, rng: Generator, unfinished: Unfinished) -> list[Item]:
    """Make an item for each of the four results, in which that one is false."""
    items = []
    for number in pick(rng, sorted(unfinished.false)):
        steps = unfinished.attempt.steps
        right = steps[number - 1]
        others = [steps[other - 1] for other in unfinished.false if other != number]
        for verdict in pick(rng, unfinished.false[number])[:_CLAIMS]:
            derivation = replace(right.derivation, conclusion=verdict.statement)
            wrong = replace(right, derivation=derivation)
            order = [wrong if step == right else step for step in steps]
            attempt = renumbered(order, unfinished.attempt.names)
            item = item_that_hides_key(
                context, rng, partial(_with_false_end, attempt, wrong, others, verdict, right)
            )
            if item is not None:
                items.append(item)
                break
    return items


def _with_false_end(
    attempt: Proof,
    wrong: ProofStep,
    others: Sequence[ProofStep],
    verdict: Verdict,
    right: ProofStep,
    context: Context,
    rng: Generator,
) -> Item:
    return _compose(
        context,
        rng,
        attempt,
        key=_option(context, wrong, verdict.record()),
        distractors=[_option(context, step, _derived(step)) for step in others],
        replaced=right.conclusion,
        form="unfinished",
    )


def _compose(
    context: Context,
    rng: Generator,
    attempt: Proof,
    *,
    key: CertifiedOption,
    distractors: Sequence[CertifiedOption],
    replaced: Statement,
    form: str,
    limited: bool = False,
    goal: Goal | None = None,
) -> Item:
    """Make an item about an attempt in which the claim of one step is false."""
    claims = [step.conclusion for step in attempt.steps]
    wrong = key.evidence["step"]
    evidence = figure_evidence(
        context,
        _TASK,
        points=attempt.points,
        printed=claims,
        # Without the picture the false claim might be true.
        true=[[claims[wrong - 1]]],
    )
    marked = () if evidence is None else evidence.marked.marked
    return compose(
        context,
        _TASK,
        rng,
        key=key,
        distractors=distractors,
        form=form,
        limited=limited,
        goal=goal,
        points=attempt.points,
        # The name of a theorem would show which claims do not have its form.
        parts={
            "steps": "\n".join(
                step_lines(attempt, named=False, marked=marked, language=context.language)
            )
        },
        evidence=evidence,
        printed=attempt,
        certificate={
            "replaced": str(replaced),
            "claims": [str(claim) for claim in claims],
            "proof": proof_to_json(attempt),
            "rank": sum(option.evidence["step"] < wrong for option in distractors),
        },
    )


def _option(context: Context, step: ProofStep, evidence: dict[str, Any]) -> CertifiedOption:
    return CertifiedOption(
        step_name(step.number, context.language),
        {"step": step.number, **evidence},
        {"news": _new_names(step), "antecedents": len(step.derivation.antecedents)},
    )


def _new_names(step: ProofStep) -> int:
    """The number of names in a step's claim, such as those of segments, that antecedents lack."""
    known = {name for used in step.derivation.antecedents for name in _NAME.findall(write(used))}
    return len(set(_NAME.findall(write(step.conclusion))) - known)


def _derived(step: ProofStep) -> dict[str, Any]:
    return {"statement": str(step.conclusion), "verdict": "true", "evidence": "derived"}
