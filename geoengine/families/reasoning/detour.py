"""Detours: steps that follow a plan at first, and then leave it for results it does not need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal, is_readable, is_roundabout
from geoengine.graph import Proof, ProofStep
from geoengine.items import pick
from geoengine.language import Statement

__all__ = ["Detour", "detours"]

_ENDS = 12
_FEWEST_OFF, _MOST_OFF = 2, 6
_MOST_SUBGOALS = 3
_BEGUN = 0.8
"""The share of detours that start on the way to a sub-goal, not after reaching one."""


@dataclass(frozen=True)
class Detour:
    """Sound steps of which the first follow a plan, and the rest do not.

    The proof of the goal never mentions the points `outside`; every step that leaves the plan is
    about some of them, and its conclusion brings no sub-goal within one step.

    Attributes
    ----------
    subgoals : tuple of Statement
        The sub-goals of the plan, in the order of the proof, without the goal.
    work : Proof
        All the steps, renumbered, up to the end of the detour.
    left_at : int
        The number of the first step that leaves the plan.
    outside : tuple of str
        The points that the plan does not need.
    """

    subgoals: tuple[Statement, ...]
    work: Proof
    left_at: int
    outside: tuple[str, ...]


def detours(context: Context, rng: Generator, goal: Goal) -> Iterator[Detour]:
    """Yield detours from the proof of a goal, with ends in random order.

    Each step before the detour leads to a sub-goal that is reached before it or, in most cases,
    also to one not yet reached, so that reaching a sub-goal does not announce the detour.

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
    >>> all(set(d.work.steps[d.left_at - 1].conclusion.points) & set(d.outside) for d in found)
    True
    """
    on = goal.proof
    outside = [p for p in context.problem.points if p not in _mentioned(on)]
    if not outside:
        return
    ends = [
        state
        for state in context.graph.states
        if set(state.points).intersection(outside)
        and is_readable(state)
        and not is_roundabout(context, state)
    ]
    for end in pick(rng, ends, _ENDS):
        detour = _to(context, rng, on, context.proof(end), outside)
        if detour is not None:
            yield detour


def _mentioned(proof: Proof) -> set[str]:
    """The points in all statements of a proof."""
    told = [*proof.premises, proof.goal]
    for step in proof.steps:
        told += [step.conclusion, *step.derivation.antecedents, *step.derivation.conditions]
    return {point for statement in told for point in statement.points}


def _to(
    context: Context, rng: Generator, on: Proof, off: Proof, outside: Iterable[str]
) -> Detour | None:
    on_it, off_it = _conclusions(on), _conclusions(off)
    leaving = [step for step in off.steps if step.conclusion not in on_it]
    if not _FEWEST_OFF <= len(leaving) <= _MOST_OFF:
        return None
    if any(not set(step.conclusion.points).intersection(outside) for step in leaving):
        return None
    shared = [step.number for step in on.steps if step.conclusion in off_it]
    reached = _reached(rng, on, shared)
    if reached is None:
        return None
    kept = _cone(on, reached)
    stated = list(reached)
    begun = _begun(rng, on, kept) if rng.random() < _BEGUN else None
    if begun is not None:
        ahead, further = begun
        kept |= further
        stated += [ahead] if ahead < len(on.steps) else []
    left = [s.number for s in on.steps[:-1] if s.number not in {*kept, *stated}]
    stated = sorted([*stated, *pick(rng, left, _MOST_SUBGOALS - len(stated))])
    subgoals = tuple(on.steps[number - 1].conclusion for number in stated)
    if _helps(context, leaving[0].conclusion, [*subgoals, on.goal]):
        return None
    steps = [step for step in on.steps if step.number in kept]
    work = _renumbered([*steps, *leaving], {**on.names, **off.names})
    return Detour(subgoals, work, len(steps) + 1, tuple(outside))


def _conclusions(proof: Proof) -> set[Statement]:
    return {step.conclusion for step in proof.steps}


def _reached(rng: Generator, on: Proof, shared: list[int]) -> list[int] | None:
    """Steps of the proof, other than the last, that conclude sub-goals and use all shared ones."""
    last = len(on.steps)
    if last in shared or last < 2:
        return None
    first = int(rng.integers(1, last))
    reached = [first]
    for number in reversed(shared):
        if number not in _cone(on, reached):
            reached.append(number)
    return reached if len(reached) <= _MOST_SUBGOALS else None


def _begun(rng: Generator, on: Proof, kept: set[int]) -> tuple[int, set[int]] | None:
    """A sub-goal that is not reached, or the goal, with the first steps towards it."""
    choices = []
    for step in on.steps:
        way = sorted(_cone(on, [step.number]) - kept - {step.number})
        if step.number not in kept and way:
            choices.append((step.number, way))
    if not choices:
        return None
    ahead, way = pick(rng, choices, 1)[0]
    return ahead, set(way[: 1 + int(rng.integers(len(way)))])


def _cone(proof: Proof, numbers: Iterable[int]) -> set[int]:
    """Steps and all steps that they depend on."""
    found: set[int] = set()
    stack = list(numbers)
    while stack:
        number = stack.pop()
        if number not in found:
            found.add(number)
            stack += proof.steps[number - 1].uses
    return found


def _helps(context: Context, state: Statement, subgoals: Iterable[Statement]) -> bool:
    """Whether a state brings a sub-goal within one step that is not so from the premises alone."""
    near, bare = context.one_round_from([state]), context.one_round_from([])
    return any(near.derived(subgoal) and not bare.derived(subgoal) for subgoal in subgoals)


def _renumbered(steps: list[ProofStep], names: dict[str, str]) -> Proof:
    numbers = {step.conclusion: number for number, step in enumerate(steps, start=1)}
    renumbered = tuple(
        replace(
            step,
            number=numbers[step.conclusion],
            uses=tuple(numbers[a] for a in step.derivation.antecedents if a in numbers),
        )
        for step in steps
    )
    return Proof(steps[-1].conclusion, renumbered, names)
