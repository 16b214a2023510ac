"""The drawn parts of a figure: segments, circles and auxiliary lines, each once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import Construction, load_constructions
from geoengine.scene.loci import LOCI
from geoengine.scene.problem import Call, Problem

__all__ = ["Circles", "Segments", "dashed_lines", "strokes"]

Segments = tuple[tuple[str, str], ...]
"""The ends of each segment."""

Circles = tuple[tuple[str | None, tuple[str, ...]], ...]
"""The center of each circle, if that is a point of the figure, and points on it."""

_CLOSE = 1e-9
"""Strokes that differ by less, relative to their size, are one."""


def strokes(problem: Problem, z: NDArray[np.complex128]) -> tuple[Segments, Circles]:
    """List the segments and circles that a problem's constructions draw.

    Parameters
    ----------
    problem : Problem
    z : ndarray of complex, shape (points,)
        One draw.

    Returns
    -------
    segments : tuple of (str, str)
        None of them part of another.
    circles : tuple of (str or None, tuple of str)
        Each circle once: its center, if that is a point of the figure, and points on it.
    """
    place = dict(zip(problem.points, z.tolist(), strict=True))
    constructions = load_constructions()
    lines: dict[tuple[str, ...], None] = {}
    circles: list[tuple[str | None, list[str], complex, float]] = []
    for step in problem.steps:
        for call in step.calls:
            construction = constructions[call.construction]
            names = dict(zip(construction.letters, call.arguments, strict=True))
            for letters in construction.draws.segments:
                lines[tuple(dict.fromkeys(names[letter] for letter in letters))] = None
            _add_circles(circles, construction, call, place)
    segments = [_ends(line, place) for line in lines if len(line) > 1]
    return _outermost(segments, place), tuple((c, tuple(points)) for c, points, _, _ in circles)


def dashed_lines(problem: Problem, z: NDArray[np.complex128]) -> Segments:
    """List the auxiliary lines of a problem, which are drawn dashed; none is part of another.

    Parameters
    ----------
    problem, z
        As for `strokes`.
    """
    place = dict(zip(problem.points, z.tolist(), strict=True))
    constructions = load_constructions()
    lines = []
    for call in (call for step in problem.steps for call in step.calls):
        construction = constructions[call.construction]
        names = dict(zip(construction.letters, call.arguments, strict=True))
        for letters in construction.draws.dashed:
            line = tuple(dict.fromkeys(names[letter] for letter in letters))
            if len(line) > 1:
                lines.append(_ends(line, place))
    return _outermost(lines, place)


def _ends(line: Sequence[str], place: dict[str, complex]) -> tuple[str, str]:
    """Return the two points on a line that are farthest apart, in the order of construction."""
    start = place[line[0]]
    one = max(line, key=lambda name: abs(place[name] - start))
    other = max(line, key=lambda name: abs(place[name] - place[one]))
    first, second = sorted((one, other), key=list(place).index)
    return first, second


def _outermost(segments: list[tuple[str, str]], place: dict[str, complex]) -> Segments:
    """Keep the segments that are not part of another."""
    segments = list(dict.fromkeys(segments))
    if not segments:
        return ()
    p = np.array([place[a] for a, _ in segments])
    q = np.array([place[b] for _, b in segments])
    length = np.abs(p - q)
    around = [
        np.abs(end[:, None] - p) + np.abs(end[:, None] - q) - length < _CLOSE * length
        for end in (p, q)
    ]
    inside = around[0] & around[1]
    np.fill_diagonal(inside, False)
    return tuple(s for s, within in zip(segments, inside.any(axis=1), strict=True) if not within)


def _add_circles(
    circles: list[tuple[str | None, list[str], complex, float]],
    construction: Construction,
    call: Call,
    place: dict[str, complex],
) -> None:
    """Add the circles that a call draws to `circles`; one that is there gets the points added."""
    names = dict(zip(construction.letters, call.arguments, strict=True))
    for circle in construction.circles:
        points = [names[letter] for letter in circle.points]
        center = None if circle.center is None else names[circle.center]
        if center is None:
            middle = LOCI["circum"](*[place[name] for name in points[:3]]).center  # type: ignore[union-attr]
        else:
            middle = place[center]
        radius = abs(place[points[0]] - middle)
        for at, (known, others, other_middle, other_radius) in enumerate(circles):
            if abs(middle - other_middle) + abs(radius - other_radius) < _CLOSE * radius * 10:
                joined = list(dict.fromkeys(others + points))
                circles[at] = (known or center, joined, other_middle, other_radius)
                break
        else:
            circles.append((center, list(dict.fromkeys(points)), middle, radius))
