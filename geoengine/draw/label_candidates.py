"""Where a label may stand: the choices that the placement has for each label."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.brackets import bracket, ticks
from geoengine.draw.glyphs import Glyphs

__all__ = [
    "Choices",
    "LabelKind",
    "angle_choices",
    "dimension_choices",
    "length_choices",
    "name_choices",
]

Array = NDArray[np.float64]

# The strokes that may come with a label: the two ends of a dimension line, and its two pieces;
# then ticks.
_LINES = 4
# What a length costs on the inner side of a segment.
_INNER = 0.5


class LabelKind(StrEnum):
    """What a label says: the name of a point, a length, or an angle."""

    NAME = "name"
    LENGTH = "length"
    ANGLE = "angle"


@dataclass(frozen=True)
class Choices:
    """One label, and every place it may take.

    Parameters
    ----------
    kind : LabelKind
        What it says.
    of : tuple of str
        The points it belongs to.
    text : str
        As it was given.
    glyphs : Glyphs
        Its outlines, and `em` the size to set them at, in pixels.
    boxes : ndarray, shape (choices, 4)
        The box of the ink.
    costs : ndarray, shape (choices,)
        How little each place is liked for itself.
    strokes : ndarray, shape (choices, strokes, 4)
        The lines that come with it (a dimension line, a line that leads to the point); rows of
        nan where there are fewer.
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
    """Collects the choices of one label, several at a time."""

    def __init__(self, kind: LabelKind, of: tuple[str, ...], text: str, glyphs: Glyphs, em: float):
        self.kind, self.of, self.text, self.glyphs, self.em = kind, of, text, glyphs, em
        self.half = np.array([glyphs.width, glyphs.height]) * em / 2
        self.centres: list[Array] = []
        self.costs: list[Array] = []
        self.strokes: list[Array] = []

    def add(self, centres: Array, costs: Array, strokes: Array | None = None) -> None:
        """Add places: centres of shape (k, 2), costs (k,), strokes (k, any, 4)."""
        self.centres.append(centres)
        self.costs.append(costs)
        self.strokes.append(np.full((len(centres), 1, 4), np.nan) if strokes is None else strokes)

    def add_led(
        self, anchor: Array, directions: Array, gap: float, clear: float, costs: Array
    ) -> None:
        """Add places away from `anchor`, with a thin line that leads to each."""
        starts = anchor + directions * clear
        stops = anchor + directions * (gap - 0.12 * self.em)
        strokes = np.hstack((starts, stops))[:, None]
        self.add(anchor + self.steps(directions, gap), costs, strokes)

    def steps(self, directions: Array, gap: float) -> Array:
        """Return the ways from a point to the centre of a box beside it.

        The box touches the point with that place of its rim which lies in the direction, as
        seen on a square (so that a long label is met at many places along its long sides), and
        is then moved off by `gap`.
        """
        square = directions / np.max(np.abs(directions), axis=1, keepdims=True)
        steps: Array = square * self.half + directions * gap
        return steps

    def reach(self, directions: Array) -> Array:
        """Return how far the edge of the box is from its centre in each direction."""
        reach: Array = np.min(self.half / np.maximum(np.abs(directions), 1e-12), axis=-1)
        return reach

    def support(self, normal: Array) -> float:
        """Return how far the box extends in a direction."""
        return float(np.abs(normal) @ self.half)

    def build(self, *, dimension: bool = False) -> Choices:
        centres, strokes = np.concatenate(self.centres), np.concatenate(self.strokes)
        return Choices(
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


def name_choices(
    name: str, glyphs: Glyphs, em: float, *, place: Array, outward: Array, dot: float
) -> Choices:
    """Return the places around a point for its name, those outward from the figure first.

    Parameters
    ----------
    name, glyphs, em
        The label.
    place : ndarray, shape (2,)
        The point.
    outward : ndarray, shape (2,)
        The unit direction away from what is drawn at the point.
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
        builder.add_led(place, around, dot + gap * em, dot + 0.08 * em, costs)
    return builder.build()


def length_choices(
    of: tuple[str, str],
    text: str,
    glyphs: Glyphs,
    em: float,
    *,
    start: Array,
    stop: Array,
    heart: Array,
) -> Choices:
    """Return the places beside the middle of a segment for its length.

    The side away from the figure's `heart` is liked a little better.
    """
    builder = _Builder(LabelKind.LENGTH, of, text, glyphs, em)
    along, normal, length = _axes(start, stop)
    shares = np.array([0.5, 0.45, 0.55, 0.4, 0.6, 0.34, 0.66, 0.28, 0.72, 0.22, 0.78])
    for side in (1.0, -1.0):
        inner = _INNER * float(side * normal @ (heart - start) > 0)
        for level, gap in enumerate((0.28, 0.45)):
            off = side * (builder.support(normal) + gap * em)
            centres = start + shares[:, None] * along * length + normal * off
            builder.add(centres, 9 * np.abs(shares - 0.5) + 0.8 * level + inner)
    around = _around(16)
    slanted = 1 - np.abs(around @ normal)
    for level, gap in enumerate((1.2, 2.0, 3.0)):
        costs = 9 + 2 * level + 3 * slanted
        builder.add_led((start + stop) / 2, around, gap * em, 0.15 * em, costs)
    return builder.build()


def dimension_choices(
    of: tuple[str, str],
    text: str,
    glyphs: Glyphs,
    em: float,
    *,
    start: Array,
    stop: Array,
    heart: Array,
    ticked: int = 0,
) -> Choices:
    """Return the places of a dimension line beside a segment, its length on the line.

    The line is a bracket beside the segment, from end to end, and stops for the text; a text
    longer than the line stands beyond it. Of two such lines the longer one moves out more
    readily. It has the ticks of the group of equal segments whose number is `ticked`, if that is
    not 0.
    """
    builder = _Builder(LabelKind.LENGTH, of, text, glyphs, em)
    along, normal, length = _axes(start, stop)
    shares = np.array([0.5, 0.4, 0.6, 0.3, 0.7])
    room = float(builder.reach(along)) + 0.2 * em
    readily = 1.5 / (1 + length / (20 * em))
    turn, crossing = np.stack((along, normal)), ticks(ticked, em)
    for side in (normal, -normal):
        inner = _INNER * float(side @ (heart - start) > 0)
        for level, gap in enumerate((0.6, 1.0, 1.5, 2.1, 2.8)):
            off = side * (builder.support(normal) + gap * em)
            foot, first, last, end = bracket(start, stop, off, em)
            slants, top = [(*foot, *first), (*last, *end)], float(np.hypot(*(last - first)))
            costs = readily * level + 6 * np.abs(shares - 0.5) + inner
            for share, cost in zip(shares, costs, strict=True):
                centre = first + share * (last - first)
                before, after = share * top - room, (1 - share) * top - room
                rows = np.full((_LINES + len(crossing), 4), np.nan)
                rows[:2] = slants
                if min(before, after) > 0.2 * em:
                    rows[2] = *first, *(first + along * before)
                    rows[3] = *(last - along * after), *last
                    longest = rows[2] if before >= after else rows[3]
                else:
                    rows[2] = longest = np.array((*first, *last))
                    centre = centre + side * (builder.support(normal) + 0.25 * em)
                    cost += 1
                middle = longest.reshape(2, 2).mean(axis=0)
                for row, tick in enumerate(crossing, start=_LINES):
                    rows[row] = (middle + tick @ turn).ravel()
                builder.add(centre[None], np.array([cost]), rows[None])
    return builder.build(dimension=True)


def angle_choices(
    of: tuple[str, str, str],
    text: str,
    glyphs: Glyphs,
    em: float,
    *,
    vertex: Array,
    middle: float,
    opening: float,
    radius: float,
) -> Choices:
    """Return the places beyond the arc of an angle for its value.

    Parameters
    ----------
    of, text, glyphs, em
        The label.
    vertex : ndarray, shape (2,)
        The vertex.
    middle, opening : float
        The direction of the bisector and the size of the angle, in radians.
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
        builder.add_led(arc, around, gap * em, 0.1 * em, np.full(16, 10.0 + 2 * level))
    return builder.build()


def _unit(turns: Array) -> Array:
    return np.stack((np.cos(turns), np.sin(turns)), axis=-1)


def _around(count: int) -> Array:
    return _unit(2 * np.pi * np.arange(count) / count)


def _axes(start: Array, stop: Array) -> tuple[Array, Array, float]:
    """Return the direction, the normal and the length of a segment, however short."""
    length = float(np.hypot(*(stop - start)))
    along = (stop - start) / length if length > 1e-9 else np.array([1.0, 0.0])
    return along, np.array([-along[1], along[0]]), length
