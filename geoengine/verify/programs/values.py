"""Reading the exact value of an answer."""

from __future__ import annotations

from geoengine.verify.programs.evaluated import Evaluated
from geoengine.verify.programs.expressions import evaluate_quantity

__all__ = ["read_exact"]


def read_exact(text: str) -> float:
    """Read a printed number, with √, π and powers.

    Raises
    ------
    InputError
        If it cannot be read.

    Examples
    --------
    >>> round(read_exact("(3 + √5)/2"), 6), read_exact("45°")
    (2.618034, 45.0)
    """
    return evaluate_quantity(text, Evaluated()).value
