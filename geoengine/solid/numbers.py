"""Exact real numbers: sums of rational multiples of √n·π^k."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import total_ordering
from typing import overload

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.factors import square_part
from geoengine.solid.terms import (
    ONE,
    Key,
    float_of_terms,
    inverse_of_terms,
    product_of_terms,
    sign_of_terms,
    sum_of_terms,
)

__all__ = ["Exact"]


@total_ordering
class Exact:
    """An exact real number, a finite sum of rational multiples of √n·π^k.

    The integers n are square-free and positive, the integers k may be negative. The numbers √n of
    different n are linearly independent over the rationals (Besicovitch's theorem), and π is
    transcendental (Lindemann's theorem). So each number is written in one way only, and is 0 only
    if it has no terms. Signs are decided by ball arithmetic of increasing precision.

    Instances are immutable and hashable. A rational one equals, and hashes as, its `Fraction`.
    Arithmetic with a float gives a float.

    Parameters
    ----------
    value : int, Fraction, str or Exact
        A rational number, or the text of an exact number (see `Exact.parse`).

    Examples
    --------
    >>> from geoengine.solid import root
    >>> print(Exact(5) * root(2) / 2, (2 + root(3)) ** 2, 1 / (root(3) - root(2)))
    5√2/2 7 + 4√3 √2 + √3
    >>> Exact("√2") + Exact("√3") > Exact("22/7")
    True
    """

    __slots__ = ("_den", "_terms")

    _terms: dict[Key, int]
    _den: int

    def __init__(self, value: int | Fraction | str | Exact = 0) -> None:
        if type(value) is int or isinstance(value, int):
            self._terms, self._den = ({ONE: int(value)} if value else {}), 1
        elif isinstance(value, Fraction):
            self._terms = {ONE: value.numerator} if value else {}
            self._den = value.denominator
        else:
            exact = Exact.parse(value) if isinstance(value, str) else value
            self._terms, self._den = exact._terms, exact._den

    @staticmethod
    def _of(terms: dict[Key, int], den: int) -> Exact:
        """Return the number with these non-zero terms over a positive denominator."""
        if den != 1:
            if terms:
                common = math.gcd(den, *terms.values())
                if common != 1:
                    den //= common
                    terms = {key: c // common for key, c in terms.items()}
            else:
                den = 1
        self = object.__new__(Exact)
        self._terms = terms
        self._den = den
        return self

    @classmethod
    def of_terms(cls, terms: dict[tuple[int, int], Fraction]) -> Exact:
        """Return the sum of c·√n·π^k, given c by (n, k), for any positive integers n.

        Examples
        --------
        >>> from fractions import Fraction
        >>> print(Exact.of_terms({(8, 0): Fraction(1), (1, 1): Fraction(2, 3)}))
        2√2 + 2π/3
        """
        total = cls(0)
        for (n, k), c in terms.items():
            s, r = square_part(n)
            fraction = Fraction(c) * s
            if fraction:
                total += cls._of({(r, k): fraction.numerator}, fraction.denominator)
        return total

    @classmethod
    def parse(cls, text: str) -> Exact:
        """Read a number as it is printed, or a formula with + - * / ^ √ sqrt π pi and brackets.

        Raises
        ------
        SolidError
            If the text is not such a formula, or divides by 0.
        InexactError
            If the number is not an `Exact`.

        Examples
        --------
        >>> print(Exact.parse("(2 + √3)π"), Exact.parse("sqrt(8)/4"), Exact.parse("7+2√13/3"))
        (2 + √3)π √2/2 7 + 2√13/3
        """
        from geoengine.solid.number_text import parse_number

        number = parse_number(text)
        if not isinstance(number, cls):
            raise InexactError(f"expected a sum of multiples of √n·π^k, found {number}")
        return number

    @property
    def terms(self) -> dict[tuple[int, int], Fraction]:
        """The coefficients of √n·π^k by (n, k), sorted by k and n; those of 0 are empty."""
        order = sorted(self._terms, key=lambda key: (key[1], key[0]))
        return {key: Fraction(self._terms[key], self._den) for key in order}

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction, or None if it is irrational."""
        terms = self._terms
        if not terms:
            return Fraction(0)
        if len(terms) == 1 and ONE in terms:
            return Fraction(terms[ONE], self._den)
        return None

    @property
    def sign(self) -> int:
        """-1, 0 or 1."""
        return sign_of_terms(self._terms)

    def __float__(self) -> float:
        return float_of_terms(self._terms, self._den)

    def __bool__(self) -> bool:
        return bool(self._terms)

    def __hash__(self) -> int:
        rational = self.rational
        if rational is not None:
            return hash(rational)
        return hash((frozenset(self._terms.items()), self._den))

    def __eq__(self, other: object) -> bool:
        if type(other) is Exact:
            return self._den == other._den and self._terms == other._terms
        if isinstance(other, int | Fraction):
            return self.rational == other
        return NotImplemented

    def __lt__(self, other: Exact | int | Fraction | float) -> bool:
        if isinstance(other, float):
            return float(self) < other
        if isinstance(other, Exact | int | Fraction):
            return (self - other).sign < 0
        return NotImplemented

    def __neg__(self) -> Exact:
        return Exact._of({key: -c for key, c in self._terms.items()}, self._den)

    def __pos__(self) -> Exact:
        return self

    def __abs__(self) -> Exact:
        return -self if self.sign < 0 else self

    @overload
    def __add__(self, other: Exact | int | Fraction) -> Exact: ...
    @overload
    def __add__(self, other: float) -> float: ...
    def __add__(self, other: Exact | int | Fraction | float) -> Exact | float:
        if type(other) is not Exact:
            if isinstance(other, float):
                return float(self) + other
            if not isinstance(other, int | Fraction):
                return NotImplemented
            other = Exact(other)
        if not other._terms:
            return self
        if not self._terms:
            return other
        return Exact._of(*sum_of_terms(self._terms, self._den, other._terms, other._den))

    __radd__ = __add__

    @overload
    def __sub__(self, other: Exact | int | Fraction) -> Exact: ...
    @overload
    def __sub__(self, other: float) -> float: ...
    def __sub__(self, other: Exact | int | Fraction | float) -> Exact | float:
        if type(other) is Exact and not other._terms:
            return self
        return self + -other

    @overload
    def __rsub__(self, other: int | Fraction) -> Exact: ...
    @overload
    def __rsub__(self, other: float) -> float: ...
    def __rsub__(self, other: int | Fraction | float) -> Exact | float:
        return -self + other

    @overload
    def __mul__(self, other: Exact | int | Fraction) -> Exact: ...
    @overload
    def __mul__(self, other: float) -> float: ...
    def __mul__(self, other: Exact | int | Fraction | float) -> Exact | float:
        if type(other) is not Exact:
            if isinstance(other, float):
                return float(self) * other
            if not isinstance(other, int | Fraction):
                return NotImplemented
            other = Exact(other)
        return Exact._of(product_of_terms(self._terms, other._terms), self._den * other._den)

    __rmul__ = __mul__

    @overload
    def __truediv__(self, other: Exact | int | Fraction) -> Exact: ...
    @overload
    def __truediv__(self, other: float) -> float: ...
    def __truediv__(self, other: Exact | int | Fraction | float) -> Exact | float:
        if type(other) is not Exact:
            if isinstance(other, float):
                return float(self) / other
            if not isinstance(other, int | Fraction):
                return NotImplemented
            other = Exact(other)
        if not other._terms:
            raise SolidError(f"expected a divisor other than 0, found {self} / 0")
        if len({k for _, k in other._terms}) > 1:
            return self._polynomial_quotient(other)
        return self * other._inverse()

    @overload
    def __rtruediv__(self, other: int | Fraction) -> Exact: ...
    @overload
    def __rtruediv__(self, other: float) -> float: ...
    def __rtruediv__(self, other: int | Fraction | float) -> Exact | float:
        if isinstance(other, float):
            return other / float(self)
        return Exact(other) / self

    def __pow__(self, exponent: int | Exact) -> Exact:
        if isinstance(exponent, Exact) and (whole := exponent.rational) is not None:
            exponent = whole.numerator if whole.denominator == 1 else exponent
        if not isinstance(exponent, int):
            return NotImplemented
        base = self if exponent >= 0 else 1 / self
        result, left = Exact(1), abs(exponent)
        while left:
            if left % 2:
                result *= base
            left //= 2
            if left:
                base *= base
        return result

    def _inverse(self) -> Exact:
        """Return 1 / self, where all terms have the same power of π."""
        return Exact._of(*inverse_of_terms(self._terms, self._den))

    def coefficient(self, k: int) -> Exact:
        """Return the coefficient of π^k, a sum of multiples of square roots.

        Examples
        --------
        >>> print(Exact("4 + (2 + √3)π").coefficient(1))
        2 + √3
        """
        return Exact._of({(n, 0): c for (n, j), c in self._terms.items() if j == k}, self._den)

    @property
    def powers(self) -> list[int]:
        """The powers k of π that occur, in increasing order; [0] for a sum of roots."""
        return sorted({k for _, k in self._terms})

    def times_pi(self, k: int) -> Exact:
        """Return the product with π^k."""
        return Exact._of({(n, j + k): c for (n, j), c in self._terms.items()}, self._den)

    def _polynomial_quotient(self, other: Exact) -> Exact:
        """Return self / other by the division of polynomials in π, which must leave no rest."""
        rest, quotient, lowest = self, Exact(0), other.powers[0]
        step = other.coefficient(lowest)._inverse().times_pi(-lowest)
        for _ in range(64):
            if not rest:
                return quotient
            low = rest.powers[0]
            part = rest.coefficient(low).times_pi(low) * step
            quotient += part
            rest -= part * other
        raise InexactError(f"expected a quotient that is a sum of √n·π^k, found ({self})/({other})")

    def __str__(self) -> str:
        from geoengine.solid.number_text import write

        return write(self)

    @property
    def latex(self) -> str:
        r"""The number in LaTeX, such as ``\frac{5\sqrt{2}}{2}``."""
        from geoengine.solid.number_text import write_latex

        return write_latex(self)

    def __repr__(self) -> str:
        return f"Exact('{self}')"
