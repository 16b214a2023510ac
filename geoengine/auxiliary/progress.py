"""Progress: how much more is known about the points of a problem."""

from __future__ import annotations

import numpy as np

from geoengine.deduction import PRIME, Deduction

__all__ = ["known_equalities"]


def known_equalities(deduction: Deduction, count: int) -> int:
    """Count equalities that follow between angles, and between ratios, of the first points.

    Parameters
    ----------
    deduction : Deduction
    count : int
        The number of points.

    Returns
    -------
    int
        How many fewer different differences of directions, and of logarithms of lengths, there are
        than pairs of lines, and of segments.
    """
    pairs = deduction.frame.pair[np.triu_indices(count, 1)]
    first, second = np.triu_indices(len(pairs), 1)
    known = 0
    for table in ("direction", "length"):
        values = deduction.closure.history[-1][table][pairs]
        differences = (values[first] - values[second]) % PRIME
        # The two lines of a pair have no order.
        ordered = np.minimum(differences, (-differences) % PRIME)
        known += len(first) - len(np.unique(ordered @ np.array([PRIME, 1])))
    return known
