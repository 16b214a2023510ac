"""Joins of two lists of numbers: the pairs of positions at which they have equal numbers."""

from __future__ import annotations

import numpy as np

from geoengine.deduction.frame import Ints

__all__ = ["equal_pairs", "expand_ranges"]


def expand_ranges(starts: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """List the numbers of consecutive ranges.

    Parameters
    ----------
    starts, counts : ndarray, shape (k,)
        The first number and the length of each range.

    Returns
    -------
    ranges, numbers : ndarray, shape (sum of counts,)
        The range of each number, and the number.

    Examples
    --------
    >>> import numpy as np
    >>> ranges, numbers = expand_ranges(np.array([5, 0]), np.array([2, 3]))
    >>> ranges.tolist(), numbers.tolist()
    ([0, 0, 1, 1, 1], [5, 6, 0, 1, 2])
    """
    ranges = np.repeat(np.arange(len(counts)), counts)
    shifts = starts - np.cumsum(counts) + counts
    return ranges, np.arange(len(ranges)) + shifts[ranges]


def equal_pairs(
    ours: Ints, theirs: Ints, order: Ints, limit: int | None = None
) -> tuple[Ints, Ints, bool]:
    """Pair every number with all equal numbers of another list.

    Parameters
    ----------
    ours : ndarray, shape (m,)
    theirs : ndarray, shape (k,)
        The other list, ascending.
    order : ndarray, shape (k,)
        The original position of each of `theirs`.
    limit : int, optional
        The largest number of pairs. From the first number of `ours` whose pairs would exceed it,
        the numbers get none.

    Returns
    -------
    left, right : ndarray, shape (pairs,)
        Positions in `ours`, and original positions in the other list.
    truncated : bool
        Whether `limit` cut the pairs.

    Examples
    --------
    >>> import numpy as np
    >>> left, right, cut = equal_pairs(np.array([5, 7]), np.array([5, 5, 6]), np.array([2, 0, 1]))
    >>> left.tolist(), right.tolist(), cut
    ([0, 0], [2, 0], False)
    """
    start = np.searchsorted(theirs, ours, side="left")
    counts = np.searchsorted(theirs, ours, side="right") - start
    total = np.cumsum(counts)
    truncated = limit is not None and bool(len(total)) and bool(total[-1] > limit)
    if truncated:
        counts = np.where(total > limit, 0, counts)
    left, within = expand_ranges(start, counts)
    return left, order[within], truncated
