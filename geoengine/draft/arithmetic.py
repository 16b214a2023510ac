"""Operators and functions."""

from __future__ import annotations

import math
from collections.abc import Callable

from geoengine.draft.making import measure
from geoengine.draft.shapes import Value, dot, undefined
from geoengine.draft.vocabulary import KINDS, Kind

__all__ = ["NUMBER_FUNCTIONS", "compared", "negated", "number_of", "operated"]

_PLACES = ("point", "vector")


def number_of(value: Value) -> float | None:
    """Return the number that a value is or stands for; None if it is undefined."""
    shape = None if value.shape is None else measure(value.shape)
    return float(shape) if isinstance(shape, int | float) else None


def operated(operator: str, left: Value, right: Value) -> Value | None:
    """Carry out ``+ - * / ^``; return None if the operator does not apply to such objects.

    Examples
    --------
    >>> operated("+", Value("point", 1j), Value("vector", 2 + 0j))
    Value(kind='point', shape=(2+1j))
    >>> operated("/", Value("number", 1.0), Value("number", 0.0)).is_defined
    False
    """
    places = [side.kind in _PLACES for side in (left, right)]
    numbers = [side.kind in KINDS["number"] for side in (left, right)]
    if all(numbers):
        return _of_numbers(operator, left, right)
    if all(places):
        if operator in "+-":
            kind: Kind = "vector" if left.kind == right.kind == "vector" else "point"
            return _both(kind, left, right, lambda one, other: one + other * _SIGNS[operator])
        return _both("number", left, right, dot) if operator == "*" else None
    if operator == "*" and numbers[0] and places[1]:
        left, right = right, left
    elif operator not in ("*", "/") or not (places[0] and numbers[1]):
        return None
    factor = number_of(right)
    if factor is None or not isinstance(left.shape, complex) or (operator == "/" and not factor):
        return undefined(left.kind)
    return Value(left.kind, left.shape * factor if operator == "*" else left.shape / factor)


_SIGNS = {"+": 1, "-": -1}


def _both(
    kind: Kind, left: Value, right: Value, function: Callable[[complex, complex], complex | float]
) -> Value:
    if not (isinstance(left.shape, complex) and isinstance(right.shape, complex)):
        return undefined(kind)
    return Value(kind, function(left.shape, right.shape))


def _of_numbers(operator: str, left: Value, right: Value) -> Value:
    angles = (left.kind == "angle", right.kind == "angle")
    is_angle = {
        "+": all(angles), "-": all(angles), "*": angles[0] != angles[1],
        "/": angles == (True, False),
        "^": angles == (True, False),
    }[operator]  # fmt: skip
    kind: Kind = "angle" if is_angle else "number"
    one, other = number_of(left), number_of(right)
    if one is None or other is None:
        return undefined(kind)
    return Value(kind, _calculated(operator, one, other))


def _calculated(operator: str, one: float, other: float) -> float | None:
    try:
        match operator:
            case "+":
                found: float | complex = one + other
            case "-":
                found = one - other
            case "*":
                found = one * other
            case "/":
                found = one / other
            case _:
                found = one**other
    except (ZeroDivisionError, OverflowError):
        return None
    return found if isinstance(found, float) and math.isfinite(found) else None


def negated(value: Value) -> Value | None:
    """Return a value with the opposite sign; None if such objects have none."""
    if value.kind in _PLACES:
        return Value(value.kind, -value.shape if isinstance(value.shape, complex) else None)
    if value.kind in KINDS["number"]:
        number = number_of(value)
        kind: Kind = "angle" if value.kind == "angle" else "number"
        return Value(kind, None if number is None else -number)
    return None


def compared(operator: str, left: Value, right: Value) -> Value | None:
    """Compare two numbers, points or booleans; None if such objects cannot be compared.

    What is undefined is equal to nothing, and neither less nor greater.
    """
    kinds = (left.kind, right.kind)
    if all(kind in KINDS["number"] for kind in kinds):
        one, other = number_of(left), number_of(right)
        if one is None or other is None:
            return Value("boolean", operator == "!=")
        return Value("boolean", _ORDER[operator](one, other))
    if operator not in ("==", "!="):
        return None
    same = all(kind in _PLACES for kind in kinds) or kinds == ("boolean", "boolean")
    if not same:
        return None
    if not (left.is_defined and right.is_defined):
        return Value("boolean", operator == "!=")
    if isinstance(left.shape, complex) and isinstance(right.shape, complex):
        is_equal = abs(left.shape - right.shape) < _EQUAL
    else:
        is_equal = left.shape == right.shape
    return Value("boolean", is_equal == (operator == "=="))


_EQUAL = 1e-8
"""How much numbers that count as equal may differ, as in the engine."""

_ORDER: dict[str, Callable[[float, float], bool]] = {
    "==": lambda one, other: abs(one - other) < _EQUAL,
    "!=": lambda one, other: abs(one - other) >= _EQUAL,
    "<": lambda one, other: one < other - _EQUAL,
    "<=": lambda one, other: one <= other + _EQUAL,
    ">": lambda one, other: one > other + _EQUAL,
    ">=": lambda one, other: one >= other - _EQUAL,
}

NUMBER_FUNCTIONS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "cbrt": lambda number: math.copysign(abs(number) ** (1 / 3), number),
    "abs": abs,
    "sgn": lambda number: (number > 0) - (number < 0),
    "floor": math.floor,
    "ceil": math.ceil,
    "round": lambda number: math.floor(number + 0.5),
    "exp": math.exp,
    "ln": math.log,
    "lg": math.log10,
    "ld": math.log2,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "cot": lambda number: 1 / math.tan(number),
    "sec": lambda number: 1 / math.cos(number),
    "csc": lambda number: 1 / math.sin(number),
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "asind": math.asin,
    "acosd": math.acos,
    "atand": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
}
"""The functions of numbers; those whose names end in ``d`` give angles."""
