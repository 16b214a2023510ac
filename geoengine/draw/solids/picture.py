"""Pictures of solids as PNG, SVG or PDF."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.path import Path
from numpy.typing import NDArray

from geoengine.draw.layers import (
    LAYER_FORMATS,
    Layer,
    joined,
    line_unit,
    segments_path,
    write_layers,
)
from geoengine.draw.layout import PlacedLabel
from geoengine.draw.picture_size import Size, em_size, picture_size
from geoengine.draw.solids.labels import place_names
from geoengine.draw.solids.model import Model
from geoengine.draw.solids.outline import Outline, trace_outline
from geoengine.draw.solids.view import View
from geoengine.draw.style import Style, find_style
from geoengine.errors import UsageError

__all__ = [
    "Framing",
    "SolidLayout",
    "arrange_solid",
    "frame",
    "lay_out",
    "picture_layers",
    "render_solid",
]

Array = NDArray[np.float64]

# The margin on each side, the height of an em and the radius of a dot, as fractions of the
# picture's shorter side; and the least dot, in pixels.
_MARGIN, _EM, _DOT, _SMALLEST_DOT = 0.085, 0.038, 0.0042, 2.0
# A picture is cut to the shape of a figure that needs less than this share of its width or height,
# down to this share of its longer side.
_FILLED, _NARROWEST = 0.85, 0.4
# The lengths of dashes and of gaps, in pixels of a picture 1024 wide.
_DASH, _GAP = 11.0, 8.0
# The width of hidden lines compared with visible ones, and how much ink is in a shaded area.
_HIDDEN, _SHADE = 0.72, 0.13


@dataclass(frozen=True)
class Framing:
    """How a figure is placed in a picture: pixel = scale × (x, -y) + shift.

    Parameters
    ----------
    size : (int, int)
        The width and the height of the picture, in pixels.
    unit : int
        The side, in pixels, by which letters, dots and lines are measured.
    scale : float
    shift : ndarray, shape (2,)
    """

    size: Size
    unit: int
    scale: float
    shift: Array

    def pixels(self, places: Array) -> Array:
        """Return points of the figure, shape (..., 2), in pixels from the top left corner."""
        flipped: Array = places * (self.scale, -self.scale) + self.shift
        return flipped


@dataclass(frozen=True)
class SolidLayout:
    """A picture of a solid, ready for painting; all coordinates are in pixels, y downwards.

    Parameters
    ----------
    size : (int, int)
        The width and the height of the picture.
    unit : int
        The side, in pixels, by which lines are measured.
    dot : float
        The radius of the dots.
    places : dict of str to ndarray of shape (2,)
        The lettered points.
    visible, hidden : tuple of ndarray, shape (n, 2)
        The visible and the hidden parts of lines; straight ones have two points.
    areas : tuple of ndarray, shape (n, 2)
        The boundaries of the shaded areas.
    labels : tuple of PlacedLabel
        The letters, in the order of the points.
    """

    size: Size
    unit: int
    dot: float
    places: dict[str, Array]
    visible: tuple[Array, ...]
    hidden: tuple[Array, ...]
    areas: tuple[Array, ...]
    labels: tuple[PlacedLabel, ...]


def render_solid(
    model: Model,
    view: View,
    *,
    size: int | Size = 768,
    style: str | Style = "textbook",
    form: str = "png",
    description: str = "",
) -> bytes:
    r"""Draw a solid.

    Visible lines are drawn full and hidden ones dashed.

    Parameters
    ----------
    model : Model
    view : View
    size : int or (int, int)
        The longer side of the picture, which has the shape of the figure, or its width and height.
    style : str or Style
        A style, its name, or a YAML file.
    form : {"png", "svg", "pdf"}
    description : str
        What the picture shows, in words; embedded in an SVG or PDF.

    Returns
    -------
    bytes
        The file contents, the same bytes for the same model and view.

    Raises
    ------
    UsageError
        If there is no such format or style, or the size is out of range.
    CatalogueError
        If the style's file is invalid.

    Examples
    --------
    >>> from geoengine.draw.solids.bodies import Polyhedron
    >>> corners = {"A": (0, 0, 0), "B": (1, 0, 0), "C": (0, 1, 0), "D": (0, 0, 1)}
    >>> model = Model(corners, [Polyhedron.hull(corners.values())])
    >>> render_solid(model, View(30, 20), size=256)[:4]
    b'\x89PNG'
    """
    if form not in LAYER_FORMATS:
        raise UsageError(
            f"expected a format, found {form!r}",
            hint=f"the formats are: {', '.join(LAYER_FORMATS)}",
        )
    found = find_style(style)
    layout = arrange_solid(model, view, size=size, label=found.label_size)
    return write_layers(
        picture_layers(layout, found),
        layout.size,
        found.paper,
        form,
        grey=all(len(set(to_rgb(c))) == 1 for c in _colours(found)),
        title="A solid",
        description=description,
    )


def arrange_solid(
    model: Model, view: View, *, size: int | Size = 768, label: float = 1.0
) -> SolidLayout:
    """Lay out a picture of a solid, as large as the picture allows.

    Parameters
    ----------
    model : Model
    view : View
    size : int or (int, int)
        The longer side of the picture, which has the shape of the figure, or its width and height.
    label : float
        The size of letters, as a multiple of the default.

    Returns
    -------
    SolidLayout

    Raises
    ------
    UsageError
        If the picture is too small or too large.

    Examples
    --------
    >>> model = Model({"A": (0, 0, 0), "B": (0, 1, 0)}, segments=[("A", "B")])
    >>> layout = arrange_solid(model, View(0, 20), size=256)
    >>> [label.text for label in layout.labels], layout.places["B"].round().tolist()
    (['A', 'B'], [234.0, 52.0])
    """
    outline = trace_outline(model, view)
    return lay_out(outline, frame([outline], size, crop=isinstance(size, int)), label=label)


def lay_out(
    outline: Outline,
    framing: Framing,
    *,
    label: float = 1.0,
    em: float | None = None,
    before: Mapping[str, Array] | None = None,
) -> SolidLayout:
    """Place an outline in a picture, and its letters.

    Parameters
    ----------
    outline : Outline
    framing : Framing
    label : float
        The size of letters, as a multiple of the default.
    em : float, optional
        The size of letters in pixels, instead of one that suits the picture.
    before : mapping of str to ndarray of shape (2,), optional
        Where the letters were in the frame before; see `place_names`.
    """
    dot = max(framing.unit * _DOT, _SMALLEST_DOT)
    if em is None:
        em = em_size((framing.unit, framing.unit), _EM, labels=len(outline.places), scale=label)
    places = {name: framing.pixels(place) for name, place in outline.places.items()}
    visible, hidden, areas = (
        tuple(framing.pixels(line) for line in lines)
        for lines in (outline.visible, outline.hidden, outline.areas)
    )
    labels = place_names(places, visible, hidden, size=framing.size, em=em, dot=dot, before=before)
    return SolidLayout(framing.size, framing.unit, dot, places, visible, hidden, areas, labels)


def frame(outlines: Sequence[Outline], size: int | Size, *, crop: bool = False) -> Framing:
    """Return how figures are placed in a picture so that all of them fit and fill it.

    Parameters
    ----------
    outlines : sequence of Outline
    size : int or (int, int)
    crop : bool
        Whether the picture may be less high or less wide, if the figures are.

    Raises
    ------
    UsageError
        If the picture is too small or too large.

    Examples
    --------
    >>> model = Model({"A": (0, 0, 0), "B": (0, 1, 0)}, segments=[("A", "B")])
    >>> round(frame([trace_outline(model, View(0, 20))], 1000).scale)
    830
    """
    width, height = picture_size(size)
    boxes = [outline.bounds() for outline in outlines]
    low = np.min([low for low, _ in boxes], axis=0)
    high = np.max([high for _, high in boxes], axis=0)
    room = np.array([width, height]) - 2 * _MARGIN * min(width, height)
    scale = float(np.min(room / np.maximum(high - low, 1e-9 * np.max(high - low))))
    unit = min(width, height)
    if crop:
        used = (high - low) * scale + 2 * _MARGIN * unit
        width, height = (
            side if need > _FILLED * side else 2 * math.ceil(max(need, _NARROWEST * side) / 2)
            for side, need in zip((width, height), used.tolist(), strict=True)
        )
    middle = (low + high) / 2 * (scale, -scale)
    return Framing((width, height), unit, scale, np.array([width, height]) / 2 - middle)


def picture_layers(layout: SolidLayout, style: Style) -> Iterator[Layer]:
    """Yield the layers of a picture, from bottom to top."""
    unit = line_unit(layout.unit)
    light, dark = to_rgb(style.paper), to_rgb(style.ink)
    red, green, blue = ((1 - _SHADE) * a + _SHADE * b for a, b in zip(light, dark, strict=True))
    shade = to_hex((red, green, blue))
    yield Layer(joined([_area(area) for area in layout.areas]), shade)
    dashes = [dash for line in layout.hidden for dash in _dashes(line, _DASH * unit, _GAP * unit)]
    yield Layer(_lines(dashes), style.ink, _HIDDEN * style.line_width * unit)
    yield Layer(_lines(layout.visible), style.ink, style.line_width * unit)
    leaders = np.concatenate([*(label.strokes for label in layout.labels), np.empty((0, 4))])
    yield Layer(segments_path(leaders), style.aid, style.aid_width * unit)
    texts = joined([_letters(label) for label in layout.labels])
    dots = joined([Path.circle((x, y), layout.dot) for x, y in layout.places.values()])
    # An outline in the paper's color keeps letters legible on top of lines.
    yield Layer(texts, style.paper, 4 * unit)
    yield Layer(dots, style.ink)
    yield Layer(texts, style.name_colour)


def _colours(style: Style) -> tuple[str, ...]:
    """Return the colors that pictures of solids use."""
    return style.paper, style.ink, style.aid, style.name_colour


def _lines(lines: Sequence[Array]) -> Path:
    return joined([Path(line) for line in lines])


def _area(area: Array) -> Path:
    return Path(np.concatenate((area, area[:1])), closed=True)


def _letters(label: PlacedLabel) -> Path:
    left, top, right, bottom = label.box
    middle = ((left + right) / 2, (top + bottom) / 2)
    outline = label.glyphs.path
    return Path(np.asarray(outline.vertices) * label.em + middle, outline.codes)


def _dashes(line: Array, dash: float, gap: float) -> Iterator[Array]:
    """Cut a line into dashes; it begins and ends with one."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    length = float(along[-1])
    count = max(1, round((length + gap) / (dash + gap)))
    scale = length / (count * (dash + gap) - gap)
    starts = np.arange(count) * (dash + gap) * scale
    for start, stop in zip(starts.tolist(), (starts + dash * scale).tolist(), strict=True):
        inner = along[(along > start + 1e-6) & (along < stop - 1e-6)]
        at = np.concatenate(([start], inner, [stop]))
        yield np.stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)], axis=1)
