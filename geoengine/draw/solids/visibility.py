"""Visibility: which parts of segments and of circles are hidden by bodies.

All of this is computed in view space, where every sight line is parallel to the third axis (see
`Camera`). What a convex body hides is convex too: it is the body, drawn out along the sight lines
away from the eye. A segment is therefore hidden by a body in one interval.

* For a polyhedron, a point of a segment is hidden if the sight line from it enters the body behind
  it or at it, and leaves it before it: inequalities between planes of back faces and of front
  faces, all linear along the segment.
* For a sheet, it is hidden if it is behind the plane and within the sides: linear, too.
* For a body bounded by a quadric and planes, the ends of the interval are among the places where
  the segment meets a plane, the quadric, its outline, or the outline of its intersection with a
  plane: roots of quadratic equations.
* A circle is tested at many of its points, and the places where it disappears are bisected.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.solids.bodies import Body, Circle, Frustum, Polyhedron, Sphere
from geoengine.draw.solids.camera import Camera
from geoengine.draw.solids.sheet import Sheet

__all__ = ["HiddenParts", "Opaque", "hidden_arcs", "hidden_intervals", "opaque"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
HiddenParts = list[list[tuple[float, float]]]
"""For each segment, the parameters (0 to 1) between which it is hidden, in order."""

# A body hides a point if a sight line passes through more of it than this share of the size.
_THIN = 1e-6
# A component of a unit normal below this counts as zero: the plane is seen end on.
_END_ON = 1e-9
# Parts of a segment shorter than this, as shares of it, are not told apart.
_SHORTEST = 1e-4
# Arcs shorter than this, in radians, are not told apart: a circle that touches a face is hidden in
# front of the point of contact and behind it, but would seem to come out for a moment.
_SHORTEST_ARC = 0.01
# The points at which a circle is tested, and the bisections of the places where it disappears.
_SAMPLES, _BISECTIONS = 240, 24


class Opaque(ABC):
    """A body in view space, as an obstacle to sight.

    Parameters
    ----------
    planes : ndarray, shape (n, 4)
        The planes that bound it, as in `Polyhedron.planes`.
    thin : float
        Through how much of the body one can see.
    """

    def __init__(self, planes: Array, thin: float) -> None:
        self.planes, self.thin = planes, thin
        self.front = planes[planes[:, 2] > _END_ON]
        self.back = planes[planes[:, 2] < -_END_ON]
        self.aside = planes[np.abs(planes[:, 2]) <= _END_ON]

    @abstractmethod
    def intervals(self, segments: Array) -> Array:
        """Return where segments, shape (n, 2, 3), are hidden: shape (n, 2), empty if reversed."""

    def hides(self, places: Array) -> Flags:
        """Tell which points, shape (n, 3), are hidden."""
        low, high = self._between(places)
        return np.asarray(high - low > self.thin)

    def _between(self, places: Array) -> tuple[Array, Array]:
        """Return how far sight lines go to enter the body and to leave it, at least 0."""
        front, back, aside = (
            places @ planes[:, :3].T + planes[:, 3]
            for planes in (self.front, self.back, self.aside)
        )
        high = np.min(-front / self.front[:, 2], axis=1, initial=np.inf)
        low = np.max(-back / self.back[:, 2], axis=1, initial=0.0)
        high[(aside > -self.thin).any(axis=1)] = -np.inf
        return low, high


class _Faceted(Opaque):
    """A convex polyhedron in view space."""

    def intervals(self, segments: Array) -> Array:
        front, back, aside = (
            segments @ planes[:, :3].T + planes[:, 3]
            for planes in (self.front, self.back, self.aside)
        )
        high = -front / self.front[:, 2]
        low = -back / self.back[:, 2]
        between = high[..., :, None] - low[..., None, :]
        pairs = between.reshape(*between.shape[:2], -1)
        # The segment is hidden where all of these are positive.
        rows = np.concatenate((high, pairs, -aside), axis=2) - self.thin
        return _positive(rows[:, 0], rows[:, 1])


class _Plane(Opaque):
    """A convex polygon in view space; `corners` has the shape (n, 3)."""

    def __init__(self, corners: Array, thin: float) -> None:
        super().__init__(np.empty((0, 4)), thin)
        x, y, _ = (corners - corners.mean(axis=0)).T
        u, v = np.roll(x, -1), np.roll(y, -1)
        area = float(np.sum(x * v - y * u))
        # For a point in front of the plane, depth·(x, y, z, 1) < 0.
        normal = np.linalg.svd(corners - corners.mean(axis=0))[2][2]
        self.seen = abs(normal[2]) > _END_ON and abs(area) > 0
        if self.seen:
            depth = -normal / normal[2]
            self.depth = np.array([*depth, -depth @ corners.mean(axis=0)])
            # For a point within a side of the polygon, side·(x, y, 1) > 0.
            turn = np.sign(area) / np.hypot(u - x, v - y)
            a, b = -(v - y) * turn, (u - x) * turn
            self.sides = np.stack((a, b, -a * corners[:, 0] - b * corners[:, 1]), axis=1)

    def hides(self, places: Array) -> Flags:
        return np.asarray((self._within(places) > 0).all(axis=1))

    def intervals(self, segments: Array) -> Array:
        rows = self._within(segments)
        return _positive(rows[:, 0], rows[:, 1])

    def _within(self, places: Array) -> Array:
        """Return what is positive for a hidden point, linear along segments, shape (..., k)."""
        if not self.seen:
            return np.full((*places.shape[:-1], 1), -1.0)
        behind = places @ self.depth[:3] + self.depth[3] - self.thin
        sides = places[..., :2] @ self.sides[:, :2].T + self.sides[:, 2]
        return np.concatenate((behind[..., None], sides), axis=-1)


def _positive(start: Array, stop: Array) -> Array:
    """Return where linear functions are all positive, from their values at the ends of segments.

    Parameters
    ----------
    start, stop : ndarray, shape (segments, functions)

    Returns
    -------
    ndarray, shape (segments, 2)
        Reversed where there is no such part.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        root = start / (start - stop)
    lows = np.where((start <= 0) & (stop > 0), root, 0.0).max(axis=1, initial=0.0)
    highs = np.where((start > 0) & (stop <= 0), root, 1.0).min(axis=1, initial=1.0)
    highs[((start <= 0) & (stop <= 0)).any(axis=1)] = -1.0
    return np.stack((lows, highs), axis=1)


class _Round(Opaque):
    """A convex body in view space that is bounded by a quadric, and perhaps by planes."""

    def __init__(self, quadric: Array, planes: Array, thin: float) -> None:
        super().__init__(planes, thin)
        self.quadric = quadric / np.abs(quadric).max()
        q = self.quadric
        # Where a sight line touches the quadric: its discriminant, a form in (x, y, 1).
        rest = np.delete(np.delete(q, 2, axis=0), 2, axis=1)
        across = np.delete(q[2], 2)
        forms = [np.outer(across, across) - q[2, 2] * rest]
        for a, b, c, d in (*self.front, *self.back):
            lift = np.array([[1, 0, 0], [0, 1, 0], [-a / c, -b / c, -d / c], [0, 0, 1]])
            forms.append(lift.T @ q @ lift)
        self.forms = np.array(forms)

    def hides(self, places: Array) -> Flags:
        low, high = self._between(places)
        points = np.hstack((places, np.ones((len(places), 1))))
        mapped = points @ self.quadric
        c = np.einsum("ij,ij->i", mapped, points)
        # A zero is replaced by the smallest number, which puts one root at infinity.
        b, a = mapped[:, 2], self.quadric[2, 2] or -1e-300
        spread = b * b - a * c
        real = spread > 0
        half = np.sqrt(np.where(real, spread, 0.0))
        # The roots of a s² + 2 b s + c, without loss of digits.
        big = -(b + np.where(b < 0, -half, half))
        with np.errstate(divide="ignore", invalid="ignore"):
            roots = np.sort(
                np.stack((big / a if a else np.full_like(big, np.inf), c / big)), axis=0
            )
        first, last = np.nan_to_num(roots, nan=np.inf)
        if a > 0:
            within = np.minimum(high, last) - np.maximum(low, first)
            return np.asarray(real & (within > self.thin))
        # The quadric is open along the sight lines; what is inside lies outside the roots.
        before, after = np.minimum(high, first) - low, high - np.maximum(low, last)
        within = np.where(real, np.maximum(before, after), high - low)
        return np.asarray(within > self.thin)

    def intervals(self, segments: Array) -> Array:
        start, way = segments[:, 0], segments[:, 1] - segments[:, 0]
        one, none = np.ones((len(start), 1)), np.zeros((len(start), 1))
        events = [none[:, 0], one[:, 0]]
        flat = np.hstack((start[:, :2], one)), np.hstack((way[:, :2], none))
        for form in self.forms:
            events += _roots(form, *flat)
        events += _roots(self.quadric, np.hstack((start, one)), np.hstack((way, none)))
        with np.errstate(divide="ignore", invalid="ignore"):
            for plane in self.planes:
                events.append(-(start @ plane[:3] + plane[3]) / (way @ plane[:3]))
        shares = np.sort(np.clip(np.nan_to_num(np.array(events), nan=0.0), 0, 1), axis=0).T
        middles = (shares[:, 1:] + shares[:, :-1]) / 2
        places = start[:, None] + middles[..., None] * way[:, None]
        hidden = self.hides(places.reshape(-1, 3)).reshape(middles.shape)
        hidden &= np.diff(shares, axis=1) > 1e-9
        lows = np.where(hidden, shares[:, :-1], 1.0).min(axis=1)
        highs = np.where(hidden, shares[:, 1:], 0.0).max(axis=1)
        return np.stack((lows, highs), axis=1)


def _roots(form: Array, start: Array, way: Array) -> list[Array]:
    """Return the two parameters at which a form vanishes along lines; nan where it does not."""
    a = np.einsum("ij,jk,ik->i", way, form, way)
    b = np.einsum("ij,jk,ik->i", way, form, start)
    c = np.einsum("ij,jk,ik->i", start, form, start)
    # Where the form touches zero, rounding may make the discriminant a little negative.
    spread = b * b - a * c
    spread = np.where(np.abs(spread) < 1e-14 * (b * b + np.abs(a * c)), 0.0, spread)
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.sqrt(spread)
        big = -(b + np.where(b < 0, -half, half))
        return [big / a, c / big]


def opaque(body: Body, camera: Camera, size: float) -> Opaque:
    """Return a body in view space; `size` is that of the whole model."""
    thin = _THIN * size
    match body:
        case Sheet():
            return _Plane(camera.project(body.vertices), thin)
        case Polyhedron():
            return _Faceted(camera.planes(body.planes), thin)
        case Sphere():
            shift = np.hstack((np.eye(3), -body.center[:, None]))
            quadric = shift.T @ shift
            quadric[3, 3] -= body.radius**2
            return _Round(camera.quadric(quadric), np.empty((0, 4)), thin)
        case Frustum():
            planes = camera.planes(body.planes())
            return _Round(camera.quadric(body.quadric()), planes, thin)


def hidden_intervals(segments: Array, obstacles: Sequence[Opaque]) -> HiddenParts:
    """Return the hidden parts of segments.

    Parameters
    ----------
    segments : ndarray, shape (n, 2, 3)
        In view space.
    obstacles : sequence of Opaque

    Returns
    -------
    list of list of (float, float)
        The hidden parts of each segment.

    Examples
    --------
    >>> cube = Polyhedron.hull([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> camera = Camera((0, 0, 0), azimuth=0, elevation=0)
    >>> through = camera.project([[(-1, -1, 0.5), (-1, 1, 0.5)]])
    >>> [[(round(a, 3), round(b, 3)) for a, b in parts]
    ...  for parts in hidden_intervals(through, [opaque(cube, camera, 1.0)])]
    [[(0.5, 1.0)]]
    """
    found: HiddenParts = [[] for _ in segments]
    if not len(segments):
        return found
    for obstacle in obstacles:
        for parts, (low, high) in zip(found, obstacle.intervals(segments).tolist(), strict=True):
            if high - low > _SHORTEST:
                parts.append((low, high))
    return [_united(parts) for parts in found]


def _united(parts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return intervals without overlaps, and without gaps too short to be seen."""
    united: list[tuple[float, float]] = []
    for low, high in sorted(parts):
        low, high = 0.0 if low < _SHORTEST else low, 1.0 if high > 1 - _SHORTEST else high
        if united and low < united[-1][1] + _SHORTEST:
            united[-1] = united[-1][0], max(high, united[-1][1])
        else:
            united.append((low, high))
    return united


def hidden_arcs(
    circle: Circle, camera: Camera, obstacles: Sequence[Opaque]
) -> list[tuple[float, float]]:
    """Return the angles, in radians, between which a circle is hidden.

    Each pair begins between 0 and 2π and ends at most 2π later; a circle that is hidden all around
    is one pair.

    Examples
    --------
    >>> ball = Sphere((0, 0, 0), 1)
    >>> camera = Camera((0, 0, 0), azimuth=0, elevation=30)
    >>> obstacles = [opaque(ball, camera, 2.0)]
    >>> [(low, high)] = hidden_arcs(ball.rims()[0], camera, obstacles)
    >>> round(high - low, 4)
    3.1416
    """

    def hidden(turns: Array) -> Flags:
        places = camera.project(circle.places(turns))
        flags: Flags = np.any([obstacle.hides(places) for obstacle in obstacles], axis=0)
        return flags

    turns = 2 * np.pi * np.arange(_SAMPLES + 1) / _SAMPLES
    if not obstacles:
        return []
    flags = hidden(turns[:-1])
    if flags.all():
        return [(0.0, float(2 * np.pi))]
    flags = np.append(flags, flags[0])
    at = np.flatnonzero(flags[1:] != flags[:-1])
    into, low, high = flags[at + 1], turns[at], turns[at + 1]
    for _ in range(_BISECTIONS if len(at) else 0):
        middle = (low + high) / 2
        past = hidden(middle) == into
        low, high = np.where(past, low, middle), np.where(past, middle, high)
    ends = ((low + high) / 2).tolist()
    if len(at) and not into[0]:
        # The first arc that is hidden began before the angle 0.
        ends = [*ends[1:], ends[0] + 2 * np.pi]
    return _joined_arcs(list(zip(ends[::2], ends[1::2], strict=True)))


def _joined_arcs(arcs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return arcs, in order around a circle, without arcs and gaps too short to be seen."""
    joined: list[tuple[float, float]] = []
    for start, stop in arcs:
        if stop - start < _SHORTEST_ARC:
            continue
        if joined and start - joined[-1][1] < _SHORTEST_ARC:
            joined[-1] = joined[-1][0], stop
        else:
            joined.append((start, stop))
    if joined and joined[0][0] + 2 * np.pi - joined[-1][1] < _SHORTEST_ARC:
        start, stop = joined.pop()
        if not joined:
            return [(0.0, float(2 * np.pi))]
        joined[0] = start, joined[0][1] + 2 * np.pi
        # The first arc now ends after the others: in order again, it is the last.
        joined.append(joined.pop(0))
    return joined
