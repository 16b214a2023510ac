"""Pictures of a draft: of the whole, or after each of its steps."""

from __future__ import annotations

import cmath
import math
from collections.abc import Collection, Iterator

import numpy as np
from matplotlib.path import Path

from geoengine.draft import Call, Draft, Figure, FigureObject, Name
from geoengine.draw.drafts.labels import DOT, place_names
from geoengine.draw.drafts.outlines import Outline, outline_of
from geoengine.draw.drafts.window import window_of
from geoengine.draw.glyphs import typeset_value
from geoengine.draw.layers import Layer, joined, write_layers

__all__ = ["DraftPictures"]

_SIZE = (720, 540)
_PAPER = "#ffffff"
_FREE, _DEPENDENT, _INK, _AREA, _ANGLE = "#4d4dff", "#444444", "#4f4f4f", "#f5ebe5", "#006400"
_FRESH, _FRESH_AREA, _RESULT = "#d0480b", "#fbe3d6", "#00695c"
_AXIS, _GRID, _NUMBER = "#8f8f8f", "#dddddd", "#6f6f6f"
_LINE, _BOLD = 1.7, 2.9
_ANGLE_SIZE = 28.0
_TEXT = 16.0


class DraftPictures:
    r"""Pictures of one draft, which all show the same part of the plane.

    Names stand in the same places in all of them.

    Parameters
    ----------
    draft : Draft
    figure : Figure
        What the draft makes.
    size : (int, int), optional
        The width and the height, in pixels.
    wanted : collection of str, optional
        The names of what the construction is for; it is drawn in a color of its own.
    has_axes : bool, optional
        Whether there are axes and a grid; by default what the draft says.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> draft = read_draft("A = (0, 0)\nB = (4, 2)\nc = Circle(A, B)")
    >>> pictures = DraftPictures(draft, carry_out(draft))
    >>> pictures.render(3, fresh=range(2, 3))[:4]
    b'\x89PNG'
    """

    def __init__(
        self,
        draft: Draft,
        figure: Figure,
        *,
        size: tuple[int, int] = _SIZE,
        wanted: Collection[str] = (),
        has_axes: bool | None = None,
    ) -> None:
        self._draft, self._figure, self._wanted = draft, figure, frozenset(wanted)
        self._has_axes = bool(figure.view.has_axes) if has_axes is None else has_axes
        self.window = window_of(figure, size, with_origin=self._has_axes)
        """The part of the plane that the pictures show."""
        self._outlines: dict[str, Outline] = {}
        for one in figure.objects.values():
            is_side = one.is_companion and one.kind == "segment"
            if one.is_defined and one.look.is_shown is not False and not is_side:
                self._outlines[one.name] = outline_of(one, self.window, self._start(one))
        named = [
            name
            for name in self._outlines
            if (one := figure.objects[name]).look.is_labelled is not False
            and (one.kind == "point" or (not one.is_companion and one.kind != "list"))
        ]
        self._numbers = [
            one
            for one in figure.objects.values()
            if one.kind in ("number", "angle")
            and isinstance(one.shape, float)
            and one.look.is_shown is not False
        ]
        self._names = place_names(figure, self._outlines, named, self.window)

    def _start(self, one: FigureObject) -> complex:
        """Return where a vector begins: in the first of two points, or in the origin."""
        value = self._draft.statements[one.statement].value
        if isinstance(value, Call) and value.name == "Vector" and len(value.arguments) == 2:
            first = value.arguments[0]
            return (self._figure.point(first.text) if isinstance(first, Name) else None) or 0j
        return 0j

    def render(
        self, statements: int | None = None, *, fresh: range = range(0), form: str = "png"
    ) -> bytes:
        """Draw what the first statements make.

        Parameters
        ----------
        statements : int, optional
            How many; by default all.
        fresh : range, optional
            The numbers of the statements whose objects are highlighted, from 0.
        form : {"png", "svg", "pdf"}
        """
        count = len(self._draft.statements) if statements is None else statements
        shown = [one for one in self._shown() if one.statement < count]
        numbers = [one for one in self._numbers if one.statement < count]
        layers = [*self._layers(shown, fresh), *self._values(numbers, fresh)]
        return write_layers(layers, self.window.size, _PAPER, form, title="A construction")

    def _shown(self) -> list[FigureObject]:
        return [self._figure.objects[name] for name in self._outlines]

    def _layers(self, shown: list[FigureObject], fresh: range) -> Iterator[Layer]:
        if self._has_axes:
            yield from self._axes()
        new = [one for one in shown if one.statement in fresh]
        old = [one for one in shown if one.statement not in fresh]
        result = [one for one in old if one.name in self._wanted]
        plain = [one for one in old if one.name not in self._wanted]
        for group, color in ((old, _AREA), (new, _FRESH_AREA)):
            yield Layer(joined([p for one in group for p in self._outlines[one.name].areas]), color)
        for one in shown:
            yield from self._angle(one)
        for group, color, width in (
            (plain, _INK, _LINE), (result, _RESULT, _BOLD), (new, _FRESH, _BOLD)
        ):  # fmt: skip
            outlines = [self._outlines[one.name] for one in group]
            yield Layer(joined([path for one in outlines for path in one.strokes]), color, width)
            yield Layer(joined([path for one in outlines for path in one.heads]), color)
        # An outline in the color of the paper keeps names legible on top of lines.
        names = [self._names[one.name] for one in shown if one.name in self._names]
        yield Layer(joined(names), _PAPER, 4.0)
        yield from self._dots(shown, fresh)
        for group, color in ((plain, _INK), (result, _RESULT), (new, _FRESH)):
            own = [one for one in group if one.name in self._names]
            free = [one for one in own if one.kind == "point" and _is_free(one)]
            rest = [one for one in own if one not in free]
            yield Layer(joined([self._names[one.name] for one in rest]), color)
            color = _FREE if group is plain else color
            yield Layer(joined([self._names[one.name] for one in free]), color)

    def _dots(self, shown: list[FigureObject], fresh: range) -> Iterator[Layer]:
        by_color: dict[str, list[Path]] = {}
        for one in shown:
            color = _FREE if _is_free(one) else _DEPENDENT
            if one.statement in fresh:
                color = _FRESH
            elif one.name in self._wanted:
                color = _RESULT
            dots = self._outlines[one.name].dots
            by_color.setdefault(color, []).extend(Path.circle(place, DOT) for place in dots)
        # Where points coincide, the highlighted one is on top.
        for color in (_DEPENDENT, _FREE, _RESULT, _FRESH):
            circles = by_color.get(color, [])
            yield Layer(joined(circles), _INK, 2.0)
            yield Layer(joined(circles), color)

    def _angle(self, one: FigureObject) -> Iterator[Layer]:
        """Draw an angle between three points that have names."""
        value = self._draft.statements[one.statement].value
        if one.kind != "angle" or not (isinstance(value, Call) and value.name == "Angle"):
            return
        names = [part.text for part in value.arguments if isinstance(part, Name)]
        places = [self._figure.point(name) for name in names]
        if len(places) != 3 or None in places or not isinstance(one.shape, float):
            return
        start, vertex = (place for place in places[:2] if place is not None)
        turns = cmath.phase(start - vertex) + np.linspace(0, one.shape, 40)
        curve = vertex + _ANGLE_SIZE / self.window.scale * np.exp(1j * turns)
        points = self.window.places(np.concatenate(([vertex], curve, [vertex])))
        yield Layer(Path(points, closed=True), "#dbeadb")
        yield Layer(Path(points[1:-1]), _ANGLE, _LINE)

    def _values(self, numbers: list[FigureObject], fresh: range) -> Iterator[Layer]:
        """Write the values of numbers and angles into the upper left corner."""
        for line, one in enumerate(numbers):
            assert isinstance(one.shape, float)
            value = f"{math.degrees(one.shape):.4g}°" if one.kind == "angle" else f"{one.shape:.4g}"
            glyphs = typeset_value(f"{one.name} = {value}".replace("-", "−"))
            middle = np.array([10 + glyphs.width * _TEXT / 2, 18 + 1.5 * _TEXT * line])
            path = Path(np.asarray(glyphs.path.vertices) * _TEXT + middle, glyphs.path.codes)
            yield Layer(path, _PAPER, 5.0)
            yield Layer(path, _FRESH if one.statement in fresh else _INK)

    def _axes(self) -> Iterator[Layer]:
        left, low, right, high = self.window.bounds
        step = 10.0 ** math.floor(math.log10(right - left))
        step = next(s for s in (step / 10, step / 5, step / 2, step) if s * self.window.scale > 34)
        xs = np.arange(math.ceil(left / step), math.floor(right / step) + 1) * step
        ys = np.arange(math.ceil(low / step), math.floor(high / step) + 1) * step
        place = self.window.places
        grid = [np.array([x + 1j * low, x + 1j * high]) for x in xs]
        grid += [np.array([left + 1j * y, right + 1j * y]) for y in ys]
        axes = [np.array([left, right], dtype=complex), np.array([1j * low, 1j * high])]
        for lines, color in ((grid, _GRID), (axes, _AXIS)):
            # In the middle of pixels, lines are as sharp as they can be.
            paths = [Path(np.floor(place(line)) + 0.5) for line in lines]
            yield Layer(joined(paths), color, 1.0)
        numbers = [(float(x), complex(x), (0.0, 12.0)) for x in xs if x]
        numbers += [(float(y), 1j * y, (-12.0, 0.0)) for y in ys if y]
        written = []
        for number, at, (right_by, down_by) in numbers:
            outline = typeset_value(f"{number:g}".replace("-", "−")).path
            x, y = self.window.place(at)
            spot = np.array([x + right_by, y + down_by])
            if np.all((spot > 12) & (spot < np.array(self.window.size) - 12)):
                written.append(Path(np.asarray(outline.vertices) * 12 + spot, outline.codes))
        yield Layer(joined(written), _PAPER, 3.0)
        yield Layer(joined(written), _NUMBER)


def _is_free(one: FigureObject) -> bool:
    return one.is_free or one.is_on_path
