"""Commands that change how a figure looks."""

from __future__ import annotations

from collections.abc import Sequence

from geoengine.draft.arithmetic import number_of
from geoengine.draft.errors import DraftError
from geoengine.draft.expressions import Call, Name
from geoengine.draft.figure import Figure, Look
from geoengine.draft.shapes import Value
from geoengine.draft.signatures import signature_of
from geoengine.draft.vocabulary import STYLES

__all__ = ["apply_style"]

_NUMBERS = {"SetLineThickness": "thickness", "SetLineStyle": "line_style",
            "SetPointSize": "point_size", "SetFilling": "filling"}  # fmt: skip


def apply_style(call: Call, arguments: Sequence[Value], figure: Figure) -> None:
    """Carry out a command that changes how a figure looks.

    What drawings of ours do not show, such as layers and traces, is checked and left aside.

    Raises
    ------
    DraftError
        If the command takes other arguments, or does not name an object where it has to.
    """
    signature = signature_of(call, arguments, STYLES)
    if signature.takes[:1] == ("object",):
        target = call.arguments[0]
        found = figure.objects.get(target.text) if isinstance(target, Name) else None
        if found is None:
            raise DraftError.found_at(
                target.place, f"expected the name of an object in {call.name}"
            )
        _style_object(call.name, arguments[1:], found.look)
    else:
        _style_view(call.name, arguments, figure)


def _style_object(name: str, arguments: Sequence[Value], look: Look) -> None:
    shape = arguments[-1].shape
    match name:
        case "SetColor":
            if len(arguments) == 3:
                parts = [min(max(number_of(part) or 0, 0), 1) for part in arguments]
                look.color = "#" + "".join(f"{round(255 * part):02x}" for part in parts)
            elif isinstance(shape, str):
                look.color = shape.strip().lower()
        case "SetVisibleInView" if number_of(arguments[0]) in (None, 1):
            look.is_shown = bool(shape)
        case "SetConditionToShowObject":
            look.is_shown = bool(shape)
        case "ShowLabel":
            look.is_labelled = bool(shape)
        case "SetCaption" if isinstance(shape, str):
            look.caption = shape
    if name in _NUMBERS:
        setattr(look, _NUMBERS[name], number_of(arguments[0]))


def _style_view(name: str, arguments: Sequence[Value], figure: Figure) -> None:
    is_on = bool(arguments[-1].shape) if arguments else True
    match name:
        case "ShowAxes":
            figure.view.has_axes = is_on
        case "ShowGrid":
            figure.view.has_grid = is_on
        case "ZoomIn" if len(arguments) == 4:
            left, low, right, high = (number_of(bound) for bound in arguments)
            if None not in (left, low, right, high):
                figure.view.window = (left, low, right, high)  # type: ignore[assignment]
