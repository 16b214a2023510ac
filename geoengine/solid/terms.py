"""Sums of whole multiples of √n·π^k, by which exact numbers are written."""

from __future__ import annotations

import math
from typing import TypeAlias

import flint

from geoengine.solid.factors import largest_prime

__all__ = [
    "ONE",
    "Key",
    "Terms",
    "float_of_terms",
    "inverse_of_terms",
    "product_of_terms",
    "sign_of_terms",
    "sum_of_terms",
]

Key: TypeAlias = tuple[int, int]
"""The factor √n·π^k of a term, as (n, k), where n is square-free and positive."""

Terms: TypeAlias = dict[Key, int]
"""The coefficients of a sum by their factors; none is 0."""

ONE: Key = (1, 0)


def _float_factor(key: Key) -> float:
    n, k = key
    return math.sqrt(n) * math.pi**k if k else math.sqrt(n)


def _arb(terms: Terms, den: int, bits: int) -> flint.arb:
    """Return a ball that contains the number, computed with so many bits."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        total = flint.arb(0)
        for (n, k), c in terms.items():
            total += c * flint.arb(n).sqrt() * flint.arb.pi() ** k
        return total / den
    finally:
        flint.ctx.prec = before


def sign_of_terms(terms: Terms) -> int:
    """Return -1, 0 or 1: the sign of a sum, by balls of increasing precision.

    Examples
    --------
    >>> sign_of_terms({(2, 0): 5, (1, 0): -7}), sign_of_terms({})
    (1, 0)
    """
    if not terms:
        return 0
    if len(terms) == 1:
        return 1 if next(iter(terms.values())) > 0 else -1
    if all(c > 0 for c in terms.values()):
        return 1
    if all(c < 0 for c in terms.values()):
        return -1
    try:
        parts = [c * _float_factor(key) for key, c in terms.items()]
    except OverflowError:
        parts = [math.inf]
    total = sum(parts)
    if abs(total) > 1e-13 * sum(map(abs, parts)):
        return 1 if total > 0 else -1
    bits = 128
    while True:
        ball = _arb(terms, 1, bits)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        bits *= 2


def float_of_terms(terms: Terms, den: int) -> float:
    """Return a sum over a denominator as a float.

    Examples
    --------
    >>> float_of_terms({(2, 0): 1, (1, 0): 1}, 2)
    1.2071067811865475
    """
    try:
        if len(terms) == 1:
            ((key, c),) = terms.items()
            return c / den if key == ONE else c * _float_factor(key) / den
        parts = [c * _float_factor(key) for key, c in terms.items()]
        total = math.fsum(parts)
        if abs(total) >= 0.1 * sum(map(abs, parts)):
            return total / den
    except OverflowError:
        pass
    bits = 128
    while (ball := _arb(terms, den, bits)).rel_accuracy_bits() < 60 and terms:
        bits *= 2
    return float(ball)


def sum_of_terms(mine: Terms, den: int, theirs: Terms, other_den: int) -> tuple[Terms, int]:
    """Return the sum of two sums over denominators, and its denominator.

    Examples
    --------
    >>> sum_of_terms({(1, 0): 1}, 2, {(1, 0): 1, (2, 0): 1}, 3)
    ({(1, 0): 5, (2, 0): 2}, 6)
    """
    if den == other_den:
        total = dict(mine)
        for key, c in theirs.items():
            total[key] = total.get(key, 0) + c
    else:
        common = math.gcd(den, other_den)
        up, over = other_den // common, den // common
        den *= up
        total = {key: c * up for key, c in mine.items()}
        for key, c in theirs.items():
            total[key] = total.get(key, 0) + c * over
    if 0 in total.values():
        total = {key: c for key, c in total.items() if c}
    return total, den


def product_of_terms(mine: Terms, theirs: Terms) -> Terms:
    """Return the product of two sums.

    Examples
    --------
    >>> product_of_terms({(2, 0): 1, (1, 0): 1}, {(2, 0): 1, (1, 0): -1})
    {(1, 0): 1}
    """
    product: Terms = {}
    for (n, k), c in mine.items():
        for (m, j), d in theirs.items():
            if n == 1:
                key, value = (m, k + j), c * d
            elif m == 1:
                key, value = (n, k + j), c * d
            else:
                common = math.gcd(n, m)
                key, value = ((n // common) * (m // common), k + j), c * d * common
            product[key] = product.get(key, 0) + value
    if 0 in product.values():
        product = {key: c for key, c in product.items() if c}
    return product


def inverse_of_terms(terms: Terms, den: int) -> tuple[Terms, int]:
    """Return the inverse of a sum over a denominator, where all terms have the same power of π.

    The conjugate changes the sign of √p for one prime p; the product of the number and its
    conjugate does without √p.

    Examples
    --------
    >>> inverse_of_terms({(2, 0): 1, (1, 0): 1}, 1)
    ({(2, 0): 1, (1, 0): -1}, 1)
    """
    if len(terms) == 1:
        (((n, k), c),) = terms.items()
        return {(n, -k): den if c > 0 else -den}, abs(c) * n
    prime = largest_prime(max(n for n, _ in terms))
    conjugate = {key: c if key[0] % prime else -c for key, c in terms.items()}
    # With the norm of the sum alone, 1 / (s/d) = d · conjugate / norm.
    norm, norm_den = inverse_of_terms(product_of_terms(terms, conjugate), 1)
    inverse = product_of_terms(conjugate, norm)
    return {key: c * den for key, c in inverse.items()}, norm_den
