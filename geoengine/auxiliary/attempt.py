"""Attempts: some points of a pool are added to the figure together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geoengine.auxiliary.branch import Branch, branch_of
from geoengine.auxiliary.budget import SearchBudget
from geoengine.auxiliary.pool import NEAREST, size_of
from geoengine.auxiliary.progress import known_equalities
from geoengine.catalogue import Rule
from geoengine.deduction import Deduction, StopReason, lay_groundwork
from geoengine.errors import PlacementError
from geoengine.language import Complex, Statement, as_complex, as_real
from geoengine.scene import ConstructionStep, Problem, assemble, place

__all__ = ["Attempt", "Attempting", "Outcome", "new_names"]

_LEVELLED = 8
"""Added to ranks, so that the first few points of a pool are about equally likely."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to be made.

    Attributes
    ----------
    number : int
        From 0.
    kept : tuple of ConstructionStep
        The points of the branch.
    merits : tuple of (int, float)
        Points of the pool, by number, with the logarithm of a factor of their probability.
    window : int or None
        How many times as many points as are tried to pass over, before the best others are taken;
        None for a choice by chance.
    parent : int or None
        The number of the attempt whose points the branch keeps; None for the problem alone.
    """

    number: int
    kept: tuple[ConstructionStep, ...] = ()
    merits: tuple[tuple[int, float], ...] = ()
    window: int | None = None
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an attempt gave.

    Attributes
    ----------
    attempt : Attempt
    chosen : tuple of int
        The points tried, as numbers in the pool of the branch.
    steps : tuple of ConstructionStep
        The kept points, and then those that were tried.
    reached : bool
        Whether all goals were derived.
    progress : int
        How many more equalities between angles, or ratios, of the problem's points were derived.
    openings : tuple of int
        For each point tried, the number of rule instances with it that would give a goal if one
        more hypothesis were known.
    """

    attempt: Attempt
    chosen: tuple[int, ...]
    steps: tuple[ConstructionStep, ...]
    reached: bool
    progress: int
    openings: tuple[int, ...]


def new_names(problem: Problem, count: int) -> list[str]:
    """Return names that the problem does not use, in the case of its points."""
    capital = any(name[:1].isupper() for name in problem.points)
    letters = "XYZUVWPQRSTKLMN" if capital else "xyzuvwpqrstklmn"
    numbered = (f"{letters[0]}{k}" for k in range(1, count + len(problem.points) + 1))
    free = (name for name in (*letters, *numbered) if name not in problem.points)
    return [name for name, _ in zip(free, range(count), strict=False)]


def _way(ways: int, attempt: Attempt, rng: np.random.Generator) -> int:
    """Choose a way to construct a point: what can be proved about it depends on that."""
    return 0 if attempt.window is not None or rng.integers(2) else int(rng.integers(ways))


class Attempting:
    """Makes attempts at a problem; worker processes get a copy.

    Parameters
    ----------
    problem : Problem
    rules : sequence of Rule
    budget : SearchBudget
        Its seed and number of points tried at once, and the ranking.
    """

    def __init__(self, problem: Problem, rules: Sequence[Rule], budget: SearchBudget) -> None:
        self._problem, self._rules, self._seed = problem, rules, budget.seed
        self._at_once, self._ranking = budget.at_once, budget.ranking
        self._known: int | None = None

    def __call__(self, attempt: Attempt) -> Outcome:
        """Make an attempt."""
        try:
            branch = branch_of(self._problem, self._seed, attempt.kept, self._ranking)
        except PlacementError:
            return Outcome(attempt, (), attempt.kept, False, 0, ())
        rng = np.random.default_rng([self._seed, attempt.number])
        chosen = self._chosen(branch, attempt, rng)
        names = new_names(branch.problem, len(chosen))
        steps = tuple(
            branch.pool.step(number, name, _way(branch.pool.ways(number), attempt, rng))
            for number, name in zip(chosen, names, strict=True)
        )
        z = np.concatenate([branch.z, branch.pool.z[:, chosen]], axis=1)
        points = (*branch.problem.points, *names)
        premises = dict.fromkeys((*branch.problem.relations, *assemble(steps).relations))
        deduction = self._deduced(points, z, tuple(premises))
        reached = deduction.stop_reason is StopReason.REACHED
        progress, openings = 0, (0,) * len(chosen)
        if self._ranking.by_progress and not reached:
            progress = self._progress(deduction)
            openings = self._openings(deduction, range(branch.z.shape[1], z.shape[1]))
        steps = (*attempt.kept, *steps)
        return Outcome(attempt, tuple(chosen), steps, reached, progress, openings)

    def _deduced(
        self, points: tuple[str, ...], z: Complex, premises: Sequence[Statement]
    ) -> Deduction:
        groundwork = lay_groundwork(as_real(z), self._rules)
        return Deduction(points, groundwork, premises, goals=self._problem.goals)

    def _progress(self, deduction: Deduction) -> int:
        """Return how many more equalities about the problem's points are known than without."""
        count = len(self._problem.points)
        if self._known is None:
            z = as_complex(place(self._problem, seed=self._seed).xy)
            before = self._deduced(self._problem.points, z, self._problem.relations)
            self._known = known_equalities(before, count)
        return known_equalities(deduction, count) - self._known

    def _openings(self, deduction: Deduction, points: Sequence[int]) -> tuple[int, ...]:
        """Return, for each of some points, in how many openings of the goals it is."""
        goals = [goal for goal in self._problem.goals if not goal.is_condition]
        rows = np.concatenate([deduction.openings(goal) for goal in goals])
        return tuple(int((rows == point).any(axis=1).sum()) for point in points)

    def _chosen(self, branch: Branch, attempt: Attempt, rng: np.random.Generator) -> list[int]:
        """Choose points of the pool that are not near each other."""
        total, wanted = len(branch.order), self._at_once - len(attempt.kept)
        weights = np.zeros(total)
        if self._ranking.by_coincidences:
            weights[branch.order] = -np.log(np.arange(total) + _LEVELLED)
        for number, merit in attempt.merits:
            weights[number] += merit
        if attempt.window is not None:
            order = branch.order[attempt.window * wanted :]
        else:
            order = np.argsort(-(weights + rng.gumbel(size=total)))
        near = NEAREST * size_of(branch.z)
        chosen: list[int] = []
        for number in order[: 4 * wanted].tolist():
            apart = np.abs(branch.pool.z[:, chosen] - branch.pool.z[:, [number]]) > near
            if apart.all():
                chosen.append(number)
            if len(chosen) == wanted:
                break
        return chosen
