"""Simple formulas of the numbers in a question: what a solver may try who only sees the numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations

__all__ = ["FORMULAS", "candidates", "numbers_in", "points_in"]

_NUMBER = re.compile(
    r"(?<![A-Za-z\d.'])(?:(?P<whole>\d+(?:\.\d+)?)?√(?P<root>\d+)|(?P<plain>\d+(?:\.\d+)?))"
    r"(?:/(?P<under>\d+))?(?P<pi>π)?"
)
_POINT = re.compile(r"[A-Z][\d']{0,3}(?![a-z])")
_MOST_NUMBERS = 4
"""How many numbers of a question formulas use: the first ones."""


def numbers_in(question: str) -> list[float]:
    """Return the different numbers of a question in their order; digits of points do not count.

    Examples
    --------
    >>> numbers_in("In ABC-A1B1C1, AB = 3, BC = 5/2 and AA1 = 2√3, with AD:DB = 3:4.")
    [3.0, 2.5, 3.4641016151377544, 4.0]
    """
    found = []
    for match in _NUMBER.finditer(question):
        if match["plain"]:
            value = float(match["plain"])
        else:
            value = float(match["whole"] or 1) * math.sqrt(float(match["root"]))
        value /= float(match["under"] or 1) or 1.0
        found.append(value * math.pi if match["pi"] else value)
    return list(dict.fromkeys(found))


def points_in(question: str) -> list[str]:
    """Return the different points that a question names.

    Examples
    --------
    >>> points_in("In the cube ABCD-A1B1C1D1, E lies on AB.")
    ['A', 'B', 'C', 'D', 'A1', 'B1', 'C1', 'D1', 'E']
    """
    # Words such as "In" begin with a capital letter too.
    words = re.findall(r"(?<![a-z])(?:[A-Z][\d']{0,3})+(?![a-z])", question)
    return list(dict.fromkeys(point for word in words for point in _POINT.findall(word)))


_OF_ONE: Mapping[str, Callable[[float], float]] = {
    "a": lambda a: a,
    "2a": lambda a: 2 * a,
    "a/2": lambda a: a / 2,
    "1/a": lambda a: 1 / a,
    "a²": lambda a: a**2,
    "a³": lambda a: a**3,
    "√a": lambda a: math.sqrt(a),
    "a√2": lambda a: a * math.sqrt(2),
    "a√3": lambda a: a * math.sqrt(3),
    "a√2/2": lambda a: a * math.sqrt(2) / 2,
    "a√3/2": lambda a: a * math.sqrt(3) / 2,
    "a√3/3": lambda a: a * math.sqrt(3) / 3,
    "πa²": lambda a: math.pi * a**2,
    "4πa²": lambda a: 4 * math.pi * a**2,
    "4πa³/3": lambda a: 4 * math.pi * a**3 / 3,
}
_OF_TWO: Mapping[str, Callable[[float, float], float]] = {
    "a + b": lambda a, b: a + b,
    "a - b": lambda a, b: a - b,
    "ab": lambda a, b: a * b,
    "a/b": lambda a, b: a / b,
    "a/(a + b)": lambda a, b: a / (a + b),
    "ab/2": lambda a, b: a * b / 2,
    "ab/3": lambda a, b: a * b / 3,
    "√(ab)": lambda a, b: math.sqrt(a * b),
    "√(a² + b²)": lambda a, b: math.hypot(a, b),
    "√(a² - b²)": lambda a, b: math.sqrt(a**2 - b**2),
    "a/√(a² + b²)": lambda a, b: a / math.hypot(a, b),
    "a²b": lambda a, b: a**2 * b,
    "a²b/3": lambda a, b: a**2 * b / 3,
    "πab": lambda a, b: math.pi * a * b,
    "πa²b": lambda a, b: math.pi * a**2 * b,
    "πa²b/3": lambda a, b: math.pi * a**2 * b / 3,
}
_OF_THREE: Mapping[str, Callable[[float, float, float], float]] = {
    "a + b + c": lambda a, b, c: a + b + c,
    "abc": lambda a, b, c: a * b * c,
    "abc/2": lambda a, b, c: a * b * c / 2,
    "abc/3": lambda a, b, c: a * b * c / 3,
    "abc/6": lambda a, b, c: a * b * c / 6,
    "ab/c": lambda a, b, c: a * b / c,
    "√(a² + b² + c²)": lambda a, b, c: math.sqrt(a**2 + b**2 + c**2),
    "2(ab + bc + ca)": lambda a, b, c: 2 * (a * b + b * c + c * a),
}
FORMULAS: tuple[tuple[int, Mapping[str, Callable[..., float]]], ...] = (
    (1, _OF_ONE),
    (2, _OF_TWO),
    (3, _OF_THREE),
)
"""The formulas by the number of numbers that they take."""


def candidates(question: str) -> Iterator[tuple[str, float]]:
    """Yield what the formulas give for the first four different numbers of a question.

    Each value has a name that says the formula and the places of its numbers: the same name is the
    same guess in another question.

    Examples
    --------
    >>> found = dict(candidates("AB = 3 and BC = 4"))
    >>> found["√(a² + b²) of 1, 2"], found["a√2 of 2"]
    (5.0, 5.656854249492381)
    """
    numbers = numbers_in(question)[:_MOST_NUMBERS]
    for count, formulas in FORMULAS:
        for places in permutations(range(len(numbers)), count):
            chosen = [numbers[place] for place in places]
            listed = ", ".join(str(place + 1) for place in places)
            for formula, value_of in formulas.items():
                try:
                    yield f"{formula} of {listed}", value_of(*chosen)
                except (ValueError, ZeroDivisionError, OverflowError):
                    continue
