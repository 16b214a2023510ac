"""Joins of two halves, for rules that compare half of their letters with the other half.

Equal angles and equal ratios are too many to list. But if the equations of a rule compare
quantities of some letters with quantities of the others, each half can be bound by itself, sorted
by these quantities, and joined with the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from geoengine.deduction.compiled_rule import Atom, CompiledRule
from geoengine.deduction.equality_join import equal_pairs
from geoengine.deduction.frame import Frame, Ints, projections
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.signatures import (
    Measure,
    Signatures,
    Term,
    measurements,
    numbered_terms,
)
from geoengine.kernel import compiled
from geoengine.language import RELATION_TOLERANCE

__all__ = ["Halves", "find_halves", "join_halves"]

Side = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Halves:
    """A division of a rule's letters, with the equations between the halves.

    Attributes
    ----------
    letters : (tuple of int, tuple of int)
        The letters of each half.
    compared : tuple of (Atom, (Side, Side), (Side, Side))
        Each equation with its two segments in the first half and its two in the second; a segment
        is given by its two letters.
    """

    letters: tuple[tuple[int, ...], tuple[int, ...]]
    compared: tuple[tuple[Atom, tuple[Side, Side], tuple[Side, Side]], ...]

    @kept_property
    def columns(self) -> Ints:
        """The column of each letter of the rule, if those of the first half come first."""
        both = (*self.letters[0], *self.letters[1])
        return np.array([both.index(letter) for letter in range(len(both))], dtype=np.int64)

    @kept_property
    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """What is measured in each half, by columns of its rows."""
        first, second = (self._terms(half) for half in (0, 1))
        return first, second

    def _terms(self, half: int) -> tuple[Term, ...]:
        letters = self.letters[half]
        found = []
        for atom, *sides in self.compared:
            (a, b), (c, d) = (tuple(letters.index(x) for x in side) for side in sides[half])
            measure = Measure.TURN if atom.predicate == "eqangle" else Measure.RATIO
            found.append((measure, a, b, c, d))
        return tuple(found)


@cache
def find_halves(rule: CompiledRule) -> Halves | None:
    """Divide letters into halves so that at least two equations compare one half with the other.

    An equation of angles or ratios compares the halves if all letters on its left are in one half,
    and all on its right in the other.

    Parameters
    ----------
    rule : CompiledRule
        Its hypotheses and conclusions count.

    Returns
    -------
    Halves or None
        None if there is no such division.
    """
    atoms, letters = (*rule.given, *rule.then), rule.letters
    equations = [atom for atom in atoms if atom.predicate in {"eqangle", "eqratio"}]
    if letters % 2 or len(equations) < 2:
        return None
    for chosen in combinations(range(1, letters), letters // 2 - 1):
        first = (0, *chosen)
        second = tuple(k for k in range(letters) if k not in first)
        compared = [(atom, *sides) for atom in equations if (sides := _divided(atom, first))]
        if len(compared) >= 2:
            return Halves((first, second), tuple(compared))
    return None


def _divided(
    atom: Atom, first: Sequence[int]
) -> tuple[tuple[Side, Side], tuple[Side, Side]] | None:
    pairs = [(atom.letters[k], atom.letters[k + 1]) for k in range(0, 8, 2)]
    inside = [set(pair) <= set(first) for pair in pairs]
    outside = [not set(pair) & set(first) for pair in pairs]
    if all(inside[:2]) and all(outside[2:]):
        return (pairs[0], pairs[1]), (pairs[2], pairs[3])
    if all(outside[:2]) and all(inside[2:]):
        return (pairs[2], pairs[3]), (pairs[0], pairs[1])
    return None


def join_halves(frame: Frame, halves: Halves, limit: int, since: int = 0) -> tuple[Ints, bool]:
    """Find all points for the letters of both halves whose compared quantities are equal.

    Parameters
    ----------
    frame : Frame
    halves : Halves
    limit : int
        The largest number of rows.
    since : int
        Only rows with a point of this or a larger number are listed.

    Returns
    -------
    rows : ndarray, shape (m, letters)
        One column for each letter of the rule.
    truncated : bool
        Whether `limit` cut the list.
    """
    kernel = compiled("triples")
    if kernel is not None and not since:
        count = measurements(halves.terms[0], len(frame.z))
        listed: tuple[Ints, bool] = kernel.equal_halves(
            frame.measured, frame.line, *map(numbered_terms, halves.terms), halves.columns,
            projections(count), 2 * count * RELATION_TOLERANCE, limit,
        )  # fmt: skip
        return listed
    bound = [_tuples(frame, halves, half) for half in (0, 1)]
    signatures = Signatures.of(frame, *zip(bound, halves.terms, strict=True))
    if since:
        new = [(rows >= since).any(axis=1) for rows in bound]
        near = signatures.near(np.concatenate(new))
        signatures = signatures.kept(near)
        bound = [bound[0][near[: len(bound[0])]], bound[1][near[len(bound[0]) :]]]
    labels = signatures.classes()
    ours, theirs = labels[: len(bound[0])], labels[len(bound[0]) :]
    rows, found, truncated = equal_pairs(ours, theirs, limit)
    both = np.concatenate([bound[0][rows], bound[1][found]], axis=1)
    joined = both.take(halves.columns, axis=1)
    return joined[(joined >= since).any(axis=1)] if since else joined, truncated


def _tuples(frame: Frame, halves: Halves, half: int) -> Ints:
    """List the points for one half, with two different lines in each comparison."""
    kernel = compiled("triples")
    if kernel is not None:
        found: Ints = kernel.unequal_tuples(
            frame.pair, frame.line, len(halves.letters[half]), numbered_terms(halves.terms[half])
        )
        return found
    grid = np.indices((frame.n,) * len(halves.letters[half])).reshape(len(halves.letters[half]), -1)
    kept = np.ones(grid.shape[1], dtype=bool)
    for _, a, b, c, d in halves.terms[half]:
        first, second = frame.pair[grid[a], grid[b]], frame.pair[grid[c], grid[d]]
        kept &= (first > 0) & (second > 0) & (frame.line[first] != frame.line[second])
    return np.asarray(grid[:, kept].T)
