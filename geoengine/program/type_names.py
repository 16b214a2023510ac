"""The names of types."""

from __future__ import annotations

__all__ = ["ELEMENT_TYPES", "element_of"]

ELEMENT_TYPES = frozenset(
    {"bool", "int", "path", "path3", "pair", "pen", "real", "string", "transform", "triple"}
)
"""The types of values other than arrays; an array's type is that of its elements and ``[]``."""


def element_of(array_type: str) -> str:
    """Return the type of an array's elements.

    Examples
    --------
    >>> element_of("pair[][]")
    'pair[]'
    """
    return array_type.removesuffix("[]")
