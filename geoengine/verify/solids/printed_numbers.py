"""Reading printed numbers, such as ``7 + 2√13/3`` or ``4√3π/3``, as floats."""

from __future__ import annotations

import math
import re

from geoengine.errors import InputError

__all__ = ["read_number"]

_TOKEN = re.compile(r"\s*(\d+\.\d+|\d+|[√π()+\-/·²³⁴]|$)")
_POWERS = {"²": 2, "³": 3, "⁴": 4}


def read_number(text: str) -> float:
    """Read a printed number.

    Raises
    ------
    InputError
        If the text is no number.

    Examples
    --------
    >>> round(read_number("7 + 2√13/3"), 4), round(read_number("√(5 + 2√3)/2"), 4)
    (9.4037, 1.4547)
    >>> round(read_number("4√3π/3"), 4)
    7.2552
    """
    reader = _Reader(text.replace("−", "-").removesuffix("°"))
    try:
        value = reader.sum()
    except (ZeroDivisionError, ValueError, RecursionError) as error:
        raise InputError(f"expected a number, found {text!r}") from error
    if reader.token is not None or not math.isfinite(value):
        raise InputError(f"expected a number, found {text!r}")
    return value


class _Reader:
    """A recursive descent over sums, products and factors."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.token: str | None = None
        self._advance()

    def _advance(self) -> None:
        match = _TOKEN.match(self.text, self.place)
        if match is None:
            raise InputError(f"expected a number, found {self.text!r}")
        self.place = match.end()
        self.token = match.group(1) or None

    def sum(self) -> float:
        sign = 1.0
        if self.token in ("-", "+"):
            sign = -1.0 if self.token == "-" else 1.0
            self._advance()
        value = sign * self._product()
        while self.token in ("+", "-"):
            sign = -1.0 if self.token == "-" else 1.0
            self._advance()
            value += sign * self._product()
        return value

    def _product(self) -> float:
        value = self._power()
        while self.token is not None and self.token not in ("+", "-", ")"):
            if self.token == "/":
                self._advance()
                value /= self._power()
            else:
                if self.token == "·":
                    self._advance()
                value *= self._power()
        return value

    def _power(self) -> float:
        value = self._factor()
        while self.token in _POWERS:
            value **= _POWERS[self.token]
            self._advance()
        return value

    def _factor(self) -> float:
        token = self.token
        if token is None:
            raise ValueError
        self._advance()
        if token == "√":
            return math.sqrt(self._factor())
        if token == "π":
            return math.pi
        if token == "(":
            value = self.sum()
            if self.token != ")":
                raise ValueError
            self._advance()
            return value
        return float(token)
