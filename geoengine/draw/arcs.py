"""Arcs that mark angles: equal angles, and angles with a value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, permutations

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.marks import Triple
from geoengine.draw.overlap import pieces_of, segment_gaps

__all__ = ["Arc", "angle_arcs"]

Array = NDArray[np.float64]
_NONE = np.empty((0, 4))

# In em: the radius of an arc, the distance of arcs within a mark and between marks, half a tick.
_RADIUS, _APART, _STEP, _TICK = 1.1, 0.17, 0.42, 0.22
# The gap between an arc and an arm where the next angle begins, in em. An arc reaches every other
# arm: if it stopped short, it might seem to end at a line inside the angle.
_END_GAP = 0.12
# A narrow angle is marked farther out, where it is this wide, but at most at this radius, in em.
_WIDE, _FAR = 0.7, 4.0
# It comes closer again, by one of these factors, if a line crosses the angle within so many em.
_CLOSER, _CLEAR = (1.0, 0.88, 0.76, 0.64, 0.52), 0.5
# Arcs are shrunk to stay within this fraction of their shorter arm, but to no less than this scale.
_REACH, _LEAST = 0.55, 0.5
# Where on an arc ticks may be, as fractions of it from its middle; the distance in em that they
# keep from lines through the vertex.
_SHARES, _TICK_ROOM = (0.0, 0.12, -0.12, 0.24, -0.24), 0.2
# Angles that overlap by less than this, in radians, only touch.
_TOUCH = 1e-6


@dataclass(frozen=True)
class Arc:
    """The arcs that mark one angle, in pixels and radians (y downwards, angles clockwise).

    Parameters
    ----------
    vertex : (float, float)
        The center of the arcs.
    radii : tuple of float
        The radius of each arc, from the inside out.
    start, opening : float
        The direction where the arcs begin, and the angle they span.
    ticks : tuple of (float, float, float)
        For each tick, the inner and outer radius and the direction.
    """

    vertex: tuple[float, float]
    radii: tuple[float, ...]
    start: float
    opening: float
    ticks: tuple[tuple[float, float, float], ...] = ()

    @property
    def outer(self) -> float:
        """The radius of the outermost arc."""
        return self.radii[-1]

    def curves(self, count: int = 8) -> list[Array]:
        """Return each arc (of `count` straight pieces) and tick as a polyline, shape (n, 2)."""
        turns = self.start + np.linspace(0, self.opening, count + 1)
        ring = np.stack((np.cos(turns), np.sin(turns)), -1)
        curves = [np.array(self.vertex) + radius * ring for radius in self.radii]
        for near, far, turn in self.ticks:
            way = np.array([math.cos(turn), math.sin(turn)])
            curves.append(np.array(self.vertex) + np.array([[near], [far]]) * way)
        return curves

    def pieces(self, count: int = 8) -> Array:
        """Return all curves as short segments, an array of shape (n, 4)."""
        return np.concatenate([*map(pieces_of, self.curves(count))])


def angle_arcs(
    groups: Sequence[Sequence[Triple]],
    angles: Sequence[Triple],
    places: dict[str, Array],
    em: float,
    lines: Array = _NONE,
) -> tuple[list[Arc], list[Arc]]:
    """Return the arcs of equal angles, and of angles with a value; those that overlap are nested.

    Parameters
    ----------
    groups : sequence of groups of (str, str, str)
        Equal angles, with the vertex in the middle, each less than 180°. The first three groups
        get one, two and three arcs, the next three the same with a tick, and so on. A group with
        two angles side by side has at least one tick: without, their arcs would look like one.
        If there are `angles`, one plain arc is their mark, so no group gets it: the first group
        has two arcs or, with angles side by side, one arc with a tick.
    angles : sequence of (str, str, str)
        Angles whose size is printed, with one arc each.
    places : dict of str to ndarray of shape (2,)
        The points, in pixels.
    em : float
        The text size in pixels, which the size of the arcs follows.
    lines : ndarray, shape (n, 4), optional
        Drawn segments, which the arcs of narrow angles avoid.

    Returns
    -------
    (list of Arc, list of Arc)
        One for each angle of `groups`, in order, and one for each of `angles`.

    Examples
    --------
    >>> corner = {name: np.array(at) for name, at in zip("ABC", [(9.0, 0), (0.0, 0), (0.0, 9)])}
    >>> _, [arc] = angle_arcs([], [("A", "B", "C")], corner, 2)
    >>> arc.radii, round(arc.opening, 4)
    ((2.2,), 1.5708)
    """
    plain = [[_wedge(triple, places, lines) for triple in group] for group in groups]
    wedges = [
        replace(wedge, count=arcs, ticks=ticks)
        for group, (arcs, ticks) in zip(plain, _styles(plain, bool(angles)), strict=True)
        for wedge in group
    ]
    equal = len(wedges)
    wedges += [_wedge(triple, places, lines) for triple in angles]
    corners: dict[str, list[int]] = {}
    for number, (_, vertex, _) in enumerate(chain(*groups, angles)):
        corners.setdefault(vertex, []).append(number)
    made: dict[int, Arc] = {}
    for numbers in corners.values():
        # Wide angles are marked first: narrow ones have more room further out.
        order = sorted(numbers, key=lambda number: -round(wedges[number].opening, 6))
        nested = _nested([wedges[number] for number in order], em)
        made.update(zip(order, nested, strict=True))
    return [made[k] for k in range(equal)], [made[k] for k in range(equal, len(wedges))]


@dataclass(frozen=True)
class _Wedge:
    """An angle to be marked: its position, the length `room` of its shorter arm, and its mark.

    `crossed` are the distances from the vertex, in pixels, where lines cross its bisector; `rays`
    are the directions of the lines that are drawn from the vertex.
    """

    vertex: tuple[float, float]
    start: float
    opening: float
    room: float
    crossed: Array
    rays: Array
    count: int = 1
    ticks: int = 0

    def radius(self, em: float) -> float:
        """Return the smallest radius of the first arc, in em."""
        near_vertex = _REACH * self.room / em - self.width() - self.tick
        far = min(_WIDE / max(self.opening, 1e-6), _FAR, near_vertex)
        radii = [max(_RADIUS, far * closer) + self.tick for closer in _CLOSER]
        return next((radius for radius in radii if self.is_clear(radius, em)), radii[0])

    def is_clear(self, inner: float, em: float) -> bool:
        """Whether no line crosses the angle near the arcs; `inner` as for `arc`."""
        middle = (inner + self.width() / 2) * em
        reach = (_CLEAR + self.width() / 2) * em
        return not np.any(np.abs(self.crossed - middle) < reach)

    def width(self) -> float:
        """Return the distance from the first arc to the outer end of the mark, in em."""
        return _APART * (self.count - 1) + self.tick

    @property
    def tick(self) -> float:
        """The length of ticks beyond the arcs, in em."""
        return _TICK if self.ticks else 0.0

    def overlaps(self, other: _Wedge) -> bool:
        """Whether two angles at one vertex overlap."""
        ahead = (self.start - other.start) % (2 * math.pi)
        return ahead < other.opening - _TOUCH or 2 * math.pi - ahead < self.opening - _TOUCH

    def is_same(self, other: _Wedge) -> bool:
        """Whether two angles at one vertex are the same."""
        ahead = (self.start - other.start + _TOUCH) % (2 * math.pi)
        return ahead < 2 * _TOUCH and abs(self.opening - other.opening) < _TOUCH

    def follows(self, other: _Wedge) -> bool:
        """Whether an angle begins where another at the same vertex ends."""
        if self.vertex != other.vertex:
            return False
        ahead = (self.start - other.start - other.opening + _TOUCH) % (2 * math.pi)
        return ahead < 2 * _TOUCH

    def tick_way(self, inner: float) -> float:
        """Return the direction of the ticks: that of the bisector, unless a line is drawn there."""
        ways = self.start + (0.5 + np.array(_SHARES)) * self.opening
        if not self.ticks or not len(self.rays):
            return float(ways[0])
        apart = np.abs((ways[:, None] - self.rays + np.pi) % (2 * np.pi) - np.pi).min(axis=1)
        room = _TICK_ROOM / inner
        return float(ways[int(np.argmax(np.minimum(apart, room)))])

    def arc(self, inner: float, em: float, around: Sequence[_Wedge]) -> Arc:
        """Return its mark; `inner` is the radius of the first arc in em.

        `around` are the marked angles at the vertex.
        """
        radii = tuple((inner + _APART * k) * em for k in range(self.count))
        middle, apart = self.tick_way(inner), 0.2 / inner
        ticks = tuple(
            (
                radii[0] - self.tick * em,
                radii[-1] + self.tick * em,
                middle + (k - (self.ticks - 1) / 2) * apart,
            )
            for k in range(self.ticks)
        )
        gap = min(_END_GAP / inner, 0.15 * self.opening)
        before = gap * any(self.follows(other) for other in around)
        after = gap * any(other.follows(self) for other in around)
        return Arc(self.vertex, radii, self.start + before, self.opening - before - after, ticks)


def _styles(groups: Sequence[Sequence[_Wedge]], one_arc_taken: bool) -> Iterator[tuple[int, int]]:
    """Yield how many arcs and ticks mark the angles of each group, not the same for two groups."""
    used = {(1, 0)} if one_arc_taken else set()
    for group in groups:
        side_by_side = any(one.follows(other) for one, other in permutations(group, 2))
        styles = ((arcs, ticks) for ticks in count(int(side_by_side)) for arcs in (1, 2, 3))
        style = next(style for style in styles if style not in used)
        used.add(style)
        yield style


def _nested(wedges: Sequence[_Wedge], em: float) -> list[Arc]:
    """Return the arcs of angles at one vertex, each outside the arcs that it overlaps.

    Equal wedges share their arcs.
    """
    inner: list[float] = []
    for number, wedge in enumerate(wedges):
        radius = wedge.radius(em)
        for other, at in zip(wedges[:number], inner, strict=True):
            if wedge.is_same(other):
                radius = at
                break
            if wedge.overlaps(other):
                radius = max(radius, at + other.width() + _STEP + wedge.tick)
        inner.append(radius)
    # A mark on the far half of an arm would seem to belong to its other end.
    shares = [
        _REACH * wedge.room / (at + wedge.width()) / em
        for wedge, at in zip(wedges, inner, strict=True)
    ]
    scale = em * min(1.0, max(_LEAST, min(shares)))
    return [wedge.arc(at, scale, wedges) for wedge, at in zip(wedges, inner, strict=True)]


def _wedge(triple: Triple, places: dict[str, Array], lines: Array) -> _Wedge:
    first, vertex, second = triple
    at = places[vertex]
    arms = [places[name] - at for name in (first, second)]
    bearings = [math.atan2(arm[1], arm[0]) for arm in arms]
    opening = (bearings[1] - bearings[0]) % (2 * math.pi)
    start = bearings[0] if opening <= math.pi else bearings[1]
    opening = min(opening, 2 * math.pi - opening)
    room = min(float(np.hypot(*arm)) for arm in arms)
    crossed = _crossings(at, start + opening / 2, lines)
    rays = _rays(at, lines)
    return _Wedge((float(at[0]), float(at[1])), start, opening, room, crossed, rays)


def _rays(at: Array, lines: Array) -> Array:
    """Return the directions from a position in which lines through it are drawn."""
    through = lines[segment_gaps(at[None], lines)[0] < 1]
    ways = through.reshape(-1, 2) - at
    found: Array = np.arctan2(ways[:, 1], ways[:, 0])[np.hypot(ways[:, 0], ways[:, 1]) > 1]
    return found


def _crossings(at: Array, turn: float, lines: Array) -> Array:
    """Return how far from a position lines cross the ray from it in a direction."""
    way = np.array([math.cos(turn), math.sin(turn)])
    apart = lines.reshape(-1, 2, 2) - at
    along, off = apart @ way, apart @ np.array([-way[1], way[0]])
    across = off.prod(axis=1) < 0
    (p, q), (r, s) = along[across].T, off[across].T
    found: Array = p + (q - p) * r / (r - s)
    return found[found > 0]
