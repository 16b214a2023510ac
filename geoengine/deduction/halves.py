"""Joins of two halves, for rules that compare half of their letters with the other half.

Equal angles and equal ratios are too many to list. But if the equations of a rule compare
quantities of some letters with quantities of the others, each half can be bound by itself, sorted
by these quantities, and joined with the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geoengine.deduction.compiled_rule import Atom
from geoengine.deduction.equality_join import equal_pairs
from geoengine.deduction.frame import Floats, Frame, Ints, classify, near_marked

__all__ = ["Halves", "find_halves", "join_halves"]

Side = tuple[int, int]


@dataclass(frozen=True, slots=True)
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


def find_halves(letters: int, atoms: Sequence[Atom]) -> Halves | None:
    """Divide letters into halves so that at least two equations compare one half with the other.

    An equation of angles or ratios compares the halves if all letters on its left are in one half,
    and all on its right in the other.

    Parameters
    ----------
    letters : int
        The number of letters of the rule.
    atoms : sequence of Atom
        The hypotheses and conditions of the rule.

    Returns
    -------
    Halves or None
        None if there is no such division.
    """
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
        One column for each letter: those of the first half, then those of the second.
    truncated : bool
        Whether `limit` cut the list.
    """
    bound = [_tuples(frame, halves, half) for half in (0, 1)]
    features = np.concatenate([_features(frame, halves, half, bound[half]) for half in (0, 1)])
    if since:
        new = [(rows >= since).any(axis=1) for rows in bound]
        near = near_marked(features, np.concatenate(new))
        features = features[near]
        bound = [bound[0][near[: len(bound[0])]], bound[1][near[len(bound[0]) :]]]
    labels = classify(features)
    ours, theirs = labels[: len(bound[0])], labels[len(bound[0]) :]
    order = np.argsort(theirs, kind="stable")
    rows, found, truncated = equal_pairs(ours, theirs[order], order, limit)
    joined = np.concatenate([bound[0][rows], bound[1][found]], axis=1)
    return joined[(joined >= since).any(axis=1)], truncated


def _tuples(frame: Frame, halves: Halves, half: int) -> Ints:
    """List the points for one half, with two different lines in each comparison."""
    letters = halves.letters[half]
    grid = np.indices((frame.n,) * len(letters)).reshape(len(letters), -1).T
    kept = np.ones(len(grid), dtype=bool)
    for _, *sides in halves.compared:
        (a, b), (c, d) = (tuple(letters.index(x) for x in side) for side in sides[half])
        first, second = frame.pair[grid[:, a], grid[:, b]], frame.pair[grid[:, c], grid[:, d]]
        kept &= (first > 0) & (second > 0) & (frame.line[first] != frame.line[second])
    return np.asarray(grid[kept])


def _features(frame: Frame, halves: Halves, half: int, rows: Ints) -> Floats:
    letters = halves.letters[half]
    columns = []
    for atom, *sides in halves.compared:
        (a, b), (c, d) = (tuple(letters.index(x) for x in side) for side in sides[half])
        first, second = frame.pair[rows[:, a], rows[:, b]], frame.pair[rows[:, c], rows[:, d]]
        if atom.predicate == "eqangle":
            turn = 2 * np.pi * (frame.angle[:, second] - frame.angle[:, first])
            columns += [np.cos(turn) / 2, np.sin(turn) / 2]
        else:
            columns.append(frame.log_length[:, first] - frame.log_length[:, second])
    return np.concatenate(columns).T
