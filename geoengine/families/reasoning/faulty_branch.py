"""Faulty branch localization: finding the first step that is wrong or leaves the plan."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_engine_steps
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.false_branch import FalseBranch, false_branches
from geoengine.families.reasoning.false_claims import false_claims
from geoengine.families.reasoning.figure_evidence import FigureEvidence, figure_evidence
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.item_assembly import OPTIONS, CertifiedOption, compose
from geoengine.families.reasoning.looks import Looks
from geoengine.families.reasoning.steps import step_lines, step_name
from geoengine.families.reasoning.stray_steps import stray_attempt
from geoengine.families.reasoning.truth import Verdict
from geoengine.families.reasoning.worth import worth_of
from geoengine.graph import ProofStep, proof_to_json
from geoengine.items import Item, pick
from geoengine.language import Statement, write

__all__ = ["build_faulty_branch"]

_TASK = "faulty_branch"
_ALTERATIONS = 3
"""How many false claims may take the place of a true one, those that look most like it."""

_BRANCHES = 3
"""How many steps of a proof are tried as the beginning of a false branch."""

_FAILURES = 4
"""The number of goals without a false branch after which none is sought: a search takes long."""

_MOST_CHANGE = 8.0
"""How different, by the weights of `Looks`, a step may look with a false claim."""

_NAME = re.compile(r"[A-Z]+")


def build_faulty_branch(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items of three forms.

    Form ``directional``: all steps are valid; the key is the first about points that the stated
    plan does not need. Form ``branch``: one step claims something false; all others are valid, and
    the last is false too. Form ``factual``: one claim of a proof is false, wherever it occurs; this
    is used where no false branch is found.

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
    anew. The other steps offered are not chosen by their looks.

    The options of a directional item are not exchangeable: only the key and later steps name points
    that the plan does not need. What the key is known by (new points, steps cited, points named in
    the plan, place after a stated sub-goal) is made to differ as little as many random orders of
    the steps allow. The key's rank among the offered steps is drawn first, with equal chances.
    """
    items: list[Item] = []
    ranks = {form: int(rng.integers(OPTIONS)) for form in ("directional", "branch")}
    failed = 0
    for goal in goals(context, rng):
        if len(items) >= most:
            break
        # Few proofs leave out some points; those are used for the directional form.
        item = None
        if not any(made.meta["form"] == "directional" for made in items[-1:]):
            item = _directional(context, rng, goal, ranks["directional"])
            if item is not None:
                ranks["directional"] = int(rng.integers(OPTIONS))
        if item is None and failed < _FAILURES:
            item = _branch(context, rng, goal, ranks["branch"])
            failed += item is None
            if item is not None:
                ranks["branch"] = int(rng.integers(OPTIONS))
        item = item or _factual(context, rng, goal)
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


def _branch(context: Context, rng: Generator, goal: Goal, rank: int) -> Item | None:
    """Make an item whose key has `rank` offered steps before it; None if that is impossible."""
    looks = Looks(context, goal)
    for step in pick(rng, goal.proof.steps, _BRANCHES):
        for verdict in _alterations(context, rng, looks, step)[:1]:
            found = false_branches(context, rng, goal.proof, step, verdict.statement)
            for branch in found:
                steps, key = branch.attempt.steps, branch.wrong
                # The last step is never offered, since nothing uses it.
                before, after = steps[: key - 1], steps[key:-1]
                if len(before) >= rank and len(after) >= OPTIONS - 1 - rank:
                    offered = [*pick(rng, before, rank), *pick(rng, after, OPTIONS - 1 - rank)]
                    return _compose_branch(context, rng, goal, branch, verdict, step, offered)
    context.rejections[f"{_TASK}: no false branch of a proof"] += 1
    return None


def _compose_branch(
    context: Context,
    rng: Generator,
    goal: Goal,
    branch: FalseBranch,
    verdict: Verdict,
    replaced: ProofStep,
    offered: Sequence[ProofStep],
) -> Item:
    attempt, key = branch.attempt, branch.attempt.steps[branch.wrong - 1]

    def option(step: ProofStep, evidence: dict[str, Any]) -> CertifiedOption:
        return _option(context, step, evidence, news=_new_names(step, step.conclusion))

    claims = [step.conclusion for step in attempt.steps]
    picture = _evidence(context, claims, key.conclusion, attempt.points)
    marked = () if picture is None else picture.marked.marked
    return compose(
        context,
        _TASK,
        rng,
        key=option(key, verdict.record()),
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
        goal=goal,
        points=attempt.points,
        parts={"steps": "\n".join(step_lines(attempt, marked=marked, language=context.language))},
        evidence=picture,
        printed=attempt,
        certificate={
            "replaced": str(replaced.conclusion),
            "claims": [str(step.conclusion) for step in attempt.steps],
            "proof": proof_to_json(attempt),
            "rank": sum(step.number < key.number for step in offered),
        },
    )


def _factual(context: Context, rng: Generator, goal: Goal) -> Item | None:
    """Make an item in which any of the four offered steps could have been the false one."""
    # The last step is never offered, since a later step has to use the false claim.
    steps = goal.proof.steps[:-1]
    if len(steps) < OPTIONS:
        context.rejections[f"{_TASK}: the proof has too few steps"] += 1
        return None
    looks = Looks(context, goal)
    alterations: dict[int, list[Verdict]] = {}
    for step in pick(rng, steps):
        found = _alterations(context, rng, looks, step)
        if found:
            alterations[step.number] = found
        if len(alterations) == OPTIONS:
            break
    if len(alterations) < OPTIONS:
        context.rejections[f"{_TASK}: too few steps with a plausible false claim"] += 1
        return None
    offered = [step for step in steps if step.number in alterations]
    wrong = offered.pop(int(rng.integers(OPTIONS)))
    (verdict,) = pick(rng, alterations[wrong.number], 1)
    return _compose(context, rng, goal, wrong, verdict, offered)


def _alterations(context: Context, rng: Generator, looks: Looks, step: ProofStep) -> list[Verdict]:
    """The false claims that could take the place of a step's, and that look most like it."""
    # A claim about points that are not in the antecedents would look out of place.
    known = {point for used in step.derivation.antecedents for point in used.points}
    found = []
    for verdict in false_claims(context, rng, step.conclusion, known):
        change = looks.change(step, verdict.statement)
        if change is None or change > _MOST_CHANGE:
            continue
        features = {
            "strange": looks.strangeness(step, verdict.statement),
            "computed": _is_computed(step, verdict.statement),
        }
        if worth_of(context, _TASK, features, goal=looks.goal) is not None:
            found.append((change, verdict))
    found.sort(key=itemgetter(0))
    return [verdict for _, verdict in found[:_ALTERATIONS]]


def _is_computed(step: ProofStep, claim: Statement) -> bool:
    """Whether a claim is a number, found by one calculation with equations between lengths."""
    entry = load_engine_steps().get(step.derivation.rule)
    return claim.value is not None and entry is not None and entry.table is not None


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
