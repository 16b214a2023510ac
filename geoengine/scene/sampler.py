"""Sampling of problems: a scene with random numbers, extended by further constructions."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np

from geoengine.catalogue import Idea, Scene, load_ideas, load_tiers
from geoengine.errors import PlacementError
from geoengine.scene.clarity import find_clarity_defect
from geoengine.scene.figure import Figure
from geoengine.scene.ideas import propose
from geoengine.scene.jgex import load_problem
from geoengine.scene.near_coincidence import find_near_coincidence
from geoengine.scene.placement import place
from geoengine.scene.problem import Problem
from geoengine.scene.relatedness import relations_per_point

__all__ = ["draw_extra", "is_legible", "sample"]

_MOST_POINTS = 14
"""The largest number of points of an extended figure."""

_ATTEMPTS = 12
"""How many times numbers are drawn for a scene."""

_IDEAS = 12
"""How many ideas are tried for a step."""

_ASSIGNMENTS = 10
"""How many assignments of points to the letters of an idea are tried."""

_COMPARED = 3
"""How many extensions by the same idea are compared."""

_REPEATED = 0.3
"""The factor of the weight of an idea whose construction the figure has already."""


def sample(scene: Scene, rng: np.random.Generator, *, extra: int, seed: int = 0) -> Problem:
    """Sample a problem from a scene.

    Parameters
    ----------
    scene : Scene
    rng : numpy.random.Generator
        The only source of randomness: equal generators give equal problems.
    extra : int
        The number of constructions to add to the scene's own.
    seed : int
        The seed for `place`, with which it gives the problem a legible figure.

    Returns
    -------
    Problem
        The problem, without a goal.

    Raises
    ------
    PlacementError
        If no legible figure was found, with the most frequent reasons.
    ValueError
        If `extra` is negative.

    Examples
    --------
    >>> from geoengine.catalogue import load_scenes
    >>> problem = sample(load_scenes()["rectangle_diagonals"], np.random.default_rng(5), extra=1)
    >>> len(problem.steps)
    4
    """
    if extra < 0:
        raise ValueError(f"expected no fewer than 0 further constructions, found {extra}")
    reasons: Counter[str] = Counter()
    for _ in range(_ATTEMPTS):
        problem = load_problem(scene.filled(_draw_numbers(scene, rng)), name=scene.name)
        try:
            diagram = place(problem, seed=seed)
        except PlacementError:
            reasons["the figure cannot be placed"] += 1
            continue
        figure = Figure.of(problem, diagram)
        if (reason := _defect(figure)) is not None:
            reasons[reason] += 1
            continue
        for _ in range(extra):
            longer = _extend(figure, scene.topic, rng, reasons)
            if longer is None:
                break
            figure = longer
        else:
            if _can_be_placed(figure.problem, seed, reasons):
                return figure.problem
    why = "; ".join(f"{reason} ({times}x)" for reason, times in reasons.most_common(3))
    raise PlacementError(f"{scene.name}: no clear figure was found: {why}")


def is_legible(problem: Problem, seed: int) -> bool:
    """Return whether the figure of a problem can be placed, and is as legible as a sampled one.

    Examples
    --------
    >>> is_legible(load_problem("A B C = triangle; M = midpoint A B"), 1)
    True
    """
    return _can_be_placed(problem, seed, Counter())


def draw_extra(scene: Scene, rng: np.random.Generator) -> int:
    """Draw the number of constructions to add, by the frequencies of the scene's tier.

    For a large scene the number is reduced, but not from 1 or more to 0.

    Parameters
    ----------
    scene : Scene
    rng : numpy.random.Generator

    Examples
    --------
    >>> from geoengine.catalogue import load_scenes
    >>> rng = np.random.default_rng(1)
    >>> max(draw_extra(load_scenes()["nine_point_triangle"], rng) for _ in range(100))
    3
    """
    tier = load_tiers()[scene.tier]
    shares = np.array(tier.extra)
    extra = int(rng.choice(len(shares), p=shares / shares.sum()))
    steps = scene.construction.split(";")
    points = sum(len(step.partition("=")[0].split()) for step in steps)
    return max(min(extra, tier.points - points), min(extra, 1))


def _draw_numbers(scene: Scene, rng: np.random.Generator) -> dict[str, object]:
    values: dict[str, object] = {}
    for numbers in scene.numbers:
        choice = numbers.choices[int(rng.integers(len(numbers.choices)))]
        values |= zip(numbers.names, choice, strict=True)
    return values


def _defect(figure: Figure) -> str | None:
    """Return why a figure is not legible; None if it is."""
    return find_clarity_defect(figure) or find_near_coincidence(figure)


@cache
def _weighted(topic: str) -> tuple[tuple[Idea, ...], np.ndarray]:
    ideas = tuple(load_ideas().values())
    return ideas, np.array([idea.weight_in(topic) for idea in ideas])


def _extend(
    figure: Figure, topic: str, rng: np.random.Generator, reasons: Counter[str]
) -> Figure | None:
    """Add one step: draw an idea by its weight, then an assignment by its relations.

    None if no idea fits.
    """
    ideas, weights = _weighted(topic)
    used = {step.calls[0].construction for step in figure.problem.steps}
    shares = weights * [_REPEATED if idea.calls[0][0] in used else 1.0 for idea in ideas]
    for _ in range(_IDEAS):
        at = int(rng.choice(len(ideas), p=shares / shares.sum()))
        found = _extensions(ideas[at], figure, rng, reasons)
        if found:
            known = len(figure.problem.points)
            relations = np.array([1.0 + relations_per_point(longer.z, known) for longer in found])
            return found[int(rng.choice(len(found), p=relations / relations.sum()))]
        # An idea that does not fit the figure is not tried again.
        shares[at] = 0.0
        if not shares.any():
            break
    return None


def _extensions(
    idea: Idea, figure: Figure, rng: np.random.Generator, reasons: Counter[str]
) -> list[Figure]:
    """Return up to `_COMPARED` legible figures, from applying an idea to different points."""
    found: list[Figure] = []
    if len(figure.problem.points) + len(idea.placed) > _MOST_POINTS:
        return found
    tried = set()
    for _ in range(_ASSIGNMENTS):
        step = propose(idea, figure, rng)
        if step is None or step in tried:
            continue
        tried.add(step)
        longer = figure.with_step(step, float(rng.random()))
        if longer is None:
            continue
        reason = _defect(longer)
        if reason is not None:
            reasons[reason] += 1
            continue
        found.append(longer)
        if len(found) == _COMPARED:
            break
    return found


def _can_be_placed(problem: Problem, seed: int, reasons: Counter[str]) -> bool:
    """Whether the figure is also legible when the whole problem is placed from the start."""
    try:
        diagram = place(problem, seed=seed)
    except PlacementError:
        reasons["the figure cannot be placed"] += 1
        return False
    reason = _defect(Figure.of(problem, diagram))
    if reason is not None:
        reasons[reason] += 1
    return reason is None
