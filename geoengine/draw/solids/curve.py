"""Curves in space: arcs of circles, and the sections of round bodies by planes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geoengine.draw.solids.bodies import Circle, Frustum
from geoengine.errors import InputError

__all__ = ["Curve", "arc_through", "circle_through", "frustum_section"]

Array = NDArray[np.float64]

# The points of a curve, and the tolerance of a place, as a share of the size of the body.
_POINTS, _TOLERANCE = 240, 1e-9


class Curve:
    """A curve in space, given by many of its points.

    Parameters
    ----------
    places : array_like, shape (n, 3)
        In order; those of a closed curve end where they began.

    Raises
    ------
    InputError
        If there are fewer than two points, or a coordinate is not finite.
    """

    def __init__(self, places: ArrayLike) -> None:
        self.places: Array = np.array(places, dtype=float).reshape(-1, 3)
        if len(self.places) < 2 or not np.all(np.isfinite(self.places)):
            raise InputError("expected a curve of two points or more, with finite coordinates")

    def bounds(self) -> tuple[Array, Array]:
        """Return the least and the greatest coordinates."""
        return self.places.min(axis=0), self.places.max(axis=0)


def circle_through(first: ArrayLike, second: ArrayLike, third: ArrayLike) -> Circle:
    """Return the circle through three points.

    Raises
    ------
    InputError
        If the points lie on a line.

    Examples
    --------
    >>> circle_through((1, 0, 0), (0, 1, 0), (-1, 0, 0)).center.round(9).tolist()
    [0.0, 0.0, 0.0]
    """
    a, b, c = (np.array(place, dtype=float) for place in (first, second, third))
    u, v = b - a, c - a
    normal = np.cross(u, v)
    square = float(normal @ normal)
    if square < 1e-12 * float(u @ u) * float(v @ v) or not square:
        raise InputError("expected three points of a circle, found three on a line")
    arm = np.cross((u @ u) * v - (v @ v) * u, normal) / (2 * square)
    return Circle(a + arm, normal, float(np.linalg.norm(arm)))


def arc_through(first: ArrayLike, second: ArrayLike, third: ArrayLike) -> Curve:
    """Return the arc from the first point over the second to the third.

    Examples
    --------
    >>> arc_through((1, 0, 0), (0, 1, 0), (-1, 0, 0)).places[[0, -1]].round(9).tolist()
    [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
    """
    circle = circle_through(first, second, third)
    start, over, stop = (
        float(np.arctan2(arm @ circle.second, arm @ circle.first))
        for arm in (
            np.array(place, dtype=float) - circle.center for place in (first, second, third)
        )
    )
    over, stop = (over - start) % (2 * np.pi), (stop - start) % (2 * np.pi)
    turn = stop if over < stop else stop - 2 * np.pi
    return Curve(circle.places(start + np.linspace(0, turn, _POINTS)))


def frustum_section(body: Frustum, point: ArrayLike, normal: ArrayLike) -> Curve:
    """Return the closed curve in which a plane cuts the surface of a frustum.

    Parameters
    ----------
    body : Frustum
    point, normal : array_like, shape (3,)
        A point of the plane, and a vector perpendicular to it.

    Raises
    ------
    InputError
        If the plane does not pass through the inside of the frustum.

    Examples
    --------
    A plane that is parallel to a generator cuts a cone in an arc of a parabola and a chord.

    >>> body = Frustum((0, 0, 0), (0, 0, 1), 1, 0)
    >>> curve = frustum_section(body, (0, 0, 0), (1, 0, 1))
    >>> curve.places[:, 2].min().round(6).item(), curve.places[:, 2].max().round(6).item()
    (0.0, 0.5)
    """
    on, across = np.array(point, dtype=float), np.array(normal, dtype=float)
    across = across / np.linalg.norm(across)
    axis = body.axis
    aside = across - (across @ axis) * axis
    slant = float(np.linalg.norm(aside))
    # At a share of the height the plane has a distance from the axis; both it and the radius are
    # linear, and the plane cuts the disc there in a chord where the distance is at most the radius.
    away = np.array([(on - body.bottom) @ across, (on - body.top) @ across])
    radii = np.array([body.bottom_radius, body.top_radius])
    if slant < _TOLERANCE:
        return _level_section(body, float(away[0] / (away[0] - away[1])))
    away = away / slant
    low, high = 0.0, 1.0
    for start, stop in (radii - away, radii + away):
        if start < 0 and stop < 0:
            low, high = 1.0, 0.0
        elif start < 0:
            low = max(low, start / (start - stop))
        elif stop < 0:
            high = min(high, start / (start - stop))
    if high - low < _TOLERANCE:
        raise InputError("expected a plane through the inside of a round body, found one beside it")
    # Close together at the ends, where the chords grow fast.
    shares = low + (high - low) * (1 - np.cos(np.linspace(0, np.pi, _POINTS // 2))) / 2
    apart = away[0] + shares * (away[1] - away[0])
    widths = radii[0] + shares * (radii[1] - radii[0])
    halves = np.sqrt(np.maximum(widths**2 - apart**2, 0))
    first, second = aside / slant, np.cross(axis, aside / slant)
    spine = body.bottom + np.outer(shares, body.top - body.bottom) + np.outer(apart, first)
    one, other = (spine + np.outer(sign * halves, second) for sign in (-1, 1))
    return Curve(np.vstack((one, other[::-1], one[:1])))


def _level_section(body: Frustum, share: float) -> Curve:
    center = body.bottom + share * (body.top - body.bottom)
    radius = body.bottom_radius + share * (body.top_radius - body.bottom_radius)
    if not 0 < share < 1:
        raise InputError("expected a plane through the inside of a round body, found one beside it")
    return Curve(Circle(center, body.axis, radius).places(np.linspace(0, 2 * np.pi, _POINTS)))
