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
"""The number of columns, into which the names of numbers and n-grams are hashed."""

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
    """

    columns: NDArray[np.int64]
    values: NDArray[np.float64]

    @classmethod
    def of(cls, item: Item) -> Contrast:
        """Compare the options of an item; without options there is nothing to compare."""
        if not isinstance(item.answer, Choice):
            return cls(np.empty(0, dtype=np.int64), np.empty(0))
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
                sums[_column(gram)] += weight
        columns = np.array(
            sorted(column for column, value in sums.items() if value), dtype=np.int64
        )
        return cls(columns, np.array([sums[column] for column in columns.tolist()]))


class ContrastSum:
    """The sum of the contrasts of some items.

    Were it zero, no linear function of the features would be higher at the keys than at the other
    options on average, and logistic regression would learn nothing from the items: its likelihood
    is concave, and stationary where all weights are zero.
    """

    def __init__(self) -> None:
        self._sum = np.zeros(_SIZE)

    def cost(self, contrast: Contrast) -> float:
        """By how much an item would increase the square of the sum's length."""
        return float(contrast.values @ (2 * self._sum[contrast.columns] + contrast.values))

    def add(self, contrast: Contrast) -> None:
        """Count an item."""
        self._sum[contrast.columns] += contrast.values

    def remove(self, contrast: Contrast) -> None:
        """Discount an item that was counted."""
        self._sum[contrast.columns] -= contrast.values


@cache
def _column_of_feature(name: str) -> int | None:
    """Return the column of a number's rank or extreme; None for the number itself."""
    return None if name.endswith(":value") else _column(name)


def _column(name: str) -> int:
    return zlib.crc32(name.encode()) % _SIZE
