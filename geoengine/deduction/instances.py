"""Instances of rules: the points that their letters stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import CompiledRule
from geoengine.deduction.equality_join import expand_ranges
from geoengine.deduction.frame import Ints

__all__ = ["Grounding", "Instances", "merge", "points_of_atoms"]


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
        rows = np.concatenate([self.rows, more.rows])
        return Grounding(self.compiled, rows, self.truncated or more.truncated)


@dataclass(frozen=True)
class Instances:
    """The instances of many rules.

    Attributes
    ----------
    rules : tuple of CompiledRule
    rows : ndarray, shape (m, letters of the longest rule)
        Point numbers; the rows are grouped by rule, in the order of the rules.
    counts : ndarray, shape (rules,)
        The number of rows of each rule.
    truncated : tuple of bool
        Whether a limit cut the rows of each rule.
    """

    rules: tuple[CompiledRule, ...]
    rows: Ints
    counts: Ints
    truncated: tuple[bool, ...]

    @cached_property
    def starts(self) -> Ints:
        """The first row of each rule, shape (rules,)."""
        return np.asarray(np.cumsum(self.counts) - self.counts)

    @cached_property
    def columns(self) -> Ints:
        """The rows, transposed."""
        return np.ascontiguousarray(self.rows.T)

    def of_rules(self, ids: frozenset[str]) -> NDArray[np.bool_]:
        """Return which instances are of rules with given ids, shape (m,)."""
        chosen = np.array([rule.rule.id in ids for rule in self.rules], dtype=bool)
        return np.repeat(chosen, self.counts)

    def joined(self, more: Instances) -> Instances:
        """Add further instances of the same rules, after those of each rule."""
        both = zip(self.by_rule, more.by_rule, strict=True)
        return merge(self.rules, [one.joined(further) for one, further in both])

    @cached_property
    def by_rule(self) -> tuple[Grounding, ...]:
        """The instances of each rule, in the order of the rules."""
        found = []
        for k, (rule, start) in enumerate(zip(self.rules, self.starts.tolist(), strict=True)):
            rows = self.rows[start : start + int(self.counts[k]), : rule.letters]
            found.append(Grounding(rule, rows, self.truncated[k]))
        return tuple(found)

    def arguments(
        self, rules: Sequence[int], letters: Sequence[Sequence[int]]
    ) -> tuple[Ints, Ints, Ints]:
        """Return the points of atoms of one predicate, for all instances of their rules.

        Parameters
        ----------
        rules : sequence of int
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


def merge(rules: Sequence[CompiledRule], groundings: Sequence[Grounding]) -> Instances:
    """Combine groundings of single rules.

    Parameters
    ----------
    rules : sequence of CompiledRule
        All rules, in the order of the result.
    groundings : sequence of Grounding
        One for each rule, in any order.
    """
    by_rule = {grounding.compiled.rule.id: grounding for grounding in groundings}
    ordered = [by_rule[rule.rule.id] for rule in rules]
    counts = np.array([len(one.rows) for one in ordered], dtype=np.int64)
    width = max((rule.letters for rule in rules), default=0)
    rows = np.zeros((int(counts.sum()), width), dtype=np.int64)
    for one, stop in zip(ordered, np.cumsum(counts).tolist(), strict=True):
        rows[stop - len(one.rows) : stop, : one.compiled.letters] = one.rows
    return Instances(tuple(rules), rows, counts, tuple(one.truncated for one in ordered))


def points_of_atoms(
    columns: Ints,
    starts: Ints,
    counts: Ints,
    rules: Sequence[int],
    letters: Sequence[Sequence[int]],
) -> tuple[Ints, Ints, Ints]:
    """Return the points of atoms, see `Instances.arguments`.

    `columns`, `starts` and `counts` are those of `Instances`.
    """
    owners = np.array(rules)
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
