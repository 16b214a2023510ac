"""The points that could be added to a figure, each with all its constructions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geoengine.auxiliary.curve_sets import FARTHEST, CurveSet, curve_sets
from geoengine.auxiliary.loci_arrays import crossing, other_crossing
from geoengine.auxiliary.placements import (
    Ints,
    allowed,
    arguments,
    curve_constructions,
    point_constructions,
    points_of,
)
from geoengine.deduction import classify
from geoengine.language import Complex
from geoengine.scene import Call, ConstructionStep

__all__ = ["NEAREST", "Pool", "find_points", "size_of"]

NEAREST = 0.01
"""The least distance of a new point from the others, relative to the size of the figure."""

_MOST_PAIRS = 200_000
"""The largest number of pairs of curves of one kind that are intersected."""


@dataclass(frozen=True)
class Pool:
    """Points that could be added to a figure.

    Attributes
    ----------
    names : tuple of str
        The points of the figure.
    z : ndarray of complex, shape (draws, m)
        The positions of the further points, all of them different.
    made : ndarray of int, shape (ways, 4)
        Two constructions, each with the row of its arguments. The second is -1 if there is one.
        The ways to construct a point follow each other, the simplest first.
    starts : ndarray of int, shape (m + 1,)
        The first way to construct each point, and the number of all.
    rows : list of ndarray
        For each construction, the numbers of the points that it may start from.
    """

    names: tuple[str, ...]
    z: Complex
    made: Ints
    starts: Ints
    rows: list[Ints]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def ways(self, number: int) -> int:
        """Return the number of ways to construct a point of the pool."""
        return int(self.starts[number + 1] - self.starts[number])

    def step(self, number: int, name: str, way: int = 0) -> ConstructionStep:
        """Return a construction of a point of the pool under a name, by default the simplest."""
        constructions = (*point_constructions(), *curve_constructions())
        first, row, second, other = self.made[self.starts[number] + way].tolist()
        calls = []
        for which, at in ((first, row), (second, other)):
            if which >= 0:
                taken = (self.names[k] for k in self.rows[which][at].tolist())
                calls.append(Call(constructions[which].name, (name, *taken)))
        return ConstructionStep((name,), tuple(calls))


def size_of(z: Complex) -> float:
    """Return the largest distance of a point from the middle of the figure, in all draws."""
    return float(np.abs(z - z.mean(axis=1, keepdims=True)).max())


def find_points(names: Sequence[str], z: Complex, points: Sequence[int], since: int = 0) -> Pool:
    """Find the points that could be added to a figure.

    They are the points of single constructions, and intersections of two curves: lines with two or
    more points of the figure, or circles with three or more, with any line or circle.
    Intersections of a circle are found if the other one is a point of the figure. An intersection
    is kept only if more than one pair of curves gives it.

    Parameters
    ----------
    names : sequence of str
    z : ndarray of complex, shape (draws, n)
        The points of the figure.
    points : sequence of int
        The points from which new ones are constructed.
    since : int
        Single constructions start from at least one point with this number or a later one.

    Returns
    -------
    Pool
    """
    z = np.ascontiguousarray(z)
    size = size_of(z)
    with np.errstate(all="ignore"):
        places, made, rows = _single(z, points, since)
        lines, circles, curve_rows = curve_sets(z, points, size)
        shift = len(rows)
        strong_lines, strong_circles = lines.with_points(2), circles.with_points(3)
        for ones in (strong_lines, strong_circles):
            for others in (lines, circles):
                found, origin = _intersections(z, ones, others, shift)
                places.append(found)
                made.append(origin)
    return _different(
        tuple(names), z, size, np.concatenate(places, axis=1), np.concatenate(made),
        [*rows, *curve_rows],
    )  # fmt: skip


def _single(
    z: Complex, points: Sequence[int], since: int
) -> tuple[list[Complex], list[Ints], list[Ints]]:
    """Return the points of single constructions: positions, what made them, and arguments."""
    places, made, rows = [], [], []
    for number, construction in enumerate(point_constructions()):
        own = arguments(construction, points, since)
        own = own[allowed(construction, own, z)]
        rows.append(own)
        places.append(points_of(construction, own, z))
        which, none = np.full(len(own), number), np.full(len(own), -1)
        made.append(np.stack([which, np.arange(len(own)), none, none], axis=1))
    return places, made, rows


def _intersections(
    z: Complex, ones: CurveSet, others: CurveSet, shift: int
) -> tuple[Complex, Ints]:
    """Return the intersections of curves, and what made them."""
    common = ones.through.astype(np.int64) @ others.through.T.astype(np.int64)
    straight = ones.curves.straight and others.curves.straight
    i, j = np.nonzero(common == (0 if straight else 1))
    i, j = i[:_MOST_PAIRS], j[:_MOST_PAIRS]
    if straight:
        found = crossing(ones.curves[:, i], others.curves[:, j])
    else:
        shared = (ones.through[i] & others.through[j]).argmax(axis=1)
        found = other_crossing(ones.curves[:, i], others.curves[:, j], z[:, shared])
    made = np.concatenate([ones.made[i], others.made[j]], axis=1)
    made[:, [0, 2]] += shift
    return found, made


def _different(
    names: tuple[str, ...], z: Complex, size: float, places: Complex, made: Ints, rows: list[Ints]
) -> Pool:
    """Keep points that exist in all draws, and are not near others, once each."""
    middle = z.mean(axis=1, keepdims=True)
    good = (np.abs(places - middle) < FARTHEST * size).all(axis=0)
    places, made = places[:, good], made[good]
    labels = classify(np.concatenate([places.real, places.imag]).T)
    _, first, ways = np.unique(labels, return_index=True, return_counts=True)
    kept = first[(made[first, 2] < 0) | (ways > 1)]
    kept.sort()
    distances = np.abs(places[:, kept, None] - z[:, None, :])
    kept = kept[(distances > NEAREST * size).all(axis=(0, 2))]
    place = np.full(labels.max(initial=-1) + 1, len(kept))
    place[labels[kept]] = np.arange(len(kept))
    order = np.argsort(place[labels], kind="stable")
    starts = np.searchsorted(place[labels][order], np.arange(len(kept) + 1))
    return Pool(names, places[:, kept], made[order[: starts[-1]]], starts, rows)
