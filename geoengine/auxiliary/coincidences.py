"""Coincidences: what points of a pool would make true, such as lying on a circle of the figure."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from geoengine.auxiliary.curve_sets import FARTHEST
from geoengine.auxiliary.loci_arrays import CURVES
from geoengine.auxiliary.placements import Bools, Ints
from geoengine.auxiliary.pool import Pool, size_of
from geoengine.deduction import classify
from geoengine.language import Complex

Floats = NDArray[np.float64]

__all__ = ["coincidences"]

_SAME = 2e-7
"""Up to this difference directions (in half turns) and logarithms of lengths count as equal."""

_ON_LINE, _ALONG, _LENGTH = 0.5, 0.6, 0.4
"""The weights of a line through the point, of a parallel or perpendicular, and of a known length.

They are multiplied by the rarity: the logarithm of one over the part of the pool with the same.
"""

_EQUAL, _CIRCLE = 4.0, 3.0
"""The weights of two equal distances from the point, and of a circle through it."""

_AT_ONCE = 2_000_000
"""The number of pairs of a point and a circle that are compared together."""


def coincidences(pool: Pool, z: Complex, relevance: Floats) -> Floats:
    """Score each point of a pool by its relations with the points of the figure.

    Parameters
    ----------
    pool : Pool
    z : ndarray of complex, shape (draws, n)
        The points of the figure.
    relevance : ndarray, shape (n,)
        How much each point of the figure matters, from 0 to 1.

    Returns
    -------
    ndarray, shape (m,)
    """
    n, total = z.shape[1], len(pool)
    if not total:
        return np.zeros(0)
    first, second = np.triu_indices(n, 1)
    sides = z[:, second] - z[:, first]
    angle, length = np.angle(sides) / np.pi % 1.0, np.log(np.abs(sides))
    directions, lengths = _representatives(angle), _representatives(length)
    new = pool.z[:, :, None] - z[:, None, :]
    turn, size = np.angle(new) / np.pi % 1.0, np.log(np.abs(new))
    # Which points have a line of the figure in which direction.
    lines = np.zeros((n, directions.shape[1]), dtype=bool)
    own = _matches(angle, directions, 1.0)
    lines[first, own] = lines[second, own] = True
    parallel = _matches(turn, directions, 1.0)
    on_line = (parallel >= 0) & lines[np.arange(n), parallel]
    upright = _matches((turn + 0.5) % 1.0, directions, 1.0)
    hits = (
        (_ON_LINE, np.where(on_line, parallel, -1)),
        (_ALONG, np.where(on_line, -1, parallel)),
        (_ALONG, upright),
        (_LENGTH, _matches(size, lengths, None)),
    )
    score = sum(
        (weight * (_rarity(hit, total) @ relevance) for weight, hit in hits), np.zeros(total)
    )
    score += _EQUAL * _equal_distances(size, relevance)
    return np.asarray(score + _CIRCLE * _circles(pool.z, z, relevance))


def _representatives(values: Floats) -> Floats:
    """Return one of each class of equal columns; the first row is ascending."""
    values = values[:, np.argsort(values[0])]
    new = np.ones(values.shape[1], dtype=bool)
    new[1:] = ~(np.abs(np.diff(values, axis=1)) < _SAME).all(axis=0)
    return values[:, new]


def _matches(values: Floats, classes: Floats, period: float | None) -> Ints:
    """Return the class of each value, -1 for none.

    Parameters
    ----------
    values : ndarray, shape (draws, ...)
    classes : ndarray, shape (draws, count)
        The first row is ascending.
    period : float or None
        Values that differ by it are equal.
    """
    count = classes.shape[1]
    at = np.searchsorted(classes[0], values[0])
    found = np.full(values.shape[1:], -1)
    for shift in (0, -1):
        k = (at + shift) % count
        off = values - classes[:, k]
        if period is not None:
            off = off - period * np.round(off / period)
        found = np.where((np.abs(off) < _SAME).all(axis=0), k, found)
    return found


def _rarity(hits: Ints, total: int) -> Floats:
    """Return the logarithm of how rare each hit (the number of an object, or -1) is in the pool."""
    counts = np.bincount(hits[hits >= 0], minlength=1)
    weights = np.log(total / np.maximum(counts, 1))
    return np.where(hits >= 0, weights[hits], 0.0)


def _equal_distances(size: Floats, relevance: Floats) -> Floats:
    """Count pairs of points of the figure at equal distances from each point of the pool."""
    order = np.argsort(size[0], axis=1)
    ordered = np.take_along_axis(size, np.broadcast_to(order, size.shape), axis=2)
    same = (np.abs(np.diff(ordered, axis=2)) < _SAME).all(axis=0)
    pair = (relevance[order][:, 1:] + relevance[order][:, :-1]) / 2
    return np.asarray((same * pair).sum(axis=1))


def _circles(places: Complex, z: Complex, relevance: Floats) -> Floats:
    """Sum up, for each point of the pool, the circles through it and three points of the figure."""
    triples = np.array([*combinations(range(z.shape[1]), 3)]).reshape(-1, 3)
    circles = CURVES["circum"](*(z[:, triples[:, k]] for k in range(3)))
    center, radius = circles.at, np.abs(circles.along)
    good = (radius < FARTHEST * size_of(z)).all(axis=0)
    center, radius = center[:, good], radius[:, good]
    _, at = np.unique(
        classify(np.concatenate([center.real, center.imag, radius]).T), return_index=True
    )
    center, radius = center[:, at], radius[:, at]
    value = (_near(z[:, None, :], center[:, :, None], radius[:, :, None]) * relevance).sum(axis=1)
    score = np.zeros(places.shape[1])
    for start in range(0, len(score), 1 + _AT_ONCE // (1 + len(at))):
        part = places[:, start : start + 1 + _AT_ONCE // (1 + len(at))]
        # The first draw tells most of them apart.
        i, j = np.nonzero(_near(part[:1, :, None], center[:1], radius[:1]))
        real = _near(part[:, i], center[:, j], radius[:, j])
        np.add.at(score, i[real] + start, value[j[real]] / 3)
    return score


def _near(z: Complex, center: Complex, radius: Floats) -> Bools:
    """Return which points are on which circles in all draws."""
    return np.asarray((np.abs(np.abs(z - center) - radius) < _SAME).all(axis=0))
