"""Attempts at a plan with a step that the plan has no use for, and other steps to offer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import (
    MOST_SUBGOALS,
    Departure,
    Detour,
    departures,
    dependencies,
    helps,
    mixed,
    renumbered,
)
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.items import pick
from geoengine.language import write

__all__ = ["StrayAttempt", "stray_attempt"]

_DEPARTURES, _DRAWS, _CHOICES = 6, 40, 5
"""How many departures from a plan are looked at, how many orders of the steps are drawn for each,
and how many choices of other steps to offer for each of these."""

_TESTED = 6
"""How many attempts, the best first, are tested for a step that helps with the plan after all."""

_WEIGHTS = {"new": 3, "first_past": 3, "cites": 2, "not_in_plan": 2, "in_plan": 2}
"""How much the rank in a mark counts, if not 1."""

_NOVEL, _NOTHING_NEW = ("new", "not_in_plan"), 4
"""Marks that the key always has, and what each other step without one of them counts."""

_NAME = re.compile(r"[A-Z][0-9']*")


@dataclass(frozen=True)
class StrayAttempt:
    """A detour, and the steps to offer as options beside the first that leaves the plan.

    Attributes
    ----------
    detour : Detour
    others : tuple of int
        The numbers of the other steps offered.
    marks : dict of int to dict of str to int
        For each offered step, by its number, what a reader can count without doing geometry.
    """

    detour: Detour
    others: tuple[int, ...]
    marks: dict[int, dict[str, int]]


def stray_attempt(
    context: Context, rng: Generator, goal: Goal, options: int, rank: int
) -> StrayAttempt | None:
    """Draw an attempt in which the step that leaves the plan does not stand out.

    Marks are numbers that a reader can count for each step without doing geometry, such as the
    number of points it mentions first. If the step that leaves the plan were any of those offered,
    its rank among them would be random, for every mark. So a rank is drawn for each mark; of many
    random attempts, the one is used in which the ranks of that step come closest to those drawn.
    Attempts in which the other steps mention no new points count as further away, and none is used
    in which the step that leaves the plan is the first that concludes no stated sub-goal and names
    a point that neither these nor the goal name.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    goal : Goal
        The goal of the plan.
    options : int
        How many steps are offered.
    rank : int
        How many of them come before the step that leaves the plan.

    Returns
    -------
    StrayAttempt or None
        None if no attempt was found.
    """
    drawn: list[StrayAttempt] = []
    for departure in islice(departures(context, rng, goal), _DEPARTURES):
        for detour in mixed_detours(rng, departure, _DRAWS):
            seen = _marks(detour)
            before = range(1, detour.left_at)
            after = range(detour.left_at + 1, len(seen) + 1)
            if len(before) >= rank and len(after) >= options - 1 - rank:
                if not _has_rival(goal, detour, before):
                    continue
                for _ in range(_CHOICES):
                    others = (*pick(rng, before, rank), *pick(rng, after, options - 1 - rank))
                    drawn.append(_attempt(detour, others, seen))
    if not drawn:
        return None
    wanted = {name: int(rng.integers(options)) for name in drawn[0].marks[drawn[0].detour.left_at]}
    drawn.sort(key=lambda attempt: _distance(attempt, wanted))
    for attempt in drawn[:_TESTED]:
        detour = attempt.detour
        key = detour.attempt.steps[detour.left_at - 1]
        if not helps(context, key.conclusion, [*detour.subgoals, goal.statement]):
            return attempt
    return None


def _has_rival(goal: Goal, detour: Detour, before: range) -> bool:
    """Whether a step of the plan could be taken for the first that the plan has no use for.

    Such a step comes earlier, concludes no stated sub-goal, and names a point that neither the goal
    nor a sub-goal names. Without one, the key would be the first of its kind.
    """
    stated = [*detour.subgoals, goal.statement]
    named = {point for statement in stated for point in statement.points}
    conclusions = (detour.attempt.steps[number - 1].conclusion for number in before)
    return any(one not in stated and not named.issuperset(one.points) for one in conclusions)


def mixed_detours(rng: Generator, departure: Departure, count: int) -> Iterator[Detour]:
    """Yield detours in which the first step off the plan may be followed by steps of the plan.

    Drawn at random are the steps of the plan to take, the sub-goals to state, and the order of the
    steps; each step comes after those that it uses. The caller has to check that the steps off the
    plan do not help with a sub-goal after all.

    Parameters
    ----------
    rng : numpy.random.Generator
    departure : Departure
        The plan, and the steps that leave it.
    count : int
        How many detours to draw. None are drawn if the plan has a single step, or if the steps off
        the plan use its last one.
    """
    plan, last = departure.plan, len(departure.plan.steps)
    if last in departure.shared or last < 2:
        return
    leaving = {step.conclusion for step in departure.leaving}
    for _ in range(count):
        seeds = pick(rng, range(1, last), 1 + int(rng.integers(min(last - 1, MOST_SUBGOALS))))
        kept = dependencies(plan, [*seeds, *departure.shared])
        stated = pick(rng, seeds, MOST_SUBGOALS - int(rng.integers(2)))
        left = [step.number for step in plan.steps[:-1] if step.number not in kept]
        stated = sorted([*stated, *pick(rng, left, MOST_SUBGOALS - len(stated))])
        order = mixed(rng, [s for s in plan.steps if s.number in kept], departure.leaving)
        attempt = renumbered(order, {**plan.names, **departure.end.names})
        first = next(n for n, step in enumerate(order, start=1) if step.conclusion in leaving)
        subgoals = tuple(plan.steps[number - 1].conclusion for number in stated)
        yield Detour(subgoals, attempt, first, departure.outside)


def _attempt(
    detour: Detour, others: tuple[int, ...], seen: dict[int, dict[str, int]]
) -> StrayAttempt:
    offered = sorted([*others, detour.left_at])
    reached = [step.number for step in detour.attempt.steps if step.conclusion in detour.subgoals]
    last = max(reached, default=0)
    first_past = next((n for n in offered if n > last), 0)
    marks = {n: {**seen[n], "first_past": int(n == first_past)} for n in offered}
    return StrayAttempt(detour, others, marks)


def _marks(detour: Detour) -> dict[int, dict[str, int]]:
    """What a reader sees of each step without geometry."""
    steps = detour.attempt.steps
    plan = "; ".join(map(write, detour.subgoals))
    planned = Counter(_NAME.findall(plan))
    known: set[str] = set()
    marks = {}
    for step in steps:
        points = set(step.conclusion.points)
        seen = points.union(*(a.points for a in step.derivation.antecedents))
        marks[step.number] = {
            "new": len(seen - known),
            "in_plan": len(points & planned.keys()),
            "not_in_plan": len(points - planned.keys()),
            "often_in_plan": sum(planned[p] for p in points),
            "cites": len(step.uses),
            "cited": sum(step.number in other.uses for other in steps),
            "follows": int(
                step.number > 1 and steps[step.number - 2].conclusion in detour.subgoals
            ),
        }
        known |= seen
    return marks


def _distance(attempt: StrayAttempt, wanted: dict[str, int]) -> float:
    """How far the ranks of the step that leaves the plan are from those that were drawn."""
    own = attempt.marks[attempt.detour.left_at]
    others = [attempt.marks[number] for number in attempt.others]
    distance = 0.0
    for name, rank in wanted.items():
        below = sum(mark[name] < own[name] for mark in others)
        not_above = sum(mark[name] <= own[name] for mark in others)
        distance += _WEIGHTS.get(name, 1) * max(below - rank, rank - not_above, 0) ** 2
    for name in _NOVEL:
        # A step that brings nothing new cannot be the key, to anyone who compares names.
        distance += _NOTHING_NEW * sum(not mark[name] for mark in others)
    return distance
