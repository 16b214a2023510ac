"""The visible relations of a figure, as statements: equal lengths and angles, directions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TypeVar

import numpy as np

from geoengine.draw.drawable import Drawable, sketch_of
from geoengine.draw.drawn_parts import DrawnParts
from geoengine.draw.marks import Pair, Triple
from geoengine.errors import StatementError
from geoengine.language import Statement

__all__ = ["visible_segments", "visible_statements"]

T = TypeVar("T")

_SAME = 1e-7
"""The largest difference of equal measures: degrees, or relative to the largest."""


def visible_segments(diagram: Drawable) -> list[Pair]:
    """Return the pairs of neighboring points on drawn lines.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> visible_segments(place(load_problem("A B C = triangle A B C; M = midpoint M B C")))
    [('A', 'B'), ('A', 'C'), ('B', 'M'), ('M', 'C')]
    """
    lines = DrawnParts(sketch_of(diagram)).named_lines()
    return [pair for line in lines for pair in pairwise(line)]


def visible_statements(
    diagram: Drawable, known: Callable[[Statement], bool]
) -> Iterator[Statement]:
    """Yield the known relations of drawn lines, segments and angles, without implied ones.

    Parameters
    ----------
    diagram : Drawable
    known : callable
        Returns whether a statement is known; called only with statements that look true.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> diagram = place(load_problem("A B C = triangle A B C; D = foot D A B C"))
    >>> [str(statement) for statement in visible_statements(diagram, diagram.holds)]
    ['perp A D B C']
    """
    drawn = DrawnParts(sketch_of(diagram))
    lines = drawn.named_lines()
    ends = [(line[0], line[-1]) for line in lines]
    for first, second in combinations(ends, 2):
        at = drawn.crossing(first, second)
        if at is not None and abs(drawn.slope(first) @ drawn.slope(second)) < _SAME:
            yield from _if_known("perp", (*first, *second), known)
    segments = [pair for line in lines for pair in pairwise(line)]
    lengths = [float(np.hypot(*(drawn.places[b] - drawn.places[a]))) for a, b in segments]
    for pair, other in _alike(segments, lengths):
        yield from _if_known("cong", (*pair, *other), known)
    # A small offset keeps horizontal lines of either orientation together, just above zero.
    bearings = [float((np.arctan2(*drawn.slope(pair)[::-1]) + 1e-5) % np.pi) for pair in ends]
    for pair, other in _alike(ends, bearings):
        yield from _if_known("para", (*pair, *other), known)
    wedges = [w for w in _wedges(drawn, lines) if abs(drawn.turn(*w) - 90) > _SAME]
    turns = [drawn.turn(*wedge) for wedge in wedges]
    for wedge, turn in zip(wedges, turns, strict=True):
        value = Fraction(round(2 * turn), 360)
        if abs(turn / 180 - float(value)) < _SAME:
            yield from _if_known("aconst", _arms(wedge), known, value)
    for wedge, same in _alike(wedges, turns):
        # Vertical angles need no mark.
        if wedge[1] == same[1] and abs(drawn.turn(wedge[0], wedge[1], same[0]) - 180) < _SAME:
            continue
        yield from _if_known("eqangle", (*_arms(wedge), *_arms(same)), known)


def _arms(wedge: Triple) -> tuple[str, str, str, str]:
    return wedge[1], wedge[0], wedge[1], wedge[2]


def _if_known(
    predicate: str,
    points: Iterable[str],
    known: Callable[[Statement], bool],
    value: Fraction | None = None,
) -> Iterator[Statement]:
    """Yield the statement, unless it is degenerate or not known."""
    try:
        statement = Statement(predicate, tuple(points), value)
    except StatementError:
        return
    if known(statement):
        yield statement


def _alike(things: Sequence[T], measures: Sequence[float]) -> Iterator[tuple[T, T]]:
    """Yield the pairs of things whose measures are equal, in their order in `things`."""
    scale = max(measures, default=1.0)
    order = sorted(range(len(things)), key=measures.__getitem__)
    for at, one in enumerate(order):
        for other in order[at + 1 :]:
            if measures[other] - measures[one] > _SAME * scale:
                break
            yield things[min(one, other)], things[max(one, other)]


def _wedges(drawn: DrawnParts, lines: Sequence[Sequence[str]]) -> Iterator[Triple]:
    """Yield the angles of less than 180° between adjacent rays at each point, counterclockwise."""
    rays: dict[str, list[str]] = {}
    for line in lines:
        for one, other in pairwise(line):
            rays.setdefault(one, []).append(other)
            rays.setdefault(other, []).append(one)
    for vertex, ends in rays.items():
        first = ends[0]
        around = sorted(
            ends, key=lambda end: drawn.turn(first, vertex, end) if end != first else 0.0
        )
        for one, other in zip(around, [*around[1:], around[0]], strict=True):
            if one != other and _SAME < drawn.turn(one, vertex, other) < 180 - _SAME:
                yield one, vertex, other
