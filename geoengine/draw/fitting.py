"""Fitting of a sketch into a picture: its points, lines and circles in pixels."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.sketch import Sketch, circle_place

__all__ = [
    "PixelFigure",
    "covered",
    "fit_sketch",
    "line_of",
    "merge_segments",
    "reach",
    "runs",
    "visible_arc",
]

Array = NDArray[np.float64]

# The margin on each side, as a fraction of the picture's shorter side: room for a label.
_MARGIN = 0.065
# A circle is shown whole unless that would shrink the figure by more than this factor.
_SHRINK = 2.2
# Two lines closer than this, in pixels, are one line.
_SAME_LINE = 0.05
# A point closer to a line than this, in pixels, looks as if it lay on it.
_SAME_DOT = 1.0
# An arm of an angle counts as drawn if a line runs along it this far, as a fraction of the
# picture's shorter side.
_ARM = 0.025


@dataclass(frozen=True)
class PixelFigure:
    """A figure in pixels, y downwards from the top left corner.

    Parameters
    ----------
    places : dict of str to ndarray of shape (2,)
        The named points.
    dots : ndarray, shape (points, 2)
        The same points, in order.
    lines : ndarray, shape (lines, 4)
        The drawn segments; those that meet on one line are merged.
    aids : ndarray, shape (aids, 4)
        Thin dashed segments: auxiliary lines, and undrawn segments that a marked length or angle
        needs.
    circles : ndarray, shape (circles, 3)
        Centers and radii.
    """

    places: dict[str, Array]
    dots: Array
    lines: Array
    aids: Array
    circles: Array
    _spanned: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False, compare=False)

    def spans(self, pair: tuple[str, str]) -> bool:
        """Whether another point seems to lie between the ends of a segment.

        A mark on such a segment would seem to belong to a part of it.
        """
        if pair not in self._spanned:
            start, stop = (self.places[name] for name in pair)
            way = stop - start
            apart = self.dots - start
            along = apart @ way / (way @ way)
            off = np.abs(apart @ np.array([-way[1], way[0]])) / np.hypot(*way)
            ends_off = np.minimum(np.abs(apart).max(axis=1), np.abs(self.dots - stop).max(axis=1))
            between = (off < _SAME_DOT) & (along > 0) & (along < 1) & (ends_off > _SAME_DOT)
            self._spanned[pair] = bool(between.any())
        return self._spanned[pair]


def fit_sketch(sketch: Sketch, width: float, height: float) -> PixelFigure:
    """Scale a sketch to fill a picture, by the same factor in both directions.

    All points and all circles of comparable size fit into the picture; a circle much larger than
    the rest of the figure is cut off.

    Parameters
    ----------
    sketch : Sketch
        The figure.
    width, height : float
        The size of the picture in pixels.

    Examples
    --------
    >>> figure = fit_sketch(Sketch({"A": (0, 0), "B": (2, 1)}), 1000, 1000)
    >>> figure.dots.round().tolist()
    [[65.0, 718.0], [935.0, 282.0]]
    """
    xy = np.array([sketch.points[name] for name in sketch.points], dtype=float)
    circles = np.array([circle_place(sketch.points, circle) for circle in sketch.circles])
    circles = circles.reshape(-1, 3)
    margin = _MARGIN * min(width, height)
    room = np.array([width - 2 * margin, height - 2 * margin])
    low, high = xy.min(axis=0), xy.max(axis=0)
    need = float(np.max((high - low) / room))
    for x, y, radius in circles[np.argsort(circles[:, 2], kind="stable")]:
        wider_low = np.minimum(low, (x - radius, y - radius))
        wider_high = np.maximum(high, (x + radius, y + radius))
        wider = float(np.max((wider_high - wider_low) / room))
        if need == 0 or wider <= _SHRINK * need:
            low, high = wider_low, wider_high
            need = need or wider
    # A single point has no extent: any scale will do.
    scale = 1 / (float(np.max((high - low) / room)) or 1.0)
    middle, centre = (low + high) / 2, np.array([width, height]) / 2

    dots = (xy - middle) * (scale, -scale) + centre
    places = dict(zip(sketch.points, dots, strict=True))
    rings = np.empty_like(circles)
    rings[:, :2] = (circles[:, :2] - middle) * (scale, -scale) + centre
    rings[:, 2] = circles[:, 2] * scale

    lines = merge_segments(_between(places, list(sketch.segments)))
    wanted = [*sketch.dashed, *sketch.marks.lengths]
    wanted += [pair for a, b, c in sketch.marks.angles for pair in ((b, a), (b, c))]
    missing = [row for row in _between(places, wanted) if not covered(row, lines)]
    arms = [(b, end) for group in sketch.marks.arcs for a, b, c in group for end in (a, c)]
    side = min(width, height)
    missing += [row for row in _between(places, arms) if not runs(lines, row[:2], row[2:], side)]
    aids = merge_segments(np.array(missing).reshape(-1, 4))
    return PixelFigure(places, dots, lines, aids, rings)


def _between(places: dict[str, Array], pairs: list[tuple[str, str]]) -> Array:
    rows = [np.concatenate((places[a], places[b])) for a, b in pairs]
    return np.array(rows).reshape(-1, 4)


def merge_segments(segments: Array) -> Array:
    """Merge segments that overlap or touch on one line, so that each line is drawn once.

    Segments without length are left out.

    Parameters
    ----------
    segments : ndarray, shape (n, 4)
        Each from (x, y) to (x, y), in pixels.

    Returns
    -------
    ndarray, shape (m, 4)

    Examples
    --------
    >>> merge_segments(np.array([[0, 0, 2, 0], [1, 0, 5, 0], [7, 0, 8, 0.0]])).tolist()
    [[0.0, 0.0, 5.0, 0.0], [7.0, 0.0, 8.0, 0.0]]
    """
    steps = segments[:, 2:] - segments[:, :2]
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    order = np.argsort(-lengths, kind="stable")[: np.count_nonzero(lengths)]
    rows, ways = segments[order], steps[order] / lengths[order, None]
    apart = rows.reshape(1, -1, 2, 2) - rows[:, None, None, :2]
    along = (apart @ ways[:, None, :, None])[..., 0]
    off = (apart @ np.stack((-ways[:, 1], ways[:, 0]), axis=1)[:, None, :, None])[..., 0]
    on_line: list[list[bool]] = np.all(np.abs(off) < _SAME_LINE, axis=2).tolist()
    reaches = np.sort(along, axis=2).tolist()
    left = set(range(len(rows)))
    joined: list[tuple[int, float, float]] = []
    for row in range(len(rows)):
        if row not in left:
            continue
        on = [other for other in left if on_line[row][other]]
        left.difference_update(on)
        (start, stop), *further = sorted(reaches[row][other] for other in on)
        for low, high in further:
            if low > stop + _SAME_LINE:
                joined.append((row, start, stop))
                start = low
            stop = max(stop, high)
        joined.append((row, start, stop))
    whose = [row for row, _, _ in joined]
    ends = np.array([[start, stop] for _, start, stop in joined]).reshape(-1, 2, 1)
    merged: Array = (rows[whose, None, :2] + ends * ways[whose, None]).reshape(-1, 4)
    return merged


def covered(segment: Array, lines: Array) -> bool:
    """Return whether a segment is part of one of the lines.

    Examples
    --------
    >>> covered(np.array([1, 0, 2, 0.0]), np.array([[0, 0, 5, 0.0]]))
    True
    """
    return line_of(segment, lines) is not None


def line_of(segment: Array, lines: Array) -> int | None:
    """Return the number of the first of the lines of which a segment is part, if there is one.

    Examples
    --------
    >>> line_of(np.array([1, 0, 2, 0.0]), np.array([[0, 0, 0, 5], [0, 0, 5, 0.0]]))
    1
    """
    start, stop = segment[:2], segment[2:]
    gap = float(np.hypot(*(stop - start)))
    if gap == 0:
        return None
    found = np.flatnonzero(_reaches(lines, start, (stop - start) / gap) > gap - _SAME_LINE)
    return int(found[0]) if len(found) else None


def reach(lines: Array, at: Array, direction: Array) -> float:
    """Return how far, in pixels, a line extends from a position in a direction; 0 if none does.

    Parameters
    ----------
    lines : ndarray, shape (n, 4)
        Merged segments: no two overlap or touch on one line.
    at, direction : ndarray, shape (2,)
        A position and a unit vector.

    Examples
    --------
    >>> reach(np.array([[0, 0, 5, 0.0]]), np.array([1.0, 0.0]), np.array([1.0, 0.0]))
    4.0
    """
    return float(_reaches(lines, at, direction).max(initial=0.0))


def _reaches(lines: Array, at: Array, direction: Array) -> Array:
    """Return how far each line extends from a position in a direction; 0 if it does not."""
    apart = lines.reshape(-1, 2, 2) - at
    along = apart @ direction
    off = np.abs(apart @ np.array([-direction[1], direction[0]]))
    here = (off < _SAME_LINE).all(axis=1) & (along < _SAME_LINE).any(axis=1)
    reaches: Array = np.where(here, along.max(axis=1), 0.0)
    return reaches


def runs(lines: Array, at: Array, to: Array, side: float) -> bool:
    """Return whether a line leads from one position some way towards another.

    It must extend over nine tenths of the distance or over `_ARM` of `side`, the picture's shorter
    side, whichever is less.

    Examples
    --------
    >>> at, to = np.array([1.0, 0.0]), np.array([40.0, 0.0])
    >>> runs(np.array([[0, 0, 30, 0.0]]), at, to, side=1000)
    True
    """
    gap = float(np.hypot(*(to - at)))
    return gap > _SAME_LINE and reach(lines, at, (to - at) / gap) > min(_ARM * side, 0.9 * gap)


def visible_arc(circle: Array, size: int) -> Array | None:
    """Return points of the arc of a circle that is seen, if the circle is far larger than that.

    Parameters
    ----------
    circle : ndarray, shape (3,)
        Center and radius, in pixels.
    size : int
        The longer side of the picture, in pixels.

    Returns
    -------
    ndarray of shape (257, 2) or None
        None for a circle that can be drawn as one.

    Examples
    --------
    >>> visible_arc(np.array([50.0, 50.0, 30.0]), 100) is None
    True
    >>> visible_arc(np.array([50.0, 1050.0, 1000.0]), 100)[128].round(6).tolist()
    [50.0, 50.0]
    """
    x, y, radius = map(float, circle)
    if radius < 4 * size:
        return None
    towards = np.arctan2(size / 2 - y, size / 2 - x)
    turns = towards + np.linspace(-1, 1, 257) * size / radius
    return np.stack((x + radius * np.cos(turns), y + radius * np.sin(turns)), axis=-1)
