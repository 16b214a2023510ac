"""Layout of a picture: the position of every line, dot and label in pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.fitting import PixelFigure, fit_sketch
from geoengine.draw.glyphs import Glyphs, typeset_name, typeset_value
from geoengine.draw.label_candidates import (
    LabelCandidates,
    LabelKind,
    angle_candidates,
    dimension_candidates,
    length_candidates,
    name_candidates,
)
from geoengine.draw.label_placement import place_labels
from geoengine.draw.obstacles import Obstacles
from geoengine.draw.picture_size import em_size, picture_size
from geoengine.draw.sketch import Sketch
from geoengine.draw.symbols import Symbols, make_symbols

__all__ = ["Layout", "PlacedLabel", "arrange"]

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

# The height of an em and the radius of a dot, as fractions of the picture's shorter side.
_EM, _DOT = 0.034, 0.0046
# Reductions of the text size, tried in turn until no label covers another label or a dot.
_REDUCTIONS = (1.0, 0.85, 0.72, 0.6)


@dataclass(frozen=True)
class PlacedLabel:
    """A label with its position.

    Parameters
    ----------
    kind : LabelKind
        What the label shows.
    of : tuple of str
        The points that the label belongs to.
    text : str
        The text as given.
    box : (float, float, float, float)
        Left, top, right and bottom of its outline, in pixels from the top left corner.
    strokes : ndarray, shape (n, 4)
        The label's thin lines: a dimension line, or a leader to the point.
    ticks : ndarray, shape (n, 4)
        The ticks on a dimension line that mark its segment as equal to others.
    glyphs, em : Glyphs, float
        The outlines of the text, and their size in pixels.
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
    """A picture ready for painting.

    Parameters
    ----------
    size : (int, int)
        The width and the height of the picture, in pixels.
    dot : float
        The radius of the dots, in pixels.
    figure : PixelFigure
        Points, lines and circles.
    symbols : Symbols
        The symbols of the marks.
    accent : frozenset of str
        Points that are highlighted by color.
    labels : tuple of PlacedLabel
        Names of points first, then lengths, then angles, each in the order given.
    """

    size: tuple[int, int]
    dot: float
    figure: PixelFigure
    symbols: Symbols
    accent: frozenset[str]
    labels: tuple[PlacedLabel, ...]


def arrange(sketch: Sketch, *, size: int | tuple[int, int] = 1024, label: float = 1.0) -> Layout:
    """Lay out a picture.

    Labels avoid each other and dots, and as far as possible lines and circles. While some overlap
    another, a dot or the border, all shrink, at most to 60 %; if that does not help, the
    layout with the fewest such labels is taken.

    Parameters
    ----------
    sketch : Sketch
        The figure.
    size : int or (int, int)
        The side of the picture, or its width and height, in pixels.
    label : float
        The size of labels, as a multiple of the default.

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
    sides = picture_size(size)
    figure = fit_sketch(sketch, *sides)
    count = len(sketch.points) + len(sketch.marks.lengths) + len(sketch.marks.angles)
    full = em_size(sides, _EM, labels=count, scale=label)
    best: tuple[int, Layout] | None = None
    for reduction in _REDUCTIONS:
        layout, clashes = _laid_out(sketch, figure, sides, full * reduction)
        if best is None or clashes < best[0]:
            best = clashes, layout
        if not clashes:
            break
    assert best is not None
    return best[1]


def _laid_out(
    sketch: Sketch, figure: PixelFigure, size: tuple[int, int], em: float
) -> tuple[Layout, int]:
    """Return the layout with this text size, and how many of its labels overlap."""
    dot = max(min(size) * _DOT, 2.3)
    symbols = make_symbols(sketch.marks, figure, em)
    obstacles = Obstacles(
        size,
        tuple(sketch.points),
        figure.dots,
        dot,
        figure.lines,
        figure.aids,
        symbols.pieces(),
        figure.circles,
        np.array([corners[1:3] for corners in symbols.brackets]).reshape(-1, 4),
    )
    labels = [
        name_candidates(
            name, typeset_name(name), em, place=at, outward=_outward(at, figure), dot=dot
        )
        for name, at in figure.places.items()
    ]
    numbers = {
        frozenset(pair): number
        for number, group in enumerate(sketch.marks.ticks, start=1)
        for pair in group
    }
    labelled: set[frozenset[str]] = set()
    for pair, text in sketch.marks.lengths.items():
        if frozenset(pair) not in labelled:
            labelled.add(frozenset(pair))
            ticked = numbers.get(frozenset(pair), 0)
            labels.append(_length(pair, text, figure, em, ticked, obstacles.symbols))
    for (triple, text), arc in zip(sketch.marks.angles.items(), symbols.values, strict=True):
        labels.append(
            angle_candidates(
                triple,
                text,
                typeset_value(text),
                0.85 * em,
                vertex=np.array(arc.vertex),
                middle=arc.start + arc.opening / 2,
                opening=arc.opening,
                radius=arc.outer,
            )
        )
    chosen, clashes = place_labels(labels, obstacles)
    placed = [_placed(label, choice) for label, choice in zip(labels, chosen, strict=True)]
    layout = Layout(size, dot, figure, symbols, frozenset(sketch.accent), tuple(placed))
    return layout, clashes


def _placed(label: LabelCandidates, choice: int) -> PlacedLabel:
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


def _length(
    pair: tuple[str, str],
    text: str,
    figure: PixelFigure,
    em: float,
    ticked: int,
    symbols: Array,
) -> LabelCandidates:
    start, stop = figure.places[pair[0]], figure.places[pair[1]]
    middle = figure.dots.mean(axis=0)
    label = pair, text, typeset_value(text), 0.88 * em
    if figure.spans(pair):
        return dimension_candidates(
            *label, start=start, stop=stop, middle=middle, ticked=ticked, symbols=symbols
        )
    return length_candidates(*label, start=start, stop=stop, middle=middle)


def _outward(place: Array, figure: PixelFigure) -> Array:
    """Return the unit direction from a point away from the lines drawn there."""
    spans = np.concatenate((figure.lines, figure.aids)).reshape(-1, 2, 2) - place
    reach = np.hypot(spans[..., 0], spans[..., 1])
    area = np.abs(spans[:, 0, 0] * spans[:, 1, 1] - spans[:, 0, 1] * spans[:, 1, 0])
    ways = spans / np.maximum(reach, 1.0)[:, :, None]
    # A line runs through the point if the ends are on opposite sides, and otherwise misses it.
    apart = (spans[:, 0] * spans[:, 1]).sum(axis=1) < 0
    through = (reach > 1).all(axis=1) & (area < reach.max(axis=1)) & apart
    pull: Array = ways[through].sum(axis=(0, 1))
    ending = (reach <= 1).any(axis=1)
    farther = ways[ending, reach[ending].argmax(axis=1)]
    pull = pull + farther.sum(axis=0)
    for x, y, radius in figure.circles:
        inward = np.array([x, y]) - place
        if abs(np.hypot(*inward) - radius) < 1:
            pull += 0.6 * inward / radius
    if np.hypot(*pull) < 0.3:
        pull = figure.dots.mean(axis=0) - place
    if np.hypot(*pull) < 1e-6:
        pull = np.array([-1.0, 1.0])
    return -pull / float(np.hypot(*pull))
