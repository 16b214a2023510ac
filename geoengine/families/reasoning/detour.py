"""Detours: valid steps that follow a plan at first, and then turn to results it does not need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal, is_readable, is_reducible
from geoengine.graph import Proof, ProofStep
from geoengine.items import pick
from geoengine.language import Statement

__all__ = [
    "MOST_SUBGOALS",
    "Departure",
    "Detour",
    "departures",
    "dependencies",
    "detours",
    "helps",
    "mixed",
    "renumbered",
]

_ENDS = 12
"""How many statements are tried as the end of a detour."""

_FEWEST_STEPS, _MOST_STEPS = 2, 6
MOST_SUBGOALS = 3
_UNREACHED = 0.8
"""The share of detours that start before a sub-goal is reached, not just after one."""


@dataclass(frozen=True)
class Detour:
    """Valid steps that follow a plan at first, and then leave it.

    The plan is the proof of a goal, and never mentions the points `outside`. Every step off the
    plan is about some of these points. No sub-goal follows in one step from the first of them.

    Attributes
    ----------
    subgoals : tuple of Statement
        The sub-goals that the plan states, in the order of the proof, without the goal.
    attempt : Proof
        All the steps, renumbered, up to the end of the detour.
    left_at : int
        The number of the first step that leaves the plan.
    outside : tuple of str
        The points that the plan does not need.
    """

    subgoals: tuple[Statement, ...]
    attempt: Proof
    left_at: int
    outside: tuple[str, ...]


def detours(context: Context, rng: Generator, goal: Goal) -> Iterator[Detour]:
    """Yield detours from the proof of a goal, with ends in random order.

    The steps before the detour lead to a sub-goal that is reached. In most cases some of them also
    lead toward one that is not reached; otherwise the key would always come right after a sub-goal.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import goals, make_context
    >>> text = (
    ...     "A B C = triangle A B C; D = foot D A B C; E = foot E B A C; F = foot F C A B;"
    ...     " O = circumcenter O A B C; M = midpoint M B C"
    ... )
    >>> context, rng = make_context(load_problem(text), scene="o", seed=1), np.random.default_rng(0)
    >>> found = [detour for goal in goals(context, rng) for detour in detours(context, rng, goal)]
    >>> all(set(d.attempt.steps[d.left_at - 1].conclusion.points) & set(d.outside) for d in found)
    True
    """
    for departure in departures(context, rng, goal):
        detour = _detour_by(context, rng, departure)
        if detour is not None:
            yield detour


@dataclass(frozen=True)
class Departure:
    """A plan, and steps that lead away from it.

    Attributes
    ----------
    plan : Proof
        The proof of the goal.
    end : Proof
        The proof of another statement, to which the steps off the plan lead.
    leaving : tuple of ProofStep
        The steps of `end` that the plan does not have, each about some outside points.
    outside : tuple of str
        The points that the plan does not need.
    """

    plan: Proof
    end: Proof
    leaving: tuple[ProofStep, ...]
    outside: tuple[str, ...]

    @property
    def shared(self) -> list[int]:
        """The numbers of the steps of the plan that the proof `end` has too."""
        in_end = _conclusions(self.end)
        return [step.number for step in self.plan.steps if step.conclusion in in_end]


def departures(context: Context, rng: Generator, goal: Goal) -> Iterator[Departure]:
    """Yield ways to leave the proof of a goal, with ends in random order."""
    plan = goal.proof
    outside = [p for p in context.problem.points if p not in plan.points]
    if not outside:
        return
    in_plan = _conclusions(plan)
    ends = (
        state
        for state in pick(rng, [*context.graph.deduction.conclusions()])
        if not set(state.points).isdisjoint(outside)
        and is_readable(state)
        and not is_reducible(context, state)
    )
    for statement in islice(ends, _ENDS):
        end = context.proof(statement)
        leaving = tuple(step for step in end.steps if step.conclusion not in in_plan)
        if _FEWEST_STEPS <= len(leaving) <= _MOST_STEPS and all(
            set(step.conclusion.points).intersection(outside) for step in leaving
        ):
            yield Departure(plan, end, leaving, tuple(outside))


def _detour_by(context: Context, rng: Generator, departure: Departure) -> Detour | None:
    """Make a detour whose steps off the plan all come at the end.

    None if it would take too many sub-goals, or if the steps are helpful.
    """
    plan, leaving, shared = departure.plan, departure.leaving, departure.shared
    reached = _reached_subgoals(rng, plan, shared)
    if reached is None:
        return None
    kept = dependencies(plan, reached)
    stated = list(reached)
    approach = _approach(rng, plan, kept) if rng.random() < _UNREACHED else None
    if approach is not None:
        subgoal, steps_towards = approach
        kept |= steps_towards
        stated += [subgoal] if subgoal < len(plan.steps) else []
    left = [s.number for s in plan.steps[:-1] if s.number not in {*kept, *stated}]
    stated = sorted([*stated, *pick(rng, left, MOST_SUBGOALS - len(stated))])
    subgoals = tuple(plan.steps[number - 1].conclusion for number in stated)
    if helps(context, leaving[0].conclusion, [*subgoals, plan.goal]):
        return None
    steps = [step for step in plan.steps if step.number in kept]
    attempt = renumbered([*steps, *leaving], {**plan.names, **departure.end.names})
    return Detour(subgoals, attempt, len(steps) + 1, departure.outside)


def _conclusions(proof: Proof) -> set[Statement]:
    return {step.conclusion for step in proof.steps}


def _reached_subgoals(rng: Generator, plan: Proof, shared: list[int]) -> list[int] | None:
    """Choose steps before the last, by number, whose conclusions are to be the sub-goals.

    Together they depend on all shared steps. None if that takes too many of them, or if the plan
    has a single step or shares its last one.
    """
    last = len(plan.steps)
    if last in shared or last < 2:
        return None
    first = int(rng.integers(1, last))
    reached = [first]
    for number in reversed(shared):
        if number not in dependencies(plan, reached):
            reached.append(number)
    return reached if len(reached) <= MOST_SUBGOALS else None


def _approach(rng: Generator, plan: Proof, kept: set[int]) -> tuple[int, set[int]] | None:
    """Choose a sub-goal that is not reached, or the goal, and the first steps toward it.

    Both by number; None if every step off `kept` has no further steps before it.
    """
    choices = []
    for step in plan.steps:
        towards = sorted(dependencies(plan, [step.number]) - kept - {step.number})
        if step.number not in kept and towards:
            choices.append((step.number, towards))
    if not choices:
        return None
    subgoal, towards = pick(rng, choices, 1)[0]
    return subgoal, set(towards[: 1 + int(rng.integers(len(towards)))])


def dependencies(proof: Proof, numbers: Iterable[int]) -> set[int]:
    """The numbers of some steps and of all steps that they depend on."""
    found: set[int] = set()
    stack = list(numbers)
    while stack:
        number = stack.pop()
        if number not in found:
            found.add(number)
            stack += proof.steps[number - 1].uses
    return found


def helps(context: Context, state: Statement, subgoals: Iterable[Statement]) -> bool:
    """Whether some sub-goal follows in one step from a state, but not without it."""
    with_it, without = context.one_round_from([state]), context.one_round_from([])
    return any(with_it.derived(subgoal) and not without.derived(subgoal) for subgoal in subgoals)


def renumbered(steps: Sequence[ProofStep], names: Mapping[str, str]) -> Proof:
    """Return a proof of the given steps, in their order, with new numbers.

    Parameters
    ----------
    steps : list of ProofStep
        Each comes after those that it uses; the last concludes the goal.
    names : dict of str to str
        The names of the rules, by id.
    """
    numbers = {step.conclusion: number for number, step in enumerate(steps, start=1)}
    found = tuple(
        replace(
            step,
            number=numbers[step.conclusion],
            uses=tuple(numbers[a] for a in step.derivation.antecedents if a in numbers),
        )
        for step in steps
    )
    return Proof(steps[-1].conclusion, found, names)


def mixed(
    rng: Generator, kept: Sequence[ProofStep], leaving: Sequence[ProofStep]
) -> list[ProofStep]:
    """All steps in a random order in which each comes after those whose conclusions it uses."""
    steps = [*kept, *leaving]
    first_off = len(steps) - len(leaving)
    numbers = {step.conclusion: number for number, step in enumerate(steps)}
    needs = [{numbers[a] for a in s.derivation.antecedents if a in numbers} for s in steps]
    waiting, found = set(range(len(steps))), list[ProofStep]()
    haste = rng.random()
    while waiting:
        ready = [number for number in sorted(waiting) if waiting.isdisjoint(needs[number])]
        off_plan = [number for number in ready if number >= first_off]
        on_plan = [number for number in ready if number < first_off]
        if off_plan and on_plan:
            ready = off_plan if rng.random() < haste else on_plan
        number = ready[int(rng.integers(len(ready)))]
        waiting.remove(number)
        found.append(steps[number])
    return found
