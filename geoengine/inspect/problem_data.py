"""The data of a page about a problem: its reasoning graph, proofs and answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from geoengine.catalogue import Rule
from geoengine.deduction import Derivation
from geoengine.graph import (
    NotDerivedError,
    NotDeterminedError,
    ReasoningGraph,
    alternatives,
    compute,
    deduce,
    diagnose,
    shorten,
    trace,
)
from geoengine.inspect.figure_data import figure_record
from geoengine.inspect.page_header import header, problem_title
from geoengine.inspect.proof_data import proof_records
from geoengine.inspect.search_data import searching_record
from geoengine.inspect.state_table import StateTable
from geoengine.language import Statement
from geoengine.scene import Problem, describe_parts

__all__ = ["graph_record", "problem_record", "sentence_records"]


def problem_record(
    problem: Problem,
    *,
    seed: int = 0,
    rules: Sequence[Rule] | None = None,
    count: int = 3,
    search: Any = None,
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
    search : object, optional
        The attempts of a search for auxiliary points, as for `searching_record`.

    Returns
    -------
    dict
        Plain data for `standalone_page`.

    Raises
    ------
    PlacementError
        If no figure was found.
    InputError
        If the search cannot be read.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> record = problem_record(load_problem("A B C = triangle; M = midpoint B C ? midp M B C"))
    >>> record["proofs"][0]["title"], len(record["proofs"][0]["steps"]), record["unproved"]
    ('Proof', 1, [])
    """
    tried = None if search is None else searching_record(search, problem)
    graph = deduce(problem, seed=seed, rules=rules)
    return {**graph_record(graph, count=count), "search": tried}


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
    proofs, unproved = [], []
    goals = problem.goals if goals is None else goals
    names_goal = len(goals) + len(problem.questions) > 1
    for goal in goals:
        try:
            found = [shorten(graph, trace(graph, goal))]
        except NotDerivedError:
            unproved.append({"goal": str(goal), "why": str(diagnose(graph, goal))})
            continue
        if count > 1:
            found += alternatives(graph, goal, count=count, short=True)[1:]
        proofs += proof_records(states, found, names_goal=names_goal)
    answers = []
    for question in problem.questions:
        try:
            answer = compute(graph, question)
        except NotDeterminedError:
            answers.append({"question": str(question.quantity), "answer": None})
            continue
        answers.append({"question": str(question.quantity), "answer": str(answer)})
        proofs += proof_records(states, [shorten(graph, answer.proof)], names_goal=names_goal)
    for node in network:
        if isinstance(node, Derivation):
            states.add_step(node)
    return {
        **header("problem", problem_title(problem), problem),
        "sentences": sentence_records(problem, states, graph.premises),
        "figure": figure_record(graph.diagram, graph.premises, problem),
        "answers": answers,
        "proofs": proofs,
        "unproved": unproved,
        "stopped": graph.stop_reason.value,
        **states.record(),
    }


def sentence_records(
    problem: Problem, states: StateTable, premises: Iterable[Statement]
) -> list[list[Any]]:
    """Return the sentences of a problem's text, each with the premises that it states."""
    given = frozenset(premises)
    return [
        [text, [states.number(one) for one in stated if one in given]]
        for text, stated in describe_parts(problem)
    ]
