"""Links of lengths: that one follows from others, and how much work that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from geoengine.families.reasoning.segments import Segment

__all__ = ["CALCULATION", "EQUALITY", "TWO_CALCULATIONS", "LengthLink", "each_from_others"]

EQUALITY, CALCULATION, TWO_CALCULATIONS = 1, 2, 4
"""How much work it is to take a length over, and to calculate one from others."""


@dataclass(frozen=True, slots=True)
class LengthLink:
    """That a length follows from others, and how much work that is.

    Attributes
    ----------
    segment : Segment
    others : tuple of Segment
    looks : int
        The work.
    """

    segment: Segment
    others: tuple[Segment, ...]
    looks: int


def each_from_others(*sides: Segment, looks: int = CALCULATION) -> Iterator[LengthLink]:
    """Yield that each of some lengths follows from the others.

    Examples
    --------
    >>> [link.others for link in each_from_others(("A", "B"), ("B", "C"))]
    [(('B', 'C'),), (('A', 'B'),)]
    """
    for number, side in enumerate(sides):
        yield LengthLink(side, (*sides[:number], *sides[number + 1 :]), looks)
