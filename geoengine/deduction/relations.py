"""Candidate relations: everything of a kind that is true in the diagram, listed once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.frame import Frame, Ints, classify
from geoengine.deduction.pairing import pair_equals
from geoengine.language import PREDICATES

__all__ = ["LISTED", "Relations", "symmetric_orders"]


def symmetric_orders(predicate: str, count: int) -> tuple[tuple[int, ...], ...]:
    """Orders of `count` arguments that keep a predicate's meaning (and its constant)."""
    definition = PREDICATES[predicate]
    if definition.tail is None:
        return tuple(image.order for image in definition.symmetries if not image.inverts)
    head = tuple(range(definition.tail))
    return tuple((*head, *tail) for tail in permutations(range(definition.tail, count)))


def _pairs_within(labels: Ints) -> tuple[Ints, Ints]:
    """All pairs i < j of positions with equal labels; negative labels are left out."""
    order = np.argsort(labels, kind="stable")
    order = order[labels[order] >= 0]
    ordered = labels[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    sizes = np.diff(np.concatenate([starts, [len(ordered)]]))
    left, right = [], []
    for size in np.unique(sizes):
        if size < 2:
            continue
        groups = starts[sizes == size]
        i, j = np.triu_indices(size, 1)
        left.append((groups[:, None] + i).ravel())
        right.append((groups[:, None] + j).ravel())
    if not left:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    return order[np.concatenate(left)], order[np.concatenate(right)]


class Relations:
    """Lists of true relations of a frame, made when first asked for.

    Parameters
    ----------
    frame : Frame
    limit : int
        Longest list; what is longer is cut, and its predicate noted in `truncated`.
    """

    def __init__(self, frame: Frame, limit: int = 400_000) -> None:
        self.frame = frame
        self.limit = limit
        self.truncated: set[str] = set()
        self._lists: dict[tuple[str, int], Ints] = {}
        self._patterns: dict[tuple[str, tuple[int, ...]], Ints] = {}
        self._orders: dict[tuple[str, tuple[int, ...], tuple[int, ...]], tuple[Ints, Ints]] = {}

    def listed(self, predicate: str, count: int) -> Ints:
        """Every true relation once, up to symmetry; shape (m, count)."""
        key = (predicate, count)
        if key not in self._lists:
            rows = LISTED[predicate](self, count)
            if len(rows) > self.limit:
                self.truncated.add(predicate)
                rows = rows[: self.limit]
            self._lists[key] = rows
        return self._lists[key]

    def matching(self, predicate: str, shape: tuple[int, ...]) -> Ints:
        """All argument orders of true relations that fit a pattern of repeated letters.

        Parameters
        ----------
        shape : tuple of int
            Letter number of each argument, numbered by first appearance: ``cong O A O B`` has
            shape (0, 1, 0, 2).

        Returns
        -------
        ndarray, shape (m, letters)
        """
        key = (predicate, shape)
        if key not in self._patterns:
            rows = self.listed(predicate, len(shape))
            firsts = [shape.index(letter) for letter in range(max(shape) + 1)]
            parts = []
            for order in symmetric_orders(predicate, len(shape)):
                turned = rows[:, order]
                fits = np.ones(len(turned), dtype=bool)
                for k, letter in enumerate(shape):
                    if firsts[letter] != k:
                        fits &= turned[:, k] == turned[:, firsts[letter]]
                parts.append(turned[fits][:, firsts])
            found = np.concatenate(parts)
            if len(set(shape)) < len(shape):
                found = np.unique(found, axis=0)
            self._patterns[key] = found
        return self._patterns[key]

    def size(self, predicate: str, shape: tuple[int, ...]) -> int:
        """How many rows `matching` has."""
        found = self._patterns.get((predicate, shape))
        if found is not None:
            return len(found)
        if not len(self.listed(predicate, len(shape))):
            return 0
        return len(self.matching(predicate, shape))

    def ordered(
        self, predicate: str, shape: tuple[int, ...], columns: tuple[int, ...]
    ) -> tuple[Ints, Ints]:
        """What `matching` lists, put in order of some columns.

        Returns
        -------
        codes, order : ndarray, shape (m,)
            The columns of each row as one number, ascending, and where each row stands.
        """
        key = (predicate, shape, columns)
        if key not in self._orders:
            rows = self.matching(predicate, shape)
            codes = rows[:, columns] @ (self.frame.n ** np.arange(len(columns), dtype=np.int64))
            order = np.argsort(codes, kind="stable")
            self._orders[key] = codes[order], order
        return self._orders[key]

    def _coll(self, count: int) -> Ints:
        i, j, k = np.nonzero(self.frame.collinear)
        kept = (i < j) & (j < k)
        return np.stack([i[kept], j[kept], k[kept]], axis=1)

    def _pairs_of_pairs(self, left: Ints, right: Ints) -> Ints:
        frame = self.frame
        return np.stack(
            [frame.first[left], frame.second[left], frame.first[right], frame.second[right]], axis=1
        )

    def _para(self, count: int) -> Ints:
        left, right = _pairs_within(self.frame.direction)
        apart = self.frame.line[left] != self.frame.line[right]
        return self._pairs_of_pairs(left[apart], right[apart])

    def _perp(self, count: int) -> Ints:
        frame = self.frame
        left, right = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for c, other in enumerate(frame.right_angle_to.tolist()):
            if other > c:
                grid = np.meshgrid(
                    np.flatnonzero(frame.direction == c),
                    np.flatnonzero(frame.direction == other),
                    indexing="ij",
                )
                left.append(grid[0].ravel())
                right.append(grid[1].ravel())
        return self._pairs_of_pairs(np.concatenate(left), np.concatenate(right))

    def _cong(self, count: int) -> Ints:
        return self._pairs_of_pairs(*_pairs_within(self.frame.length))

    def _midp(self, count: int) -> Ints:
        rows = self._coll(3)
        rows = np.concatenate([rows[:, [0, 1, 2]], rows[:, [1, 0, 2]], rows[:, [2, 0, 1]]])
        length = self.frame.length[self.frame.pair]
        equal = length[rows[:, 0], rows[:, 1]] == length[rows[:, 0], rows[:, 2]]
        return np.asarray(rows[equal])

    def _cyclic(self, count: int) -> Ints:
        """Points that see the first two under one angle are concyclic with them."""
        frame = self.frame
        i, j, k = np.nonzero(frame.triangle)
        kept = (i < j) & (j < k)
        i, j, k = i[kept], j[kept], k[kept]
        turn = frame.angle[:, frame.pair[k, j]] - frame.angle[:, frame.pair[k, i]]
        features = np.concatenate([np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)]) / 2
        labels = classify(features.T, within=frame.pair[i, j])
        left, right = _pairs_within(labels)
        third = np.stack([k[left], k[right]], axis=1)
        return np.concatenate([i[left, None], j[left, None], np.sort(third, axis=1)], axis=1)

    def _circle(self, count: int) -> Ints:
        frame = self.frame
        rows: list[tuple[int, ...]] = []
        for center in range(frame.n):
            length = frame.length[frame.pair[center]]
            values, sizes = np.unique(length[length >= 0], return_counts=True)
            for value in values[sizes >= count - 1]:
                around = np.flatnonzero(length == value).tolist()
                rows.extend((center, *points) for points in combinations(around, count - 1))
        return np.array(rows, dtype=np.int64).reshape(-1, count)

    def _similar(self, mirrored: bool) -> Ints:
        """Pairs of triangles (a < b < c first) of one shape, with corresponding points."""
        frame = self.frame
        a, b, c = np.nonzero(frame.triangle)
        z = frame.z
        log_shape = np.log((z[:, c] - z[:, a]) / (z[:, b] - z[:, a]))
        turn = -log_shape.imag if mirrored else log_shape.imag
        both_turns = np.concatenate([log_shape.imag, turn], axis=1)
        size = np.concatenate([log_shape.real, log_shape.real], axis=1)
        features = np.concatenate([size, np.cos(both_turns), np.sin(both_turns)])
        labels = classify(features.T)
        plain, other = labels[: len(a)], labels[len(a) :]
        sorted_first = (a < b) & (b < c)
        return _matches(np.stack([a, b, c], axis=1), plain, other, sorted_first, frame.n)

    def _simtri(self, count: int) -> Ints:
        return self._similar(mirrored=False)

    def _simtrir(self, count: int) -> Ints:
        return self._similar(mirrored=True)

    def _congruent(self, similar: str) -> Ints:
        rows = self.listed(similar, 6)
        length = self.frame.length[self.frame.pair]
        equal = length[rows[:, 0], rows[:, 1]] == length[rows[:, 3], rows[:, 4]]
        return np.asarray(rows[equal])

    def _contri(self, count: int) -> Ints:
        return self._congruent("simtri")

    def _contrir(self, count: int) -> Ints:
        return self._congruent("simtrir")


def _matches(triples: Ints, plain: Ints, other: Ints, chosen: NDArray[np.bool_], n: int) -> Ints:
    """Join chosen triples with all triples of the same label, each unordered pair once."""
    left = np.flatnonzero(chosen)
    order = np.argsort(other, kind="stable")
    rows, partners, _ = pair_equals(plain[left], other[order], order)
    ones, twos = triples[left[rows]], triples[partners]
    code_one = (ones * np.array([n * n, n, 1])).sum(axis=1)
    code_two = (np.sort(twos, axis=1) * np.array([n * n, n, 1])).sum(axis=1)
    # A triangle's turn onto itself and the turn back are one statement; so is no turn at all.
    turned = (ones != twos).any(axis=1) & ~((ones != twos).all(axis=1) & (twos[:, 0] == ones[:, 2]))
    kept = (code_one < code_two) | ((code_one == code_two) & turned)
    return np.concatenate([ones[kept], twos[kept]], axis=1)


LISTED: dict[str, Callable[[Relations, int], Ints]] = {
    "coll": Relations._coll,
    "para": Relations._para,
    "perp": Relations._perp,
    "cong": Relations._cong,
    "midp": Relations._midp,
    "cyclic": Relations._cyclic,
    "circle": Relations._circle,
    "simtri": Relations._simtri,
    "simtrir": Relations._simtrir,
    "contri": Relations._contri,
    "contrir": Relations._contrir,
}
"""The predicates whose true instances are few enough to list, and who lists them."""
