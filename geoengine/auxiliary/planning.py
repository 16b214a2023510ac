"""The planning of attempts, from the outcomes of earlier ones."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from geoengine.auxiliary.attempt import Attempt, Outcome
from geoengine.auxiliary.budget import SearchBudget
from geoengine.scene import ConstructionStep

__all__ = ["Planner"]

_GENERATION = 16
"""The number of attempts that are planned together."""

_WINDOWS = 8
"""The number of attempts of the first generation that go through the best points, in order."""

_BRANCHES = 3
"""The number of further branches in each generation."""

_KEPT = 3
"""The largest number of points that a branch keeps."""

_TRUST = 2.0
"""How many attempts a point has to be in for half of its mean progress to count as its own."""

Steps = tuple[ConstructionStep, ...]


class Planner:
    """Plans attempts in generations, so that the plan does not depend on the number of workers.

    In the first generation, points are added to the figure of the problem: first the best ones, in
    order, then others by chance. In later ones, every other attempt is in a further branch, which
    keeps the points that seem to have brought about the most progress.

    Parameters
    ----------
    budget : SearchBudget
    """

    def __init__(self, budget: SearchBudget) -> None:
        self._budget = budget
        self._planned = 0
        self._outcomes: dict[Steps, list[Outcome]] = defaultdict(list)
        self._begun: dict[Steps, int] = defaultdict(int)

    def learn(self, outcome: Outcome) -> None:
        """Take account of an outcome."""
        self._outcomes[outcome.attempt.kept].append(outcome)

    def generation(self) -> Iterator[Attempt]:
        """Plan the next attempts; none if the budget allows no more."""
        count = _GENERATION
        if self._budget.attempts is not None:
            count = min(count, self._budget.attempts - self._planned)
        by_progress = self._budget.ranking.by_progress
        further = self._best_kept() if by_progress else []
        merits = {kept: self._merits(kept) if by_progress else {} for kept in ((), *further)}
        for k in range(count):
            kept = further[k // 2 % len(further)] if further and k % 2 else ()
            window = self._begun[kept]
            self._begun[kept] += 1
            ordered = window < (1 if kept else _WINDOWS)
            yield Attempt(
                self._planned + k, kept, tuple(merits[kept].items()), window if ordered else None
            )
        self._planned += max(0, count)

    def _merits(self, kept: Steps) -> dict[int, float]:
        """Return the progress of each point tried in a branch, compared with the mean."""
        outcomes = self._outcomes[kept]
        gains = [math.log1p(max(0, outcome.progress)) for outcome in outcomes]
        mean = sum(gains) / max(1, len(gains))
        own = defaultdict(list)
        for outcome, gain in zip(outcomes, gains, strict=True):
            for number in outcome.chosen:
                own[number].append(gain - mean)
        return {number: sum(found) / (len(found) + _TRUST) for number, found in own.items()}

    def _best_kept(self) -> list[Steps]:
        """Return branches that keep the best points of the attempts with most progress."""
        merits = self._merits(())
        found: dict[Steps, None] = {}
        for outcome in sorted(self._outcomes[()], key=lambda one: -one.progress)[:_BRANCHES]:
            order = sorted(range(len(outcome.chosen)), key=lambda k: -merits[outcome.chosen[k]])
            found[tuple(outcome.steps[k] for k in sorted(order[:_KEPT]))] = None
        return [*found]
