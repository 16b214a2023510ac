"""Lines of a figure: the points that are collinear in every draw."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from geoengine.language import PREDICATES, Statement
from geoengine.scene import Diagram

__all__ = ["FigureLines"]

_ON_LINE = 1e-7


class FigureLines:
    """The lines through any two points of a figure, with all points that lie on them.

    Parameters
    ----------
    diagram : Diagram
        Draws of the figure; a point is on a line if it is in each of them.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C")
    >>> lines = FigureLines(place(problem, seed=1))
    >>> sorted(lines.through("B", "C")), sorted(lines.through("A", "M"))
    (['B', 'C', 'M'], ['A', 'M'])
    """

    def __init__(self, diagram: Diagram) -> None:
        points = diagram.points
        triples = list(combinations(range(len(points)), 3))
        lines: dict[tuple[str, str], set[str]] = {pair: {*pair} for pair in permutations(points, 2)}
        if triples:
            off = PREDICATES["coll"].measured(diagram.xy[:, triples]).max(axis=0)
            for triple in np.array(triples)[off < _ON_LINE].tolist():
                names = [points[number] for number in triple]
                for pair in permutations(names, 2):
                    lines[pair].update(names)
        self._lines = {pair: frozenset(line) for pair, line in lines.items()}

    def through(self, first: str, second: str) -> frozenset[str]:
        """The points that lie on a line with two points, these included."""
        return self._lines[first, second]

    def named_in(self, statement: Statement) -> list[frozenset[str]]:
        """The lines that the points of a statement name, two by two."""
        points = statement.points
        return [self.through(*points[k : k + 2]) for k in range(0, len(points), 2)]
