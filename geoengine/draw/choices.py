"""Where a label may stand: the choices that the placement has for each label."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

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

# No stroke: what fills the rows of choices which have fewer strokes than others.
_NONE = (np.nan,) * 4
_TURN = 2 * math.pi


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
        Whether the strokes are a dimension line.
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
    """Collects the choices of one label."""

    def __init__(self, kind: LabelKind, of: tuple[str, ...], text: str, glyphs: Glyphs, em: float):
        self.kind, self.of, self.text, self.glyphs, self.em = kind, of, text, glyphs, em
        self.half = np.array([glyphs.width, glyphs.height]) * em / 2
        self.rows: list[tuple[Array, float, list[tuple[float, ...]]]] = []

    def add(self, centre: Array, cost: float, strokes: list[tuple[float, ...]]) -> None:
        self.rows.append((centre, cost, strokes))

    def add_led(
        self, anchor: Array, direction: Array, gap: float, clear: float, cost: float
    ) -> None:
        """Add a place away from `anchor`, with a thin line that leads there."""
        edge = anchor + direction * gap
        start = anchor + direction * clear
        stop = edge - direction * 0.12 * self.em
        self.add(edge + direction * self.reach(direction), cost, [(*start, *stop)])

    def reach(self, direction: Array) -> float:
        """Return how far the edge of the box is from its centre in a direction."""
        with np.errstate(divide="ignore"):
            return float(np.min(self.half / np.abs(direction)))

    def support(self, normal: Array) -> float:
        """Return how far the box extends in a direction."""
        return float(np.abs(normal) @ self.half)

    def build(self, *, dimension: bool = False) -> Choices:
        centres = np.array([row[0] for row in self.rows])
        most = max(len(row[2]) for row in self.rows)
        strokes = [row[2] + [_NONE] * (most - len(row[2])) for row in self.rows]
        return Choices(
            self.kind,
            self.of,
            self.text,
            self.glyphs,
            self.em,
            np.hstack((centres - self.half, centres + self.half)),
            np.array([row[1] for row in self.rows], dtype=float),
            np.array(strokes, dtype=float).reshape(len(self.rows), most, 4),
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
    for turn in range(24):
        direction = np.array([math.cos(_TURN * turn / 24), math.sin(_TURN * turn / 24)])
        aside = 0.7 * (1 - float(direction @ outward))
        for level, gap in enumerate((0.2, 0.38, 0.62)):
            step = dot + gap * em + builder.reach(direction)
            builder.add(place + direction * step, 0.9 * level + aside, [])
        for level, gap in enumerate((1.1, 1.8, 2.7, 3.8)):
            cost = 6 + 2 * level + aside
            builder.add_led(place, direction, dot + gap * em, dot + 0.08 * em, cost)
    return builder.build()


def length_choices(
    of: tuple[str, str], text: str, glyphs: Glyphs, em: float, *, start: Array, stop: Array
) -> Choices:
    """Return the places beside the middle of a segment for its length."""
    builder = _Builder(LabelKind.LENGTH, of, text, glyphs, em)
    along, normal, length = _axes(start, stop)
    for side in (1.0, -1.0):
        for share in (0.5, 0.45, 0.55, 0.4, 0.6, 0.34, 0.66, 0.28, 0.72, 0.22, 0.78):
            for level, gap in enumerate((0.28, 0.45)):
                centre = start + along * length * share
                off = side * (builder.support(normal) + gap * em)
                builder.add(centre + normal * off, 9 * abs(share - 0.5) + 0.8 * level, [])
    middle = (start + stop) / 2
    for turn in range(16):
        direction = np.array([math.cos(_TURN * turn / 16), math.sin(_TURN * turn / 16)])
        slanted = 1 - abs(float(direction @ normal))
        for level, gap in enumerate((1.2, 2.0, 3.0)):
            builder.add_led(middle, direction, gap * em, 0.15 * em, 9 + 2 * level + 3 * slanted)
    return builder.build()


def dimension_choices(
    of: tuple[str, str], text: str, glyphs: Glyphs, em: float, *, start: Array, stop: Array
) -> Choices:
    """Return the places of a dimension line beside a segment, its length on the line.

    The line runs beside the segment from end to end, closed by ticks, and stops for the text; a
    text longer than the line stands beyond it.
    """
    builder = _Builder(LabelKind.LENGTH, of, text, glyphs, em)
    along, normal, length = _axes(start, stop)
    room = builder.reach(along) + 0.2 * em
    for side in (1.0, -1.0):
        for level, gap in enumerate((0.3, 0.7, 1.2, 1.8, 2.6)):
            off = side * normal * (builder.support(normal) + gap * em)
            first, last = start + off, stop + off
            towards = -side * normal
            ticks: list[tuple[float, ...]] = [
                (*(end - towards * 0.15 * em), *(end + towards * 0.4 * em)) for end in (first, last)
            ]
            for share in (0.5, 0.4, 0.6, 0.3, 0.7):
                cost = 1.5 * level + 6 * abs(share - 0.5)
                before, after = length * share - room, length * (1 - share) - room
                if min(before, after) > 0.2 * em:
                    pieces = [(*first, *(first + along * before)), (*(last - along * after), *last)]
                    builder.add(first + along * length * share, cost, pieces + ticks)
                else:
                    beyond = side * normal * (builder.support(normal) + 0.25 * em)
                    line = [(*first, *last)]
                    builder.add(first + along * length * share + beyond, cost + 1, line + ticks)
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
        The radius of its arc.
    """
    builder = _Builder(LabelKind.ANGLE, of, text, glyphs, em)
    for share in (0.0, 0.12, -0.12, 0.24, -0.24):
        bearing = middle + share * opening
        direction = np.array([math.cos(bearing), math.sin(bearing)])
        for level, gap in enumerate((0.18, 0.4, 0.8, 1.3, 2.0)):
            step = radius + gap * em + builder.reach(direction)
            builder.add(vertex + direction * step, 1.2 * level + 5 * abs(share), [])
    arc = vertex + radius * np.array([math.cos(middle), math.sin(middle)])
    for turn in range(16):
        direction = np.array([math.cos(_TURN * turn / 16), math.sin(_TURN * turn / 16)])
        for level, gap in enumerate((1.2, 2.0, 3.0)):
            builder.add_led(arc, direction, gap * em, 0.1 * em, 10 + 2 * level)
    return builder.build()


def _axes(start: Array, stop: Array) -> tuple[Array, Array, float]:
    length = float(np.hypot(*(stop - start)))
    along = (stop - start) / length
    return along, np.array([-along[1], along[0]]), length
