"""Drawing statements of Asymptote as marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from geoengine.verify.programs.asymptote.values import Array, Pen
from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Mark, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.pens import Colour

__all__ = ["DRAWING"]


def _split(values: Sequence[Any]) -> tuple[list[Curve | SpaceCurve], list[Pen], list[Any]]:
    """The curves, pens and other values among arguments."""
    curves: list[Curve | SpaceCurve] = []
    pens: list[Pen] = []
    others: list[Any] = []
    for value in values:
        if isinstance(value, Curve | SpaceCurve):
            curves.append(value)
        elif isinstance(value, Array):
            found, _, rest = _split(value)
            curves += found
            others += rest
        elif isinstance(value, Pen):
            pens.append(value)
        else:
            others.append(value)
    return curves, pens, others


def _draw(values: Sequence[Any], line: int) -> list[Mark]:
    curves, _, others = _split(values)
    texts = [value for value in others if isinstance(value, str)]
    places = [value for value in others if isinstance(value, complex)]
    if not curves and places:
        # A point alone is a path of one point.
        curves = [Curve((), lone=places[0])]
    if not curves:
        if any(isinstance(value, int | float) for value in values) or not values:
            raise ProgramError(FaultKind.TYPE, "draw needs a path")
        return []
    marks = [Mark("draw", tuple(curves), line=line)]
    if texts:
        marks.append(Mark("label", text=texts[0], at=_middle(curves[0]), line=line))
    return marks


def _middle(curve: Curve | SpaceCurve) -> complex | Triple | None:
    if isinstance(curve, Curve):
        return curve.at(curve.time_at(curve.length / 2)) if curve.pieces else curve.lone
    return curve.vertices[0] if curve.vertices else None


def _colour_of(pens: Sequence[Pen]) -> tuple[Colour | None, bool]:
    pen = pens[0] if pens else Pen()
    if pen.invisible:
        return None, pen.even_odd
    return pen.colour or Colour("black"), pen.even_odd


def _fill(values: Sequence[Any], line: int) -> list[Mark]:
    curves, pens, _ = _split(values)
    if not curves:
        raise ProgramError(FaultKind.TYPE, "fill needs a path")
    for curve in curves:
        if isinstance(curve, Curve) and not curve.closed:
            raise ProgramError(FaultKind.VALUE, "fill needs a cyclic path")
    colour, even_odd = _colour_of(pens)
    return [Mark("fill", tuple(curves), colour, even_odd, line=line)]


def _filldraw(values: Sequence[Any], line: int) -> list[Mark]:
    curves, _, _ = _split(values)
    return [*_fill(values, line), Mark("draw", tuple(curves), line=line)]


def _unfill(values: Sequence[Any], line: int) -> list[Mark]:
    curves, _, _ = _split(values)
    return [Mark("fill", tuple(curves), Colour("white"), line=line)]


def _clip(values: Sequence[Any], line: int) -> list[Mark]:
    return [Mark("clip", tuple(_split(values)[0]), line=line)]


def _dot(values: Sequence[Any], line: int) -> list[Mark]:
    curves, _, others = _split(values)
    places: list[complex | Triple] = [v for v in others if isinstance(v, complex | Triple)]
    for curve in curves:
        places += curve.vertices
    texts = [value for value in others if isinstance(value, str)]
    if texts and places:
        marks = [Mark("label", text=texts[0], at=places[0], line=line)]
        return [Mark("dot", at=places[0], line=line), *marks]
    return [Mark("dot", at=place, line=line) for place in places]


def _label(values: Sequence[Any], line: int) -> list[Mark]:
    curves, _, others = _split(values)
    text = next((value for value in others if isinstance(value, str)), "")
    places = [value for value in others if isinstance(value, complex | Triple)]
    at = places[0] if places else None
    if curves:
        at = _middle(curves[0])
    return [Mark("label", text=text, at=at, line=line)]


DRAWING: dict[str, Callable[[Sequence[Any], int], list[Mark]]] = {
    "draw": _draw, "fill": _fill, "filldraw": _filldraw, "unfill": _unfill, "clip": _clip,
    "dot": _dot, "label": _label, "axialshade": _fill, "radialshade": _fill,
    "latticeshade": _fill,
}  # fmt: skip
