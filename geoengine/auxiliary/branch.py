"""Branches of a search: the figure, perhaps with some points kept, and its pool of points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geoengine.auxiliary.budget import Ranking
from geoengine.auxiliary.coincidences import coincidences
from geoengine.auxiliary.pool import Pool, find_points
from geoengine.language import Complex, as_complex
from geoengine.scene import ConstructionStep, Problem, add_points, place

__all__ = ["Branch", "branch_of"]

_STARTED_FROM = 12
"""The number of points of the figure from which new ones are constructed."""

_RELATED = (1.0, 0.8)
"""The relevance of the points of the goals, and of those that these are constructed from."""

_UNRELATED = 0.5
"""The relevance of all other points."""

_CACHED = 8
"""The number of branches that a process keeps."""


@dataclass(frozen=True)
class Branch:
    """A figure with some further points.

    Attributes
    ----------
    problem : Problem
        The problem with these points.
    z : ndarray of complex, shape (draws, points)
    pool : Pool
    order : ndarray of int
        The points of the pool, the best first.
    """

    problem: Problem
    z: Complex
    pool: Pool
    order: NDArray[np.int64]


@lru_cache(maxsize=_CACHED)
def branch_of(
    problem: Problem, seed: int, kept: tuple[ConstructionStep, ...], ranking: Ranking
) -> Branch:
    """Return the branch with some points kept; the pool has points that start from these.

    Raises
    ------
    PlacementError
        If one of several solutions was kept, and the points after it cannot be placed.
    """
    diagram = place(problem, seed=seed)
    before = len(diagram.points)
    longer = problem
    if kept:
        longer, diagram = add_points(problem, diagram.xy, kept)
    z = as_complex(diagram.xy)
    relevance = _relevance(longer)
    relevance[before:] = 1.0
    started = np.sort(np.argsort(-relevance, kind="stable")[:_STARTED_FROM])
    pool = find_points(longer.points, z, started.tolist(), before if kept else 0)
    if ranking.by_coincidences:
        with np.errstate(all="ignore"):
            order = np.argsort(-coincidences(pool, z, relevance), kind="stable")
    else:
        order = np.arange(len(pool))
    return Branch(longer, z, pool, order)


def _relevance(problem: Problem) -> NDArray[np.float64]:
    """Return how much each point matters for the goals."""
    near = {point for goal in problem.goals for point in goal.points}
    found: dict[str, float] = {}
    for value in _RELATED:
        for point in near:
            found.setdefault(point, value)
        near = {
            point
            for step in problem.steps
            if near & {*step.points}
            for call in step.calls
            for point in call.arguments
        }
    return np.array([found.get(point, _UNRELATED) for point in problem.points])
