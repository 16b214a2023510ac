"""Exhibits: a solid with the positions that it can take, to be looked at from all sides."""

from __future__ import annotations

from dataclasses import dataclass

from geoengine.draw.solids.model import Model
from geoengine.draw.solids.view import View

__all__ = ["Exhibit"]


@dataclass(frozen=True)
class Exhibit:
    """A solid, how its picture shows it, and how it can move.

    Parameters
    ----------
    model : Model
        The solid as drawn.
    view : View
        The view of the picture.
    moved : tuple of tuple of str
        For each axis of motion, the points that move along it; no axes where nothing moves.
    counts, drawn : tuple of int
        How many positions there are along each axis, and which is that of the picture.
    positions : tuple of (Model or None)
        The solid in each position, the last axis fastest; None where there is none.

    Examples
    --------
    >>> point = Model({"A": (0, 0, 0), "B": (0, 1, 0)}, segments=[("A", "B")])
    >>> Exhibit(point, View(0, 20)).positions
    ()
    """

    model: Model
    view: View
    moved: tuple[tuple[str, ...], ...] = ()
    counts: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    positions: tuple[Model | None, ...] = ()
