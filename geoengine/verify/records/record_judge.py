"""Judging problem records claim by claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from geoengine.errors import GeoengineError, InputError
from geoengine.language import parse_statement, write
from geoengine.verify.budget import Budget
from geoengine.verify.figures.problem_figures import draw_problem
from geoengine.verify.items.item_figures import ItemFigures, seed_of
from geoengine.verify.items.printed_statements import printed_form_of
from geoengine.verify.proofs.proof_record import read_proof
from geoengine.verify.records.added_figures import figures_with_added, judge_added
from geoengine.verify.records.claims import ClaimError, Confirmed, JudgedRecord
from geoengine.verify.records.detour_check import judge_detour
from geoengine.verify.records.needed_premises import judge_needed
from geoengine.verify.records.solution_check import judge_solutions
from geoengine.verify.records.value_check import judge_measurements, judge_value
from geoengine.verify.records.wording_check import judge_wording
from geoengine.verify.verdict import Finding, Level, Report

if TYPE_CHECKING:
    from geoengine.verify.prover import Prover

__all__ = ["judge_record", "record_task"]

_PARTS: dict[str, Callable[[JudgedRecord], Confirmed]] = {
    "auxiliary_points": judge_added,
    "solutions": judge_solutions,
    "value": judge_value,
    "minimal_premises": judge_needed,
    "measurements": judge_measurements,
    "detour": judge_detour,
    "wording": judge_wording,
}
"""The checks made after the record is read and its goal judged, by the code of the finding."""

_LISTS = ("formal_premises", "minimal_premises", "other_solutions", "measurements")


def record_task(data: Mapping[str, Any]) -> str:
    """The task of a record: ``solving`` if its goal gives a value, otherwise ``proof``.

    Examples
    --------
    >>> record_task({"formal_goal": "lconst A B 5"}), record_task({"formal_goal": "perp A B A C"})
    ('solving', 'proof')
    """
    try:
        goal = parse_statement(str(data.get("formal_goal")))
    except InputError:
        return "proof"
    return "proof" if goal.value is None else "solving"


def judge_record(
    data: Mapping[str, Any], name: str, budget: Budget, prover: Prover | None = None
) -> Report:
    """Judge every claim of a record.

    Parameters
    ----------
    data : mapping
        The record, as in ``problems.jsonl`` of a split.
    name : str
    budget : Budget
    prover : callable, optional
        A prover; without one, it may stay undecided which premises are needed.

    Returns
    -------
    Report
        A finding for the goal and, if the record could be read, one for each further check.
    """
    facts = {"task": record_task(data)}
    found: list[JudgedRecord] = []

    def read() -> Confirmed:
        found.append(_read(data, budget, prover))
        return _judge_goal(found[0])

    findings = [_finding("goal", read)]
    for code, judge in _PARTS.items() if found else ():
        findings.append(_finding(code, partial(judge, found[0])))
    return Report("record", name, findings, facts)


def _judge_goal(record: JudgedRecord) -> Confirmed:
    """Check that premises and goal are the problem's, and the goal is true and not a premise."""
    goal = record.goal
    given = [parse_statement(text) for text in record.data["formal_premises"]]
    if sorted(given) != sorted(record.premises):
        raise ClaimError("formal_premises are not those of the construction")
    if parse_statement(record.data["formal_problem"].partition("?")[2]) != goal:
        raise ClaimError(f"formal_problem does not ask for {write(goal)}")
    if goal in given:
        raise ClaimError(f"the goal {write(goal)} is a premise")
    form = printed_form_of(record.data)
    record.check("goal", form.write(goal))
    record.check("premises_given", len(given))
    record.check("numeric_premises", [form.write(s) for s in given if s.value is not None])
    return record.truth(goal)


def _read(data: Mapping[str, Any], budget: Budget, prover: Prover | None) -> JudgedRecord:
    for field in _LISTS:
        if not isinstance(data[field], list):
            raise ClaimError(f"expected {field} as a list")
    seed = seed_of(data)
    if seed is None:
        raise ClaimError("expected the seed of the picture")
    goal = parse_statement(data["formal_goal"])
    found = draw_problem(data["formal_problem"].partition("?")[0].strip(), budget)
    if found is None:
        raise ClaimError("no figure of the problem was found", undecided=True)
    others = tuple(read_proof(other["formal_solution"]) for other in data["other_solutions"])
    figures = ItemFigures(found, goal, budget, prover, seed)
    solution = read_proof(data["formal_solution"])
    extended = figures_with_added(data, figures)
    return JudgedRecord(data, goal, solution, others, figures, extended)


def _finding(code: str, judge: Callable[[], Confirmed]) -> Finding:
    """Run a check and return its outcome as a finding."""
    try:
        outcome = judge()
    except ClaimError as error:
        level = Level.UNDECIDED if error.undecided else Level.WRONG
        return Finding(code, level, f"{code}: {error.why}", picture=error.picture)
    except KeyError as error:
        return Finding(code, Level.WRONG, f"{code}: expected the field {error}, found none")
    except (GeoengineError, LookupError, TypeError, ValueError, AttributeError) as error:
        return Finding(code, Level.WRONG, f"{code}: it cannot be read: {str(error)[:200]}")
    return Finding(code, outcome.level, outcome.text, dict(outcome.evidence))
