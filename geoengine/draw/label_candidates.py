"""Candidate positions of labels, from which the label placement chooses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.brackets import bracket, ticks
from geoengine.draw.glyphs import Glyphs

__all__ = [
    "BRACKET_LINES",
    "LabelCandidates",
    "LabelKind",
    "angle_candidates",
    "dimension_candidates",
    "length_candidates",
    "name_candidates",
]

Array = NDArray[np.float64]

# A dimension line has four strokes: its two slanted ends and two pieces; ticks come after them.
BRACKET_LINES = 4
# The cost of a length label on the inner side of a segment.
_INNER = 0.5


class LabelKind(StrEnum):
    """What a label shows: the name of a point, a length, or an angle."""

    NAME = "name"
    LENGTH = "length"
    ANGLE = "angle"


@dataclass(frozen=True)
class LabelCandidates:
    """One label, and every position it may take.

    Parameters
    ----------
    kind : LabelKind
        What the label shows.
    of : tuple of str
        The points that the label belongs to.
    text : str
        The text as given.
    glyphs, em : Glyphs, float
        The outlines of the text, and their size in pixels.
    boxes : ndarray, shape (candidates, 4)
        The bounding box of the outlines at each position: left, top, right and bottom.
    costs : ndarray, shape (candidates,)
        The cost of each position by itself.
    strokes : ndarray, shape (candidates, strokes, 4)
        The lines that come with it (a dimension line, or a leader to what it labels); rows of nan
        where there are fewer.
    dimension : bool
        Whether the strokes are a dimension line: its two ends, the line itself in two pieces, and
        then ticks.
    """

    kind: LabelKind
    of: tuple[str, ...]
    text: str
    glyphs: Glyphs
    em: float
    boxes: Array
    costs: Array
    strokes: Array
    dimension: bool = False


class _Builder:
    """Collects the candidates of one label, several at a time."""

    def __init__(self, kind: LabelKind, of: tuple[str, ...], text: str, glyphs: Glyphs, em: float):
        self.kind, self.of, self.text, self.glyphs, self.em = kind, of, text, glyphs, em
        self.half = np.array([glyphs.width, glyphs.height]) * em / 2
        self.centres: list[Array] = []
        self.costs: list[Array] = []
        self.strokes: list[Array] = []

    def add(self, centres: Array, costs: Array, strokes: Array | None = None) -> None:
        """Add positions: centers of shape (k, 2), costs (k,), strokes (k, any, 4)."""
        self.centres.append(centres)
        self.costs.append(costs)
        self.strokes.append(np.full((len(centres), 1, 4), np.nan) if strokes is None else strokes)

    def add_with_leader(
        self, anchor: Array, directions: Array, gap: float, clear: float, costs: Array
    ) -> None:
        """Add positions `gap` away from `anchor`, each with a leader that starts at `clear`."""
        starts = anchor + directions * clear
        stops = anchor + directions * (gap - 0.12 * self.em)
        strokes = np.hstack((starts, stops))[:, None]
        self.add(anchor + self.steps(directions, gap), costs, strokes)

    def steps(self, directions: Array, gap: float) -> Array:
        """Return the offsets from a point to the center of a box beside it.

        The box first touches the point with its rim, and is then moved away by `gap` in the
        direction. Where it touches is found on a square that is stretched to the box, so that many
        directions touch the long sides of a long label.
        """
        square = directions / np.max(np.abs(directions), axis=1, keepdims=True)
        steps: Array = square * self.half + directions * gap
        return steps

    def reach(self, directions: Array) -> Array:
        """Return the distance from the box's center to its edge in each direction."""
        reach: Array = np.min(self.half / np.maximum(np.abs(directions), 1e-12), axis=-1)
        return reach

    def support(self, normal: Array) -> float:
        """Return half the extent of the box in a direction."""
        return float(np.abs(normal) @ self.half)

    def build(self, *, dimension: bool = False) -> LabelCandidates:
        centres, strokes = np.concatenate(self.centres), np.concatenate(self.strokes)
        return LabelCandidates(
            self.kind,
            self.of,
            self.text,
            self.glyphs,
            self.em,
            np.hstack((centres - self.half, centres + self.half)),
            np.concatenate(self.costs),
            strokes,
            dimension,
        )


def name_candidates(
    name: str, glyphs: Glyphs, em: float, *, place: Array, outward: Array, dot: float
) -> LabelCandidates:
    """Return positions around a point for its name; outward ones cost least.

    Parameters
    ----------
    name, glyphs, em
        The label.
    place : ndarray, shape (2,)
        The point.
    outward : ndarray, shape (2,)
        The unit direction away from the lines drawn at the point.
    dot : float
        The radius of its dot.
    """
    builder = _Builder(LabelKind.NAME, (name,), name, glyphs, em)
    around = _around(24)
    aside = 0.7 * (1 - around @ outward)
    for level, gap in enumerate((0.2, 0.38, 0.62)):
        builder.add(place + builder.steps(around, dot + gap * em), 0.9 * level + aside)
    for level, gap in enumerate((1.1, 1.8, 2.7, 3.8)):
        costs = 6 + 2 * level + aside
        builder.add_with_leader(place, around, dot + gap * em, dot + 0.08 * em, costs)
    return builder.build()


def length_candidates(
    of: tuple[str, str],
    text: str,
    glyphs: Glyphs,
    em: float,
    *,
    start: Array,
    stop: Array,
    middle: Array,
) -> LabelCandidates:
    """Return positions beside the midpoint of a segment for its length.

    `start`, `stop` and `middle` are the ends of the segment and the middle of the figure, in
    pixels. The side away from the middle costs a little less.
    """
    builder = _Builder(LabelKind.LENGTH, of, text, glyphs, em)
    along, normal, length = _axes(start, stop)
    shares = np.array([0.5, 0.45, 0.55, 0.4, 0.6, 0.34, 0.66, 0.28, 0.72, 0.22, 0.78])
    for side in (1.0, -1.0):
        inner = _INNER * float(side * normal @ (middle - start) > 0)
        for level, gap in enumerate((0.28, 0.45)):
            off = side * (builder.support(normal) + gap * em)
            centres = start + shares[:, None] * along * length + normal * off
            builder.add(centres, 9 * np.abs(shares - 0.5) + 0.8 * level + inner)
    # A leader to the middle may end where another segment crosses.
    for share in (0.5, 0.38, 0.62, 0.26, 0.74):
        around = _around(16 if share == 0.5 else 8)
        slanted = 1 - np.abs(around @ normal)
        for level, gap in enumerate((1.2, 2.0, 3.0)):
            costs = 9 * (1 + abs(share - 0.5)) + 2 * level + 3 * slanted
            builder.add_with_leader(
                start + share * (stop - start), around, gap * em, 0.15 * em, costs
            )
    return builder.build()


def dimension_candidates(
    of: tuple[str, str],
    text: str,
    glyphs: Glyphs,
    em: float,
    *,
    start: Array,
    stop: Array,
    middle: Array,
    ticked: int = 0,
    symbols: Array | None = None,
) -> LabelCandidates:
    """Return positions of a dimension line beside a segment, with the length on it.

    The line is a bracket beside the segment with a gap for the text; a text longer than the line
    is placed outside it. Longer lines move outwards at lower cost, so that of two nested ones the
    longer is outside. If `ticked` is not 0, the line has the ticks of that group of equal segments.
    Its ends are shorter where they would meet `symbols`, pieces of marks of shape (n, 4).
    The other arguments are those of `length_candidates`.
    """
    builder = _Builder(LabelKind.LENGTH, of, text, glyphs, em)
    along, normal, length = _axes(start, stop)
    shares = np.array([0.5, 0.4, 0.6, 0.3, 0.7])
    room = float(builder.reach(along)) + 0.2 * em
    outward = 1.5 / (1 + length / (20 * em))
    crossing = np.array(ticks(ticked, em)).reshape(-1, 2, 2) @ np.stack((along, normal))
    for side in (normal, -normal):
        inner = _INNER * float(side @ (middle - start) > 0)
        for level, gap in enumerate((0.6, 1.0, 1.5, 2.1, 2.8)):
            off = side * (builder.support(normal) + gap * em)
            foot, first, last, end = bracket(start, stop, off, em, symbols)
            centres, top = (
                first + shares[:, None] * (last - first),
                float(np.hypot(*(last - first))),
            )
            costs = outward * level + 6 * np.abs(shares - 0.5) + inner
            before, after = shares * top - room, (1 - shares) * top - room
            fits = np.minimum(before, after) > 0.2 * em
            rows = np.full((len(shares), BRACKET_LINES + len(crossing), 4), np.nan)
            rows[:, 0], rows[:, 1] = (*foot, *first), (*last, *end)
            rows[:, 2, :2] = first
            rows[:, 2, 2:] = np.where(fits[:, None], first + along * before[:, None], last)
            rows[fits, 3, :2] = last - along * after[fits, None]
            rows[fits, 3, 2:] = last
            longest = np.where((fits & (before < after))[:, None], rows[:, 3], rows[:, 2])
            halfway = (longest[:, :2] + longest[:, 2:]) / 2
            rows[:, BRACKET_LINES:] = (halfway[:, None, None] + crossing).reshape(
                len(shares), -1, 4
            )
            centres[~fits] += side * (builder.support(normal) + 0.25 * em)
            builder.add(centres, costs + ~fits, rows)
    return builder.build(dimension=True)


def angle_candidates(
    of: tuple[str, str, str],
    text: str,
    glyphs: Glyphs,
    em: float,
    *,
    vertex: Array,
    middle: float,
    opening: float,
    radius: float,
) -> LabelCandidates:
    """Return positions beyond the arc of an angle for its value.

    Parameters
    ----------
    of, text, glyphs, em
        The label.
    vertex : ndarray, shape (2,)
        The vertex.
    middle, opening : float
        The direction of the bisector (clockwise from the right) and the size of the angle, in
        radians.
    radius : float
        The radius of its outermost arc.
    """
    builder = _Builder(LabelKind.ANGLE, of, text, glyphs, em)
    shares = np.array([0.0, 0.12, -0.12, 0.24, -0.24])
    inside = _unit(middle + shares * opening)
    for level, gap in enumerate((0.18, 0.4, 0.8, 1.3, 2.0)):
        away = radius + gap * em + builder.reach(inside)
        builder.add(vertex + inside * away[:, None], 1.2 * level + 5 * np.abs(shares))
    arc = vertex + radius * _unit(np.array([middle]))[0]
    around = _around(16)
    for level, gap in enumerate((1.2, 2.0, 3.0)):
        builder.add_with_leader(arc, around, gap * em, 0.1 * em, np.full(16, 10.0 + 2 * level))
    return builder.build()


def _unit(turns: Array) -> Array:
    return np.stack((np.cos(turns), np.sin(turns)), axis=-1)


def _around(count: int) -> Array:
    """Return unit vectors in `count` directions all around."""
    return _unit(2 * np.pi * np.arange(count) / count)


def _axes(start: Array, stop: Array) -> tuple[Array, Array, float]:
    """Return the direction, the normal and the length of a segment, which may have no length."""
    length = float(np.hypot(*(stop - start)))
    along = (stop - start) / length if length > 1e-9 else np.array([1.0, 0.0])
    return along, np.array([-along[1], along[0]]), length
