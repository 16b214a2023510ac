"""Commands of GeoGebra, and the numbers that they take."""

from __future__ import annotations

import math
import operator
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from geoengine.catalogue import GeogebraNumber
from geoengine.language import Surd

__all__ = ["Constant", "GeogebraCommand", "Value", "combined", "number_of", "written"]

_ROOT = re.compile(r"√(\d+)")
"""A square root in the text of a number."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number in a command.

    Attributes
    ----------
    text : str
        As GeoGebra reads it: ``60°``, ``3 / 4``, ``2sqrt(3)``.
    value : float
        Angles are in radians.
    """

    text: str
    value: float


@dataclass(frozen=True, slots=True)
class GeogebraCommand:
    """One command of GeoGebra.

    Attributes
    ----------
    makes : tuple of str
        What it makes: points of the problem, or one helper object, whose name begins with ``_``.
    name : str
        The command. ``Point`` without arguments is a point given by its coordinates.
    takes : tuple of str or Constant
        Points, helper objects and numbers. ``Intersect`` may have two solutions: the one in the
        figure is meant, and either, if it makes a helper object.
    """

    makes: tuple[str, ...]
    name: str
    takes: tuple[str | Constant, ...] = ()

    def __str__(self) -> str:
        takes = ", ".join(take if isinstance(take, str) else take.text for take in self.takes)
        return f"{' '.join(self.makes)} = {self.name}({takes})"


Value = str | GeogebraNumber | Constant
"""An object by its name, an exact number, or a number that is not rational."""


def number_of(number: Fraction | Surd) -> GeogebraNumber | Constant:
    """Return a number of a problem: a fraction is an angle, in units of pi.

    Examples
    --------
    >>> number_of(Fraction(1, 3)).value, number_of(Surd.parse("3√2")).text
    (Fraction(60, 1), '3sqrt(2)')
    """
    if isinstance(number, Fraction):
        return GeogebraNumber(180 * number, is_angle=True)
    if number.rational is not None:
        return GeogebraNumber(number.rational)
    return Constant(_ROOT.sub(r"sqrt(\1)", str(number)), float(number))


def written(value: Value) -> str | Constant:
    """Return an argument as it is written in a command.

    Examples
    --------
    >>> written(GeogebraNumber(Fraction(3, 4))), written("A")
    (Constant(text='(3/4)', value=0.75), 'A')
    """
    if not isinstance(value, GeogebraNumber):
        return value
    number = value.value
    text = str(number.numerator) if number.denominator == 1 else f"({number})"
    size = float(number)
    return Constant(f"{text}°", math.radians(size)) if value.is_angle else Constant(text, size)


def combined(sign: str, left: Value, right: Value) -> Value:
    """Add, subtract, multiply or divide two numbers.

    Examples
    --------
    >>> combined("+", GeogebraNumber(Fraction(1)), GeogebraNumber(Fraction(1, 2))).value
    Fraction(3, 2)
    """
    if isinstance(left, GeogebraNumber) and isinstance(right, GeogebraNumber):
        is_angle = left.is_angle or right.is_angle
        return GeogebraNumber(_OPERATIONS[sign](left.value, right.value), is_angle)
    pair = written(left), written(right)
    assert isinstance(pair[0], Constant)
    assert isinstance(pair[1], Constant)
    value = _OPERATIONS[sign](pair[0].value, pair[1].value)
    return Constant(f"({pair[0].text}) {sign} ({pair[1].text})", value)


_OPERATIONS: dict[str, Any] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip
