"""A source of random numbers that is made only when a number is drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

__all__ = ["RandomSource"]


class RandomSource:
    """A generator of random numbers, which costs nothing until it is used.

    Closures copy their tables, each with its source, but few of them draw further numbers.

    Parameters
    ----------
    state : mapping
        The state of a bit generator `numpy.random.PCG64`.

    Examples
    --------
    >>> source = RandomSource.seeded(5)
    >>> copy = source.copied()
    >>> bool(source.generator.random() == copy.generator.random())
    True
    """

    def __init__(self, state: Any) -> None:
        self._state = state
        self._generator: np.random.Generator | None = None

    @classmethod
    def seeded(cls, seed: int) -> RandomSource:
        """Return a source with the numbers of `numpy.random.default_rng`."""
        return cls(_first_state(seed))

    @property
    def generator(self) -> np.random.Generator:
        """The generator itself."""
        if self._generator is None:
            bits = np.random.PCG64(0)
            bits.state = self._state
            self._generator = np.random.Generator(bits)
        return self._generator

    def copied(self) -> RandomSource:
        """Return an independent source of the same numbers."""
        if self._generator is None:
            return RandomSource(self._state)
        return RandomSource(self._generator.bit_generator.state)


@lru_cache(maxsize=64)
def _first_state(seed: int) -> Any:
    return np.random.PCG64(seed).state
