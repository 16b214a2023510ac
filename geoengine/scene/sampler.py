"""Sampling problems: a scene with numbers, and further constructions upon it."""

from __future__ import annotations

from collections import Counter

import numpy as np

from geoengine.catalogue import Scene
from geoengine.errors import PlacementError
from geoengine.scene.clarity import blemish
from geoengine.scene.figure import Figure
from geoengine.scene.ideas import propose
from geoengine.scene.jgex import load_problem
from geoengine.scene.placement import place
from geoengine.scene.problem import Problem
from geoengine.scene.relations import relatedness

__all__ = ["sample"]

_MOST_POINTS = 14
_ATTEMPTS = 12
_PROPOSALS = 60
_COMPARED = 5
_REPEATED = 0.3


def sample(scene: Scene, rng: np.random.Generator, *, extra: int, seed: int = 0) -> Problem:
    """Draw a problem from a scene.

    Parameters
    ----------
    scene : Scene
    rng : numpy.random.Generator
        The only source of chance: equal generators give equal problems.
    extra : int
        How many constructions are added to the scene's own.
    seed : int
        Of the figure: placed with it, the problem can be read well.

    Returns
    -------
    Problem
        Without a goal.

    Raises
    ------
    PlacementError
        When the figures that came up cannot be read, with what ails them.

    Examples
    --------
    >>> from geoengine.catalogue import load_scenes
    >>> problem = sample(load_scenes()["rectangle_diagonals"], np.random.default_rng(5), extra=1)
    >>> len(problem.steps)
    4
    """
    if extra < 0:
        raise ValueError(f"expected no fewer than 0 further constructions, got {extra}")
    reasons: Counter[str] = Counter()
    for _ in range(_ATTEMPTS):
        problem = load_problem(scene.filled(_draw_numbers(scene, rng)), name=scene.name)
        figure = Figure.of(problem, place(problem, seed=int(rng.integers(2**32))))
        for _ in range(extra):
            longer = _extend(figure, rng, reasons)
            if longer is None:
                break
            figure = longer
        else:
            placed = _placed(figure.problem, seed, reasons)
            if placed is not None:
                return placed
    why = "; ".join(f"{reason} ({times}x)" for reason, times in reasons.most_common(3))
    raise PlacementError(f"{scene.name}: no clear figure was found: {why}")


def _draw_numbers(scene: Scene, rng: np.random.Generator) -> dict[str, object]:
    values: dict[str, object] = {}
    for numbers in scene.numbers:
        choice = numbers.choices[int(rng.integers(len(numbers.choices)))]
        values |= zip(numbers.names, choice, strict=True)
    return values


def _extend(figure: Figure, rng: np.random.Generator, reasons: Counter[str]) -> Figure | None:
    """Add one step; of a few possible ones, those that make many relations are preferred."""
    found: list[Figure] = []
    known = len(figure.problem.points)
    for _ in range(_PROPOSALS):
        step = propose(figure, rng)
        if step is None or known + len(step.points) > _MOST_POINTS:
            continue
        longer = figure.with_step(step, float(rng.random()))
        if longer is None:
            continue
        reason = blemish(longer)
        if reason is not None:
            reasons[reason] += 1
            continue
        found.append(longer)
        if len(found) == _COMPARED:
            break
    if not found:
        return None
    used = {step.calls[0].construction for step in figure.problem.steps}
    wealth = np.array(
        [
            (1.0 + relatedness(longer.z, known))
            * (_REPEATED if longer.problem.steps[-1].calls[0].construction in used else 1.0)
            for longer in found
        ]
    )
    return found[int(rng.choice(len(found), p=wealth / wealth.sum()))]


def _placed(problem: Problem, seed: int, reasons: Counter[str]) -> Problem | None:
    """Return the problem if its figure, placed anew as a whole, is clear too."""
    try:
        diagram = place(problem, seed=seed)
    except PlacementError:
        reasons["the figure cannot be placed"] += 1
        return None
    reason = blemish(Figure.of(problem, diagram))
    if reason is not None:
        reasons[reason] += 1
        return None
    return problem
