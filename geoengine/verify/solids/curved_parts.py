"""Sections with curved sides, and parts of curved surfaces, by quadrature."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from geoengine.verify.solids.bodies import area, chord, section
from geoengine.verify.solids.flats import dist
from geoengine.verify.solids.shapes import (
    CLOSE,
    Frustum,
    Plane,
    Polygon,
    Sphere,
    UndefinedError,
    Vec,
    unit,
)

__all__ = ["FUNCTIONS"]


def _integral(f: Callable[[float], float], top: float, breaks: Iterable[float]) -> float:
    """Integrate a function from 0 that is smooth between the given places."""
    from scipy.integrate import quad

    places = [0.0]
    for x in sorted(breaks):
        # Between places that rounding alone keeps apart there is nothing but rounding.
        if places[-1] + CLOSE < x < top - CLOSE:
            places.append(x)
    places.append(top)
    return float(
        sum(quad(f, *ends, epsabs=1e-13, epsrel=1e-12, limit=200)[0] for ends in pairwise(places))
    )


def _section_area(body: Any, cut: Plane | Polygon) -> float:
    """Return the area of a section, in polar coordinates around a point inside of it."""
    plane = cut.plane if isinstance(cut, Polygon) else cut
    if not isinstance(body, Frustum):
        return area(section(body, plane))
    axis = unit(body.top - body.bottom)
    if float(np.linalg.norm(np.cross(axis, plane.normal))) < CLOSE:
        return area(section(body, plane))
    middle = _inside_section(body, axis, plane)
    right, up = plane.spread.T
    corners = [
        *chord(body.bottom, body.radius, axis, plane),
        *chord(body.top, body.top_radius, axis, plane),
    ]
    breaks = [
        math.atan2(float((P - middle) @ up), float((P - middle) @ right)) % math.tau
        for P in corners
    ]

    def sector(turn: float) -> float:
        return _way_out(body, axis, middle, right * math.cos(turn) + up * math.sin(turn)) ** 2 / 2

    return _integral(sector, math.tau, breaks)


def _inside_section(body: Frustum, axis: Vec, plane: Plane) -> Vec:
    """Return a point inside a section, in the plane of symmetry, through the axis."""
    side = unit(plane.normal - axis * (plane.normal @ axis))
    near, far = side * body.radius, side * body.top_radius
    ring = [body.bottom - near, body.bottom + near, body.top + far, body.top - far]
    found = [P for P in ring if abs(plane.side(P)) < CLOSE]
    for P, Q in pairwise([*ring, ring[0]]):
        s, t = plane.side(P), plane.side(Q)
        if min(abs(s), abs(t)) >= CLOSE and s * t < 0:
            found.append(P + (Q - P) * (s / (s - t)))
    P, Q = max(combinations(found, 2), key=lambda ends: dist(*ends), default=(axis, axis))
    if dist(P, Q) < CLOSE:
        raise UndefinedError("the plane does not cut the body")
    return (P + Q) / 2


def _way_out(body: Frustum, axis: Vec, start: Vec, direction: Vec) -> float:
    """Return how far it is from a point inside a body to its surface."""
    place, climb = float((start - body.bottom) @ axis), float(direction @ axis)
    widening = (body.top_radius - body.radius) / body.height
    out, off = start - body.bottom - axis * place, direction - axis * climb
    radius, growth = body.radius + widening * place, widening * climb
    # The roots of a x² + 2b x + c, of which c is negative inside.
    a, b = float(off @ off) - growth**2, float(out @ off) - radius * growth
    c = float(out @ out) - radius**2
    ways = []
    if climb:
        ways.append((body.height - place if climb > 0 else -place) / climb)
    square = b * b - a * c
    if square >= 0:
        if b > 0:
            ways.append(-c / (b + math.sqrt(square)))
        elif a > 0:
            ways.append((math.sqrt(square) - b) / a)
    return min(ways)


def _curved_area_beside(body: Any, cut: Plane | Polygon, P: Vec) -> float:
    """Return the area of the part of the curved surface of a body on P's side of a plane."""
    plane = cut.plane if isinstance(cut, Polygon) else cut
    if abs(plane.side(P)) < CLOSE:
        raise UndefinedError("the point is in the plane")
    facing = Plane(plane.point, plane.normal * math.copysign(1, plane.side(P)))
    if isinstance(body, Sphere):
        height = facing.side(body.center)
        if abs(height) >= body.radius:
            raise UndefinedError("the plane does not cut the body")
        # Rings around the diameter that is perpendicular to the plane.
        reach = math.acos(-height / body.radius)
        return _integral(lambda turn: math.tau * body.radius**2 * math.sin(turn), reach, ())
    if isinstance(body, Frustum):
        return _side_beside(body, facing)
    raise TypeError("expected a sphere, cone, cylinder or frustum")


def _side_beside(body: Frustum, facing: Plane) -> float:
    """Add up the parts of the generators."""
    axis = unit(body.top - body.bottom)
    slope = facing.normal - axis * (facing.normal @ axis)
    steepness = float(np.linalg.norm(slope))
    bottom, top = facing.side(body.bottom), facing.side(body.top)
    swing, top_swing = steepness * body.radius, steepness * body.top_radius
    least = min(bottom - swing, top - top_swing)
    most = max(bottom + swing, top + top_swing)
    if least > -CLOSE or most < CLOSE:
        raise UndefinedError("the plane does not cut the body")

    def strip(turn: float) -> float:
        first, last = bottom + swing * math.cos(turn), top + top_swing * math.cos(turn)
        if max(first, last) <= 0:
            return 0.0
        start, stop = 0.0, 1.0
        if first < 0:
            start = first / (first - last)
        elif last < 0:
            stop = first / (first - last)
        half_way = (start + stop) / 2
        return (stop - start) * (body.radius + (body.top_radius - body.radius) * half_way)

    breaks = [
        math.acos(-side / reach)
        for side, reach in ((bottom, swing), (top, top_swing))
        if abs(side) < reach
    ]
    return 2 * body.slant * _integral(strip, math.pi, breaks)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "section_area": _section_area,
    "curved_area_beside": _curved_area_beside,
}
"""The functions that a record may use, by name."""
