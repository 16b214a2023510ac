"""Where two pieces of curves meet."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Iterator

from geoengine.verify.programs.curves import Arc, Curve, Map, Piece, Segment

__all__ = ["crossings", "meetings"]

_SLACK = 1e-9
"""How far outside of a piece, in its parameter, a meeting may lie by rounding."""


def meetings(first: Piece, second: Piece) -> Iterator[tuple[float, float]]:
    """Yield the parameters at which two pieces meet; of pieces on one line or circle, none.

    Examples
    --------
    >>> list(meetings(Segment(0, 2), Segment(1 - 1j, 1 + 1j)))
    [(0.5, 0.5)]
    """
    if isinstance(first, Segment) and isinstance(second, Segment):
        found = _straight(first, second)
    elif isinstance(first, Arc):
        found = _round(first, second)
    elif isinstance(second, Arc):
        found = ((t, s) for s, t in _round(second, first))
    else:
        return
    for s, t in found:
        if -_SLACK <= s <= 1 + _SLACK and -_SLACK <= t <= 1 + _SLACK:
            yield min(max(s, 0.0), 1.0), min(max(t, 0.0), 1.0)


def _cross(u: complex, v: complex) -> float:
    return u.real * v.imag - u.imag * v.real


def _straight(first: Segment, second: Segment) -> Iterator[tuple[float, float]]:
    u, v, w = first.end - first.start, second.end - second.start, second.start - first.start
    size = _cross(u, v)
    if abs(size) > 1e-13 * abs(u) * abs(v):
        yield _cross(w, v) / size, _cross(w, u) / size


def _round(first: Arc, second: Piece) -> Iterator[tuple[float, float]]:
    """Meetings with an arc, in coordinates in which its ellipse is the unit circle."""
    a, b = (first.u - 1j * first.v) / 2, (first.u + 1j * first.v) / 2
    if abs(abs(a) - abs(b)) < 1e-13 * (abs(a) + abs(b)):
        return
    back = Map(a, b, first.center).inverse
    moved = second.moved(back)
    places: list[tuple[complex, float]] = []
    if isinstance(moved, Segment):
        d = moved.end - moved.start
        if not d:
            return
        middle = -(moved.start * d.conjugate()).real / abs(d) ** 2
        foot = moved.at(middle)
        half = _half_chord(1 - abs(foot) ** 2)
        if half is None:
            return
        places = [(moved.at(t), t) for t in (middle - half / abs(d), middle + half / abs(d))]
    elif moved.is_round:
        radius, distance = abs(moved.u), abs(moved.center)
        if distance < 1e-12 * (1 + radius):
            return
        along = (1 + distance**2 - radius**2) / (2 * distance)
        half = _half_chord(1 - along**2)
        if half is None:
            return
        toward = moved.center / distance
        for point in (toward * complex(along, half), toward * complex(along, -half)):
            for t in _parameters(moved, point):
                places.append((point, t))
    else:
        places = list(_searched(moved))
    for point, t in places:
        angle = cmath.phase(point)
        for s in _turned(angle, first.first, first.last):
            yield s, t


def _half_chord(square: float) -> float | None:
    """Half of a chord of the unit circle from its square; a tangent counts as meeting it."""
    if square < -1e-10:
        return None
    return math.sqrt(max(square, 0.0))


def _turned(angle: float, first: float, last: float) -> Iterator[float]:
    """The parameters of an arc at an angle, modulo whole turns."""
    span = last - first
    if not span:
        return
    low, high = sorted((first, last))
    k = math.ceil((low - angle) / math.tau - 1e-9)
    while angle + k * math.tau <= high + 1e-9:
        yield (angle + k * math.tau - first) / span
        k += 1


def _parameters(piece: Arc, point: complex) -> Iterator[float]:
    v = point - piece.center
    size = _cross(piece.u, piece.v)
    angle = math.atan2(_cross(piece.u, v) / size, _cross(v, piece.v) / size)
    yield from _turned(angle, piece.first, piece.last)


def _searched(piece: Arc) -> Iterator[tuple[complex, float]]:
    """Where an arc of an ellipse meets the unit circle, by bisection on a fine grid."""

    def height(t: float) -> float:
        return abs(piece.at(t)) - 1

    grid = [k / 256 for k in range(257)]
    for low, high in itertools.pairwise(grid):
        if height(low) * height(high) <= 0:
            for _ in range(60):
                middle = (low + high) / 2
                if height(low) * height(middle) <= 0:
                    high = middle
                else:
                    low = middle
            yield piece.at(low), low


def crossings(first: Curve, second: Curve) -> list[tuple[float, float]]:
    """The times at which two curves meet, in the order of the first; no meeting twice.

    Examples
    --------
    >>> from geoengine.verify.programs.curves import circle, polyline
    >>> [round(s, 3) for s, _ in crossings(circle(0, 1), polyline([-2j, 2j]))]
    [1.0, 3.0]
    """
    found: list[tuple[float, float]] = []
    size = max((abs(v - first.start) for v in (*first.vertices, *second.vertices)), default=1.0)
    for i, p in enumerate(first.pieces):
        for j, q in enumerate(second.pieces):
            found += [(i + s, j + t) for s, t in meetings(p, q)]
    kept: list[tuple[float, float]] = []
    for s, t in sorted(found):
        if all(abs(first.at(s) - first.at(u)) > 1e-8 * size for u, _ in kept):
            kept.append((s, t))
    return kept
