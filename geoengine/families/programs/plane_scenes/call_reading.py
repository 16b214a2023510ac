"""Calls of constructions: the points and numbers in them, as locations take them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from geoengine.catalogue import Construction, load_constructions
from geoengine.language import Surd
from geoengine.scene import Call, Problem
from geoengine.solid import number_code, root

__all__ = ["first_points", "number_of", "read_call", "rounded", "spliced"]


def read_call(call: Call) -> tuple[Construction, dict[str, str], dict[str, Any]]:
    """Return the construction of a call, and its points and numbers by their letters."""
    construction = load_constructions()[call.construction]
    names = dict(zip(construction.letters, call.arguments, strict=True))
    return construction, names, dict(zip(construction.numbers, call.numbers, strict=True))


def first_points(problem: Problem) -> tuple[str, str]:
    """Return the two points that are located first."""
    found: list[str] = []
    for step in problem.steps:
        construction, names, _ = read_call(step.calls[0])
        found += [names[letter] for letter in construction.locations if letter in names]
    return found[0], found[1]


def spliced(value: Any) -> str:
    """Return a number as splices have it: without decimals."""
    rational = value if isinstance(value, int | Fraction) else value.rational
    return number_code(value) if rational is None else str(rational)


def rounded(x: float, unit: Fraction) -> Fraction:
    """Return the nearest multiple of a unit."""
    return round(Fraction(x) / unit) * unit


def number_of(number: str | Fraction, numbers: Mapping[str, Any]) -> Any:
    """Return a number of a location as the vocabulary takes it: angles in degrees."""
    if isinstance(number, Fraction):
        return number
    found = numbers[number]
    if isinstance(found, Surd):
        return found.rational if found.rational is not None else root(found.square)
    return found * 180
