"""Exact constants in the tables: the right-hand sides of equations.

Tables compute modulo a prime, constants included. Every constant is a combination of units: a half
turn for directions, 1 for squared lengths, the logarithms of primes for logarithms of lengths, and
the square roots of square-free integers for plain lengths. Units are never eliminated, so a form
vanishes only if its constant is exactly right, however close another one comes in the diagram.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from geoengine.deduction.distinct import distinct
from geoengine.deduction.residues import PRIME
from geoengine.deduction.shallow_copy import shallow_copy
from geoengine.language import Surd, SurdSum, Table

__all__ = ["LATTICE", "Constants", "constant_of", "counts_as_zero", "power_product", "residue"]

Constant = Fraction | Surd

_FINEST = 36
"""The largest denominator of the fractions in `LATTICE`."""

_COARSE = 360
"""The table of directions leaves out constants that are multiples of 1/360 of a half turn.

The diagram distinguishes angles that differ by half a degree.
"""


def _lattice() -> np.ndarray:
    # The prime is below 2^31, so the products fit into 64 bits.
    parts = [
        np.arange(-24 * b, 24 * b + 1) % PRIME * pow(b, -1, PRIME) % PRIME
        for b in range(1, _FINEST + 1)
    ]
    return distinct(np.concatenate(parts))


LATTICE = _lattice()
"""Residues of the fractions of a half turn with denominators up to 36.

Directions are defined modulo a half turn, and a combination with fractional coefficients determines
them modulo a fraction of it; the diagram picks the value. So a direction form is implied when its
value is such a fraction.
"""


_ONE, _ZERO = Surd(Fraction(1)), Fraction(0)


def residue(number: Fraction) -> int:
    """Return a rational number modulo the prime of the tables."""
    return number.numerator * pow(number.denominator, -1, PRIME) % PRIME


@lru_cache(maxsize=4096)
def _prime_powers(number: int) -> tuple[tuple[int, int], ...]:
    from flint import fmpz

    return tuple(sorted((int(prime), int(power)) for prime, power in fmpz(number).factor()))


@lru_cache(maxsize=4096)
def counts_as_zero(table: Table, constant: Constant) -> bool:
    """Return whether a table treats a constant as zero."""
    if table == "direction":
        return isinstance(constant, Fraction) and (constant * _COARSE).denominator == 1
    return constant == (Surd(Fraction(1)) if table == "length" else 0)


class Constants:
    """The constants that occur, each with its own variable in the tables.

    Every closure has an instance of its own, at first a copy of the frame's, so that closures do
    not affect one another.

    Parameters
    ----------
    first : int
        The first free variable, after those of the pairs.
    """

    def __init__(self, first: int) -> None:
        self._first = first
        self._numbers: dict[tuple[Table, Constant], int] = {}
        self._entries: list[tuple[Table, Constant]] = []
        self._primes: dict[int, int] = {}
        self._roots: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def same(self, other: Constants) -> bool:
        """Return whether another object has the same constants, in the same order."""
        return self._first == other._first and self._entries == other._entries

    def copied(self) -> Constants:
        """Return an independent copy."""
        other = shallow_copy(self)
        other._numbers, other._entries = self._numbers.copy(), self._entries.copy()
        other._primes, other._roots = self._primes.copy(), self._roots.copy()
        return other

    def moved(self, first: int) -> Constants:
        """Return a copy whose first free variable is another one."""
        other = self.copied()
        other._first = first
        other._numbers = {key: first + at for at, key in enumerate(self._entries)}
        return other

    def variable(self, table: Table, constant: Constant) -> int:
        """Return the variable of a constant; 0 for a constant that the table treats as zero."""
        if counts_as_zero(table, constant):
            return 0
        key = (table, constant)
        if key not in self._numbers:
            self._numbers[key] = self._first + len(self._entries)
            self._entries.append(key)
        return self._numbers[key]

    def entry(self, variable: int) -> tuple[Table, Constant]:
        """Return the table and the constant that a variable stands for."""
        return self._entries[variable - self._first]

    def unit_row(self, variable: int) -> dict[int, int]:
        """Return the constant of a variable as residues of units, by the numbers of the units."""
        table, constant = self.entry(variable)
        return self.units_of(table, constant)

    def units_of(self, table: Table, constant: Constant) -> dict[int, int]:
        """Return a constant as residues of a table's units, by the numbers of the units."""
        if isinstance(constant, Fraction):
            return {0: residue(constant)}
        if table == "line":
            ((root, factor),) = SurdSum.of(constant).terms.items()
            return {self._roots.setdefault(root, len(self._roots)): residue(factor)}
        row: dict[int, int] = {}
        for number, sign in ((constant.square.numerator, 1), (constant.square.denominator, -1)):
            for prime, power in _prime_powers(number):
                unit = self._primes.setdefault(prime, len(self._primes))
                row[unit] = residue(Fraction(sign * power, 2))
        return row


def power_product(constants: Sequence[Surd], exponents: Sequence[Fraction]) -> dict[int, Fraction]:
    """Return a product of powers of constants, as exponents of primes.

    Examples
    --------
    >>> from fractions import Fraction
    >>> power_product([Surd.of(6), Surd.of(3)], [Fraction(1), Fraction(-1)])
    {2: Fraction(1, 1)}
    """
    powers: dict[int, Fraction] = {}
    for constant, exponent in zip(constants, exponents, strict=True):
        if constant.square == 1:
            continue
        for number, sign in ((constant.square.numerator, 1), (constant.square.denominator, -1)):
            for prime, power in _prime_powers(number):
                powers[prime] = powers.get(prime, _ZERO) + exponent * sign * power / 2
    return {prime: power for prime, power in sorted(powers.items()) if power}


def constant_of(
    table: Table, constants: Sequence[Constant | None], factors: Sequence[Fraction]
) -> Constant | None:
    """Return the right-hand side of a combination of equations.

    Parameters
    ----------
    table : str
    constants : sequence of Fraction, Surd or None
        The right-hand side of each equation; None, only for plain lengths, counts as 0.
    factors : sequence of Fraction
        The factor of each equation.

    Returns
    -------
    Fraction
        For directions, a fraction of pi; for squares, a squared length; for plain lengths that
        cancel, 0.
    Surd
        For logarithms of lengths, the number whose logarithm it is; for plain lengths, a length.
    None
        Where the square of that number or length is not rational.
    """
    if table == "line":
        lengths = SurdSum()
        for constant, factor in zip(constants, factors, strict=True):
            if isinstance(constant, Surd):
                lengths += SurdSum.of(constant).times(factor)
        return lengths.surd if lengths.terms else _ZERO
    if table != "length":
        numbers = [c for c in constants if isinstance(c, Fraction)]
        # Most constants are 0, and products of fractions are slow.
        return sum((f * c for f, c in zip(factors, numbers, strict=True) if c and f), _ZERO)
    powers = power_product([c for c in constants if isinstance(c, Surd)], factors)
    if not powers:
        return _ONE
    if any((2 * power).denominator != 1 for power in powers.values()):
        return None
    square = Fraction(1)
    for prime, power in powers.items():
        square *= Fraction(prime) ** int(2 * power)
    return Surd(square)
