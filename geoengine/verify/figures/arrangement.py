"""Arrangement: the orientation of triangles and the order of points on lines."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from geoengine.language import RELATION_TOLERANCE, as_complex, flatness
from geoengine.verify.figures.system import Bools, Complex, Ints, Reals

__all__ = ["arranged_alike"]

_CLEAR = 0.01
_FLATTENED = 0.1


def arranged_alike(xy: Reals, others: Reals) -> Bools:
    """Return which figures have the same arrangement as a given one.

    Every clearly non-degenerate triangle keeps its orientation and more than a tenth of its
    `flatness`; of three points that are collinear in both, the same one lies between the others.

    Parameters
    ----------
    xy : ndarray, shape (points, 2)
    others : ndarray, shape (figures, points, 2)

    Returns
    -------
    ndarray of bool, shape (figures,)

    Examples
    --------
    >>> triangle = np.array([[0.0, 0], [2, 0], [0, 1], [1, 0]])
    >>> others = np.repeat(triangle[None], 3, axis=0)
    >>> others[1, 2] = 0, -1
    >>> others[2, 3] = 3, 0
    >>> arranged_alike(triangle, others).tolist()
    [True, False, False]
    """
    triples = np.array(list(combinations(range(len(xy)), 3)), dtype=np.int64).reshape(-1, 3)
    own, found = as_complex(xy)[triples], as_complex(others)[:, triples]
    before, after = flatness(own), flatness(found)
    clear = np.abs(before) > _CLEAR
    same = after * np.sign(before) > _FLATTENED * np.abs(before)
    aligned = np.abs(before) < RELATION_TOLERANCE
    ordered = (np.abs(after) > RELATION_TOLERANCE) | (_between(found) == _between(own))
    return np.asarray(((same | ~clear) & (ordered | ~aligned)).all(axis=1))


def _between(z: Complex) -> Ints:
    """The index of the point opposite the longest side, the middle one of collinear points.

    The shape goes from (..., 3) to (...).
    """
    sides = np.abs(np.roll(z, -1, axis=-1) - np.roll(z, -2, axis=-1))
    return np.asarray(sides.argmax(axis=-1))
