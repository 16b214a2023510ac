"""Sides and angles of triangles by the law of cosines, the law of sines, and Stewart's theorem.

The computation is exact: the squares of the sines of multiples of 30° and 45° are rational, and so
are the squares of sides and ratios. Every result is compared with every draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations

import numpy as np

from geoengine.deduction.corners import TWELFTHS
from geoengine.deduction.exact_values import Values
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.language import RELATION_TOLERANCE, Surd

__all__ = ["SINE_SQUARES", "Solution", "Triangles"]

SINE_SQUARES: dict[Fraction, Fraction] = {
    Fraction(k, 12): Fraction(square)
    for k, square in (
        (2, "1/4"), (3, "1/2"), (4, "3/4"), (6, "1"), (8, "3/4"), (9, "1/2"), (10, "1/4"),
    )
}  # fmt: skip
"""Squares of the sines of multiples of 30° and 45°, by the angle as a fraction of a half turn."""

_RIGHT = Fraction(1, 2)
_COSINES, _SINES, _STEWART = "law_of_cosines", "law_of_sines", "stewart_theorem"
_APEXES = ((0, 1, 2), (1, 0, 2), (2, 0, 1))

Three = tuple[int, int, int]
Candidate = tuple[int, int, Callable[[], "Solution | None"]]
"""Two pairs whose ratio or angle is open, and a function that computes it, or returns None."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A fact about a triangle that follows from others by a law of trigonometry.

    Attributes
    ----------
    rule : {"law_of_cosines", "law_of_sines", "stewart_theorem"}
    fact : Fact
    antecedents : tuple of Fact
    conditions : tuple of Fact
        Side conditions: whether an angle is acute or obtuse, or the order of points on a line.
    """

    rule: str
    fact: Fact
    antecedents: tuple[Fact, ...]
    conditions: tuple[Fact, ...]


class Triangles:
    """Computes sides and angles of triangles from those that are known.

    Parameters
    ----------
    frame : Frame
    values : Values
    orders : sequence of Fact
        For known collinear triples, which point is between the others.
    """

    def __init__(self, frame: Frame, values: Values, orders: Sequence[Fact]) -> None:
        self._frame = frame
        self._values = values
        self._orders = np.array([fact.points for fact in orders], dtype=np.int64).reshape(-1, 3)
        self._corners = frame.corners

    def solve(
        self, ratios: Ints, turns: Ints, *, open_ratios: bool = True, open_turns: bool = True
    ) -> list[Solution]:
        """Return the solutions that follow in one round.

        Parameters
        ----------
        ratios : ndarray, shape (pairs + 1,)
            A label for each pair of points: two pairs have the same if the ratio of their lengths
            is known.
        turns : ndarray, shape (pairs + 1,)
            Likewise, for the angle between the lines of two pairs.
        open_ratios, open_turns : bool
            Whether some ratio, or angle, that is constant in the diagram is not known.
        """
        found: list[Solution] = []
        for is_open, labels, methods in (
            (open_ratios, ratios, (self._cosines, self._sines, self._stewart)),
            (open_turns, turns, (self._angles_by_sines, self._angles_by_cosines)),
        ):
            merged = _Merged(labels)
            for method in methods if is_open else ():
                for p, q, solve in method(ratios, turns):
                    if merged.apart(p, q):
                        solution = solve()
                        if solution is not None and self._true(solution.fact):
                            merged.join(p, q)
                            found.append(solution)
        return found

    # -- candidates --------------------------------------------------------------------------

    def _cosines(self, ratios: Ints, turns: Ints) -> Iterator[Candidate]:
        """Find the third side from two sides and the angle between them."""
        for order in _APEXES:
            if (found := self._corners.with_simple(order, 0)) is None:
                continue
            a, b, c, p, q, r = found
            open_ = (ratios[q] == ratios[r]) & (turns[q] == turns[r]) & (ratios[p] != ratios[q])
            for k in np.flatnonzero(open_).tolist():
                corner, sides = _at(k, a, b, c), _at(k, p, q, r)
                yield sides[0], sides[1], partial(self._third_side, corner, sides)

    def _third_side(self, corner: Three, sides: Three) -> Solution | None:
        (a, b, c), (p, q, r) = corner, sides
        turn, ratio = self._values.angle(r, q), self._values.ratio(q, r)
        if turn not in SINE_SQUARES or turn == _RIGHT or ratio is None:
            # Right angles are left to the table of squares (Pythagoras).
            return None
        cosine = self._times_cosine(corner, turn, ratio)
        square = 1 + ratio.square - 2 * cosine
        if not cosine or square <= 0:
            return None
        third = Surd(square)
        angle = Fact("aconst", (a, b, a, c), turn)
        conditions = (Fact("acute" if cosine > 0 else "obtuse", (b, a, c)),)
        one, other = self._values.length(q), self._values.length(r)
        if one is not None and other is not None:
            given = (self._length(q, one), self._length(r, other))
            fact = self._length(p, other * third)
            return Solution(_COSINES, fact, (*given, angle), conditions)
        fact = self._values.ratio_fact(p, r, third)
        return Solution(_COSINES, fact, (self._values.ratio_fact(q, r, ratio), angle), conditions)

    def _length(self, pair: int, value: Surd) -> Fact:
        return Fact("lconst", self._values.ends(pair), value)

    def _times_cosine(self, corner: Three, turn: Fraction, ratio: Surd) -> Fraction:
        """Return a ratio times the cosine of the angle at a corner; 0 where it is irrational."""
        a, b, c = corner
        z = self._frame.z[0]
        sign = 1 if ((z[b] - z[a]).conjugate() * (z[c] - z[a])).real > 0 else -1
        square = ratio.square * (1 - SINE_SQUARES[turn])
        return sign * (Surd(square).rational or Fraction(0)) if square else Fraction(0)

    def _sines(self, ratios: Ints, turns: Ints) -> Iterator[Candidate]:
        """Find the ratio of two sides from the angles opposite them."""
        for order in _APEXES:
            if (found := self._corners.with_simple(order, 1, 2)) is None:
                continue
            c, a, b, r, p, q = found
            open_ = (turns[p] == turns[q]) & (turns[p] == turns[r]) & (ratios[p] != ratios[q])
            for k in np.flatnonzero(open_).tolist():
                corner, sides = _at(k, a, b, c), _at(k, p, q, r)
                yield sides[0], sides[1], partial(self._two_sides, corner, sides)

    def _two_sides(self, corner: Three, sides: Three) -> Solution | None:
        (a, b, c), (p, q, r) = corner, sides
        one, other = self._values.angle(r, q), self._values.angle(p, r)
        if one not in SINE_SQUARES or other not in SINE_SQUARES:
            return None
        fact = self._values.ratio_fact(p, q, Surd(SINE_SQUARES[one] / SINE_SQUARES[other]))
        given = (Fact("aconst", (a, b, a, c), one), Fact("aconst", (b, c, b, a), other))
        return Solution(_SINES, fact, given, ())

    def _stewart(self, ratios: Ints, turns: Ints) -> Iterator[Candidate]:
        """Find a cevian from two sides and the parts into which it divides the third.

        Any of the three segments from the apex follows from the other two.
        """
        if not len(self._orders):
            return
        pair, corners = self._frame.pair, np.arange(self._frame.n)[None, :]
        for order in _APEXES:
            x, y, z = (self._orders[:, k] for k in order)
            whole, part = pair[y, z][:, None], pair[y, x][:, None]
            p, q, r = (pair[corners, point[:, None]] for point in (x, y, z))
            open_ = (ratios[p] != ratios[whole]) & (ratios[q] == ratios[whole])
            open_ &= (ratios[r] == ratios[whole]) & (ratios[part] == ratios[whole])
            open_ &= self._frame.triangle[corners, y[:, None], z[:, None]]
            for row, apex in np.argwhere(open_).tolist():
                line = _at(row, x, y, z)
                middle = int(self._orders[row, 0])
                yield (
                    int(p[row, apex]), int(whole[row, 0]),
                    partial(self._cevian, apex, line, middle),
                )  # fmt: skip

    def _cevian(self, apex: int, line: Three, middle: int) -> Solution | None:
        x, y, z = line
        pair = self._frame.pair
        cut, one, other, part, whole = (
            int(pair[ends]) for ends in ((apex, x), (apex, y), (apex, z), (y, x), (y, z))
        )
        found = [self._values.ratio(side, whole) for side in (one, other, part)]
        if None in found:
            return None
        first, second, share = (value for value in found if value is not None)
        if share.rational is None:
            return None
        # Signed, from y towards z: negative if x is beyond y.
        t = -share.rational if middle == y else share.rational
        square = (1 - t) * first.square + t * second.square - t * (1 - t)
        if square <= 0:
            return None
        third = Surd(square)
        ends = tuple(point for point in line if point != middle)
        conditions = (Fact("between", (middle, *ends)),)
        length = self._values.length(whole)
        given = [Fact("coll", line)]
        parts = [(one, first), (other, second), (part, share)]
        if length is not None:
            parts.append((whole, Surd.of(1)))
            given += [self._length(side, value * length) for side, value in parts]
            fact = self._length(cut, third * length)
        else:
            given += [self._values.ratio_fact(side, whole, value) for side, value in parts]
            fact = self._values.ratio_fact(cut, whole, third)
        return Solution(_STEWART, fact, tuple(given), conditions)

    def _angles_by_sines(self, ratios: Ints, turns: Ints) -> Iterator[Candidate]:
        """Find the angle opposite one side from that opposite another, and the ratio of the two."""
        for order in permutations(range(3)):
            if (found := self._corners.with_simple(order, 0, 1)) is None:
                continue
            a, b, c, p, q, r = found
            open_ = (ratios[p] == ratios[q]) & (turns[q] == turns[r]) & (turns[p] != turns[r])
            for k in np.flatnonzero(open_).tolist():
                corner, sides = _at(k, a, b, c), _at(k, p, q, r)
                yield sides[0], sides[2], partial(self._opposite_angle, corner, sides)

    def _opposite_angle(self, corner: Three, sides: Three) -> Solution | None:
        (a, b, c), (p, q, r) = corner, sides
        one, other, ratio = self._values.angle(r, q), self._measured(p, r), self._values.ratio(q, p)
        if one not in SINE_SQUARES or ratio is None:
            return None
        if SINE_SQUARES.get(other) != ratio.square * SINE_SQUARES[one]:
            return None
        given = (Fact("aconst", (a, b, a, c), one), self._values.ratio_fact(q, p, ratio))
        return Solution(_SINES, Fact("aconst", (b, c, b, a), other), given, ())

    def _angles_by_cosines(self, ratios: Ints, turns: Ints) -> Iterator[Candidate]:
        """Find the angles from three sides."""
        for order in _APEXES:
            if (found := self._corners.with_simple(order, 0)) is None:
                continue
            a, b, c, p, q, r = found
            open_ = (ratios[q] == ratios[r]) & (ratios[q] == ratios[p]) & (turns[q] != turns[r])
            for k in np.flatnonzero(open_).tolist():
                corner, sides = _at(k, a, b, c), _at(k, p, q, r)
                yield sides[1], sides[2], partial(self._included_angle, corner, sides)

    def _included_angle(self, corner: Three, sides: Three) -> Solution | None:
        (a, b, c), (p, q, r) = corner, sides
        turn = self._measured(r, q)
        if turn not in SINE_SQUARES or turn == _RIGHT:
            return None
        first, second = self._values.ratio(p, r), self._values.ratio(q, r)
        if first is None or second is None:
            return None
        cosine = self._times_cosine(corner, turn, second)
        if not cosine or first.square != 1 + second.square - 2 * cosine:
            return None
        given = (self._values.ratio_fact(p, r, first), self._values.ratio_fact(q, r, second))
        return Solution(_COSINES, Fact("aconst", (a, b, a, c), turn), given, ())

    # -- the diagram -------------------------------------------------------------------------

    def _measured(self, first: int, second: int) -> Fraction:
        """Return the multiple of 15° nearest to the directed angle between two pairs' lines."""
        drawn = self._frame.angle[0, second] - self._frame.angle[0, first]
        return Fraction(round(TWELFTHS * float(drawn)), TWELFTHS) % 1

    def _true(self, fact: Fact) -> bool:
        """Return whether a length, a ratio or an angle agrees with every draw."""
        frame = self._frame
        sides = [frame.pair[fact.points[k : k + 2]] for k in range(0, len(fact.points), 2)]
        if isinstance(fact.value, Fraction):
            turn = frame.angle[:, sides[1]] - frame.angle[:, sides[0]] - float(fact.value)
            off = np.abs(turn - np.round(turn)) * np.pi
        else:
            logs = frame.log_length[:, sides[0]]
            logs = logs - (frame.log_length[:, sides[1]] if len(sides) == 2 else 0.0)
            off = np.abs(logs - (0.0 if fact.value is None else np.log(float(fact.value))))
        return bool((off < RELATION_TOLERANCE).all())


def _at(k: int, *columns: Ints) -> Three:
    first, second, third = (int(column[k]) for column in columns)
    return first, second, third


class _Merged:
    """Classes of pairs, merged as solutions are found (union-find)."""

    def __init__(self, labels: Ints) -> None:
        self._labels = labels
        self._parent = list(range(int(labels.max(initial=0)) + 1))

    def _class(self, pair: int) -> int:
        label = int(self._labels[pair])
        while self._parent[label] != label:
            label = self._parent[label]
        return label

    def apart(self, first: int, second: int) -> bool:
        """Return whether two pairs are in different classes."""
        return self._class(first) != self._class(second)

    def join(self, first: int, second: int) -> None:
        """Merge the classes of two pairs."""
        self._parent[self._class(first)] = self._class(second)
