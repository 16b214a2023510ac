"""Listings of items: the code, and step by step what it draws."""

from __future__ import annotations

import re
from collections.abc import Iterator

from geoengine.errors import InputError
from geoengine.families.programs.making import Made, made
from geoengine.families.programs.outlines import Outlines
from geoengine.items import DrawnStep, Item, Listing, Shape, is_shown_code
from geoengine.program import Drawn, Execution, Path

__all__ = ["list_drawing"]

_SIDE = 400.0
"""The longer side of drawings."""

_MARGIN = 26.0
_ALIGN = 12.0
"""How far a label stands from its position, for each unit of its alignment."""

_MOST_STEPS = 600
_DASHES = {
    "dashed": "6 5", "longdashed": "11 6", "dotted": "1.5 4", "Dotted": "1.5 4",
    "dashdotted": "6 4 1.5 4", "longdashdotted": "11 4 1.5 4",
}  # fmt: skip
_LABEL = (
    (re.compile(r"\\(?:mathrm|text|mathbf)\b"), ""), (re.compile(r"\^\{?\\circ\}?"), "°"),
    (re.compile(r"\\(?:theta)\b"), "θ"), (re.compile(r"\\alpha\b"), "α"),
    (re.compile(r"\\beta\b"), "β"), (re.compile(r"\\sqrt\{?(\d+)\}?"), r"√\1"),
    (re.compile(r"[${}\\]"), ""),
)  # fmt: skip
_LOWERED = re.compile(r"_\{?(\d)\}?")


def list_drawing(item: Item) -> Listing:
    """Make the listing of an item from the seed that it was made of.

    Raises
    ------
    InputError
        If its code is not what is made of the seed now.
    """
    shown = next(filter(is_shown_code, item.media), None)
    one = _made(item)
    if one is None or shown is None or one.printed.text.rstrip() != shown.text.rstrip():
        raise InputError("expected the code that geoengine makes of its seed, found another")
    return _listing(one, shown.language)


def _made(item: Item) -> Made | None:
    try:
        languages = tuple((str(name), int(count)) for name, count in item.meta["code_languages"])
        return made(
            item.scene, int(item.meta["seed"]), int(item.meta["turn"]), item.level, item.language,
            languages,
        )  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"expected the seed of the item and its turn, found none: {error}"
        ) from error


def _listing(one: Made, language: str) -> Listing:
    sheet = _Sheet(one.done)
    lines = one.printed.lines
    steps = []
    for drawn in one.done.display[:_MOST_STEPS]:
        calls = tuple(lines[call] for call in drawn.calls if call in lines)
        own = lines.get(drawn.statement) or (calls[-1] if calls else None)
        if own is not None:
            steps.append(DrawnStep(own, calls, tuple(sheet.shapes(drawn))))
    return Listing(one.printed.text.rstrip(), language, sheet.width, sheet.height, tuple(steps))


class _Sheet:
    """Places what is drawn on a sheet, whose y axis points down."""

    def __init__(self, done: Execution) -> None:
        self._settings, self._outlines = done.settings, Outlines(done)
        self._scale = (_SIDE - 2 * _MARGIN) / self._outlines.size
        self.width = round(self._outlines.width * self._scale + 2 * _MARGIN, 1)
        self.height = round(self._outlines.height * self._scale + 2 * _MARGIN, 1)

    def shapes(self, one: Drawn) -> Iterator[Shape]:
        """Yield what is drawn in one step."""
        colour = _colour(one)
        if one.kind == "label":
            x, y = self._spot(self._outlines.place(one.position))
            at = (round(x + _ALIGN * one.align.real, 1), round(y - _ALIGN * one.align.imag, 1))
            yield Shape(text=_plain(one.text), at=at, fill=colour)
        elif one.kind == "dot":
            for path in one.paths:
                x, y = self._spot(self._outlines.place(path.point))
                yield Shape(d=f"M{x - 2.5} {y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z", fill=colour)
        else:
            d = "".join(map(self._drawn, one.paths))
            if one.kind == "draw":
                width = one.pen.width or self._settings.pen.width or 0.9
                yield Shape(
                    d=d, stroke=colour, width=round(1.4 * width, 2), opacity=_opacity(one),
                    dash=_DASHES.get(one.pen.dash or "", ""),
                )  # fmt: skip
            else:
                fill = colour if one.kind == "fill" else "#ffffff"
                yield Shape(d=d, fill=fill, opacity=_opacity(one))

    def _drawn(self, path: Path) -> str:
        spots = [self._spot(place) for place in self._outlines.outline(path)]
        steps = "L".join(f"{x} {y}" for x, y in spots)
        return f"M{steps}{'Z' if path.closed else ''}"

    def _spot(self, z: complex) -> tuple[float, float]:
        x = (z.real - self._outlines.left) * self._scale
        y = (self._outlines.top - z.imag) * self._scale
        return round(x + _MARGIN, 1), round(y + _MARGIN, 1)


def _colour(one: Drawn) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in one.pen.colour or (0, 0, 0))


def _opacity(one: Drawn) -> float:
    return 1.0 if one.pen.opacity is None else one.pen.opacity


def _plain(text: str) -> str:
    """A label without LaTeX, as far as labels have it."""
    text = _LOWERED.sub(lambda found: "₀₁₂₃₄₅₆₇₈₉"[int(found[1])], text)
    for pattern, instead in _LABEL:
        text = pattern.sub(instead, text)
    return text
