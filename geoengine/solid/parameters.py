"""Parameters of seeds: their domains, and the choice of values."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from geoengine.catalogue import EntryError
from geoengine.solid.expression import Expression, parse_expression
from geoengine.spelling import did_you_mean

__all__ = ["Parameters", "read_domain", "stream"]

_RANGE = re.compile(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*")
_WORD = re.compile(r"[a-z][a-z_]*")
_MOST = 20_000
"""Up to how many combinations of values are all looked at."""
_TRIES = 2_000
"""How many random combinations are tried, if there are more."""


def stream(*names: object) -> np.random.Generator:
    """Return a generator of random numbers for a name, such as ``(seed, "letters", id)``.

    Equal names give equal streams on every machine; different names give independent ones.

    Examples
    --------
    >>> first, second = stream(1, "letters"), stream(1, "letters")
    >>> bool(first.integers(1000) == second.integers(1000))
    True
    """
    digest = blake2b("\0".join(map(str, names)).encode(), digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def read_domain(written: object) -> tuple[Any, ...]:
    """Return the values that a parameter may have.

    Parameters
    ----------
    written : str or list
        A range of whole numbers such as ``1..6``, or a list of exact expressions or of words.

    Raises
    ------
    EntryError
        When it is neither, or empty.

    Examples
    --------
    >>> read_domain("1..4"), read_domain(["front", "left"])
    ((1, 2, 3, 4), ('front', 'left'))
    """
    if isinstance(written, str) and (match := _RANGE.fullmatch(written)):
        low, high = int(match[1]), int(match[2])
        if low > high:
            raise EntryError(f"expected a range from low to high, found {written}")
        return tuple(range(low, high + 1))
    if not isinstance(written, list | tuple) or not written:
        raise EntryError(
            f"expected a range or a list of values, found {written!r}",
            hint="write 1..6, or [1/2, 1/3, sqrt(2)]",
        )
    return _values(tuple(written))


@cache
def _values(written: tuple[object, ...]) -> tuple[Any, ...]:
    values = tuple(_value(text, at) for at, text in enumerate(written))
    if len(set(map(str, values))) < len(values):
        raise EntryError(f"expected different values, found {', '.join(map(str, values))}")
    return values


def _value(written: object, at: int) -> Any:
    if isinstance(written, int) and not isinstance(written, bool):
        return written
    if not isinstance(written, str):
        raise EntryError(
            f"expected an exact number or a word, found {written}", within=(at,),
            hint="write 1/2 in place of 0.5",
        )  # fmt: skip
    try:
        expression = parse_expression(written)
    except EntryError as error:
        if _WORD.fullmatch(written):
            return written
        raise EntryError(error.message, hint=error.hint, within=(at,)) from None
    if not expression.names:
        return expression.value({})
    if _WORD.fullmatch(written):
        return written
    raise EntryError(f"expected a number or a word, found {written!r}", within=(at,))


@dataclass(frozen=True)
class Parameters:
    """Named domains, with conditions on the values.

    Examples
    --------
    >>> both = Parameters({"a": (1, 2), "b": (1, 2)}, (parse_expression("a != b"),))
    >>> both.choices
    [{'a': 1, 'b': 2}, {'a': 2, 'b': 1}]
    >>> both.pick(stream(7)) in both.choices
    True
    """

    domains: Mapping[str, Sequence[Any]]
    conditions: tuple[Expression, ...] = ()

    def __post_init__(self) -> None:
        for condition in self.conditions:
            for name in condition.names - self.domains.keys():
                raise EntryError(
                    f"unknown name {name!r} in {condition.text!r}",
                    hint=did_you_mean(name, self.domains),
                )
        object.__setattr__(self, "_choices", None)

    @property
    def size(self) -> int:
        """The number of combinations of values, whether or not the conditions hold."""
        return math.prod(map(len, self.domains.values()))

    @property
    def choices(self) -> list[dict[str, Any]] | None:
        """All combinations of values that satisfy the conditions; None if there are too many."""
        if self.size > _MOST:
            return None
        found: list[dict[str, Any]] | None = self.__dict__["_choices"]
        if found is None:
            rows = itertools.product(*self.domains.values())
            found = [values for row in rows if self._holds(values := self._named(row))]
            object.__setattr__(self, "_choices", found)
        return found

    def pick(self, random: np.random.Generator) -> dict[str, Any] | None:
        """Return a random combination that satisfies the conditions; None if none was found."""
        choices = self.choices
        if choices is not None:
            return dict(choices[random.integers(len(choices))]) if choices else None
        for _ in range(_TRIES):
            row = [values[int(random.integers(len(values)))] for values in self.domains.values()]
            values = self._named(row)
            if self._holds(values):
                return values
        return None

    def _named(self, row: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(self.domains, row, strict=True))

    def _holds(self, values: Mapping[str, Any]) -> bool:
        return all(condition.value(values) for condition in self.conditions)
