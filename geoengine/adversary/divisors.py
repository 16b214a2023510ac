"""The number of divisors of a number, by which readers know lengths that follow from others."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["divisor_count"]

_LARGEST = 9999
"""The largest divisor that counts."""


@lru_cache(maxsize=65536)
def divisor_count(number: int) -> int:
    """How many divisors of up to four digits a number has.

    Examples
    --------
    >>> divisor_count(12), divisor_count(1), divisor_count(20_002)
    (6, 1, 6)
    """
    return sum(number % one == 0 for one in range(1, min(number, _LARGEST) + 1))
