"""Whole numbers among the arguments of functions that count."""

from __future__ import annotations

from typing import Any

from geoengine.solid.errors import SolidError

__all__ = ["whole"]


def whole(x: Any, name: str, least: int = 0) -> int:
    """Return `x` as an int.

    Parameters
    ----------
    x : int, Fraction or Exact
        A number of the seed language.
    name : str
        What the number is, for the message.
    least : int
        The least value that is allowed.

    Raises
    ------
    SolidError
        If `x` is not a whole number, or is less than `least`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> whole(Fraction(6, 2), "the number of colours")
    3
    >>> whole(Fraction(1, 2), "the number of colours")
    Traceback (most recent call last):
    ...
    geoengine.solid.errors.SolidError: expected a whole number as the number of colours, found 1/2
    """
    try:
        n = round(float(x))
    except (TypeError, ValueError, OverflowError):
        n = least - 1
    if isinstance(x, bool) or x != n:
        raise SolidError(f"expected a whole number as {name}, found {x}")
    if n < least:
        raise SolidError(f"expected at least {least} as {name}, found {n}")
    return n
