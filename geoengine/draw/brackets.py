"""Ticks on equal segments, and brackets that mark a segment with further points on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.overlap import segment_gaps

__all__ = ["TICK", "bracket", "ticks"]

Array = NDArray[np.float64]

# The length of the slanted ends, in em and at most as a fraction of the segment; the gap between
# a bracket and the ends of the segment, in em.
_SLANT, _MOST, _FREE = 0.55, 0.25, 0.32
# The distance in em that its slanted ends keep from other marks; the fraction of an end that is
# always drawn; the widest gap, in em, beyond which an end crosses a mark rather than stop before
# it, since it would seem to lead to another point; how many starting places are tried for an end.
_CLEAR, _SHORTEST, _GAP, _PLACES = 0.2, 0.4, 0.9, 8
# Half a tick, the distance of ticks, and half the height of a cross, in em.
TICK, _APART, _CROSS = 0.3, 0.24, 0.19
# The largest number of ticks that can be counted at a glance.
_STROKES = 4


def bracket(
    start: Array, stop: Array, off: Array, em: float, symbols: Array | None = None
) -> Array:
    """Return the corners of a bracket along a segment.

    Its ends slant towards the ends of the segment, so they do not look like lines that meet the
    segment at a right angle.

    Parameters
    ----------
    start, stop : ndarray, shape (2,)
        The ends of the segment, in pixels.
    off : ndarray, shape (2,)
        The offset from the segment to the bracket, perpendicular to the segment.
    em : float
        The text size in pixels.
    symbols : ndarray, shape (n, 4), optional
        Pieces of other marks. The ends of the bracket are shorter where they would meet them.

    Returns
    -------
    ndarray, shape (4, 2)

    Examples
    --------
    >>> corners = np.array([[0, 0], [20, 0], [0, 5.0]])
    >>> bracket(*corners, em=5).round(1).tolist()
    [[0.8, 1.4], [2.8, 5.0], [17.2, 5.0], [19.2, 1.4]]
    """
    length = max(float(np.hypot(*(stop - start))), 1e-9)
    aside = (stop - start) / length * min(_SLANT * em, _MOST * length)
    first, last = start + off + aside, stop + off - aside
    slants = np.array([first - start, last - stop])
    share, farthest = np.array([_FREE, _GAP]) * em / np.hypot(*slants[0])
    farthest = min(1 - _SHORTEST, farthest)
    shares = np.linspace(share, max(share, farthest), _PLACES)
    free = np.full(2, share)
    if symbols is not None and len(symbols):
        places = np.array([start, stop])[:, None] + shares[:, None] * slants[:, None]
        gaps = segment_gaps(places.reshape(-1, 2), symbols).min(axis=1)
        for end, near in enumerate(gaps.reshape(2, _PLACES) < _CLEAR * em):
            beyond = int(np.flatnonzero(near).max(initial=-1)) + 1
            if beyond < _PLACES:
                free[end] = shares[beyond]
    return np.array([start + free[0] * slants[0], first, last, stop + free[1] * slants[1]])


def ticks(number: int, em: float) -> list[Array]:
    """Return the ticks of a group of equal segments, in coordinates along and across a segment.

    Each is an array of shape (2, 2), in pixels from the middle of the ticks.

    Groups 1 to 4 have one to four ticks, as more could not be counted at a glance; the next have
    one cross, two, and so on.

    Examples
    --------
    >>> [len(ticks(number, em=10)) for number in (1, 4, 5, 6)]
    [1, 4, 2, 4]
    """
    if number <= _STROKES:
        at = (np.arange(number) - (number - 1) / 2) * _APART * em
        return [np.array([(x, -TICK * em), (x, TICK * em)]) for x in at]
    crosses = number - _STROKES
    at, arm = (np.arange(crosses) - (crosses - 1) / 2) * 3 * _CROSS * em, _CROSS * em
    return [np.array([(x - arm, -y), (x + arm, y)]) for x in at for y in (arm, -arm)]
