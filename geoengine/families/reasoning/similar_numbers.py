"""Similar numbers: those that could be lengths of a figure in place of one of its lengths."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from geoengine.language import Surd

__all__ = ["factor_of", "form_of", "is_rationalized", "similar_numbers"]

_LEAST = 0.03
"""The least difference of the logarithms of similar numbers."""

_LARGEST = math.log(2)
"""The largest difference of the logarithms of similar numbers."""

_FARTHEST = 100
"""The largest difference of the parts of similar numbers."""


@lru_cache(maxsize=65536)
def form_of(value: Surd) -> tuple[bool, int]:
    """Whether a number has a root, and its denominator.

    Examples
    --------
    >>> form_of(Surd.parse("2√3/5")), form_of(Surd.parse("7"))
    ((True, 5), (False, 1))
    """
    return value.radicand != 1, factor_of(value).denominator


def is_rationalized(value: Surd) -> bool:
    """Whether a root and its denominator have a common factor, as in the quotient of 2 and √5.

    Examples
    --------
    >>> is_rationalized(Surd.parse("2√5/5")), is_rationalized(Surd.parse("2√5/3"))
    (True, False)
    """
    return math.gcd(value.radicand, factor_of(value).denominator) > 1


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
    factor, root = factor_of(value), value.radicand
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


def factor_of(value: Surd) -> Fraction:
    """What the root of a number is multiplied by.

    Examples
    --------
    >>> str(factor_of(Surd.parse("2√3/5")))
    '2/5'
    """
    factor = (value / Surd(Fraction(value.radicand))).rational
    assert factor is not None
    return factor
