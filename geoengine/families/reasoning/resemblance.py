"""Resemblance of figures, judged by the angles of their triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Complex, Real, as_complex

__all__ = ["resembling", "triples_of"]

_FLAT = 1e-6
"""Radians; a triangle with a smaller angle counts as three points on a line."""

_CLEAR = 0.01
"""Radians; the orientation of a triangle is visible if all its angles are larger."""

_LEAST_RATIO = 0.4
"""How small an angle may become, relative to its size in the given figure."""


def resembling(xy: Real, others: Real) -> NDArray[np.bool_]:
    """Which figures look like a given one, so that a reader sees the same relations in both.

    Each triangle whose angles are all larger than 0.01 radians must keep its orientation, and each
    of its two smaller angles at least two fifths of its size. Of three points on a line, the same
    one must be in the middle.

    Parameters
    ----------
    xy : ndarray, shape (n, 2)
        The given figure.
    others : ndarray, shape (k, n, 2)

    Returns
    -------
    ndarray of bool, shape (k,)

    Examples
    --------
    A point inside a triangle may be moved within it, but not out of it.

    >>> figure = np.array([[0.0, 0], [6, 0], [3, 5], [3, 2]])
    >>> inside, outside = figure.copy(), figure.copy()
    >>> inside[3], outside[3] = (2.5, 2.2), (3, -1)
    >>> resembling(figure, np.stack([inside, outside, -figure, figure * [-1, 1]])).tolist()
    [True, False, True, False]
    """
    triples = triples_of(len(xy))
    before = _angles(as_complex(xy)[triples])
    after = _angles(as_complex(others)[:, triples])
    small, small_after = np.sort(np.abs(before))[..., :2], np.sort(np.abs(after))[..., :2]
    clear, flat = small[:, 0] > _CLEAR, small[:, 0] < _FLAT
    flipped = np.sign(before.sum(axis=-1)) != np.sign(after.sum(axis=-1))
    thinner = (small_after < _LEAST_RATIO * small).any(axis=-1)
    reordered = np.abs(before).argmax(axis=-1) != np.abs(after).argmax(axis=-1)
    return np.asarray(~(clear & (flipped | thinner) | flat & reordered).any(axis=-1))


def triples_of(count: int) -> NDArray[np.int64]:
    """List all triples of row numbers below `count`, each in ascending order; shape (m, 3).

    Examples
    --------
    >>> triples_of(4).tolist()
    [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    """
    corners = np.argwhere(np.ones((count,) * 3))
    return corners[(np.diff(corners, axis=1) > 0).all(axis=1)]


def _angles(z: Complex) -> Real:
    """The angles of triangles in radians, negative if it is clockwise; shape (..., 3)."""
    to_next, to_last = np.roll(z, -1, axis=-1) - z, np.roll(z, 1, axis=-1) - z
    return np.angle(to_last / to_next)
