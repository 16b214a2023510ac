"""What labels should keep off, and what each place of a label costs for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.choices import Choices, LabelKind
from geoengine.draw.overlap import (
    alongside,
    box_gaps,
    circles_cross,
    grown,
    inside_lengths,
    segment_gaps,
)

__all__ = ["ALONG_STROKE", "CLASH", "Obstacles", "leading_costs", "standing_costs"]

Array = NDArray[np.float64]

# The price of a label on a label or a dot: above all others together, in practice.
CLASH = 100.0
# The price of a stroke that runs along another line, which could be taken for one with it.
ALONG_STROKE = 15.0
_OUTSIDE = 10 * CLASH
_ON_LINE, _ON_CIRCLE, _ON_AID, _ON_ARC = 10.0, 10.0, 7.0, 6.0
_NEAR_LINE = 1.5
_STROKE_ON_DOT = 25.0
_NEARER_TO_ANOTHER = 5.0


@dataclass(frozen=True)
class Obstacles:
    """What labels should keep off, in pixels.

    Parameters
    ----------
    size : int
        The side of the picture.
    names : tuple of str
        The points, `dots` their places, of shape (points, 2), and `dot` the radius they are
        drawn with.
    lines, aids, arcs : ndarray, shape (n, 4)
        The drawn segments, the thin dashed ones, and the arcs of angles in short pieces.
    circles : ndarray, shape (n, 3)
        Centres and radii.
    """

    size: int
    names: tuple[str, ...]
    dots: Array
    dot: float
    lines: Array
    aids: Array
    arcs: Array
    circles: Array


def standing_costs(label: Choices, obstacles: Obstacles) -> Array:
    """Return what each choice costs for where its box stands."""
    em, boxes = label.em, label.boxes
    close, wide, framed = (grown(boxes, pad * em) for pad in (0.07, 0.2, 0.15))
    beyond = np.any((framed < 0) | (framed > obstacles.size), axis=1)
    gaps = box_gaps(boxes, obstacles.dots)
    costs: Array = _OUTSIDE * beyond + CLASH * np.count_nonzero(
        gaps < obstacles.dot + 0.1 * em, axis=1
    )
    for lines, price in (
        (obstacles.lines, _ON_LINE),
        (obstacles.aids, _ON_AID),
        (obstacles.arcs, _ON_ARC),
    ):
        inside = inside_lengths(close, lines)
        deep = np.minimum(inside / em, 1.0)
        by = inside_lengths(wide, lines) > 0
        costs += np.sum(price * (inside > 0) * (1 + 0.5 * deep) + _NEAR_LINE * by, axis=1)
    if len(obstacles.circles):
        on, by = circles_cross(close, obstacles.circles), circles_cross(wide, obstacles.circles)
        costs += np.sum(_ON_CIRCLE * on + _NEAR_LINE * by, axis=1)
    costs += _NEARER_TO_ANOTHER * _mistaken(label, obstacles, gaps)
    return costs


def _mistaken(label: Choices, obstacles: Obstacles, gaps: Array) -> Array:
    """Return 1 where a box that nothing leads to is nearer to another point or line than its own.

    Of two points, only those which are apart themselves can be told apart.
    """
    plain = np.count_nonzero(~np.isnan(label.strokes[..., 0]), axis=1) == 0
    middles = (label.boxes[:, :2] + label.boxes[:, 2:]) / 2
    own = [obstacles.names.index(name) for name in label.of]
    if label.kind is LabelKind.NAME:
        apart = np.hypot(*(obstacles.dots - obstacles.dots[own[0]]).T) > obstacles.dot
        mine = gaps[:, own[0]]
        rest = gaps[:, apart]
    elif label.kind is LabelKind.LENGTH:
        ends = obstacles.dots[own]
        mine = segment_gaps(middles, ends.reshape(1, 4))[:, 0]
        drawn = np.concatenate((obstacles.lines, obstacles.aids))
        off = segment_gaps(ends, drawn).max(axis=0) > 1.0
        rest = segment_gaps(middles, drawn[off])
    else:
        return np.zeros(len(middles))
    if not rest.shape[1]:
        return np.zeros(len(middles))
    mistaken: Array = (plain & (rest.min(axis=1) < 1.1 * mine)).astype(float)
    return mistaken


def leading_costs(label: Choices, obstacles: Obstacles) -> Array:
    """Return what each choice costs for the strokes that come with it."""
    costs = np.zeros(len(label.boxes))
    if not label.strokes.shape[1]:
        return costs
    whose, which = np.nonzero(~np.isnan(label.strokes[..., 0]))
    strokes = label.strokes[whose, which]
    outside = np.any((strokes < 0) | (strokes > obstacles.size), axis=1)
    np.add.at(costs, whose, _OUTSIDE * outside)
    others = [name not in label.of for name in obstacles.names]
    if any(others):
        near = segment_gaps(obstacles.dots[others], strokes) < obstacles.dot + 0.1 * label.em
        np.add.at(costs, whose, _STROKE_ON_DOT * np.count_nonzero(near, axis=0))
    drawn = np.concatenate((obstacles.lines, obstacles.aids, obstacles.arcs))
    np.add.at(costs, whose, ALONG_STROKE * alongside(strokes, drawn, 0.2 * label.em))
    return costs
