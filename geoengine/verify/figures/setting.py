"""Settings: draws of one configuration, in which side conditions are decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from geoengine.errors import GeoengineError
from geoengine.language import Statement
from geoengine.scene import Problem, place
from geoengine.verify.budget import Budget
from geoengine.verify.figures.system import Reals

__all__ = ["CONFIGURATIONS", "DRAWS", "Setting", "configurations", "constructed"]

DRAWS = 3
"""Figures of one configuration."""

CONFIGURATIONS = 3
"""Configurations in which a claim is tested."""

_TRUE = 1e-7
_CONDITION = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Draws of one configuration, in which side conditions are decided.

    Attributes
    ----------
    points : tuple of str
    xy : ndarray, shape (figures, points, 2)
    """

    points: tuple[str, ...]
    xy: Reals

    def off(self, statement: Statement) -> float:
        """The largest residual of a relation in the figures; infinite where it is undefined.

        For a condition, how far its least margin is below 1e-6; 0 if it is met.
        """
        index = {name: k for k, name in enumerate(self.points)}
        if any(point not in index for point in statement.points):
            return float("inf")
        off = statement.measured(self.xy, index)
        if statement.is_condition:
            return max(0.0, _CONDITION - float(off.min(initial=np.inf)))
        return float(np.nan_to_num(off, nan=np.inf).max(initial=0.0))

    def holds(self, statement: Statement) -> bool:
        """Whether a statement holds in all the figures: relations to 1e-7, conditions by 1e-6."""
        return self.off(statement) <= (0.0 if statement.is_condition else _TRUE)


def constructed(problem: Problem, seed: int, budget: Budget) -> list[Reals]:
    """Draw a construction in a few configurations, as far as the time allows.

    Parameters
    ----------
    problem : Problem
    seed : int
        The seed of the first configuration; each further one has the next seed.
    budget : Budget

    Returns
    -------
    list of ndarray, each of shape (DRAWS, points, 2)
        The draws of each configuration that can be placed; possibly empty.
    """
    return list(configurations(problem, seed, budget, CONFIGURATIONS))


def configurations(problem: Problem, seed: int, budget: Budget, most: int) -> Iterator[Reals]:
    """Yield the draws of `constructed`, of up to `most` configurations."""
    for k in range(most):
        if budget.spent:
            return
        try:
            yield place(problem, seed=seed + k, draws=DRAWS).xy
        except GeoengineError:
            continue
