"""Figures found from statements alone, adding one point at a time.

A solver that moves all points at once works for few points and fails for many. Here points are
added one by one, and all statements about the points so far are solved again each time, so that
each solve starts near its solution.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from geoengine.language import Statement, as_real
from geoengine.verify.figures.residuals import holds_clearly, measured
from geoengine.verify.figures.starts import draw_starts, unit_length
from geoengine.verify.figures.system import Bools, Complex, Reals, System

__all__ = ["Figures", "find_figures", "reading_order"]

_BATCH = 48
_TRIES = 3
_CLEAR = 2e-3
"""Least distance of points, flatness or margin of a condition, where a figure is 1 wide."""

_LARGEST = 1e5
"""The farthest a point may lie from the origin, relative to the mean of the given lengths."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Figures that were found.

    Attributes
    ----------
    points : tuple of str
    xy : ndarray, shape (figures, points, 2)
        The statements hold in each; their equations are solved to 1e-12. Points are distinct in
        figures of `find_figures`, but may coincide in those of `find_configurations`.
    tried : int
        The number of random starts.
    exhausted : bool
        Whether time ran out before as many figures as requested were found.
    """

    points: tuple[str, ...]
    xy: Reals
    tried: int
    exhausted: bool = False

    @property
    def index(self) -> dict[str, int]:
        """The row of each point."""
        return {point: row for row, point in enumerate(self.points)}

    def __len__(self) -> int:
        return len(self.xy)


def reading_order(statements: Iterable[Statement], points: Sequence[str]) -> list[str]:
    """An order for placing points, each chosen to complete the most statements.

    Of equals, the one in the most statements that are begun comes first.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> statements = [parse_statement("midp M A B"), parse_statement("perp A C B C")]
    >>> reading_order(statements, ["M", "A", "B", "C"])
    ['M', 'A', 'B', 'C']
    """
    left = list(points)
    open_statements = [set(statement.points) for statement in statements]
    placed: set[str] = set()
    order: list[str] = []
    while left:

        def priority(point: str) -> tuple[int, int]:
            closed = sum(named <= placed | {point} and point in named for named in open_statements)
            begun = sum(point in named and bool(named & placed) for named in open_statements)
            return closed, begun

        best = max(left, key=priority)
        left.remove(best)
        placed.add(best)
        order.append(best)
    return order


def find_figures(
    statements: Iterable[Statement],
    points: Sequence[str] = (),
    count: int = 12,
    seed: int = 0,
    timeout: float = 5.0,
    *,
    most_starts: int | None = None,
) -> Figures:
    """Find figures in which statements hold.

    Parameters
    ----------
    statements : iterable of Statement
        Relations, which are solved for, and conditions, which filter the figures.
    points : sequence of str
        Points that may be in no statement, first in the figures; those of the statements follow.
    count : int
        How many figures to find.
    seed : int
        Equal seeds give equal figures, as long as the time suffices.
    timeout : float
        Seconds after which no new batch is started and a running one is given up.
    most_starts : int, optional
        The number of random starts after which no new batch is started; by default 40 times
        `count`, at least 480.

    Returns
    -------
    Figures
        Fewer than requested if the search ended early.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> texts = ("lconst A B 3", "lconst A C 4", "perp A B A C")
    >>> statements = [parse_statement(text) for text in texts]
    >>> found = find_figures(statements, count=3)
    >>> bc = found.xy[:, found.points.index("B")] - found.xy[:, found.points.index("C")]
    >>> np.hypot(*bc.T).round(9).tolist()
    [5.0, 5.0, 5.0]
    """
    statements = list(dict.fromkeys(statements))
    points = tuple(
        dict.fromkeys([*points, *(point for statement in statements for point in statement.points)])
    )
    search = _IncrementalSearch(statements, points)
    rng = np.random.default_rng(seed)
    deadline = time.monotonic() + timeout
    limit = max(480, 40 * count) if most_starts is None else most_starts
    found: list[Complex] = []
    total, tried = 0, 0
    while total < count and tried < limit and (tried == 0 or time.monotonic() < deadline):
        batch = search.grow(rng, deadline)
        found.append(batch[: max(2, count // 2)] if tried == 0 else batch)
        total, tried = total + len(found[-1]), tried + _BATCH
    z = np.concatenate([*found, np.zeros((0, len(points)), dtype=complex)])[:count]
    return Figures(points, as_real(z), tried, total < count and time.monotonic() >= deadline)


class _IncrementalSearch:
    """A search that places one point after another, and solves for all placed ones each time."""

    def __init__(self, statements: Sequence[Statement], points: Sequence[str]) -> None:
        self.index = {point: row for row, point in enumerate(points)}
        self.relations = [s for s in statements if not s.is_condition]
        self.conditions = [s for s in statements if s.is_condition]
        self.order = reading_order(self.relations, points)
        unit = unit_length(statements)
        self.unit, self.free_scale = unit or 1.0, unit is None

    def grow(self, rng: np.random.Generator, deadline: float) -> Complex:
        """Figures from one batch of random starts, shape (found, points); none if time runs out."""
        count = len(self.order)
        wide = draw_starts(rng, _BATCH, count) * self.unit
        z = np.zeros((_BATCH, count), dtype=complex)
        z[:, [self.index[name] for name in self.order]] = wide
        placed: set[str] = set()
        for name in self.order:
            placed.add(name)
            fresh = [s for s in self.relations if name in s.points and placed.issuperset(s.points)]
            judged = [
                s for s in self.conditions if name in s.points and placed.issuperset(s.points)
            ]
            if not fresh and not judged:
                continue
            z = self._extended(z, name, placed, judged, rng)
            if not len(z) or time.monotonic() > deadline:
                return z[:0]
        return z[self._acceptable(z)]

    def _extended(
        self,
        z: Complex,
        name: str,
        placed: set[str],
        judged: Sequence[Statement],
        rng: np.random.Generator,
    ) -> Complex:
        """Add a point to figures, trying a few starting places; drop figures where none works."""
        rows = [self.index[point] for point in self.index if point in placed]
        local = {point: k for k, point in enumerate(p for p in self.index if p in placed)}
        system = System([s for s in self.relations if placed.issuperset(s.points)], local)
        here = self.index[name]
        kept: list[Complex] = []
        waiting = z
        for attempt in range(_TRIES):
            if attempt:
                waiting[:, here] = draw_starts(rng, len(waiting), 1)[:, 0] * self.unit * 1.5
            own, solved = system.solve(waiting[:, rows])
            good = solved & np.isfinite(own).all(axis=1) & _apart(own)
            for condition in judged:
                at = own[:, [local[point] for point in condition.points]]
                good &= measured(condition, at) > _CLEAR
            moved = waiting[good]
            moved[:, rows] = own[good]
            kept.append(moved)
            waiting = waiting[~good]
            if not len(waiting):
                break
        return np.concatenate(kept)

    def _acceptable(self, z: Complex) -> Bools:
        """Whether all statements hold by their own measures, and nothing is degenerate.

        If no length is given, `z` is first centered and scaled in place.
        """
        good = np.isfinite(z).all(axis=1) & _apart(z)
        if self.free_scale:
            width = np.abs(z - z.mean(axis=1, keepdims=True)).max(axis=1, initial=0.0)
            safe = np.where(width > 0, width, 1.0)[:, None]
            z[:] = (z - z.mean(axis=1, keepdims=True)) / safe / 2
        good &= np.abs(z).max(axis=1, initial=0.0) < _LARGEST * self.unit
        for relation in self.relations:
            good &= holds_clearly(relation, z, self.index, _CLEAR)
        for condition in self.conditions:
            own = z[:, [self.index[point] for point in condition.points]]
            good &= measured(condition, own) > _CLEAR
        return np.asarray(good)


def _apart(z: Complex) -> Bools:
    """Whether the points of each figure are clearly distinct; shape (figures,)."""
    count = z.shape[1]
    if count < 2:
        return np.ones(len(z), dtype=bool)
    distance = np.abs(z[:, :, None] - z[:, None, :])
    width = distance.max(axis=(1, 2))
    distance[:, np.arange(count), np.arange(count)] = np.inf
    return np.asarray((width > 0) & (distance.min(axis=(1, 2)) > _CLEAR * width))
