"""Faulty branch localization: finding the first step that is wrong or leaves the plan."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain, islice
from typing import Any

from numpy.random import Generator

from geoengine.families.reasoning.alterations import Alterations, is_chasing
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.false_branch import FalseBranch, false_branches
from geoengine.families.reasoning.figure_evidence import FigureEvidence, figure_evidence
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.item_assembly import OPTIONS, CertifiedOption, compose
from geoengine.families.reasoning.looks import Looks
from geoengine.families.reasoning.near_figure import FalseStep, near_figures
from geoengine.families.reasoning.steps import step_lines, step_name
from geoengine.families.reasoning.stray_steps import stray_attempt
from geoengine.families.reasoning.truth import Verdict
from geoengine.graph import ProofStep, proof_to_json
from geoengine.items import Item, pick
from geoengine.language import Statement, write

__all__ = ["build_faulty_branch"]

_TASK = "faulty_branch"
_GOALS, _STEPS = 12, 24
"""In the proofs of how many goals, and in place of how many of their steps, false claims with
consequences are sought."""

_CHASING, _SINGLE = 0.3, 3.0
"""How often a step by chasing, or one with a single antecedent, is offered beside a false one,
relative to others: false claims with consequences are seldom of the first kind, often of the
second."""

_SAME_THEOREM = 20.0
"""The same for a step that uses the theorem of the false one."""

_NAME = re.compile(r"[A-Z]+")


def build_faulty_branch(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items of three forms.

    Form ``directional``: all steps are valid; the key is the first about points that the stated
    plan does not need. Form ``branch``: one step claims something false; all others are valid, and
    the last is false too. Form ``factual``: one claim of a proof is false, wherever it occurs; it
    is used for goals that leave no detour. At most half of the items are of the form ``branch``.

    Notes
    -----
    Why the options of a factual item are exchangeable to a reader who does no geometry: for each of
    the four offered steps there is a false claim of its kind that looks like the true one. Neither
    it nor the steps that use it then have another number of names or segments that their
    antecedents lack, and its points and segments occur about as often elsewhere. Which of the four
    is replaced is drawn with equal chances, after that. So where looks are equal, each is the key
    equally often. The argument fails where they are only about equal, and for a reader who checks
    whether a step follows from what it cites, which is what the question asks for.

    In a false branch the claim looks like the true one too, and the steps after it are derived
    anew. One of the other steps offered uses the same theorem. They are drawn with weights, so that
    theorems and kinds of claims are about as frequent among them as among the false steps.

    The options of a directional item are not exchangeable: only the key and later steps name points
    that the plan does not need. What the key is known by (new points, steps cited, points named in
    the plan, place after a stated sub-goal) is made to differ as little as many random orders of
    the steps allow. The key's rank among the offered steps is drawn first, with equal chances.
    """
    alterations = Alterations(context, rng, _TASK)
    found = goals(context, rng)
    first = list(islice(found, _GOALS))
    items = _branches(context, rng, first, alterations, (most + 1) // 2)
    used = {item.meta["goal"] for item in items}
    rank = int(rng.integers(OPTIONS))
    for goal in chain(first, found):
        if len(items) >= most:
            break
        if str(goal.statement) in used:
            continue
        # Few proofs leave out some points; those are used for the directional form.
        item = None
        if not any(made.meta["form"] == "directional" for made in items[-1:]):
            item = _directional(context, rng, goal, rank)
            if item is not None:
                rank = int(rng.integers(OPTIONS))
        item = item or _factual(context, rng, goal, alterations)
        if item is not None:
            items.append(item)
    return items


def _directional(context: Context, rng: Generator, goal: Goal, rank: int) -> Item | None:
    """Make an item whose key has `rank` offered steps before it; None if that is impossible."""
    attempt = stray_attempt(context, rng, goal, OPTIONS, rank)
    if attempt is None:
        context.rejections[f"{_TASK}: no detour from the plan"] += 1
        return None
    detour = attempt.detour
    steps = detour.attempt.steps
    plan = [*detour.subgoals, goal.statement]

    def option(number: int, *, on_plan: bool) -> CertifiedOption:
        evidence = {**_derived(steps[number - 1]), "on_plan": on_plan}
        return _option(context, steps[number - 1], evidence, **attempt.marks[number])

    return compose(
        context,
        _TASK,
        rng,
        key=option(detour.left_at, on_plan=False),
        distractors=[option(number, on_plan=number < detour.left_at) for number in attempt.others],
        form="directional",
        exchangeable=False,
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
    context: Context, rng: Generator, among: Sequence[Goal], alterations: Alterations, most: int
) -> list[Item]:
    """Make items in which valid steps follow a false one, each about another claim."""
    looks = {goal.statement: Looks(context, goal) for goal in among}
    steps = {step.conclusion: (goal, step) for goal in among for step in goal.proof.steps}
    false_steps = [
        FalseStep(goal, step, verdict)
        for goal, step in pick(rng, list(steps.values()), _STEPS)
        for verdict in alterations.of(looks[goal.statement], step)
    ]
    kinds = Counter(false_step.verdict.statement.predicate for false_step in false_steps)
    items: list[Item] = []
    rank = int(rng.integers(OPTIONS))
    for near in near_figures(context, false_steps):
        if len(items) == most:
            break
        for branch in false_branches(context, rng, near):
            steps_, key = branch.attempt.steps, branch.wrong
            # The last step is never offered, since nothing uses it.
            before, after = steps_[: key - 1], steps_[key:-1]
            theorem = steps_[key - 1].derivation.rule
            offered = _like_keys(rng, kinds, theorem, before, rank)
            offered += _like_keys(rng, kinds, theorem, after, OPTIONS - 1 - rank)
            # Steps of some theorems would otherwise nearly always be the false ones.
            alike = any(step.derivation.rule == theorem for step in offered)
            if len(offered) == OPTIONS - 1 and alike:
                items.append(_compose_branch(context, rng, branch, offered))
                rank = int(rng.integers(OPTIONS))
                break
        else:
            context.rejections[f"{_TASK}: no false branch to what follows from a claim"] += 1
    return items


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


def _compose_branch(
    context: Context, rng: Generator, branch: FalseBranch, offered: Sequence[ProofStep]
) -> Item:
    false_step = branch.false_step
    attempt, key = branch.attempt, branch.attempt.steps[branch.wrong - 1]

    def option(step: ProofStep, evidence: dict[str, Any]) -> CertifiedOption:
        return _option(
            context,
            step,
            evidence,
            news=_new_names(step, step.conclusion),
            antecedents=len(step.derivation.antecedents),
        )

    claims = [step.conclusion for step in attempt.steps]
    picture = _evidence(context, claims, key.conclusion, attempt.points)
    marked = () if picture is None else picture.marked.marked
    return compose(
        context,
        _TASK,
        rng,
        key=option(key, false_step.verdict.record()),
        distractors=[
            option(
                step,
                _derived(step)
                if step.number < key.number
                else {"statement": str(step.conclusion), "evidence": "follows"},
            )
            for step in offered
        ],
        form="branch",
        exchangeable=False,
        goal=false_step.goal,
        points=attempt.points,
        parts={"steps": "\n".join(step_lines(attempt, marked=marked, language=context.language))},
        evidence=picture,
        printed=attempt,
        certificate={
            "replaced": str(false_step.step.conclusion),
            "claims": [str(step.conclusion) for step in attempt.steps],
            "proof": proof_to_json(attempt),
            "rank": sum(step.number < key.number for step in offered),
        },
    )


def _factual(context: Context, rng: Generator, goal: Goal, alterations: Alterations) -> Item | None:
    """Make an item in which any of the four offered steps could have been the false one."""
    # The last step is never offered, since a later step has to use the false claim.
    steps = goal.proof.steps[:-1]
    if len(steps) < OPTIONS:
        context.rejections[f"{_TASK}: the proof has too few steps"] += 1
        return None
    looks = Looks(context, goal)
    false: dict[int, list[Verdict]] = {}
    for tried, step in enumerate(pick(rng, steps)):
        if len(false) + len(steps) - tried < OPTIONS:
            break
        found = alterations.of(looks, step)
        if found:
            false[step.number] = found
        if len(false) == OPTIONS:
            break
    if len(false) < OPTIONS:
        context.rejections[f"{_TASK}: too few steps with a plausible false claim"] += 1
        return None
    offered = [step for step in steps if step.number in false]
    wrong = offered.pop(int(rng.integers(OPTIONS)))
    (verdict,) = pick(rng, false[wrong.number], 1)
    return _compose(context, rng, goal, wrong, verdict, offered)


def _compose(
    context: Context,
    rng: Generator,
    goal: Goal,
    wrong: ProofStep,
    verdict: Verdict,
    offered: Sequence[ProofStep],
) -> Item:
    steps = goal.proof.steps
    claims = {wrong.conclusion: verdict.statement}
    printed = [claims.get(step.conclusion, step.conclusion) for step in steps]
    points = goal.proof.points.union(verdict.statement.points)
    evidence = _evidence(context, printed, verdict.statement, points)
    marked = () if evidence is None else evidence.marked.marked
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, wrong, verdict.record(), news=_new_names(wrong, verdict.statement)),
        distractors=[
            _option(context, step, _derived(step), news=_new_names(step, step.conclusion))
            for step in offered
        ],
        form="factual",
        goal=goal,
        points=points,
        parts={
            "steps": "\n".join(
                step_lines(goal.proof, claims=claims, marked=marked, language=context.language)
            )
        },
        evidence=evidence,
        printed=goal.proof,
        certificate={
            "replaced": str(wrong.conclusion),
            "claims": [str(claim) for claim in printed],
            "rank": sum(step.number < wrong.number for step in offered),
        },
    )


def _evidence(
    context: Context, printed: Sequence[Statement], claim: Statement, points: Collection[str]
) -> FigureEvidence | None:
    """Without the picture the false claim of an item might be true."""
    return figure_evidence(context, _TASK, points=points, printed=printed, true=[[claim]])


def _option(
    context: Context, step: ProofStep, evidence: dict[str, Any], **marks: int
) -> CertifiedOption:
    name = step_name(step.number, context.language)
    return CertifiedOption(name, {"step": step.number, **evidence}, marks)


def _new_names(step: ProofStep, claim: Statement) -> int:
    """The number of names in a claim, such as those of segments, that its antecedents lack."""
    known = {name for used in step.derivation.antecedents for name in _NAME.findall(write(used))}
    return len(set(_NAME.findall(write(claim))) - known)


def _derived(step: ProofStep) -> dict[str, Any]:
    return {"statement": str(step.conclusion), "verdict": "true", "evidence": "derived"}
