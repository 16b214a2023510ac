"""Obstacles for labels, and what they add to the cost of each candidate position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.brackets import TICK
from geoengine.draw.label_candidates import BRACKET_LINES, LabelCandidates, LabelKind
from geoengine.draw.overlap import (
    alongside,
    box_gaps,
    box_segment_gaps,
    circle_crossings,
    circles_cross,
    crossings,
    inside_lengths,
    length_inside_own,
    segment_gaps,
)

__all__ = ["ALONG_STROKE", "CLASH", "Obstacles", "box_costs", "stroke_costs"]

Array = NDArray[np.float64]

# The cost of a label on a label or a dot: in practice more than all other costs together.
CLASH = 100.0
# The cost of a stroke that runs along another line and could be mistaken for it.
ALONG_STROKE = 15.0
# The costs of a box beyond the border; on a line, circle, dashed line or symbol; near one; of a
# stroke on a dot; of a dimension line that crosses a line or circle, a dashed line, or a symbol;
# of a box nearer to another thing than to its own; of a length whose middle is not clearly nearest
# to its own segment, of one less than twice as far from another segment, and of one near another.
_OUTSIDE = 10 * CLASH
_ON_LINE, _ON_CIRCLE, _ON_AID, _ON_SYMBOL = 12.0, 12.0, 9.0, 9.0
_NEAR_LINE = 1.5
_STROKE_ON_DOT = 25.0
_CROSSING, _CROSSING_CIRCLE, _CROSSING_AID, _CROSSING_SYMBOL = 3.0, 1.5, 0.5, 3.0
_NEARER_TO_ANOTHER, _BETWEEN, _AS_NEAR, _NEAR_ANOTHER = 20.0, 14.0, 5.0, 1.5
# How many times as far as from its own segment the middle of a length should be from any other.
_CLEARLY = 1.6
# Below what distance in em a length is near another segment.
_WITHIN_REACH = 1.2
# How far strokes keep from the border, in em.
_BORDER = 0.3
# The sine of the angle below which a leader seems to be part of a line or circle that it leaves,
# and how far from it the leader may start, in em.
_IN_LINE, _FROM = 0.34, 0.35
# How close to both ends of a tick a stroke covers it, in em.
_BESIDE_TICK = 0.2
# The cost of a leader from a length that ends where another line passes, and that distance in em.
_AT_CROSSING, _PASSES = 14.0, 0.4
# The cost of a length close to a point that it does not belong to, and that distance in em.
_CROWDED, _CLOSE = 3.0, 0.75
# The cost of a length beside a symbol, with which it would read as one ("=16"), and that distance
# in em.
_BESIDE_SYMBOL, _BESIDE = 4.0, 0.4
# The cost of a length so close to the bracket of a longer segment that it seems to be that
# segment's, and that distance in em.
_IN_BRACKET, _WITHIN = 15.0, 0.6


@dataclass(frozen=True)
class Obstacles:
    """What labels should avoid, in pixels.

    Parameters
    ----------
    size : (float, float)
        The width and the height of the picture.
    names : tuple of str
        The points; `dots` are their coordinates, of shape (points, 2), and `dot` is the radius
        of their dots.
    lines, aids, symbols : ndarray, shape (n, 4)
        The drawn segments, the thin dashed ones, and the symbols of marks as short segments.
    circles : ndarray, shape (n, 3)
        Centers and radii.
    brackets : ndarray, shape (n, 4), optional
        The long sides of the brackets that carry ticks; they are among the symbols too.
    """

    size: tuple[float, float]
    names: tuple[str, ...]
    dots: Array
    dot: float
    lines: Array
    aids: Array
    symbols: Array
    circles: Array
    brackets: Array = field(default_factory=lambda: np.empty((0, 4)))


def box_costs(labels: Sequence[LabelCandidates], obstacles: Obstacles) -> list[Array]:
    """Return an array for each label: the cost of the position of each candidate's box.

    The candidate's own cost and that of its strokes (`stroke_costs`) are not included.
    """
    counts = [len(label.boxes) for label in labels]
    em = np.repeat([label.em for label in labels], counts)
    boxes = np.concatenate([label.boxes for label in labels])
    pads = np.array([-1, -1, 1, 1]) * em[:, None]
    close, wide, framed = (boxes + pad * pads for pad in (0.07, 0.2, 0.12))
    beyond = np.any((framed < 0) | (framed > np.tile(obstacles.size, 2)), axis=1)
    gaps = box_gaps(boxes, obstacles.dots)
    on_dots = gaps < (obstacles.dot + 0.1 * em)[:, None]
    costs = _OUTSIDE * beyond + CLASH * np.count_nonzero(on_dots, axis=1)

    kinds = (obstacles.lines, obstacles.aids, obstacles.symbols)
    rows = np.concatenate(kinds)
    price = np.repeat([_ON_LINE, _ON_AID, _ON_SYMBOL], [len(kind) for kind in kinds])
    near = inside_lengths(wide, rows) > 0
    box, row = np.nonzero(near)
    inside = length_inside_own(close[box], rows[row])
    deep = np.minimum(inside / em[box], 1.0)
    prices = price[row] * ((inside > 0) * (1 + 0.5 * deep))
    costs += np.bincount(box, prices, minlength=len(boxes))
    # A symbol consists of many pieces, but being near one costs no more than being near a line.
    plain = len(rows) - len(obstacles.symbols)
    costs += _NEAR_LINE * (np.count_nonzero(near[:, :plain], axis=1) + near[:, plain:].any(axis=1))
    if len(obstacles.circles):
        on, by = circles_cross(close, obstacles.circles), circles_cross(wide, obstacles.circles)
        costs += _ON_CIRCLE * np.count_nonzero(on, axis=1)
        costs += _NEAR_LINE * np.count_nonzero(by, axis=1)

    parts = np.split(np.arange(len(boxes)), np.cumsum(counts)[:-1])
    return [
        costs[part]
        + _ambiguous(label, obstacles, gaps[part])
        + _CROWDED * _crowded(label, obstacles, gaps[part])
        + _BESIDE_SYMBOL * _beside_symbol(label, obstacles)
        + _IN_BRACKET * _in_bracket(label, obstacles)
        for label, part in zip(labels, parts, strict=True)
    ]


def _ambiguous(label: LabelCandidates, obstacles: Obstacles, gaps: Array) -> Array:
    """Return the cost of each box that is as near to another point or line as to its own.

    A leader tells what its label belongs to. The line of a dimension line does not, where the text
    on it is beside another segment. Points whose dots overlap are not distinguished.
    """
    plain = label.dimension | (np.count_nonzero(~np.isnan(label.strokes[..., 0]), axis=1) == 0)
    own = [obstacles.names.index(name) for name in label.of]
    between: NDArray[np.bool_] = np.zeros(len(gaps), dtype=bool)
    if label.kind is LabelKind.NAME:
        apart = np.hypot(*(obstacles.dots - obstacles.dots[own[0]]).T) > obstacles.dot
        mine = gaps[:, own[0]]
        rest = gaps[:, apart]
    elif label.kind is LabelKind.LENGTH:
        ends = obstacles.dots[own]
        mine = box_segment_gaps(label.boxes, ends.reshape(1, 4))[:, 0]
        others = _not_along(label, obstacles)
        rest = box_segment_gaps(label.boxes, others)
        # The outline of a digit may be far from the corners of its box, but never from its middle.
        middles = (label.boxes[:, :2] + label.boxes[:, 2:]) / 2
        from_own = segment_gaps(middles, ends.reshape(1, 4))
        between = np.any(segment_gaps(middles, others) < _CLEARLY * from_own, axis=1)
    else:
        return np.zeros(len(label.boxes))
    if not rest.shape[1]:
        return np.zeros(len(label.boxes))
    nearest = rest.min(axis=1)
    length = label.kind is LabelKind.LENGTH
    unclear = [
        nearest < 1.1 * mine,
        between & (not label.dimension),
        length & (nearest < 2 * mine),
        length & (nearest < _WITHIN_REACH * label.em),
    ]
    ambiguous: Array = plain * np.select(
        unclear, [_NEARER_TO_ANOTHER, _BETWEEN, _AS_NEAR, _NEAR_ANOTHER]
    )
    return ambiguous


def _crowded(label: LabelCandidates, obstacles: Obstacles, gaps: Array) -> NDArray[np.bool_]:
    """Return which boxes of a length are so close to another point that they look like its name.

    Boxes of other kinds of labels never do.
    """
    others = [label.kind is LabelKind.LENGTH and name not in label.of for name in obstacles.names]
    return np.asarray(np.any(gaps[:, others] < _CLOSE * label.em, axis=1))


def _beside_symbol(label: LabelCandidates, obstacles: Obstacles) -> NDArray[np.bool_]:
    """Tell which boxes of a length are so close to a symbol of a mark that both read as one."""
    if label.kind is not LabelKind.LENGTH or not len(obstacles.symbols):
        return np.zeros(len(label.boxes), dtype=bool)
    beside = label.boxes + _BESIDE * label.em * np.array([-1, 0, 1, 0])
    return np.asarray((inside_lengths(beside, obstacles.symbols) > 0).any(axis=1))


def _in_bracket(label: LabelCandidates, obstacles: Obstacles) -> NDArray[np.bool_]:
    """Tell which boxes of a length seem to belong to the bracket of a longer segment."""
    if label.kind is not LabelKind.LENGTH or label.dimension or not len(obstacles.brackets):
        return np.zeros(len(label.boxes), dtype=bool)
    gaps = box_segment_gaps(label.boxes, obstacles.brackets)
    return np.asarray(gaps.min(axis=1) < _WITHIN * label.em)


def stroke_costs(label: LabelCandidates, strokes: Array, obstacles: Obstacles) -> Array:
    """Return the cost of the strokes of some candidates of a label.

    Parameters
    ----------
    label : LabelCandidates
    strokes : ndarray, shape (choices, strokes, 4)
        The strokes of these candidates; rows of nan where there are fewer.
    obstacles : Obstacles

    Returns
    -------
    ndarray, shape (choices,)
    """
    costs = np.zeros(len(strokes))
    whose, which = np.nonzero(~np.isnan(strokes[..., 0]))
    if not len(whose):
        return costs
    rows = strokes[whose, which]
    border = _BORDER * label.em
    outside = np.any((rows < border) | (rows > np.tile(obstacles.size, 2) - border), axis=1)
    np.add.at(costs, whose, _OUTSIDE * outside)
    others = [name not in label.of for name in obstacles.names]
    if any(others):
        near = segment_gaps(obstacles.dots[others], rows) < obstacles.dot + 0.1 * label.em
        np.add.at(costs, whose, _STROKE_ON_DOT * np.count_nonzero(near, axis=0))
    if label.dimension:
        crossed = _CROSSING * crossings(rows, obstacles.lines)
        crossed += _CROSSING_CIRCLE * circle_crossings(rows, obstacles.circles)
        crossed += _CROSSING_AID * crossings(rows, obstacles.aids)
        np.add.at(costs, whose, crossed)
        on_symbols = crossings(rows[which < BRACKET_LINES], obstacles.symbols)
        np.add.at(costs, whose[which < BRACKET_LINES], _CROSSING_SYMBOL * on_symbols)
        np.add.at(costs, whose, ALONG_STROKE * _covered(rows, obstacles.symbols, label.em))
    else:
        np.add.at(costs, whose, ALONG_STROKE * _in_line(rows, obstacles, _FROM * label.em))
        if label.kind is LabelKind.LENGTH:
            np.add.at(costs, whose, _AT_CROSSING * _at_crossing(label, rows, obstacles))
    drawn = np.concatenate((obstacles.lines, obstacles.aids, obstacles.symbols))
    np.add.at(costs, whose, ALONG_STROKE * alongside(rows, drawn, 0.2 * label.em))
    return costs


def _covered(strokes: Array, symbols: Array, em: float) -> Array:
    """Return how many ticks each stroke covers, at most one; a part of a tick is a fraction."""
    if not len(symbols):
        return np.zeros(len(strokes))
    ends = segment_gaps(symbols.reshape(-1, 2), strokes).reshape(len(symbols), 2, -1)
    along = (ends < _BESIDE_TICK * em).all(axis=1)
    lengths = np.hypot(*(symbols[:, 2:] - symbols[:, :2]).T)
    covered: Array = np.minimum(lengths @ along / (2 * TICK * em), 1.0)
    return covered


def _in_line(leaders: Array, obstacles: Obstacles, near: float) -> NDArray[np.bool_]:
    """Tell which leaders start `near` a line or circle, and continue or accompany it."""
    starts, ways = leaders[:, :2], _directions(leaders)
    lines = np.concatenate((obstacles.lines, obstacles.aids))
    along = _directions(lines)
    sines = np.abs(ways[:, :1] * along[:, 1] - ways[:, 1:] * along[:, 0])
    found = (segment_gaps(starts, lines) < near) & (sines < _IN_LINE)
    spokes, radii = _spokes(starts, obstacles.circles)
    # A circle runs at right angles to its radius.
    slants = np.abs((spokes * ways[:, None]).sum(axis=2)) / radii
    touching = (np.abs(radii - obstacles.circles[:, 2]) < near) & (slants < _IN_LINE)
    return np.asarray(found.any(axis=1) | touching.any(axis=1))


def _at_crossing(label: LabelCandidates, leaders: Array, obstacles: Obstacles) -> NDArray[np.bool_]:
    """Tell which leaders of a length start where a line or circle passes that is not its own."""
    others = _not_along(label, obstacles)
    starts, near = leaders[:, :2], _PASSES * label.em
    _, radii = _spokes(starts, obstacles.circles)
    on_circle = np.abs(radii - obstacles.circles[:, 2]) < near
    return np.asarray((segment_gaps(starts, others) < near).any(axis=1) | on_circle.any(axis=1))


def _spokes(places: Array, circles: Array) -> tuple[Array, Array]:
    """Return the ways from the centers of circles to places, and their lengths, which are not 0."""
    spokes = places[:, None] - circles[:, :2]
    radii: Array = np.maximum(np.hypot(spokes[..., 0], spokes[..., 1]), 1e-9)
    return spokes, radii


def _not_along(label: LabelCandidates, obstacles: Obstacles) -> Array:
    """The drawn lines that do not run along the segment whose length a label is."""
    ends = obstacles.dots[[obstacles.names.index(name) for name in label.of]]
    drawn = np.concatenate((obstacles.lines, obstacles.aids))
    others: Array = drawn[segment_gaps(ends, drawn).max(axis=0) > 1.0]
    return others


def _directions(segments: Array) -> Array:
    """Return the direction of each segment, as a unit vector; shape (segments, 2)."""
    steps = segments[:, 2:] - segments[:, :2]
    ways: Array = steps / np.maximum(np.hypot(steps[:, 0], steps[:, 1]), 1e-9)[:, None]
    return ways
