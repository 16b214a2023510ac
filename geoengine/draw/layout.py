"""The layout of a picture: every line, dot and label at its place in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.fitting import Strokes, frame
from geoengine.draw.glyphs import Glyphs, set_name, set_value
from geoengine.draw.label_candidates import (
    Choices,
    LabelKind,
    angle_choices,
    dimension_choices,
    length_choices,
    name_choices,
)
from geoengine.draw.label_placement import place
from geoengine.draw.obstacles import Obstacles
from geoengine.draw.sketch import Sketch
from geoengine.draw.symbols import Symbols, make_symbols
from geoengine.errors import UsageError

__all__ = ["Layout", "PlacedLabel", "arrange"]

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

# The height of an em and the radius of a dot, as parts of the shorter side of the picture; text
# is not set smaller than so many pixels, as far as there is room for it.
_EM, _DOT, _LEGIBLE = 0.034, 0.0046, 15.0
_LARGEST_EM = 0.06
# So many labels are set at full size; the more there are beyond, the smaller.
_FEW = 18
# Tried in turn until no label stands on another or on a dot.
_REDUCTIONS = (1.0, 0.85, 0.72, 0.6)
_SMALLEST, _LARGEST = 64, 8192


@dataclass(frozen=True)
class PlacedLabel:
    """A label at its place.

    Parameters
    ----------
    kind : LabelKind
        What it says.
    of : tuple of str
        The points it belongs to.
    text : str
        As it was given.
    box : (float, float, float, float)
        Left, top, right and bottom of its ink, in pixels from the top left corner.
    strokes : ndarray, shape (n, 4)
        The thin lines that come with it: a dimension line, or a line that leads to the point.
    ticks : ndarray, shape (n, 4)
        Those of a dimension line whose segment is one of equal ones.
    glyphs, em : Glyphs, float
        Its outlines, and the size to set them at in pixels.
    """

    kind: LabelKind
    of: tuple[str, ...]
    text: str
    box: Box
    strokes: Array
    ticks: Array
    glyphs: Glyphs
    em: float


@dataclass(frozen=True)
class Layout:
    """A picture before it is painted.

    Parameters
    ----------
    size : (int, int)
        The width and the height of the picture, in pixels.
    dot : float
        The radius of the dots.
    strokes : Strokes
        Points, lines and circles.
    symbols : Symbols
        What marks are drawn with.
    accent : frozenset of str
        Points that are set off by colour.
    labels : tuple of PlacedLabel
        Names of points first, then lengths, then angles, each in the order they were given.
    """

    size: tuple[int, int]
    dot: float
    strokes: Strokes
    symbols: Symbols
    accent: frozenset[str]
    labels: tuple[PlacedLabel, ...]


def arrange(sketch: Sketch, *, size: int | tuple[int, int] = 1024, label: float = 1.0) -> Layout:
    """Decide where everything in a picture stands.

    Labels keep off each other, the dots, the lines and the circles, in this order; where they
    cannot, they are set smaller.

    Parameters
    ----------
    sketch : Sketch
        The figure.
    size : int or (int, int)
        The side of the picture, or its width and height, in pixels.
    label : float
        The size of labels, as a multiple of the usual one.

    Returns
    -------
    Layout

    Raises
    ------
    UsageError
        If the picture is too small or too large.

    Examples
    --------
    >>> from geoengine.draw.marks import Marks
    >>> marks = Marks(lengths={("A", "B"): "3"})
    >>> layout = arrange(Sketch({"A": (0, 0), "B": (3, 0)}, marks=marks), size=512)
    >>> [(str(label.kind), label.text) for label in layout.labels]
    [('name', 'A'), ('name', 'B'), ('length', '3')]
    """
    width, height = (size, size) if isinstance(size, int) else size
    for side in (width, height):
        if not _SMALLEST <= side <= _LARGEST:
            raise UsageError(
                f"expected a size of {_SMALLEST} to {_LARGEST} pixels, found {side}",
                hint="write 512 for a square, 800x600 for a width and a height",
            )
    strokes = frame(sketch, width, height)
    side = min(width, height)
    count = len(sketch.points) + len(sketch.marks.lengths) + len(sketch.marks.angles)
    full = label * max(side * _EM, min(side * _LARGEST_EM, _LEGIBLE))
    full *= min(1.0, max(0.75, math.sqrt(_FEW / count)))
    best: tuple[int, Layout] | None = None
    for reduction in _REDUCTIONS:
        layout, clashes = _laid_out(sketch, strokes, (width, height), full * reduction)
        if best is None or clashes < best[0]:
            best = clashes, layout
        if not clashes:
            break
    assert best is not None
    return best[1]


def _laid_out(
    sketch: Sketch, strokes: Strokes, size: tuple[int, int], em: float
) -> tuple[Layout, int]:
    dot = max(min(size) * _DOT, 2.3)
    symbols = make_symbols(sketch.marks, strokes, em)
    obstacles = Obstacles(
        size,
        tuple(sketch.points),
        strokes.dots,
        dot,
        strokes.lines,
        strokes.aids,
        symbols.pieces(),
        strokes.circles,
    )
    labels = [
        name_choices(name, set_name(name), em, place=at, outward=_outward(at, strokes), dot=dot)
        for name, at in strokes.places.items()
    ]
    numbers = {
        frozenset(pair): number
        for number, group in enumerate(sketch.marks.ticks, start=1)
        for pair in group
    }
    said: set[frozenset[str]] = set()
    for pair, text in sketch.marks.lengths.items():
        if frozenset(pair) not in said:
            said.add(frozenset(pair))
            labels.append(_length(pair, text, strokes, em, numbers.get(frozenset(pair), 0)))
    for (triple, text), arc in zip(sketch.marks.angles.items(), symbols.values, strict=True):
        labels.append(
            angle_choices(
                triple,
                text,
                set_value(text),
                0.85 * em,
                vertex=np.array(arc.vertex),
                middle=arc.start + arc.opening / 2,
                opening=arc.opening,
                radius=arc.outer,
            )
        )
    chosen, clashes = place(labels, obstacles)
    placed = [_placed(label, choice) for label, choice in zip(labels, chosen, strict=True)]
    layout = Layout(size, dot, strokes, symbols, frozenset(sketch.accent), tuple(placed))
    return layout, clashes


def _placed(label: Choices, choice: int) -> PlacedLabel:
    strokes = label.strokes[choice]
    x0, y0, x1, y1 = map(float, label.boxes[choice])
    return PlacedLabel(
        label.kind,
        label.of,
        label.text,
        (x0, y0, x1, y1),
        strokes[:4][~np.isnan(strokes[:4, 0])],
        strokes[4:],
        label.glyphs,
        label.em,
    )


def _length(pair: tuple[str, str], text: str, strokes: Strokes, em: float, ticked: int) -> Choices:
    start, stop = strokes.places[pair[0]], strokes.places[pair[1]]
    heart = strokes.dots.mean(axis=0)
    said = pair, text, set_value(text), 0.88 * em
    if strokes.spans(pair):
        return dimension_choices(*said, start=start, stop=stop, heart=heart, ticked=ticked)
    return length_choices(*said, start=start, stop=stop, heart=heart)


def _outward(place: Array, strokes: Strokes) -> Array:
    """Return the unit direction from a point away from what is drawn there."""
    pull = np.zeros(2)
    for ends in np.concatenate((strokes.lines, strokes.aids)).reshape(-1, 2, 2):
        spans = ends - place
        reach = np.hypot(*spans.T)
        if np.all(reach > 1) and abs(np.linalg.det(spans)) < reach.max():
            # The line passes through when the ends are on different sides, else it goes by.
            if spans[0] @ spans[1] < 0:
                pull += spans[0] / reach[0] + spans[1] / reach[1]
        elif np.any(reach <= 1):
            pull += spans[np.argmax(reach)] / reach.max()
    for x, y, radius in strokes.circles:
        inward = np.array([x, y]) - place
        if abs(np.hypot(*inward) - radius) < 1:
            pull += 0.6 * inward / radius
    if np.hypot(*pull) < 0.3:
        pull = strokes.dots.mean(axis=0) - place
    if np.hypot(*pull) < 1e-6:
        pull = np.array([-1.0, 1.0])
    return -pull / float(np.hypot(*pull))
