"""Extension ideas applied to a figure: the letters of an idea are assigned to its points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from geoengine.catalogue import Idea
from geoengine.scene.figure import Figure
from geoengine.scene.problem import Call, ConstructionStep

__all__ = ["propose"]

# Without I and O, which look like digits and which scenes use for centers.
_NAMES = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def propose(idea: Idea, figure: Figure, rng: np.random.Generator) -> ConstructionStep | None:
    """Propose a step by assigning points at random to an idea's letters.

    Whether the step has a solution is not checked.

    Parameters
    ----------
    idea : Idea
    figure : Figure
    rng : numpy.random.Generator

    Returns
    -------
    ConstructionStep or None
        None if the figure lacks what the idea needs, if the points drawn do not fit together, or
        if there are not enough names for the new points.

    Examples
    --------
    >>> from geoengine.catalogue import load_ideas
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle A B C; D = midpoint D B C")
    >>> figure = Figure.of(problem, place(problem))
    >>> print(propose(load_ideas()["midpoint"], figure, np.random.default_rng(3)))
    E = midpoint E A C
    """
    names = _assigned(idea, figure, rng)
    if names is None:
        return None
    free = [name for name in _NAMES if name not in figure.index]
    names |= dict(zip(idea.placed, free, strict=False))
    if len(free) < len(idea.placed):
        return None
    calls = tuple(
        Call(construction, tuple(names[letter] for letter in letters))
        for construction, letters in idea.calls
    )
    return ConstructionStep(tuple(names[letter] for letter in idea.placed), calls)


def _assigned(idea: Idea, figure: Figure, rng: np.random.Generator) -> dict[str, str] | None:
    """Assign a point to each letter at random.

    None if the figure lacks a part, two parts give a letter different points, or two letters get
    the same one.
    """
    names: dict[str, str] = {}
    for kind, letters in idea.parts:
        points = _KINDS[kind](figure, rng, len(letters))
        if points is None:
            return None
        for letter, point in zip(letters, points, strict=True):
            if names.setdefault(letter, point) != point:
                return None
    names |= zip(idea.alike, sorted(names[letter] for letter in idea.alike), strict=True)
    return names if len(set(names.values())) == len(names) else None


def _line(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw points on one drawn line."""
    line = _one_of(figure.lines, rng)
    return None if line is None else _some_of(line, rng, count)


def _segment(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw two neighboring points of a drawn line."""
    segment = _one_of(figure.segments, rng)
    return None if segment is None else _some_of(segment, rng, count)


def _point(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    return _some_of(figure.problem.points, rng, count)


def _pair(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw two points that are not on one drawn line."""
    pair = _point(figure, rng, count)
    joined = pair is None or any(set(pair) <= set(line) for line in figure.lines)
    return None if joined else pair


def _angle(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw a point in which two drawn lines meet, between another point of each."""
    first, second = _one_of(figure.lines, rng), _one_of(figure.lines, rng)
    common = set(first or ()) & set(second or ())
    if first is None or second is None or len(common) != 1:
        return None
    (vertex,) = common
    ends = [str(rng.choice([name for name in line if name != vertex])) for line in (first, second)]
    return [min(ends), vertex, max(ends)]


def _triangle(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw the vertices of a triangle two sides of which lie on drawn lines, in random order."""
    corners = _angle(figure, rng, count)
    return None if corners is None else _shuffled(corners, rng)


def _circle(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw the center of a drawn circle, and points on it."""
    circle = _one_of([c for c in figure.circles if c.center is not None], rng)
    if circle is None or circle.center is None:
        return None
    on = _some_of(circle.points, rng, count - 1)
    return None if on is None else [circle.center, *on]


def _round(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw points on one drawn circle."""
    circle = _one_of([c for c in figure.circles if len(c.points) >= count], rng)
    return None if circle is None else _some_of(circle.points, rng, count)


T = TypeVar("T")


def _one_of(choices: Sequence[T], rng: np.random.Generator) -> T | None:
    return choices[int(rng.integers(len(choices)))] if choices else None


def _some_of(points: Sequence[str], rng: np.random.Generator, count: int) -> list[str] | None:
    """Draw different points, and sort them by name; None if there are too few."""
    if len(points) < count:
        return None
    return sorted(points[k] for k in rng.choice(len(points), count, replace=False))


def _shuffled(points: Sequence[str], rng: np.random.Generator) -> list[str]:
    return [points[k] for k in rng.permutation(len(points))]


_KINDS: dict[str, Callable[[Figure, np.random.Generator, int], list[str] | None]] = {
    "angle": _angle,
    "circle": _circle,
    "line": _line,
    "pair": _pair,
    "point": _point,
    "round": _round,
    "segment": _segment,
    "triangle": _triangle,
}
"""For each part of a figure, the function that draws its points; None where there is none."""
