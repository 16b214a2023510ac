"""The arithmetic of drafts, in seventy digits: operators, comparisons and functions of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from geoengine.verify.drafting.commands import GROUPS, whole_number
from geoengine.verify.drafting.measures import number_of
from geoengine.verify.drafting.reals import Real, is_zero, real, root, sign
from geoengine.verify.drafting.relations import are_equal
from geoengine.verify.drafting.shapes import Thing

__all__ = ["FUNCTIONS", "PLACES", "calculated", "compared", "function_value"]

PLACES = ("point", "vector")
"""The kinds of what has two coordinates."""


def calculated(operator: str, left: Thing, right: Thing) -> Thing:
    """Return the sum, difference, product, quotient or power of numbers, points or vectors.

    Raises
    ------
    NotImplementedError
        If the operator is not known between them.
    """
    places = [side.kind in PLACES for side in (left, right)]
    one, other = (side.shape if place else number_of(side)
                  for side, place in zip((left, right), places, strict=True))  # fmt: skip
    kind = _kind_of(operator, left, right)
    if one is None or other is None:
        return Thing(kind, None)
    match operator, places:
        case "+", [True, True]:
            return Thing(kind, one.plus(other))
        case "-", [True, True]:
            return Thing(kind, one.minus(other))
        case "*", [True, True]:
            return Thing(kind, one.dot(other))
        case "*", [True, False]:
            return Thing(kind, one.times(other))
        case "*", [False, True]:
            return Thing(kind, other.times(one))
        case "/", [True, False]:
            return Thing(kind, None if is_zero(other) else one.times(1 / other))
        case _, [False, False]:
            return Thing(kind, _OPERATIONS[operator](one, other))
    raise NotImplementedError(f"{operator} between a {left.kind} and a {right.kind}")


def _power(base: Real, exponent: Real) -> Real | None:
    if is_zero(exponent - real(1) / 2):
        return root(base)
    count = whole_number(exponent)
    if abs(count) > 1_000:
        raise NotImplementedError("so large a power")
    if count < 0 and is_zero(base):
        return None
    # The power operator of flint fails near 0.
    found = math.prod([base] * abs(count), start=real(1))
    return found if count >= 0 else 1 / found


_OPERATIONS: dict[str, Callable[[Real, Real], Real | None]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: None if is_zero(other) else one / other,
    "^": _power,
}


def _kind_of(operator: str, left: Thing, right: Thing) -> str:
    """Return the kind of what is calculated; whether a vector is a point, the name decides."""
    kinds = (left.kind, right.kind)
    if kinds[0] in PLACES and kinds[1] in PLACES:
        if operator == "*":
            return "number"
        return "vector" if kinds == ("vector", "vector") else "point"
    for kind in kinds:
        if kind in PLACES:
            return kind
    if any(kind not in GROUPS["number"] for kind in kinds):
        raise NotImplementedError(f"{operator} between a {left.kind} and a {right.kind}")
    angles = [kind == "angle" for kind in kinds]
    is_angle = all(angles) if operator in "+-" else angles == [True, False]
    return "angle" if is_angle or (operator == "*" and angles == [False, True]) else "number"


def compared(operator: str, left: Thing, right: Thing) -> bool:
    """Whether numbers are in the order that an operator states, or two things are the same.

    Raises
    ------
    NotImplementedError
        If the operator is not known between them.
    """
    kinds = (left.kind, right.kind)
    if all(kind in GROUPS["number"] for kind in kinds):
        one, other = number_of(left), number_of(right)
        assert one is not None
        assert other is not None
        order = sign(one - other)
        return {
            "==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0,
            ">": order > 0, ">=": order >= 0,
        }[operator]  # fmt: skip
    same = all(kind in PLACES for kind in kinds) or kinds == ("boolean", "boolean")
    if operator not in ("==", "!=") or not same:
        raise NotImplementedError(f"{operator} between a {kinds[0]} and a {kinds[1]}")
    return are_equal(left.shape, right.shape) == (operator == "==")


FUNCTIONS: dict[str, Callable[[Real], Real | None]] = {
    "abs": abs,
    "sqrt": root,
    "sin": lambda number: number.sin(),
    "cos": lambda number: number.cos(),
    "tan": lambda number: None if is_zero(number.cos()) else number.tan(),
    "sgn": lambda number: real(sign(number)),
}
"""The functions of a number, by name."""


def function_value(name: str, arguments: Sequence[Thing]) -> Thing:
    """Return the value of a function of numbers, a coordinate, or an element of a list.

    Raises
    ------
    NotImplementedError
        If the function is not known for such arguments.
    """
    if name == "Element":
        whole, number = arguments[0], number_of(arguments[1])
        if whole.shape is None or number is None:
            return Thing("point", None)
        index = whole_number(number)
        if 1 <= index <= len(whole.shape):
            found: Thing = whole.shape[index - 1]
            return found
        return Thing(whole.shape[0].kind if whole.shape else "number", None)
    argument = arguments[0]
    if len(arguments) != 1 or (argument.kind in PLACES) != (name in "xy"):
        raise NotImplementedError(f"{name} of a {argument.kind}")
    if argument.shape is None:
        return Thing("number", None)
    if name in "xy":
        return Thing("number", getattr(argument.shape, name))
    if argument.kind not in GROUPS["number"]:
        raise NotImplementedError(f"{name} of a {argument.kind}")
    return Thing("number", FUNCTIONS[name](number_of(argument)))
