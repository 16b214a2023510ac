"""Polynomials in x and y: coefficients by the powers of x and y."""

from __future__ import annotations

from geoengine.draft.equations import Polynomial

__all__ = ["added", "multiplied", "power"]


def added(one: Polynomial, other: Polynomial, factor: float = 1) -> dict[tuple[int, int], float]:
    """Return the sum of a polynomial and a multiple of another.

    Examples
    --------
    >>> added({(1, 0): 2.0}, {(1, 0): 1.0, (0, 0): 3.0}, -1)
    {(1, 0): 1.0, (0, 0): -3.0}
    """
    found = dict(one)
    for powers, coefficient in other.items():
        found[powers] = found.get(powers, 0.0) + factor * coefficient
    return found


def multiplied(one: Polynomial, other: Polynomial) -> dict[tuple[int, int], float]:
    """Return the product of two polynomials."""
    found: dict[tuple[int, int], float] = {}
    for (a, b), first in one.items():
        for (c, d), second in other.items():
            powers = (a + c, b + d)
            found[powers] = found.get(powers, 0.0) + first * second
    return found


def power(base: Polynomial, exponent: int) -> dict[tuple[int, int], float]:
    """Return a power of a polynomial."""
    found: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in range(exponent):
        found = multiplied(found, base)
    return found
