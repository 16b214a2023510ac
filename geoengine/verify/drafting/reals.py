"""Real numbers of some seventy digits, as small intervals, and vectors of them.

Drafts are computed with so many digits that what is equal by construction differs by less than
1e-25, and what is equal only nearly does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from flint import arb, ctx

__all__ = [
    "PrecisionError",
    "Real",
    "Vec",
    "angle_from",
    "is_zero",
    "many_digits",
    "pi",
    "real",
    "root",
    "sign",
    "squared",
    "unit",
]

Real: TypeAlias = Any
"""A number of flint, `arb`: an interval."""

_BITS = 256


class _Bounds:
    """What counts as 0 at the present precision."""

    tiny, larger = arb("1e-25"), arb("1e-24")


class PrecisionError(ArithmeticError):
    """A number that is known too roughly to tell whether it is 0."""


@contextmanager
def many_digits(bits: int = _BITS) -> Iterator[None]:
    """Compute with many digits for as long as the context lasts.

    Parameters
    ----------
    bits : int
        The precision of numbers; with 256 bits, what is less than 1e-25 counts as 0, and with 1024
        bits, what is less than 1e-102.
    """
    before = (ctx.prec, _Bounds.tiny, _Bounds.larger)
    ctx.prec = bits
    _Bounds.tiny, _Bounds.larger = arb(f"1e-{bits // 10}"), arb(f"1e-{bits // 10 - 1}")
    try:
        yield
    finally:
        ctx.prec, _Bounds.tiny, _Bounds.larger = before


def pi() -> Real:
    """Return the half turn in radians."""
    return arb.pi()


def real(text: str | int) -> Real:
    """Return a number from its decimals."""
    return arb(text)


def sign(value: Real) -> int:
    """Return 1, 0 or -1; what is less than 1e-25, with 256 bits, counts as 0.

    Raises
    ------
    PrecisionError
        When the number is known too roughly.
    """
    if value > _Bounds.tiny:
        return 1
    if value < -_Bounds.tiny:
        return -1
    if -_Bounds.larger < value < _Bounds.larger:
        return 0
    raise PrecisionError("a number is known too roughly to tell whether it is 0")


def is_zero(value: Real) -> bool:
    """Whether a number counts as 0."""
    return sign(value) == 0


def squared(value: Real) -> Real:
    """Return the square; the power operator of flint fails near 0."""
    return value * value


def root(value: Real) -> Real | None:
    """Return the square root; None of a negative number."""
    found = sign(value)
    if found < 0:
        return None
    return value.sqrt() if found else arb(0)


class Vec(NamedTuple):
    """A point or vector of the plane."""

    x: Real
    y: Real

    def plus(self, other: Vec) -> Vec:
        """Return the sum."""
        return Vec(self.x + other.x, self.y + other.y)

    def minus(self, other: Vec) -> Vec:
        """Return the difference."""
        return Vec(self.x - other.x, self.y - other.y)

    def times(self, factor: Real) -> Vec:
        """Return a multiple."""
        return Vec(self.x * factor, self.y * factor)

    def dot(self, other: Vec) -> Real:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: Vec) -> Real:
        """Return the determinant: positive if the other vector is to the left."""
        return self.x * other.y - self.y * other.x

    def left(self) -> Vec:
        """Return the vector turned to the left by a right angle."""
        return Vec(-self.y, self.x)

    def square(self) -> Real:
        """Return the square of the length."""
        return self.dot(self)

    def length(self) -> Real:
        """Return the length."""
        return root(self.square())

    def is_zero(self) -> bool:
        """Whether it is the zero vector."""
        return is_zero(self.x) and is_zero(self.y)

    def is_at(self, other: Vec) -> bool:
        """Whether two points are the same."""
        return self.minus(other).is_zero()


def unit(vector: Vec) -> Vec:
    """Return the vector of length 1 in the direction of one that is not 0."""
    return vector.times(1 / vector.length())


def angle_from(one: Vec, other: Vec) -> Real:
    """Return the angle from a vector to another, counterclockwise, from 0 to 2 pi."""
    across, along = one.cross(other), one.dot(other)
    side = sign(across)
    if side == 0:
        return arb(0) if sign(along) > 0 else arb.pi()
    angle = arb.atan2(across, along)
    return angle if side > 0 else angle + 2 * arb.pi()
