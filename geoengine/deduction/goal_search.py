"""The search for goals: rules are added in tiers, only as far as the goals need."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.closure import Limits, StopReason
from geoengine.deduction.compiled_rule import CompiledRule, conclusions
from geoengine.deduction.deduction import Deduction
from geoengine.deduction.given_goals import goal_facts, may_be_given, only_concluded
from geoengine.deduction.groundwork import Groundwork, list_instances, true_relations
from geoengine.deduction.statement_parts import premise_facts
from geoengine.language import Question, Statement

__all__ = ["search"]


def search(
    points: Sequence[str],
    xy: NDArray[np.float64],
    tiers: Sequence[tuple[CompiledRule, ...]],
    premises: Sequence[Statement],
    goals: Sequence[Statement | Question],
    without: frozenset[str] = frozenset(),
    limits: Limits | None = None,
    earlier: Groundwork | None = None,
) -> Deduction:
    """Derive goals with the rules of the first tier, then with those of further tiers as well.

    Where the premises alone may imply the goals, that is tried before any instance is listed. Every
    tier starts from the premises, so the result does not depend on the tiers before. A tier is
    passed over if its rules have no further instances, or if none of them concludes statements
    such as a goal that no table implies. Only the last tier derives measured ratios and angles,
    once no rule fires.

    Parameters
    ----------
    points : sequence of str
    xy : ndarray, shape (draws, points, 2)
    tiers : sequence of tuple of CompiledRule
        The rules of the first tier, then those of the first two, and so on; see `compile_tiers`.
    premises : sequence of Statement
        Relations that are true in the diagram.
    goals : sequence of Statement or Question
        The run stops after the round in which all of them are known. Without any, everything is
        derived.
    without : frozenset of str
        Ids of rules that are not to be used.
    limits : Limits, optional
    earlier : Groundwork, optional
        The groundwork of some of the rules in this diagram.

    Returns
    -------
    Deduction
        The deduction of the last tier used; its seconds are the total.
    """
    limits = limits or Limits()
    started = time.perf_counter()
    groundwork = earlier
    relations = true_relations(xy, limits) if earlier is None else earlier.relations
    runs = [(tiers[-1], limits)]
    number = {name: k for k, name in enumerate(points)}
    given = premise_facts(premises, number)
    if goals:
        wanted = goal_facts(goals, number)
        needed = only_concluded(relations.meanings, given, wanted)
        runs = [(tier, limits) for tier in tiers[:-1] if needed <= conclusions(tier)] + runs
        questions = any(isinstance(goal, Question) for goal in goals)
        if not questions and may_be_given(relations.meanings, given, wanted):
            runs.insert(0, ((), replace(limits, rounds=0)))
    seconds = {"ground": time.perf_counter() - started, "close": 0.0}
    instances = 0
    for chosen, own in runs:
        before, last = instances, chosen is tiers[-1]
        groundwork = list_instances(relations, chosen, limits, groundwork)
        seconds["ground"] += groundwork.seconds
        instances = len(groundwork.agenda.fired)
        if instances == before and chosen and not last:
            continue
        deduction = Deduction(
            points, groundwork, premises, without, own, goals, measured=last, given=given
        )
        # Later closures of the same figure mostly need the same constants.
        relations.frame.constants = deduction.closure.tables.constants.copied()
        seconds["close"] += deduction.seconds["close"]
        if deduction.stop_reason is StopReason.REACHED:
            break
    deduction.seconds.update(seconds)
    return deduction
