"""Ranks of options by features, from which blind guesses are made."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["UNIT", "rank_chances", "rank_names", "ranks_and_extremes"]

UNIT = math.lcm(*range(1, 9))
"""Probabilities of random choices among up to eight options are whole multiples of 1/UNIT."""

_ORDINALS = ("", "second_", "third_", "fourth_")


def rank_chances(marks: Sequence[float], key: int) -> list[int]:
    """Return the probability that the key has each rank, with ties broken at random.

    Parameters
    ----------
    marks : sequence of float
        The feature of each option.
    key : int
        Number of the correct option, from 1.

    Returns
    -------
    list of int
        For each rank, from that of the least feature, its probability in units of 1/UNIT.

    Examples
    --------
    >>> [chance / UNIT for chance in rank_chances([7, 7, 1, 9], 1)]
    [0.0, 0.5, 0.5, 0.0]
    """
    own = marks[key - 1]
    lower = sum(mark < own for mark in marks)
    ties = sum(mark == own for mark in marks)
    return [UNIT // ties if lower <= rank < lower + ties else 0 for rank in range(len(marks))]


def rank_names(count: int) -> list[str]:
    """Return the names of the ranks of `count` options (2 to 8), from the lowest.

    Examples
    --------
    >>> rank_names(4)
    ['lowest', 'second_lowest', 'second_highest', 'highest']
    >>> rank_names(3)
    ['lowest', 'second_lowest', 'highest']
    """
    upper = count // 2
    low = [f"{_ORDINALS[k]}lowest" for k in range(count - upper)]
    return low + [f"{_ORDINALS[k]}highest" for k in reversed(range(upper))]


def ranks_and_extremes(
    features: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Rank the options of items by each of several features.

    Parameters
    ----------
    features : ndarray, shape (..., options, features)

    Returns
    -------
    ndarray, shape (..., options, features)
        The ranks, from 0 to 1; tied options share the mean of theirs.
    ndarray of bool, two, of the same shape
        Whether an option is the only highest, and the only lowest.

    Examples
    --------
    >>> ranks, highest, lowest = ranks_and_extremes(np.array([[7.0], [1], [1], [4]]))
    >>> ranks.ravel().round(2).tolist()
    [1.0, 0.17, 0.17, 0.67]
    >>> highest.ravel().tolist(), bool(lowest.any())
    ([True, False, False, False], False)
    """
    others = features.shape[-2] - 1
    pairs = features[..., :, None, :], features[..., None, :, :]
    below = np.greater(*pairs).sum(axis=-2)
    equal = np.equal(*pairs).sum(axis=-2)
    alone = equal == 1
    return (below + (equal - 1) / 2) / others, alone & (below == others), alone & (below == 0)
