"""Contrasts: how the text of an item's key differs from that of the other options."""

from __future__ import annotations

import zlib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from geoengine.adversary import QuestionText, number_table, tokens_of
from geoengine.items import Choice, Item

__all__ = ["Contrast", "ContrastSum"]

_SIZE = 4096
"""The number of columns into which the names of numbers are hashed; as many are for n-grams."""

_TOKENS = 3.0
"""The weight of n-grams; numbers have the weight 1."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """The features of a key minus their mean over all options; most are 0.

    The features are those from which the learned guessers of `geoengine.adversary` start: ranks
    and extremes of numbers, and n-grams.

    Attributes
    ----------
    columns : ndarray of int
        The columns of the features that are not 0, each once.
    values : ndarray
    scene : str
        The kind of scene of the item.
    """

    columns: NDArray[np.int64]
    values: NDArray[np.float64]
    scene: str

    @classmethod
    def of(cls, item: Item) -> Contrast:
        """Compare the options of an item; without options there is nothing to compare."""
        if not isinstance(item.answer, Choice):
            return cls(np.empty(0, dtype=np.int64), np.empty(0), item.scene)
        text = QuestionText.of(item)
        sums: defaultdict[int, float] = defaultdict(float)
        table, names = number_table([text])
        differences = table[text.key] - table.mean(axis=0)
        for number in np.flatnonzero(differences).tolist():
            column = _column_of_feature(names[number])
            if column is not None:
                sums[column] += float(differences[number])
        for number, grams in enumerate(tokens_of(text)):
            share = (number == text.key) - 1 / len(text.options)
            distinct = set(grams)
            weight = _TOKENS * share / max(1, len(distinct)) ** 0.5
            for gram in distinct:
                sums[_SIZE + _column(gram)] += weight
        columns = np.array(
            sorted(column for column, value in sums.items() if value), dtype=np.int64
        )
        return cls(columns, np.array([sums[column] for column in columns.tolist()]), item.scene)


class ContrastSum:
    """The sum of the contrasts of some items, and what a reader would learn from it.

    A reader who adds up the contrasts of all scenes but one can choose the options of that scene by
    this sum. More of them are right than by chance if the contrasts of different scenes have a
    positive product on the whole. If it is negative, fewer are right: then the opposite of what is
    learnt holds, as it would if the sum of all contrasts were zero. Numbers and n-grams are counted
    apart, since different guessers learn from them.
    """

    def __init__(self) -> None:
        self._sum = np.zeros(2 * _SIZE)
        self._of_scene: defaultdict[str, NDArray[np.float64]] = defaultdict(
            lambda: np.zeros(2 * _SIZE)
        )
        self._products = np.zeros(2)

    def cost(self, contrast: Contrast) -> float:
        """By how much an item would take the products further away from zero."""
        after = self._products + self._change(contrast)
        return float(np.abs(after).sum() - np.abs(self._products).sum())

    def add(self, contrast: Contrast) -> None:
        """Count an item."""
        self._products += self._change(contrast)
        self._sum[contrast.columns] += contrast.values
        self._of_scene[contrast.scene][contrast.columns] += contrast.values

    def remove(self, contrast: Contrast) -> None:
        """Discount an item that was counted."""
        self._sum[contrast.columns] -= contrast.values
        self._of_scene[contrast.scene][contrast.columns] -= contrast.values
        self._products -= self._change(contrast)

    def _change(self, contrast: Contrast) -> NDArray[np.float64]:
        """What an item adds to the products of numbers and of n-grams with other scenes."""
        columns = contrast.columns
        others = self._sum[columns] - self._of_scene[contrast.scene][columns]
        products = 2 * contrast.values * others
        first_gram = np.searchsorted(columns, _SIZE)
        return np.array([products[:first_gram].sum(), products[first_gram:].sum()])


@cache
def _column_of_feature(name: str) -> int | None:
    """Return the column of a number's rank or extreme; None for the number itself."""
    return None if name.endswith(":value") else _column(name)


def _column(name: str) -> int:
    return zlib.crc32(name.encode()) % _SIZE
