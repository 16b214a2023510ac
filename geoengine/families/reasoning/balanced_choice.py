"""A choice among candidates for items in which keys and distractors look alike on balance."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from geoengine.items import ranks_and_extremes

__all__ = ["balanced_choice", "leads"]


def leads(numbers: NDArray[np.float64], scales: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute by how much the key of each item exceeds the mean of its other options.

    Four quantities are compared for each feature: its value, its rank among the options (from 0 to
    1, ties shared), and whether it is the only highest, or the only lowest. If these leads add up
    to zero over many items, then no weighted sum of the quantities distinguishes keys from
    distractors.

    Parameters
    ----------
    numbers : ndarray, shape (items, options, features)
        What a reader can count about each option; the key is the first option of each item.
    scales : ndarray, shape (features,)
        For each feature, the difference of values that matters as much as a difference of 1
        between ranks.

    Returns
    -------
    ndarray, shape (items, 4 * features)
        The values of all features, then the ranks, the only highest and the only lowest.

    Examples
    --------
    >>> found = leads(np.array([[[7.0], [1], [1], [4]]]), np.array([5.0]))
    >>> found.round(2).tolist()
    [[1.0, 0.67, 1.0, 0.0]]
    """
    compared = np.concatenate([numbers / scales, *ranks_and_extremes(numbers)], axis=2)
    return np.asarray(compared[:, 0] - compared[:, 1:].mean(axis=1))


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
