"""Grounding: all instances of a rule whose hypotheses and conclusions are true in the diagram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.compiled import Atom, CompiledRule
from geoengine.deduction.frame import Frame, Ints
from geoengine.deduction.halves import find_halves, join_halves
from geoengine.deduction.pairing import pair_equals
from geoengine.deduction.relations import LISTED, Relations
from geoengine.deduction.truth import true_rows

__all__ = ["Grounding", "ground"]

_BLOCK = 16_384
"""Partial instances that are widened by a free letter at a time."""


@dataclass(frozen=True)
class Grounding:
    """The instances of one rule.

    Attributes
    ----------
    rows : ndarray, shape (m, letters)
        Point numbers; instances that differ by a symmetry of the rule appear once.
    truncated : bool
        Whether a limit cut the list.
    """

    compiled: CompiledRule
    rows: Ints
    truncated: bool


class _Join:
    """A growing table of partial instances."""

    def __init__(self, compiled: CompiledRule, relations: Relations, limit: int) -> None:
        self.compiled = compiled
        self.relations = relations
        self.frame = relations.frame
        self.limit = limit
        self.truncated = False
        self.bound: list[int] = []
        self.bound_set: set[int] = set()
        self.rows: Ints = np.zeros((1, 0), dtype=np.int64)
        self.checks = [*compiled.given, *compiled.then, *compiled.where]
        self.sources = [
            atom for atom in (*compiled.given, *compiled.then) if atom.predicate in LISTED
        ]
        self.apart = {pair for atom in self.checks for pair in atom.segments}

    def _cost(self, atom: Atom) -> float:
        shared = sum(letter in self.bound for letter in atom.distinct)
        size = self.relations.size(atom.predicate, atom.shape)
        return float(len(self.rows) * size / max(1, self.frame.n) ** shared)

    def run(self) -> Ints:
        """Bind all letters, the cheapest way first."""
        nothing = np.zeros((0, self.compiled.letters), dtype=np.int64)
        if not self.sources:
            self._begin_with_halves()
            if not len(self.rows):
                return nothing
        while len(self.bound) < self.compiled.letters:
            open_sources = [a for a in self.sources if not self.bound_set.issuperset(a.distinct)]
            costs = [(self._cost(atom), k) for k, atom in enumerate(open_sources)]
            widest = float(len(self.rows) * self.frame.n)
            if costs and (min(costs)[0] <= widest or not self.bound):
                self._extend(open_sources[min(costs)[1]])
            else:
                self._expand()
            if not len(self.rows):
                return nothing
        order = np.argsort(self.bound)
        return self.rows[:, order]

    def _begin_with_halves(self) -> None:
        halves = find_halves(self.compiled.letters, self.checks)
        if halves is not None:
            rows, self.truncated = join_halves(self.frame, halves, self.limit)
            for atom, *_ in halves.compared:
                self.checks.remove(atom)
            self._bind([*halves.letters[0], *halves.letters[1]])
            self.rows = self._keep(rows, *self._due())

    def _bind(self, letters: Sequence[int]) -> None:
        self.bound += letters
        self.bound_set.update(letters)

    def _extend(self, atom: Atom) -> None:
        letters = atom.distinct
        listed = self.relations.matching(atom.predicate, atom.shape)
        # What is listed is true, and its segments have a length: no need to look again.
        self.checks.remove(atom)
        self.apart.difference_update(atom.segments)
        shared = tuple(k for k, letter in enumerate(letters) if letter in self.bound_set)
        new = [k for k, letter in enumerate(letters) if letter not in self.bound_set]
        if not shared and not self.bound:
            extended = listed
        else:
            weights = self.frame.n ** np.arange(len(shared), dtype=np.int64)
            theirs, order = self.relations.ordered(atom.predicate, atom.shape, shared)
            ours = self.rows[:, [self.bound.index(letters[k]) for k in shared]] @ weights
            rows, found, cut = pair_equals(ours, theirs, order, self.limit)
            self.truncated |= cut
            extended = np.concatenate([self.rows[rows], listed[found][:, new]], axis=1)
        self._bind([letters[k] for k in new])
        self.rows = self._keep(extended, *self._due())

    def _expand(self) -> None:
        """Let the open letter that most checks wait for be any point."""
        open_letters = [k for k in range(self.compiled.letters) if k not in self.bound]
        waiting = {
            letter: min(
                len(set(a.distinct) - {*self.bound, letter})
                for a in self.checks
                if letter in a.letters
            )
            for letter in open_letters
        }
        letter = min(open_letters, key=lambda k: (waiting[k], k))
        self._bind([letter])
        due = self._due()
        everywhere = np.arange(self.frame.n)
        kept, total = [], 0
        for start in range(0, len(self.rows), _BLOCK):
            block = self.rows[start : start + _BLOCK]
            wider = np.concatenate(
                [
                    np.repeat(block, self.frame.n, axis=0),
                    np.tile(everywhere, len(block))[:, None],
                ],
                axis=1,
            )
            kept.append(self._keep(wider, *due))
            total += len(kept[-1])
            if total > self.limit:
                self.truncated = True
                break
        self.rows = np.concatenate(kept)[: self.limit]

    def _due(self) -> tuple[list[tuple[int, int]], list[Atom]]:
        """Take out of the open checks those whose letters are all bound."""
        bound = self.bound_set
        apart = sorted(pair for pair in self.apart if bound.issuperset(pair))
        checks = [atom for atom in self.checks if bound.issuperset(atom.distinct)]
        self.apart.difference_update(apart)
        self.checks = [atom for atom in self.checks if not bound.issuperset(atom.distinct)]
        return apart, checks

    def _keep(self, rows: Ints, apart: list[tuple[int, int]], checks: list[Atom]) -> Ints:
        """Keep the rows that pass checks."""
        column = {letter: k for k, letter in enumerate(self.bound)}
        if apart:
            first = rows[:, [column[a] for a, _ in apart]]
            rows = rows[(first != rows[:, [column[b] for _, b in apart]]).all(axis=1)]
        for atom in checks:
            points = [rows[:, column[letter]] for letter in atom.letters]
            rows = rows[true_rows(self.frame, atom, points)]
        return rows


def _once(rows: Ints, symmetries: Ints, n: int) -> Ints:
    """One row of each set of rows that differ by a symmetry."""
    if not len(rows):
        return rows
    weights = n ** np.arange(rows.shape[1], dtype=np.int64)
    smallest = np.min([rows[:, order] @ weights for order in symmetries], axis=0)
    _, firsts = np.unique(smallest, return_index=True)
    return rows[np.sort(firsts)]


_BALANCE = {
    "cong": (1, -1),
    "para": (1, -1),
    "perp": (1, -1),
    "eqangle": (1, -1, -1, 1),
    "eqratio": (1, -1, -1, 1),
    "eqprod": (1, 1, 1, -1, -1, -1),
}
"""How the sides of a statement weigh against each other: an identity is in balance."""


def _says_something(compiled: CompiledRule, frame: Frame, rows: Ints) -> NDArray[np.bool_]:
    """Which rows have a conclusion that is no identity, such as AB = AB."""
    spoken = np.full(len(rows), not compiled.then)
    for atom in compiled.then:
        signs = _BALANCE.get(atom.predicate)
        if signs is None:
            return np.ones(len(rows), dtype=bool)
        weight = np.zeros(len(rows), dtype=np.int64)
        for k, sign in enumerate(signs):
            first, second = atom.letters[2 * k : 2 * k + 2]
            # An identity balances whatever numbers stand for the sides.
            weight += sign * frame.mark[frame.pair[rows[:, first], rows[:, second]]]
        spoken |= weight != 0
    return spoken


def ground(compiled: CompiledRule, relations: Relations, limit: int = 2_000_000) -> Grounding:
    """List the instances of a rule in a frame.

    Parameters
    ----------
    compiled : CompiledRule
    relations : Relations
    limit : int
        Most partial instances to hold at a time; what is beyond it is cut and reported.
    """
    join = _Join(compiled, relations, limit)
    if all(relations.size(atom.predicate, atom.shape) for atom in join.sources):
        rows = _once(join.run(), compiled.symmetries, relations.frame.n)
        rows = rows[_says_something(compiled, relations.frame, rows)]
    else:
        rows = np.zeros((0, compiled.letters), dtype=np.int64)
    truncated = join.truncated or any(
        atom.predicate in relations.truncated for atom in join.sources
    )
    return Grounding(compiled, rows, truncated)
