"""Room for marks: how much they crowd a picture, and which are left out if too much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from geoengine.draw.arcs import angle_arcs
from geoengine.draw.fitting import PixelFigure, covered, fit_sketch
from geoengine.draw.marks import Marks, Pair, Triple
from geoengine.draw.sketch import Sketch
from geoengine.draw.symbols import make_symbols

__all__ = ["MOST_CROWDED", "crowding", "helping_lines", "readable_marks"]

MOST_CROWDED = 3.5
"""The largest `crowding` of a picture whose marks are easy to distinguish."""

_SIDE, _EM = 1024.0, 26.0
"""The size of the picture, and of its text, in pixels."""

_ROOM, _SIGN = 0.6, 0.3
"""How long a segment must be for its ticks or arrows: in all, and for each of them, in ems."""

_ARC = 0.5
"""How long the arc of an angle must be to be seen as one, in ems."""

_THINNED = ("arrows", "arcs", "ticks", "right_angles")
"""The kinds of marks to leave out, in this order; of each, one group at a time, the last first."""


def crowding(sketch: Sketch) -> float:
    """Return how crowded a picture is: the percentage of its frame that letters for marks cover.

    The frame is the smallest upright rectangle around the points. A bracket beside a segment, which
    carries its ticks or its length, counts twice.

    Examples
    --------
    >>> places = {"A": (0, 0), "B": (2, 0), "C": (0, 2)}
    >>> ticks = [[("A", "B"), ("A", "C")]]
    >>> round(crowding(Sketch(places, [("A", "B"), ("A", "C")], marks=Marks(ticks=ticks))), 2)
    0.17
    """
    return _crowding(sketch.marks, fit_sketch(sketch, _SIDE, _SIDE))


def readable_marks(sketch: Sketch) -> Marks:
    """Return the marks of a sketch that have room, thinned until they crowd the picture no more.

    Groups of arrows are left out first, then of arcs, then of ticks, then right angles; of each
    kind, the last first. Lengths and angles that are printed always stay.

    Examples
    --------
    A segment may be too short for its ticks, and an angle too narrow for its arc.

    >>> places = {"A": (0, 0), "B": (10, 0), "C": (0, 0.02), "D": (0.02, 0.02)}
    >>> ticks = [[("A", "B"), ("C", "D")]]
    >>> sketch = Sketch(places, [("A", "B"), ("C", "D")], marks=Marks(ticks=ticks))
    >>> readable_marks(sketch).ticks
    ()

    It may have room for ticks or arrows, but not for both.

    >>> places = {"A": (0, 0), "B": (10, 0), "C": (0, 1), "D": (0.4, 1), "E": (0, 5)}
    >>> pairs = [("A", "B"), ("C", "D")]
    >>> readable_marks(Sketch(places, pairs, marks=Marks(arrows=[pairs]))).arrows
    ([('A', 'B'), ('C', 'D')],)
    >>> readable_marks(Sketch(places, pairs, marks=Marks(ticks=[pairs], arrows=[pairs]))).arrows
    ()
    """
    figure = fit_sketch(sketch, _SIDE, _SIDE)
    marks = sketch.marks
    ticks = _on_long_segments(marks.ticks, figure)
    marks = replace(
        marks,
        ticks=ticks,
        arrows=_on_long_segments(marks.arrows, figure, ticks),
        arcs=_in_wide_angles(marks, figure),
        right_angles=tuple(
            lines
            for lines in marks.right_angles
            if make_symbols(Marks(right_angles=[lines]), figure, _EM).lines
        ),
    )
    for kind in _THINNED:
        while getattr(marks, kind) and _crowding(marks, figure) > MOST_CROWDED:
            marks = replace(marks, **{kind: getattr(marks, kind)[:-1]})
    return marks


def helping_lines(sketch: Sketch, pairs: Iterable[Pair], most: int) -> list[Pair]:
    """List segments that could be drawn besides those of a sketch; `most` is their largest number.

    None of them is drawn already, and none passes through another point: drawn, it would make it
    seem given that the point lies on it.
    """
    figure = fit_sketch(sketch, _SIDE, _SIDE)
    drawn = np.concatenate((figure.lines, figure.aids))
    places = figure.places
    free = (
        pair
        for pair in pairs
        if set(pair) <= places.keys()
        and not figure.spans(pair)
        and not covered(np.concatenate((places[pair[0]], places[pair[1]])), drawn)
    )
    return list(islice(free, most))


def _on_long_segments(
    groups: Sequence[Sequence[Pair]],
    figure: PixelFigure,
    others: Sequence[Sequence[Pair]] = (),
) -> tuple[Sequence[Pair], ...]:
    """The groups of segments of which each has room for its mark; the n-th has n signs.

    A segment may be in one of other groups, too, and then has to have room for both marks.
    """
    taken = {
        frozenset(pair): _ROOM + _SIGN * signs
        for signs, group in enumerate(others, start=1)
        for pair in group
    }
    return tuple(
        group
        for signs, group in enumerate(groups, start=1)
        if all(
            np.hypot(*(figure.places[b] - figure.places[a]))
            > (taken.get(frozenset((a, b)), 0.0) + _ROOM + _SIGN * signs) * _EM
            for a, b in group
        )
    )


def _in_wide_angles(marks: Marks, figure: PixelFigure) -> tuple[Sequence[Triple], ...]:
    """The groups of equal angles of which each has room for an arc that can be seen."""
    drawn = np.concatenate((figure.lines, figure.aids))
    arcs, _ = angle_arcs(marks.arcs, list(marks.angles), figure.places, _EM, drawn)
    made = iter(arcs)
    lengths = [[arc.radii[0] * arc.opening for arc in islice(made, len(g))] for g in marks.arcs]
    return tuple(
        group for group, long in zip(marks.arcs, lengths, strict=True) if min(long) > _ARC * _EM
    )


def _crowding(marks: Marks, figure: PixelFigure) -> float:
    frame = np.maximum(np.ptp(figure.dots, axis=0), _EM)
    segments: list[Pair] = [*marks.lengths, *(pair for group in marks.ticks for pair in group)]
    count = len(segments) + sum(map(figure.spans, segments))
    count += len(marks.right_angles) + len(marks.angles)
    count += sum(map(len, (*marks.arcs, *marks.arrows)))
    return float(100 * count * _EM**2 / frame.prod())
