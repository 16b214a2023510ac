"""Lengths and areas of loci in a plane, by fine sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from geoengine.verify.solids.shapes import UndefinedError, Vec

__all__ = ["locus_area", "locus_length"]

_STRIPS = 40
_GAUSS, _WEIGHTS = np.polynomial.legendre.leggauss(12)

Function = Callable[[Any], float]
Box = Sequence[tuple[float, float]]


def _roots(of: Callable[[float], float], low: float, high: float) -> list[float]:
    from scipy.optimize import brentq

    ts = np.linspace(low, high, 32)
    values = [of(float(t)) for t in ts]
    return [
        float(brentq(of, s, t, xtol=1e-14))
        for (s, t), (v, w) in zip(pairwise(ts), pairwise(values), strict=True)
        if (v > 0) != (w > 0)
    ]


def _on_section(of: Function, x: float, y: float) -> float:
    return of((x, y))


def locus_area(inside: Sequence[Function], box: Box, scale: float) -> float:
    """Return the area where functions of two variables are not positive.

    The lengths of sections are integrated by Gauss's rule, between the values of the first
    variable at which the number of parts changes.
    """
    (left, right), (low, high) = box

    def section(x: float) -> tuple[int, float]:
        ends = [low, high]
        for of in inside:
            ends += _roots(partial(_on_section, of, x), low, high)
        ends.sort()
        parts = [
            (a, b)
            for a, b in pairwise(ends)
            if b > a and all(of((x, (a + b) / 2)) <= 0 for of in inside)
        ]
        return len(ends), sum(b - a for a, b in parts)

    return scale * _integral(section, left, right)


def _integral(of: Callable[[float], tuple[int, float]], low: float, high: float) -> float:
    """Integrate a function whose form changes where its first value does."""
    xs = np.linspace(low, high, _STRIPS // 4 + 1)
    inner = [of(float(x) + 1e-9 * (high - low) * (1 if x < high else -1))[0] for x in xs]
    ends = [float(xs[0])]
    for (a, b), (m, n) in zip(pairwise(map(float, xs)), pairwise(inner), strict=True):
        if m != n:
            start, end = a, b
            while end - start > 1e-13 * (high - low):
                middle = (start + end) / 2
                start, end = (middle, end) if of(middle)[0] == m else (start, middle)
            ends.append(start)
        ends.append(b)
    total = 0.0
    for a, b in pairwise(ends):
        if b - a < 1e-12:
            continue
        # Roots of the form √(x - a) at the ends vanish after x = a + (b - a) sin².
        angles = (_GAUSS + 1) * np.pi / 4
        places = a + (b - a) * np.sin(angles) ** 2
        steps = (b - a) * np.sin(2 * angles) * np.pi / 4
        values = [of(float(x))[1] for x in places]
        total += float(np.sum(_WEIGHTS * steps * values))
    return total


def locus_length(
    of: Function, limits: Sequence[Function], point: Callable[[Any], Vec], box: Box
) -> float:
    """Return the length of the curve on which a function of two variables is zero.

    A grid cuts the curve into arcs. Each arc is followed by points over its chord, and the lengths
    of the polygons are extrapolated.
    """
    # The values of the grid are uneven, so that its nodes are on no simple curve.
    axes = []
    for (low, high), n in zip(box, (28, 29), strict=True):
        ts = np.linspace(0, 1, n)
        axes.append(low + (high - low) * (ts + 0.011 * np.sin(5 * ts + 1) * ts * (1 - ts)))
    total = 0.0
    for x, z in pairwise(map(float, axes[0])):
        for y, w in pairwise(map(float, axes[1])):
            total += _length_in(of, limits, point, (x, y, z, w), 0)
    if total == 0.0:
        raise UndefinedError("the locus is empty")
    return total


def _length_in(
    of: Function,
    limits: Sequence[Function],
    point: Callable[[Any], Vec],
    cell: tuple[float, float, float, float],
    depth: int,
) -> float:
    from scipy.optimize import brentq

    x, y, z, w = cell
    corners = [np.array(place) for place in ((x, y), (z, y), (z, w), (x, w))]
    crossings = []
    for A, B in zip(corners, corners[1:] + corners[:1], strict=True):
        if (of(A) > 0) != (of(B) > 0):
            t = brentq(lambda t, A=A, B=B: of(A + t * (B - A)), 0, 1, xtol=1e-15)
            crossings.append(A + t * (B - A))
    if len(crossings) == 4 and depth < 9:
        u, v = (0.487 * x + 0.513 * z), (0.514 * y + 0.486 * w)
        quarters = [(x, y, u, v), (u, y, z, v), (x, v, u, w), (u, v, z, w)]
        return sum(_length_in(of, limits, point, part, depth + 1) for part in quarters)
    if len(crossings) != 2:
        return 0.0
    P, Q = crossings
    across = np.array([P[1] - Q[1], Q[0] - P[0]])

    def at(s: float) -> Vec:
        middle, before, here = P + s * (Q - P), 0.0, 1e-3
        at_before, at_here = of(middle), of(middle + here * across)
        for _ in range(20):
            if abs(here - before) < 1e-14 or at_here == at_before:
                break
            step = at_here * (here - before) / (at_here - at_before)
            before, at_before, here = here, at_here, here - step
            at_here = of(middle + here * across)
        place: Vec = middle + here * across
        return place

    start, end = 0.0, 1.0
    for limit in limits:
        first, last = limit(at(start)) <= 0, limit(at(end)) <= 0
        if not first and not last:
            return 0.0
        if first != last:
            s = float(brentq(lambda s, limit=limit: limit(at(s)), start, end, xtol=1e-13))
            start, end = (start, s) if first else (s, end)
    way = [point(at(start + (end - start) * k / 4)) for k in range(5)]
    rows = [
        sum(float(np.linalg.norm(B - A)) for A, B in pairwise(way[::step])) for step in (4, 2, 1)
    ]
    better = [(4 * fine - rough) / 3 for rough, fine in pairwise(rows)]
    return (16 * better[1] - better[0]) / 15
