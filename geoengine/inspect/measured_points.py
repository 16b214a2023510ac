"""What can be measured between the points of a statement in a figure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement, format_value, join_points, point_order

__all__ = ["MeasuredPoints"]


class MeasuredPoints:
    """The points of a statement, with what can be measured between them.

    Points are given by their numbers in the statement, from 0.

    Parameters
    ----------
    statement : Statement
    xy : mapping of str to ndarray, shape (2,)
        The coordinates of its points.

    Attributes
    ----------
    points : tuple of str
    value : str
        The constant of the statement, as it is written; empty if it has none.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> xy = {name: np.array(place) for name, place in {"A": (0, 0), "B": (4, 3)}.items()}
    >>> measured = MeasuredPoints(parse_statement("lconst A B 6"), xy)
    >>> measured.name(0, 1), measured.length(0, 1), measured.value
    ('AB', 5.0, '6')
    """

    def __init__(self, statement: Statement, xy: Mapping[str, NDArray[np.float64]]) -> None:
        self.points = statement.points
        self.value = "" if statement.value is None else format_value(statement.value)
        self._xy = xy

    def name(self, *numbers: int) -> str:
        """Write points side by side, sorted by name."""
        return join_points(sorted((self.points[k] for k in numbers), key=point_order))

    def vector(self, a: int, b: int) -> NDArray[np.float64]:
        """Return the vector from one point to another, shape (2,)."""
        return self._xy[self.points[b]] - self._xy[self.points[a]]

    def length(self, a: int, b: int) -> float:
        """Return the distance between two points, in the units of the figure."""
        return float(np.hypot(*self.vector(a, b)))

    def ratio(self, a: int, b: int, c: int, d: int) -> float:
        """Return the ratio of the lengths of two segments."""
        return self.length(a, b) / max(self.length(c, d), 1e-12)

    def turn(self, a: int, b: int, c: int, d: int) -> float:
        """Return the angle from one line to another, in degrees from 0 to 180."""
        (x, y), (z, w) = self.vector(a, b), self.vector(c, d)
        return float(np.degrees(np.arctan2(x * w - y * z, x * z + y * w)) % 180)

    def between(self, a: int, b: int, c: int, d: int) -> float:
        """Return the angle between two lines, in degrees from 0 to 90."""
        turn = self.turn(a, b, c, d)
        return min(turn, 180 - turn)

    def distance(self, a: int, b: int, c: int) -> float:
        """Return the distance of a point from the line through two others."""
        (x, y), (z, w) = self.vector(b, c), self.vector(b, a)
        return float(abs(x * w - y * z)) / max(self.length(b, c), 1e-12)
