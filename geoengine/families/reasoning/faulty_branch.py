"""Faulty branch localization: finding the first step that is wrong or leaves the plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from numpy.random import Generator

from geoengine.errors import StatementError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import Detour, detours
from geoengine.families.reasoning.goal_choice import Goal, goals, is_readable
from geoengine.families.reasoning.item_assembly import OPTIONS, CertifiedOption, compose
from geoengine.families.reasoning.steps import step_lines, step_name
from geoengine.families.reasoning.truth import Verdict, judge
from geoengine.graph import ProofStep
from geoengine.items import Item, pick
from geoengine.language import Statement, Surd, write

__all__ = ["build_faulty_branch"]

_TASK = "faulty_branch"
_TRIES = 6
_CLEARLY_FALSE = 0.02
_ALTERATIONS = 40
"""How many alterations of a conclusion are tried."""

_NAME = re.compile(r"[A-Z]+")
_FACTORS = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 2), Fraction(2))


def build_faulty_branch(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items of two forms, alternating where a scene has both.

    Form ``directional``: all steps are valid; the key is the first that leaves the stated plan and
    turns to points that the plan does not need. Form ``factual``: one step claims something false,
    and later steps use the false claim as if it were true.

    The key's rank among the offered steps is drawn at random, so that it carries no information.
    """
    items: list[Item] = []
    rank = rng.integers(OPTIONS)
    for goal in goals(context, rng):
        if len(items) >= most:
            break
        # Few proofs leave out some points; those are used for the directional form.
        item = None
        if not any(made.meta["form"] == "directional" for made in items[-1:]):
            item = _directional(context, rng, goal, int(rank))
            if item is not None:
                rank = rng.integers(OPTIONS)
        item = item or _factual(context, rng, goal)
        if item is not None:
            items.append(item)
    return items


def _directional(context: Context, rng: Generator, goal: Goal, rank: int) -> Item | None:
    """Make an item whose key has `rank` offered steps before it; None if that is impossible."""
    for detour in detours(context, rng, goal):
        steps = detour.attempt.steps
        key = steps[detour.left_at - 1]
        before, after = steps[: detour.left_at - 1], steps[detour.left_at :]
        if len(before) < rank or len(after) < OPTIONS - 1 - rank:
            continue
        offered = [*pick(rng, before, rank), *pick(rng, after, OPTIONS - 1 - rank)]
        plan = [*detour.subgoals, goal.statement]
        marks = {step.number: _visible_features(step, detour, plan) for step in steps}
        return compose(
            context,
            _TASK,
            rng,
            key=_option(context, key, {**_derived(key), "on_plan": False}, **marks[key.number]),
            distractors=[
                _option(
                    context,
                    step,
                    {**_derived(step), "on_plan": step.number < key.number},
                    **marks[step.number],
                )
                for step in offered
            ],
            form="directional",
            goal=goal,
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
    context.rejections[f"{_TASK}: no detour from the plan"] += 1
    return None


def _visible_features(step: ProofStep, detour: Detour, plan: Sequence[Statement]) -> dict[str, int]:
    """The features of a step that a reader can see.

    ``after``: 1 if the step just before it reaches a sub-goal, 2 if that is the last one reached,
    otherwise 0. ``unnamed``: how many of its points the plan does not name.
    """
    named = {point for statement in plan for point in statement.points}
    steps = detour.attempt.steps
    before = steps[step.number - 2].conclusion if step.number > 1 else None
    last = max((s.number for s in steps if s.conclusion in plan), default=0)
    return {
        "after": int(before in plan) + int(step.number == last + 1),
        "unnamed": len(set(step.conclusion.points) - named),
    }


def _factual(context: Context, rng: Generator, goal: Goal) -> Item | None:
    # The last step is never offered, since a later step has to use the false claim.
    steps = goal.proof.steps[:-1]
    if len(steps) < OPTIONS:
        context.rejections[f"{_TASK}: the proof has too few steps"] += 1
        return None
    for _ in range(_TRIES):
        offered = sorted(pick(rng, steps, OPTIONS), key=lambda step: step.number)
        wrong = offered.pop(int(rng.integers(OPTIONS)))
        verdict = _altered(context, rng, wrong)
        if verdict is not None:
            return _compose(context, rng, goal, wrong, verdict, offered)
    context.rejections[f"{_TASK}: no plausible false claim for a step"] += 1
    return None


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
        parts={
            "steps": "\n".join(step_lines(goal.proof, claims=claims, language=context.language))
        },
        certificate={
            "replaced": str(wrong.conclusion),
            "claims": [str(claims.get(step.conclusion, step.conclusion)) for step in steps],
            "rank": sum(step.number < wrong.number for step in offered),
        },
    )


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


def _altered(context: Context, rng: Generator, step: ProofStep) -> Verdict | None:
    """The verdict on a statement to replace a conclusion; None if none fits.

    The statement is clearly false, of the same kind and similarly plausible.
    """
    stated = set(context.premises)
    # A claim about points that are not in the antecedents would look out of place.
    known = {point for used in step.derivation.antecedents for point in used.points}
    has_value = step.conclusion.value is not None
    alterations = [_with_other_value if has_value else _with_points_swapped, _with_point_replaced]
    for alterations_of in pick(rng, alterations):
        found = list(dict.fromkeys(alterations_of(context, step.conclusion)))
        for statement in pick(rng, found, _ALTERATIONS):
            if statement in stated or not is_readable(statement):
                continue
            if not known.issuperset(statement.points) or _is_flat(context, statement):
                continue
            verdict = judge(context, statement)
            if verdict is not None and not verdict.true and verdict.residual > _CLEARLY_FALSE:
                return verdict
    return None


def _is_flat(context: Context, statement: Statement) -> bool:
    """Whether a statement is about an angle between parallel or coinciding lines."""
    if statement.predicate not in {"eqangle", "aconst"}:
        return False
    points = statement.points
    angles = [points[k : k + 4] for k in range(0, len(points), 4)]
    return any(context.graph.holds(Statement("para", angle)) for angle in angles)


def _about(statement: Statement, points: tuple[str, ...]) -> Iterator[Statement]:
    """The statement about other points; none if it is degenerate, the same or of another kind."""
    try:
        found = Statement(statement.predicate, points, statement.value)
    except StatementError:
        return
    if found.predicate == statement.predicate and found != statement:
        yield found


def _with_points_swapped(context: Context, statement: Statement) -> Iterator[Statement]:
    """The statements that arise if two points of this one are swapped."""
    for i, j in combinations(range(len(statement.points)), 2):
        points = list(statement.points)
        points[i], points[j] = points[j], points[i]
        yield from _about(statement, tuple(points))


def _with_point_replaced(context: Context, statement: Statement) -> Iterator[Statement]:
    """The statements that arise if a point of this one is replaced by another of the figure."""
    for old in dict.fromkeys(statement.points):
        for new in context.problem.points:
            points = tuple(new if point == old else point for point in statement.points)
            yield from _about(statement, points)


def _with_other_value(context: Context, statement: Statement) -> Iterator[Statement]:
    """The statements that arise if the number of this one is replaced by others."""
    for factor in _FACTORS:
        value = statement.value
        number = value * Surd.of(factor) if isinstance(value, Surd) else (value or 1) * factor % 1
        try:
            found = Statement(statement.predicate, statement.points, number)
        except StatementError:
            continue
        if found.predicate == statement.predicate:
            yield found
