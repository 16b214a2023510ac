"""The data of a page about a problem or a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

import geoengine
from geoengine.catalogue import Rule, load_rules
from geoengine.deduction import Derivation
from geoengine.errors import PlacementError
from geoengine.graph import (
    NotDerivedError,
    NotDeterminedError,
    Proof,
    ProofStep,
    ReasoningGraph,
    addends_of,
    alternatives,
    compute,
    deduce,
    diagnose,
    shorten,
    totals_of,
    trace,
)
from geoengine.inspect.figure_data import figure_record
from geoengine.inspect.state_table import StateTable
from geoengine.language import Statement, write
from geoengine.scene import Problem, describe, describe_parts
from geoengine.verify import ProofRecord, find_figures

__all__ = [
    "graph_record",
    "header",
    "problem_record",
    "proof_from_record",
    "proof_record",
    "proof_records",
]

_UNNAMED = "problem"
"""The name of a problem that was given as text."""

_FIGURE_SECONDS = 5.0
"""Seconds to solve for a figure of a proof's premises."""


def problem_record(
    problem: Problem,
    *,
    seed: int = 0,
    rules: Sequence[Rule] | None = None,
    count: int = 3,
) -> dict[str, Any]:
    """Deduce everything that follows from a problem, and return the data of its page.

    Parameters
    ----------
    problem : Problem
    seed : int
        The seed of the figure.
    rules : sequence of Rule, optional
        By default the rules that come with geoengine.
    count : int
        The maximum number of different proofs of each goal.

    Returns
    -------
    dict
        Plain data for `standalone_page`.

    Raises
    ------
    PlacementError
        If no figure was found.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> record = problem_record(load_problem("A B C = triangle; M = midpoint B C ? midp M B C"))
    >>> record["proofs"][0]["title"], len(record["proofs"][0]["steps"]), record["unproved"]
    ('Proof', 1, [])
    """
    return graph_record(deduce(problem, seed=seed, rules=rules), count=count)


def graph_record(
    graph: ReasoningGraph, *, goals: Sequence[Statement] | None = None, count: int = 3
) -> dict[str, Any]:
    """Return the data of a page about a reasoning graph: all its steps, and proofs of goals.

    Parameters
    ----------
    graph : ReasoningGraph
    goals : sequence of Statement, optional
        By default the problem's own goals.
    count : int
        The maximum number of different proofs of each goal.

    Returns
    -------
    dict
        Plain data for `standalone_page`. ``proofs`` has the proofs of all goals and answers,
        ``unproved`` the other goals with reasons, ``answers`` the value of each question or None.
    """
    problem = graph.problem
    # The whole graph comes first: it removes what further figures refute, so proofs cannot use it.
    network = graph.network
    states = StateTable(graph.diagram.index, graph.rules)
    states.add_premises(graph.premises)
    given = frozenset(graph.premises)
    proofs, unproved = [], []
    for goal in problem.goals if goals is None else goals:
        try:
            found = [shorten(graph, trace(graph, goal))]
        except NotDerivedError:
            unproved.append({"goal": str(goal), "why": str(diagnose(graph, goal))})
            continue
        if count > 1:
            found += alternatives(graph, goal, count=count)[1:]
        proofs += proof_records(states, found)
    answers = []
    for question in problem.questions:
        try:
            answer = compute(graph, question)
        except NotDeterminedError:
            answers.append({"question": str(question.quantity), "answer": None})
            continue
        answers.append({"question": str(question.quantity), "answer": str(answer)})
        proofs += proof_records(states, [shorten(graph, answer.proof)])
    for node in network:
        if isinstance(node, Derivation):
            states.add_step(node)
    return {
        **header("problem", _title(problem), problem),
        "sentences": [
            [text, [states.number(one) for one in premises if one in given]]
            for text, premises in describe_parts(problem)
        ],
        "figure": figure_record(graph.diagram, graph.premises, problem),
        "answers": answers,
        "proofs": proofs,
        "unproved": unproved,
        "stopped": graph.stop_reason.value,
        **states.record(),
    }


def proof_record(record: ProofRecord, *, title: str = "proof", seed: int = 0) -> dict[str, Any]:
    """Return the data of a page about a proof alone; its figure is solved from the premises.

    Parameters
    ----------
    record : ProofRecord
        The proof, as `geoengine.verify.read_proof` returns it.
    title : str
        The title of the page.
    seed : int
        The seed of the figure.

    Raises
    ------
    PlacementError
        If no figure of the premises and conditions was found in five seconds.
    """
    conditions = [condition for step in record.steps for condition in step.conditions]
    required = [*record.premises, *conditions]
    found = find_figures(required, record.points, count=1, seed=seed, timeout=_FIGURE_SECONDS)
    if not len(found):
        raise PlacementError(f"{title}: no figure of the premises was found")
    diagram = _Solved(found.points, found.xy, _named_segments(record))
    states = StateTable(found.index, load_rules())
    proofs = proof_records(states, [proof_from_record(record)])
    figure = figure_record(diagram, record.premises)
    figure["free"] = list(range(len(found.points)))
    return {
        **header("proof", title, None),
        "figure": figure,
        "answers": [],
        "proofs": proofs,
        "unproved": [],
        "stopped": None,
        **states.record(),
    }


def proof_from_record(record: ProofRecord) -> Proof:
    """Convert a proof record into a proof, without checking it."""
    rules = load_rules()
    numbers: dict[Statement, int] = {}
    steps = []
    for number, step in enumerate(record.steps, start=1):
        derivation = Derivation(
            step.conclusion,
            step.rule,
            step.antecedents,
            step.conditions,
            tuple(step.mapping.items()),
            step.coefficients,
            step.modulus,
        )
        uses = tuple(numbers[a] for a in step.antecedents if a in numbers)
        given = tuple(a for a in step.antecedents if a not in numbers)
        steps.append(ProofStep(number, derivation, uses, given))
        numbers.setdefault(step.conclusion, number)
    names = {s.rule: rules[s.rule].name if s.rule in rules else s.rule for s in record.steps}
    return Proof(record.goal, tuple(steps), names)


def proof_records(states: StateTable, proofs: Sequence[Proof]) -> list[dict[str, Any]]:
    """Return the records of the proofs of one goal; pages show the first by default."""
    titles = ["Proof", *(f"Another proof ({k})" for k in range(2, len(proofs) + 1))]
    return [
        {
            **states.add_proof(proof, title, [_notes(step) for step in proof.steps]),
            "sums": [_sums(states, step.derivation) for step in proof.steps],
        }
        for proof, title in zip(proofs, titles, strict=False)
    ]


def _title(problem: Problem) -> str:
    """Return the name of a problem, or what it asks for where it has none of its own."""
    if problem.name != _UNNAMED:
        return problem.name
    if problem.goal is not None:
        return f"Show that {write(problem.goal, 'english')}"
    if problem.questions:
        return f"Find {problem.questions[0].quantity}"
    return f"What follows for {', '.join(problem.points)}"


def _notes(step: ProofStep) -> list[str]:
    modulus = step.derivation.modulus
    if modulus <= 1:
        return []
    return [f"Equal, not differing by a multiple of {180 // modulus}°, as in the figure."]


def _sums(states: StateTable, derivation: Derivation) -> list[dict[str, Any]]:
    """Return the sums behind a step: equations with their factors, and the equation they add to."""
    try:
        sums = addends_of(derivation)
        totals = totals_of(derivation)
    except ValueError:
        # The coefficients of a proof from elsewhere need not fit; reporting that is up to `verify`.
        return []
    return [
        {
            "addends": [
                [str(one.factor), states.equation(one.equation), states.reference(one.statement)]
                for one in addends
            ],
            "total": states.equation(total),
        }
        for addends, total in zip(sums, totals, strict=False)
    ]


def header(kind: str, title: str, problem: Problem | None) -> dict[str, Any]:
    """Return the fields that every page has; text and JGEX are None without a problem."""
    return {
        "kind": kind,
        "title": title,
        "engine": geoengine.__version__,
        "text": None if problem is None else describe(problem),
        "jgex": None if problem is None else str(problem),
    }


@dataclass(frozen=True, eq=False)
class _Solved:
    """A figure solved numerically from statements."""

    points: tuple[str, ...]
    xy: NDArray[np.float64]
    segments: tuple[tuple[str, str], ...]
    circles: tuple[tuple[str | None, tuple[str, ...]], ...] = ()


def _named_segments(record: ProofRecord) -> tuple[tuple[str, str], ...]:
    """Return the segments that occur in the premises, each once, as the lines to draw."""
    pairs: dict[tuple[str, str], None] = {}
    for statement in record.premises:
        points, groups = statement.points, statement.definition.groups
        if set(groups) == {2}:
            pairs.update(dict.fromkeys(zip(points[::2], points[1::2], strict=True)))
        elif statement.predicate == "coll":
            pairs.update(dict.fromkeys(pairwise(points)))
        elif statement.predicate == "midp":
            pairs[points[1], points[2]] = None
    unique = {frozenset(pair): pair for pair in pairs}
    return tuple(unique.values())
