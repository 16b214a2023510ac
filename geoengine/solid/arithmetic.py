"""Arithmetic of the seed language."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from geoengine.solid.errors import SolidError
from geoengine.solid.numbers import Exact
from geoengine.solid.roots import Real, as_real, root
from geoengine.solid.trigonometry import PI

__all__ = ["CONSTANTS", "FUNCTIONS", "gcd", "is_rational", "is_square", "sqrt"]


def sqrt(x: Real | int | Fraction) -> Real:
    """Return the square root of a number; see `root`.

    Raises
    ------
    SolidError
        If the number is negative.

    Examples
    --------
    >>> print(sqrt(12))
    2√3
    """
    return root(as_real(x))


def gcd(*numbers: Exact | int) -> int:
    """Return the greatest common divisor of integers.

    Raises
    ------
    SolidError
        If a number is not an integer.

    Examples
    --------
    >>> gcd(12, Exact(18)), gcd(6, 10, 15)
    (6, 1)
    """
    whole = []
    for number in numbers:
        rational = as_real(number)
        fraction = None if isinstance(rational, float) else rational.rational
        if fraction is None or fraction.denominator != 1:
            raise SolidError(f"expected integers in gcd, found {number}")
        whole.append(fraction.numerator)
    return math.gcd(*whole)


def is_square(x: Exact | int | Fraction) -> bool:
    """Tell whether a number is the square of a rational number.

    Examples
    --------
    >>> is_square(Fraction(9, 4)), is_square(8), is_square(-1)
    (True, False, False)
    """
    number = Exact(x)
    return number.sign >= 0 and is_rational(root(number))


def is_rational(x: Real | int | Fraction) -> bool:
    """Tell whether an exact number is rational.

    Raises
    ------
    SolidError
        For a float, of which this cannot be told.

    Examples
    --------
    >>> is_rational(Fraction(1, 3)), is_rational(Exact("√2"))
    (True, False)
    """
    number = as_real(x)
    if isinstance(number, float):
        raise SolidError(f"expected an exact number, found the float {number}")
    return number.rational is not None


CONSTANTS: dict[str, Exact] = {"pi": PI}
"""The constants of the seed language."""

FUNCTIONS: dict[str, Callable[..., object]] = {
    "abs": abs,
    "gcd": gcd,
    "is_rational": is_rational,
    "is_square": is_square,
    "max": max,
    "min": min,
    "sqrt": sqrt,
}
"""The functions of the seed language that this module defines."""
