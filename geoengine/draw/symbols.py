"""The symbols of marks, in pixels: squares, ticks, arrows, arcs and brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.arcs import Arc, angle_arcs
from geoengine.draw.brackets import bracket, ticks
from geoengine.draw.fitting import PixelFigure, merge_segments, reach
from geoengine.draw.marks import Marks, Pair, Triple
from geoengine.draw.overlap import circle_crossings, crossings, pieces_of, segment_gaps

__all__ = ["Symbols", "make_symbols"]

Array = NDArray[np.float64]

# In em: the side of a square, and the sides of larger ones, for where that one would cross another
# symbol; the cost of each thing that a square or a bracket crosses; the length of an arrow, and the
# distance of arrows.
_SQUARES, _CROSSED, _ARROW, _ARROWS_APART = (0.52, 0.95, 1.4), 1.0, 0.3, 0.32
# The allowed positions of a symbol along a segment, and the cost of distance from the middle.
_SHARES = np.array([0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8])
_ASIDE = 2.5
# How far an arm that is drawn for the sake of an arc extends, as a multiple of the arc's radius.
_PAST = 1.15
# The cosine of the angle below which two directions are those of one line.
_SAME_LINE = 0.9999
# The preference for a corner for each arm that points to a named end of its line, in em.
_NAMED = 0.5
# The distance that symbols keep from everything else if they can, in em.
_CLEAR = 0.6
# The distances of a bracket from its segment, in em; the number of samples on each of its three
# parts; the smallest scale of a symbol.
_BRACKETS, _SAMPLES, _LEAST = (0.8, 1.4), 12, 0.4


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
        Brackets beside segments with further points on them; they carry the ticks.
    rays : ndarray, shape (n, 4)
        Thin dashed lines from the end of a line to the arc of an angle of which it is an arm.
    """

    lines: tuple[Array, ...]
    arcs: tuple[Arc, ...]
    values: tuple[Arc, ...]
    brackets: tuple[Array, ...] = ()
    rays: Array = field(default_factory=lambda: np.empty((0, 4)))

    def all_arcs(self) -> Iterable[Arc]:
        """Return all arcs, each once: an angle with a value may also be one of equal angles."""
        return dict.fromkeys((*self.arcs, *self.values))

    def pieces(self) -> Array:
        """Return all symbols as short segments, an array of shape (n, 4)."""
        rows = [*map(pieces_of, (*self.lines, *self.brackets))]
        rows += [self.rays, *(arc.pieces() for arc in self.all_arcs())]
        return np.concatenate([*rows, np.empty((0, 4))])


def make_symbols(marks: Marks, figure: PixelFigure, em: float) -> Symbols:
    """Find a position for every symbol, and return them; one without enough room is left out.

    Parameters
    ----------
    marks : Marks
    figure : PixelFigure
        The figure.
    em : float
        The text size in pixels, which the size of symbols follows.

    Examples
    --------
    >>> from geoengine.draw.fitting import fit_sketch
    >>> from geoengine.draw.sketch import Sketch
    >>> figure = fit_sketch(Sketch({"A": (0, 0), "B": (9, 0)}, [("A", "B")]), 100, 100)
    >>> symbols = make_symbols(Marks(ticks=[[("A", "B")]]), figure, 10)
    >>> symbols.pieces().tolist()
    [[50.0, 47.0, 50.0, 53.0]]
    """
    drawn = np.concatenate((figure.lines, figure.aids))
    arcs, values = angle_arcs(marks.arcs, list(marks.angles), figure.places, em, drawn)
    rays = _rays([*chain(*marks.arcs), *marks.angles], arcs + values, figure.places, drawn)
    maker = _Maker(figure, em, np.concatenate([rays, *(a.pieces() for a in arcs + values)]))
    for lines in marks.right_angles:
        maker.add_square(*lines)
    printed = {frozenset(pair) for pair in marks.lengths}
    for number, group in enumerate(marks.ticks, start=1):
        for pair in group:
            # A dimension line, beside a segment with further points on it, has its own ticks.
            if frozenset(pair) not in printed or not figure.spans(pair):
                maker.add_ticks(pair, number)
    maker.add_ticks_of_brackets()
    for number, group in enumerate(marks.arrows, start=1):
        for pair in maker.aligned(group):
            maker.add_along(*maker.ends(pair), maker.arrows(number), ignoring=pair)
    brackets = tuple(corners for corners, _ in maker.ticked)
    return Symbols(tuple(maker.found), tuple(arcs), tuple(values), brackets, rays)


def _rays(
    angles: Sequence[Triple], arcs: Sequence[Arc], places: dict[str, Array], drawn: Array
) -> Array:
    """Return what has to be added to the drawn arms of angles so that they reach their arcs."""
    added = []
    for (one, vertex, other), arc in zip(angles, arcs, strict=True):
        at = places[vertex]
        for name in (one, other):
            way = places[name] - at
            way /= np.hypot(*way)
            start = reach(drawn, at, way)
            if start < arc.outer:
                added.append(np.concatenate((at + start * way, at + _PAST * arc.outer * way)))
    return merge_segments(np.array(added).reshape(-1, 4))


class _Maker:
    """Places symbols one by one, each clear of those already placed."""

    def __init__(self, figure: PixelFigure, em: float, taken: Array) -> None:
        self.figure, self.em = figure, em
        self.drawn = np.concatenate((figure.lines, figure.aids))
        self.taken = taken
        self.found: list[Array] = []
        self.ticked: list[tuple[Array, int]] = []
        self.squares: list[tuple[Array, Array]] = []

    def add(self, lines: Sequence[Array]) -> None:
        """Add the lines of a symbol."""
        self.found += lines
        self.take(lines)

    def take(self, lines: Sequence[Array]) -> None:
        """Keep later symbols clear of these lines."""
        self.taken = np.concatenate((self.taken, *map(pieces_of, lines)))

    def add_square(self, first: Pair, second: Pair) -> None:
        """Add the square of a right angle in the quadrant with most room, if one has enough."""
        (p, q), (r, s) = self.ends(first), self.ends(second)
        u, v = (q - p) / np.hypot(*(q - p)), (s - r) / np.hypot(*(s - r))
        at = _meeting(p, u, r, v)
        # Two pairs of perpendicular lines may meet in one point.
        if any(
            np.hypot(*(at - other)) < 1 and max(abs(u @ arm), abs(v @ arm)) > _SAME_LINE
            for other, arm in self.squares
        ):
            return
        choices = [
            choice
            for way in ((u, v), (u, -v), (-u, v), (-u, -v))
            for choice in self.squares_in(at, way, (first, second))
        ]
        if choices:
            self.squares.append((at, u))
            self.add([max(choices, key=lambda choice: choice[0])[1]])

    def squares_in(
        self, at: Array, way: tuple[Array, Array], pairs: tuple[Pair, Pair]
    ) -> Iterator[tuple[float, Array]]:
        """Yield how good each square in a quadrant is, and its corners.

        Where the small square crosses a symbol, one of the larger ones may go around that.
        """
        arms = [reach(self.drawn, at, arm) for arm in way]
        for scale in _SQUARES:
            side = min(scale * self.em, 0.4 * min(arms))
            if side <= 0.2 * self.em:
                return
            corners = at + side * np.array([way[0], way[0] + way[1], way[1]])
            inside = at + 1.7 * side * (way[0] + way[1]) / 2
            # Clear of other lines, in a quadrant with long arms.
            room = min(self.gap(inside[None], ignoring=pairs)[0], 2 * self.em)
            # A quadrant whose arms lead to the named ends of the lines is preferred.
            room += _NAMED * self.em * self.named(at, way, pairs)
            room += 0.02 * min(min(arms), 20 * self.em)
            crossed = crossings(pieces_of(corners), self.taken).sum()
            yield side + room - _CROSSED * self.em * crossed, corners
            if not crossed:
                return

    def named(self, at: Array, way: tuple[Array, Array], pairs: tuple[Pair, Pair]) -> int:
        """Return how many arms of a corner point to a named end of their line."""
        ends = [[place - at for place in self.ends(pair)] for pair in pairs]
        return sum(any(arm @ end > 1 for end in line) for arm, line in zip(way, ends, strict=True))

    def add_ticks(self, pair: Pair, number: int) -> None:
        """Add ticks to a segment, or a bracket beside it if other points lie on it."""
        start, stop = self.ends(pair)
        if not self.figure.spans(pair):
            self.add_along(start, stop, ticks(number, self.em), ignoring=pair)
            return
        way = (stop - start) / np.hypot(*(stop - start)) * self.em
        offs = [side * gap * np.array([-way[1], way[0]]) for gap in _BRACKETS for side in (1, -1)]
        # On a tie the first is nearer to the segment.
        brackets = (bracket(start, stop, off, self.em, self.taken) for off in offs)
        corners = min(brackets, key=lambda one: self.crowding(one) + self.crossing(one))
        self.ticked.append((corners, number))
        self.take([corners])

    def add_ticks_of_brackets(self) -> None:
        """Add the ticks of all brackets, clear of where these cross each other."""
        for corners, number in self.ticked:
            own = (self.taken[:, None] == pieces_of(corners)).all(axis=2).any(axis=1)
            self.taken = self.taken[~own]
            self.add_along(corners[1], corners[2], ticks(number, self.em))
            self.take([corners])

    def ends(self, pair: Pair) -> tuple[Array, Array]:
        """Return the positions of two points."""
        return self.figure.places[pair[0]], self.figure.places[pair[1]]

    def crowding(self, corners: Array) -> float:
        """Return how close a bracket is to other things, summed along it; 0 if it is clear."""
        shares = np.linspace(0, 1, _SAMPLES)[:, None]
        places = np.concatenate([p + shares * (q - p) for p, q in pairwise(corners)])
        weights = np.repeat([np.hypot(*(q - p)) for p, q in pairwise(corners)], _SAMPLES)
        near = np.maximum(1 - self.gap(places) / (_CLEAR * self.em), 0)
        return float(weights @ near) / _SAMPLES

    def crossing(self, corners: Array) -> float:
        """Return the cost of the lines, circles and symbols that a bracket crosses."""
        rows = pieces_of(corners)
        count = crossings(rows, np.concatenate((self.drawn, self.taken))).sum()
        count += circle_crossings(rows, self.figure.circles).sum()
        return _CROSSED * self.em * float(count)

    def add_along(
        self, start: Array, stop: Array, shape: Sequence[Array], ignoring: Pair | None = None
    ) -> None:
        """Add a shape, in coordinates along and across a line, where there is most room.

        On a short line it shrinks; on one that is far too short it is left out.
        """
        length = float(np.hypot(*(stop - start)))
        along = (stop - start) / length
        turn = np.stack((along, np.array([-along[1], along[0]])))
        centres = start + _SHARES[:, None] * (stop - start)
        width = max(float(np.abs(line[:, 0]).max()) for line in shape)
        room = self.gap(centres, ignoring=(ignoring,) if ignoring else ()) - width
        costs = _ASIDE * np.abs(_SHARES - 0.5) * self.em
        best = int(np.argmax(np.minimum(room, _CLEAR * self.em) * 2 - costs))
        # A short segment gets a smaller shape.
        scale = min(1.0, length / (2.2 * width)) if width else 1.0
        if scale > _LEAST:
            self.add([centres[best] + scale * line @ turn for line in shape])

    def gap(self, places: Array, ignoring: Sequence[Pair] = ()) -> Array:
        """Return how far each place is from the nearest point, line, circle or symbol.

        Lines that contain both ends of a pair in `ignoring` do not count.
        """
        own = np.array([[self.figure.places[name] for name in pair] for pair in ignoring])
        ends = own.reshape(-1, 2)
        # Lines that contain both ends of a pair in `ignoring`.
        own_line = np.all(
            segment_gaps(ends, self.drawn).reshape(len(ignoring), 2, len(self.drawn)) < 0.5, axis=1
        )
        rows = np.concatenate([self.drawn[~own_line.any(axis=0)], self.taken])
        gaps = [np.hypot(*(places[:, None] - self.figure.dots[None]).transpose(2, 0, 1))]
        if len(rows):
            gaps.append(segment_gaps(places, rows))
        if len(self.figure.circles):
            away = places[:, None] - self.figure.circles[None, :, :2]
            gaps.append(np.abs(np.hypot(*away.transpose(2, 0, 1)) - self.figure.circles[:, 2]))
        nearest: Array = np.concatenate(gaps, axis=1).min(axis=1)
        return nearest

    def arrows(self, number: int) -> list[Array]:
        """Return `number` arrow heads pointing along a segment."""
        at = (np.arange(number) - (number - 1) / 2) * _ARROWS_APART * self.em
        back, wide = _ARROW * self.em, 0.7 * _ARROW * self.em
        head = np.array([(-back / 2, -wide), (back / 2, 0.0), (-back / 2, wide)])
        return [head + np.array([x, 0.0]) for x in at]

    def aligned(self, group: Sequence[Pair]) -> Iterator[Pair]:
        """Yield parallel segments, each with its ends in such order that all point the same way."""
        ways = [self.figure.places[b] - self.figure.places[a] for a, b in group]
        # To the right, or upwards, as arrows are usually drawn.
        sense = ways[0] * (1 if (round(ways[0][0], 3), -ways[0][1]) > (0, 0) else -1)
        for pair, way in zip(group, ways, strict=True):
            yield pair if way @ sense > 0 else (pair[1], pair[0])


def _meeting(p: Array, u: Array, r: Array, v: Array) -> Array:
    """Return the intersection of two lines, each given by a point and a direction."""
    share = ((r - p)[0] * v[1] - (r - p)[1] * v[0]) / (u[0] * v[1] - u[1] * v[0])
    meeting: Array = p + share * u
    return meeting
