"""Painting of a layout as PNG, SVG, PDF or TikZ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from matplotlib.path import Path
from numpy.typing import NDArray

from geoengine.draw.caption import write_caption
from geoengine.draw.fitting import visible_arc
from geoengine.draw.layers import (
    LAYER_FORMATS,
    Layer,
    joined,
    line_unit,
    segments_path,
    write_layers,
)
from geoengine.draw.layout import Layout, PlacedLabel, arrange
from geoengine.draw.sketch import Sketch
from geoengine.draw.style import Style, find_style
from geoengine.draw.tikz import write_tikz
from geoengine.errors import UsageError

__all__ = ["FORMATS", "paint", "render"]

Array = NDArray[np.float64]
FORMATS = (*LAYER_FORMATS, "tikz", "txt")
"""The formats of pictures; ``txt`` is a description in words."""


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
    form : {"png", "svg", "pdf", "tikz", "txt"}
        ``tikz`` is a ``tikzpicture`` for LaTeX, 50 pixels to the centimetre; ``txt`` is a
        description of the picture in words.

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
    """Draw a layout in a format; `description` is embedded where the format allows."""
    if form == "tikz":
        return write_tikz(layout, style, description)
    layers = _layers(layout, style)
    return write_layers(layers, layout.size, style.paper, form, description=description)


def _layers(layout: Layout, style: Style) -> Iterator[Layer]:
    """Yield the layers from bottom to top."""
    figure, unit = layout.figure, line_unit(min(layout.size))
    circles = [_circle(row, max(layout.size)) for row in figure.circles]
    yield Layer(joined(circles), style.circle, style.circle_width * unit)
    thin, dashes = style.aid_width * unit, (7 * unit, 5 * unit)
    symbols = layout.symbols
    aids = np.concatenate((figure.aids, symbols.rays))
    yield Layer(segments_path(aids), style.aid, thin, dashes)
    yield Layer(segments_path(figure.lines), style.ink, style.line_width * unit)
    curves = [Path(line) for line in symbols.lines]
    curves += [Path(c) for arc in symbols.all_arcs() for c in arc.curves(48)]
    curves += [Path(row.reshape(2, 2)) for label in layout.labels for row in label.ticks]
    yield Layer(joined([Path(line) for line in symbols.brackets]), style.aid, thin)
    yield Layer(joined(curves), style.mark, style.mark_width * unit)
    leaders = np.concatenate([*(label.strokes for label in layout.labels), np.empty((0, 4))])
    yield Layer(segments_path(leaders), style.aid, style.aid_width * unit)

    texts = [(_label_colour(label, layout, style), _label_path(label)) for label in layout.labels]
    dots = [
        (style.accent if name in layout.accent else style.ink, Path.circle((x, y), layout.dot))
        for name, (x, y) in figure.places.items()
    ]
    # An outline in the paper's color keeps labels legible on top of lines.
    yield Layer(joined([path for _, path in texts]), style.paper, 5 * unit)
    yield Layer(joined([path for _, path in dots]), style.paper, 2 * unit)
    for colour, shapes in _by_colour([*dots, *texts]):
        yield Layer(joined(shapes), colour)


def _label_colour(label: PlacedLabel, layout: Layout, style: Style) -> str:
    """Return the color of a label."""
    accented = label.kind == "name" and label.of[0] in layout.accent
    return style.label_colour(label.kind, accented=accented)


def _by_colour(shapes: Iterable[tuple[str, Path]]) -> Iterable[tuple[str, list[Path]]]:
    found: dict[str, list[Path]] = {}
    for colour, path in shapes:
        found.setdefault(colour, []).append(path)
    return found.items()


def _circle(row: Array, size: int) -> Path:
    """Return a circle's path; for one far larger than the picture, an arc with all that is seen."""
    arc = visible_arc(row, size)
    x, y, radius = map(float, row)
    return Path.circle((x, y), radius) if arc is None else Path(arc)


def _label_path(label: PlacedLabel) -> Path:
    left, top, right, bottom = label.box
    middle = ((left + right) / 2, (top + bottom) / 2)
    outline = label.glyphs.path
    return Path(np.asarray(outline.vertices) * label.em + middle, outline.codes)
