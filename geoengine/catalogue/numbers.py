"""What the numbers of a scene may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from geoengine.catalogue.model import EntryError
from geoengine.errors import StatementError
from geoengine.language import Surd

__all__ = ["Number", "Numbers", "read_numbers", "write_numbers"]

Number = int | str
"""A whole number, or the text of an exact one such as ``5/2`` or ``4√2``."""

_MOST = 1000
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HINT = "write: s: {min: 2, max: 9}, or s: [4, 6, 9], or a b: [[3, 4], [5, 12]]"


@dataclass(frozen=True, slots=True)
class Numbers:
    """Parameters that are chosen together, and their possible values.

    Attributes
    ----------
    names : tuple of str
        The parameters.
    choices : tuple of tuple
        Each choice holds one value a parameter, in the order of `names`.

    Examples
    --------
    >>> legs = Numbers(("a", "b", "c"), ((3, 4, 5), (5, 12, 13)))
    >>> [dict(zip(legs.names, choice)) for choice in legs.choices][1]
    {'a': 5, 'b': 12, 'c': 13}
    """

    names: tuple[str, ...]
    choices: tuple[tuple[Number, ...], ...]


def read_numbers(data: Any) -> tuple[Numbers, ...]:
    """Read the mapping ``numbers:`` of a scene.

    Raises
    ------
    EntryError
        With the path to what is wrong.

    Examples
    --------
    >>> read_numbers({"s": {"min": 2, "max": 4}})
    (Numbers(names=('s',), choices=((2,), (3,), (4,))),)
    """
    if isinstance(data, tuple) and all(isinstance(item, Numbers) for item in data):
        return data
    if not isinstance(data, Mapping):
        raise EntryError("expected a mapping from parameters to their values", hint=_HINT)
    return tuple(_read_one(str(key), value) for key, value in data.items())


def write_numbers(numbers: Iterable[Numbers]) -> dict[str, Any]:
    """Write what `read_numbers` reads, every value listed."""
    return {
        " ".join(item.names): [
            choice[0] if len(choice) == 1 else list(choice) for choice in item.choices
        ]
        for item in numbers
    }


def _read_one(key: str, value: Any) -> Numbers:
    names = tuple(key.split())
    for name in names:
        if not _NAME.fullmatch(name):
            raise EntryError(
                f"expected a parameter in lower case, found {name!r}", within=(key,), hint=_HINT
            )
    if isinstance(value, Mapping):
        return Numbers(names, _read_range(key, names, value))
    if not isinstance(value, list | tuple) or not value:
        raise EntryError("expected a list of values, or min and max", within=(key,), hint=_HINT)
    if len(value) > _MOST:
        raise EntryError(f"expected at most {_MOST} values, found {len(value)}", within=(key,))
    choices = []
    for position, choice in enumerate(value):
        together = choice if isinstance(choice, list | tuple) else (choice,)
        if len(together) != len(names):
            raise EntryError(
                f"expected {len(names)} numbers for {key}, found {len(together)}",
                within=(key, position),
                hint=_HINT,
            )
        choices.append(tuple(_read_number(number, (key, position)) for number in together))
    return Numbers(names, tuple(choices))


def _read_range(
    key: str, names: tuple[str, ...], value: Mapping[str, Any]
) -> tuple[tuple[Number, ...], ...]:
    if len(names) != 1 or set(value) != {"min", "max"}:
        raise EntryError("expected min and max for one parameter", within=(key,), hint=_HINT)
    for end in ("min", "max"):
        if type(value[end]) is not int:
            raise EntryError(
                f"expected a whole number, found {value[end]!r}", within=(key, end), hint=_HINT
            )
    low, high = value["min"], value["max"]
    if low > high:
        raise EntryError(
            f"expected max to be at least min ({low}), found {high}", within=(key, "max")
        )
    if high - low >= _MOST:
        raise EntryError(f"expected at most {_MOST} values, found {high - low + 1}", within=(key,))
    return tuple((number,) for number in range(low, high + 1))


def _read_number(number: Any, within: tuple[str | int, ...]) -> Number:
    if isinstance(number, str):
        try:
            Surd.parse(number)
        except StatementError as error:
            raise EntryError(error.message, within=within) from None
        return number
    if isinstance(number, int) and not isinstance(number, bool):
        return number
    raise EntryError(
        f"expected a whole number or an exact one such as 5/2, found {number!r}", within=within
    )
