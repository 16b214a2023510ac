"""The names of objects in texts."""

from __future__ import annotations

import re

__all__ = ["COMMON", "names_in", "without_code"]

_CODE = re.compile(r"```.*?```", re.DOTALL)
_CAPITALS = re.compile(r"(?<![A-Za-zα-ω'’_])((?:[A-Z](?:_\w+|\d+)?'*)+)(?![A-Za-z_])")
_POINT = re.compile(r"[A-Z](?:_\w+|\d+)?'*")
_SMALL = re.compile(r"(?<![A-Za-zα-ω'’_])([a-zα-ω](?:_\w+|\d+)?'*)(?![A-Za-zα-ω_(-])")
_THEOREMS = frozenset(["SSS", "SAS", "ASA", "AAS", "SSA", "HL", "RHS"])

COMMON = frozenset(["A", "I", "a", "x", "y", "s", "π"])
"""Letters that may be words: articles, coordinates, the number pi."""


def without_code(text: str) -> str:
    """Return a text without its blocks of code.

    Examples
    --------
    >>> without_code("Given: ```A = (0, 0)``` Construct B.")
    'Given:  Construct B.'
    """
    return _CODE.sub("", text)


def names_in(text: str) -> set[str]:
    """Return what may be names of objects: capitals, one by one, and single small letters.

    Examples
    --------
    >>> sorted(names_in("Mark the point P in which AB_1 meets the circle c."))
    ['A', 'B_1', 'P', 'c']
    """
    found = set(_SMALL.findall(text))
    for run in _CAPITALS.findall(text):
        if run not in _THEOREMS:
            found |= set(_POINT.findall(run))
    return found
