"""Arithmetic modulo a prime, the same one in all tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["PRIME", "Ints", "combined"]

Ints = NDArray[np.int64]

PRIME = 2**31 - 1

_SMALL = 2**28
"""The sum of eight products of coefficients below this with residues fits into 64 bits."""


def combined(coefficients: Ints, terms: Ints) -> Ints:
    """Sum residues (..., k, w) times coefficients (..., k) over k, modulo the prime.

    Examples
    --------
    >>> combined(np.array([2, -1]), np.array([[5, 1], [3, 3]])).tolist()
    [7, 2147483646]
    """
    if coefficients.ndim == 1 and terms.ndim == 2:
        return _single(coefficients, terms)
    if terms.shape[-2] <= 8 and np.abs(coefficients).max(initial=0) < _SMALL:
        return np.asarray((coefficients[..., None, :] @ terms)[..., 0, :] % PRIME)
    # Coefficients that come from constants may be large.
    products = terms * (coefficients[..., None] % PRIME) % PRIME
    return np.asarray(products.sum(axis=-2) % PRIME)


def _single(coefficients: Ints, terms: Ints) -> Ints:
    """Sum residues (k, w) times coefficients (k,); closures add thousands of single equations."""
    # For so few numbers this is faster than numpy.
    sizes = list(map(abs, coefficients.tolist()))
    if len(sizes) <= 8 and max(sizes, default=0) < _SMALL:
        return np.asarray(coefficients.dot(terms) % PRIME)
    products = terms * (coefficients[:, None] % PRIME) % PRIME
    return np.asarray(products.sum(axis=0) % PRIME)
