"""Figures of a problem, computed once for all items and records about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, TypeVar, cast

import numpy as np

from geoengine.errors import GeoengineError
from geoengine.language import Statement
from geoengine.scene import Problem, load_problem, place
from geoengine.verify.budget import Budget
from geoengine.verify.figures.arrangement import arranged_alike
from geoengine.verify.figures.determined import as_determined
from geoengine.verify.figures.nearby import nearby_figures
from geoengine.verify.figures.setting import DRAWS, Setting, constructed
from geoengine.verify.figures.system import Reals

__all__ = ["ProblemFigures", "draw_problem"]

T = TypeVar("T")

_OTHER_SEEDS = 101
"""Added to the seed, so that figures differ from those that items were made with."""

_NEAR = 8
_SEARCHES = 3
_FALSE = 1e-3
_CACHED_PROBLEMS = 2


@dataclass(frozen=True, eq=False)
class ProblemFigures:
    """The figures of a problem.

    Attributes
    ----------
    problem : Problem
    configurations : tuple of ndarray, each of shape (draws, points, 2)
        Draws of some configurations of the construction.
    xy : ndarray, shape (figures, points, 2)
        The figures of all configurations, then figures near the first one, found from the premises
        alone.
    seed : int
        The seed of the budget.
    """

    problem: Problem
    configurations: tuple[Reals, ...]
    xy: Reals
    seed: int
    _found: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @property
    def premises(self) -> tuple[Statement, ...]:
        """The premises of the problem that are relations, not conditions."""
        return self.problem.relations

    def once(self, what: Hashable, find: Callable[[], T]) -> T:
        """Return a cached result, or compute it; `what` is its key."""
        if what not in self._found:
            self._found[what] = find()
        return cast(T, self._found[what])

    def picture(self, seed: int | None) -> Setting:
        """The draws of the picture with this seed, the picture first.

        They are those of the first configuration if the seed is None or gives no figure.
        """
        return self.once(("picture", seed), partial(self._picture, seed))

    def _picture(self, seed: int | None) -> Setting:
        if seed is not None:
            try:
                xy = place(self.problem, seed=seed, draws=DRAWS).xy
                return Setting(self.problem.points, np.asarray(xy))
            except GeoengineError:
                pass
        return Setting(self.problem.points, self.configurations[0])

    def figures_violating(self, premise: Statement, seed: int | None) -> Iterator[Reals]:
        """Yield figures near a picture, with its arrangement, that violate only one premise.

        Parameters
        ----------
        premise : Statement
        seed : int or None
            The seed of the picture.

        Yields
        ------
        ndarray, shape (figures, points, 2)
            The result of one search, possibly empty.
        """
        for search in range(_SEARCHES):
            what = ("near", premise, seed, search)
            yield self.once(what, partial(self._find_violating, premise, seed, search))

    def _find_violating(self, premise: Statement, seed: int | None, search: int) -> Reals:
        rest = [other for other in self.premises if other != premise]
        rng = np.random.default_rng([self.seed, 2, search])
        points, shown = self.problem.points, self.picture(seed).xy[0]
        xy = nearby_figures(points, shown, rest, rng)
        xy = xy[arranged_alike(shown, xy)]
        index = {point: row for row, point in enumerate(points)}
        return np.asarray(xy[premise.measured(xy, index) > _FALSE])


@lru_cache(maxsize=_CACHED_PROBLEMS)
def draw_problem(text: str, budget: Budget) -> ProblemFigures | None:
    """Draw a problem; None where it cannot be placed in time or has too many points.

    The figures of the last few problems are cached.

    Parameters
    ----------
    text : str
        The construction.
    budget : Budget

    Raises
    ------
    InputError
        If the text is not a problem.

    Examples
    --------
    >>> found = draw_problem("A B C = triangle A B C; M = midpoint M B C", Budget())
    >>> len(found.configurations), found.configurations[0].shape
    (3, (3, 4, 2))
    """
    problem = load_problem(text)
    if len(problem.points) > budget.max_points:
        return None
    configurations = constructed(problem, budget.seed + _OTHER_SEEDS, budget)
    if not configurations:
        return None
    rng = np.random.default_rng(budget.seed)
    near = nearby_figures(problem.points, configurations[0][0], problem.relations, rng)
    # Relations do not fix all that a construction does, such as the side on which a square lies,
    # nor do they say that two lines that meet are different.
    near = near[arranged_alike(configurations[0][0], near)]
    near = near[as_determined(problem.points, configurations[0][0], near, problem.relations)]
    near = near[:_NEAR]
    xy = np.concatenate([*configurations, near])
    return ProblemFigures(problem, tuple(configurations), xy, budget.seed)
