"""Instances of rules: the points that their letters stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import CompiledRule
from geoengine.deduction.equality_join import expand_ranges
from geoengine.deduction.frame import Ints
from geoengine.deduction.kept_property import kept_property
from geoengine.kernel import compiled

__all__ = ["Grounding", "Instances", "merge", "no_instances", "points_of_atoms"]


_COMPILED = attrgetter("compiled")


@dataclass(frozen=True)
class Grounding:
    """The instances of one rule.

    Attributes
    ----------
    rows : ndarray, shape (m, letters)
        Point numbers; instances equivalent by a symmetry of the rule appear once.
    truncated : bool
        Whether a limit cut the list.
    """

    compiled: CompiledRule
    rows: Ints
    truncated: bool

    def joined(self, more: Grounding) -> Grounding:
        """Add further instances of the same rule."""
        if not len(more.rows) and not more.truncated:
            return self
        rows = np.concatenate([self.rows, more.rows])
        return Grounding(self.compiled, rows, self.truncated or more.truncated)


@dataclass(frozen=True)
class Instances:
    """The instances of many rules.

    Attributes
    ----------
    by_rule : tuple of Grounding
        The instances of each rule.
    """

    by_rule: tuple[Grounding, ...]

    def rule(self, number: int) -> CompiledRule:
        """Return a rule by its number."""
        return self.by_rule[number].compiled

    @kept_property
    def _gathered(self) -> tuple[Ints, Ints, Ints, Ints]:
        """All that is said about instances in arrays: `counts`, `starts`, `used` and `rows`."""
        kernel = compiled("rows")
        if kernel is not None:
            found: tuple[Ints, Ints, Ints, Ints] = kernel.gathered(self.by_rule)
            return found
        counts = np.array([len(one.rows) for one in self.by_rule], dtype=np.int64)
        used = counts.nonzero()[0]
        width = max([self.rule(number).letters for number in used.tolist()], default=0)
        rows = np.zeros((int(counts.sum()), width), dtype=np.int64)
        start = 0
        for number in used.tolist():
            own = self.by_rule[number].rows
            rows[start : start + len(own), : own.shape[1]] = own
            start += len(own)
        return counts, counts.cumsum() - counts, used, rows

    @property
    def counts(self) -> Ints:
        """The number of instances of each rule, shape (rules,)."""
        return self._gathered[0]

    @property
    def starts(self) -> Ints:
        """The first row of each rule, shape (rules,)."""
        return self._gathered[1]

    @property
    def used(self) -> Ints:
        """The numbers of the rules that have instances."""
        return self._gathered[2]

    @property
    def rows(self) -> Ints:
        """All instances, shape (m, letters of the longest rule that has any).

        Point numbers; the rows are grouped by rule, in the order of the rules.
        """
        return self._gathered[3]

    @kept_property
    def columns(self) -> Ints:
        """The rows, transposed."""
        return np.ascontiguousarray(self.rows.T)

    def of_rules(self, ids: frozenset[str]) -> NDArray[np.bool_]:
        """Return which instances are of rules with given ids, shape (m,)."""
        if not ids:
            return np.zeros(len(self.rows), dtype=bool)
        chosen = np.array([one.compiled.rule.id in ids for one in self.by_rule], dtype=bool)
        return np.repeat(chosen, self.counts)

    def joined(self, more: Instances) -> Instances:
        """Add further instances of the same rules, after those of each rule."""
        both = zip(self.by_rule, more.by_rule, strict=True)
        return Instances(tuple(one.joined(further) for one, further in both))

    def arguments(self, rules: Ints, letters: Sequence[Sequence[int]]) -> tuple[Ints, Ints, Ints]:
        """Return the points of atoms of one predicate, for all instances of their rules.

        Parameters
        ----------
        rules : ndarray of int, shape (atoms,)
            The number of each atom's rule.
        letters : sequence of sequence of int
            The letters of each atom.

        Returns
        -------
        atoms, instances : ndarray, shape (m,)
            The position of the atom in `rules`, and the row of the instance.
        points : ndarray, shape (arguments, m)
            The points that the instance gives to the arguments of the atom.
        """
        return points_of_atoms(self.columns, self.starts, self.counts, rules, letters)


@cache
def no_instances(rule: CompiledRule) -> Grounding:
    """Return the grounding of a rule without instances."""
    return Grounding(rule, np.zeros((0, rule.letters), dtype=np.int64), False)


def merge(rules: Sequence[CompiledRule], groundings: Sequence[Grounding]) -> Instances:
    """Combine groundings of single rules.

    Parameters
    ----------
    rules : sequence of CompiledRule
        All rules, in the order of the result.
    groundings : sequence of Grounding
        One for each rule, in any order.
    """
    by_rule = dict(zip(map(_COMPILED, groundings), groundings, strict=True))
    return Instances(tuple(map(by_rule.__getitem__, rules)))


def points_of_atoms(
    columns: Ints,
    starts: Ints,
    counts: Ints,
    owners: Ints,
    letters: Sequence[Sequence[int]],
) -> tuple[Ints, Ints, Ints]:
    """Return the points of atoms, see `Instances.arguments`.

    `columns`, `starts` and `counts` are those of `Instances`.
    """
    first, size = starts[owners], counts[owners]
    atoms, instances = expand_ranges(first, size)
    ranges = [slice(a, b) for a, b in zip(first.tolist(), (first + size).tolist(), strict=True)]
    # Copying slices is far quicker than indexing point by point.
    places = [
        columns[own[k], where]
        for k in range(len(letters[0]))
        for own, where in zip(letters, ranges, strict=True)
    ]
    return atoms, instances, np.concatenate(places).reshape(len(letters[0]), len(atoms))
