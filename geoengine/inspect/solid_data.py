"""Solids as data for pages, on which they are turned, cut and moved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from geoengine.draw.solids import (
    Body,
    Circle,
    Curve,
    Exhibit,
    Frustum,
    Model,
    Polyhedron,
    Sheet,
    Sphere,
)
from geoengine.errors import InputError
from geoengine.items import Family, Item

__all__ = ["exhibit_record", "solid_record"]

_DIGITS = 8
"""The decimals of coordinates, which are shares of the size of the solid."""

_AREA_DIGITS = 4
"""The decimals where a curve bounds an area.

Where it is drawn itself it must lie on surfaces to many digits, behind which it would be hidden.
"""


def exhibit_record(item: Item, family: Family) -> dict[str, Any] | None:
    """Return the solid of an item as data, or in ``excuse`` why there is none.

    None if the family of the item has no solids.
    """
    if family.exhibit is None:
        return None
    try:
        return solid_record(family.exhibit(item))
    except InputError as error:
        return {"excuse": error.message}


def solid_record(exhibit: Exhibit) -> dict[str, Any]:
    """Return a solid as data.

    Coordinates count from the middle of the solid, and are shares of its size.

    Returns
    -------
    dict
        Plain data for JSON: ``azimuth`` and ``elevation`` of the picture, in degrees, and the
        ``distance`` of the eye, or None; the ``model``; and ``motion``, or None, with ``moved``,
        ``counts`` and ``drawn`` as in `Exhibit`, and for each position what differs from the model,
        or None. A model has named ``points``, ``bodies``, the numbers of bodies that hide nothing
        inside them as ``glass``, ``lines`` and lines that are always ``dashed`` (six coordinates),
        ``circles`` (center, normal and radius) each with the glass bodies that carry it, ``curves``
        and shaded ``areas`` (points), ``discs``, and whether hidden lines are shown as ``dashes``.

    Examples
    --------
    >>> from geoengine.draw.solids import View, cylinder
    >>> can = Model({}, [cylinder((0, 0, 0), (0, 0, 2), 1)])
    >>> record = solid_record(Exhibit(can, View(30, 20)))
    >>> record["model"]["bodies"][0]["top"], len(record["model"]["circles"])
    ([0.0, 0.0, 0.5], 2)
    """
    scale = _Scale(exhibit.model)
    model = scale.model(exhibit.model)
    motion = None
    if exhibit.positions:
        motion = {
            "moved": [list(points) for points in exhibit.moved],
            "counts": list(exhibit.counts),
            "drawn": list(exhibit.drawn),
            "positions": [
                None if position is None else _changed(model, scale.model(position))
                for position in exhibit.positions
            ],
        }
    return {
        "azimuth": exhibit.view.azimuth,
        "elevation": exhibit.view.elevation,
        "distance": exhibit.view.distance,
        "model": model,
        "motion": motion,
    }


class _Scale:
    """Turns models into data, in the scale of one of them."""

    def __init__(self, model: Model) -> None:
        self.middle, self.size = model.middle, model.size

    def model(self, model: Model) -> dict[str, Any]:
        return {
            "points": {name: self._place(model.points[name]) for name in model.shown},
            "bodies": [self._body(body) for body in model.bodies],
            "glass": sorted(model.glass),
            "lines": [[*self._place(a), *self._place(b)] for a, b in model.lines],
            "circles": [
                {"at": self._circle(circle), "on": _carriers(model, circle)}
                for circle in model.circles
            ],
            "dashed": [
                [*self._place(model.place(a)), *self._place(model.place(b))]
                for a, b in model.dashed
            ],
            "curves": [self._curve(curve) for curve in model.winding],
            "areas": [
                *([self._place(corner) for corner in area] for area in model.polygons),
                *(self._curve(curve, _AREA_DIGITS)[1:] for curve in model.filled),
            ],
            "discs": [self._circle(disc) for disc in model.discs],
            "dashes": model.hidden_lines,
        }

    def _place(self, place: Iterable[float]) -> list[float]:
        return _rounded((np.asarray(place, dtype=float) - self.middle) / self.size)

    def _circle(self, circle: Circle) -> list[float]:
        radius = round(circle.radius / self.size, _DIGITS)
        return [*self._place(circle.center), *_rounded(circle.normal), radius]

    def _curve(self, curve: Curve, digits: int = _DIGITS) -> list[list[float]]:
        return [[round(one, digits) for one in self._place(place)] for place in curve.places]

    def _body(self, body: Body) -> dict[str, Any]:
        match body:
            case Sheet():
                return {
                    "kind": "sheet",
                    "vertices": [self._place(vertex) for vertex in body.vertices],
                }
            case Polyhedron():
                return {
                    "kind": "polyhedron",
                    "vertices": [self._place(vertex) for vertex in body.vertices],
                    "faces": [list(face) for face in body.faces],
                }
            case Sphere():
                return {
                    "kind": "sphere",
                    "center": self._place(body.center),
                    "radius": round(body.radius / self.size, _DIGITS),
                }
            case Frustum():
                radii = body.bottom_radius / self.size, body.top_radius / self.size
                return {
                    "kind": "frustum",
                    "bottom": self._place(body.bottom),
                    "top": self._place(body.top),
                    "radii": _rounded(radii),
                }


def _rounded(numbers: Iterable[float]) -> list[float]:
    # Adding zero turns -0.0 into 0.0.
    return [round(float(number), _DIGITS) + 0.0 for number in numbers]


def _carriers(model: Model, circle: Circle) -> list[int]:
    """Return the numbers of the glass spheres on which a circle lies."""
    spheres = [(at, model.bodies[at]) for at in sorted(model.glass)]
    return [at for at, body in spheres if isinstance(body, Sphere) and body.carries(circle)]


def _changed(model: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of another model that differ.

    Of points those that differ, of a list with as many entries those that do, by their numbers.
    """
    changes: dict[str, Any] = {}
    for name, value in other.items():
        before = model[name]
        if value == before:
            continue
        if isinstance(value, dict):
            changes[name] = {key: one for key, one in value.items() if one != before.get(key)}
        elif isinstance(value, list) and len(value) == len(before):
            pairs = zip(value, before, strict=True)
            changes[name] = {str(k): one for k, (one, old) in enumerate(pairs) if one != old}
        else:
            changes[name] = value
    return changes
