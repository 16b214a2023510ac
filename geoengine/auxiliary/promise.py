"""The points that a search would add to a figure, the most promising first."""

from __future__ import annotations

from geoengine.auxiliary.attempt import new_names
from geoengine.auxiliary.branch import branch_of
from geoengine.auxiliary.budget import Ranking
from geoengine.scene import ConstructionStep, Problem

__all__ = ["promising_points"]


def promising_points(problem: Problem, seed: int) -> tuple[ConstructionStep, ...]:
    """Return the points that could be added to a figure, by their coincidences with it.

    Parameters
    ----------
    problem : Problem
    seed : int
        The seed of the figure.

    Returns
    -------
    tuple of ConstructionStep
        Constructions of different points, all under the same new name.

    Raises
    ------
    PlacementError
        When no figure satisfies the problem.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> for step in promising_points(load_problem("A B C = triangle"), 0)[:2]:
    ...     print(step)
    X = circle X A B C
    X = arc_midpoint X A B C
    """
    branch = branch_of(problem, seed, (), Ranking.COINCIDENCES)
    (name,) = new_names(problem, 1)
    return tuple(branch.pool.step(number, name) for number in branch.order.tolist())
