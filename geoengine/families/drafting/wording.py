"""Texts of seeds: they name only objects that are there, and values of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from geoengine.catalogue import EntryError
from geoengine.solid import parse_expression, print_value
from geoengine.spelling import did_you_mean

__all__ = ["check_names", "check_numbers", "write_text"]

_SPLICE = re.compile(r"\{([^{}]*)\}")
_ONE = re.compile(r"(?<![\d.,/√])1(?=[xy](?![A-Za-z-]))")
"""A factor that equations do without."""
_WORD = re.compile(r"[A-Za-zα-ω][A-Za-zα-ω0-9_']*")
_CAPITALS = re.compile(r"(?:[A-Z]'*(?:_\w|[0-9])?'*)+")
_ALWAYS = frozenset(["A", "I", "SSS", "SAS", "ASA", "AAS", "SSA", "HL", "RHS", "a", "x", "y", "sin",
                     "cos", "tan", "π", "s"])  # fmt: skip


def check_names(text: str, language: str, known: Iterable[str]) -> None:
    """Check that a text names only known objects.

    In Chinese every word in Latin letters is a name, or several of points such as ``ABC``; in
    English those in capitals and those of a single letter.

    Raises
    ------
    EntryError
        At the first other name.

    Examples
    --------
    >>> check_names("The circle c about A meets BC.", "en", ["A", "B", "C", "c"])
    >>> check_names("圆d", "zh", ["c"])
    Traceback (most recent call last):
    geoengine.catalogue.entry.EntryError: unknown name 'd' in the text
    """
    names = set(known) | _ALWAYS
    for match in _WORD.finditer(_SPLICE.sub(" ", text)):
        word = match[0].rstrip("'") if match[0].rstrip("'") in names else match[0]
        if word in names:
            continue
        capitals = _CAPITALS.fullmatch(word)
        if capitals is not None:
            parts = re.findall(r"[A-Z](?:_\w|[0-9])?'*", word)
        elif language == "zh" or len(word) == 1:
            parts = [word]
        else:
            continue
        for part in parts:
            if part not in names and part.rstrip("'") not in names:
                raise EntryError(
                    f"unknown name {part!r} in the text", hint=did_you_mean(part, names - _ALWAYS)
                )


def check_numbers(text: str, parameters: Iterable[str]) -> None:
    """Check that what stands in braces is an expression in the parameters.

    Raises
    ------
    EntryError
        When it is not.
    """
    for written in _SPLICE.findall(text):
        for name in parse_expression(written).names - set(parameters):
            raise EntryError(
                f"unknown parameter {name!r} in {{{written}}}",
                hint=did_you_mean(name, parameters),
            )


def write_text(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with the values of its expressions.

    Examples
    --------
    >>> write_text("a regular {n}-gon, turned by {360/n}°", {"n": 5})
    'a regular 5-gon, turned by 72°'
    >>> write_text("y = {m}x + {n}", {"m": 1, "n": -2})
    'y = x − 2'
    """
    text = _SPLICE.sub(lambda match: print_value(parse_expression(match[1]).value(values)), text)
    return _ONE.sub("", text.replace("+ −", "− ").replace("− −", "+ "))
