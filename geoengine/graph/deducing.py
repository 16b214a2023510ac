"""Deducing all that follows from a problem, or as much as its goals need."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Rule, check_rule_ids, load_rules
from geoengine.deduction import CompiledRule, Limits, compile_tiers, search
from geoengine.graph.confirmation import FurtherDraws
from geoengine.graph.reasoning import ReasoningGraph, relations_among
from geoengine.language import Question, Statement
from geoengine.scene import Diagram, Problem, place

__all__ = ["deduce"]

_LOG = logging.getLogger(__name__)


def deduce(
    problem: Problem,
    *,
    diagram: Diagram | None = None,
    seed: int = 0,
    rules: Iterable[Rule] | None = None,
    premises: Sequence[Statement] | None = None,
    limits: Limits | None = None,
    further_draws: NDArray[np.float64] | None = None,
    confirmed_draws: NDArray[np.float64] | None = None,
    goals: Sequence[Statement | Question] = (),
) -> ReasoningGraph:
    """Derive everything that follows from a problem's premises, or as much as some goals need.

    Parameters
    ----------
    problem : Problem
    diagram : Diagram, optional
        A diagram of the problem; by default one is placed.
    seed : int
        The seed of that placement.
    rules : iterable of Rule, optional
        By default the rules that come with geoengine.
    premises : sequence of Statement, optional
        By default those of the problem.
    limits : Limits, optional
    further_draws : ndarray, shape (draws, points, 2), optional
        Further draws in which derived statements are tested. By default they are placed when they
        are needed.
    confirmed_draws : ndarray, shape (draws, points, 2), optional
        The `draws` of the graph of an equal call, after its `confirm_all`; nothing is tested again.
    goals : sequence of Statement or Question, optional
        If given, rules are used tier by tier (their field `tier`), only as far as the goals need,
        and the run stops after the round in which all of them are known. This is much faster if
        only proofs of the goals are wanted.

    Returns
    -------
    ReasoningGraph

    Raises
    ------
    PlacementError
        When no figure satisfies the problem.
    ProblemError
        If a premise is about a point that the figure does not have.
    CatalogueError
        If a rule has the id of a step of the engine.

    Examples
    --------
    >>> import geoengine as ge
    >>> problem = ge.load_problem(
    ...     "a b c = triangle; h = on_tline h b a c, on_tline h c a b ? perp a h b c"
    ... )
    >>> graph = ge.deduce(problem)
    >>> graph.derived(problem.goal), graph.stop_reason.value
    (True, 'saturated')
    """
    started = time.perf_counter()
    if diagram is None:
        diagram = place(problem, seed=seed)
    placed = time.perf_counter() - started
    if rules is None:
        by_id, tiers = load_rules(), _own_tiers()
    else:
        used = tuple(rules)
        check_rule_ids(used)
        by_id, tiers = {rule.id: rule for rule in used}, compile_tiers(used)
    relations = relations_among(problem.premises if premises is None else premises, diagram)
    draws = diagram.xy if confirmed_draws is None else confirmed_draws
    deduction = search(diagram.points, draws, tiers, relations, goals, limits=limits)
    seconds = {"place": placed, **deduction.seconds}
    _LOG.info(
        "%s: %d points placed in %.3f s; %d instances listed in %.3f s; closed in %.3f s, %s after"
        " %d rounds",
        problem.name, len(diagram.points), placed, len(deduction.closure.agenda.fired),
        seconds["ground"], seconds["close"],
        deduction.stop_reason.value, len(deduction.closure.history),
    )  # fmt: skip
    for entry in deduction.report if _LOG.isEnabledFor(logging.DEBUG) else ():
        _LOG.debug("%s: %d of %d instances fired", entry.rule, entry.fired, entry.instances)
    tests = FurtherDraws(problem, diagram, further_draws)
    return ReasoningGraph(
        problem, diagram, deduction, by_id, seconds, tests, limits=limits, goals=goals, draws=draws,
        confirmed=confirmed_draws is not None,
    )  # fmt: skip


@cache
def _own_tiers() -> tuple[tuple[CompiledRule, ...], ...]:
    return compile_tiers(tuple(load_rules().values()))
