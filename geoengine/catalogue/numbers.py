"""The numeric parameters of scenes, and their possible values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from geoengine.catalogue.constraints import Constraint, conflict, solve
from geoengine.catalogue.entry import EntryError
from geoengine.errors import StatementError
from geoengine.language import Surd

__all__ = ["Number", "Numbers", "read_numbers", "write_numbers"]

Number = int | str
"""An integer, or the text of an exact number such as ``5/2`` or ``4√2``."""

_MOST_VALUES = 1000
"""The largest number of values in a list, or from ``min`` to ``max``."""

_MOST_CHOICES = 200_000
"""The largest number of choices that satisfy the conditions of a range."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HINT = (
    "write: s: {min: 2, max: 9}, or a b: {min: 3, max: 20, where: [pythagorean(a, b)]}, or"
    " a b: [[3, 4], [5, 12]]"
)


@dataclass(frozen=True, slots=True)
class Numbers:
    """Parameters that are chosen together, and their possible values.

    Attributes
    ----------
    names : tuple of str
        The parameters.
    choices : tuple of tuple
        Each choice has one value for each parameter, in the order of `names`.
    rule : tuple of (int, int, tuple of str), optional
        The least value, the largest value and the conditions, if the YAML gives these instead.

    Examples
    --------
    >>> legs = Numbers(("a", "b", "c"), ((3, 4, 5), (5, 12, 13)))
    >>> [dict(zip(legs.names, choice)) for choice in legs.choices][1]
    {'a': 5, 'b': 12, 'c': 13}
    """

    names: tuple[str, ...]
    choices: tuple[tuple[Number, ...], ...]
    rule: tuple[int, int, tuple[str, ...]] | None = None


def read_numbers(data: Any) -> tuple[Numbers, ...]:
    """Read the mapping ``numbers:`` of a scene; what was read already is returned as it is.

    Raises
    ------
    EntryError
        For the first mistake, with the path to it.

    Examples
    --------
    >>> (legs,) = read_numbers({"p q": {"min": 3, "max": 12, "where": ["pythagorean(p, q)"]}})
    >>> legs.choices[:3]
    ((3, 4), (4, 3), (5, 12))
    """
    if isinstance(data, tuple) and all(isinstance(item, Numbers) for item in data):
        return data
    if not isinstance(data, Mapping):
        raise EntryError("expected a mapping from parameters to their values", hint=_HINT)
    return tuple(_read_one(str(key), value) for key, value in data.items())


def write_numbers(numbers: Iterable[Numbers]) -> dict[str, Any]:
    """Return the mapping that `read_numbers` reads."""
    return {" ".join(item.names): _written(item) for item in numbers}


def _written(item: Numbers) -> Any:
    if item.rule is not None:
        low, high, where = item.rule
        return {"min": low, "max": high, **({"where": list(where)} if where else {})}
    return [choice[0] if len(choice) == 1 else list(choice) for choice in item.choices]


def _read_one(key: str, value: Any) -> Numbers:
    names = tuple(key.split())
    for name in names:
        if not _NAME.fullmatch(name):
            raise EntryError(
                f"expected a parameter in lower case, found {name!r}", within=(key,), hint=_HINT
            )
    if isinstance(value, Mapping):
        return _read_range(key, names, value)
    if not isinstance(value, list | tuple) or not value:
        raise EntryError("expected a list of values, or min and max", within=(key,), hint=_HINT)
    if len(value) > _MOST_VALUES:
        raise EntryError(
            f"expected at most {_MOST_VALUES} values, found {len(value)}", within=(key,)
        )
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


def _read_range(key: str, names: tuple[str, ...], value: Mapping[str, Any]) -> Numbers:
    if not {"min", "max"} <= set(value) <= {"min", "max", "where"}:
        raise EntryError("expected min and max, and perhaps where", within=(key,), hint=_HINT)
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
    if high - low >= _MOST_VALUES:
        raise EntryError(
            f"expected at most {_MOST_VALUES} values, found {high - low + 1}", within=(key,)
        )
    constraints = _read_constraints(key, names, value.get("where", []))
    for position, constraint in enumerate(constraints):
        if not constraint.fits(max(abs(low), abs(high))):
            raise EntryError(
                f"expected smaller numbers: {constraint.text!r} cannot be computed exactly",
                within=(key, "where", position),
                hint="narrow min and max",
            )
    try:
        found = solve(names, low, high, constraints)
    except EntryError as error:
        raise EntryError(error.message, hint=error.hint, within=(key,)) from None
    if not found:
        against = conflict(names, low, high, constraints)
        listed = " and ".join(repr(constraint.text) for constraint in against)
        raise EntryError(
            f"expected conditions that some numbers satisfy, found {listed}, which none from"
            f" {low} to {high} do",
            within=(key, "where"),
        )
    if len(found) > _MOST_CHOICES:
        raise EntryError(
            f"expected at most {_MOST_CHOICES:,} choices, found {len(found):,}",
            within=(key,),
            hint="narrow min and max, or add conditions under where",
        )
    return Numbers(names, tuple(found), (low, high, tuple(c.text for c in constraints)))


def _read_constraints(key: str, names: tuple[str, ...], texts: Any) -> list[Constraint]:
    if not isinstance(texts, list | tuple):
        raise EntryError("expected a list of conditions", within=(key, "where"), hint=_HINT)
    found = []
    for position, text in enumerate(texts):
        within = (key, "where", position)
        if not isinstance(text, str):
            raise EntryError(f"expected a condition, found {text!r}", within=within, hint=_HINT)
        try:
            constraint = Constraint.parse(text)
        except EntryError as error:
            raise EntryError(error.message, hint=error.hint, within=within) from None
        for name in sorted(constraint.names.difference(names)):
            raise EntryError(
                f"expected one of {', '.join(names)}, found {name!r} in {text!r}", within=within
            )
        found.append(constraint)
    return found


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
