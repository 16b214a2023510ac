"""Curves that a program gives as many points along them."""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence

from geoengine.verify.programs.curves import Arc, Curve, Piece, Segment, polyline
from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["drawn_curve"]

_FEWEST, _WIDEST = 12, math.radians(8)
"""Steps along one circle that stand for the circle: how many at least, and how wide at most."""


def drawn_curve(points: Sequence[complex], *, closed: bool = False) -> Curve:
    """The curve that a list of points draws; runs along a circle are read as its arc.

    Examples
    --------
    >>> import numpy as np
    >>> half = drawn_curve(3 * np.exp(1j * np.linspace(0, np.pi, 91)), closed=True)
    >>> len(half.pieces), round(half.area, 6)
    (2, 14.137167)
    """
    z = [complex(p) for p in points]
    if not all(map(cmath.isfinite, z)):
        raise ProgramError(FaultKind.VALUE, "a path is not finite")
    if len(z) > 1 and abs(z[0] - z[-1]) <= 1e-12 * (1 + abs(z[0])):
        closed, z = True, [*z[:-1], z[0]]
    elif closed and z:
        z.append(z[0])
    if len(z) <= _FEWEST:
        return polyline(z[:-1] if closed else z, closed=closed)
    pieces: list[Piece] = []
    at = 0
    while at < len(z) - 1:
        end, found = _run_of_arc(z, at)
        if found is not None:
            pieces.append(found)
            at = end
        else:
            if abs(z[at] - z[at + 1]) > 1e-12 * (1 + abs(z[at])):
                pieces.append(Segment(z[at], z[at + 1]))
            at += 1
    return Curve(tuple(pieces), closed, z[0])


def _run_of_arc(z: Sequence[complex], at: int) -> tuple[int, Arc | None]:
    """The longest run of equal steps along a circle, from a place; None if it is short."""
    if at + _FEWEST >= len(z):
        return at, None
    u, v = z[at + 1] - z[at], z[at + 2] - z[at + 1]
    if not u or not v:
        return at, None
    turn = v / u
    if abs(abs(turn) - 1) > 1e-6 or not 1e-6 < abs(cmath.phase(turn)) < _WIDEST:
        return at, None
    end, step = at + 2, v
    while end + 1 < len(z):
        following = z[end + 1] - z[end]
        if not following or abs(following / step - turn) > 1e-6 * (1 + abs(turn)):
            break
        end, step = end + 1, following
    if end - at < _FEWEST:
        return at, None
    angle = cmath.phase(turn)
    count = end - at
    # Points far apart give the center to the last digits; neighbors would lose half of them.
    a, b, c = (z[at + k * count // 3] for k in range(3))
    # The third point, in the frame whose unit is the first chord; there the center is 1/2 + yi.
    third = (c - a) / (b - a)
    center = a + (b - a) * complex(0.5, (abs(third) ** 2 - third.real) / (2 * third.imag))
    radius = abs(z[at] - center)
    sweep = cmath.phase((z[end] - center) / (z[at] - center))
    sweep += math.tau * round((count * angle - sweep) / math.tau)
    first = cmath.phase(z[at] - center)
    return end, Arc(center, complex(radius), radius * 1j, first, first + sweep)
