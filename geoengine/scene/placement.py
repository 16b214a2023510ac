"""Placement of a problem in the plane: coordinates for its points in several draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from geoengine.errors import PlacementError
from geoengine.language import Complex, as_real
from geoengine.scene.assembly import requirements_of
from geoengine.scene.compilation import compile_problem
from geoengine.scene.curves import NoSolution
from geoengine.scene.diagram import Diagram
from geoengine.scene.problem import Problem
from geoengine.scene.quality import (
    ACCURACY,
    StatementBatch,
    holding,
    is_nearly_special,
    scores,
)
from geoengine.scene.recipe import Choices, Recipe
from geoengine.scene.strokes import dashed_lines, strokes

__all__ = ["explore", "place", "scatter"]

_ATTEMPTS = 400
"""The largest number of first draws that are tried."""

_ENOUGH_ATTEMPTS = 60
"""After this many attempts, the best figure in which all goals hold is taken."""

_FLATNESS = 1e-4
"""The least ratio of height to longest side of three points that are not collinear."""

_LEAST_FLATNESS = 1e-6
"""The same for attempts from `_STRICT_ATTEMPTS` on."""

_STRICT_ATTEMPTS = 40
"""The number of attempts with the stricter thresholds."""

_CONFIRMED_DRAWS = 3
"""The number of draws that are made before a figure is accepted."""

_TRIALS = 12
"""The number of trials for a further draw, each with smaller moves than the one before."""

_LEAST_SCORE = 0.02
"""The least score of a first draw, in the first attempts."""

_LEAST_MARGIN = 1e-3
"""The least margin of a condition that a construction requires."""

_FARTHEST = 1e4
"""The largest coordinate, relative to the scale of the recipe."""

_NEARLY_SPECIAL = 0.3
"""The factor of the score if the points of the first step make an almost special polygon."""

_CACHED = 4
"""The number of figures that are kept for further calls."""

_SIZES = (4.0, 2.0, 1.0)
"""Step sizes of the draws that `explore` makes, relative to those of `place`."""

_SCATTERED_SIZES = (8.0, 4.0, 2.0, 1.0)
"""Step sizes of the draws that `scatter` makes, relative to those of `place`."""


def place(problem: Problem, *, seed: int = 0, draws: int = 3) -> Diagram:
    """Find coordinates for a problem's points, in several draws.

    Pictures show the first draw. The others move every free parameter by 10 to 30 % (less if that
    fails) and keep to the same solution wherever a construction has two. Figures in which the goals
    hold are preferred; if none is found, the best other figure is returned.

    Parameters
    ----------
    problem : Problem
    seed : int
        Equal seeds give equal figures.
    draws : int
        The number of draws. With the same seed, a larger number only adds draws.

    Returns
    -------
    Diagram

    Raises
    ------
    PlacementError
        If no figure was found, with the most frequent reasons.
    ValueError
        If `draws` is less than 1.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("a b c = triangle; h = orthocenter a b c ? perp a h b c")
    >>> diagram = place(problem, seed=1, draws=5)
    >>> diagram.xy.shape, diagram.holds(problem.goal)
    ((5, 4, 2), True)
    """
    if draws < 1:
        raise ValueError(f"expected at least one draw, found {draws}")
    placing, figure = _placed(problem, seed)
    return placing.diagram(figure, draws)


def explore(problem: Problem, *, seed: int = 0, draws: int = 12) -> NDArray[np.float64]:
    """Make draws of a figure that vary more than those of `place`.

    Like all draws of one figure, they keep to the same solution wherever a construction has two,
    but parameters move up to four times as far: points change their order on a line, angles become
    obtuse, triangles change orientation. They serve to test observations made in a few draws.

    Parameters
    ----------
    problem : Problem
    seed : int
        The seed that the figure was placed with.
    draws : int
        The number of draws to try. None of them is among those of `place`.

    Returns
    -------
    ndarray, shape (found, points, 2)
        Fewer than `draws` if the figure can vary only a little.

    Raises
    ------
    PlacementError
        As for `place`.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> explore(load_problem("a b c = triangle; m = midpoint b c"), draws=6).shape
    (6, 4, 2)
    """
    placing, figure = _placed(problem, seed)
    return placing.explored(figure, draws)


def scatter(problem: Problem, *, seed: int = 0, draws: int = 256) -> NDArray[np.float64]:
    """Make draws that are independent of each other, without regard to how they look.

    Each starts from a figure of its own, so that constructions with two solutions take either, and
    parameters move far. All premises and requirements hold in them; goals need not. Coordinates are
    not turned or scaled to [-1, 1]².

    Parameters
    ----------
    problem : Problem
    seed : int
        Equal seeds give equal draws.
    draws : int
        The number of draws to try.

    Returns
    -------
    ndarray, shape (found, points, 2)
        The draws, without those that failed.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> scatter(load_problem("a b c = triangle; m = midpoint b c"), draws=8).shape
    (8, 4, 2)
    """
    return _Placing(problem, seed).scattered(draws)


@lru_cache(maxsize=_CACHED)
def _placed(problem: Problem, seed: int) -> tuple[_Placing, _PlacedFigure]:
    """Return the figure that all draws follow, and what makes them; cached for further calls."""
    placing = _Placing(problem, seed)
    return placing, placing.best()


def _thresholds(attempt: int) -> tuple[float, float]:
    """Return the least acceptable score, and the flatness below which points are unusable.

    Among many points some three are always almost collinear, so later attempts are less strict.
    """
    return (_LEAST_SCORE, _FLATNESS) if attempt < _STRICT_ATTEMPTS else (0.0, _LEAST_FLATNESS)


@dataclass(frozen=True, slots=True)
class _PlacedFigure:
    """A first draw, and further draws that follow it.

    `z` has shape (draws, points); `goals` says which goals hold in all of them; `score` is the
    quality of the first.
    """

    attempt: int
    choices: Choices
    z: Complex
    goals: list[bool]
    score: float

    @property
    def rank(self) -> tuple[int, float]:
        return sum(self.goals), self.score


class _Placing:
    """The search for draws of one problem with one seed."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem = problem
        self.seed = seed
        self.recipe: Recipe = compile_problem(problem)
        self._entropy = (*_words(seed % 2**64), *_words(problem.digest))
        self._index = {name: row for row, name in enumerate(problem.points)}
        self._rows = np.array(self.recipe.rows)
        self._premises = StatementBatch(problem.premises, self._index)
        needs = dict.fromkeys(
            need for step in problem.steps for call in step.calls for need in requirements_of(call)
        )
        self._needs = StatementBatch((need for need in needs if need.is_condition), self._index)
        equations = (need for need in needs if not need.is_condition)
        self._equations = StatementBatch(
            dict.fromkeys((*equations, *problem.premises)), self._index
        )
        # They are put into words only if placement fails, and must not refer back to this object.
        self._obstacles: list[Callable[[], str]] = []

    def diagram(self, figure: _PlacedFigure, draws: int) -> Diagram:
        """Make a diagram of a figure with a number of draws."""
        self._obstacles.clear()
        frame = self._frame(figure.z[0])
        z = [frame(draw) for draw in figure.z[:draws]]
        numbers = range(_CONFIRMED_DRAWS, draws)
        streams = [self._stream(figure, number) for number in numbers]
        for number, further in zip(
            numbers, self._follow(figure, streams, trials=20 * _TRIALS), strict=True
        ):
            if further is None:
                raise PlacementError(self._failure(f"no draw number {number + 1} was found"))
            z.append(frame(further))
        placed = np.array(z)
        residual, premise = self._premises.worst(placed)
        if residual > ACCURACY:
            raise PlacementError(
                f"{self.problem.name}: the premise {premise} does not hold in the figure that was "
                f"placed (residual {residual:.1e})"
            )
        segments, circles = strokes(self.problem, placed[0])
        dashed = dashed_lines(self.problem, placed[0])
        return Diagram(
            self.problem.points, as_real(placed), segments, circles, dashed, seed=self.seed
        )

    def explored(self, figure: _PlacedFigure, draws: int) -> NDArray[np.float64]:
        """Make up to `draws` draws of a figure with parameters moved far."""
        frame = self._frame(figure.z[0])
        streams = [self._numbers(0, 1, number) for number in range(draws)]
        sizes = [_SIZES[number % len(_SIZES)] for number in range(draws)]
        found = self._follow(figure, streams, _TRIALS, sizes)
        kept = [draw for draw in found if draw is not None]
        z = np.array(kept, dtype=np.complex128).reshape(-1, len(self.problem.points))
        return as_real(frame(z))

    def scattered(self, draws: int) -> NDArray[np.float64]:
        """Try a number of independent draws, and return those that succeed."""
        numbers = self._numbers(0, 2)
        found = []
        for number in range(draws):
            size = _SCATTERED_SIZES[number % len(_SCATTERED_SIZES)]
            try:
                _, choices = self.recipe.begin(numbers)
                found.append(self.recipe.follow(choices, numbers, size))
            except NoSolution:
                continue
        z = self._points(found)
        return as_real(z[self._qualities(z, 0.0, _LEAST_FLATNESS) > 0])

    def best(self) -> _PlacedFigure:
        """Return the best figure when it is good enough, or after all attempts.

        The score that is good enough falls with each attempt.
        """
        best: _PlacedFigure | None = None
        numbers = self._numbers(0, 0)
        full = len(self.problem.goals)
        for attempt in range(_ATTEMPTS):
            good_enough = 0.93**attempt
            if best is not None and best.rank >= (full, good_enough):
                return best
            if best is not None and attempt >= _ENOUGH_ATTEMPTS and best.rank[0] == full:
                return best
            figure = self._attempt(attempt, numbers, best)
            if figure is not None and (best is None or figure.rank > best.rank):
                best = figure
        if best is None:
            raise PlacementError(self._failure("no figure was found"))
        return best

    def _attempt(
        self, attempt: int, numbers: Iterator[float], best: _PlacedFigure | None
    ) -> _PlacedFigure | None:
        """Make a figure with its first draws; None if that fails, or it cannot beat `best`."""
        try:
            # Circles that must not intersect may need a larger area.
            found, choices = self.recipe.begin(numbers, width=1.2 + 0.01 * attempt)
        except NoSolution as obstacle:
            self._obstacles.append(partial(str, str(obstacle)))
            return None
        first = self._points([found])[0]
        # Given coordinates are accepted even if points are almost collinear.
        given = bool(self.problem.fixed)
        least, flatness = (0.0, _LEAST_FLATNESS) if given else _thresholds(attempt)
        quality = float(self._qualities(first[None], least, flatness)[0])
        full = len(self.problem.goals)
        if is_nearly_special(first[: len(self.problem.steps[0].points)]):
            quality *= _NEARLY_SPECIAL
        if quality == 0 or (best is not None and best.rank >= (full, quality)):
            return None
        goals = holding(self.problem.goals, first[None], self._index)
        if best is not None and best.rank >= (sum(goals), quality):
            return None
        figure = _PlacedFigure(attempt, choices, first[None], goals, quality)
        streams = [self._stream(figure, number) for number in range(1, _CONFIRMED_DRAWS)]
        further = [z for z in self._follow(figure, streams, _TRIALS) if z is not None]
        if len(further) < len(streams):
            return None
        figure = replace(figure, z=np.vstack([figure.z, *further]))
        return replace(figure, goals=holding(self.problem.goals, figure.z, self._index))

    def _stream(self, figure: _PlacedFigure, number: int) -> Iterator[float]:
        """Return the random numbers of a further draw."""
        return self._numbers(1 + figure.attempt, number)

    def _points(self, found: Sequence[list[complex]]) -> Complex:
        """Pick the problem's points from what the moves of the recipe gave, draw by draw."""
        z = np.array(found, dtype=np.complex128).reshape(-1, len(self.recipe.moves))
        return z[:, self._rows]

    def _follow(
        self,
        figure: _PlacedFigure,
        streams: Sequence[Iterator[float]],
        trials: int,
        sizes: Sequence[float] | None = None,
    ) -> list[Complex | None]:
        """Make other draws, each with its random numbers and moves of its relative size.

        Smaller moves are tried where that fails. A draw in which a goal fails that holds in the
        figure is returned only if no other is found; None if none is found at all.
        """
        least, flatness = _thresholds(figure.attempt)
        least = min(least, figure.score / 3)
        sizes = [1.0] * len(streams) if sizes is None else sizes
        found: list[Complex | None] = [None] * len(streams)
        left = list(range(len(streams)))
        wanted = StatementBatch(compress(self.problem.goals, figure.goals), self._index)
        for trial in range(trials):
            # All draws that are still missing are tried at once, because measuring many draws
            # takes hardly longer than measuring one.
            tried, moved = [], []
            for k in left:
                size = sizes[k] * 0.8 ** (trial % _TRIALS)
                try:
                    moved.append(self.recipe.follow(figure.choices, streams[k], size))
                    tried.append(k)
                except NoSolution as obstacle:
                    self._obstacles.append(partial(str, str(obstacle)))
            if not moved:
                continue
            z = self._points(moved)
            usable = self._qualities(z, least, flatness).nonzero()[0]
            good = np.asarray(wanted.hold(z[usable]).all(axis=1))
            for k, row in enumerate(usable.tolist()):
                if good[k]:
                    found[tried[row]] = z[row]
                    left.remove(tried[row])
                elif found[tried[row]] is None:
                    found[tried[row]] = z[row]
            if not left:
                break
        return found

    def _qualities(self, z: Complex, least: float, flatness: float) -> NDArray[np.float64]:
        """Score draws, shape (draws, points); 0 for unusable ones, whose reasons are counted.

        A draw is unusable if a point is far away, a requirement or a premise fails, points crowd
        together, or the score is below `least`.
        """
        quality = scores(z, flatness)
        scale = self.recipe.scale
        near = np.abs(z).max(axis=1, initial=0.0) < _FARTHEST * scale
        nearby = self._kept(np.arange(len(z)), near, lambda k: "a point lies far away")

        margins, needs = self._needs.measure(z[nearby]), self._needs.statements
        fitting = self._kept(
            nearby,
            margins.min(axis=1, initial=np.inf) > _LEAST_MARGIN,
            lambda k: f"a construction needs {needs[margins[k].argmin()]}, which fails",
        )
        good = (quality[fitting] >= least) & (quality[fitting] > 0)
        points = self.problem.points
        clear = self._kept(fitting, good, lambda k: _why_crowded(points, z[fitting[k]]))

        residuals, required = self._equations.measure(z[clear]), self._equations.statements
        rows = self._kept(
            clear,
            residuals.max(axis=1, initial=0.0) < ACCURACY / 2,
            lambda k: (
                f"a construction requires {required[residuals[k].argmax()]}, which is not true"
            ),
        )
        usable = np.zeros(len(z))
        usable[rows] = quality[rows]
        return usable

    def _kept(
        self, rows: NDArray[np.intp], good: NDArray[np.bool_], why: Callable[[int], str]
    ) -> NDArray[np.intp]:
        """Return the rows that are good, and note why the others, by position, are not."""
        if np.count_nonzero(good) == len(good):
            return rows
        self._obstacles += [partial(why, k) for k in (~good).nonzero()[0].tolist()]
        return rows[good]

    def _frame(self, first: Complex) -> Callable[[Complex], Complex]:
        """Return the similarity that turns the first draw upright and fits it into [-1, 1]².

        With given lengths it does not scale; with given coordinates it does nothing.
        """
        if self.problem.fixed:
            return lambda z: z
        turn = 1.0 + 0j
        if self.recipe.base is not None:
            start, end = map(self.recipe.rows.index, self.recipe.base)
            turn = complex(np.conj(first[end] - first[start]) / abs(first[end] - first[start]))
        turned = first * turn
        if self.recipe.base is not None:
            # Turn the figure so that it is above its base.
            begun = len(self.problem.steps[0].points)
            heights = turned.imag - turned[start].imag
            if (heights[:begun].mean() if begun > 2 else heights.mean()) < 0:
                turn, turned = -turn, -turned
        low = complex(turned.real.min(), turned.imag.min())
        high = complex(turned.real.max(), turned.imag.max())
        size = max((high - low).real, (high - low).imag) / 2
        if size == 0 or any(s.predicate == "lconst" for s in self.problem.premises):
            size = 1.0
        middle = (low + high) / 2
        return lambda z: (z * turn - middle) / size

    def _numbers(self, *stream: int) -> Iterator[float]:
        """Yield random numbers in [0, 1); equal problems, seeds and streams give equal ones."""
        # Numpy takes twice as long for numbers of other sizes.
        entropy = np.array([*self._entropy, *stream], dtype=np.uint32)
        generator = np.random.Generator(np.random.PCG64(entropy))
        while True:
            yield from generator.random(64).tolist()

    def _failure(self, what: str) -> str:
        counted = Counter(why() for why in self._obstacles)
        often = "; ".join(f"{why} ({times}x)" for why, times in counted.most_common(3))
        return f"{self.problem.name}: {what} in {_ATTEMPTS} attempts: {often}"


def _words(number: int) -> list[int]:
    """Return a number in base 2**32, the last digit first."""
    digits = [number % 2**32]
    while number := number >> 32:
        digits.append(number % 2**32)
    return digits


def _why_crowded(points: Sequence[str], z: Complex) -> str:
    """Say why a draw is too crowded, with the points if two coincide."""
    apart = np.abs(z[:, None] - z[None, :]) + np.eye(len(z)) * 1e300
    i, j = np.unravel_index(int(apart.argmin()), apart.shape)
    if apart[i, j] < 1e-6 * float(np.abs(z - z[0]).max()):
        first, second = sorted((int(i), int(j)))
        return f"{points[first]} and {points[second]} coincide"
    return "points crowd together or lie far apart"
