"""Letters of points, placed clear of each other and of lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.glyphs import typeset_name
from geoengine.draw.label_candidates import LabelCandidates, LabelKind, name_candidates
from geoengine.draw.label_placement import place_labels
from geoengine.draw.layout import PlacedLabel
from geoengine.draw.obstacles import Obstacles
from geoengine.draw.overlap import inside_lengths

__all__ = ["place_names"]

Array = NDArray[np.float64]
Size = tuple[int, int]

# Reductions of the text size, tried in turn until no letter touches a line, a dot or a letter.
_REDUCTIONS = (1.0, 0.85, 0.72, 0.6)
# A line this near to a point, in pixels, is drawn at the point.
_AT = 1.0
# How strongly a letter is drawn away from the middle of the figure, compared with a line.
_OUTWARD = 0.35
# What it costs to move a letter by one em from where it was in the frame before.
_MOVE = 3.0


def place_names(
    places: Mapping[str, Array],
    visible: Sequence[Array],
    hidden: Sequence[Array],
    *,
    size: Size,
    em: float,
    dot: float,
    before: Mapping[str, Array] | None = None,
) -> tuple[PlacedLabel, ...]:
    """Place the letters of points.

    Parameters
    ----------
    places : mapping of str to ndarray of shape (2,)
        The points, in pixels.
    visible, hidden : sequence of ndarray, shape (n, 2)
        The lines, in pixels; straight ones have two points.
    size : (int, int)
        The width and the height of the picture.
    em, dot : float
        The size of the text and the radius of the dots, in pixels.
    before : mapping of str to ndarray of shape (2,), optional
        How far the middles of the letters were from their points in the frame before; they move
        as little as possible from there, have no leaders, and do not shrink.

    Returns
    -------
    tuple of PlacedLabel
        In the order of the points.

    Examples
    --------
    >>> places = {"A": np.array([100.0, 100.0]), "B": np.array([300.0, 100.0])}
    >>> line = np.array([[100.0, 100.0], [300.0, 100.0]])
    >>> labels = place_names(places, [line], [], size=(400, 200), em=20, dot=3)
    >>> [label.text for label in labels], labels[0].box[2] < 100
    (['A', 'B'], True)
    """
    if not places:
        return ()
    obstacles = Obstacles(
        size,
        tuple(places),
        np.array(list(places.values())),
        dot,
        _rows([line for line in visible if len(line) == 2]),
        _rows([line for line in hidden if len(line) == 2]),
        _rows([_coarse(line) for line in (*visible, *hidden) if len(line) > 2]),
        np.empty((0, 3)),
    )
    rows = np.concatenate((obstacles.lines, obstacles.aids, obstacles.symbols))
    best: tuple[int, tuple[PlacedLabel, ...]] | None = None
    for reduction in _REDUCTIONS if before is None else (1.0,):
        placed, faults = _placed(places, obstacles, rows, em * reduction, before)
        if best is None or faults < best[0]:
            best = faults, placed
        if not faults:
            break
    assert best is not None
    return best[1]


def _placed(
    places: Mapping[str, Array],
    obstacles: Obstacles,
    rows: Array,
    em: float,
    before: Mapping[str, Array] | None,
) -> tuple[tuple[PlacedLabel, ...], int]:
    """Return the letters at one size, and how many of them touch something."""
    middle = obstacles.dots.mean(axis=0)
    labels = []
    for name, at in places.items():
        outward = _outward(at, rows, middle, em)
        label = name_candidates(
            name, typeset_name(name), em, place=at, outward=outward, dot=obstacles.dot
        )
        labels.append(label if before is None else _held(label, at, before[name]))
    chosen, clashes = place_labels(labels, obstacles)
    placed = []
    for label, choice in zip(labels, chosen, strict=True):
        strokes = label.strokes[choice]
        x0, y0, x1, y1 = map(float, label.boxes[choice])
        placed.append(
            PlacedLabel(
                LabelKind.NAME,
                label.of,
                label.text,
                (x0, y0, x1, y1),
                strokes[~np.isnan(strokes[:, 0])],
                np.empty((0, 4)),
                label.glyphs,
                label.em,
            )
        )
    boxes = np.array([label.box for label in placed])
    crossed = int(np.count_nonzero((inside_lengths(boxes, rows) > 0).any(axis=1)))
    return tuple(placed), clashes + crossed


def _held(label: LabelCandidates, at: Array, offset: Array) -> LabelCandidates:
    """Let positions cost more the farther they are from an earlier one; keep none with a leader."""
    plain = np.isnan(label.strokes[:, 0, 0])
    boxes = label.boxes[plain]
    moves = np.hypot(*((boxes[:, :2] + boxes[:, 2:]) / 2 - at - offset).T) / label.em
    costs = label.costs[plain] + _MOVE * moves
    return replace(label, boxes=boxes, costs=costs, strokes=label.strokes[plain])


def _outward(place: Array, rows: Array, middle: Array, em: float) -> Array:
    """Return the unit direction from a point away from the lines drawn there."""
    away = place - middle
    pull = _OUTWARD * away / max(float(np.hypot(*away)), 1e-9)
    if len(rows):
        ends = rows.reshape(-1, 2, 2)
        way = ends[:, 1] - ends[:, 0]
        squares = np.maximum(np.einsum("ij,ij->i", way, way), 1e-12)
        shares = np.clip(np.einsum("ij,ij->i", place - ends[:, 0], way) / squares, 0, 1)
        gaps = np.hypot(*(ends[:, 0] + shares[:, None] * way - place).T)
        arms = (ends[gaps < _AT] - place).reshape(-1, 2)
        lengths = np.hypot(*arms.T)[:, None]
        # Short pieces, as those of arcs, count less than whole lines.
        pull = pull - (arms / np.maximum(lengths, 2 * em)).sum(axis=0)
    length = float(np.hypot(*pull))
    direction: Array = pull / length if length > 1e-6 else np.array([-0.6, -0.8])
    return direction


def _coarse(line: Array) -> Array:
    """Return a curve with about a third of its points."""
    kept: Array = line[np.linspace(0, len(line) - 1, 2 + len(line) // 3).round().astype(int)]
    return kept


def _rows(lines: Sequence[Array]) -> Array:
    """Return the segments between the points of lines, shape (n, 4)."""
    rows = [np.hstack((line[:-1], line[1:])) for line in lines]
    return np.concatenate([*rows, np.empty((0, 4))])
