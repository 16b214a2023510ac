"""Grounding: all instances of rules whose hypotheses and conclusions are true in the diagram.

Figures are small and rules are many, so all rules are grounded together: each step binds further
letters of every rule with a few array operations over the rows of all rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled_rule import Atom, CompiledRule, Kind
from geoengine.deduction.distinct import distinct
from geoengine.deduction.equality_join import expand_ranges
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.halves import Halves, find_halves, join_halves
from geoengine.deduction.join_plan import JoinStep, Node
from geoengine.deduction.true_instances import true_rows
from geoengine.deduction.true_relations import Ordered, Relations

__all__ = ["Grounding", "Instances", "ground", "merge"]

_BLOCK = 65_536
"""The number of partial instances that are checked at a time."""

_QUICK = frozenset({"coll", "ncoll", "para", "perp", "cong", "sameclock"})
"""Predicates that are decided by table look-up; they are checked first."""


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
        return _arguments(self.columns, self.starts, self.counts, rules, letters)


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


def _arguments(
    columns: Ints,
    starts: Ints,
    counts: Ints,
    rules: Sequence[int],
    letters: Sequence[Sequence[int]],
) -> tuple[Ints, Ints, Ints]:
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


def ground(
    rules: Sequence[CompiledRule],
    relations: Relations,
    limit: int = 2_000_000,
    since: int = 0,
) -> Instances:
    """List the instances of rules in a frame.

    Parameters
    ----------
    rules : sequence of CompiledRule
    relations : Relations
    limit : int
        The largest number of partial instances of one rule to hold at a time. Others are dropped;
        `truncated` of the result says for which rules.
    since : int
        Only instances with a point of this or a larger number are listed.
    """
    return _Join(rules, relations, limit, since).run()


class _Join:
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
            if all(map(self.relations.size, rule.start.patterns)):
                for node, rows in self._begun(number, rule):
                    active.append(number)
                    nodes.append(node)
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

    def _begun(self, number: int, rule: CompiledRule) -> list[tuple[Node, Ints]]:
        """Return the states in which the joins of a rule begin, with their rows.

        Some letter of an instance stands for one of the points from `since` on. It is enough to
        try one of several letters that may be exchanged.
        """
        if not rule.start.patterns:
            halves = find_halves(rule.letters, rule.given + rule.then)
            if halves is not None:
                return [self._from_halves(number, rule, halves)]
        if not self.since:
            return [(rule.start, np.zeros((1, self.width), dtype=np.int64))]
        begun = []
        for letter in rule.inequivalent:
            fit = frozenset(range(self.since, self.frame.n))
            for pattern, label in rule.start.places_of(letter):
                fit &= self.relations.new_points(pattern, label)
                if not fit:
                    break
            else:
                rows = np.zeros((len(fit), self.width), dtype=np.int64)
                rows[:, letter] = sorted(fit)
                begun.append((rule.start.with_letter(letter), rows))
        return begun

    def _from_halves(self, number: int, rule: CompiledRule, halves: Halves) -> tuple[Node, Ints]:
        """Start a rule that has no listed relations with a join of its halves."""
        found, cut = join_halves(self.frame, halves, self.limit, self.since)
        if cut:
            self.truncated.add(number)
        letters = [*halves.letters[0], *halves.letters[1]]
        due, node = rule.start.after(letters, [atom for atom, *_ in halves.compared])
        rows = np.zeros((len(found), self.width), dtype=np.int64)
        rows[:, letters] = found
        kept = self._passing(rows, np.array([len(rows)]), [due])
        return node, rows[kept]

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
                _, at, points = _arguments(columns, starts, counts, [k for k, _ in items], letters)
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
        cut = tuple(
            number in self.truncated
            or any(predicate in self.relations.truncated for predicate, _ in rule.start.patterns)
            for number, rule in enumerate(self.rules)
        )
        counts = np.bincount(numbers, minlength=len(self.rules))
        return Instances(self.rules, rows, counts, cut)


class _Joined:
    """The relations of one step for all rules, in one sorted list."""

    def __init__(self, join: _Join, steps: Sequence[JoinStep]) -> None:
        points = join.frame.n
        lists: dict[object, int] = {}
        ordered: list[Ordered] = []
        used, weights = [], np.zeros((len(steps), join.width), dtype=np.int64)
        most = max(len(step.new) for step in steps)
        # Columns that a rule does not need are written to the last one.
        self.targets = np.full((most, len(steps)), join.width - 1)
        self.sources = np.zeros((most, len(steps)), dtype=np.int64)
        for number, step in enumerate(steps):
            key = (step.pattern, step.columns)
            if key not in lists:
                lists[key] = len(ordered)
                ordered.append(
                    join.everywhere
                    if step.pattern is None
                    else join.relations.ordered(step.pattern, step.columns)
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
    powers, columns = n ** np.arange(rows.shape[1]), np.ascontiguousarray(rows.T)
    stops = np.cumsum(counts)
    for number in np.flatnonzero(counts).tolist():
        own = slice(int(stops[number] - counts[number]), int(stops[number]))
        codes = powers[rules[number].inverses] @ columns[: rules[number].letters, own]
        smallest[own] = codes.min(axis=0)
    numbers = np.repeat(np.arange(len(rules)), counts)
    by_code = np.lexsort((smallest, numbers))
    new = np.ones(len(rows), dtype=bool)
    new[1:] = np.diff(smallest[by_code]) != 0
    new[1:] |= np.diff(numbers[by_code]) != 0
    first = np.zeros(len(rows), dtype=bool)
    first[by_code[new]] = True
    return first


_TRIVIAL_SUMS: dict[str, tuple[tuple[int, ...], ...]] = {
    "cong": ((1, -1),),
    "para": ((1, -1),),
    "perp": ((1, -1),),
    "eqangle": ((1, -1, -1, 1), (1, 2, -2, -1)),
    "eqratio": ((1, -1, -1, 1),),
    "eqprod": ((1, 1, 1, -1, -1, -1),),
}
"""Weights of a statement's sides; for a trivial statement, one of the weighted sums is 0.

The first row finds identities, such as AB = AB, the second an angle that equals its own reverse.
"""


def _nontrivial(
    rules: Sequence[CompiledRule], frame: Frame, rows: Ints, counts: Ints
) -> NDArray[np.bool_]:
    """Return which rows have a conclusion that is not trivial."""
    starts, columns = np.cumsum(counts) - counts, np.ascontiguousarray(rows.T)
    nontrivial = np.zeros(len(rows), dtype=bool)
    balanced: dict[str, list[tuple[int, Atom]]] = {}
    for number in np.flatnonzero(counts).tolist():
        then = rules[number].then
        if not then or any(atom.predicate not in _TRIVIAL_SUMS for atom in then):
            nontrivial[starts[number] : starts[number] + counts[number]] = True
            continue
        for atom in then:
            balanced.setdefault(atom.predicate, []).append((number, atom))
    for predicate, items in balanced.items():
        letters = [atom.letters for _, atom in items]
        _, at, points = _arguments(columns, starts, counts, [k for k, _ in items], letters)
        # With random numbers for the sides, only a trivial statement sums to 0.
        hashes = frame.pair_hash[frame.pair[points[0::2], points[1::2]]]
        nontrivial[at[(np.array(_TRIVIAL_SUMS[predicate]) @ hashes != 0).all(axis=0)]] = True
    return nontrivial
