"""Random figures that satisfy given statements, found by solving their equations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from geoengine.errors import InputError
from geoengine.language import Statement, as_real
from geoengine.verify.figures.incremental_search import Figures
from geoengine.verify.figures.residuals import CLEAR, holds_clearly, measured, places
from geoengine.verify.figures.starts import draw_extra_constraints, draw_starts, unit_length
from geoengine.verify.figures.system import Bools, Complex, Reals, System

__all__ = ["Search", "distinct_pairs", "find_configurations", "starts_for"]

_ONE_PLACE = 1e-10
_MOST_STARTS = 256


def distinct_pairs(statement: Statement) -> frozenset[frozenset[str]]:
    """The pairs of points that must differ for a statement to be meaningful.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> pairs = distinct_pairs(parse_statement("eqangle A B A C P Q P R"))
    >>> sorted("".join(sorted(pair)) for pair in pairs)
    ['AB', 'AC', 'PQ', 'PR']
    """
    groups = statement.definition.groups
    parts: list[Sequence[str]] = [statement.points]
    if 1 not in groups:
        ends = np.cumsum(groups)
        parts = [statement.points[end - size : end] for size, end in zip(groups, ends, strict=True)]
    return frozenset(
        frozenset(pair) for part in parts for pair in combinations(part, 2) if pair[0] != pair[1]
    )


class Search:
    """A search for figures in which relations hold and conditions are met.

    Parameters
    ----------
    relations, conditions : iterable of Statement
    points : sequence of str, optional
        Points that may be in no statement; those of the statements are added.
    broken : Statement, optional
        A condition that must be violated, either clearly or with a margin of exactly zero.
    also : iterable of Statement
        Relations that are solved for, but may be degenerate in a figure.
    together : iterable of pairs of str
        Points that must coincide.
    """

    def __init__(
        self,
        relations: Iterable[Statement],
        conditions: Iterable[Statement] = (),
        *,
        points: Sequence[str] = (),
        broken: Statement | None = None,
        also: Iterable[Statement] = (),
        together: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.relations, self.conditions = list(relations), list(conditions)
        self.broken, also = broken, list(also)
        met = [*self.relations, *self.conditions, *([broken] if broken else []), *also]
        self.points = tuple(
            dict.fromkeys([*points, *(point for statement in met for point in statement.points)])
        )
        self.index = {point: number for number, point in enumerate(self.points)}
        self._system = System([*self.relations, *also], self.index)
        count = len(self.points)
        self._apart = np.zeros((count, count), dtype=bool)
        for statement in [*self.relations, *also]:
            for first, second in distinct_pairs(statement):
                a, b = self.index[first], self.index[second]
                self._apart[a, b] = self._apart[b, a] = True
        self._together = [(self.index[a], self.index[b]) for a, b in together]
        self._unit = unit_length(self.relations)

    def batch(self, rng: np.random.Generator, starts: int) -> Complex:
        """Search from some random starts.

        Parameters
        ----------
        rng : Generator
        starts : int
            How many.

        Returns
        -------
        ndarray of complex, shape (found, points)
            Centered at the origin, and 1 wide unless a length is given.
        """
        z = draw_starts(rng, starts, len(self.points)) * (self._unit or 1.0)
        extra = draw_extra_constraints(rng, starts, self._apart, self._together)
        z, solved = self._system.solve(z, extra)
        z = z[solved]
        z = z - (z.real.max(1) + z.real.min(1) + 1j * (z.imag.max(1) + z.imag.min(1)))[:, None] / 2
        distance = np.abs(z[:, :, None] - z[:, None, :])
        width = distance.max(axis=(1, 2), initial=0.0)
        good = np.isfinite(width) & (width > 0)
        z, distance, width = z[good], distance[good], width[good]
        distance = distance / width[:, None, None]
        if self._unit is None:
            z = z / width[:, None]
        z = z[self._are_clear(distance)]
        z = np.take_along_axis(z, places(z), axis=1)
        return np.asarray(z[self._hold(z)])

    def _are_clear(self, distance: Reals) -> Bools:
        """Return in which figures all points are clearly distinct, or coincide where they may."""
        others = ~np.eye(len(self.points), dtype=bool)
        fine = (distance > CLEAR) | ((distance < _ONE_PLACE) & ~(self._apart & others))
        return np.asarray(fine.all(axis=(1, 2)))

    def _hold(self, z: Complex) -> Bools:
        """Return in which figures the relations hold clearly and the conditions are met."""
        good = np.ones(len(z), dtype=bool)
        for relation in self.relations:
            good &= holds_clearly(relation, z, self.index, CLEAR)
        for condition in self.conditions:
            good &= self._margin(condition, z) > CLEAR
        if self.broken is not None:
            margin = self._margin(self.broken, z)
            good &= (margin < -CLEAR) | (np.abs(margin) < _ONE_PLACE)
        return good

    def _margin(self, condition: Statement, z: Complex) -> Reals:
        return measured(condition, z[:, [self.index[point] for point in condition.points]])


def find_configurations(
    relations: Iterable[Statement],
    conditions: Iterable[Statement] = (),
    *,
    count: int = 100,
    seed: int = 0,
    most_starts: int | None = None,
) -> Figures:
    """Find random figures in which relations hold and conditions are met by a clear margin.

    Random points in the plane are moved until the equations of the relations hold. About half of
    the figures are as general as the relations allow. In the others, points coincide where no
    relation forbids it, or there is an extra property, such as a right angle.

    Parameters
    ----------
    relations : iterable of Statement
    conditions : iterable of Statement
    count : int
        How many figures to find.
    seed : int
        Equal seeds give equal figures.
    most_starts : int, optional
        The maximum number of random starts, by default 100 times `count`. Fewer figures than
        requested are returned when these are used up.

    Returns
    -------
    Figures
        Centered at the origin, and 1 wide unless a length is given.

    Raises
    ------
    InputError
        If a condition is among the relations, or a relation among the conditions.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> found = find_configurations([parse_statement("midp M A B")], count=5)
    >>> found.points, found.xy.shape
    (('M', 'A', 'B'), (5, 3, 2))
    >>> find_configurations([parse_statement(t) for t in ("midp M A B", "midp A M B")]).xy.shape
    (0, 3, 2)
    """
    relations, conditions = list(relations), list(conditions)
    for statement in [*relations, *conditions]:
        if statement.is_condition != (statement not in relations):
            raise InputError(f"expected relations, then conditions, found {str(statement)!r}")
    search = Search(relations, conditions)
    rng = np.random.default_rng(seed)
    limit = 100 * count if most_starts is None else most_starts
    found: list[Complex] = []
    total, tried = 0, 0
    while total < count and tried < limit:
        starts = min(starts_for(count - total), limit - tried)
        found.append(search.batch(rng, starts))
        total, tried = total + len(found[-1]), tried + starts
    z = np.concatenate([*found, np.zeros((0, len(search.points)), dtype=complex)])[:count]
    return Figures(search.points, as_real(z), tried)


def starts_for(wanted: int) -> int:
    """How many random starts to try at once when this many figures are wanted."""
    return min(max(2 * wanted, 32), _MOST_STARTS)
