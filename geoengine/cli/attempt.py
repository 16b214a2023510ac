"""One attempt at a problem: what was derived, the proofs found, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geoengine.auxiliary import SearchBudget, SearchResult
    from geoengine.catalogue import Rule
    from geoengine.graph import Proof, ReasoningGraph
    from geoengine.language import Question, Statement
    from geoengine.scene import Problem

__all__ = ["PHASES", "Attempt", "attempt", "exact_value", "not_attempted"]

PHASES = ("place", "ground", "close", "certify")
"""What is timed: placing, listing instances of rules, deriving, and tracing proofs."""


@dataclass(frozen=True)
class Attempt:
    """What one attempt at a problem gave.

    Attributes
    ----------
    problem : Problem
    graph : ReasoningGraph
        What was derived.
    proofs : list of Proof or None
        One for each goal, then one for each question; None where none was found.
    seconds : dict of str to float
        The time of each of the `PHASES`.
    search : SearchResult or None
        The search for auxiliary points, if there was one.
    """

    problem: Problem
    graph: ReasoningGraph
    proofs: list[Proof | None]
    seconds: dict[str, float]
    search: SearchResult | None = None

    @property
    def proved(self) -> bool:
        """Whether every goal and every question has a proof."""
        return all(proof is not None for proof in self.proofs)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search for auxiliary points."""
        return self.search is not None and self.search.stop.value == "interrupted"

    def record(self) -> dict[str, Any]:
        """Return the record of the problem, written as a line of JSON."""
        from geoengine.graph import diagnose

        problem = self.problem
        record = {
            "name": problem.name,
            "proved": self.proved,
            "stop_reason": self.graph.stop_reason.value,
            "points": len(problem.points),
            "premises": len(problem.premises),
            "states": self.graph.deduction.state_count,
            "steps": sum(len(proof.steps) for proof in self.proofs if proof is not None),
            "unproved": [
                diagnose(self.graph, goal).record()
                for goal, proof in zip(problem.goals, self.proofs, strict=False)
                if proof is None
            ],
            "answers": {
                str(question): exact_value(self.graph, question) for question in problem.questions
            },
            "seconds": {phase: round(self.seconds[phase], 6) for phase in PHASES},
            "error": None,
        }
        if self.search is not None:
            record["search"] = search_record(self.search)
        return record


def search_record(found: SearchResult) -> dict[str, Any]:
    """Return the record of a search, written as JSON."""
    return {
        "stop_reason": found.stop.value,
        "added": [str(step) for step in found.added],
        "attempts": found.progress.attempts,
        "points_tried": found.progress.points_tried,
        "seconds": round(found.seconds, 3),
    }


def attempt(
    problem: Problem,
    rules: Sequence[Rule],
    seed: int,
    *,
    short: bool = False,
    goals_only: bool = False,
    budget: SearchBudget | None = None,
) -> Attempt:
    """Derive what follows from a problem, and trace proofs of its goals and questions.

    Parameters
    ----------
    problem : Problem
    rules : sequence of Rule
        The rules to derive with.
    seed : int
        The seed of the figure.
    short : bool
        Whether to shorten the proofs.
    goals_only : bool
        Whether to stop deriving as soon as all goals and questions are answered.
    budget : SearchBudget, optional
        If given, auxiliary points are searched for if a goal is not derived.

    Raises
    ------
    PlacementError
        When no figure satisfies the problem.
    """
    from geoengine.graph import (
        NotDerivedError,
        NotDeterminedError,
        compute,
        deduce,
        shorten,
        trace,
    )

    goals: list[Statement | Question] = []
    if goals_only:
        goals = [*problem.goals, *problem.questions]
    graph = deduce(problem, seed=seed, rules=rules, goals=goals)
    started = time.perf_counter()
    proofs: list[Proof | None] = []
    for goal in problem.goals:
        try:
            proof = trace(graph, goal)
            proofs.append(shorten(graph, proof) if short else proof)
        except NotDerivedError:
            proofs.append(None)
    for question in problem.questions:
        try:
            proof = compute(graph, question).proof
            proofs.append(shorten(graph, proof) if short else proof)
        except NotDeterminedError:
            proofs.append(None)
    seconds = {**graph.seconds, "certify": time.perf_counter() - started}
    if budget is None or all(proofs[: len(problem.goals)]):
        return Attempt(problem, graph, proofs, seconds)
    from geoengine.cli.searching import search_with_progress

    found = search_with_progress(problem, rules, budget)
    if found.proved:
        graph, proofs = found.graph, [*found.proofs, *proofs[len(problem.goals) :]]
    return Attempt(problem, graph, proofs, seconds, found)


def exact_value(graph: ReasoningGraph, question: Question) -> str | None:
    """Return the value that a question asks for as text, or None if it was not derived."""
    from geoengine.graph import NotDeterminedError, compute

    try:
        return str(compute(graph, question))
    except NotDeterminedError:
        return None


def not_attempted(
    name: str, reason: str, error: dict[str, Any], problem: Problem | None = None
) -> dict[str, Any]:
    """Return the record of a problem that was left out, with the fields of `Attempt.record`.

    Parameters
    ----------
    name : str
    reason : str
        A key of `LEFT_OUT`; it is the stop reason.
    error : dict
        The error, as `report_error` returns it.
    problem : Problem, optional
        None if the problem could not be read.
    """
    return {
        "name": name,
        "proved": False,
        "stop_reason": reason,
        "points": len(problem.points) if problem else 0,
        "premises": len(problem.premises) if problem else 0,
        "states": 0,
        "steps": 0,
        "unproved": [
            {"goal": str(goal), "reason": reason} for goal in (problem.goals if problem else ())
        ],
        "answers": {str(question): None for question in (problem.questions if problem else ())},
        "seconds": dict.fromkeys(PHASES, 0.0),
        "error": error,
    }
