"""Diagrams: the coordinates of a figure in several draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement

__all__ = ["Diagram"]


@dataclass(frozen=True, eq=False)
class Diagram:
    """A figure placed several times; pictures show the first draw.

    Parameters
    ----------
    points : tuple of str
        Names, in the order of construction.
    xy : ndarray, shape (draws, points, 2)
        Coordinates. Unless lengths or coordinates are given, the first draw fills [-1, 1]².
    segments : tuple of (str, str)
        The segments to draw.
    circles : tuple of (str or None, tuple of str)
        The circles to draw: the name of the center, if it has one, and named points on the circle.
    dashed : tuple of (str, str)
        Auxiliary lines, drawn dashed.
    seed : int, optional
        The seed used for placement; None if the coordinates come from elsewhere.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> from geoengine.scene import load_problem, place
    >>> diagram = place(load_problem("a b c = triangle; m = midpoint b c"))
    >>> diagram.xy.shape
    (3, 4, 2)
    >>> [diagram.holds(parse_statement(text)) for text in ("cong m b m c", "cong a b a c")]
    [True, False]
    """

    points: tuple[str, ...]
    xy: NDArray[np.float64]
    segments: tuple[tuple[str, str], ...] = ()
    circles: tuple[tuple[str | None, tuple[str, ...]], ...] = ()
    dashed: tuple[tuple[str, str], ...] = ()
    seed: int | None = None

    @cached_property
    def index(self) -> dict[str, int]:
        """The row of each point in `xy`."""
        return {name: row for row, name in enumerate(self.points)}

    def holds(self, statement: Statement) -> bool:
        """Return whether a statement is true in every draw."""
        return bool(np.all(statement.holds(self.xy, self.index)))
