"""Prime factors of integers, as roots need them."""

from __future__ import annotations

import math
from functools import lru_cache

import flint

from geoengine.solid.errors import InexactError

__all__ = ["largest_prime", "square_part"]


@lru_cache(maxsize=65536)
def square_part(n: int) -> tuple[int, int]:
    """Return (s, r) with n = s²·r and r square-free, for a positive integer n.

    Raises
    ------
    InexactError
        If n has more than 30 digits, and its factors are not found at once.

    Examples
    --------
    >>> square_part(72), square_part(1), square_part(30)
    ((6, 2), (1, 1), (1, 30))
    """
    s, r = 1, 1
    # Factors of more than 100 bits are sought among the smooth numbers and the squares only.
    found = flint.fmpz(n).factor() if n.bit_length() <= 100 else flint.fmpz(n).factor_smooth(20)
    for factor, power in found:
        prime = int(factor)
        s *= prime ** (power // 2)
        if power % 2 and prime.bit_length() > 100 and not factor.is_probable_prime():
            half = math.isqrt(prime)
            if half * half != prime:
                raise InexactError(f"expected a root of a number of at most 30 digits, found {n}")
            s *= half
        elif power % 2:
            r *= prime
    return s, r


@lru_cache(maxsize=65536)
def largest_prime(n: int) -> int:
    """Return the largest prime that divides n, which must be greater than 1."""
    return int(max(prime for prime, _ in flint.fmpz(n).factor()))
