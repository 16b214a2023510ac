"""Stretches: the parts of pieces between two points at which others meet them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from geoengine.region.crossings import Cut
from geoengine.region.pieces import Arc, Piece, Point

__all__ = ["Outline", "Stretch"]


@dataclass(frozen=True)
class Stretch:
    """A part of a piece of a boundary.

    Attributes
    ----------
    pieces : tuple of Piece
        All pieces of the arrangement.
    index : int
        Which of them this is a part of.
    first, last : Cut
        The cuts of the piece between which it lies, in the order of the piece.
    backwards : bool
        Whether it is passed from the last to the first.
    """

    pieces: tuple[Piece, ...]
    index: int
    first: Cut
    last: Cut
    backwards: bool = False

    @property
    def piece(self) -> Piece:
        """The piece that it is a part of."""
        return self.pieces[self.index]

    @property
    def reversed(self) -> Stretch:
        """The same part, passed the other way."""
        return replace(self, backwards=not self.backwards)

    @property
    def start(self) -> complex:
        """Where it begins, in floats."""
        return self.piece.at((self.last if self.backwards else self.first).share)

    @property
    def end(self) -> complex:
        """Where it ends, in floats."""
        return self.piece.at((self.first if self.backwards else self.last).share)

    @property
    def share(self) -> float:
        """Its length, as a share of the whole piece."""
        return self.last.share - self.first.share

    @property
    def length(self) -> float:
        """Its length."""
        return self.share * self.piece.length

    @property
    def sweep(self) -> float:
        """The angle of an arc in radians, positive if anticlockwise; 0 for a segment."""
        if not isinstance(self.piece, Arc):
            return 0.0
        return self.share * self.piece.sweep * (-1 if self.backwards else 1)

    @property
    def middle(self) -> complex:
        """The point halfway along it."""
        return self.piece.at((self.first.share + self.last.share) / 2)

    @property
    def normal(self) -> complex:
        """The unit vector to the left of the piece, at the middle."""
        if isinstance(self.piece, Arc):
            inwards = (self.piece.middle - self.middle) / self.piece.radius
            return -inwards if self.piece.clockwise else inwards
        start, end = self.piece.ends
        return 1j * (end - start) / abs(end - start)

    @property
    def exact_ends(self) -> tuple[Point, Point]:
        """The start and the end in exact coordinates.

        Raises
        ------
        InexactError
            When they cannot be written.
        """
        from geoengine.region.corners import corner

        first, last = (corner(self.pieces, self.index, cut) for cut in (self.first, self.last))
        return (last, first) if self.backwards else (first, last)


Outline: TypeAlias = Sequence[Stretch]
"""The boundary of a region, each stretch passed with the region on its left."""
