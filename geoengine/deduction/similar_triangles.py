"""Similar triangles: each triangle in the order of its sides, which similar ones have in common."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.equality_join import equal_pairs
from geoengine.deduction.frame import Frame, Ints
from geoengine.kernel import compiled

__all__ = ["SLACK", "matches", "shapes"]

SLACK = 1e-3
"""The difference of logarithms of lengths up to which either may count as the longer one.

It is far above the tolerance of relations, so similar triangles have an order of corners in common.
"""


def shapes(frame: Frame) -> tuple[Ints, NDArray[np.bool_]]:
    """List triangles by their corners, those opposite longer sides in the first draw first.

    Where sides differ little, all orders are listed, so that similar triangles have one in common.

    Returns
    -------
    rows : ndarray, shape (m, 5)
        The three corners, then the last two counterclockwise as seen from the first.
    is_first : ndarray of bool, shape (m,)
        Exactly one order of each triangle.
    """
    kernel = compiled("shapes")
    log_length, orientation = frame.log_length[0], frame.orientation[0]
    if kernel is not None:
        rows, is_first = kernel.shapes(
            frame.triangle.view(np.uint8), frame.pair, np.ascontiguousarray(log_length),
            np.ascontiguousarray(orientation), SLACK,
        )  # fmt: skip
        return rows, is_first.view(np.bool_)
    i, j, k = np.nonzero(frame.triangle)
    kept = (i < j) & (j < k)
    orders = np.array([*permutations(range(3))])
    rows = np.stack([i[kept], j[kept], k[kept]], axis=1)[:, orders].reshape(-1, 3)
    p, q, r = rows.T
    sides = frame.pair[q, r], frame.pair[p, r], frame.pair[p, q]
    longest, middle, shortest = (log_length[side] for side in sides)
    is_first = (longest > middle) | ((longest == middle) & (p < q))
    is_first &= (middle > shortest) | ((middle == shortest) & (q < r))
    turned = np.where((orientation[p, q, r] > 0)[:, None], rows[:, 1:], rows[:, :0:-1])
    listed = ~((longest + SLACK < middle) | (middle + SLACK < shortest))
    return np.concatenate([rows, turned], axis=1)[listed], is_first[listed]


def matches(
    rows: Ints, is_first: NDArray[np.bool_], labels: Ints, n: int, *, mirrored: bool
) -> Ints:
    """Pair triangles that have a label in common, each unordered pair once.

    Those of different orientations are paired if `mirrored`, otherwise those of the same.
    """
    kernel = compiled("shapes")
    if kernel is not None:
        found: Ints = kernel.similar(rows, is_first.view(np.uint8), labels, n, mirrored)
        return found
    left = np.flatnonzero(is_first)
    at, partners, _ = equal_pairs(labels[left], labels)
    turned = rows[:, 1] != rows[:, 3]
    apart = turned[left[at]] != turned[partners]
    at, partners = at[apart == mirrored], partners[apart == mirrored]
    ones, twos = rows[left[at], :3], rows[partners, :3]
    order = np.argsort(ones, axis=1)
    ones, twos = np.take_along_axis(ones, order, axis=1), np.take_along_axis(twos, order, axis=1)
    powers = np.array([n * n, n, 1])
    code_one, code_two = ones @ powers, np.sort(twos, axis=1) @ powers
    # A rotation of a triangle onto itself and its inverse are one statement; the identity is none.
    different = (ones != twos).any(axis=1) & ~(
        (ones != twos).all(axis=1) & (twos[:, 0] == ones[:, 2])
    )
    kept = (code_one < code_two) | ((code_one == code_two) & different)
    found = np.concatenate([ones[kept], twos[kept]], axis=1)
    return found[np.lexsort(((twos @ powers)[kept], code_one[kept]))]
