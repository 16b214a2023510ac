"""What holds in a figure in place of a statement that does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement, format_value, join_points, point_order

__all__ = ["contrast"]


def contrast(statement: Statement, xy: Mapping[str, NDArray[np.float64]]) -> str | None:
    """Say what is true in a figure in place of a false statement.

    Parameters
    ----------
    statement : Statement
    xy : mapping of str to ndarray, shape (2,)
        The coordinates of each point, in the units of the given lengths.

    Returns
    -------
    str or None
        None where the statement names a point that is not in the figure, is of a kind for which
        there are no words, or is true in the figure as far as its numbers show.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> xy = {name: np.array(place) for name, place in
    ...       {"A": (0, 0), "B": (5.2, 0), "C": (0, 3), "D": (2, 1)}.items()}
    >>> for text in ("lconst A B 6", "cong A B A C", "perp A B C D", "coll A C D"):
    ...     print(contrast(parse_statement(text), xy))
    In the figure AB = 5.2, not 6.
    In the figure AB = 5.2 and AC = 3.
    In the figure AB and CD meet at 45°, not at a right angle.
    In the figure D is 2 away from line AC.
    """
    words = _WORDS.get(statement.predicate)
    if words is None or not set(statement.points) <= xy.keys():
        return None
    said = words(_Measured(statement, xy))
    return f"In the figure {said}." if said else None


class _Measured:
    """The points of a statement, with what can be measured between them."""

    def __init__(self, statement: Statement, xy: Mapping[str, NDArray[np.float64]]) -> None:
        self.points = statement.points
        self.value = "" if statement.value is None else format_value(statement.value)
        self._xy = xy

    def name(self, *numbers: int) -> str:
        return join_points(sorted((self.points[k] for k in numbers), key=point_order))

    def vector(self, a: int, b: int) -> NDArray[np.float64]:
        return self._xy[self.points[b]] - self._xy[self.points[a]]

    def length(self, a: int, b: int) -> float:
        return float(np.hypot(*self.vector(a, b)))

    def ratio(self, a: int, b: int, c: int, d: int) -> float:
        return self.length(a, b) / max(self.length(c, d), 1e-12)

    def turn(self, a: int, b: int, c: int, d: int) -> float:
        """The angle from one line to another, in degrees from 0 to 180."""
        (x, y), (z, w) = self.vector(a, b), self.vector(c, d)
        return float(np.degrees(np.arctan2(x * w - y * z, x * z + y * w)) % 180)

    def between(self, a: int, b: int, c: int, d: int) -> float:
        """The angle between two lines, in degrees from 0 to 90."""
        turn = self.turn(a, b, c, d)
        return min(turn, 180 - turn)

    def distance(self, a: int, b: int, c: int) -> float:
        """The distance of a point from the line through two others."""
        (x, y), (z, w) = self.vector(b, c), self.vector(b, a)
        return float(abs(x * w - y * z)) / max(self.length(b, c), 1e-12)


def _shown(value: float, unit: str = "") -> str:
    """Write a number with three digits."""
    return f"{float(f'{value:.3g}'):.12g}{unit}"


def _two(names: tuple[str, str], values: tuple[float, float], unit: str = "") -> str | None:
    """Write two numbers with as many digits as show that they differ; None if eight do not."""
    for digits in range(3, 9):
        one, other = (f"{float(f'{value:.{digits}g}'):.12g}" for value in values)
        if one != other:
            return f"{names[0]} = {one}{unit} and {names[1]} = {other}{unit}"
    return None


def _angle(m: _Measured, a: int, b: int, c: int, d: int) -> str:
    return f"∠({m.name(a, b)},{m.name(c, d)})"


def _ratio(m: _Measured, a: int, b: int, c: int, d: int) -> str:
    return f"{m.name(a, b)}:{m.name(c, d)}"


def _coll(m: _Measured) -> str:
    """How far the worst point is from the line through the two that are farthest apart."""
    every = range(len(m.points))
    b, c = max(combinations(every, 2), key=lambda pair: m.length(*pair))
    a = max(every, key=lambda k: m.distance(k, b, c))
    return f"{m.name(a)} is {_shown(m.distance(a, b, c))} away from line {m.name(b, c)}"


def _cyclic(m: _Measured) -> str | None:
    """Compare the angle of a chord at the third point with that at the point off the circle."""
    turns = [m.turn(k, 0, k, 1) for k in range(2, len(m.points))]
    # Directed angles are equal up to 180°.
    apart = [abs((turn - turns[0] + 90) % 180 - 90) for turn in turns]
    worst = int(np.argmax(apart))
    if apart[worst] < 1e-6:
        return None
    k = worst + 2
    return _two((_angle(m, 2, 0, 2, 1), _angle(m, k, 0, k, 1)), (turns[0], turns[worst]), "°")


def _circle(m: _Measured) -> str | None:
    radii = [m.length(0, k) for k in range(1, len(m.points))]
    names = [m.name(0, k) for k in range(1, len(m.points))]
    low, high = int(np.argmin(radii)), int(np.argmax(radii))
    return _two((names[low], names[high]), (radii[low], radii[high]))


def _midp(m: _Measured) -> str | None:
    if m.distance(0, 1, 2) > 1e-6 * m.length(1, 2):
        return f"{m.name(0)} is {_shown(m.distance(0, 1, 2))} away from line {m.name(1, 2)}"
    return _two((m.name(0, 1), m.name(0, 2)), (m.length(0, 1), m.length(0, 2)))


def _triangles(m: _Measured) -> str | None:
    """Compare the pair of sides whose ratios differ most; for similar triangles, two ratios."""
    sides = [(0, 1, 3, 4), (1, 2, 4, 5), (0, 2, 3, 5)]
    ratios = [m.ratio(*side) for side in sides]
    low, high = int(np.argmin(ratios)), int(np.argmax(ratios))
    if ratios[high] - ratios[low] < 1e-6:
        return "the sides of the triangles are in the same ratio, but their orientations differ"
    names = (_ratio(m, *sides[low]), _ratio(m, *sides[high]))
    return _two(names, (ratios[low], ratios[high]))


def _congruent(m: _Measured) -> str | None:
    sides = [(0, 1, 3, 4), (1, 2, 4, 5), (0, 2, 3, 5)]
    a, b, c, d = max(sides, key=lambda side: abs(np.log(m.ratio(*side))))
    if abs(np.log(m.ratio(a, b, c, d))) < 1e-6:
        return "the sides of the triangles are equal, but their orientations differ"
    return _two((m.name(a, b), m.name(c, d)), (m.length(a, b), m.length(c, d)))


_WORDS: Mapping[str, Callable[[_Measured], str | None]] = {
    "coll": _coll,
    "para": lambda m: f"{m.name(0, 1)} and {m.name(2, 3)} meet at {_shown(m.between(0, 1, 2, 3))}°",
    "npara": lambda m: f"{m.name(0, 1)} and {m.name(2, 3)} are parallel",
    "perp": lambda m: (
        f"{m.name(0, 1)} and {m.name(2, 3)} meet at {_shown(m.between(0, 1, 2, 3))}°, not at a"
        " right angle"
    ),
    "nperp": lambda m: f"{m.name(0, 1)} and {m.name(2, 3)} are perpendicular",
    "cong": lambda m: _two((m.name(0, 1), m.name(2, 3)), (m.length(0, 1), m.length(2, 3))),
    "eqangle": lambda m: _two(
        (_angle(m, 0, 1, 2, 3), _angle(m, 4, 5, 6, 7)), (m.turn(0, 1, 2, 3), m.turn(4, 5, 6, 7)),
        "°",
    ),
    "eqratio": lambda m: _two(
        (_ratio(m, 0, 1, 2, 3), _ratio(m, 4, 5, 6, 7)), (m.ratio(0, 1, 2, 3), m.ratio(4, 5, 6, 7))
    ),
    "midp": _midp,
    "cyclic": _cyclic,
    "circle": _circle,
    "simtri": _triangles,
    "simtrir": _triangles,
    "contri": _congruent,
    "contrir": _congruent,
    "aconst": lambda m: f"{_angle(m, 0, 1, 2, 3)} = {_shown(m.turn(0, 1, 2, 3))}°, not {m.value}",
    "lconst": lambda m: f"{m.name(0, 1)} = {_shown(m.length(0, 1))}, not {m.value}",
    "rconst": lambda m: f"{_ratio(m, 0, 1, 2, 3)} = {_shown(m.ratio(0, 1, 2, 3))}, not {m.value}",
}  # fmt: skip
"""Words for what is measured in place of each relation."""
