"""Random choices: named streams of random numbers, and orders drawn from them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.random import Generator

__all__ = ["pick", "stream", "weighted"]

T = TypeVar("T")


def stream(seed: int, *names: str | int) -> Generator:
    """Return a new random number generator; equal seeds and names give equal numbers.

    Generators with different names are independent, so a new task does not change the items of
    the others.

    Parameters
    ----------
    seed : int
        The seed of the split.
    names : str or int
        The parts of the name, such as the number of a scene and the name of a task.

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
    """Return `count` random members, in random order; all if there are fewer or `count` is None.

    Examples
    --------
    >>> import numpy as np
    >>> sorted(pick(np.random.default_rng(0), "abc"))
    ['a', 'b', 'c']
    """
    if len(found) < 2:
        # The order of one thing takes no random number either.
        return list(found[:count])
    return [found[k] for k in rng.permutation(len(found))[:count].tolist()]


def weighted(rng: Generator, weights: Mapping[T, float]) -> list[T]:
    """Return all members in random order: each next one is drawn in proportion to the weights.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> sum(weighted(rng, {"a": 9, "b": 1})[0] == "a" for _ in range(100)) > 80
    True
    """
    # Exponential variables with the weights as rates, sorted, give this order.
    times = {found: -np.log1p(-rng.random()) / weight for found, weight in weights.items()}
    return sorted(times, key=times.__getitem__)
