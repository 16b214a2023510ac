"""Relatedness: how many geometric relations a new point has with the existing ones."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Complex

__all__ = ["relations_per_point", "triples"]

_SAME = 1e-7


def relations_per_point(z: Complex, known: int) -> float:
    """Return the average number of relations of new points with the existing ones.

    Relations are: lines and circles through existing points on which a new point lies, its lines
    that are parallel or perpendicular to existing ones, and its distances that equal existing ones
    or each other. A circle counts three times. Equal parallel segments do not count as equal,
    since a translation is of little interest.

    Parameters
    ----------
    z : ndarray of complex, shape (draws, points)
        Only relations that hold in every draw count.
    known : int
        The number of existing points; the points after them are new.

    Returns
    -------
    float

    Examples
    --------
    The center of a square is on both diagonals: its lines to the four corners are parallel to one
    diagonal and perpendicular to the other. It is equally far from all corners.

    >>> square = np.array([[0, 1, 1 + 1j, 1j, 0.5 + 0.5j]])
    >>> relations_per_point(square, 4)
    12.0
    >>> relations_per_point(np.array([[0, 1, 1 + 1j, 1j, 0.3 + 0.4j]]), 4)
    0.0
    """
    old = z[:, :known]
    found = [_relations(old, z[:, row]) for row in range(known, z.shape[1])]
    return sum(found) / len(found)


def _relations(old: Complex, new: Complex) -> int:
    i, j = np.triu_indices(old.shape[1], 1)
    spokes, sides = old - new[:, None], old[:, j] - old[:, i]
    turn, turns = ((lines / np.abs(lines)) ** 2 for lines in (spokes, sides))
    parallel = _same(turn[:, :, None], turns[:, None, :])
    perpendicular = _same(turn[:, :, None], -turns[:, None, :])
    far, long = np.abs(spokes), np.abs(sides)
    equal = _same(far[:, :, None], long[:, None, :]) & ~parallel
    even = _same(far[:, i], far[:, j]) & ~_same(turn[:, i], turn[:, j])
    counts = [int(np.sum(kind)) for kind in (parallel, perpendicular, equal, even)]
    return sum(counts) + 3 * _circles(old, new)


def _same(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.bool_]:
    """Return, element by element, whether values agree in every draw, relative to the first."""
    close = np.abs(one - other) < _SAME * np.abs(one)
    return np.asarray(np.all(close, axis=0))


def _circles(old: Complex, new: Complex) -> int:
    """Count the triples of existing points whose circle passes through the new point."""
    a, b, c = (old[:, rows] for rows in triples(old.shape[1]))
    d = new[:, None]
    ratio = (a - c) * (b - d) / ((a - d) * (b - c))
    flat = np.abs(((b - a) / (c - a)).imag) < _SAME
    return int(np.sum(np.all((np.abs(ratio.imag) < _SAME * np.abs(ratio)) & ~flat, axis=0)))


@cache
def triples(n: int) -> tuple[NDArray[np.intp], ...]:
    """Return all i < j < k below n, as three arrays."""
    i, j, k = (indices.ravel() for indices in np.indices((n, n, n)))
    keep = (i < j) & (j < k)
    return i[keep], j[keep], k[keep]
