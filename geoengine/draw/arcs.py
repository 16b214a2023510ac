"""The arcs that mark given angles. Other marks (right angles, ticks) would stand beside them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Arc", "angle_arcs"]

Array = NDArray[np.float64]

# The radius of an arc, and of how much each further one at the same place is larger, in em.
_RADIUS, _STEP = 1.15, 0.35


@dataclass(frozen=True)
class Arc:
    """The arc of a given angle, in pixels and radians (y downwards, so turning clockwise)."""

    vertex: tuple[float, float]
    radius: float
    start: float
    opening: float

    def pieces(self, count: int = 12) -> Array:
        """Return the arc as short segments, an array of shape (count, 4)."""
        turns = self.start + np.linspace(0, self.opening, count + 1)
        ends = np.array(self.vertex) + self.radius * np.stack((np.cos(turns), np.sin(turns)), -1)
        return np.hstack((ends[:-1], ends[1:]))


def angle_arcs(
    angles: Iterable[tuple[str, str, str]], places: dict[str, Array], em: float
) -> list[Arc]:
    """Return the arcs of angles, those that overlap at a vertex one outside another.

    Parameters
    ----------
    angles : iterable of (str, str, str)
        The vertex in the middle; the smaller of the two angles is meant.
    places : dict of str to ndarray of shape (2,)
        The points, in pixels.
    em : float
        The size of the text, to which the arcs are fitted, in pixels.

    Examples
    --------
    >>> corner = {name: np.array(at) for name, at in zip("ABC", [(9.0, 0), (0.0, 0), (0.0, 9)])}
    >>> [arc] = angle_arcs([("A", "B", "C")], corner, 2)
    >>> arc.radius, round(arc.opening, 4)
    (2.3, 1.5708)
    """
    arcs: list[Arc] = []
    for first, vertex, second in angles:
        at = places[vertex]
        arms = [places[name] - at for name in (first, second)]
        bearings = [math.atan2(arm[1], arm[0]) for arm in arms]
        opening = (bearings[1] - bearings[0]) % (2 * math.pi)
        start = bearings[0] if opening <= math.pi else bearings[1]
        opening = min(opening, 2 * math.pi - opening)
        shortest = min(float(np.hypot(*arm)) for arm in arms)
        shared = sum(_meet(arc, at, start, opening) for arc in arcs)
        radius = min((_RADIUS + _STEP * shared) * em, 0.7 * shortest)
        arcs.append(Arc((float(at[0]), float(at[1])), radius, start, opening))
    return arcs


def _meet(arc: Arc, at: Array, start: float, opening: float) -> bool:
    if arc.vertex != (float(at[0]), float(at[1])):
        return False
    ahead = (start - arc.start) % (2 * math.pi)
    return ahead < arc.opening - 1e-9 or 2 * math.pi - ahead < opening - 1e-9
