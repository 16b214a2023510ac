"""Exchange of ratios between the tables, once no rule fires.

The table of logarithms of lengths is the hub: it receives what the tables of squares and of plain
lengths determine, and passes on what it knows. The table of plain lengths is created only if some
ratio of lengths on a line is constant in the diagram but not yet known to any table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.distinct import distinct
from geoengine.deduction.exact_values import Values, class_labels, proportions
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.linear_table import LinearTable
from geoengine.language import Surd, Table

__all__ = ["Exchange", "Implied"]

Implied = tuple[Fact, Table, Table]
"""A fact, the table that implies it, and the table that does not yet."""


class Exchange:
    """Finds ratios and angles that one table knows, or the diagram suggests, and another lacks.

    Parameters
    ----------
    frame : Frame
    tables : mapping of str to LinearTable
        The tables by name.
    values : Values
        The exact values that the tables determine.
    collinear : ndarray, shape (m, 3)
        Triples of points that are collinear in the diagram.
    """

    def __init__(
        self,
        frame: Frame,
        tables: Mapping[Table, LinearTable],
        values: Values,
        collinear: Ints,
    ) -> None:
        self._frame = frame
        self._tables = tables
        self._values = values
        self._collinear = collinear

    def known_ratios(self) -> Ints:
        """Label all pairs; two share a label if the ratio of their lengths is known.

        Shape (pairs + 1,), since pairs are numbered from 1. Entry 0 stands for the unit of length:
        pairs of known length have its label.
        """
        return class_labels(self._tables["length"].free_part[: self._frame.pairs + 1])

    def known_turns(self) -> Ints:
        """Label all pairs; two share a label if the angle between their lines is known.

        Shape (pairs + 1,). The label of pair 0 is arbitrary.
        """
        return class_labels(self._tables["direction"].free_part[: self._frame.pairs + 1])

    def between_squares(self) -> Iterator[Implied]:
        """Yield ratios known to logarithms but not to squares of lengths, and vice versa."""
        known = self.known_ratios()
        squares = proportions(self._tables["square"].random_solutions[: self._frame.pairs + 1])
        yield from self._chains(known, squares, "length", "square")
        yield from self._chains(squares, known, "square", "length")

    def _chains(self, ours: Ints, theirs: Ints, source: Table, target: Table) -> Iterator[Implied]:
        """Yield ratios within classes of one table that join different classes of another."""
        order = np.lexsort((theirs[1:], ours[1:])) + 1
        left, right = order[:-1], order[1:]
        news = (ours[left] == ours[right]) & (theirs[left] != theirs[right])
        broken: set[int] = set()
        for p, q in zip(left[news].tolist(), right[news].tolist(), strict=True):
            value = self._values.ratio(p, q, source)
            if value is None:
                broken.add(int(ours[p]))
            else:
                yield self._values.ratio_fact(p, q, value), source, target
        for label in sorted(broken):
            group = (ours[1:] == label).nonzero()[0] + 1
            yield from self._all_links(group.tolist(), theirs, source, target)

    def _all_links(
        self, group: list[int], theirs: Ints, source: Table, target: Table
    ) -> Iterator[Implied]:
        """Yield ratios that join all classes of a table that any simple ratios can join.

        Parameters
        ----------
        group : list of int
            Pairs whose ratios the source knows.
        theirs : ndarray
            The class of each pair in the target; that of plain lengths takes rational ratios only.
        """
        joined = {p: int(theirs[p]) for p in group}
        for p, q in combinations(group, 2):
            if joined[p] == joined[q]:
                continue
            value = self._values.ratio(p, q, source)
            if value is not None and (target != "line" or value.radicand == 1):
                yield self._values.ratio_fact(p, q, value), source, target
                kept, lost = joined[p], joined[q]
                joined = {k: kept if own == lost else own for k, own in joined.items()}

    # -- plain lengths -----------------------------------------------------------------------

    def ordered_triples(self) -> list[Fact]:
        """Return which point of each known collinear triple is between the others.

        Triples for which this varies between draws are left out.
        """
        rows = self.known_collinear()
        middle = self._frame.middle(rows)
        found = []
        for row, at in zip(rows.tolist(), middle.tolist(), strict=True):
            if at >= 0:
                ends = (*row[:at], *row[at + 1 :])
                found.append(Fact("between", (row[at], *ends)))
        return found

    def known_collinear(self) -> Ints:
        """Return the triples of points that are known to be collinear, shape (m, 3)."""
        return self._collinear[self._known_lines()]

    def _known_lines(self) -> NDArray[np.bool_]:
        pair, rows = self._frame.pair, self._collinear
        sides = [pair[rows[:, i], rows[:, j]] for i, j in ((0, 1), (0, 2), (1, 2))]
        same = np.array([1, -1])
        table = self._tables["direction"]
        return np.asarray(
            table.vanishes(np.stack(sides[:2], axis=1), same)
            & table.vanishes(np.stack(sides[::2], axis=1), same)
        )

    def open_on_lines(self) -> NDArray[np.bool_]:
        """Mark the pairs of points in known collinear triples; shape (pairs + 1,).

        None is marked if all ratios between them that are constant in the diagram are known.
        """
        chosen = np.zeros(self._frame.pairs + 1, dtype=bool)
        if not len(self._collinear):
            return chosen
        rows = self.known_collinear()
        for i, j in ((0, 1), (0, 2), (1, 2)):
            chosen[self._frame.pair[rows[:, i], rows[:, j]]] = True
        if not chosen.any():
            return chosen
        chosen[0] = True
        known = len(distinct(self.known_ratios()[chosen]))
        if known == len(distinct(self._frame.proportion[chosen])):
            chosen[:] = False
        chosen[0] = False
        return chosen

    def to_lines(self, chosen: NDArray[np.bool_]) -> Iterator[Implied]:
        """Yield the lengths and rational ratios known to logarithms but not to plain lengths."""
        known = self.known_ratios()
        lines = self._tables["line"]
        theirs = proportions(lines.random_solutions[: self._frame.pairs + 1])
        determined = lines.determined()
        order = np.flatnonzero(chosen)
        order = order[np.argsort(known[order], kind="stable")]
        for group in np.split(order, np.flatnonzero(np.diff(known[order])) + 1):
            if not len(group):
                continue
            if known[group[0]] == known[0]:
                yield from self._lengths_to_lines(group[~determined[group]])
            elif len(distinct(theirs[group])) > 1:
                yield from self._ratios_to_lines(group.tolist(), theirs)

    def _lengths_to_lines(self, pairs: Ints) -> Iterator[Implied]:
        for p in pairs.tolist():
            value = self._values.length(p)
            if value is not None:
                yield Fact("lconst", self._values.ends(p), value), "length", "line"

    def _ratios_to_lines(self, group: list[int], theirs: Ints) -> Iterator[Implied]:
        """Yield rational ratios of pairs of a group; ratios to the first tell which are rational.

        Where some of these are not simple, others may still be.
        """
        last: dict[int, int] = {}
        broken = False
        for p in group:
            value = self._values.ratio(p, group[0])
            if value is None:
                broken = True
                continue
            q = last.get(value.radicand)
            last[value.radicand] = p
            if q is not None and theirs[p] != theirs[q]:
                step = self._values.ratio(p, q)
                if step is None:
                    broken = True
                else:
                    yield self._values.ratio_fact(p, q, step), "length", "line"
        if broken:
            yield from self._all_links(group, theirs, "length", "line")

    def from_lines(self) -> Iterator[Implied]:
        """Yield the ratios and lengths known to plain lengths but not to logarithms."""
        known = self.known_ratios()
        lines = self._tables["line"]
        ours = proportions(lines.random_solutions[: self._frame.pairs + 1])
        yield from self._chains(ours, known, "line", "length")
        determined = lines.determined()
        for p in np.flatnonzero(determined & (known != known[0])).tolist():
            value: Surd | None = self._values.length_in(p, "line")
            if p and value is not None:
                yield Fact("lconst", self._values.ends(p), value), "line", "length"
