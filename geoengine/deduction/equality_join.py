"""Joins of two lists of numbers: the pairs of positions at which they have equal numbers."""

from __future__ import annotations

import numpy as np

from geoengine.deduction.frame import Ints
from geoengine.kernel import compiled

__all__ = ["equal_pairs", "expand_ranges", "pairs_within"]


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


def equal_pairs(ours: Ints, theirs: Ints, limit: int | None = None) -> tuple[Ints, Ints, bool]:
    """Pair every number with all equal numbers of another list.

    Parameters
    ----------
    ours, theirs : ndarray of int, not negative
    limit : int, optional
        The largest number of pairs. From the first number of `ours` whose pairs would exceed it,
        the numbers get none.

    Returns
    -------
    left, right : ndarray, shape (pairs,)
        Positions in the two lists; ascending for each of `ours`.
    truncated : bool
        Whether `limit` cut the pairs.

    Examples
    --------
    >>> import numpy as np
    >>> left, right, cut = equal_pairs(np.array([5, 7]), np.array([5, 6, 5]))
    >>> left.tolist(), right.tolist(), cut
    ([0, 0], [0, 2], False)
    """
    kernel = compiled("classes")
    if kernel is not None:
        found: tuple[Ints, Ints, bool] = kernel.equal_pairs(
            ours, theirs, -1 if limit is None else limit
        )
        return found
    order = np.argsort(theirs, kind="stable")
    theirs = theirs[order]
    start = np.searchsorted(theirs, ours, side="left")
    counts = np.searchsorted(theirs, ours, side="right") - start
    total = np.cumsum(counts)
    truncated = limit is not None and bool(len(total)) and bool(total[-1] > limit)
    if truncated:
        counts = np.where(total > limit, 0, counts)
    left, within = expand_ranges(start, counts)
    return left, order[within], truncated


def pairs_within(labels: Ints) -> tuple[Ints, Ints]:
    """List the pairs i < j of positions with equal labels, by label; -1 is left out.

    Examples
    --------
    >>> import numpy as np
    >>> left, right = pairs_within(np.array([4, 2, -1, 4, 2, -1, 4]))
    >>> left.tolist(), right.tolist()
    ([1, 0, 0, 3], [4, 3, 6, 6])
    """
    kernel = compiled("classes")
    if kernel is not None:
        found: tuple[Ints, Ints] = kernel.pairs_within(labels)
        return found
    order = np.argsort(labels, kind="stable")
    order = order[labels[order] >= 0]
    ordered = labels[order]
    edges = np.flatnonzero(np.concatenate([ordered[1:] != ordered[:-1], [True]]))
    at = np.arange(len(ordered))
    following = np.repeat(edges, np.diff(edges, prepend=-1)) - at if len(ordered) else at
    left, right = expand_ranges(at + 1, following)
    return order[left], order[right]
