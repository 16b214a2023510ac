"""Texts of seeds: names of points in brackets, and exact values in braces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from geoengine.catalogue import EntryError
from geoengine.families.programs.measure import Measure, read_measure
from geoengine.solid import Expression, parse_expression, split_wording

__all__ = ["NAME", "Names", "Number", "read_wording", "rename"]

NAME = re.compile(r"[A-Z][0-9]*(?![a-z])")
"""The name of a point: a capital letter, and perhaps a number."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names of points, such as ``ABCD``, which differ from item to item."""

    text: str

    @property
    def points(self) -> tuple[str, ...]:
        """The points in it."""
        return tuple(NAME.findall(self.text))


@dataclass(frozen=True, slots=True)
class Number:
    """An exact value, with what else must be equal to it: values, and measures of the figure."""

    value: Expression
    others: tuple[Expression | Measure, ...]


@cache
def read_wording(text: str) -> tuple[str | Names | Number, ...]:
    """Divide a text into plain text, names and numbers.

    Raises
    ------
    EntryError
        When brackets are not in pairs, or hold something else.

    Examples
    --------
    >>> pieces = read_wording("[AB] = {a*sqrt(2) == length(A,B)}.")
    >>> pieces[0].points, pieces[2].others[0].quantity
    (('A', 'B'), 'length')
    """
    return split_wording(text, _plain, _names, _number)


def rename(text: str, names: Mapping[str, str]) -> str:
    """Return the names of points of a text with others in their place.

    Examples
    --------
    >>> rename("ABD", {"A": "P", "D": "Q1"})
    'PBQ1'
    """
    return NAME.sub(lambda match: names.get(match[0], match[0]), text)


def _plain(text: str) -> str:
    if match := re.search(r"[\[\]{}]|\\\w+|\$", text):
        raise EntryError(
            f"expected plain text, found {match[0]!r} in {text!r}",
            hint="names of points stand in [ ], values in { }; write ∠ ⊥ ∥ △ ° · √ π as characters",
        )
    return text


def _names(text: str) -> Names:
    if not NAME.search(text) or NAME.sub("", text).strip("-–, "):
        raise EntryError(f"expected names of points in brackets, found [{text}]")
    return Names(text)


def _number(text: str) -> Number:
    first, *others = (part.strip() for part in text.split("=="))
    try:
        return Number(parse_expression(first), tuple(map(_other, others)))
    except EntryError as error:
        raise EntryError(f"in {{{text}}}: {error.message}", hint=error.hint) from None


def _other(text: str) -> Expression | Measure:
    try:
        measure = read_measure(text)
        if measure.functions - {"sqrt"}:
            return measure
    except EntryError:
        pass
    return parse_expression(text)
