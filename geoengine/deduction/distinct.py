"""The distinct values of an array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["distinct"]


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
