"""Outlines: the lines of a model as they are seen, each split into visible and hidden parts."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.solids.bodies import Circle, Frustum, Sphere
from geoengine.draw.solids.camera import Camera
from geoengine.draw.solids.curve import Curve
from geoengine.draw.solids.model import Model
from geoengine.draw.solids.view import View
from geoengine.draw.solids.visibility import Opaque, hidden_arcs, hidden_intervals, opaque

__all__ = ["Outline", "trace_outline"]

Array = NDArray[np.float64]
Spans = Sequence[tuple[float, float]]

# The angle between two points of an arc, in radians.
_STEP = np.radians(2.5)


@dataclass(frozen=True)
class Outline:
    """What is seen of a model; x to the right, y upwards, in the units of the model.

    Parameters
    ----------
    places : dict of str to ndarray of shape (2,)
        The lettered points.
    visible, hidden : tuple of ndarray, shape (n, 2)
        The visible and the hidden parts of lines; a straight part has two points.
    areas : tuple of ndarray, shape (n, 2)
        The boundaries of the shaded areas.
    """

    places: dict[str, Array]
    visible: tuple[Array, ...]
    hidden: tuple[Array, ...]
    areas: tuple[Array, ...]

    def bounds(self) -> tuple[Array, Array]:
        """Return the least and the greatest coordinates of all that is seen."""
        points = np.concatenate(
            [
                *self.visible,
                *self.hidden,
                *self.areas,
                np.array([*self.places.values()]).reshape(-1, 2),
            ]
        )
        return points.min(axis=0), points.max(axis=0)


def trace_outline(model: Model, view: View) -> Outline:
    """Return what is seen of a model.

    Examples
    --------
    >>> from geoengine.draw.solids.bodies import Polyhedron
    >>> cube = Polyhedron.hull([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> outline = trace_outline(Model({}, [cube]), View(30, 20))
    >>> len(outline.visible), len(outline.hidden)
    (9, 3)
    """
    camera = view.camera(model)
    bodies = [opaque(body, camera, model.size) for body in model.bodies]
    solid = {at: body for at, body in enumerate(bodies) if at not in model.glass}
    strokes = _Strokes(camera)
    strokes.add_lines(model.lines, list(solid.values()))
    for circle in model.circles:
        # Glass hides nothing behind it, but a circle on it still has a far side.
        shells = [at for at in model.glass if _carries(model, at, circle)]
        strokes.add_circle(circle, [*solid.values(), *(bodies[at] for at in shells)])
    for curve in model.winding:
        strokes.add_curve(curve, list(solid.values()))
    for ends in model.dashed:
        strokes.hidden.append(camera.project([model.place(end) for end in ends])[:, :2])
    for at, body in enumerate(model.bodies):
        others = [other for number, other in solid.items() if number != at]
        if isinstance(body, Sphere):
            strokes.add_circle(camera.outline(body), others)
        elif isinstance(body, Frustum):
            strokes.add_lines(camera.contours(body), others)
    filled = [curve.places for curve in model.filled]
    rims = [disc.places(np.arange(0, 2 * np.pi, _STEP)) for disc in model.discs]
    return Outline(
        {name: camera.project(model.points[name])[:2] for name in model.shown},
        tuple(strokes.visible),
        tuple(strokes.hidden) if model.hidden_lines else (),
        tuple(camera.project(area)[:, :2] for area in (*model.polygons, *rims, *filled)),
    )


def _carries(model: Model, at: int, circle: Circle) -> bool:
    body = model.bodies[at]
    return isinstance(body, Sphere) and body.carries(circle)


class _Strokes:
    """Collects lines, split into visible and hidden parts."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.visible: list[Array] = []
        self.hidden: list[Array] = []

    def add_lines(self, lines: Array, obstacles: Sequence[Opaque]) -> None:
        """Add segments of space, shape (n, 2, 3)."""
        rows = self.camera.project(lines)
        for row, parts in zip(rows, hidden_intervals(rows, obstacles), strict=True):
            start, way = row[0, :2], row[1, :2] - row[0, :2]
            self.hidden += [start + np.outer(part, way) for part in parts]
            self.visible += [start + np.outer(part, way) for part in _between(parts, 0.0, 1.0)]

    def add_circle(self, circle: Circle, obstacles: Sequence[Opaque]) -> None:
        """Add a circle of space."""
        parts = hidden_arcs(circle, self.camera, obstacles)
        first = parts[0][0] if parts else 0.0
        self.hidden += [self._arc(circle, *part) for part in parts]
        rest = _between(parts, first, first + 2 * np.pi)
        self.visible += [self._arc(circle, *part) for part in rest]

    def add_curve(self, curve: Curve, obstacles: Sequence[Opaque]) -> None:
        """Add a curve of space; it appears and disappears halfway between two of its points."""
        places = self.camera.project(curve.places)
        flags = np.zeros(len(places), dtype=bool)
        for part in obstacles:
            flags |= part.hides(places)
        ends = [0, *(np.flatnonzero(flags[1:] != flags[:-1]) + 1).tolist(), len(places)]
        flat = places[:, :2]
        for start, stop in itertools.pairwise(ends):
            before = [(flat[start - 1] + flat[start]) / 2] if start else []
            after = [(flat[stop - 1] + flat[stop]) / 2] if stop < len(flat) else []
            run = np.array([*before, *flat[start:stop], *after])
            (self.hidden if flags[start] else self.visible).append(run)

    def _arc(self, circle: Circle, start: float, stop: float) -> Array:
        turns = np.linspace(start, stop, 2 + int((stop - start) / _STEP))
        places: Array = self.camera.project(circle.places(turns))[:, :2]
        return places


def _between(parts: Spans, start: float, stop: float) -> list[tuple[float, float]]:
    """Return the gaps between intervals, from `start` to `stop`."""
    lows = [start, *(high for _, high in parts)]
    highs = [*(low for low, _ in parts), stop]
    return [(low, high) for low, high in zip(lows, highs, strict=True) if high - low > 1e-9]
