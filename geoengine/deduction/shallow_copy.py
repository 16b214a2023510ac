"""Shallow copies of plain objects, faster than `copy.copy`: closures make thousands."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["shallow_copy"]

T = TypeVar("T")


def shallow_copy(one: T) -> T:
    """Return an object with the same attributes; of a class without slots and without a base.

    Examples
    --------
    >>> from geoengine.deduction.constants import Constants
    >>> len(shallow_copy(Constants(4)))
    0
    """
    other = object.__new__(type(one))
    other.__dict__.update(one.__dict__)
    return other
