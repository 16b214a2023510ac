"""Square roots of exact numbers, written without nested roots where that is possible."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import total_ordering
from typing import TypeAlias, overload

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.numbers import Exact
from geoengine.solid.plain_roots import plain_root

__all__ = ["TOLERANCE", "NestedRoot", "Real", "as_real", "is_zero", "root", "sign_of"]

TOLERANCE = 1e-9
"""Floats that differ by less count as equal."""


@total_ordering
class NestedRoot:
    """A square root of an exact number, or its negative, that cannot be written without nesting.

    Products and quotients are formed of any two of them; sums only of those whose quotient is an
    `Exact`, since the others are no square root of an `Exact`. Made by `root`.

    Parameters
    ----------
    square : Exact
        The square of the number, which is positive.
    sign : int
        1 or -1.

    Examples
    --------
    >>> number = root(Exact("5 + 2√3"))
    >>> print(number, 3 * number / 2, number**2, number * root(2))
    √(5 + 2√3) 3√(5 + 2√3)/2 5 + 2√3 √(10 + 4√3)
    >>> number > 2, round(float(number), 6)
    (True, 2.909313)
    """

    __slots__ = ("sign", "square")

    def __init__(self, square: Exact, sign: int = 1) -> None:
        self.square = square
        self.sign = sign

    @property
    def rational(self) -> None:
        """None: a nested root is irrational."""
        return None

    def __float__(self) -> float:
        return self.sign * math.sqrt(float(self.square))

    def __bool__(self) -> bool:
        return True

    def __hash__(self) -> int:
        return hash((self.square, self.sign))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NestedRoot):
            return self.sign == other.sign and self.square == other.square
        if isinstance(other, Exact | int | Fraction):
            return False
        return NotImplemented

    def __lt__(self, other: Real | int | Fraction) -> bool:
        if isinstance(other, float):
            return float(self) < other
        if not isinstance(other, Exact | NestedRoot | int | Fraction):
            return NotImplemented
        sign = sign_of(other)
        if sign != self.sign:
            return self.sign < sign
        return (self.square < _square(other)) if sign > 0 else (_square(other) < self.square)

    def __neg__(self) -> NestedRoot:
        return NestedRoot(self.square, -self.sign)

    def __pos__(self) -> NestedRoot:
        return self

    def __abs__(self) -> NestedRoot:
        return NestedRoot(self.square)

    def __mul__(self, other: Real | int | Fraction) -> Real:
        if isinstance(other, float):
            return float(self) * other
        if not isinstance(other, Exact | NestedRoot | int | Fraction):
            return NotImplemented
        sign = self.sign * sign_of(other)
        if not sign:
            return Exact(0)
        if isinstance(other, NestedRoot):
            product = root(self.square * other.square)
            return product if sign > 0 else -product
        return NestedRoot(self.square * _square(other), sign)

    __rmul__ = __mul__

    def __truediv__(self, other: Real | int | Fraction) -> Real:
        if isinstance(other, float):
            return float(self) / other
        if isinstance(other, NestedRoot):
            return self * NestedRoot(1 / other.square, other.sign)
        if isinstance(other, Exact | int | Fraction):
            return self * (1 / Exact(other))
        return NotImplemented

    def __rtruediv__(self, other: Real | int | Fraction) -> Real:
        if isinstance(other, float):
            return other / float(self)
        return NestedRoot(1 / self.square, self.sign) * other

    def __pow__(self, exponent: int | Exact) -> Real:
        if isinstance(exponent, Exact) and (whole := exponent.rational) is not None:
            exponent = whole.numerator if whole.denominator == 1 else exponent
        if not isinstance(exponent, int):
            return NotImplemented
        even = self.square ** (exponent // 2)
        return self * even if exponent % 2 else even

    def __add__(self, other: Real | int | Fraction) -> Real:
        if isinstance(other, float):
            return float(self) + other
        if isinstance(other, NestedRoot):
            ratio = self / other
            if isinstance(ratio, Exact):
                return other * (ratio + 1)
        elif isinstance(other, Exact | int | Fraction):
            if not other:
                return self
        else:
            return NotImplemented
        raise InexactError(f"expected a sum without nested roots, found {self} + {other}")

    __radd__ = __add__

    def __sub__(self, other: Real | int | Fraction) -> Real:
        return self + -other

    def __rsub__(self, other: Real | int | Fraction) -> Real:
        return -self + other

    def __str__(self) -> str:
        from geoengine.solid.number_text import write_nested

        return write_nested(self)

    @property
    def latex(self) -> str:
        r"""The number in LaTeX, such as ``\sqrt{5 + 2\sqrt{3}}``."""
        from geoengine.solid.number_text import write_nested_latex

        return write_nested_latex(self)

    def __repr__(self) -> str:
        return f"NestedRoot('{self}')"


Real: TypeAlias = Exact | NestedRoot | float
"""A number of the kernel: exact, or a float in numeric checks."""


def _square(number: Exact | NestedRoot | int | Fraction) -> Exact:
    return number.square if isinstance(number, NestedRoot) else Exact(number) * number


def as_real(value: Real | int | Fraction | str) -> Real:
    """Return a number of the kernel; integers, fractions and text become exact.

    Examples
    --------
    >>> as_real(3), as_real("√2/2"), as_real(0.5)
    (Exact('3'), Exact('√2/2'), 0.5)
    """
    if type(value) is Exact or isinstance(value, Exact | NestedRoot):
        return value
    if isinstance(value, float):
        return float(value)
    return Exact(value)


def sign_of(number: Real | int | Fraction) -> int:
    """Return -1, 0 or 1: the sign of a number, where a float within `TOLERANCE` of 0 counts as 0.

    Examples
    --------
    >>> sign_of(Exact("√2 - 17/12")), sign_of(-1e-12), sign_of(0.25)
    (-1, 0, 1)
    """
    if isinstance(number, Exact | NestedRoot):
        return number.sign
    if isinstance(number, float) and abs(number) < TOLERANCE:
        return 0
    return (number > 0) - (number < 0)


def is_zero(number: Real | int | Fraction) -> bool:
    """Tell whether a number is 0; a float, whether it is within `TOLERANCE` of 0.

    Examples
    --------
    >>> is_zero(Exact("√8 - 2√2")), is_zero(1e-12), is_zero(0.1)
    (True, True, False)
    """
    if isinstance(number, float):
        return abs(number) < TOLERANCE
    return not number


@overload
def root(x: float) -> float: ...
@overload
def root(x: int | Fraction) -> Exact: ...
@overload
def root(x: Exact | NestedRoot) -> Exact | NestedRoot: ...
def root(x: Real | int | Fraction) -> Real:
    """Return the square root of a number that is not negative.

    A nested root √(a + b√p) is written as √((a + q)/2) ± √((a - q)/2), with q = √(a² - pb²), if
    these three roots can be written without nesting. If any sum of roots of rational numbers has
    the square a + b√p, one is found in this way.
    See A. Borodin, R. Fagin, J. Hopcroft, M. Tompa, *Decreasing the nesting depth of expressions
    involving square roots*, J. Symbolic Computation 1 (1985).

    Raises
    ------
    SolidError
        If the number is negative; a float, if it is less than -1e-9.
    InexactError
        For a nested root, whose square root would be nested twice, and for numbers of more than
        30 digits without small factors.

    Examples
    --------
    >>> print(root(Fraction(9, 8)), root(Exact("5 + 2√6")), root(Exact("5 + 2√3")), root(2.25))
    3√2/4 √2 + √3 √(5 + 2√3) 1.5
    """
    if isinstance(x, float):
        if x < -TOLERANCE:
            raise SolidError(f"expected a number that is not negative under a root, found {x}")
        return math.sqrt(max(x, 0.0))
    if isinstance(x, NestedRoot):
        raise InexactError(f"expected a square root that is nested once, found the root of {x}")
    x = Exact(x)
    sign = x.sign
    if sign < 0:
        raise SolidError(f"expected a number that is not negative under a root, found {x}")
    if not sign:
        return x
    plain = plain_root(x)
    return NestedRoot(x) if plain is None else plain
