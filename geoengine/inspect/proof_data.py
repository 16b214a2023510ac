"""The data of a page about a proof, and of the proofs on other pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import load_rules
from geoengine.deduction import Derivation
from geoengine.errors import PlacementError
from geoengine.graph import Proof, ProofStep, addends_of, totals_of
from geoengine.inspect.figure_data import figure_record
from geoengine.inspect.page_header import header, proof_title
from geoengine.inspect.search_data import searching_record
from geoengine.inspect.state_table import StateTable
from geoengine.language import Statement, write
from geoengine.scene import Problem, add_points, load_steps, place
from geoengine.verify import ProofRecord, find_figures

__all__ = ["extended_proof_record", "proof_from_record", "proof_record", "proof_records"]

_FIGURE_SECONDS = 5.0
"""Seconds to solve for a figure of a proof's premises."""


def proof_record(record: ProofRecord, *, title: str = "proof", seed: int = 0) -> dict[str, Any]:
    """Return the data of a page about a proof alone; its figure is solved from the premises.

    Parameters
    ----------
    record : ProofRecord
        The proof, as `geoengine.verify.read_proof` returns it.
    title : str
        The title of the page; by default what is proved.
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
        **header("proof", proof_title(record, title), None),
        "figure": figure,
        "answers": [],
        "proofs": proofs,
        "unproved": [],
        "stopped": None,
        **states.record(),
    }


def extended_proof_record(
    record: ProofRecord, problem: Problem, added: str, *, search: Any = None, seed: int = 0
) -> dict[str, Any]:
    """Return the data of a page about a proof that adds points to a problem.

    Parameters
    ----------
    record : ProofRecord
    problem : Problem
        The problem, whose figure is shown with the added points.
    added : str
        The clauses of these points.
    search : object, optional
        The attempts of the search that found them, as for `searching_record`.
    seed : int
        The seed of the figure.

    Raises
    ------
    PlacementError
        If no figure was found, or the points cannot be placed in it.
    InputError
        If the clauses or the search cannot be read.

    Examples
    --------
    >>> import geoengine as ge
    >>> from geoengine.verify import read_proof
    >>> text = "a b c = triangle; e = midpoint a c; f = midpoint a b ? midp f a b"
    >>> problem = ge.load_problem(text)
    >>> proof = read_proof({
    ...     "goal": "midp f a b", "premises": 2, "statements": ["coll a b f", "cong a f b f"],
    ...     "steps": [],
    ... })
    >>> page = extended_proof_record(proof, problem, "x = midpoint e f")
    >>> [page["figure"]["points"][k] for k in page["figure"]["added"]]
    ['x']
    """
    steps = load_steps(added, problem)
    longer, diagram = add_points(problem, place(problem, seed=seed).xy, steps)
    states = StateTable(diagram.index, load_rules())
    states.add_premises(problem.relations)
    states.add_definitions(longer.relations)
    proofs = proof_records(states, [proof_from_record(record)])
    new = longer.points[len(problem.points) :]
    return {
        **header("proof", proof_title(record, "proof"), problem),
        "figure": figure_record(diagram, longer.premises, longer, new),
        "answers": [],
        "proofs": proofs,
        "search": None if search is None else searching_record(search, problem),
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


def proof_records(
    states: StateTable, proofs: Sequence[Proof], *, names_goal: bool = False
) -> list[dict[str, Any]]:
    """Return the records of the proofs of one goal, the main one first.

    With `names_goal`, their titles say what they prove, for pages with several goals.
    """
    goals = [f" of {write(proof.goal)}" if names_goal else "" for proof in proofs]
    titles = [
        f"Another proof{goal} ({k})" if k > 1 else f"Proof{goal}"
        for k, goal in enumerate(goals, start=1)
    ]
    return [
        {
            **states.add_proof(proof, title),
            "sums": [_sums(states, step.derivation) for step in proof.steps],
        }
        for proof, title in zip(proofs, titles, strict=True)
    ]


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
