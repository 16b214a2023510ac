"""Painting a layout: a matplotlib figure without axes, in pixels, on the Agg canvas."""

from __future__ import annotations

import io

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Transform
from numpy.typing import NDArray
from PIL import Image

from geoengine.draw.layout import Layout, arrange
from geoengine.draw.sketch import Sketch

__all__ = ["paint", "render"]

Array = NDArray[np.float64]

# A power of two, so that the size in inches is exact; lengths below are in pixels.
_DPI = 64
_POINT = 72 / _DPI

# Sixteen shades between a line and the paper look the same as 256, in half the bytes.
_LEVELS = [(value >> 4) * 17 for value in range(256)] * 3

_INK, _RING, _THIN = "#111111", "#2456a6", "#707070"


def render(sketch: Sketch, *, size: int = 1024) -> bytes:
    r"""Draw a sketch as a PNG.

    Parameters
    ----------
    sketch : Sketch
        The figure.
    size : int
        The side of the picture, in pixels.

    Returns
    -------
    bytes
        The PNG file; the same bytes for the same sketch.

    Examples
    --------
    >>> picture = render(Sketch({"A": (0, 0), "B": (3, 1)}, [("A", "B")]), size=256)
    >>> picture[:4]
    b'\x89PNG'
    """
    return paint(arrange(sketch, size=size))


def paint(layout: Layout) -> bytes:
    """Draw a layout as a PNG."""
    size = layout.size
    with matplotlib.rc_context({"path.sketch": None, "path.effects": [], "path.simplify": False}):
        figure = Figure(figsize=(size / _DPI, size / _DPI), dpi=_DPI, facecolor="white")
        canvas = FigureCanvasAgg(figure)
        for artist in _artists(layout, Affine2D().scale(1, -1).translate(0, size)):
            figure.add_artist(artist)
        canvas.draw()  # type: ignore[no-untyped-call]
        pixels = canvas.buffer_rgba()  # type: ignore[no-untyped-call]
        picture = Image.frombuffer("RGBA", (size, size), pixels, "raw", "RGBA", 0, 1)
        picture = picture.convert("RGB").point(_LEVELS)
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=4)
    return stream.getvalue()


def _artists(layout: Layout, place: Transform) -> list[Artist]:
    """Return what is painted, from the bottom up."""
    strokes, unit = layout.strokes, layout.size / 1024
    thin = np.concatenate([*(label.strokes for label in layout.labels), np.empty((0, 4))])
    arcs = np.concatenate([*(arc.pieces(48) for arc in layout.arcs), np.empty((0, 4))])
    texts = [_set(label.glyphs.path, label.em, label.box) for label in layout.labels]
    dots = [Path.circle((x, y), layout.dot) for x, y in strokes.dots]
    found: list[Artist] = [
        _shapes([_circle(row, layout.size) for row in strokes.circles], place, _RING, 2.0 * unit),
        _lines(strokes.aids, place, _THIN, 1.4 * unit, dashed=True),
        _lines(strokes.lines, place, _INK, 2.2 * unit),
        _lines(arcs, place, _INK, 1.4 * unit),
        _lines(thin, place, _THIN, 1.3 * unit),
        # A rim of white keeps a label legible where it must stand on a line.
        _shapes(texts, place, "white", 5.0 * unit),
        _shapes(dots, place, "white", 2.0 * unit),
        _shapes(dots, place, _INK, filled=True),
        _shapes(texts, place, _INK, filled=True),
    ]
    for order, artist in enumerate(found):
        artist.set_zorder(order)
    return found


def _lines(
    rows: Array, place: Transform, colour: str, width: float, *, dashed: bool = False
) -> LineCollection:
    return LineCollection(
        list(rows.reshape(-1, 2, 2)),
        colors=colour,
        linewidths=width * _POINT,
        linestyles=(0, (5, 4)) if dashed else "solid",
        capstyle="butt" if dashed else "round",
        transform=place,
        antialiaseds=True,
    )


def _shapes(
    paths: list[Path], place: Transform, colour: str, width: float = 0.0, *, filled: bool = False
) -> PathCollection:
    return PathCollection(
        paths,
        facecolors=colour if filled else "none",
        edgecolors="none" if filled else colour,
        linewidths=width * _POINT,
        joinstyle="round",
        transform=place,
        antialiaseds=True,
    )


def _circle(row: Array, size: int) -> Path:
    """Return a circle's path; of one far larger than the picture, the part that may be seen."""
    x, y, radius = map(float, row)
    if radius < 4 * size:
        return Path.circle((x, y), radius)
    towards = np.arctan2(size / 2 - y, size / 2 - x)
    turns = towards + np.linspace(-1, 1, 257) * size / radius
    return Path(np.stack((x + radius * np.cos(turns), y + radius * np.sin(turns)), axis=-1))


def _set(outline: Path, em: float, box: tuple[float, float, float, float]) -> Path:
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return Path(np.asarray(outline.vertices) * em + middle, outline.codes)
