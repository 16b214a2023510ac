"""The different lines and circles that constructions define in a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.auxiliary.loci_arrays import Curves
from geoengine.auxiliary.placements import (
    Bools,
    Ints,
    allowed,
    arguments,
    curve_constructions,
    curves_of,
)
from geoengine.deduction import classify
from geoengine.language import Complex

__all__ = ["FARTHEST", "ON", "CurveSet", "curve_sets", "lies_on"]

FARTHEST = 6.0
"""The largest distance of a new point from the middle of the figure, relative to its size."""

ON = 1e-7
"""The largest distance of a point from a curve through it, relative to the size of the figure."""


@dataclass(frozen=True)
class CurveSet:
    """Different lines, or different circles, each with its simplest construction.

    Attributes
    ----------
    curves : Curves
        In arrays of shape (draws, m).
    made : ndarray of int, shape (m, 2)
        The number of each one's construction among `curve_constructions`, and the row of its
        arguments.
    through : ndarray of bool, shape (m, points)
        Which points of the figure are on each curve.
    """

    curves: Curves
    made: Ints
    through: Bools

    def __getitem__(self, chosen: Ints | Bools) -> CurveSet:
        return CurveSet(self.curves[:, chosen], self.made[chosen], self.through[chosen])

    def with_points(self, least: int) -> CurveSet:
        """Return the curves with at least so many points of the figure."""
        return self[self.through.sum(axis=1) >= least]


def curve_sets(
    z: Complex, points: Sequence[int], size: float
) -> tuple[CurveSet, CurveSet, list[Ints]]:
    """Return the different lines and circles, and the arguments of each construction.

    Parameters
    ----------
    z : ndarray of complex, shape (draws, n)
        The points of the figure.
    points : sequence of int
        The points that constructions may start from.
    size : float
        The size of the figure.
    """
    rows: list[Ints] = []
    found: dict[bool, list[tuple[Curves, Ints]]] = {True: [], False: []}
    for number, construction in enumerate(curve_constructions()):
        own = arguments(construction, points)
        own = own[allowed(construction, own, z)]
        rows.append(own)
        curves = curves_of(construction, own, z)
        good = np.isfinite(_features(curves)).all(axis=1)
        if not curves.straight:
            good &= (np.abs(curves.along) < FARTHEST * size).all(axis=0)
        at = np.flatnonzero(good)
        made = np.stack([np.full(len(at), number), at], axis=1)
        found[curves.straight].append((curves[:, at], made))
    lines, circles = (_different(parts, z, size, straight) for straight, parts in found.items())
    return lines, circles, rows


def _different(
    parts: Sequence[tuple[Curves, Ints]], z: Complex, size: float, straight: bool
) -> CurveSet:
    curves = Curves(
        np.concatenate([part.at for part, _ in parts], axis=1),
        np.concatenate([part.along for part, _ in parts], axis=1),
        straight,
    )
    made = np.concatenate([made for _, made in parts])
    _, first = np.unique(classify(_features(curves)), return_index=True)
    first.sort()
    chosen = curves[:, first]
    return CurveSet(chosen, made[first], lies_on(chosen, z, size))


def _features(curves: Curves) -> NDArray[np.float64]:
    """Return numbers that tell curves apart, shape (m, k)."""
    if curves.straight:
        turn = curves.along / curves.along.conj()
        foot = curves.along * (curves.at / curves.along).imag * 1j
        return np.concatenate([turn.real / 2, turn.imag / 2, foot.real, foot.imag]).T
    return np.concatenate([curves.at.real, curves.at.imag, np.abs(curves.along)]).T


def lies_on(curves: Curves, z: Complex, size: float) -> Bools:
    """Return which points, of shape (draws, n), are on which curves in all draws; shape (m, n)."""
    offset = z[:, None, :] - curves.at[:, :, None]
    length = np.abs(curves.along)[:, :, None]
    if curves.straight:
        off = np.abs((offset * curves.along.conj()[:, :, None]).imag) / length
    else:
        off = np.abs(np.abs(offset) - length)
    return np.asarray((off < ON * size).all(axis=0))
