"""Exact constants: angles as fractions of pi, lengths and ratios as square roots of rationals."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, total_ordering

from geoengine.errors import StatementError

__all__ = ["Surd", "SurdSum", "format_angle", "format_radians", "parse_angle"]


@lru_cache(maxsize=65536)
def _square_part(n: int) -> tuple[int, int]:
    """Return (s, r) with n = s**2 * r, where r is square-free (for large n, nearly).

    For n of 10**15 or more, squares of primes above 10**5 may divide r.
    """
    s, r, d = 1, 1, 2
    while d * d * d <= n and d < 100_000 and math.isqrt(n) ** 2 != n:
        power = 0
        while n % d == 0:
            n //= d
            power += 1
        s *= d ** (power // 2)
        r *= d ** (power % 2)
        d += 1 if d == 2 else 2
    # The remaining cofactor of an n below 10**15 has at most two prime factors, so that it is
    # either a square or square-free.
    root = math.isqrt(n)
    return (s * root, r) if root * root == n else (s, r * n)


@lru_cache(maxsize=65536)
def _root_parts(numerator: int, denominator: int) -> tuple[int, int, int]:
    """Return (a, r, b) with a√r/b in lowest terms the square root of a fraction."""
    top, over = _square_part(numerator)
    bottom, under = _square_part(denominator)
    fraction = Fraction(top, bottom * under)
    return fraction.numerator, over * under, fraction.denominator


@total_ordering
@dataclass(frozen=True, slots=True)
class Surd:
    """A positive number whose square is rational, such as 5, 5/2 or 4√2.

    Parameters
    ----------
    square : Fraction
        The square of the number, which must be positive.

    Raises
    ------
    StatementError
        If `square` is not positive.

    Examples
    --------
    >>> from fractions import Fraction
    >>> str(Surd(Fraction(32))), str(Surd(Fraction(1, 2))), str(Surd.of(5, 2))
    ('4√2', '√2/2', '5/2')
    >>> Surd.parse("4√2") == Surd(Fraction(32))
    True
    """

    square: Fraction

    def __post_init__(self) -> None:
        if self.square <= 0:
            raise StatementError(
                f"expected a positive length or ratio, found one whose square is {self.square}"
            )

    @classmethod
    def of(cls, numerator: int | Fraction, denominator: int = 1) -> Surd:
        """Return the rational number numerator/denominator, which must be positive."""
        value = Fraction(numerator) / denominator
        if value <= 0:
            raise StatementError(f"expected a positive length or ratio, found {value}")
        return cls(value * value)

    @classmethod
    def parse(cls, text: str) -> Surd:
        r"""Read ``5``, ``2.5``, ``5/2``, ``4√2``, ``2√3/3``, ``4\sqrt{2}``, ``\frac{5}{2}``.

        Raises
        ------
        StatementError
            If the text is not such a number, or the number is 0.
        """
        plain = text.replace(" ", "").replace("sqrt", "√").replace("\\√", "√")
        plain = re.sub(r"√[{(](\d+)[})]", r"√\1", plain)
        plain = re.sub(r"\\frac\{([^{}]*)\}\{(\d+)\}", r"\1/\2", plain)
        match = re.fullmatch(
            r"(?P<whole>\d{1,40}(?:\.\d{1,40})?)?\*?(?:√(?P<root>\d{1,40}))?(?:/(?P<under>\d{1,40}))?",
            plain,
        )
        if not match or (match["whole"] is None and match["root"] is None):
            raise StatementError(
                f"expected an exact positive number such as 6, 5/2 or 4√2, found {text!r}"
            )
        if match["under"] is not None and int(match["under"]) == 0:
            raise StatementError(f"expected a number, found a division by zero in {text!r}")
        value = Fraction(match["whole"] or 1) / int(match["under"] or 1)
        return cls(value * value * int(match["root"] or 1))

    def _parts(self) -> tuple[int, int, int]:
        """Return (a, r, b) with self = a√r/b in lowest terms."""
        return _root_parts(self.square.numerator, self.square.denominator)

    def __str__(self) -> str:
        a, r, b = self._parts()
        top = str(a) if r == 1 else (f"√{r}" if a == 1 else f"{a}√{r}")
        return top if b == 1 else f"{top}/{b}"

    @property
    def latex(self) -> str:
        r"""The number in LaTeX, such as ``4\sqrt{2}``."""
        a, r, b = self._parts()
        top = str(a) if r == 1 else (rf"\sqrt{{{r}}}" if a == 1 else rf"{a}\sqrt{{{r}}}")
        return top if b == 1 else rf"\frac{{{top}}}{{{b}}}"

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction, or None when it is irrational."""
        a, r, b = self._parts()
        return Fraction(a, b) if r == 1 else None

    def root(self) -> Surd:
        """Return the square root of this number. The number must be rational; the root need not be.

        Raises
        ------
        StatementError
            If this number is irrational, so that its square root is not a `Surd`.
        """
        whole = self.rational
        if whole is None:
            raise StatementError(f"expected a rational number under the root, found {self}")
        return Surd(whole)

    @property
    def radicand(self) -> int:
        """The square-free integer r such that the number is a rational multiple of √r."""
        return self._parts()[1]

    def __float__(self) -> float:
        return math.sqrt(self.square)

    def __mul__(self, other: Surd) -> Surd:
        return Surd(self.square * other.square)

    def __truediv__(self, other: Surd) -> Surd:
        return Surd(self.square / other.square)

    def __lt__(self, other: Surd) -> bool:
        return self.square < other.square


class SurdSum:
    r"""A sum of rational multiples of square roots, such as 7 + √13 or 3 - √2.

    The square roots of distinct square-free integers are linearly independent over the rationals,
    so two sums are equal only if they agree term by term.

    Parameters
    ----------
    terms : mapping of int to Fraction, optional
        The coefficient of √n, by square-free integer n; n = 1 is the rational part.

    Examples
    --------
    >>> total = SurdSum.of(Surd.of(3)) + SurdSum.of(Surd.of(4)) + SurdSum.of(Surd.parse("2√13/3"))
    >>> print(total, total.latex)
    7 + 2√13/3 7 + \frac{2\sqrt{13}}{3}
    >>> (total - total).surd is None, SurdSum.of(Surd.of(5)).surd == Surd.of(5)
    (True, True)
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[int, Fraction] | None = None) -> None:
        self.terms = {root: c for root, c in sorted((terms or {}).items()) if c}

    @classmethod
    def of(cls, value: Surd) -> SurdSum:
        """Return the sum of this single term."""
        top, root, bottom = value._parts()
        return cls({root: Fraction(top, bottom)})

    @property
    def surd(self) -> Surd | None:
        """The sum as a `Surd`, or None when it has several terms, none, or a negative one."""
        if len(self.terms) != 1:
            return None
        ((root, factor),) = self.terms.items()
        return Surd(factor * factor * root) if factor > 0 else None

    def __add__(self, other: SurdSum) -> SurdSum:
        terms = dict(self.terms)
        for root, factor in other.terms.items():
            terms[root] = terms.get(root, Fraction(0)) + factor
        return SurdSum(terms)

    def times(self, number: Fraction) -> SurdSum:
        """Return a rational multiple of the sum."""
        return SurdSum({root: factor * number for root, factor in self.terms.items()})

    def __neg__(self) -> SurdSum:
        return self.times(Fraction(-1))

    def __sub__(self, other: SurdSum) -> SurdSum:
        return self + -other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SurdSum) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(tuple(self.terms.items()))

    def __float__(self) -> float:
        return math.fsum(float(factor) * math.sqrt(root) for root, factor in self.terms.items())

    def _written(self, write: Callable[[Surd], str]) -> str:
        text = ""
        for root, factor in self.terms.items():
            sign = (" - " if text else "-") if factor < 0 else (" + " if text else "")
            text += sign + write(Surd(factor * factor * root))
        return text or "0"

    def __str__(self) -> str:
        return self._written(str)

    def __repr__(self) -> str:
        return f"SurdSum({self})"

    @property
    def latex(self) -> str:
        r"""The sum in LaTeX, such as ``7 + \sqrt{13}``."""
        return self._written(lambda value: value.latex)


def parse_angle(text: str) -> Fraction:
    """Read an angle as a fraction of pi, from 0 up to but not including 1.

    Angles are taken modulo pi. Degrees carry ``o``, ``°`` or nothing; radians carry ``pi`` or
    ``π``.

    Raises
    ------
    StatementError
        If the text is not an angle.

    Examples
    --------
    >>> parse_angle("60o"), parse_angle("2pi/3"), parse_angle("5π/6"), parse_angle("-30°")
    (Fraction(1, 3), Fraction(2, 3), Fraction(5, 6), Fraction(5, 6))
    """
    plain = text.replace(" ", "").replace("\\pi", "π").replace("pi", "π")
    plain = plain.replace(r"^\circ", "°").replace("o", "°")
    if match := re.fullmatch(r"(-?)(\d{1,9})?\*?π(?:/(\d{1,9}))?", plain):
        numerator, denominator = int(match[2] or 1), int(match[3] or 1)
        if denominator:
            return Fraction(-numerator if match[1] else numerator, denominator) % 1
    if match := re.fullmatch(r"\(?(-?\d{1,9}(?:\.\d{1,9})?)(?:/(\d{1,9}))?\)?°?", plain):
        denominator = int(match[2] or 1)
        if denominator:
            return Fraction(match[1]) / denominator / 180 % 1
    raise StatementError(f"expected an angle such as 60o, 2pi/3 or 22.5°, found {text!r}")


def format_angle(value: Fraction) -> str:
    """Write an angle, given as a fraction of pi, in degrees.

    Examples
    --------
    >>> from fractions import Fraction
    >>> format_angle(Fraction(1, 3)), format_angle(Fraction(1, 7))
    ('60°', '(180/7)°')
    """
    degrees = value * 180
    return f"{degrees}°" if degrees.denominator == 1 else f"({degrees})°"


def format_radians(value: Fraction) -> str:
    """Write an angle, given as a fraction of pi, in radians.

    Examples
    --------
    >>> from fractions import Fraction
    >>> format_radians(Fraction(2, 3)), format_radians(Fraction(1)), format_radians(Fraction(0))
    ('2π/3', 'π', '0')
    """
    if not value:
        return "0"
    top = "π" if value.numerator == 1 else f"{value.numerator}π"
    return top if value.denominator == 1 else f"{top}/{value.denominator}"
