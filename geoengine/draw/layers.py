"""Layers of a picture: paths with color and line width, written as PNG, SVG or PDF."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from numpy.typing import NDArray
from PIL import Image

import geoengine

__all__ = [
    "LAYER_FORMATS",
    "Layer",
    "joined",
    "line_unit",
    "paint_pixels",
    "segments_path",
    "write_layers",
]

Array = NDArray[np.float64]

# A power of two, so that the size in inches is exact.
_DPI = 64
# Points per CSS pixel.
_POINTS = 72 / 96
# The picture size for which line widths are specified, and the size below which lines get no
# thinner.
_REFERENCE, _THINNEST = 1024, 640

# The names of the metadata fields of a description and of a date.
_FIELDS = {"svg": ("Description", "Date"), "pdf": ("Subject", "CreationDate")}

LAYER_FORMATS = ("png", *_FIELDS)
"""The formats in which layers can be written."""


@dataclass(frozen=True)
class Layer:
    """A path in pixels, y downwards, with color and line width; without a width it is filled."""

    path: Path
    colour: str
    width: float = 0.0
    dashes: tuple[float, ...] = ()


def line_unit(side: int) -> float:
    """Return by what the line widths of a style are multiplied in a picture with this shorter side.

    Examples
    --------
    >>> line_unit(2048), line_unit(64) == line_unit(640)
    (2.0, True)
    """
    return max(side, _THINNEST) / _REFERENCE


def segments_path(rows: Array) -> Path:
    """Return the path of segments, given as rows of x, y, x, y."""
    codes = np.tile([Path.MOVETO, Path.LINETO], len(rows))
    return Path(rows.reshape(-1, 2), codes)


def joined(paths: Sequence[Path]) -> Path:
    """Return several paths as one."""
    return Path.make_compound_path(*paths)


def write_layers(
    layers: Iterable[Layer],
    size: tuple[int, int],
    paper: str,
    form: str = "png",
    *,
    grey: bool = False,
    title: str = "A geometric figure",
    description: str = "",
) -> bytes:
    """Return layers, from bottom to top, as the contents of a file.

    Parameters
    ----------
    layers : iterable of Layer
    size : (int, int)
        The width and the height of the picture, in pixels.
    paper : str
        The color of the background.
    form : {"png", "svg", "pdf"}
    grey : bool
        Whether a PNG has one channel instead of three.
    title, description : str
        Embedded in an SVG or PDF.
    """
    if form == "png":
        stream = io.BytesIO()
        # Sixteen shades between a line and the paper look like 256 and take half the bytes.
        shades = _painted(layers, size, paper) >> 4
        shades *= 17
        image = Image.fromarray(shades[..., 0]) if grey else Image.fromarray(shades).convert("RGB")
        image.save(stream, "PNG", compress_level=4)
        return stream.getvalue()
    # It takes a while to import, and a PNG needs none.
    from matplotlib.figure import Figure

    width, height = size
    figure = Figure(figsize=(width / 96, height / 96), dpi=72, facecolor=paper)
    picture = _Picture(_POINTS)
    picture.show(layers, height)
    figure.add_artist(picture)
    stream = io.BytesIO()
    about, date = _FIELDS[form]
    metadata = {
        "Title": title,
        about: description,
        "Creator": f"geoengine {geoengine.__version__}",
        date: None,
    }
    figure.savefig(stream, format=form, metadata=metadata)
    return stream.getvalue()


def paint_pixels(layers: Iterable[Layer], size: tuple[int, int], paper: str) -> NDArray[np.uint8]:
    """Return layers as pixels, an array of shape (height, width, 3).

    The next picture of this size overwrites them.
    """
    return _painted(layers, size, paper)[..., :3]


def _painted(layers: Iterable[Layer], size: tuple[int, int], paper: str) -> NDArray[np.uint8]:
    """Return the same with a fourth channel, which is opaque everywhere."""
    renderer, picture = _canvas(*size)
    renderer.clear()
    picture.show([_sheet(size, paper), *layers], size[1])
    picture.draw(renderer)
    return np.asarray(renderer.buffer_rgba())


def _sheet(size: tuple[int, int], paper: str) -> Layer:
    """Return a layer that fills the whole picture."""
    width, height = size
    corners = [(0, 0), (width, 0), (width, height), (0, height), (0, 0)]
    return Layer(Path(np.array(corners, dtype=float), closed=True), paper)


class _Picture(Artist):
    """All layers of a picture, as an artist for any matplotlib renderer."""

    def __init__(self, scale: float) -> None:
        super().__init__()
        self._scale = scale
        self._layers: list[Layer] = []
        self._place = Affine2D()

    def show(self, layers: Iterable[Layer], height: int) -> None:
        """Replace the layers by those of another picture."""
        self._layers = [layer for layer in layers if np.size(layer.path.vertices)]
        flipped = Affine2D().scale(1, -1).translate(0, height)
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
def _canvas(width: int, height: int) -> tuple[Any, _Picture]:
    """Return what paints pictures of this size, reused for all of them."""
    renderer = RendererAgg(width, height, _DPI)  # type: ignore[no-untyped-call]
    return renderer, _Picture(1.0)
