"""Joins of all rules at once, in numpy, where there is no kernel.

Figures are small and rules are many, so each step binds further letters of every rule with a few
array operations over the rows of all rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import Atom, CompiledRule, Kind
from geoengine.deduction.distinct import distinct
from geoengine.deduction.equality_join import expand_ranges
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.instances import Grounding, Instances, points_of_atoms
from geoengine.deduction.join_plan import JoinStep, Node
from geoengine.deduction.join_starts import join_starts
from geoengine.deduction.orbits import least_codes
from geoengine.deduction.trivial_sums import TRIVIAL_SUMS
from geoengine.deduction.true_instances import true_rows
from geoengine.deduction.true_relations import Ordered, Relations

__all__ = ["BatchedJoin"]

_BLOCK = 65_536
"""The number of partial instances that are checked at a time."""

_QUICK = frozenset({"coll", "ncoll", "para", "perp", "cong", "sameclock"})
"""Predicates that are decided by table look-up; they are checked first."""


class BatchedJoin:
    """The partial instances of all rules in one array, extended step by step."""

    def __init__(
        self, rules: Sequence[CompiledRule], relations: Relations, limit: int, since: int
    ) -> None:
        self.rules = tuple(rules)
        self.since = since
        self.relations = relations
        self.frame = relations.frame
        self.limit = limit
        self.truncated: set[int] = set()
        # An extra column receives what some rules of a step do not need.
        self.width = max((rule.letters for rule in rules), default=0) + 1
        self.everywhere = Ordered.of(
            np.zeros(self.frame.n, dtype=np.int64), np.arange(self.frame.n)[:, None]
        )
        self.done: list[tuple[Ints, Ints]] = []

    def run(self) -> Instances:
        """Bind all letters of all rules, the cheapest step first."""
        active, nodes, parts = [], [], []
        for number, rule in enumerate(self.rules):
            if not all(map(self.relations.size, rule.start.patterns)):
                continue
            for start in join_starts(rule, self.relations, self.limit, self.since):
                if start.truncated:
                    self.truncated.add(number)
                rows = np.zeros((len(start.rows), self.width), dtype=np.int64)
                rows[:, : rule.letters] = start.rows
                if start.due:
                    rows = rows[self._passing(rows, np.array([len(rows)]), [start.due])]
                active.append(number)
                nodes.append(start.node)
                parts.append(rows)
        none = np.zeros((0, self.width), dtype=np.int64)
        counts = np.array([len(rows) for rows in parts], dtype=np.int64)
        rows = np.concatenate([none, *parts])
        numbers = np.array(active, dtype=np.int64)
        while True:
            rows, counts, numbers, nodes = self._set_aside(rows, counts, numbers, nodes)
            if not nodes:
                break
            steps = [node.next_step(self.relations.size, self.frame.n) for node in nodes]
            rows, counts = self._widen(rows, counts, numbers, steps)
            nodes = [step.then for step in steps]
        return self._instances()

    def _set_aside(
        self, rows: Ints, counts: Ints, numbers: Ints, nodes: Sequence[Node]
    ) -> tuple[Ints, Ints, Ints, list[Node]]:
        """Move complete instances to `done`, and drop the rules without partial ones."""
        complete = np.array([node.complete for node in nodes], dtype=bool)
        finished = np.repeat(complete, counts)
        self.done.append((rows[finished], np.repeat(numbers, np.where(complete, counts, 0))))
        left = ~complete & (counts > 0)
        remaining = [node for node, stays in zip(nodes, left.tolist(), strict=True) if stays]
        return rows[~finished], counts[left], numbers[left], remaining

    def _widen(
        self, rows: Ints, counts: Ints, numbers: Ints, steps: Sequence[JoinStep]
    ) -> tuple[Ints, Ints]:
        """Join the rows of every rule with the relations of its step."""
        join = _Joined(self, steps)
        owners = np.repeat(np.arange(len(steps)), counts)
        starts, matches = join.matches(rows, owners)
        total = np.cumsum(matches)
        matches = self._within_limit(matches, total, counts, numbers, steps)
        total = np.cumsum(matches)
        cuts = np.searchsorted(total, np.arange(_BLOCK, total[-1], _BLOCK), side="right")
        edges = [0, *distinct(cuts).tolist(), len(rows)]
        kept, sizes = [], np.zeros(len(steps), dtype=np.int64)
        for start, stop in pairwise(edges):
            left, found = expand_ranges(starts[start:stop], matches[start:stop])
            left += start
            own = owners[left]
            wider = join.bound(rows[left], found, own)
            passing = self._passing(
                wider, np.bincount(own, minlength=len(steps)), [step.due for step in steps]
            )
            kept.append(wider[passing])
            sizes += np.bincount(own[passing], minlength=len(steps))
        return self._cut(np.concatenate(kept), sizes, numbers)

    def _within_limit(
        self, matches: Ints, total: Ints, counts: Ints, numbers: Ints, steps: Sequence[JoinStep]
    ) -> Ints:
        """Cut the matches of each rule to the limit, unless its step tries all points.

        The rows that such a step leaves are cut afterwards, by `_cut`.
        """
        if total[-1] <= self.limit:
            return matches
        matches = matches.copy()
        stop = 0
        for count, number, step in zip(counts.tolist(), numbers.tolist(), steps, strict=True):
            start, stop = stop, stop + count
            beyond = np.cumsum(matches[start:stop]) > self.limit
            if step.pattern is not None and beyond.any():
                self.truncated.add(number)
                matches[start:stop][beyond] = 0
        return matches

    def _cut(self, rows: Ints, counts: Ints, numbers: Ints) -> tuple[Ints, Ints]:
        """Keep the first rows of each rule, up to the limit; return them and their counts."""
        if not (counts > self.limit).any():
            return rows, counts
        self.truncated.update(numbers[counts > self.limit].tolist())
        _, within = expand_ranges(np.zeros_like(counts), counts)
        return rows[within < self.limit], np.minimum(counts, self.limit)

    def _passing(
        self, rows: Ints, counts: Ints, due: Sequence[Sequence[Atom]]
    ) -> NDArray[np.bool_]:
        """Return which rows pass the checks of their rules; quick checks come first."""
        kept = np.ones(len(rows), dtype=bool)
        quick: dict[Kind, list[tuple[int, Atom]]] = {}
        slow: dict[Kind, list[tuple[int, Atom]]] = {}
        for number, atoms in enumerate(due):
            for atom in atoms:
                checks = quick if atom.predicate in _QUICK else slow
                checks.setdefault(atom.kind, []).append((number, atom))
        starts, columns = np.cumsum(counts) - counts, np.ascontiguousarray(rows.T)
        for checks in (quick, slow):
            for items in checks.values():
                letters = [atom.letters for _, atom in items]
                _, at, points = points_of_atoms(
                    columns, starts, counts, np.array([k for k, _ in items]), letters
                )
                if checks is slow and not kept.all():
                    still = kept[at]
                    at, points = at[still], points[:, still]
                kept[at[~true_rows(self.frame, items[0][1], points)]] = False
        return kept

    def _instances(self) -> Instances:
        rows = np.concatenate([rows for rows, _ in self.done])[:, : self.width - 1]
        numbers = np.concatenate([numbers for _, numbers in self.done])
        order = np.argsort(numbers, kind="stable")
        rows, numbers = rows[order], numbers[order]
        counts = np.bincount(numbers, minlength=len(self.rules))
        kept = _first_of_equivalent(self.rules, rows, counts, self.frame.n)
        kept &= _nontrivial(self.rules, self.frame, rows, counts)
        rows, numbers = rows[kept], numbers[kept]
        stops = np.cumsum(np.bincount(numbers, minlength=len(self.rules))).tolist()
        found = []
        for number, (rule, stop) in enumerate(zip(self.rules, stops, strict=True)):
            own = rows[stops[number - 1] if number else 0 : stop, : rule.letters]
            cut = number in self.truncated or self.relations.any_cut(rule.start.patterns)
            found.append(Grounding(rule, own, cut))
        return Instances(tuple(found))


class _Joined:
    """The relations of one step for all rules, in one sorted list."""

    def __init__(self, join: BatchedJoin, steps: Sequence[JoinStep]) -> None:
        points = join.frame.n
        lists: dict[object, int] = {}
        ordered: list[Ordered] = []
        used, weights = [], np.zeros((len(steps), join.width), dtype=np.int64)
        most = max(len(step.new) for step in steps)
        # Columns that a rule does not need are written to the last one.
        self.targets = np.full((most, len(steps)), join.width - 1)
        self.sources = np.zeros((most, len(steps)), dtype=np.int64)
        for number, step in enumerate(steps):
            key = (step.pattern, step.columns, step.exchanges)
            if key not in lists:
                lists[key] = len(ordered)
                ordered.append(
                    join.everywhere
                    if step.pattern is None
                    else join.relations.ordered(step.pattern, step.columns, step.exchanges)
                )
            used.append(lists[key])
            for power, letter in enumerate(step.letters):
                weights[number, letter] = points**power
            for k, (letter, column) in enumerate(step.new):
                self.targets[k, number] = letter
                self.sources[k, number] = column
        apart = points ** max(len(step.letters) for step in steps)
        self.weights = weights
        self.shifts = np.array(used) * apart
        self.codes = np.concatenate([one.codes + k * apart for k, one in enumerate(ordered)])
        self.counts = np.concatenate([one.counts for one in ordered])
        sizes = np.array([len(one.rows) for one in ordered])
        starts = np.cumsum(sizes) - sizes
        self.starts = np.concatenate(
            [one.starts + start for one, start in zip(ordered, starts, strict=True)]
        )
        self.rows = np.zeros(
            (int(sizes.sum()), max(one.rows.shape[1] for one in ordered)), dtype=np.int64
        )
        for one, start in zip(ordered, starts.tolist(), strict=True):
            self.rows[start : start + len(one.rows), : one.rows.shape[1]] = one.rows

    def matches(self, rows: Ints, owners: Ints) -> tuple[Ints, Ints]:
        """Return, for each row, the position of its first match in the list, and the number."""
        codes = np.einsum("ij,ij->i", rows, self.weights[owners]) + self.shifts[owners]
        at = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        return self.starts[at], np.where(self.codes[at] == codes, self.counts[at], 0)

    def bound(self, rows: Ints, found: Ints, owners: Ints) -> Ints:
        """Write the points of the matches `found` into the rows, in place, and return the rows."""
        width, theirs = rows.shape[1], self.rows.shape[1]
        flat, begin = rows.ravel(), np.arange(len(rows)) * width
        values, first = self.rows.ravel(), found * theirs
        for target, source in zip(self.targets, self.sources, strict=True):
            flat[begin + target[owners]] = values[first + source[owners]]
        return rows


def _first_of_equivalent(
    rules: Sequence[CompiledRule], rows: Ints, counts: Ints, n: int
) -> NDArray[np.bool_]:
    """Return which rows are the first of those equivalent by a symmetry of their rule."""
    smallest = np.zeros(len(rows), dtype=np.int64)
    columns = np.ascontiguousarray(rows.T)
    stops = np.cumsum(counts)
    for number in np.flatnonzero(counts).tolist():
        own = slice(int(stops[number] - counts[number]), int(stops[number]))
        rule = rules[number]
        smallest[own] = least_codes(columns[: rule.letters, own], rule.inverses, n)
    numbers = np.repeat(np.arange(len(rules)), counts)
    by_code = np.lexsort((smallest, numbers))
    new = np.ones(len(rows), dtype=bool)
    new[1:] = np.diff(smallest[by_code]) != 0
    new[1:] |= np.diff(numbers[by_code]) != 0
    first = np.zeros(len(rows), dtype=bool)
    first[by_code[new]] = True
    return first


def _nontrivial(
    rules: Sequence[CompiledRule], frame: Frame, rows: Ints, counts: Ints
) -> NDArray[np.bool_]:
    """Return which rows have a conclusion that is not trivial."""
    starts, columns = np.cumsum(counts) - counts, np.ascontiguousarray(rows.T)
    nontrivial = np.zeros(len(rows), dtype=bool)
    balanced: dict[str, list[tuple[int, Atom]]] = {}
    for number in np.flatnonzero(counts).tolist():
        then = rules[number].then
        if not then or any(atom.predicate not in TRIVIAL_SUMS for atom in then):
            nontrivial[starts[number] : starts[number] + counts[number]] = True
            continue
        for atom in then:
            balanced.setdefault(atom.predicate, []).append((number, atom))
    for predicate, items in balanced.items():
        letters = [atom.letters for _, atom in items]
        owners = np.array([k for k, _ in items])
        _, at, points = points_of_atoms(columns, starts, counts, owners, letters)
        # With random numbers for the sides, only a trivial statement sums to 0.
        hashes = frame.pair_hash[frame.pair[points[0::2], points[1::2]]]
        nontrivial[at[(np.array(TRIVIAL_SUMS[predicate]) @ hashes != 0).all(axis=0)]] = True
    return nontrivial
