"""Random choices: streams drawn by name, and ranks that do not give the key away."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.random import Generator

__all__ = ["Ranks", "pick", "stream", "weighted"]

T = TypeVar("T")


def stream(seed: int, *names: str | int) -> Generator:
    """A generator of random numbers that belongs to a name.

    Streams of different names are independent, and none depends on which others there are: a new
    task changes nothing in the items of other tasks.

    Parameters
    ----------
    seed : int
        Of the split.
    names : str or int
        Such as the number of the scene and the name of the task.

    Examples
    --------
    >>> float(stream(7, 0, "scene").random()) == float(stream(7, 0, "scene").random())
    True
    >>> float(stream(7, 0, "scene").random()) == float(stream(7, 1, "scene").random())
    False
    """
    digest = hashlib.blake2b(repr((seed, *names)).encode(), digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def pick(rng: Generator, found: Sequence[T], count: int | None = None) -> list[T]:
    """Return `count` of the members in an order left to chance: fewer where there are fewer.

    Examples
    --------
    >>> import numpy as np
    >>> sorted(pick(np.random.default_rng(0), "abc"))
    ['a', 'b', 'c']
    """
    return [found[int(k)] for k in rng.permutation(len(found))[:count]]


def weighted(rng: Generator, weights: Mapping[T, float]) -> list[T]:
    """Return the members in an order left to chance, the heavier mostly first.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> sum(weighted(rng, {"a": 9, "b": 1})[0] == "a" for _ in range(100)) > 80
    True
    """
    marks = {found: -np.log1p(-rng.random()) / weight for found, weight in weights.items()}
    return sorted(marks, key=marks.__getitem__)


class Ranks:
    """Draws items in which the key has each rank by a feature equally often.

    The feature is what a reader might guess by, such as how many points an option shares with the
    goal. A rank is drawn, and kept until options in which the key has it are taken. Ties are broken
    by chance.

    Parameters
    ----------
    rng : numpy.random.Generator
    count : int
        How many options there are.

    Examples
    --------
    >>> import numpy as np
    >>> ranks, first = Ranks(np.random.default_rng(0), 4), []
    >>> for draw in np.random.default_rng(1).random((4000, 4)) ** [3, 1, 1, 1]:
    ...     if ranks.fit(draw[0], draw[1:]):
    ...         ranks.draw()
    ...         first.append(bool(draw[0] == min(draw)))
    >>> 0.2 < sum(first) / len(first) < 0.3
    True
    """

    def __init__(self, rng: Generator, count: int) -> None:
        self._rng = rng
        self._count = count
        self.draw()

    def draw(self) -> None:
        """Draw the rank that is wanted next."""
        self._wanted = int(self._rng.integers(self._count))

    def fit(self, key: float, others: Iterable[float]) -> bool:
        """Whether the key has the rank that is wanted among the others."""
        marks = list(others)
        lower = sum(mark < key for mark in marks)
        ties = sum(mark == key for mark in marks)
        return lower + int(self._rng.integers(ties + 1)) == self._wanted
