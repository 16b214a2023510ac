"""The angles of all triangles of a frame, measured once for all that is derived in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geoengine.kernel import compiled
from geoengine.language import RELATION_TOLERANCE

if TYPE_CHECKING:
    from geoengine.deduction.frame import Floats, Frame, Ints

    SixColumns = tuple[Ints, Ints, Ints, Ints, Ints, Ints]

__all__ = ["TWELFTHS", "Corners"]

TWELFTHS = 12
"""The number of multiples of 15° in a half turn."""

_NEAR = 1e-5
"""The tolerance for multiples of 15°, as a fraction of 15°."""

_HAS_SINE = np.array([k % 2 == 0 or k % 3 == 0 for k in range(TWELFTHS)]) & (
    np.arange(TWELFTHS) > 0
)
"""Which multiples of 15° have a sine whose square is a simple fraction other than 0."""


class Corners:
    """The angles of all triangles of a frame, as it measures them.

    Parameters
    ----------
    frame : Frame

    Attributes
    ----------
    points : ndarray, shape (m, 3)
        The vertex and one point on each leg. The three angles of a triangle follow each other.
    legs : ndarray, shape (m, 2)
        The pairs of points on both legs.
    sides : ndarray, shape (m,)
        The pairs of points on the sides opposite.
    turns : ndarray, shape (m, draws)
        The directed angles from the first leg to the second, in half turns, modulo one.
    cosines, sines : ndarray, shape (m, draws)
        Half of the cosines and sines of twice the angles.
    multiples : ndarray of float, shape (m,)
        The number of times that an angle has 15° in the first draw, rounded.
    constant : ndarray of bool, shape (m,)
        Which angles are the same multiple of 15° in all draws.
    special : ndarray of bool, shape (m,)
        Which of these have a sine whose square is a simple fraction.
    simple : ndarray of bool, shape (triangles, 3)
        Which angles of each triangle are multiples of 15°, not necessarily the same, in all draws.
        The tolerance is another one.
    """

    def __init__(self, frame: Frame) -> None:
        a, b, c = _triangles(frame).T
        self.points: Ints = np.stack([a, b, c, b, c, a, c, a, b], axis=1).reshape(-1, 3)
        v, p, q = self.points.T
        self.legs: Ints = np.stack([frame.pair[v, p], frame.pair[v, q]], axis=1)
        self.sides: Ints = frame.pair[p, q]
        self.turns: Floats = (frame.angle[:, self.legs[:, 1]] - frame.angle[:, self.legs[:, 0]]).T
        doubled = 2 * np.pi * self.turns
        self.cosines: Floats = np.cos(doubled) / 2
        self.sines: Floats = np.sin(doubled) / 2
        drawn = TWELFTHS * self.turns
        rounded = np.round(drawn)
        off = np.abs(drawn - rounded)
        same = rounded % TWELFTHS == rounded[:, :1] % TWELFTHS
        self.multiples: Floats = rounded[:, 0] % TWELFTHS
        near = off * np.pi / TWELFTHS < RELATION_TOLERANCE
        self.constant: NDArray[np.bool_] = (near & same).all(axis=1)
        self.special: NDArray[np.bool_] = self.constant & _HAS_SINE[self.multiples.astype(np.int64)]
        self.simple: NDArray[np.bool_] = (off < _NEAR).all(axis=1).reshape(-1, 3)
        self._pair = frame.pair
        self._with_simple: dict[tuple[tuple[int, ...], tuple[int, ...]], SixColumns | None] = {}

    def with_simple(self, order: tuple[int, ...], *simple: int) -> SixColumns | None:
        """Return corners in an order, and the sides opposite them, of triangles with simple angles.

        Those at the corners with the numbers `simple` are multiples of 15° in the diagram. None if
        there is no such triangle.
        """
        key = order, simple
        if key not in self._with_simple:
            chosen = np.flatnonzero(self.simple[:, [order[k] for k in simple]].all(axis=1))
            a, b, c = (self.points[3 * chosen, k] for k in order)
            sides = self._pair[b, c], self._pair[a, c], self._pair[a, b]
            self._with_simple[key] = (a, b, c, *sides) if len(chosen) else None
        return self._with_simple[key]


def _triangles(frame: Frame) -> Ints:
    """Return the triples of points that are not collinear, each once."""
    kernel = compiled("relations")
    if kernel is not None:
        found: Ints = kernel.marked(frame.triangle.view(np.uint8))
        return found
    triples = np.stack(np.nonzero(frame.triangle), axis=1)
    return np.asarray(triples[(np.diff(triples, axis=1) > 0).all(axis=1)])
