"""Exact numbers as people write them in programs."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from geoengine.solid.values import print_value

__all__ = ["number_code"]

_ROOT = re.compile(r"√(\d+|(?=\())")
_PRODUCT = re.compile(r"(?<=[\dπ)])(?=[√π(s])")
_MOST_DECIMALS = 4


def number_code(value: Any) -> str:
    """Return an exact number as an expression that Asymptote and Python read alike.

    Raises
    ------
    EvaluationError
        If the value is no exact number.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from geoengine.solid import Exact
    >>> number_code(Fraction(7, 4)), number_code(Fraction(2, 3)), number_code(1 - Exact("√2") / 2)
    ('1.75', '2/3', '1 - sqrt(2)/2')
    """
    text = print_value(value)
    if re.fullmatch(r"−?\d+/\d+", text):
        fraction = Fraction(text.replace("−", "-"))
        decimals = _decimals(fraction)
        return text.replace("−", "-") if decimals is None else decimals
    text = text.replace("−", "-")
    text = _PRODUCT.sub("*", text)
    text = _ROOT.sub(lambda match: f"sqrt({match[1]})" if match[1] else "sqrt", text)
    return text.replace("π", "pi").replace("²", "**2").replace("³", "**3")


def _decimals(fraction: Fraction) -> str | None:
    """Return a fraction as a short decimal number; None if it has none."""
    for places in range(1, _MOST_DECIMALS + 1):
        if (fraction * 10**places).denominator == 1:
            return f"{float(fraction):.{places}f}"
    return None
