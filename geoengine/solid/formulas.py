"""Formulas compared by their values, whatever their parameters are called."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from geoengine.solid.expression import Expression

__all__ = ["formula_values"]

_VALUES = (1.37, 2.11, 0.73, 1.93, 0.59, 1.19)
"""The values that are given to parameters, in all orders."""

_DIGITS = 9
"""To how many significant digits values are compared."""

_NAMES: Mapping[str, Any] = {
    "pi": math.pi,
    "abs": abs,
    "sqrt": lambda x: np.sqrt(complex(x)),
    "sind": lambda x: np.sin(np.radians(x)),
    "cosd": lambda x: np.cos(np.radians(x)),
    "tand": lambda x: np.tan(np.radians(x)),
}


def formula_values(formula: Expression) -> tuple[complex, ...] | None:
    """Return the values of a formula for numbers given to its names in all orders, sorted.

    Two formulas are the same up to their names if these values are the same. Square roots of
    negative numbers are allowed, so that any numbers may be given.

    Returns
    -------
    tuple of complex, or None
        None for a formula without names, with more than six, or with functions of whole numbers or
        of points.

    Examples
    --------
    >>> from geoengine.solid.expression import parse_expression
    >>> def values(text):
    ...     return formula_values(parse_expression(text))
    >>> values("a * sqrt(a**2 + h**2)") == values("x * sqrt(y**2 + x**2)")
    True
    >>> values("a * sqrt(a**2 + h**2)") == values("h * sqrt(2 * a**2 + h**2)")
    False
    """
    names = sorted(formula.names)
    if not names or len(names) > len(_VALUES):
        return None
    value = _compiled(formula.text)
    found = []
    for order in itertools.permutations(_VALUES[: len(names)]):
        try:
            result = complex(value(dict(zip(names, order, strict=True))))
        except (NameError, TypeError, ValueError, ArithmeticError):
            return None
        found.append(complex(_rounded(result.real), _rounded(result.imag)))
    return tuple(sorted(found, key=lambda z: (z.real, z.imag)))


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}") if abs(value) > 10**-_DIGITS else 0.0


@cache
def _compiled(text: str) -> Callable[[dict[str, Any]], Any]:
    code = compile(ast.parse(text.strip(), mode="eval"), "<formula>", "eval")
    # Only whitelisted syntax becomes an Expression, and no other functions are known here.
    return lambda given: eval(code, {"__builtins__": {}, **_NAMES}, given)
