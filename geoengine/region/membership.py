"""Which points lie inside closed boundaries."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from geoengine.region.pieces import Arc, Loop, Piece, Segment

__all__ = ["contains"]


def contains(loops: Iterable[Loop], points: npt.NDArray[np.complex128]) -> npt.NDArray[np.bool_]:
    """Tell which points lie inside boundaries, by the rule of the winding number.

    A point is inside if the boundaries together wind around it a number of times other than 0, as
    `fill` of Asymptote and of matplotlib have it.

    Parameters
    ----------
    loops : iterable of Loop
    points : array of complex, shape (m,)
        None of them on a boundary.

    Returns
    -------
    array of bool, shape (m,)

    Examples
    --------
    >>> from geoengine.region import circle
    >>> contains([circle((0.0, 0.0), 1.0)], np.array([0.5 + 0.5j, 0.9 + 0.9j])).tolist()
    [True, False]
    """
    inside = np.zeros(len(points), dtype=bool)
    all_loops = list(loops)
    near = _in_box(all_loops, points)
    if near.any():
        chosen = points[near]
        total = np.zeros(len(chosen))
        for loop in all_loops:
            for piece in loop:
                total += _angle(piece, chosen)
        inside[near] = np.rint(total / math.tau) != 0
    return inside


def _in_box(loops: list[Loop], points: npt.NDArray[np.complex128]) -> npt.NDArray[np.bool_]:
    corners = [corner for loop in loops for piece in loop for corner in _corners(piece)]
    xs, ys = [z.real for z in corners], [z.imag for z in corners]
    x, y = points.real, points.imag
    return np.asarray((x >= min(xs)) & (x <= max(xs)) & (y >= min(ys)) & (y <= max(ys)))


def _corners(piece: Piece) -> tuple[complex, complex]:
    if isinstance(piece, Arc):
        r = piece.radius * (1 + 1j)
        return piece.middle - r, piece.middle + r
    return piece.ends


def _angle(piece: Piece, points: npt.NDArray[np.complex128]) -> npt.NDArray[np.float64]:
    """Return the angle by which the direction to each point turns along a piece."""
    if isinstance(piece, Segment):
        return _chord(piece.ends[0], piece.ends[1], points)
    # An arc turns as its chord does, and once more around points between the two. Halves of the
    # arc have at most half a turn, so that such points lie beyond the chord.
    total = np.zeros(len(points))
    corners = [piece.at(0), piece.at(0.5), piece.at(1)]
    within = abs(points - piece.middle) < piece.radius
    sign = -1.0 if piece.clockwise else 1.0
    for start, end in pairwise(corners):
        total += _chord(start, end, points)
        beyond = ((end - start).conjugate() * (points - start)).imag * sign < 0
        total += np.where(within & beyond, sign * math.tau, 0.0)
    return total


def _chord(
    start: complex, end: complex, points: npt.NDArray[np.complex128]
) -> npt.NDArray[np.float64]:
    return np.asarray(np.angle((end - points) / (start - points)))
