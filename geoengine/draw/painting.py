"""Painting a layout: paths in pixels, on one canvas that is used again and again."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from numpy.typing import NDArray
from PIL import Image

import geoengine
from geoengine.draw.caption import caption
from geoengine.draw.layout import Layout, PlacedLabel, arrange
from geoengine.draw.sketch import Sketch
from geoengine.draw.style import Style, find_style
from geoengine.errors import UsageError

__all__ = ["FORMATS", "paint", "render"]

Array = NDArray[np.float64]
_Writer = Callable[[Layout, Style, str], bytes]

# A power of two, so that the size in inches is exact.
_DPI = 64
# The points of a pixel, as browsers count them.
_POINTS = 72 / 96
# Widths are told for a picture of this side; in a smaller one lines become no thinner than they
# are in one of so many pixels.
_TOLD_FOR, _THINNEST = 1024, 640

# Sixteen shades between a line and the paper look the same as 256, in half the bytes.
_LEVELS = [(value >> 4) * 17 for value in range(256)] * 3


def render(
    sketch: Sketch,
    *,
    size: int | tuple[int, int] = 1024,
    style: str | Style = "textbook",
    form: str = "png",
) -> bytes:
    r"""Draw a sketch.

    Parameters
    ----------
    sketch : Sketch
        The figure.
    size : int or (int, int)
        The side of the picture, or its width and height, in pixels.
    style : str or Style
        A style, its name, or a YAML file.
    form : {"png", "svg", "pdf", "txt"}
        The last is for those who see no picture: what it shows, in words.

    Returns
    -------
    bytes
        The file; the same bytes for the same sketch.

    Examples
    --------
    >>> picture = render(Sketch({"A": (0, 0), "B": (3, 1)}, [("A", "B")]), size=256)
    >>> picture[:4]
    b'\x89PNG'
    """
    if form not in FORMATS:
        raise UsageError(
            f"expected a format, found {form!r}", hint=f"the formats are: {', '.join(FORMATS)}"
        )
    if form == "txt":
        return f"{caption(sketch)}\n".encode()
    look = find_style(style)
    layout = arrange(sketch, size=size, label=look.label_size)
    return paint(layout, look, form, description=caption(sketch) if form != "png" else "")


def paint(layout: Layout, style: Style, form: str = "png", *, description: str = "") -> bytes:
    """Draw a layout as a PNG, SVG or PDF; `description` goes into an SVG or PDF."""
    return _WRITERS[form](layout, style, description)


@dataclass(frozen=True)
class _Layer:
    """A path in pixels, y downwards, with its look; without a width it is filled."""

    path: Path
    colour: str
    width: float = 0.0
    dashes: tuple[float, ...] = ()


def _layers(layout: Layout, style: Style) -> Iterator[_Layer]:
    """Yield what is painted, from the bottom up."""
    strokes, side = layout.strokes, min(layout.size)
    unit = max(side, _THINNEST) / _TOLD_FOR
    circles = [_circle(row, max(layout.size)) for row in strokes.circles]
    yield _Layer(_joined(circles), style.circle, style.circle_width * unit)
    thin, dashes = style.aid_width * unit, (7 * unit, 5 * unit)
    yield _Layer(_segments(strokes.aids), style.aid, thin, dashes)
    yield _Layer(_segments(strokes.lines), style.ink, style.line_width * unit)
    symbols = layout.symbols
    curves = [Path(line) for line in symbols.lines]
    curves += [Path(c) for arc in symbols.all_arcs() for c in arc.curves(48)]
    curves += [Path(row.reshape(2, 2)) for label in layout.labels for row in label.ticks]
    yield _Layer(_joined([Path(line) for line in symbols.brackets]), style.aid, thin)
    yield _Layer(_joined(curves), style.mark, style.mark_width * unit)
    leaders = np.concatenate([*(label.strokes for label in layout.labels), np.empty((0, 4))])
    yield _Layer(_segments(leaders), style.aid, style.aid_width * unit)

    texts = [(_said(label, layout, style), _set(label)) for label in layout.labels]
    dots = [
        (style.accent if name in layout.accent else style.ink, Path.circle((x, y), layout.dot))
        for name, (x, y) in strokes.places.items()
    ]
    # A rim of paper keeps a label legible where it must stand on a line.
    yield _Layer(_joined([path for _, path in texts]), style.paper, 5 * unit)
    yield _Layer(_joined([path for _, path in dots]), style.paper, 2 * unit)
    for colour, shapes in _by_colour([*dots, *texts]):
        yield _Layer(_joined(shapes), colour)


def _said(label: PlacedLabel, layout: Layout, style: Style) -> str:
    """Return the colour of a label."""
    if label.kind != "name":
        return style.value
    return style.accent if label.of[0] in layout.accent else style.name_colour


def _by_colour(shapes: Iterable[tuple[str, Path]]) -> Iterable[tuple[str, list[Path]]]:
    found: dict[str, list[Path]] = {}
    for colour, path in shapes:
        found.setdefault(colour, []).append(path)
    return found.items()


def _segments(rows: Array) -> Path:
    codes = np.tile([Path.MOVETO, Path.LINETO], len(rows))
    return Path(rows.reshape(-1, 2), codes)


def _joined(paths: Sequence[Path]) -> Path:
    return Path.make_compound_path(*paths)


def _circle(row: Array, size: int) -> Path:
    """Return a circle's path; of one far larger than the picture, the part that may be seen."""
    x, y, radius = map(float, row)
    if radius < 4 * size:
        return Path.circle((x, y), radius)
    towards = np.arctan2(size / 2 - y, size / 2 - x)
    turns = towards + np.linspace(-1, 1, 257) * size / radius
    return Path(np.stack((x + radius * np.cos(turns), y + radius * np.sin(turns)), axis=-1))


def _set(label: PlacedLabel) -> Path:
    left, top, right, bottom = label.box
    middle = ((left + right) / 2, (top + bottom) / 2)
    outline = label.glyphs.path
    return Path(np.asarray(outline.vertices) * label.em + middle, outline.codes)


class _Picture(Artist):
    """All layers of a picture, drawn by whichever renderer comes."""

    def __init__(self, scale: float) -> None:
        super().__init__()
        self._scale = scale
        self._layers: list[_Layer] = []
        self._place = Affine2D()

    def show(self, layout: Layout, style: Style) -> None:
        """Take the layers of another layout."""
        self._layers = [layer for layer in _layers(layout, style) if np.size(layer.path.vertices)]
        flipped = Affine2D().scale(1, -1).translate(0, layout.size[1])
        self._place = flipped.scale(self._scale)

    def draw(self, renderer: Any) -> None:
        for layer in self._layers:
            context = renderer.new_gc()
            context.set_snap(False)
            context.set_foreground(layer.colour)
            context.set_linewidth(layer.width * self._scale)
            context.set_joinstyle("round")
            context.set_capstyle("butt" if layer.dashes else "round")
            if layer.dashes:
                context.set_dashes(0, [length * self._scale for length in layer.dashes])
            layer.path.should_simplify = False
            face = None if layer.width else to_rgba(layer.colour)
            renderer.draw_path(context, layer.path, self._place, face)
            context.restore()


@lru_cache(maxsize=4)
def _canvas(width: int, height: int) -> tuple[FigureCanvasAgg, _Picture]:
    """Return a canvas of this size, and what is drawn on it; used for every picture."""
    figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI)
    picture = _Picture(1.0)
    figure.add_artist(picture)
    return FigureCanvasAgg(figure), picture


def _png(layout: Layout, style: Style, description: str) -> bytes:
    canvas, picture = _canvas(*layout.size)
    picture.show(layout, style)
    canvas.figure.set_facecolor(style.paper)
    canvas.draw()  # type: ignore[no-untyped-call]
    pixels = canvas.buffer_rgba()  # type: ignore[no-untyped-call]
    image = Image.frombuffer("RGBA", layout.size, pixels, "raw", "RGBA", 0, 1)
    stream = io.BytesIO()
    image.convert("RGB").point(_LEVELS).save(stream, "PNG", compress_level=4)
    return stream.getvalue()


def _vector(form: str, description_key: str, date_key: str) -> _Writer:
    """Return the writer of a vector format; the keys are its names for what it tells of itself."""

    def write(layout: Layout, style: Style, description: str) -> bytes:
        width, height = layout.size
        figure = Figure(figsize=(width / 96, height / 96), dpi=72, facecolor=style.paper)
        picture = _Picture(_POINTS)
        picture.show(layout, style)
        figure.add_artist(picture)
        stream = io.BytesIO()
        metadata = {
            "Title": "A geometric figure",
            description_key: description,
            "Creator": f"geoengine {geoengine.__version__}",
            date_key: None,
        }
        figure.savefig(stream, format=form, metadata=metadata)
        return stream.getvalue()

    return write


_WRITERS: dict[str, _Writer] = {
    "png": _png,
    "svg": _vector("svg", "Description", "Date"),
    "pdf": _vector("pdf", "Subject", "CreationDate"),
}

FORMATS = (*_WRITERS, "txt")
"""What a picture can be written as."""
