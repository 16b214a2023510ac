"""Square roots of exact numbers that can be written without nested roots."""

from __future__ import annotations

import math
from fractions import Fraction

from geoengine.solid.factors import largest_prime, square_part
from geoengine.solid.numbers import Exact

__all__ = ["plain_root"]


def plain_root(x: Exact) -> Exact | None:
    """Return the square root of a positive number as a sum of roots, or None if it is none.

    Examples
    --------
    >>> print(plain_root(Exact("5 + 2√6")), plain_root(Exact("5 + 2√3")))
    √2 + √3 None
    """
    rational = x.rational
    if rational is not None:
        over, n = square_part(rational.numerator)
        under, m = square_part(rational.denominator)
        return Exact.of_terms({(n * m, 0): Fraction(over, under * m)})
    powers = x.powers
    if len(powers) > 1:
        return _polynomial_root(x)
    if powers[0] % 2:
        return None
    if powers[0]:
        plain = plain_root(x.times_pi(-powers[0]))
        return None if plain is None else plain.times_pi(powers[0] // 2)
    terms = x.terms
    prime = largest_prime(max(n for n, _ in terms))
    a = Exact.of_terms({key: c for key, c in terms.items() if key[0] % prime})
    rest = Exact.of_terms({key: c for key, c in terms.items() if not key[0] % prime})
    norm = a * a - rest * rest
    if a.sign <= 0 or norm.sign < 0:
        return None
    # Where the root is plain, q is in the field of the roots of x without √prime.
    field = math.lcm(*(n for n, _ in terms)) // prime
    rational = norm.rational
    if rational is not None and not _is_square_over(rational, field):
        return None
    q = plain_root(norm) if norm else norm
    if q is None or any(field % n for n, _ in q.terms):
        return None
    larger, smaller = (a + q) / 2, (a - q) / 2
    first = plain_root(larger)
    second = plain_root(smaller) if first is not None and smaller else smaller
    if first is None or second is None:
        return None
    return first + second if rest.sign > 0 else first - second


def _is_square_over(x: Fraction, field: int) -> bool:
    """Tell whether √x may be a rational multiple of √n for an n that divides `field`.

    It needs no prime factors of x, which may be large.
    """
    n = x.numerator * x.denominator
    common = math.gcd(n, field)
    while n and common > 1:
        n //= common
        common = math.gcd(n, field)
    return math.isqrt(n) ** 2 == n


def _polynomial_root(x: Exact) -> Exact | None:
    """Return the square root of a polynomial in π, found from its lowest power upwards."""
    low, high = x.powers[0], x.powers[-1]
    if low % 2 or high % 2 or x.coefficient(low).sign < 0:
        return None
    first = plain_root(x.coefficient(low))
    if first is None:
        return None
    result = first.times_pi(low // 2)
    for k in range(low // 2 + 1, high // 2 + 1):
        rest = x - result * result
        if rest:
            part = rest.coefficient(k + low // 2)
            result += (part / (2 * first)).times_pi(k)
    return abs(result) if result * result == x else None
