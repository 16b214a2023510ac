"""Limits of carrying out a draft."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a draft may make, and how long it may take.

    Attributes
    ----------
    objects : int
        Objects with names, sides and vertices of polygons included.
    elements : int
        Of a list.
    steps : int
        Expressions that are evaluated, counted anew for each element of a sequence, and elements of
        lists. A step takes some microseconds, so the number bounds the time.
    """

    objects: int = 2_000
    elements: int = 1_000
    steps: int = 100_000
