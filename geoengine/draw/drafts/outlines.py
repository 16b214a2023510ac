"""The outlines of the objects of a draft in a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import contourpy
import numpy as np
from matplotlib.path import Path
from numpy.typing import NDArray

from geoengine.draft import (
    Arc,
    Circle,
    Conic,
    FigureObject,
    Line,
    Polygon,
    Ray,
    Segment,
    Value,
)
from geoengine.draw.drafts.window import Window
from geoengine.draw.fitting import visible_arc

__all__ = ["Outline", "outline_of", "rows_of"]

Array = NDArray[np.float64]

_CELLS = 160
"""On how many cells a conic is found, across the picture."""

_ARROW = 11.0
"""The length of the head of an arrow, in pixels."""


@dataclass(frozen=True)
class Outline:
    """What is drawn of an object, in pixels.

    Attributes
    ----------
    strokes : list of Path
    areas : list of Path
        What is filled lightly: polygons, sectors.
    heads : list of Path
        What is filled fully: the heads of arrows.
    dots : list of (float, float)
        Points.
    trail : ndarray, shape (n, 2)
        Points along the strokes, beside which the name may stand.
    """

    strokes: list[Path] = field(default_factory=list)
    areas: list[Path] = field(default_factory=list)
    heads: list[Path] = field(default_factory=list)
    dots: list[tuple[float, float]] = field(default_factory=list)
    trail: Array = field(default_factory=lambda: np.empty((0, 2)))


def outline_of(one: FigureObject, window: Window, start: complex = 0j) -> Outline:
    """Return the outline of an object; an empty one for what is not drawn, such as numbers.

    A vector is drawn from `start` on.
    """
    return _outline(one.value, window, start)


def _outline(value: Value, window: Window, start: complex = 0j) -> Outline:
    shape = value.shape
    match shape:
        case tuple():
            parts = [_outline(part, window) for part in shape]
            return Outline(
                [path for part in parts for path in part.strokes],
                [path for part in parts for path in part.areas],
                [path for part in parts for path in part.heads],
                [dot for part in parts for dot in part.dots],
            )
        case complex() if value.kind == "vector":
            return _arrow(start, start + shape, window)
        case complex():
            return Outline(dots=[window.place(shape)])
        case Segment() | Line() | Ray():
            return _straight(shape, window)
        case Circle():
            return _circle(shape, window)
        case Arc():
            return _arc(shape, window, is_filled=value.kind == "sector")
        case Conic():
            return _conic(shape, window)
        case Polygon(vertices=vertices):
            corners = window.places(np.array([*vertices, vertices[0]]))
            path = Path(corners, closed=True)
            return Outline([path], [path], trail=corners.mean(axis=0, keepdims=True))
    return Outline()


def _straight(shape: Segment | Line | Ray, window: Window) -> Outline:
    ends = _clipped(shape, window)
    if ends is None:
        return Outline()
    path = window.places(np.array(ends))
    shares = np.array([0.5, 0.35, 0.65, 0.2, 0.8, 0.12, 0.88])
    if not isinstance(shape, Segment):
        shares = np.array([0.93, 0.07, 0.86, 0.14, 0.78, 0.22, 0.65, 0.35])
    if isinstance(shape, Ray):
        shares = shares[shares > 0.3]
    return Outline([Path(path)], trail=path[0] + shares[:, None] * (path[1] - path[0]))


def _clipped(shape: Segment | Line | Ray, window: Window) -> tuple[complex, complex] | None:
    """Return the ends of the part of a line, ray or segment that is seen; None if none is."""
    if isinstance(shape, Segment):
        start, direction, first, last = shape.start, shape.end - shape.start, 0.0, 1.0
    else:
        start, direction = shape.point, shape.direction
        first, last = (0.0 if isinstance(shape, Ray) else -math.inf), math.inf
    left, low, right, high = window.bounds
    for at, step, least, most in (
        (start.real, direction.real, left, right),
        (start.imag, direction.imag, low, high),
    ):
        if step == 0:
            if not least <= at <= most:
                return None
            continue
        one, other = sorted(((least - at) / step, (most - at) / step))
        first, last = max(first, one), min(last, other)
    if first >= last:
        return None
    return start + first * direction, start + last * direction


def _circle(shape: Circle, window: Window) -> Outline:
    x, y = window.place(shape.center)
    radius = shape.radius * window.scale
    arc = visible_arc(np.array([x, y, radius]), max(window.size))
    turns = np.deg2rad(np.arange(8, 368, 15))
    trail = np.stack((x + radius * np.cos(turns), y - radius * np.sin(turns)), axis=-1)
    path = Path.circle((x, y), radius) if arc is None else Path(arc)
    return Outline([path], trail=trail if arc is None else arc[64:193:16])


def _arc(shape: Arc, window: Window, *, is_filled: bool) -> Outline:
    count = max(8, int(shape.sweep * 24))
    turns = shape.start + np.linspace(0, shape.sweep, count)
    curve = window.places(shape.center + shape.radius * np.exp(1j * turns))
    path = Path(curve)
    if is_filled:
        middle = np.array([window.place(shape.center)])
        path = Path(np.vstack((middle, curve, middle)), closed=True)
    return Outline([path], [path] if is_filled else [], trail=curve[2 : count - 2 : 3])


def _conic(shape: Conic, window: Window) -> Outline:
    left, low, right, high = window.bounds
    x = np.linspace(left, right, _CELLS)
    y = np.linspace(low, high, _CELLS)
    across, up = np.meshgrid(x, y)
    value = (
        shape.xx * across**2 + shape.yy * up**2 + 2 * shape.xy * across * up
        + 2 * shape.x * across + 2 * shape.y * up + shape.one
    )  # fmt: skip
    found = contourpy.contour_generator(x, y, value).lines(0.0)
    curves = [window.places(np.asarray(one)[:, 0] + 1j * np.asarray(one)[:, 1]) for one in found]
    trails = [curve[:: max(1, len(curve) // 12)] for curve in curves]
    trail = np.concatenate(trails) if trails else np.empty((0, 2))
    return Outline([Path(curve) for curve in curves], trail=trail)


def _arrow(start: complex, end: complex, window: Window) -> Outline:
    tail, tip = (np.array(window.place(point)) for point in (start, end))
    length = float(np.hypot(*(tip - tail)))
    if length < 1:
        return Outline()
    along = (tip - tail) / length
    aside = np.array([-along[1], along[0]])
    neck = tip - _ARROW * along
    head = Path([tip, neck + 0.4 * _ARROW * aside, neck - 0.4 * _ARROW * aside, tip], closed=True)
    return Outline(
        [Path([tail, neck])],
        heads=[head],
        trail=tail + np.array([[0.5], [0.35], [0.65]]) * (tip - tail),
    )


def rows_of(outline: Outline) -> Array:
    """Return straight pieces of the strokes, as rows of x, y, x, y, without those of circles."""
    rows = []
    for stroke in outline.strokes:
        points = np.asarray(stroke.vertices)
        if stroke.codes is not None and np.any(np.asarray(stroke.codes) == Path.CURVE4):
            continue
        step = max(1, len(points) // 40)
        points = np.vstack((points[::step], points[-1:]))
        rows.append(np.hstack((points[:-1], points[1:])))
    return np.concatenate(rows) if rows else np.empty((0, 4))
