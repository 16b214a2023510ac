"""The distinct values of an array, and their places."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["distinct", "first_places", "ranks"]


def distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the distinct numbers, in ascending order.

    This equals ``np.unique``, which is many times slower because it hashes integers, and imports
    masked arrays.

    Examples
    --------
    >>> distinct(np.array([3, 1, 3, 2, 1])).tolist()
    [1, 2, 3]
    """
    ordered = np.sort(numbers, axis=None)
    first = np.empty(len(ordered), dtype=bool)
    first[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def ranks(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of each number among the distinct ones, in ascending order.

    Examples
    --------
    >>> ranks(np.array([30, 10, 30, 20])).tolist()
    [2, 0, 2, 1]
    """
    order = numbers.argsort()
    ordered = numbers[order]
    steps = np.zeros(len(numbers), dtype=np.int64)
    np.not_equal(ordered[1:], ordered[:-1], out=steps[1:], casting="unsafe")
    found = np.empty_like(steps)
    found[order] = steps.cumsum()
    return found


def first_places(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first place of each label that occurs, by label.

    Parameters
    ----------
    labels : ndarray of int, shape (m,)
        Not negative, and not much larger than m.

    Examples
    --------
    >>> first_places(np.array([3, 0, 3, 1, 0])).tolist()
    [1, 3, 0]
    """
    found = np.full(int(labels.max(initial=-1)) + 1, -1)
    # Of several places that are written, the last one stays.
    found[labels[::-1]] = np.arange(len(labels) - 1, -1, -1)
    return found[found >= 0]
