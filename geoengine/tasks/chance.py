"""Chance: choices drawn from a generator, so that no feature gives a key away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from numpy.random import Generator

__all__ = ["pick", "spread"]

T = TypeVar("T")


def pick(rng: Generator, found: Sequence[T], count: int | None = None) -> list[T]:
    """Return `count` of the members in an order left to chance: fewer where there are fewer.

    Examples
    --------
    >>> import numpy as np
    >>> sorted(pick(np.random.default_rng(0), "abc"))
    ['a', 'b', 'c']
    """
    return [found[int(k)] for k in rng.permutation(len(found))[:count]]


def spread(
    rng: Generator, key: T, pool: Sequence[T], count: int, feature: Callable[[T], float]
) -> list[T]:
    """Choose distractors around a key, so that its rank by a feature is any with equal chance.

    Parameters
    ----------
    rng : numpy.random.Generator
    key : object
    pool : sequence
        What may be chosen.
    count : int
        How many, where the pool has as many.
    feature : callable
        What a reader might guess by, such as the length of an option.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> below = [sum(x < 5 for x in spread(rng, 5, range(10), 3, float)) for _ in range(400)]
    >>> [below.count(k) > 70 for k in range(4)]
    [True, True, True, True]
    """
    mark = feature(key)
    shuffled = pick(rng, pool)
    lower = [member for member in shuffled if feature(member) < mark]
    higher = [member for member in shuffled if feature(member) > mark]
    level = [member for member in shuffled if feature(member) == mark]
    wanted = int(rng.integers(count + 1))
    chosen = lower[:wanted] + higher[: count - wanted]
    rest = [*level, *lower[wanted:], *higher[count - wanted :]]
    return [*chosen, *rest][:count]
