"""Incidences: the points that the premises put on each line and circle."""

from __future__ import annotations

from collections.abc import Iterable

from geoengine.catalogue import Location
from geoengine.language import Statement

__all__ = ["Incidence"]


class Incidence:
    """Lines and circles with the points that premises put on them.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> known = Incidence()
    >>> known.learn([parse_statement("coll a b c"), parse_statement("cong o a o c")])
    >>> sorted(known.line("a", "c")), sorted(known.circle("o", "a"))
    (['a', 'b', 'c'], ['a', 'c'])
    """

    def __init__(self) -> None:
        self._lines: list[set[str]] = []
        self._circles: dict[str, list[set[str]]] = {}
        self._circumcircles: list[set[str]] = []
        self._right: dict[frozenset[str], set[str]] = {}

    def learn(self, premises: Iterable[Statement]) -> None:
        """Record the incidences that premises state."""
        for premise in premises:
            if premise.predicate == "coll":
                _join(self._lines, set(premise.points), shared=2)
            elif premise.predicate == "cyclic":
                _join(self._circumcircles, set(premise.points), shared=3)
            elif premise.predicate == "perp":
                first, second = set(premise.points[:2]), set(premise.points[2:])
                if corner := first & second:
                    ends = frozenset(first ^ second)
                    self._right.setdefault(ends, set()).update(corner)
            elif premise.predicate == "cong":
                a, b, c, d = premise.points
                for center, one, same, other in (
                    (a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c),
                ):  # fmt: skip
                    if center == same:
                        circles = self._circles.setdefault(center, [])
                        _join(circles, {one, other}, shared=1)

    def line(self, a: str, b: str) -> set[str]:
        """Return the points known to lie on line ab, with a and b."""
        return next((line for line in self._lines if {a, b} <= line), {a, b})

    def circle(self, center: str, a: str) -> set[str]:
        """Return the points known to lie on the circle around `center` through a, with a."""
        return next((c for c in self._circles.get(center, []) if a in c), {a})

    def circumcircle(self, a: str, b: str, c: str) -> set[str]:
        """Return the points known to lie on the circle through a, b and c, with these."""
        three = {a, b, c}
        known = [*self._circumcircles, *(one for own in self._circles.values() for one in own)]
        return three.union(*(circle for circle in known if three <= circle))

    def bisector(self, a: str, b: str) -> set[str]:
        """Return the points known to be equally far from a and b."""
        return {
            center
            for center, circles in self._circles.items()
            if any({a, b} <= circle for circle in circles)
        }

    def on(self, location: Location, names: dict[str, str]) -> set[str]:
        """Return the points known to lie on a location's curve; `names` maps letters to points."""
        points = [names[letter] for letter in location.letters]
        if location.word == "circle":
            return self.circle(*points)
        if location.word == "bline":
            return self.bisector(*points)
        if location.word == "dia":
            return set(points) | self._right.get(frozenset(points), set())
        if location.word == "circum":
            return self.circumcircle(*points)
        on = {points[position] for position in location.signature.through}
        if location.signature.kind == "line" and len(on) == 2:
            return self.line(*on)
        return on


def _join(sets: list[set[str]], points: set[str], *, shared: int) -> None:
    """Add a set of points to `sets`, merged with those that share `shared` points or more."""
    while near := next((one for one in sets if len(one & points) >= shared), None):
        sets.remove(near)
        points |= near
    sets.append(points)
