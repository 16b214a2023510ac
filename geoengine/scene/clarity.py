"""Legibility of a figure: reasons why its picture would be hard to read."""

from __future__ import annotations

import numpy as np

from geoengine.language import Complex
from geoengine.scene.figure import Figure
from geoengine.scene.relatedness import triples

__all__ = ["find_clarity_defect"]

# Distances are fractions of the picture's side.
_LEAST_DISTANCE = 0.065
"""The least distance of two points."""

_LEAST_CLEARANCE = 0.028
"""The least distance of a point from a drawn line or circle on which it is not."""

_LEAST_HEIGHT = 0.01
"""The least height of a triangle, drawn or not."""

_LEAST_HEIGHT_DRAWN = 0.02
"""The least height of a triangle two vertices of which are on one drawn line."""

_ON = 1e-6
"""A smaller distance or height counts as zero: the point is on the line or circle."""

_THIN = 0.3
"""The least ratio of the short to the long side of the box around all points."""

_OUTLIER = 2.4
"""How many times larger a figure may be than it is without one of its points."""

_LARGEST_CIRCLES = 1.7
"""How many times larger the picture with its circles may be than that of the points alone."""


def find_clarity_defect(figure: Figure) -> str | None:
    """Find what makes a figure's first draw hard to read.

    Parameters
    ----------
    figure : Figure

    Returns
    -------
    str or None
        The first defect found, in words; None for a clear figure.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> text = "A B C = triangle_sss A B C 6 5 4; D = on_line D A B, lconst D A 1/5"
    >>> problem = load_problem(text)
    >>> find_clarity_defect(Figure.of(problem, place(problem)))
    'points crowd together'
    """
    z = figure.z[0]
    side = _side(figure)
    extent = [float(np.ptp(z.real)), float(np.ptp(z.imag))]
    if min(extent) < _THIN * max(extent):
        return "the figure is thin"
    if side is None:
        return "a circle is much larger than the rest"
    apart = np.abs(z[:, None] - z[None, :])
    near = np.where(np.eye(len(z), dtype=bool), np.inf, apart).min(axis=1)
    if near.min() < _LEAST_DISTANCE * side:
        return "points crowd together"
    if _has_outlier(z):
        return "a point lies far from the others"
    if _nearly_aligned(figure, side):
        return "three points are almost on one line"
    if _beside_a_line(figure, side) or _beside_a_circle(figure, side):
        return "a point lies close to a line or circle"
    return None


def _side(figure: Figure) -> float | None:
    """Return the side of the square shown; None if circles make it too large."""
    z = figure.z[0]
    low, high = np.array([z.real.min(), z.imag.min()]), np.array([z.real.max(), z.imag.max()])
    most = _LARGEST_CIRCLES * float(np.max(high - low))
    for circle in figure.circles:
        middle = np.array([circle.middle.real, circle.middle.imag])
        low = np.minimum(low, middle - circle.radius)
        high = np.maximum(high, middle + circle.radius)
    side = float(np.max(high - low))
    return side if side <= most else None


def _has_outlier(z: Complex) -> bool:
    """Whether the figure has five points or more, and would be much smaller without one."""
    if len(z) < 5:
        return False
    size = float(np.abs(z[:, None] - z[None, :]).max())
    for row in range(len(z)):
        others = np.delete(z, row)
        if size > _OUTLIER * float(np.abs(others[:, None] - others[None, :]).max()):
            return True
    return False


def _nearly_aligned(figure: Figure, side: float) -> bool:
    """Whether three points are almost collinear; more so if two are on one drawn line."""
    z = figure.z[0]
    i, j, k = triples(len(z))
    u, v = z[j] - z[i], z[k] - z[i]
    longest = np.maximum(np.maximum(np.abs(u), np.abs(v)), np.abs(u - v))
    height = np.abs((u.conj() * v).imag) / longest
    drawn = np.zeros((len(z), len(z)), dtype=bool)
    for line in figure.lines:
        rows = [figure.index[name] for name in line]
        drawn[np.ix_(rows, rows)] = True
    joined = drawn[i, j] | drawn[j, k] | drawn[i, k]
    least = np.where(joined, _LEAST_HEIGHT_DRAWN, _LEAST_HEIGHT) * side
    return bool(np.any((height > _ON * longest) & (height < least)))


def _beside_a_line(figure: Figure, side: float) -> bool:
    z = figure.z[0]
    for line in figure.lines:
        start, end = z[figure.index[line[0]]], z[figure.index[line[-1]]]
        along = (z - start) / (end - start)
        within = np.clip(along.real, 0, 1)
        away = np.abs(along - within) * abs(end - start)
        if np.any((away > _ON * side) & (away < _LEAST_CLEARANCE * side)):
            return True
    return False


def _beside_a_circle(figure: Figure, side: float) -> bool:
    for circle in figure.circles:
        away = np.abs(np.abs(figure.z[0] - circle.middle) - circle.radius)
        if np.any((away > _ON * side) & (away < _LEAST_CLEARANCE * side)):
            return True
    return False
