"""Mirror images: the pairs of points that lie alike on both sides of a line through two others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from geoengine.families.reasoning.context import Context
from geoengine.language import PREDICATES

__all__ = ["MirrorImages"]

_Pair = frozenset[str]


class MirrorImages:
    """The points of a figure from which two others are equally far, by what was derived.

    Two such points lie on the axis of symmetry of a kite, which a reader sees.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = iso_triangle A B C; M = midpoint B C; O = circumcenter A B C"
    >>> problem = load_problem(text)
    >>> images = MirrorImages(make_context(problem, scene="isosceles", seed=1))
    >>> sorted(images.axis("B", "C")), images.are_mirrored(("A", "B"), ("C", "A"))
    (['A', 'M', 'O'], True)
    """

    def __init__(self, context: Context) -> None:
        points = context.problem.points
        numbers = range(len(points))
        pairs = list(combinations(numbers, 2))
        axes: dict[_Pair, set[str]] = {frozenset((points[a], points[b])): set() for a, b in pairs}
        rows = [(p, a, p, b) for a, b in pairs for p in numbers if p not in (a, b)]
        if rows:
            equal = PREDICATES["cong"].holds(context.graph.draws[:, rows])
            for number in np.flatnonzero(equal.all(axis=0)).tolist():
                p, a, _, b = rows[number]
                axes[frozenset((points[a], points[b]))].add(points[p])
        self._axes = {pair: frozenset(axis) for pair, axis in axes.items()}

    def axis(self, one: str, other: str) -> frozenset[str]:
        """The points from which two points are equally far."""
        return self._axes[frozenset((one, other))]

    def turned(self) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """Segments between mirror images, each with two points of its axis."""
        for pair, axis in self._axes.items():
            one, other = sorted(pair)
            for two in combinations(sorted(axis), 2):
                yield (one, other), two

    def are_mirrored(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Whether one segment is the image of another in a line through two points or more.

        Of two segments with a common end, a third point of the axis is asked for: two equal
        segments alone are no symmetric figure.
        """
        (a, b), options = one, (other, other[::-1])
        return any(self._on_one_axis(a, c, b, d) for c, d in options)

    def _on_one_axis(self, a: str, c: str, b: str, d: str) -> bool:
        if a == c and b == d:
            return False
        if a == c:
            return a in self.axis(b, d) and len(self.axis(b, d)) > 2
        if b == d:
            return b in self.axis(a, c) and len(self.axis(a, c)) > 2
        if {a, c} == {b, d}:
            return False
        return len(self.axis(a, c) & self.axis(b, d)) > 1
