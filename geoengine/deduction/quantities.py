"""The exact values that a deduction determines: lengths, ratios, angles, areas, perimeters.

Every value is exact or None, and is compared with every draw of the diagram before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.exact_values import LENGTH_TABLES, Values
from geoengine.deduction.frame import Frame
from geoengine.errors import GeoengineError, StatementError
from geoengine.language import Question, Surd, SurdSum, as_complex

__all__ = ["Quantities", "QuantityError"]

_NEAR = 1e-6

_T = TypeVar("_T", Surd, SurdSum)


class QuantityError(GeoengineError):
    """An exact value that disagrees with the diagram: an internal error."""


class Quantities:
    """The exact values of quantities of named points; None for those that are not determined.

    All methods raise `StatementError` for a point that is not in the figure and for points that
    must differ and do not, and `QuantityError` if a value disagrees with the diagram.

    Parameters
    ----------
    frame : Frame
        The diagram.
    values : Values
        The values that the tables determine.
    number : mapping of str to int
        The numbers of the points.
    more_draws : callable, optional
        Makes many further draws, shape (draws, points, 2), in which an angle is distinguished from
        its supplement.

    Examples
    --------
    >>> import geoengine as ge
    >>> graph = ge.deduce(ge.load_problem("A B C = triangle_sas 3 4 60o; M = midpoint B C"))
    >>> known = graph.deduction.quantities
    >>> print(known.length("B", "C"), known.ratio("B", "M", "B", "C"), known.corner("B", "A", "C"))
    √13 1/2 1/3
    >>> print(known.area("A", "B", "C"), known.perimeter("A", "B", "C"))
    3√3 7 + √13
    """

    def __init__(
        self,
        frame: Frame,
        values: Values,
        number: Mapping[str, int],
        more_draws: Callable[[], NDArray[np.float64]] | None = None,
    ) -> None:
        self._frame = frame
        self._values = values
        self._number = number
        self._more_draws = more_draws

    def length(self, first: str, second: str) -> Surd | None:
        """Return the distance of two points."""
        value = self._values.length(self._pair(first, second))
        return self._checked(value, np.abs(self._z(second) - self._z(first)))

    def ratio(self, a: str, b: str, c: str, d: str) -> Surd | None:
        """Return the ratio AB : CD."""
        first, second = self._pair(a, b), self._pair(c, d)
        if first == second:
            return Surd.of(1)
        found = (self._values.ratio(first, second, table) for table in LENGTH_TABLES)
        value = next((value for value in found if value is not None), None)
        return self._checked(
            value,
            np.abs(self._z(b) - self._z(a)) / np.abs(self._z(d) - self._z(c)),
        )

    def angle(self, a: str, b: str, c: str, d: str) -> Fraction | None:
        """Return the directed angle from line AB to line CD, as a fraction of a half turn.

        Returns
        -------
        Fraction
            Counterclockwise; at least 0 and less than 1, because lines have no sense.
        """
        first, second = self._pair(a, b), self._pair(c, d)
        if first == second:
            return Fraction(0)
        value = self._values.angle(first, second)
        if value is None:
            return None
        off = self._frame.angle[:, second] - self._frame.angle[:, first] - float(value)
        if (np.abs(off - np.round(off)) > _NEAR).any():
            raise QuantityError(f"the angle from {a}{b} to {c}{d} is not {value} of a half turn")
        return value

    def corner(self, a: str, b: str, c: str) -> Fraction | None:
        """Return the angle ABC as a fraction of a half turn.

        The lines BA and BC determine the angle or its supplement; the diagram decides which. For
        collinear points it is determined only if the ratios of their distances are known, because
        these decide whether B is between the others.

        Returns
        -------
        Fraction
            From 0 to 1; None if the angle is not determined, or if the draws of the diagram
            disagree about it.
        """
        turn = self.angle(b, a, b, c)
        if turn is None or (turn == 0 and not self._in_known_ratio(a, b, c)):
            return None
        z = self._frame.z
        if self._more_draws is not None:
            z = np.concatenate([z, as_complex(self._more_draws())])
        one, vertex, other = (z[:, self._index(point)] for point in (a, b, c))
        drawn = np.abs(np.angle((one - vertex).conj() * (other - vertex))) / np.pi
        for value in (turn, 1 - turn):
            if (np.abs(drawn - float(value)) < _NEAR).all():
                return value
        return None

    def _in_known_ratio(self, a: str, b: str, c: str) -> bool:
        """Return whether the distances of three collinear points are known up to scale."""
        return None not in (self.ratio(a, b, a, c), self.ratio(b, c, a, c))

    def perimeter(self, *corners: str) -> SurdSum | None:
        """Return the sum of the sides of a polygon, whose corners are given in order.

        None if the length of a side is not determined.
        """
        sides = [self.length(p, q) for p, q in _sides(corners)]
        total = SurdSum()
        for side in sides:
            if side is None:
                return None
            total += SurdSum.of(side)
        return total

    def area(self, *corners: str) -> SurdSum | None:
        """Return the area of a polygon, whose corners are given in order.

        It is the sum of triangles with a common corner, whose sides must all be determined.

        Raises
        ------
        StatementError
            If there are fewer than three corners, two are equal, or sides cross in the diagram.
        """
        pairs = _sides(corners)
        if any(self._cross(one, other) for one, other in combinations(pairs, 2)):
            raise StatementError(f"expected a polygon, found sides that cross: {' '.join(corners)}")
        for k in range(len(corners)):
            total = self._fan(corners[k], [*corners[k + 1 :], *corners[:k]])
            if total is not None:
                z = np.stack([self._z(corner) for corner in corners])
                drawn = np.abs((z.conj() * np.roll(z, -1, axis=0)).imag.sum(axis=0)) / 2
                return self._checked(total, drawn, np.ptp(np.abs(z - z[0]), axis=0) ** 2)
        return None

    def _fan(self, apex: str, others: Sequence[str]) -> SurdSum | None:
        total = SurdSum()
        way: NDArray[np.float64] | None = None
        for first, second in pairwise(others):
            legs = self._z(first) - self._z(apex), self._z(second) - self._z(apex)
            turns = np.sign((legs[0].conj() * legs[1]).imag)
            square = self._heron(apex, first, second)
            if square is None:
                return None
            if square:
                # A draw may be a mirror image, so orientations are relative to the first triangle.
                way = turns if way is None else way
                signs = turns * way
                if (signs != signs[0]).any():
                    return None
                total += SurdSum.of(Surd(square)).times(Fraction(int(signs[0])))
        return total if float(total) >= 0 else -total

    def _heron(self, a: str, b: str, c: str) -> Fraction | None:
        """Return the square of the area of a triangle."""
        sides = [self.length(p, q) for p, q in ((b, c), (c, a), (a, b))]
        squares = [side.square for side in sides if side is not None]
        if len(squares) < 3:
            return None
        p, q, r = squares
        return (4 * p * q - (p + q - r) ** 2) / 16

    def value(self, question: Question) -> Fraction | Surd | None:
        """Return the angle (as in `angle`), length or ratio that a question asks for, or None."""
        if question.name == "acompute":
            return self.angle(*question.points)
        return (self.length if question.name == "lcompute" else self.ratio)(*question.points)

    # -- the diagram -------------------------------------------------------------------------

    def _z(self, point: str) -> NDArray[np.complex128]:
        return np.asarray(self._frame.z[:, self._index(point)])

    def _index(self, point: str) -> int:
        if point not in self._number:
            raise StatementError(
                f"expected a point of the figure, found {point!r}",
                hint=f"the points are: {' '.join(self._number)}",
            )
        return self._number[point]

    def _pair(self, first: str, second: str) -> int:
        if first == second:
            raise StatementError(f"expected two different points, found {first} twice")
        return int(self._frame.pair[self._index(first), self._index(second)])

    def _cross(self, one: tuple[str, str], other: tuple[str, str]) -> bool:
        """Return whether two segments cross at inner points, in the first draw."""
        if set(one) & set(other):
            return False
        a, b, c, d = (complex(self._z(point)[0]) for point in (*one, *other))

        def turn(p: complex, q: complex, r: complex) -> float:
            return ((q - p).conjugate() * (r - p)).imag

        return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0

    @staticmethod
    def _checked(
        value: _T | None,
        measured: NDArray[np.float64],
        scale: NDArray[np.float64] | float = 0.0,
    ) -> _T | None:
        """Return the value after comparing it with measurements, at least relative to `scale`."""
        if value is None:
            return None
        if (np.abs(measured - float(value)) > _NEAR * np.maximum(measured, scale)).any():
            raise QuantityError(f"{value} is not what the diagram measures: {measured[0]:.9g}")
        return value


def _sides(corners: Sequence[str]) -> list[tuple[str, str]]:
    if len(corners) < 3 or len(set(corners)) < len(corners):
        raise StatementError(
            f"expected three or more different corners, found: {' '.join(corners)}"
        )
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))
