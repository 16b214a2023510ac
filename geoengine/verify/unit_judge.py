"""Judging a unit of any kind: a problem, a proof, an item or a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geoengine.catalogue import load_rules
from geoengine.errors import GeoengineError
from geoengine.language import Statement
from geoengine.verify.budget import Budget
from geoengine.verify.figures.incremental_search import find_figures
from geoengine.verify.figures.nearby import nearby_figures
from geoengine.verify.figures.setting import DRAWS, Setting, constructed
from geoengine.verify.figures.system import Reals
from geoengine.verify.items.item_judge import judge_item
from geoengine.verify.problems.problem_judge import FormalProblem, ProblemVerdict, judge_problem
from geoengine.verify.proofs.added_points import place_added
from geoengine.verify.proofs.proof_record import ProofRecord, read_proof
from geoengine.verify.proofs.replaying import Replay, is_true, needed_conditions, replay
from geoengine.verify.prover import Prover
from geoengine.verify.records.record_judge import judge_record
from geoengine.verify.units import ItemUnit, ProblemGoal, ProblemUnit, ProofUnit, Unit
from geoengine.verify.verdict import Finding, Level, Report

__all__ = ["judge_unit"]


def judge_unit(unit: Unit, budget: Budget, prover: Prover | None = None) -> Report:
    """Judge a problem, a proof, an item or a record.

    Parameters
    ----------
    unit : Unit
    budget : Budget
    prover : callable, optional
        Finds proofs. Without it, the judge has only the proofs that come with a unit, and those
        that it finds by algebra, which succeeds only for small problems.
    """
    if isinstance(unit, ProblemUnit):
        return _judge_problem(unit, budget, prover)
    if isinstance(unit, ProofUnit):
        return _judge_proof(unit, budget)
    if isinstance(unit, ItemUnit):
        return judge_item(unit.data, unit.name, budget, prover)
    return judge_record(unit.data, unit.name, budget, prover)


def _judge_proof(unit: ProofUnit, budget: Budget) -> Report:
    passed_over = 0
    if unit.problem is None:
        found = replay(unit.proof, budget=budget)
    else:
        conditions = needed_conditions(unit.proof, load_rules())
        added = place_added(
            unit.problem, unit.added, budget,
            suits=lambda setting: is_true(unit.proof, conditions, setting),
        )  # fmt: skip
        if added.fault:
            finding = Finding("added_points", Level.WRONG, added.fault)
            return Report("proof", unit.name, [finding])
        passed_over = added.passed_over
        found = replay(
            unit.proof,
            given=(*unit.problem.premises, *added.premises),
            settings=added.settings,
            budget=budget,
        )
    findings = found.findings()
    if unit.problem is not None and unit.proof.goal not in unit.problem.goals:
        text = "the proof is of another statement than the goal"
        findings.insert(0, Finding("proof_elsewhere", Level.WRONG, text))
    picture = found.picture()
    if picture is not None and findings[0].level is Level.WRONG:
        first = findings[0]
        findings[0] = Finding(first.code, first.level, first.text, first.evidence, picture)
    if unit.added and findings[0].level is Level.GOOD:
        text = f"the points added exist, and assume nothing of the others: {'; '.join(unit.added)}"
        if passed_over:
            text += (
                f"; not judged where they are no new points, which was drawn {passed_over} times"
            )
        evidence = {"passed_over": passed_over}
        findings.insert(0, Finding("added_points", Level.GOOD, text, evidence))
    facts = {"steps": len(unit.proof.steps), "premises": len(unit.proof.premises)}
    return Report("proof", unit.name, findings, facts)


def _judge_problem(unit: ProblemUnit, budget: Budget, prover: Prover | None) -> Report:
    if len(unit.points) > budget.max_points:
        return judge_problem(
            FormalProblem(unit.points, unit.given, name=unit.name), budget
        ).report()
    constructed_figures = _constructed_figures(unit, budget)
    findings: list[Finding] = []
    facts: dict[str, Any] = {}
    for goal in unit.goals or (ProblemGoal(None),):
        if goal.empty:
            text = f"the goal is degenerate: {goal.empty}"
            findings.append(Finding("goal_degenerate", Level.WRONG, text))
        verdict = _judge_goal(unit, goal, constructed_figures, budget, prover)
        known = {finding.text for finding in findings}
        findings += [finding for finding in verdict.findings if finding.text not in known]
        facts = verdict.report().facts
    return Report("problem", unit.name, findings, facts)


def _constructed_figures(unit: ProblemUnit, budget: Budget) -> list[Reals]:
    """Figures of the construction; none unless it places all points."""
    if unit.problem is None or not set(unit.points) <= set(unit.problem.points):
        return []
    rows = [unit.problem.points.index(point) for point in unit.points]
    return [xy[:, rows] for xy in constructed(unit.problem, budget.seed, budget)]


def _judge_goal(
    unit: ProblemUnit,
    goal: ProblemGoal,
    shown: Sequence[Reals],
    budget: Budget,
    prover: Prover | None,
) -> ProblemVerdict:
    target = goal.target
    known = None
    if shown:
        best = shown[0]
        if isinstance(target, Statement):
            best = next((xy for xy in shown if Setting(unit.points, xy).holds(target)), shown[0])
        known = best
    proved: Finding | None = None
    extra: list[Finding] = []
    if unit.proof is not None:
        proved, extra = _given_proof(unit, unit.proof, shown, budget)
    elif isinstance(target, Statement) and not target.is_condition and prover is not None:
        found = _proof(unit, target, known, budget, prover)
        proved = found.findings()[0] if found is not None else None
    if proved is None and isinstance(target, Statement) and not target.is_condition:
        proved = _by_algebra(unit, target, known, budget)
    question = FormalProblem(unit.points, unit.given, target, unit.answer, known, unit.name)
    verdict = judge_problem(question, budget, proved=proved)
    return ProblemVerdict(
        question, verdict.consistent, verdict.conflict, verdict.goal, verdict.value,
        verdict.answer, verdict.redundant, verdict.needed, verdict.figures,
        (*extra, *verdict.findings),
    )  # fmt: skip


def _given_proof(
    unit: ProblemUnit, proof: ProofRecord, shown: Sequence[Reals], budget: Budget
) -> tuple[Finding | None, list[Finding]]:
    """Replay the proof that comes with a problem.

    Returns the finding of the replay, or None if it proves something other than the goals, and all
    findings about the proof.
    """
    settings = [Setting(unit.points, xy) for xy in shown]
    found = replay(proof, given=unit.given, settings=settings, budget=budget)
    findings = found.findings()
    targets = [goal.target for goal in unit.goals]
    if isinstance(targets[0] if targets else None, Statement) and proof.goal not in targets:
        text = "the proof is of another statement than the goal"
        findings.append(Finding("proof_elsewhere", Level.WRONG, text))
        return None, findings
    return findings[0], findings


def _proof(
    unit: ProblemUnit, goal: Statement, known: Reals | None, budget: Budget, prover: Prover
) -> Replay | None:
    """Search for a proof and replay it; None if none is found, or it does not follow."""
    xy = (
        known
        if known is not None
        else figures_from_statements(unit.points, unit.given, budget, goal)
    )
    if xy is None or budget.spent:
        return None
    relations = [s for s in unit.given if not s.is_condition]
    try:
        record = prover(unit.points, xy[:DRAWS], relations, goal)
    except GeoengineError:
        return None
    if record is None:
        return None
    found = replay(
        read_proof(record), given=unit.given, goal=goal,
        settings=[Setting(unit.points, xy)], budget=budget,
    )  # fmt: skip
    return found if found.bad is None else None


def _by_algebra(
    unit: ProblemUnit, goal: Statement, known: Reals | None, budget: Budget
) -> Finding | None:
    from geoengine.verify.proofs.algebra import prove_by_algebra

    xy = (
        known
        if known is not None
        else figures_from_statements(unit.points, unit.given, budget, goal)
    )
    if xy is None:
        return None
    relations = [s for s in unit.given if not s.is_condition]
    found = prove_by_algebra(relations, goal, unit.points, xy[0], budget.part(0.2))
    return None if found is None else found.finding()


def figures_from_statements(
    points: Sequence[str], given: Sequence[Statement], budget: Budget, goal: Statement
) -> Reals | None:
    """Find a figure from the statements alone, and a few near it.

    The goal is true in the first if it is in any figure found. The shape is (figures, points, 2);
    None if no figure was found.
    """
    found = find_figures(given, points, count=6, seed=budget.seed, timeout=budget.part(0.15))
    order = [found.points.index(point) for point in points]
    relations = [s for s in given if not s.is_condition]
    xy = found.xy[:, order]
    true = [one for one in xy if Setting(tuple(points), one[None]).holds(goal)]
    for one in true or xy:
        near = nearby_figures(points, one, relations, np.random.default_rng(budget.seed))
        kept = [
            other
            for other in near
            if all(Setting(tuple(points), other[None]).holds(s) for s in given)
        ]
        return np.array([one, *kept[: DRAWS - 1]])
    return None
