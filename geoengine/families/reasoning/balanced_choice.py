"""A choice among candidates for items in which keys and distractors look alike on balance."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

__all__ = ["balanced_choice"]


def balanced_choice(
    rng: Generator, compared: NDArray[np.float64], most: int, tolerance: float
) -> list[int]:
    """Choose candidates for items so that the leads of their keys cancel.

    One candidate after the other is added, each time the one that makes the squared length of the
    sum smallest. Of this sequence, as many of the first are kept as leave it within the tolerance.

    Parameters
    ----------
    rng : numpy.random.Generator
        Breaks ties.
    compared : ndarray, shape (candidates, leads)
    most : int
        The maximum number of candidates to choose.
    tolerance : float
        The maximum squared length of the sum of the leads of those chosen.

    Returns
    -------
    list of int
        The numbers of the chosen candidates; empty if each alone exceeds the tolerance.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> sorted(balanced_choice(rng, np.array([[2.0], [-1], [3], [-1]]), most=4, tolerance=0.5))
    [0, 1, 3]
    """
    left = rng.permutation(len(compared))
    total = np.zeros(compared.shape[1])
    chosen: list[int] = []
    kept = 0
    while len(chosen) < most and len(left):
        lengths = np.square(total + compared[left]).sum(axis=1)
        best = int(lengths.argmin())
        total += compared[left[best]]
        chosen.append(int(left[best]))
        if lengths[best] <= tolerance:
            kept = len(chosen)
        left = np.delete(left, best)
    return chosen[:kept]
