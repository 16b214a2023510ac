"""Numbers of choices and orders."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from geoengine.solid.whole_numbers import whole

__all__ = ["FUNCTIONS", "binomial", "factorial"]


def factorial(n: Any) -> int:
    """Return the number of orders of n things, n! = 1 · 2 · … · n.

    Raises
    ------
    SolidError
        If n is not a whole number.

    Examples
    --------
    >>> factorial(5), factorial(0)
    (120, 1)
    """
    return math.factorial(whole(n, "the number of things"))


def binomial(n: Any, k: Any) -> int:
    """Return the number of ways to choose k of n things, n! / (k! (n - k)!); 0 if k exceeds n.

    Raises
    ------
    SolidError
        If n or k is not a whole number.

    Examples
    --------
    >>> binomial(5, 2), binomial(2, 3)
    (10, 0)
    """
    return math.comb(whole(n, "the number of things"), whole(k, "the number of chosen things"))


FUNCTIONS: dict[str, Callable[..., object]] = {"factorial": factorial, "binomial": binomial}
