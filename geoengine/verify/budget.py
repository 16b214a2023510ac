"""The time and size limits of a judgment."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

__all__ = ["Budget"]


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a judgment; what is still open when one is reached stays undecided.

    Parameters
    ----------
    seconds : float
        Counted from the creation of the budget.
    max_points : int
        Problems with more points are not judged.
    figures : int
        How many figures to test claims in.
    seed : int
        Equal seeds give equal figures, unless the time runs out.

    Examples
    --------
    >>> Budget(seconds=60).part(0.1) < 6.1
    True
    """

    seconds: float = 20.0
    max_points: int = 40
    figures: int = 16
    seed: int = 0
    started: float = field(default_factory=time.monotonic, compare=False)

    @property
    def left(self) -> float:
        """The remaining seconds; never negative."""
        return max(0.0, self.started + self.seconds - time.monotonic())

    @property
    def spent(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0.0

    def part(self, share: float) -> float:
        """A share of the total seconds, or what remains if that is less."""
        return min(self.left, share * self.seconds)
