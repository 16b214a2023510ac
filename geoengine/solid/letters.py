"""Random letters for the points of an instance."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

__all__ = ["letters_for"]

_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Capital letters without I, which looks like l and 1."""


def letters_for(
    points: Iterable[str], random: np.random.Generator, taken: Iterable[str] = ()
) -> dict[str, str]:
    """Choose new names for points: a random letter for each letter; numbers are kept.

    Parameters
    ----------
    points : iterable of str
        Names such as ``A`` and ``A1``. ``A1`` follows ``A``: if that becomes K, it becomes K1.
    random : numpy.random.Generator
    taken : iterable of str
        Letters that may not be chosen, since other objects are called so.

    Examples
    --------
    >>> names = letters_for(["A", "B", "A1"], np.random.default_rng(3))
    >>> names["A1"] == names["A"] + "1", len(set(names.values()))
    (True, 3)
    """
    points = list(points)
    bases = list(dict.fromkeys(point[0] for point in points))
    free = [letter for letter in _LETTERS if letter not in set(taken)]
    chosen = random.permutation(len(free))[: len(bases)]
    new = {base: free[place] for base, place in zip(bases, chosen, strict=True)}
    return {point: new[point[0]] + point[1:] for point in points}
