"""The layout of a picture: every line, dot and label at its place in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.arcs import Arc, angle_arcs
from geoengine.draw.choices import (
    Choices,
    LabelKind,
    angle_choices,
    dimension_choices,
    length_choices,
    name_choices,
)
from geoengine.draw.frame import Strokes, frame
from geoengine.draw.glyphs import Glyphs, set_name, set_value
from geoengine.draw.obstacles import Obstacles
from geoengine.draw.overlap import segment_gaps
from geoengine.draw.placing import place
from geoengine.draw.sketch import Sketch
from geoengine.errors import InputError

__all__ = ["Layout", "PlacedLabel", "arrange"]

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

# The height of an em, and the radius of a dot, as parts of the side of the picture.
_EM, _DOT = 0.033, 0.0044
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
    glyphs, em : Glyphs, float
        Its outlines, and the size to set them at in pixels.
    """

    kind: LabelKind
    of: tuple[str, ...]
    text: str
    box: Box
    strokes: Array
    glyphs: Glyphs
    em: float


@dataclass(frozen=True)
class Layout:
    """A picture before it is painted.

    Parameters
    ----------
    size : int
        The side of the picture, in pixels.
    dot : float
        The radius of the dots.
    strokes : Strokes
        Points, lines and circles.
    arcs : tuple of Arc
        The arcs of given angles.
    labels : tuple of PlacedLabel
        Names of points first, then lengths, then angles, each in the order they were given.
    """

    size: int
    dot: float
    strokes: Strokes
    arcs: tuple[Arc, ...]
    labels: tuple[PlacedLabel, ...]


def arrange(sketch: Sketch, *, size: int = 1024) -> Layout:
    """Decide where everything in a picture stands.

    Labels keep off each other, the dots, the lines and the circles, in this order; where they
    cannot, they are set smaller.

    Parameters
    ----------
    sketch : Sketch
        The figure.
    size : int
        The side of the picture, in pixels.

    Returns
    -------
    Layout

    Examples
    --------
    >>> layout = arrange(Sketch({"A": (0, 0), "B": (3, 0)}, lengths={("A", "B"): "3"}), size=512)
    >>> [(str(label.kind), label.text) for label in layout.labels]
    [('name', 'A'), ('name', 'B'), ('length', '3')]
    """
    if not _SMALLEST <= size <= _LARGEST:
        raise InputError(f"expected a size of {_SMALLEST} to {_LARGEST} pixels but got {size}")
    strokes = frame(sketch, size)
    count = len(sketch.points) + len(sketch.lengths) + len(sketch.angles)
    full = size * _EM * min(1.0, max(0.7, math.sqrt(_FEW / count)))
    best: tuple[int, Layout] | None = None
    for reduction in _REDUCTIONS:
        em = full * reduction
        layout, clashes = _laid_out(sketch, strokes, size, em)
        if best is None or clashes < best[0]:
            best = clashes, layout
        if not clashes:
            break
    assert best is not None
    return best[1]


def _laid_out(sketch: Sketch, strokes: Strokes, size: int, em: float) -> tuple[Layout, int]:
    dot = size * _DOT
    arcs = angle_arcs(sketch.angles, strokes.places, em)
    pieces = [arc.pieces() for arc in arcs]
    obstacles = Obstacles(
        size,
        tuple(sketch.points),
        strokes.dots,
        dot,
        strokes.lines,
        strokes.aids,
        np.concatenate([*pieces, np.empty((0, 4))]),
        strokes.circles,
    )
    labels = [
        name_choices(name, set_name(name), em, place=at, outward=_outward(at, strokes), dot=dot)
        for name, at in strokes.places.items()
    ]
    said: set[frozenset[str]] = set()
    for pair, text in sketch.lengths.items():
        if frozenset(pair) not in said:
            said.add(frozenset(pair))
            labels.append(_length(pair, text, strokes, em, dot))
    for (triple, text), arc in zip(sketch.angles.items(), arcs, strict=True):
        labels.append(
            angle_choices(
                triple,
                text,
                set_value(text),
                0.85 * em,
                vertex=np.array(arc.vertex),
                middle=arc.start + arc.opening / 2,
                opening=arc.opening,
                radius=arc.radius,
            )
        )
    chosen, clashes = place(labels, obstacles)
    placed = [_placed(label, choice) for label, choice in zip(labels, chosen, strict=True)]
    return Layout(size, dot, strokes, tuple(arcs), tuple(placed)), clashes


def _placed(label: Choices, choice: int) -> PlacedLabel:
    strokes = label.strokes[choice]
    x0, y0, x1, y1 = map(float, label.boxes[choice])
    return PlacedLabel(
        label.kind,
        label.of,
        label.text,
        (x0, y0, x1, y1),
        strokes[~np.isnan(strokes[:, 0])],
        label.glyphs,
        label.em,
    )


def _length(pair: tuple[str, str], text: str, strokes: Strokes, em: float, dot: float) -> Choices:
    start, stop = strokes.places[pair[0]], strokes.places[pair[1]]
    heart = strokes.dots.mean(axis=0)
    # With a point between the ends, a plain label would read as the length of one part.
    on = segment_gaps(strokes.dots, np.array([[*start, *stop]]))[:, 0] < dot
    at_ends = [np.hypot(*(strokes.dots - end).T) <= dot for end in (start, stop)]
    choices = dimension_choices if np.any(on & ~at_ends[0] & ~at_ends[1]) else length_choices
    return choices(pair, text, set_value(text), 0.88 * em, start=start, stop=stop, heart=heart)


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
