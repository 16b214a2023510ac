"""Figures, axes and patches of matplotlib as marks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from geoengine.verify.programs.curves import Curve, Map, arc, circle, polyline
from geoengine.verify.programs.evaluated import Mark, Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.pens import Colour
from geoengine.verify.programs.python_code.library import iterated
from geoengine.verify.programs.python_code.values import Patch
from geoengine.verify.programs.sampled_curves import drawn_curve

__all__ = ["DRAWING", "PATCHES", "place"]


def place(value: Any) -> complex:
    """A pair of coordinates as a complex number."""
    if isinstance(value, complex):
        return value
    x, y = iterated(value)
    return complex(float(x), float(y))


def _places(value: Any) -> list[complex]:
    return [place(part) for part in iterated(value)]


def _colour(value: Any) -> Colour | None:
    """A colour; None for no paint."""
    if value is None or (isinstance(value, str) and value.lower() == "none"):
        return None
    if isinstance(value, str):
        name = value.lower()
        try:
            level = float(name)
        except ValueError:
            return Colour(name, white=name in {"#fff", "#ffffff", "white", "w"})
        return Colour(f"gray({level:g})", white=level >= 0.9999)
    parts = [float(part) for part in iterated(value)]
    if len(parts) == 4 and not parts[3]:
        return None
    return Colour(f"rgb({','.join(f'{p:g}' for p in parts[:3])})", white=min(parts[:3]) >= 0.9999)


def _fill_colour(named: dict[str, Any], default: Any = "C0") -> Colour | None:
    if named.get("fill") is False or named.get("alpha") == 0:
        return None
    for key in ("facecolor", "fc", "color", "c"):
        if key in named:
            return _colour(named[key])
    return _colour(default)


def _patch(shape: Callable[..., Curve]) -> Callable[..., Patch]:
    def made(*values: Any, **named: Any) -> Patch:
        zorder = named.get("zorder", 1.0)
        own = {key: value for key, value in named.items() if key in _SHAPE_WORDS}
        return Patch(shape(*values, **own), _fill_colour(named), float(zorder))

    return made


_SHAPE_WORDS = {
    "xy", "radius", "width", "height", "angle", "theta1", "theta2", "closed", "center", "r",
    "numVertices", "orientation",
}  # fmt: skip


def _circle_patch(xy: Any, radius: float = 5) -> Curve:
    return circle(place(xy), float(radius))


def _rectangle(xy: Any, width: float, height: float, angle: float = 0.0) -> Curve:
    corner = place(xy)
    turn = complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    steps = (0, complex(width), complex(width, height), complex(0, height))
    return polyline([corner + turn * step for step in steps], closed=True)


def _polygon(xy: Any, closed: bool = True) -> Curve:
    return drawn_curve(_places(xy), closed=bool(closed))


def _ellipse_arc(
    xy: Any, width: float, height: float, angle: float = 0.0, theta1: float = 0.0,
    theta2: float = 360.0,
) -> Curve:  # fmt: skip
    turn = complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    high = theta2 if theta2 > theta1 else theta2 + 360 * math.ceil((theta1 - theta2) / 360)
    a, b = width / 2, height / 2
    shape = Map(turn * (a + b) / 2, turn * (a - b) / 2, place(xy))
    return arc(0, 1, theta1, high).moved(shape)


def _arc_patch(*values: Any, **named: Any) -> Patch:
    own = {key: value for key, value in named.items() if key in _SHAPE_WORDS}
    return Patch(_ellipse_arc(*values, **own), None, 1.0)


def _ellipse(xy: Any, width: float, height: float, angle: float = 0.0) -> Curve:
    found = _ellipse_arc(xy, width, height, angle)
    return Curve(found.pieces, closed=True, lone=found.lone)


def _wedge(
    center: Any, r: float, theta1: float, theta2: float, width: float | None = None
) -> Curve:
    c, high = place(center), theta2
    if high < theta1:
        high += 360 * math.ceil((theta1 - high) / 360)
    outer = arc(c, float(r), theta1, high)
    if width is None:
        sides = polyline([outer.end, c, outer.start]).pieces
        return Curve((*outer.pieces, *sides), closed=True, lone=outer.start)
    inner = arc(c, float(r) - float(width), high, theta1)
    parts = [
        *outer.pieces, *polyline([outer.end, inner.start]).pieces, *inner.pieces,
        *polyline([inner.end, outer.start]).pieces,
    ]  # fmt: skip
    return Curve(tuple(parts), closed=True, lone=outer.start)


def _regular(xy: Any, numVertices: int, radius: float = 5, orientation: float = 0.0) -> Curve:
    center, n = place(xy), int(numVertices)
    if not 3 <= n <= 10_000:
        raise ProgramError(FaultKind.VALUE, "a polygon of that many sides")
    angles = [orientation + math.pi / 2 + math.tau * k / n for k in range(n)]
    points = [center + radius * complex(math.cos(t), math.sin(t)) for t in angles]
    return polyline(points, closed=True)


def _faces(vertices: Any, **_: Any) -> Any:
    """A collection of polygons in space."""
    faces = []
    for face in iterated(vertices):
        corners = tuple(Triple(*map(float, iterated(corner))) for corner in iterated(face))
        faces.append(SpaceCurve(corners, closed=True))
    return faces


PATCHES: dict[str, Callable[..., Any]] = {
    "Circle": _patch(_circle_patch), "Rectangle": _patch(_rectangle), "Polygon": _patch(_polygon),
    "Ellipse": _patch(_ellipse), "Wedge": _patch(_wedge), "RegularPolygon": _patch(_regular),
    "Arc": _arc_patch, "Poly3DCollection": _faces,
}  # fmt: skip


def _numbers(value: Any) -> list[float]:
    parts = iterated(value) if isinstance(value, list | tuple | np.ndarray | range) else [value]
    return [float(part) for part in parts]


def _is_data(value: Any) -> bool:
    return not isinstance(value, str | Opaque) and value is not None


def _plot(values: Sequence[Any], named: dict[str, Any], in_space: bool, line: int) -> list[Mark]:
    marks: list[Mark] = []
    at = 0
    while at < len(values):
        group: list[Any] = []
        while at < len(values) and _is_data(values[at]) and len(group) < (3 if in_space else 2):
            group.append(values[at])
            at += 1
        style = ""
        if at < len(values) and isinstance(values[at], str):
            style = values[at]
            at += 1
        elif not group:
            at += 1
            continue
        if len(group) == 1:
            heights = _numbers(group[0])
            group = [list(range(len(heights))), heights]
        if in_space and len(group) == 3:
            corners = zip(*map(_numbers, group), strict=True)
            curve: Curve | SpaceCurve = SpaceCurve(tuple(Triple(*c) for c in corners))
            lone = len(curve.vertices) == 1
        else:
            xs, ys = (_numbers(part) for part in group[:2])
            if len(xs) != len(ys):
                raise ProgramError(FaultKind.VALUE, "x and y have different lengths")
            curve = drawn_curve([complex(x, y) for x, y in zip(xs, ys, strict=True)])
            lone = len(xs) == 1
        bare = named.get("linestyle", named.get("ls", "")) in {"none", "None", " "}
        if lone or bare or (any(c in style for c in "o.*x+s^v") and "-" not in style):
            marks += [Mark("dot", at=z, line=line) for z in curve.vertices]
        else:
            marks.append(Mark("draw", (curve,), line=line))
    return marks


def _fill(values: Sequence[Any], named: dict[str, Any], in_space: bool, line: int) -> list[Mark]:
    marks, data = [], [value for value in values if _is_data(value)]
    colour = next((value for value in values if isinstance(value, str)), "C0")
    paint = _fill_colour(named, colour)
    for xs, ys in zip(data[::2], data[1::2], strict=False):
        points = [complex(x, y) for x, y in zip(_numbers(xs), _numbers(ys), strict=True)]
        curve = drawn_curve(points, closed=True)
        marks.append(Mark("draw" if paint is None else "fill", (curve,), paint, line=line))
    return marks


def _add(values: Sequence[Any], named: dict[str, Any], in_space: bool, line: int) -> list[Mark]:
    patch = values[0]
    if isinstance(patch, list):
        return [Mark("draw", tuple(c for c in patch if isinstance(c, SpaceCurve)), line=line)]
    if not isinstance(patch, Patch):
        return []
    drawn = Mark("draw", (patch.curve,), line=line)
    if patch.colour is None:
        return [drawn]
    return [Mark("fill", (patch.curve,), patch.colour, line=line), drawn]


def _scatter(values: Sequence[Any], named: dict[str, Any], in_space: bool, line: int) -> list[Mark]:
    columns = [_numbers(value) for value in values[: 3 if in_space else 2] if _is_data(value)]
    rows = zip(*columns, strict=True)
    if in_space and len(columns) == 3:
        return [Mark("dot", at=Triple(*row), line=line) for row in rows]
    return [Mark("dot", at=complex(*row), line=line) for row in rows]


def _text(values: Sequence[Any], named: dict[str, Any], in_space: bool, line: int) -> list[Mark]:
    text = next((value for value in values if isinstance(value, str)), str(named.get("s", "")))
    return [Mark("label", text=text, line=line)]


DRAWING: dict[str, Callable[[Sequence[Any], dict[str, Any], bool, int], list[Mark]]] = {
    "plot": _plot, "plot3D": _plot, "fill": _fill, "add_patch": _add, "add_artist": _add,
    "add_collection3d": _add, "scatter": _scatter, "text": _text, "annotate": _text,
}  # fmt: skip
"""Methods of axes, and functions of pyplot, that leave marks."""
