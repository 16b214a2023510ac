"""Simple statements that can be read off a question, such as ``AB = 5`` or ``AB ⊥ CD``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from geoengine.errors import InputError
from geoengine.verify.solids.flats import FUNCTIONS, dist, line
from geoengine.verify.solids.printed_numbers import read_number
from geoengine.verify.solids.shapes import Vec

__all__ = ["false_statements", "groups_of", "numbers_of", "points_of"]

_NAME = r"[A-Z]\d*"
_PAIR = re.compile(rf"({_NAME})({_NAME})")
_NUMBER = r"[\d√π(][\d√π()/ +\-−]*"
_ATOM = rf"(?:{_NAME}){{2}}|{_NUMBER}"
_EQUAL = re.compile(
    rf"(?<![A-Za-z\d√π∠△)/·×+\-−|²:：] )(?<![A-Za-z\d√π∠△)/·×+\-−|²:：])"
    rf"((?:{_NAME}){{2}}(?: = (?:{_ATOM}))+)"
    r"(?= ?[,.;，。；、）)]| [a-z]|[\u4e00-\u9fff]|$)"
)
_ANGLE = re.compile(rf"∠({_NAME})({_NAME})({_NAME}) = (\d+)°")
_UPRIGHT = re.compile(
    rf"(?<![A-Za-z\d∠△面形])(?<!plane )(?<!face )({_NAME})({_NAME}) (⊥|∥) ({_NAME})({_NAME})"
    r"(?![A-Za-z\d])"
)
_LETTERS = re.compile(rf"(?<![A-Za-z])((?:{_NAME})+)(?![a-z])")


def groups_of(text: str) -> set[str]:
    """The names of points in a text as they are grouped, without single A and I (articles).

    Examples
    --------
    >>> sorted(groups_of("A cube ABCD-A1B1C1D1 and its edge AB"))
    ['A1B1C1D1', 'AB', 'ABCD']
    """
    return {match[1] for match in _LETTERS.finditer(text)} - {"A", "I"}


def points_of(text: str) -> set[str]:
    """The names of points in a text, apart from A and I where they always stand alone.

    Examples
    --------
    >>> sorted(points_of("A pyramid P-BC1"))
    ['B', 'C1', 'P']
    """
    return {name for group in groups_of(text) for name in re.findall(_NAME, group)}


def numbers_of(text: str, *, angles: bool = True) -> list[str]:
    """The numerals and signs π and √ of a text, sorted; if wanted, without numbers of degrees.

    The number of sides in 13-gon is a word in Chinese, and is left out.

    Examples
    --------
    >>> numbers_of("AB = 5√2 and A1B1 = 3")
    ['2', '3', '5', '√']
    >>> numbers_of("∠ABC = 60° and AB = 3", angles=False)
    ['3']
    """
    found = re.findall(r"(?<![A-Z\d])\d+(?!\d|-gon)°?|√|π", text)
    return sorted(number for number in found if angles or not number.endswith("°"))


def false_statements(text: str, points: Mapping[str, Vec]) -> Iterator[str]:
    """Yield the statements of a text that are false in a figure.

    Statements about points that the figure does not have are passed over.

    Examples
    --------
    >>> import numpy as np
    >>> points = {"A": np.zeros(3), "B": np.array([3.0, 0, 0]), "C": np.array([0, 4.0, 0])}
    >>> list(false_statements("In ABC, AB = 3, BC = 6 and AB ⊥ AC.", points))
    ['BC = 6']
    """
    for match in _EQUAL.finditer(text):
        values = [_measured(part.strip(), points) for part in match[1].split(" = ")]
        if all(value is not None for value in values) and _differ(values):
            yield match[1]
    for match in _ANGLE.finditer(text):
        if all(name in points for name in match.groups()[:3]):
            A, B, C = (points[name] for name in match.groups()[:3])
            if _differ([FUNCTIONS["angle_at"](A, B, C), float(match[4])]):
                yield match[0]
    for match in _UPRIGHT.finditer(text):
        first, second, sign, third, fourth = match.groups()
        if all(name in points for name in (first, second, third, fourth)):
            X = line(points[first], points[second])
            Y = line(points[third], points[fourth])
            sine, cosine = FUNCTIONS["sin_angle"](X, Y), FUNCTIONS["cos_angle"](X, Y)
            if abs(cosine if sign == "⊥" else sine) > 1e-7:
                yield match[0]


def _measured(part: str, points: Mapping[str, Vec]) -> float | None:
    pair = _PAIR.fullmatch(part)
    if pair:
        if not all(name in points for name in pair.groups()):
            return None
        return dist(points[pair[1]], points[pair[2]])
    try:
        return read_number(part)
    except InputError:
        return None


def _differ(values: list[Any]) -> bool:
    return bool(max(values) - min(values) > 1e-7 * max(1.0, *values))
