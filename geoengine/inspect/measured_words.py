"""What holds in a figure in place of a statement that does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from geoengine.catalogue import LANGUAGES, Language
from geoengine.inspect.measured_points import MeasuredPoints
from geoengine.language import Statement

__all__ = ["contrast"]


def contrast(
    statement: Statement, xy: Mapping[str, NDArray[np.float64]], language: Language = "en"
) -> str | None:
    """Say what is true in a figure in place of a false statement.

    Parameters
    ----------
    statement : Statement
    xy : mapping of str to ndarray, shape (2,)
        The coordinates of each point, in the units of the given lengths.
    language : {"en", "zh"}

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
    >>> print(contrast(parse_statement("coll A C D"), xy, "zh"))
    图中D到直线AC的距离为2。
    """
    words = _WORDS.get(statement.predicate)
    if words is None or not set(statement.points) <= xy.keys():
        return None
    found = words(MeasuredPoints(statement, xy))
    if found is None:
        return None
    name, *parts = found
    return _TEXTS[name][LANGUAGES.index(language)].format(*parts)


_TEXTS: Mapping[str, tuple[str, str]] = {
    "values": ("In the figure {} = {} and {} = {}.", "图中{} = {}，{} = {}。"),
    "not": ("In the figure {} = {}, not {}.", "图中{} = {}，而不是{}。"),
    "away": ("In the figure {} is {} away from line {}.", "图中{0}到直线{2}的距离为{1}。"),
    "meet": ("In the figure {} and {} meet at {}°.", "图中{}与{}的夹角为{}°。"),
    "oblique": (
        "In the figure {} and {} meet at {}°, not at a right angle.",
        "图中{}与{}的夹角为{}°，不是直角。",
    ),
    "parallel": ("In the figure {} and {} are parallel.", "图中{}与{}平行。"),
    "perpendicular": ("In the figure {} and {} are perpendicular.", "图中{}与{}垂直。"),
    "mirrored_ratios": (
        "In the figure the sides of the triangles are in the same ratio, but their orientations"
        " differ.",
        "图中两个三角形的对应边成比例，但方向相反。",
    ),
    "mirrored_sides": (
        "In the figure the sides of the triangles are equal, but their orientations differ.",
        "图中两个三角形的对应边相等，但方向相反。",
    ),
}
"""What is measured, in English and in Chinese."""

Words = tuple[str, ...]
"""The name of a text, and what goes into it."""


def _shown(value: float, unit: str = "") -> str:
    """Write a number with three digits."""
    return f"{float(f'{value:.3g}'):.12g}{unit}"


def _two(names: tuple[str, str], values: tuple[float, float], unit: str = "") -> Words | None:
    """Write two numbers with as many digits as show that they differ; None if eight do not."""
    for digits in range(3, 9):
        one, other = (f"{float(f'{value:.{digits}g}'):.12g}" for value in values)
        if one != other:
            return ("values", names[0], one + unit, names[1], other + unit)
    return None


def _angle(m: MeasuredPoints, a: int, b: int, c: int, d: int) -> str:
    return f"∠({m.name(a, b)},{m.name(c, d)})"


def _ratio(m: MeasuredPoints, a: int, b: int, c: int, d: int) -> str:
    return f"{m.name(a, b)}:{m.name(c, d)}"


def _coll(m: MeasuredPoints) -> Words:
    """How far the worst point is from the line through the two that are farthest apart."""
    every = range(len(m.points))
    b, c = max(combinations(every, 2), key=lambda pair: m.length(*pair))
    a = max(every, key=lambda k: m.distance(k, b, c))
    return _away(m, a, b, c)


def _away(m: MeasuredPoints, a: int, b: int, c: int) -> Words:
    return ("away", m.name(a), _shown(m.distance(a, b, c)), m.name(b, c))


def _cyclic(m: MeasuredPoints) -> Words | None:
    """Compare the angle of a chord at the third point with that at the point off the circle."""
    turns = [m.turn(k, 0, k, 1) for k in range(2, len(m.points))]
    # Directed angles are equal up to 180°.
    apart = [abs((turn - turns[0] + 90) % 180 - 90) for turn in turns]
    worst = int(np.argmax(apart))
    if apart[worst] < 1e-6:
        return None
    k = worst + 2
    return _two((_angle(m, 2, 0, 2, 1), _angle(m, k, 0, k, 1)), (turns[0], turns[worst]), "°")


def _circle(m: MeasuredPoints) -> Words | None:
    radii = [m.length(0, k) for k in range(1, len(m.points))]
    names = [m.name(0, k) for k in range(1, len(m.points))]
    low, high = int(np.argmin(radii)), int(np.argmax(radii))
    return _two((names[low], names[high]), (radii[low], radii[high]))


def _midp(m: MeasuredPoints) -> Words | None:
    if m.distance(0, 1, 2) > 1e-6 * m.length(1, 2):
        return _away(m, 0, 1, 2)
    return _two((m.name(0, 1), m.name(0, 2)), (m.length(0, 1), m.length(0, 2)))


def _triangles(m: MeasuredPoints) -> Words | None:
    """Compare the pair of sides whose ratios differ most; for similar triangles, two ratios."""
    sides = [(0, 1, 3, 4), (1, 2, 4, 5), (0, 2, 3, 5)]
    ratios = [m.ratio(*side) for side in sides]
    low, high = int(np.argmin(ratios)), int(np.argmax(ratios))
    if ratios[high] - ratios[low] < 1e-6:
        return ("mirrored_ratios",)
    names = (_ratio(m, *sides[low]), _ratio(m, *sides[high]))
    return _two(names, (ratios[low], ratios[high]))


def _congruent(m: MeasuredPoints) -> Words | None:
    sides = [(0, 1, 3, 4), (1, 2, 4, 5), (0, 2, 3, 5)]
    a, b, c, d = max(sides, key=lambda side: abs(np.log(m.ratio(*side))))
    if abs(np.log(m.ratio(a, b, c, d))) < 1e-6:
        return ("mirrored_sides",)
    return _two((m.name(a, b), m.name(c, d)), (m.length(a, b), m.length(c, d)))


def _lines(m: MeasuredPoints) -> tuple[str, str]:
    return m.name(0, 1), m.name(2, 3)


_WORDS: Mapping[str, Callable[[MeasuredPoints], Words | None]] = {
    "coll": _coll,
    "para": lambda m: ("meet", *_lines(m), _shown(m.between(0, 1, 2, 3))),
    "npara": lambda m: ("parallel", *_lines(m)),
    "perp": lambda m: ("oblique", *_lines(m), _shown(m.between(0, 1, 2, 3))),
    "nperp": lambda m: ("perpendicular", *_lines(m)),
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
    "aconst": lambda m: ("not", _angle(m, 0, 1, 2, 3), _shown(m.turn(0, 1, 2, 3), "°"), m.value),
    "lconst": lambda m: ("not", m.name(0, 1), _shown(m.length(0, 1)), m.value),
    "rconst": lambda m: ("not", _ratio(m, 0, 1, 2, 3), _shown(m.ratio(0, 1, 2, 3)), m.value),
}  # fmt: skip
"""Words for what is measured in place of each relation."""
