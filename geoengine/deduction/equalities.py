"""Equalities of angles and ratios that the tables imply, tested in further draws."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.deduction import Deduction
from geoengine.deduction.frame import Floats, Frame, Ints
from geoengine.deduction.residues import PRIME
from geoengine.language import Table

__all__ = ["failing_equalities"]

_TOLERANCE = 1e-6
"""An equality is false if it is off by more: in half turns, or in the logarithm of the ratio."""


def failing_equalities(deduction: Deduction, draws: Floats) -> NDArray[np.bool_]:
    """Find equalities of angles or ratios that the tables imply but that fail in further draws.

    The tables imply more equalities than are listed as statements: two directed angles, or the
    logarithms of two ratios, differ by a constant in every solution of the equations. In further
    draws this constant must be the same.

    Parameters
    ----------
    deduction : Deduction
    draws : ndarray, shape (draws, points, 2)

    Returns
    -------
    ndarray of bool, shape (draws, equalities)
        One column for each equality that holds in the draws of the deduction and fails in some of
        `draws`: True in the draws where it fails.
    """
    own, others = deduction.frame, Frame(draws)
    pairs = np.arange(own.pairs + 1)
    # Lengths are ratios to the unit, pair 0. Each pair is compared with the first of its class.
    first, second = (side.reshape(-1) for side in np.meshgrid(pairs, pairs, indexing="ij"))
    real = (first > 0) & (second > 0)
    real[0] = True
    found = []
    tables: tuple[tuple[Table, str], ...] = (("direction", "angle"), ("length", "log_length"))
    for table, quantity in tables:
        kept = real if table == "direction" else np.ones_like(real)
        p, q = first[kept], second[kept]
        free = deduction.closure.tables[table].free_part
        tie = _first_of_class((free[q] - free[p]) % PRIME)
        measured = getattr(own, quantity), getattr(others, quantity)
        offsets = [(of[:, q] - of[:, p]) - (of[:, q[tie]] - of[:, p[tie]]) for of in measured]
        deviations = [offset - offsets[0][0] for offset in offsets]
        if table == "direction":
            deviations = [deviation - np.round(deviation) for deviation in deviations]
        own_failing, failing = (np.abs(deviation) > _TOLERANCE for deviation in deviations)
        found.append(failing[:, ~own_failing.any(axis=0) & failing.any(axis=0)])
    return np.concatenate(found, axis=1)


def _first_of_class(rows: Ints) -> Ints:
    """Return, for each row of two residues, the number of the first equal row."""
    _, first, label = np.unique(
        rows[:, 0] * PRIME + rows[:, 1], return_index=True, return_inverse=True
    )
    return np.asarray(first[label.reshape(-1)])
