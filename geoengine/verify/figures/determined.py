"""Figures in which each construction gives its points as clearly as in a given figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from geoengine.language import Statement, as_complex
from geoengine.verify.figures.system import Bools, Complex, Reals, System

__all__ = ["as_determined"]

_UNDETERMINED = 1e-6
"""Relative to what the equations say about a point in its other direction."""


def as_determined(
    points: Sequence[str], xy: Reals, others: Reals, relations: Iterable[Statement]
) -> Bools:
    """Return in which figures every point is determined by the points before it, if it is in one.

    Where two lines are one, relations hold for every point of it, but their point of
    intersection is not constructed.

    Parameters
    ----------
    points : sequence of str
        In the order of their construction.
    xy : ndarray, shape (points, 2)
        The figure that is compared with.
    others : ndarray, shape (figures, points, 2)
    relations : iterable of Statement
        Relations that hold in all these figures.

    Returns
    -------
    ndarray of bool, shape (figures,)

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> meeting = [parse_statement("coll A B E"), parse_statement("coll C D E")]
    >>> crossed = np.array([[0.0, 0], [2, 0], [1, -1], [1, 1], [1, 0]])
    >>> overlapping = np.array([[0.0, 0], [2, 0], [3, 0], [5, 0], [1, 0]])
    >>> as_determined("ABCDE", crossed, np.array([crossed, overlapping]), meeting).tolist()
    [True, False]
    """
    system = System(relations, {name: k for k, name in enumerate(points)})
    if not system.rows:
        return np.ones(len(others), dtype=bool)
    own, *found = _determined(system, as_complex(np.concatenate([xy[None], others])))
    return np.array([(one | ~own).all() for one in found], dtype=bool)


def _determined(system: System, z: Complex) -> Bools:
    """Whether each point cannot move while those before it stay; shape (figures, points)."""
    gradients = system.gradients(z)
    moves = np.stack([gradients.real, gradients.imag], axis=-1)
    # Equations that name later points construct those.
    named = np.abs(gradients).max(axis=0) > 0
    last = system.points - 1 - np.argmax(named[:, ::-1], axis=1)
    found = np.zeros((len(z), system.points), dtype=bool)
    for point in range(system.points):
        own = moves[:, last == point, point]
        if own.shape[1] > 1:
            sizes = np.linalg.svd(own, compute_uv=False)
            found[:, point] = sizes[:, 1] > _UNDETERMINED * sizes[:, 0]
    return found
