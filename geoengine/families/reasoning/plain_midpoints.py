"""Plain midpoints: those that marks, drawn circles and diagonals of parallelograms tell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from geoengine.families.reasoning.seen_figure import SeenFigure
from geoengine.language import Statement

__all__ = ["PlainMidpoints"]


class PlainMidpoints:
    """The midpoints that marks, drawn circles and diagonals of parallelograms tell.

    Parameters
    ----------
    figure : SeenFigure
    """

    def __init__(self, figure: SeenFigure) -> None:
        def is_crossing(middle: str, *ends: str) -> bool:
            halved = Statement("midp", (middle, *ends))
            return figure.graph.holds(halved) and figure.parallelograms.tell(halved)

        self._found = {
            (middle, frozenset(ends))
            for line in _long_lines(figure)
            for middle, *ends in permutations(line, 3)
            if ends[0] < ends[1]
            and (
                Statement("cong", (middle, ends[0], middle, ends[1])) in figure.given
                or any(center == middle and on.issuperset(ends) for center, on in figure.circles)
                or is_crossing(middle, *ends)
            )
        }

    def include(self, middle: str, *ends: str) -> bool:
        """Whether it is plain that a point of a segment is its midpoint."""
        return (middle, frozenset(ends)) in self._found

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        """Yield the midpoints, each with the ends of its segment."""
        for middle, ends in sorted(self._found, key=lambda one: (one[0], sorted(one[1]))):
            first, last = sorted(ends)
            yield middle, first, last


def _long_lines(figure: SeenFigure) -> list[frozenset[str]]:
    """The lines through three points or more."""
    lines = dict.fromkeys(figure.lines.through(*pair) for pair in combinations(figure.points, 2))
    return [line for line in lines if len(line) > 2]
