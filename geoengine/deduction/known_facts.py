"""The statements without linear forms that rule instances mention, and when each became known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from geoengine.deduction.distinct import distinct
from geoengine.deduction.fact import Fact
from geoengine.deduction.frame import Ints
from geoengine.deduction.shallow_copy import shallow_copy
from geoengine.deduction.true_relations import symmetric_orders
from geoengine.kernel import compiled
from geoengine.language import PREDICATES

__all__ = ["NEVER", "Facts", "coding", "statement_code", "statement_codes"]

NEVER = int(np.iinfo(np.int64).max)
"""The round of a statement that is not known."""


class Coding(NamedTuple):
    """How statements of one kind are encoded as numbers, the same for all spellings of one.

    Attributes
    ----------
    weights : ndarray, shape (numbers, orders)
        The code is the least sum of numbers times weights, over all orders. The numbers are those
        of the points.
    unordered : bool
        Whether the numbers are sorted first.
    paired : bool
        Whether each segment becomes one number first, whichever way its ends are written, so that
        few orders remain.
    """

    weights: Ints
    unordered: bool
    paired: bool


@lru_cache(maxsize=1024)
def coding(predicate: str, count: int, n: int) -> Coding:
    """Return the coding of a predicate with `count` arguments in a figure of `n` points."""
    definition = PREDICATES[predicate]
    orders: Sequence[Sequence[int]] = definition.side_orders
    paired, unordered = bool(orders), definition.tail == 0
    # The base is odd: if six sides of a huge scene overflow, the codes are still a good hash.
    base, size = (n * (n - 1) // 2 | 1, count // 2) if paired else (n, count)
    powers = _powers(base, size)
    if not paired:
        orders = [range(count)] if unordered else symmetric_orders(predicate, count)
    # What stands at `order[k]` is multiplied by the k-th power.
    weights = np.stack([powers[np.argsort(order)] for order in orders], axis=1)
    return Coding(np.ascontiguousarray(weights), unordered, paired)


def statement_codes(predicate: str, rows: Ints, n: int) -> Ints:
    """Encode statements as numbers, the same for all spellings of one statement.

    Parameters
    ----------
    predicate : str
    rows : ndarray, shape (m, arguments)
        The numbers of the points of each statement.
    n : int
        The number of points in the figure.

    Returns
    -------
    ndarray, shape (m,)
    """
    own = coding(predicate, rows.shape[1], n)
    kernel = compiled("forms")
    if kernel is not None:
        found: Ints = kernel.codes(rows, *own)
        return found
    if own.paired:
        first, second = rows[:, 0::2], rows[:, 1::2]
        high = np.maximum(first, second)
        rows = high * (high - 1) // 2 + np.minimum(first, second)
    elif own.unordered:
        rows = np.sort(rows, axis=1)
    return np.asarray((rows @ own.weights).min(axis=1))


@lru_cache(maxsize=32_768)
def statement_code(predicate: str, points: tuple[int, ...], n: int) -> int:
    """Return the code of a single statement; closures ask for the same ones again and again."""
    return int(statement_codes(predicate, np.array([points]), n)[0])


@lru_cache(maxsize=256)
def _powers(base: int, count: int) -> Ints:
    """Return the powers 0 to `count` - 1 of `base`, modulo 2**64."""
    powers = [base**k % 2**64 for k in range(count)]
    return np.array(powers, dtype=np.uint64).astype(np.int64)


def _none_known(count: int) -> Ints:
    """Return `NEVER` for each of `count` statements; ``np.full`` is slow for so few."""
    found = np.empty(count, dtype=np.int64)
    found.fill(NEVER)
    return found


class Facts:
    """The statements without linear forms in rule instances, and when each became known.

    Attributes
    ----------
    known : ndarray, shape (statements,)
        The round in which each statement became known, or `NEVER`; empty before `seal`.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._parts: dict[str, list[tuple[Ints, Ints]]] = {}
        self._keys: dict[str, Ints] = {}
        self._offset: dict[str, int] = {}
        self.known: Ints = np.zeros(0, dtype=np.int64)

    def register(self, predicate: str, rows: Ints) -> Ints:
        """Add statements, which is possible only before `seal`; return their codes."""
        codes = statement_codes(predicate, rows, self._n)
        self.enter(predicate, codes, rows)
        return codes

    def enter(self, predicate: str, codes: Ints, rows: Ints) -> None:
        """Add statements whose codes are known; see `register`."""
        self._parts.setdefault(predicate, []).append((codes, rows))

    def seal(self) -> None:
        """Number all statements that were registered."""
        total, kernel = 0, compiled("forms")
        for predicate, parts in self._parts.items():
            codes = [own for own, _ in parts]
            keys = distinct(np.concatenate(codes)) if kernel is None else kernel.distinct(codes)
            self._keys[predicate], self._offset[predicate] = keys, total
            total += len(keys)
        self.known = _none_known(total)

    def reset(self) -> Facts:
        """Return a copy in which no statement is known."""
        other = shallow_copy(self)
        other.known = _none_known(len(self.known))
        return other

    def copied(self) -> Facts:
        """Return an independent copy."""
        other = shallow_copy(self)
        other.known = self.known.copy()
        return other

    def joined(self, more: Facts) -> tuple[Facts, Ints, Ints]:
        """Add the statements of a figure that has more points.

        Returns
        -------
        facts : Facts
            The statements of both; what is known here is known there.
        ours, theirs : ndarray
            The positions there of the statements of this object, and of `more`.
        """
        found = Facts(more._n)
        found._parts = {predicate: list(parts) for predicate, parts in more._parts.items()}
        recoded = {}
        for predicate, keys in self._keys.items():
            rows = self._representatives(predicate, keys)
            recoded[predicate] = codes = statement_codes(predicate, rows, more._n)
            found._parts.setdefault(predicate, []).append((codes, rows))
        found.seal()
        none = np.zeros(0, dtype=np.int64)
        ours = [found.ids(predicate, codes) for predicate, codes in recoded.items()]
        theirs = [found.ids(predicate, keys) for predicate, keys in more._keys.items()]
        at = np.concatenate([none, *ours])
        found.known[at] = self.known
        return found, at, np.concatenate([none, *theirs])

    def _representatives(self, predicate: str, keys: Ints) -> Ints:
        """Return one statement of each code."""
        parts = self._parts[predicate]
        rows = np.concatenate([rows for _, rows in parts])
        at = np.searchsorted(keys, np.concatenate([codes for codes, _ in parts]))
        found = np.empty((len(keys), rows.shape[1]), dtype=np.int64)
        found[at] = rows
        return found

    def learn(self, fact: Fact, number: int) -> None:
        """Mark a statement as known from a round on; ignore it if it is in no instance."""
        at = self.position(fact)
        if at is not None:
            self.known[at] = min(int(self.known[at]), number)

    def ids(self, predicate: str, codes: Ints) -> Ints:
        """Return the positions in `known` of statements, given by codes; all are registered."""
        return np.asarray(self._keys[predicate].searchsorted(codes) + self._offset[predicate])

    def round_of(self, fact: Fact) -> int | None:
        """Return the round in which a statement became known; None if it did not."""
        at = self.position(fact)
        return None if at is None or self.known[at] == NEVER else int(self.known[at])

    def rounds_of(self, predicate: str, rows: Ints) -> Ints:
        """Return the rounds in which statements became known, or `NEVER`; shape (m,)."""
        keys = self._keys.get(predicate)
        if keys is None or not len(keys):
            return np.full(len(rows), NEVER)
        codes = statement_codes(predicate, rows, self._n)
        at = np.minimum(np.searchsorted(keys, codes), len(keys) - 1)
        return np.where(keys[at] == codes, self.known[self._offset[predicate] + at], NEVER)

    def position(self, fact: Fact) -> int | None:
        """Return the position of a statement in `known`; None if it is in no instance."""
        keys = self._keys.get(fact.predicate)
        if keys is None or not len(keys):
            return None
        code = statement_code(fact.predicate, fact.points, self._n)
        at = int(keys.searchsorted(code))
        if at >= len(keys) or keys[at] != code:
            return None
        return self._offset[fact.predicate] + at
