"""The exact values that the tables determine: lengths, ratios, angles.

A value is guessed from the diagram, as the simplest number near the measured one, and accepted only
if a table implies exactly this value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from geoengine.deduction.distinct import ranks
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.residues import PRIME
from geoengine.deduction.tables import Tables
from geoengine.kernel import compiled
from geoengine.language import Surd, Table

__all__ = ["LENGTH_TABLES", "Values", "class_labels", "proportions"]

_LARGEST_DENOMINATOR = 10_000
"""The largest denominator of the square of a length or ratio that is recognized."""

_FINEST_TURN = 3600
"""The largest denominator of an angle that is recognized, as a fraction of a half turn."""

_NEAR = 1e-7
_NEAR_TURN = 1e-8

LENGTH_TABLES: tuple[Table, ...] = ("length", "square", "line")


class Values:
    """The exact values of quantities of pairs of points.

    Parameters
    ----------
    frame : Frame
    tables : Tables
    implied : callable
        Returns whether a table currently implies a fact.
    """

    def __init__(
        self,
        frame: Frame,
        tables: Tables,
        implied: Callable[[Fact, Table], bool],
    ) -> None:
        self._frame = frame
        self._tables = tables
        self._implied = implied

    def ends(self, pair: int) -> tuple[int, int]:
        """Return the points of a pair."""
        return int(self._frame.first[pair]), int(self._frame.second[pair])

    def length(self, pair: int) -> Surd | None:
        """Return the distance of a pair; None if no table determines it.

        Also None if its square is not a simple fraction. The first of `LENGTH_TABLES` that
        determines the distance decides.
        """
        for table in LENGTH_TABLES:
            if table in self._tables and self._tables[table].determined()[pair]:
                return self.length_in(pair, table)
        return None

    def length_in(self, pair: int, table: Table) -> Surd | None:
        """Return the distance of a pair, which `table` must determine; None if it is not simple."""
        value = self._guessed(pair, 0)
        if value is None:
            return None
        constant = value.square if table == "square" else value
        units = self._tables.constants.units_of(table, constant)
        return value if self._tables[table].equals(pair, units) else None

    def ratio(self, first: int, second: int, table: Table = "length") -> Surd | None:
        """Return the ratio of two pairs' distances; None unless `table` implies a simple value."""
        if table not in self._tables:
            return None
        value = self._guessed(first, second)
        if value is None:
            return None
        return value if self._implied(self.ratio_fact(first, second, value), table) else None

    def _guessed(self, first: int, second: int) -> Surd | None:
        """Return the simple value that the diagram suggests for the ratio of two distances.

        None if there is none. That of pair 0 is 1. The guesses are shared by all closures.
        """
        found = self._frame.guessed_ratios
        if (first, second) not in found:
            logs = self._frame.log_length[0]
            found[first, second] = _simple(2 * float(logs[first] - logs[second]))
        return found[first, second]

    def ratio_fact(self, first: int, second: int, value: Surd) -> Fact:
        """Return the fact that the distances of two pairs have the ratio `value`."""
        points = (*self.ends(first), *self.ends(second))
        return Fact("cong", points) if value.square == 1 else Fact("rconst", points, value)

    def angle(self, first: int, second: int) -> Fraction | None:
        """Return the directed angle between two pairs' lines as a fraction of a half turn.

        The table may leave a finite choice, which the diagram decides. None if the draws differ,
        the value is not simple, or the table does not imply it.
        """
        turns = self._frame.angle[:, second] - self._frame.angle[:, first]
        off = turns - turns[0]
        drawn = float(turns[0]) % 1
        value = Fraction(drawn).limit_denominator(_FINEST_TURN)
        if abs(float(value) - drawn) > _NEAR_TURN or (np.abs(off - np.round(off)) > _NEAR).any():
            return None
        value %= 1
        fact = Fact("aconst", (*self.ends(first), *self.ends(second)), value)
        return value if self._implied(fact, "direction") else None


def _simple(log_square: float) -> Surd | None:
    """Return the number whose square is a simple fraction with nearly this logarithm, or None."""
    if abs(log_square) > 40:
        return None
    drawn = float(np.exp(log_square))
    square = Fraction(drawn).limit_denominator(_LARGEST_DENOMINATOR)
    if square <= 0 or abs(float(square) / drawn - 1) > _NEAR:
        return None
    return Surd(square)


def class_labels(rows: Ints) -> Ints:
    """Label rows of two residues; equal rows, and only these, have the same label."""
    return ranks(rows[:, 0] * PRIME + rows[:, 1])


def proportions(solutions: Ints) -> Ints:
    """Label rows of two residues; rows that are multiples of each other have the same label."""
    kernel = compiled("transfers")
    if kernel is not None:
        found: Ints = kernel.proportions(solutions)
        return found
    inverse = np.ones(len(solutions), dtype=np.int64)
    power = solutions[:, 1] % PRIME
    exponent = PRIME - 2
    while exponent:
        if exponent & 1:
            inverse = inverse * power % PRIME
        power = power * power % PRIME
        exponent >>= 1
    return np.asarray(solutions[:, 0] * inverse % PRIME)
