"""Arithmetic of exact numbers, roots and angles."""

from __future__ import annotations

from typing import TypeAlias

from flint import fmpq

from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.shapes import (
    ExactPolygon,
    ExactShape,
    Place,
    Rooted,
    Straight,
    Turn,
)
from geoengine.draft.exact.tower import Surd

__all__ = ["Real", "cosine", "difference", "forced", "length_of", "operated", "real", "sine"]

Real: TypeAlias = Surd | Rooted


def length_of(vector: Place) -> Rooted:
    """Return the length of a vector."""
    return Rooted(1, vector.square)


def real(shape: ExactShape) -> Real:
    """Return the number that a shape is or stands for."""
    match shape:
        case Surd() | Rooted():
            return shape
        case Straight(kind="segment", direction=direction):
            return length_of(direction)
        case ExactPolygon():
            whole = shape.doubled_area / 2
            return -whole if whole.sign() < 0 else whole
    raise NotExactError("expected a number")


def forced(shape: ExactShape) -> Surd:
    """Return a number of the tower, with the root taken that was not yet."""
    number = real(shape)
    return number.forced() if isinstance(number, Rooted) else number


def _squared(number: Real) -> Surd:
    return number.square if isinstance(number, Rooted) else number * number


def _sign(number: Real) -> int:
    if isinstance(number, Rooted):
        return 0 if number.square.is_zero else number.sign
    return number.sign()


def operated(operator: str, one: Real, other: Real) -> Real:
    """Carry out ``+ - * / ^``."""
    if operator in "+-":
        left, right = forced(one), forced(other)
        return left + right if operator == "+" else left - right
    if operator == "^":
        return _power(one, other)
    if isinstance(one, Surd) and isinstance(other, Surd):
        return one * other if operator == "*" else one / other
    if operator == "*" and isinstance(one, Rooted) and one == other:
        return one.square
    squares = _squared(one), _squared(other)
    sign = _sign(one) * _sign(other)
    square = squares[0] * squares[1] if operator == "*" else squares[0] / squares[1]
    return Rooted(sign, square)


def _power(base: Real, exponent: Real) -> Real:
    if not (isinstance(exponent, Surd) and exponent.level == 0):
        raise NotExactError("expected a rational exponent")
    power = exponent.rational
    if power == fmpq(1, 2):
        return Rooted(1, forced(base))
    if power.q != 1 or abs(power) > 64:
        raise NotExactError(f"expected a whole exponent, found {power}")
    times = abs(int(power.p))
    square = _squared(base)
    found = square.tower.number(1)
    for _ in range(times // 2):
        found = found * square
    result: Real = found
    if times % 2:
        result = operated("*", base, found)
    return operated("/", square.tower.number(1), result) if power < 0 else result


def difference(one: ExactShape, other: ExactShape) -> list[Surd]:
    """Return numbers that are 0 just if two numbers of the same sign are equal."""
    left, right = real(one), real(other)
    if isinstance(left, Surd) and isinstance(right, Surd):
        return [left - right]
    if _sign(left) != _sign(right):
        return [_squared(left).tower.number(1)]
    return [_squared(left) - _squared(right)]


def cosine(turn: Turn) -> Real:
    """Return the cosine of an angle."""
    return _part(turn.direction.x, turn.direction.square)


def sine(turn: Turn) -> Real:
    """Return the sine of an angle."""
    return _part(turn.direction.y, turn.direction.square)


def _part(part: Surd, square: Surd) -> Real:
    if square == 1:
        return part
    return Rooted(part.sign(), part * part / square)
