"""Pictures as TikZ, with the points as named coordinates, to be changed by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.arcs import Arc
from geoengine.draw.fitting import visible_arc
from geoengine.draw.layers import line_unit
from geoengine.draw.layout import Layout, PlacedLabel
from geoengine.draw.style import Style
from geoengine.draw.tex_labels import tex_name, tex_value

__all__ = ["write_tikz"]

Array = NDArray[np.float64]

# Pixels in a centimetre, and points in a pixel: names are about as large as the text of a paper.
_CENTIMETRE = 50
_POINT = 72.27 / 2.54 / _CENTIMETRE
# A position closer to a point than this, in pixels, is that point.
_SAME = 0.01
_COORDINATE = re.compile(r"[A-Za-z][A-Za-z0-9]*")


def write_tikz(layout: Layout, style: Style, description: str = "") -> bytes:
    r"""Write a layout as a ``tikzpicture``, 50 pixels to the centimetre.

    Parameters
    ----------
    layout : Layout
    style : Style
    description : str
        What the picture shows; it becomes a comment.

    Returns
    -------
    bytes
        The text, to be read by ``\input`` after ``\usepackage{tikz}``.

    Examples
    --------
    >>> from geoengine.draw.layout import arrange
    >>> from geoengine.draw.sketch import Sketch
    >>> layout = arrange(Sketch({"A": (0, 0), "B_1": (3, 0)}, [("A", "B_1")]), size=500)
    >>> lines = write_tikz(layout, Style(name="plain", title="Plain")).decode().splitlines()
    >>> for line in lines:
    ...     if "coordinate" in line or "--" in line:
    ...         print(line)
      \coordinate (A) at (0.65, 5);
      \coordinate (B1) at (9.35, 5);
      \draw[figure line] (A) -- (B1);
    """
    return _TikzPicture(layout, style).text(description).encode()


class _TikzPicture:
    def __init__(self, layout: Layout, style: Style) -> None:
        self._layout = layout
        self._style = style
        self._names: dict[str, str] = {}
        self._colours: dict[str, str] = {}
        for number, name in enumerate(layout.figure.places, start=1):
            plain = name.replace("_", "")
            known = _COORDINATE.fullmatch(plain) and plain not in self._names.values()
            self._names[name] = plain if known else f"point-{number}"

    def text(self, description: str) -> str:
        corner = self._pair(np.array([self._layout.size[0], 0.0]))
        styles, commands = [*self._styles()], [*self._paper(corner), *self._commands()]
        colours = [
            f"\\definecolor{{{name}}}{{HTML}}{{{code[1:].upper()}}}"
            for code, name in self._colours.items()
        ]
        points = [
            f"\\coordinate ({self._names[name]}) at {self._pair(place)};"
            for name, place in self._layout.figure.places.items()
        ]
        body = [*colours, *points, f"\\clip (0, 0) rectangle {corner};", *commands]
        return "\n".join(
            [
                *(f"% {line}" for line in description.splitlines()),
                "% Needs \\usepackage{tikz}.",
                "\\begin{tikzpicture}[line cap=round, line join=round,",
                *(f"  {style}" for style in styles),
                *(f"  {command}" for command in body),
                "\\end{tikzpicture}",
                "",
            ]
        )

    def _styles(self) -> Iterator[str]:
        """Define how each kind of thing looks, in one place."""
        style, unit = self._style, line_unit(min(self._layout.size))
        pens = {
            "line": (style.ink, style.line_width),
            "circle": (style.circle, style.circle_width),
            "aid": (style.aid, style.aid_width),
            "mark": (style.mark, style.mark_width),
        }
        dashes = [_short(length * unit * _POINT, 2) for length in (7, 5)]
        for name, (colour, width) in pens.items():
            pen = f"draw={self._colour(colour)}, line width={_short(width * unit * _POINT, 2)}pt"
            yield f"figure {name}/.style={{{pen}}},"
        pattern = f"on {dashes[0]}pt off {dashes[1]}pt"
        yield f"figure dashes/.style={{line cap=butt, dash pattern={pattern}}},"
        # All labels of a kind have the same size.
        for kind, em in {label.kind: label.em for label in self._layout.labels}.items():
            sizes = "}{".join(_short(share * em * _POINT, 1) for share in (1, 1.2))
            font = f"\\fontsize{{{sizes}}}\\selectfont"
            colour = self._colour(style.label_colour(kind))
            yield f"figure {kind}/.style={{text={colour}, font={font}}},"
        yield "every node/.style={inner sep=0pt, outer sep=0pt}]"

    def _paper(self, corner: str) -> list[str]:
        if self._style.paper == "#ffffff":
            return []
        return [f"\\fill[{self._colour(self._style.paper)}] (0, 0) rectangle {corner};"]

    def _commands(self) -> Iterator[str]:
        """Yield the commands from bottom to top."""
        layout, style = self._layout, self._style
        figure, symbols = layout.figure, layout.symbols
        for row in figure.circles:
            part = visible_arc(row, max(layout.size))
            radius = _centimetres(float(row[2]))
            whole = f"{self._at(row[:2])} circle[radius={radius}]"
            yield f"\\draw[figure circle] {whole if part is None else self._path(part)};"
        aids = (*figure.aids, *symbols.rays)
        yield from (f"\\draw[figure aid, figure dashes] {self._path(row)};" for row in aids)
        yield from (f"\\draw[figure line] {self._path(row)};" for row in figure.lines)
        yield from (f"\\draw[figure aid] {self._path(line)};" for line in symbols.brackets)
        yield from (f"\\draw[figure mark] {self._path(line)};" for line in symbols.lines)
        for arc in symbols.all_arcs():
            yield from (f"\\draw[figure mark] {curve};" for curve in self._curves(arc))
        for label in layout.labels:
            yield from (f"\\draw[figure mark] {self._path(row)};" for row in label.ticks)
            yield from (f"\\draw[figure aid] {self._path(row)};" for row in label.strokes)
        dot = _centimetres(layout.dot)
        for name in figure.places:
            colour = style.accent if name in layout.accent else style.ink
            yield f"\\fill[{self._colour(colour)}] ({self._names[name]}) circle[radius={dot}];"
        yield from map(self._label, layout.labels)

    def _curves(self, arc: Arc) -> Iterator[str]:
        start, end = (_short(-np.degrees(turn), 2) for turn in (arc.start, arc.start + arc.opening))
        vertex = self._at(np.array(arc.vertex))
        for radius in map(_centimetres, arc.radii):
            yield (
                f"{vertex} ++({start}:{radius})"
                f" arc[start angle={start}, end angle={end}, radius={radius}]"
            )
        for near, far, turn in arc.ticks:
            way = _short(-np.degrees(turn), 2)
            yield f"{vertex} ++({way}:{_centimetres(near)}) -- ++({way}:{_centimetres(far - near)})"

    def _label(self, label: PlacedLabel) -> str:
        left, top, right, bottom = label.box
        is_name = label.kind == "name"
        accent = ""
        if is_name and label.of[0] in self._layout.accent:
            accent = f", text={self._colour(self._style.accent)}"
        text = tex_name(label.text) if is_name else tex_value(label.text)
        middle = self._pair(np.array([(left + right) / 2, (top + bottom) / 2]))
        return f"\\node[figure {label.kind}{accent}] at {middle} {{{text}}};"

    def _colour(self, code: str) -> str:
        """Return the name of a colour, which is defined where it is used for the first time."""
        return self._colours.setdefault(code, f"figure{len(self._colours) + 1}")

    def _path(self, corners: Array | Sequence[float]) -> str:
        return " -- ".join(map(self._at, np.asarray(corners, dtype=float).reshape(-1, 2)))

    def _at(self, position: Array) -> str:
        """Return a position: by its name, if a point is there."""
        figure = self._layout.figure
        for name, place in figure.places.items():
            if np.abs(place - position).max() < _SAME:
                return f"({self._names[name]})"
        return self._pair(position)

    def _pair(self, position: Array) -> str:
        x, y = position
        return f"({_centimetres(float(x))}, {_centimetres(self._layout.size[1] - float(y))})"


def _centimetres(pixels: float) -> str:
    return _short(pixels / _CENTIMETRE, 3)


def _short(number: float, digits: int) -> str:
    """Write a number with at most so many decimals."""
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
