"""Ideas for the next step of a figure: constructions, and which points they go well with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np

from geoengine.scene.figure import Figure
from geoengine.scene.problem import Call, Step

__all__ = ["IDEAS", "Idea", "propose"]

# I and O look like digits; they are left to the scenes, for centers.
_NAMES = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Idea:
    """A step over letters.

    Attributes
    ----------
    weight : float
        How often it is tried.
    text : str
        The step, placed points first.
    parts : str
        What the letters that it takes stand for: ``segment a b`` (neighbours on a drawn line),
        ``line a b`` (two points of a drawn line), ``pair a b`` (points that no drawn line joins),
        ``point a``, ``angle a b c`` (b where two drawn lines meet), ``triangle a b c`` (at least
        two sides drawn), ``circle o a b`` (a drawn circle with its center), ``round a b c`` (a
        drawn circle without).
    """

    weight: float
    text: str
    parts: str


IDEAS = (
    Idea(3, "x = midpoint x a b", "line a b"),
    Idea(4, "x = foot x a b c", "line b c, point a"),
    Idea(5, "x = intersection_ll x a b c d", "line a b, pair c d"),
    Idea(2, "x = intersection_ll x a b c d", "pair a b, pair c d"),
    Idea(2, "x = intersection_ll x a b c d", "line a b, line c d"),
    Idea(1, "x = mirror x a b", "line a b"),
    Idea(2, "x = reflect x a b c", "line b c, point a"),
    Idea(2, "x = parallelogram x a b c", "angle a b c"),
    Idea(2, "x = circumcenter x a b c", "triangle a b c"),
    Idea(1, "x = orthocenter x a b c", "triangle a b c"),
    Idea(1, "x = incenter x a b c", "triangle a b c"),
    Idea(3, "x = intersection_lp x a b c m n", "line a b, line m n, point c"),
    Idea(2, "x = intersection_lt x a b c d e", "line a b, line d e, point c"),
    Idea(2, "x = angle_bisector x b a c, on_line x b c", "triangle a b c"),
    Idea(4, "x = intersection_lc x a o b", "circle o b, point a"),
    Idea(2, "x = on_line x a d, on_circum x a b c", "round a b c, point d"),
    Idea(2, "x = lc_tangent x a o, on_line x b c", "circle o a, line b c"),
    Idea(1, "x = lc_tangent x a o, lc_tangent x b o", "circle o a b"),
    Idea(1, "x y = tangent x y a o b", "circle o b, point a"),
    Idea(1, "x = intersection_cc x o w a", "circle o a, circle w a"),
    Idea(2, "x = on_circle x o a", "circle o a"),
    Idea(1, "x = on_circum x a b c", "round a b c"),
    Idea(1, "x = between_bound x a b", "segment a b"),
    Idea(0.5, "x = eq_triangle x a b", "segment a b"),
    Idea(0.5, "x y = square x y a b", "segment a b"),
    Idea(0.3, "x y = trisegment x y a b", "line a b"),
)
"""What the sampler tries."""


def propose(figure: Figure, rng: np.random.Generator) -> Step | None:
    """Think of a step for a figure; whether it is possible is not looked at.

    Parameters
    ----------
    figure : Figure
    rng : numpy.random.Generator

    Returns
    -------
    Step or None
        None where the idea that came up does not suit the figure.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle A B C; D = midpoint D B C")
    >>> figure = Figure.of(problem, place(problem))
    >>> print(propose(figure, np.random.default_rng(3)))
    E = foot E D A B
    """
    weights = np.array([idea.weight for idea in IDEAS])
    idea = IDEAS[int(rng.choice(len(IDEAS), p=weights / weights.sum()))]
    names = _cast(idea, figure, rng)
    if names is None:
        return None
    new = idea.text.partition("=")[0].split()
    free = [name for name in _NAMES if name not in figure.index]
    names |= dict(zip(new, free, strict=False))
    calls = tuple(
        Call(construction, tuple(names[letter] for letter in letters))
        for construction, letters in _calls(idea.text)
    )
    return Step(tuple(names[letter] for letter in new), calls)


def _cast(idea: Idea, figure: Figure, rng: np.random.Generator) -> dict[str, str] | None:
    """Find points for the letters, all different; a letter that is cast already stays."""
    names: dict[str, str] = {}
    for part in idea.parts.split(","):
        kind, *letters = part.split()
        points = _KINDS[kind](figure, rng, len(letters))
        if points is None:
            return None
        for letter, point in zip(letters, points, strict=True):
            if names.setdefault(letter, point) != point:
                return None
    return names if len(set(names.values())) == len(names) else None


@cache
def _calls(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the constructions of a step with their letters."""
    calls = [part.split() for part in text.partition("=")[2].split(",")]
    return tuple((name, tuple(letters)) for name, *letters in calls)


def _line(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    line = _one_of(figure.lines, rng)
    return None if line is None else _some_of(line, rng, count)


def _segment(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    segment = _one_of(figure.segments, rng)
    return None if segment is None else _some_of(segment, rng, count)


def _point(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    return _some_of(figure.problem.points, rng, count)


def _pair(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    pair = _point(figure, rng, count)
    joined = pair is None or any(set(pair) <= set(line) for line in figure.lines)
    return None if joined else pair


def _angle(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Take two drawn lines that meet in a point: that point, and one of each line around it."""
    first, second = _one_of(figure.lines, rng), _one_of(figure.lines, rng)
    common = set(first or ()) & set(second or ())
    if first is None or second is None or len(common) != 1:
        return None
    (vertex,) = common
    ends = [str(rng.choice([name for name in line if name != vertex])) for line in (first, second)]
    return [min(ends), vertex, max(ends)]


def _triangle(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    """Take three points, at least two of the sides drawn."""
    corners = _angle(figure, rng, count)
    return None if corners is None else _shuffled(corners, rng)


def _circle(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    circle = _one_of([c for c in figure.circles if c.center is not None], rng)
    if circle is None or circle.center is None:
        return None
    on = _some_of(circle.points, rng, count - 1)
    return None if on is None else [circle.center, *on]


def _round(figure: Figure, rng: np.random.Generator, count: int) -> list[str] | None:
    circle = _one_of([c for c in figure.circles if c.center is None], rng)
    return None if circle is None else _some_of(circle.points, rng, count)


T = TypeVar("T")


def _one_of(choices: Sequence[T], rng: np.random.Generator) -> T | None:
    return choices[int(rng.integers(len(choices)))] if choices else None


def _some_of(points: Sequence[str], rng: np.random.Generator, count: int) -> list[str] | None:
    """Take different points, in alphabetical order."""
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
