"""The budget of a search, and why it ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

__all__ = ["Ranking", "SearchBudget", "SearchStop"]


class SearchStop(Enum):
    """Why a search ended."""

    PROVED = "proved"
    """All goals are proved."""
    FALSE_GOAL = "false_goal"
    """A goal is false in the figure, so that nothing was tried."""
    NO_POINTS = "no_points"
    """There is no point that could be added."""
    TIME_LIMIT = "time_limit"
    """`SearchBudget.seconds` passed."""
    ATTEMPT_LIMIT = "attempt_limit"
    """`SearchBudget.attempts` attempts were made."""
    INTERRUPTED = "interrupted"
    """Ctrl-C ended it."""


class Ranking(Enum):
    """How the points to add are chosen."""

    RANDOM = "random"
    """All are equally likely."""
    COINCIDENCES = "coincidences"
    """Points with many relations to the figure are more likely."""
    PROGRESS = "progress"
    """Points that bring the goal nearer are more likely, and are kept."""
    BOTH = "both"
    """Coincidences and progress."""

    @property
    def by_coincidences(self) -> bool:
        """Whether coincidences count."""
        return self in {Ranking.COINCIDENCES, Ranking.BOTH}

    @property
    def by_progress(self) -> bool:
        """Whether progress counts."""
        return self in {Ranking.PROGRESS, Ranking.BOTH}


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """The limits of a search, and how it chooses.

    Attributes
    ----------
    seconds : float or None
        The time after which no further attempt is begun; None for no limit.
    attempts : int or None
        The largest number of attempts; None for no limit. With the same seed and number of
        attempts, the result is the same for any number of workers.
    most_points : int
        The largest number of points that a proof may add.
    at_once : int
        The number of points that are tried together in an attempt.
    seed : int
        The seed of the figure and of the choices.
    workers : int
        The number of worker processes.
    ranking : Ranking
    clock : callable
        Returns the time in seconds.
    """

    seconds: float | None = 60.0
    attempts: int | None = None
    most_points: int = 8
    at_once: int = 16
    seed: int = 0
    workers: int = 1
    ranking: Ranking = Ranking.BOTH
    clock: Callable[[], float] = time.monotonic
