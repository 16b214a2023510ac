"""Painting of a layout as PNG, SVG or PDF."""

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
from geoengine.draw.caption import write_caption
from geoengine.draw.layout import Layout, PlacedLabel, arrange
from geoengine.draw.sketch import Sketch
from geoengine.draw.style import Style, find_style
from geoengine.errors import UsageError

__all__ = ["FORMATS", "paint", "render"]

Array = NDArray[np.float64]
_Writer = Callable[[Layout, Style, str], bytes]

# A power of two, so that the size in inches is exact.
_DPI = 64
# Points per CSS pixel.
_POINTS = 72 / 96
# The picture size for which line widths are specified, and the size below which lines get no
# thinner.
_REFERENCE, _THINNEST = 1024, 640

# Sixteen shades between a line and the paper look the same as 256 and take half the bytes.
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
        ``txt`` is a description of the picture in words.

    Returns
    -------
    bytes
        The file contents, the same bytes for the same sketch.

    Raises
    ------
    UsageError
        If there is no such format or style, or the size is out of range.
    CatalogueError
        If the style's file is invalid.

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
        return f"{write_caption(sketch)}\n".encode()
    found = find_style(style)
    layout = arrange(sketch, size=size, label=found.label_size)
    return paint(layout, found, form, description=write_caption(sketch) if form != "png" else "")


def paint(layout: Layout, style: Style, form: str = "png", *, description: str = "") -> bytes:
    """Draw a layout as PNG, SVG or PDF; `description` is embedded in an SVG or PDF."""
    return _WRITERS[form](layout, style, description)


@dataclass(frozen=True)
class _Layer:
    """A path in pixels, y downwards, with color and line width; without a width it is filled."""

    path: Path
    colour: str
    width: float = 0.0
    dashes: tuple[float, ...] = ()


def _layers(layout: Layout, style: Style) -> Iterator[_Layer]:
    """Yield the layers from bottom to top."""
    figure, side = layout.figure, min(layout.size)
    unit = max(side, _THINNEST) / _REFERENCE
    circles = [_circle(row, max(layout.size)) for row in figure.circles]
    yield _Layer(_joined(circles), style.circle, style.circle_width * unit)
    thin, dashes = style.aid_width * unit, (7 * unit, 5 * unit)
    yield _Layer(_segments(figure.aids), style.aid, thin, dashes)
    yield _Layer(_segments(figure.lines), style.ink, style.line_width * unit)
    symbols = layout.symbols
    curves = [Path(line) for line in symbols.lines]
    curves += [Path(c) for arc in symbols.all_arcs() for c in arc.curves(48)]
    curves += [Path(row.reshape(2, 2)) for label in layout.labels for row in label.ticks]
    yield _Layer(_joined([Path(line) for line in symbols.brackets]), style.aid, thin)
    yield _Layer(_joined(curves), style.mark, style.mark_width * unit)
    leaders = np.concatenate([*(label.strokes for label in layout.labels), np.empty((0, 4))])
    yield _Layer(_segments(leaders), style.aid, style.aid_width * unit)

    texts = [(_label_colour(label, layout, style), _label_path(label)) for label in layout.labels]
    dots = [
        (style.accent if name in layout.accent else style.ink, Path.circle((x, y), layout.dot))
        for name, (x, y) in figure.places.items()
    ]
    # An outline in the paper's color keeps labels legible on top of lines.
    yield _Layer(_joined([path for _, path in texts]), style.paper, 5 * unit)
    yield _Layer(_joined([path for _, path in dots]), style.paper, 2 * unit)
    for colour, shapes in _by_colour([*dots, *texts]):
        yield _Layer(_joined(shapes), colour)


def _label_colour(label: PlacedLabel, layout: Layout, style: Style) -> str:
    """Return the color of a label."""
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
    """Return a circle's path; for one far larger than the picture, an arc with all that is seen."""
    x, y, radius = map(float, row)
    if radius < 4 * size:
        return Path.circle((x, y), radius)
    towards = np.arctan2(size / 2 - y, size / 2 - x)
    turns = towards + np.linspace(-1, 1, 257) * size / radius
    return Path(np.stack((x + radius * np.cos(turns), y + radius * np.sin(turns)), axis=-1))


def _label_path(label: PlacedLabel) -> Path:
    left, top, right, bottom = label.box
    middle = ((left + right) / 2, (top + bottom) / 2)
    outline = label.glyphs.path
    return Path(np.asarray(outline.vertices) * label.em + middle, outline.codes)


class _Picture(Artist):
    """All layers of a picture, as an artist for any matplotlib renderer."""

    def __init__(self, scale: float) -> None:
        super().__init__()
        self._scale = scale
        self._layers: list[_Layer] = []
        self._place = Affine2D()

    def show(self, layout: Layout, style: Style) -> None:
        """Replace the layers by those of another layout."""
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
    """Return a canvas of this size with its artist, reused for all pictures of this size."""
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
    """Return the writer of a vector format, given the names of its metadata fields."""

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
"""The formats of pictures; ``txt`` is a description in words."""
