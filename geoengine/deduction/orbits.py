"""Orbits: rows of points that exchanges of their columns make equal."""

from __future__ import annotations

import numpy as np

from geoengine.deduction.distinct import first_places, ranks
from geoengine.deduction.frame import Ints
from geoengine.kernel import compiled

__all__ = ["Orders", "first_of_many", "least_codes"]

Orders = tuple[tuple[int, ...], ...]
"""A group of orders of the columns."""

_MANY = 64
"""From this many relations on, a join begins with only one of those that symmetries exchange."""


def least_codes(columns: Ints, orders: Ints, n: int) -> Ints:
    """Return a number for each row, the same for those that an order of the columns makes equal.

    Parameters
    ----------
    columns : ndarray, shape (k, m)
        Points, each smaller than `n`.
    orders : ndarray, shape (orders, k)
    n : int

    Examples
    --------
    >>> least_codes(np.array([[2, 3, 5], [3, 2, 3]]), np.array([[0, 1], [1, 0]]), 10).tolist()
    [23, 23, 35]
    """
    powers = n ** np.arange(len(columns))
    return np.asarray((powers[orders] @ columns).min(axis=0))


def first_of_many(rows: Ints, orders: Orders | None, n: int) -> Ints:
    """Return the first row of each orbit; few rows, and those without orders, stay as they are.

    Parameters
    ----------
    rows : ndarray, shape (m, k)
        Points, each smaller than `n`.
    orders : tuple of tuple of int, or None
    n : int

    Examples
    --------
    >>> first_of_many(np.array([[2, 3], [3, 2]]), ((0, 1), (1, 0)), 10).tolist()
    [[2, 3], [3, 2]]
    >>> first_of_many(np.array([[2, 3], [3, 2]] * 32), ((0, 1), (1, 0)), 10).tolist()
    [[2, 3]]
    """
    if orders is None or len(rows) < _MANY:
        return rows
    of_letters, kernel = np.array(orders), compiled("rows")
    if kernel is not None:
        found: Ints = kernel.distinct(np.ascontiguousarray(rows), of_letters, n, (), None, None)
        return found
    first = first_places(ranks(least_codes(rows.T, of_letters, n)))
    return np.asarray(rows[np.sort(first)])
