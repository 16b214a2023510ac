"""Values of expressions: whether two are the same, and how they are printed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from geoengine.solid.expression import EvaluationError, describe_kind
from geoengine.solid.number_words import NumberWord
from geoengine.solid.numbers import Exact
from geoengine.solid.roots import NestedRoot, as_real
from geoengine.solid.space import Line, Plane, Segment, Vector
from geoengine.solid.wording import with_minus_signs

__all__ = ["is_number", "print_value", "same_value"]

TOLERANCE = 1e-9
"""The largest relative difference of two floating-point numbers that count as equal."""

_RELATIONS = {
    "parallel": "平行",
    "perpendicular": "垂直",
    "intersecting": "相交",
    "skew": "异面",
    "contained": "直线在平面内",
    "oblique": "斜交",
    "same": "重合",
}


def is_number(value: Any) -> bool:
    """Return whether a value is a real number, exact or not."""
    return isinstance(value, int | Fraction | float | Exact | NestedRoot) and not isinstance(
        value, bool
    )


def same_value(x: Any, y: Any) -> bool:
    """Return whether two values are equal.

    Exact numbers are compared exactly; if one is a float, the relative difference must be at most
    1e-9. Planes and lines are equal if they hold the same points.

    Examples
    --------
    >>> same_value(Fraction(1, 2), Exact("2") / 4), same_value(Exact("√2"), 1.41421356237309505)
    (True, True)
    >>> base = Plane(Vector(0, 0, 0), Vector(0, 0, 1))
    >>> same_value(base, Plane(Vector(3, 4, 0), Vector(0, 0, -2)))
    True
    """
    if is_number(x) and is_number(y):
        if isinstance(x, float) or isinstance(y, float):
            return _close(float(x), float(y))
        return bool(as_real(x) == as_real(y))
    match x, y:
        case Vector(), Vector():
            pairs = zip(x.coordinates, y.coordinates, strict=True)
            return all(same_value(a, b) for a, b in pairs)
        case Plane(), Plane():
            return x.normal.cross(y.normal).is_zero and same_value(x.side(y.point), 0)
        case ((Line() | Segment()), (Line() | Segment())):
            between = y.point - x.point
            return x.direction.cross(y.direction).is_zero and x.direction.cross(between).is_zero
        case ((list() | tuple()), (list() | tuple())):
            return len(x) == len(y) and all(map(same_value, x, y))
    return type(x) is type(y) and bool(x == y)


def _close(x: float, y: float) -> bool:
    return math.isfinite(x) and math.isfinite(y) and abs(x - y) <= TOLERANCE * max(1, abs(x))


def print_value(value: Any, language: str = "en", words: Mapping[str, str] | None = None) -> str:
    """Return a value as text.

    Parameters
    ----------
    value : number, point, word or list of them
    language : {'en', 'zh'}
    words : mapping, optional
        How words are printed.

    Raises
    ------
    EvaluationError
        When it is a floating-point number, or an object that has no text.

    Examples
    --------
    >>> print_value(1 - Exact("√2") / 2), print_value(Vector(-1, 0, "√2"))
    ('1 − √2/2', '(−1, 0, √2)')
    >>> print_value("skew", "zh")
    '异面'
    """
    if isinstance(value, float):
        raise EvaluationError(f"expected an exact value to print, found {value}")
    if is_number(value):
        return with_minus_signs(str(as_real(value)))
    if isinstance(value, Vector):
        return with_minus_signs(str(value))
    if isinstance(value, str):
        known = words or {}
        word = known.get(value) or (_RELATIONS.get(value, value) if language == "zh" else value)
        return with_minus_signs(word)
    if isinstance(value, NumberWord):
        return value.written(language)
    if isinstance(value, list | tuple):
        separator = "、" if language == "zh" else ", "
        return separator.join(print_value(part, language, words) for part in value)
    raise EvaluationError(
        f"expected a number, point or word to print, found {describe_kind(value)}"
    )
