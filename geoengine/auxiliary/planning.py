"""The planning of attempts, from the outcomes of earlier ones."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from geoengine.auxiliary.attempt import Attempt, Outcome
from geoengine.auxiliary.budget import SearchBudget
from geoengine.scene import ConstructionStep

__all__ = ["Planner"]

_GENERATION = 24
"""The number of attempts that are planned together."""

_WINDOWS = 8
"""The number of attempts of the first generation that go through the best points, in order."""

_BRANCHES = 3
"""The number of further branches in each generation."""

_KEPT = 3
"""The largest number of points that a branch keeps."""

_SHARPNESS = 0.3
"""The difference in merit that makes a point e times as likely to be kept."""

_TRUST = 2.0
"""How many attempts a point has to be in for half of its mean progress to count as its own."""

_OPENED = 1.5
"""How much the logarithm of the number of openings counts, compared with that of the progress."""

Steps = tuple[ConstructionStep, ...]


class Planner:
    """Plans attempts in generations, so that the plan does not depend on the number of workers.

    In the first generation, points are added to the figure of the problem: first the best ones, in
    order, then others by chance. In later ones, every other attempt is in one of a few new
    branches, which keep points of the attempts with most progress.

    Parameters
    ----------
    budget : SearchBudget
    """

    def __init__(self, budget: SearchBudget) -> None:
        self._budget = budget
        self._planned = 0
        self._outcomes: dict[Steps, list[Outcome]] = defaultdict(list)
        self._begun: dict[Steps, int] = defaultdict(int)
        self._parents: set[int] = set()
        self._origins: dict[Steps, int] = {}

    def learn(self, outcome: Outcome) -> None:
        """Take account of an outcome."""
        self._outcomes[outcome.attempt.kept].append(outcome)

    def generation(self) -> Iterator[Attempt]:
        """Plan the next attempts; none if the budget allows no more."""
        count = _GENERATION
        if self._budget.attempts is not None:
            count = min(count, self._budget.attempts - self._planned)
        ranked, by_progress = self._budget.ranking.by_coincidences, self._budget.ranking.by_progress
        further = self._new_branches() if by_progress else []
        merits = {kept: self._merits(kept) if by_progress else {} for kept in ((), *further)}
        for k in range(count):
            kept = further[k // 2 % len(further)] if further and k % 2 else ()
            window = self._begun[kept]
            self._begun[kept] += 1
            ordered = ranked and window < (1 if kept else _WINDOWS)
            yield Attempt(
                self._planned + k,
                kept,
                tuple(merits[kept].items()),
                window if ordered else None,
                self._origins.get(kept),
            )
        self._planned += max(0, count)

    def _merits(self, kept: Steps) -> dict[int, float]:
        """Return what each point tried in a branch gave, compared with the mean."""
        outcomes = self._outcomes[kept]
        gains = [math.log1p(max(0, outcome.progress)) for outcome in outcomes]
        mean = sum(gains) / max(1, len(gains))
        own, opened = defaultdict(list), defaultdict(list)
        for outcome, gain in zip(outcomes, gains, strict=True):
            for number, openings in zip(outcome.chosen, outcome.openings, strict=True):
                own[number].append(gain - mean)
                opened[number].append(_OPENED * math.log1p(openings))
        usual = np.mean([sum(found) / len(found) for found in opened.values()] or [0.0])
        return {
            number: sum(found) / (len(found) + _TRUST) + float(np.mean(opened[number]) - usual)
            for number, found in own.items()
        }

    def _new_branches(self) -> list[Steps]:
        """Return branches that keep some points of the attempts with most progress.

        Each attempt gives rise to one branch at most; equal ones do so in their order.
        """
        rng = np.random.default_rng([self._budget.seed, self._planned])
        room = self._budget.at_once // 2
        parents = [
            outcome
            for outcomes in self._outcomes.values()
            for outcome in outcomes
            if outcome.attempt.number not in self._parents and len(outcome.attempt.kept) < room
        ]
        parents.sort(key=lambda one: (-_promise(one), one.attempt.number))
        found = []
        for outcome in parents[:_BRANCHES]:
            self._parents.add(outcome.attempt.number)
            kept = outcome.attempt.kept
            merits = self._merits(kept)
            own = np.array([merits[number] for number in outcome.chosen])
            best = np.argsort(-(own / _SHARPNESS + rng.gumbel(size=len(own))))[:_KEPT]
            added = outcome.steps[len(kept) :]
            chosen = sorted(best[: room - len(kept)].tolist())
            branch = (*kept, *(added[k] for k in chosen))
            self._origins.setdefault(branch, outcome.attempt.number)
            found.append(branch)
        return found


def _promise(outcome: Outcome) -> float:
    """Return how far an attempt came."""
    opened = max(outcome.openings, default=0)
    return math.log1p(max(0, outcome.progress)) + _OPENED * math.log1p(opened)
