"""Common lengths: how often numbers of some makeup are lengths that follow in figures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geoengine.families.reasoning.item_assembly import task_entry
from geoengine.families.reasoning.similar_numbers import factor_of
from geoengine.language import Surd

__all__ = ["FEATURES", "commonness", "makeup"]

_POWERS = {2: 4, 3: 3, 5: 2, 7: 1, 11: 1, 13: 1}
"""The primes that are looked at, and how many of each at most."""

_PARTS = ("numerator", "root")

FEATURES = tuple(
    f"{part} {name}"
    for part in _PARTS
    for name in (
        *(f"{prime}^{power}" for prime, most in _POWERS.items() for power in range(1, most + 1)),
        "4k+1",
        "4k+3",
        "1",
        "size",
    )
)
"""What is looked at: whether each part is divisible by a power, has a further prime that leaves 1
or 3 when it is divided by 4, and is 1; and the logarithm of its size."""


@lru_cache(maxsize=65536)
def commonness(value: Surd) -> float:
    """The logarithm of how much commoner a number is than others of its form and size.

    Lengths that follow from given ones are not any numbers: most have small prime factors. The
    weights are those of the field ``lengths`` of the task.

    Examples
    --------
    >>> commonness(Surd.parse("36/5")) > commonness(Surd.parse("37/5"))
    True
    """
    weights = task_entry("numerical_perception").lengths
    return float(makeup(value) @ [weights.get(name, 0.0) for name in FEATURES])


def makeup(value: Surd) -> NDArray[np.float64]:
    """What a number is made of, by `FEATURES`.

    Examples
    --------
    >>> [name for name, has in zip(FEATURES, makeup(Surd.parse("12"))) if has == 1]
    ['numerator 2^1', 'numerator 2^2', 'numerator 3^1', 'root 1']
    """
    found: list[float] = []
    for part in (factor_of(value).numerator, value.radicand):
        left, powers = part, []
        for prime, most in _POWERS.items():
            power = 0
            while left % prime == 0:
                left, power = left // prime, power + 1
            powers += [float(power >= least) for least in range(1, most + 1)]
        rests = set(_odd_primes(left))
        found += [
            *powers,
            float(any(prime % 4 == 1 for prime in rests)),
            float(any(prime % 4 == 3 for prime in rests)),
            float(part == 1),
            math.log(part),
        ]
    return np.array(found)


def _odd_primes(number: int) -> Iterator[int]:
    """The prime factors of an odd number."""
    divisor = 3
    while divisor**2 <= number:
        if number % divisor == 0:
            yield divisor
            number //= divisor
        else:
            divisor += 2
    if number > 1:
        yield number
