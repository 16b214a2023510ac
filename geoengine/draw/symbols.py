"""The symbols that marks are drawn with, in pixels: squares, ticks, arrows and arcs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.arcs import Arc, angle_arcs
from geoengine.draw.brackets import bracket, ticks
from geoengine.draw.fitting import Strokes, reach
from geoengine.draw.marks import Marks, Pair
from geoengine.draw.overlap import segment_gaps

__all__ = ["Symbols", "make_symbols"]

Array = NDArray[np.float64]

# All in em: the side of a square; an arrow, and how far arrows are apart.
_SQUARE, _ARROW, _ARROWS_APART = 0.52, 0.3, 0.32
# Where along a segment a symbol may stand, and what each step from the middle costs, in em.
_SHARES = np.array([0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8])
_ASIDE = 2.5
# How much a corner is liked for each arm that points to a named end of its line, in em.
_NAMED = 0.5
# Symbols keep this far off what else is drawn, if they can.
_CLEAR = 0.6
# How far off a bracket may stand, in em, and at how many places each of its three parts is looked
# at; the least size of a symbol.
_BRACKETS, _SAMPLES, _LEAST = (0.8, 1.15), 12, 0.4


@dataclass(frozen=True)
class Symbols:
    """The symbols of a picture.

    Parameters
    ----------
    lines : tuple of ndarray, each of shape (corners, 2)
        Squares, ticks and arrows.
    arcs : tuple of Arc
        The arcs of equal angles.
    values : tuple of Arc
        The arcs of angles whose value is printed, in the order of the marks.
    brackets : tuple of ndarray, each of shape (4, 2)
        Those beside segments with a point in between, which have the ticks.
    """

    lines: tuple[Array, ...]
    arcs: tuple[Arc, ...]
    values: tuple[Arc, ...]
    brackets: tuple[Array, ...] = ()

    def all_arcs(self) -> Iterable[Arc]:
        """Return all arcs, each once: an angle with a value may be one of equal ones."""
        return dict.fromkeys((*self.arcs, *self.values))

    def pieces(self) -> Array:
        """Return everything as short segments, an array of shape (n, 4)."""
        rows = [np.hstack((line[:-1], line[1:])) for line in (*self.lines, *self.brackets)]
        rows += [arc.pieces() for arc in self.all_arcs()]
        return np.concatenate([*rows, np.empty((0, 4))])


def make_symbols(marks: Marks, strokes: Strokes, em: float) -> Symbols:
    """Find a place for every symbol.

    Parameters
    ----------
    marks : Marks
    strokes : Strokes
        The figure.
    em : float
        The size of the text, to which symbols are fitted, in pixels.

    Examples
    --------
    >>> from geoengine.draw.fitting import frame
    >>> from geoengine.draw.sketch import Sketch
    >>> strokes = frame(Sketch({"A": (0, 0), "B": (9, 0)}, [("A", "B")]), 100, 100)
    >>> symbols = make_symbols(Marks(ticks=[[("A", "B")]]), strokes, 10)
    >>> symbols.pieces().tolist()
    [[50.0, 47.0, 50.0, 53.0]]
    """
    arcs, values = angle_arcs(marks.arcs, list(marks.angles), strokes.places, em)
    maker = _Maker(strokes, em, np.concatenate([*(a.pieces() for a in arcs + values), _NONE]))
    for lines in marks.right_angles:
        maker.add_square(*lines)
    told = {frozenset(pair) for pair in marks.lengths}
    for number, group in enumerate(marks.ticks, start=1):
        for pair in group:
            # A dimension line, which stands beside a segment with a point in between, has them.
            if frozenset(pair) not in told or not strokes.spans(pair):
                maker.add_ticks(pair, number)
    for number, group in enumerate(marks.arrows, start=1):
        for pair in maker.aligned(group):
            maker.add_along(*maker.ends(pair), maker.arrows(number), but=pair)
    return Symbols(tuple(maker.found), tuple(arcs), tuple(values), tuple(maker.brackets))


_NONE = np.empty((0, 4))


class _Maker:
    """Places symbols one by one, each off what stands there already."""

    def __init__(self, strokes: Strokes, em: float, taken: Array) -> None:
        self.strokes, self.em = strokes, em
        self.drawn = np.concatenate((strokes.lines, strokes.aids))
        self.taken = taken
        self.found: list[Array] = []
        self.brackets: list[Array] = []
        self.squares: list[Array] = []

    def add(self, lines: Sequence[Array]) -> None:
        self.found += lines
        self.take(lines)

    def take(self, lines: Sequence[Array]) -> None:
        rows = [np.hstack((line[:-1], line[1:])) for line in lines]
        self.taken = np.concatenate((self.taken, *rows))

    def add_square(self, first: Pair, second: Pair) -> None:
        """Add the square of a right angle, in the quadrant that is clearest."""
        (p, q), (r, s) = self.ends(first), self.ends(second)
        u, v = (q - p) / np.hypot(*(q - p)), (s - r) / np.hypot(*(s - r))
        at = _meeting(p, u, r, v)
        if any(np.hypot(*(at - other)) < 1 for other in self.squares):
            return
        choices = []
        for way in ((u, v), (u, -v), (-u, v), (-u, -v)):
            arms = [reach(self.drawn, at, arm) for arm in way]
            side = min(_SQUARE * self.em, 0.4 * min(arms))
            if side > 0.2 * self.em:
                corners = at + side * np.array([way[0], way[0] + way[1], way[1]])
                inside = at + 1.7 * side * (way[0] + way[1]) / 2
                # Off other lines, and in a quadrant whose arms run on rather than end.
                room = min(self.gap(inside[None], but=(first, second))[0], 2 * self.em)
                # Where the lines end in named points, in the quadrant of these.
                room += _NAMED * self.em * self.named(at, way, (first, second))
                choices.append((side + room + 0.02 * min(min(arms), 20 * self.em), corners))
        if choices:
            self.squares.append(at)
            self.add([max(choices, key=lambda choice: choice[0])[1]])

    def named(self, at: Array, way: tuple[Array, Array], pairs: tuple[Pair, Pair]) -> int:
        """Return how many arms of a corner point to where a line was said to go."""
        ends = [[place - at for place in self.ends(pair)] for pair in pairs]
        return sum(any(arm @ end > 1 for end in line) for arm, line in zip(way, ends, strict=True))

    def add_ticks(self, pair: Pair, number: int) -> None:
        """Add ticks to a segment, or where a point is in between to a bracket beside it."""
        start, stop = self.ends(pair)
        if not self.strokes.spans(pair):
            self.add_along(start, stop, ticks(number, self.em), but=pair)
            return
        way = (stop - start) / np.hypot(*(stop - start)) * self.em
        offs = [side * gap * np.array([-way[1], way[0]]) for gap in _BRACKETS for side in (1, -1)]
        # Of two that are as free, the first is nearer.
        corners = min((bracket(start, stop, off, self.em) for off in offs), key=self.crowding)
        self.add_along(corners[1], corners[2], ticks(number, self.em))
        self.brackets.append(corners)
        self.take([corners])

    def ends(self, pair: Pair) -> tuple[Array, Array]:
        """Return where two points are."""
        return self.strokes.places[pair[0]], self.strokes.places[pair[1]]

    def crowding(self, corners: Array) -> float:
        """Return how near a bracket is to other things, the sum of it along the bracket."""
        shares = np.linspace(0, 1, _SAMPLES)[:, None]
        places = np.concatenate([p + shares * (q - p) for p, q in pairwise(corners)])
        weights = np.repeat([np.hypot(*(q - p)) for p, q in pairwise(corners)], _SAMPLES)
        near = np.maximum(1 - self.gap(places) / (_CLEAR * self.em), 0)
        return float(weights @ near) / _SAMPLES

    def add_along(
        self, start: Array, stop: Array, shape: Sequence[Array], but: Pair | None = None
    ) -> None:
        """Add a shape, told along and across a line, where there is most room on it."""
        length = float(np.hypot(*(stop - start)))
        along = (stop - start) / length
        turn = np.stack((along, np.array([-along[1], along[0]])))
        centres = start + _SHARES[:, None] * (stop - start)
        width = max(float(np.abs(line[:, 0]).max()) for line in shape)
        room = self.gap(centres, but=(but,) if but else ()) - width
        costs = _ASIDE * np.abs(_SHARES - 0.5) * self.em
        best = int(np.argmax(np.minimum(room, _CLEAR * self.em) * 2 - costs))
        # On a short segment there is room for a small shape.
        scale = min(1.0, length / (2.2 * width)) if width else 1.0
        if scale > _LEAST:
            self.add([centres[best] + scale * line @ turn for line in shape])

    def gap(self, places: Array, but: Sequence[Pair] = ()) -> Array:
        """Return how far places are from points, lines but a few, circles and other symbols."""
        own = np.array([[self.strokes.places[name] for name in pair] for pair in but])
        ends = own.reshape(-1, 2)
        # Both ends of one of the pairs are on it.
        own_line = np.all(
            segment_gaps(ends, self.drawn).reshape(len(but), 2, len(self.drawn)) < 0.5, axis=1
        )
        rows = np.concatenate([self.drawn[~own_line.any(axis=0)], self.taken])
        gaps = [np.hypot(*(places[:, None] - self.strokes.dots[None]).transpose(2, 0, 1))]
        if len(rows):
            gaps.append(segment_gaps(places, rows))
        if len(self.strokes.circles):
            away = places[:, None] - self.strokes.circles[None, :, :2]
            gaps.append(np.abs(np.hypot(*away.transpose(2, 0, 1)) - self.strokes.circles[:, 2]))
        nearest: Array = np.concatenate(gaps, axis=1).min(axis=1)
        return nearest

    def arrows(self, number: int) -> list[Array]:
        """Return so many arrow heads, pointing along a segment."""
        at = (np.arange(number) - (number - 1) / 2) * _ARROWS_APART * self.em
        back, wide = _ARROW * self.em, 0.7 * _ARROW * self.em
        head = np.array([(-back / 2, -wide), (back / 2, 0.0), (-back / 2, wide)])
        return [head + np.array([x, 0.0]) for x in at]

    def aligned(self, group: Sequence[Pair]) -> Iterator[Pair]:
        """Yield parallel segments, all in one sense."""
        ways = [self.strokes.places[b] - self.strokes.places[a] for a, b in group]
        # To the right, or upwards: as one would draw them.
        sense = ways[0] * (1 if (round(ways[0][0], 3), -ways[0][1]) > (0, 0) else -1)
        for pair, way in zip(group, ways, strict=True):
            yield pair if way @ sense > 0 else (pair[1], pair[0])


def _meeting(p: Array, u: Array, r: Array, v: Array) -> Array:
    """Return where two lines meet, each told by a place and a direction."""
    share = ((r - p)[0] * v[1] - (r - p)[1] * v[0]) / (u[0] * v[1] - u[1] * v[0])
    meeting: Array = p + share * u
    return meeting
