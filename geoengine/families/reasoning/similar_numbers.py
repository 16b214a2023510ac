"""Similar numbers: those that could be lengths of a figure in place of one of its lengths."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from geoengine.adversary import divisor_count
from geoengine.language import Surd

__all__ = ["divisors_of", "form_of", "is_rationalized", "roundness", "similar_numbers"]

_LEAST = 0.03
"""The least difference of the logarithms of similar numbers."""

_LARGEST = math.log(2)
"""The largest difference of the logarithms of similar numbers."""

_FARTHEST = 100
"""The largest difference of the parts of similar numbers."""

_POWERS = {2: 2, 3: 1, 5: 1}
"""The prime factors that make a number round, and how many of each count at most."""


@lru_cache(maxsize=65536)
def form_of(value: Surd) -> tuple[bool, int]:
    """Whether a number has a root, and its denominator.

    Examples
    --------
    >>> form_of(Surd.parse("2√3/5")), form_of(Surd.parse("7"))
    ((True, 5), (False, 1))
    """
    return value.radicand != 1, _factor(value).denominator


def is_rationalized(value: Surd) -> bool:
    """Whether a root and its denominator have a common factor, as in the quotient of 2 and √5.

    Examples
    --------
    >>> is_rationalized(Surd.parse("2√5/5")), is_rationalized(Surd.parse("2√5/3"))
    (True, False)
    """
    return math.gcd(value.radicand, _factor(value).denominator) > 1


@lru_cache(maxsize=65536)
def roundness(value: Surd) -> tuple[int, ...]:
    """How often small primes divide the numerator of a number, and what is under its root.

    Lengths that follow from given ones are rounder than numbers drawn at random.

    Examples
    --------
    >>> roundness(Surd.parse("12√35/7")), roundness(Surd.parse("8"))
    ((2, 1, 0, 0, 0, 1), (2, 0, 0, 0, 0, 0))
    """
    parts = _factor(value).numerator, value.radicand
    return tuple(
        min(most, _power(part, prime)) for part in parts for prime, most in _POWERS.items()
    )


@lru_cache(maxsize=65536)
def divisors_of(value: Surd) -> int:
    """How many divisors the numerator of a number has, and what is under its root.

    Examples
    --------
    >>> divisors_of(Surd.parse("12√35/7")), divisors_of(Surd.parse("8"))
    (10, 5)
    """
    return divisor_count(_factor(value).numerator) + divisor_count(value.radicand)


@lru_cache(maxsize=4096)
def similar_numbers(value: Surd, *, under_root: bool) -> tuple[Surd, ...]:
    """Numbers of the same form and similar size, in which one part is another.

    Parameters
    ----------
    value : Surd
    under_root : bool
        Whether what is under the root is altered, if the number has one, and not its factor.

    Examples
    --------
    >>> [str(one) for one in similar_numbers(Surd.parse("4√3/5"), under_root=False)]
    ['2√3/5', '3√3/5', '6√3/5', '7√3/5', '8√3/5']
    >>> [str(one) for one in similar_numbers(Surd.parse("4√3/5"), under_root=True)][:3]
    ['4√2/5', '4√5/5', '4√6/5']
    """
    factor, root = _factor(value), value.radicand
    altered = (
        (Surd(factor**2 * other) for other in _around(root, 4))
        if under_root and root != 1
        else (Surd(Fraction(other, factor.denominator) ** 2 * root) for other in _around(factor, 2))
    )
    return tuple(
        one
        for one in altered
        if form_of(one) == form_of(value)
        and (one.radicand == root) != (under_root and root != 1)
        and _LEAST < abs(math.log(float(one) / float(value))) < _LARGEST + 1e-9
    )


def _around(number: Fraction | int, ratio: int) -> range:
    """The whole numbers around that of a numerator, of up to so many times its size."""
    top = number.numerator
    return range(max(1, -(-top // ratio), top - _FARTHEST), min(ratio * top, top + _FARTHEST) + 1)


def _factor(value: Surd) -> Fraction:
    """What the root is multiplied by."""
    factor = (value / Surd(Fraction(value.radicand))).rational
    assert factor is not None
    return factor


def _power(number: int, prime: int) -> int:
    power = 0
    while number % prime == 0:
        number //= prime
        power += 1
    return power
