"""Elements and methods of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geoengine.verify.programs.asymptote.values import Array
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent

__all__ = ["ARRAY_METHODS", "place_in"]


def place_in(array: Array, index: int) -> int:
    """Return the place of an index, which a cyclic array takes modulo its length."""
    if array.cyclic and array:
        return index % len(array)
    if not 0 <= index < len(array):
        text = f"index {index} of an array of length {len(array)}"
        raise ProgramError(FaultKind.VALUE, text)
    return index


def _push(array: Array, value: Any) -> Any:
    if len(array) >= Spent.MAX_SIZE:
        raise ProgramError(FaultKind.LIMIT, "a long array")
    array.append(value)
    return value


def _append(array: Array, more: Any) -> None:
    for value in list(more):
        _push(array, value)


ARRAY_METHODS: dict[str, Callable[..., Any]] = {
    "push": _push, "pop": lambda array: array.pop(), "append": _append,
    "insert": lambda array, index, *values: array.__setitem__(slice(index, index), values),
    "delete": lambda array, *ends: array.__delitem__(
        slice(ends[0], ends[-1] + 1) if ends else slice(None)
    ),
    "initialized": lambda array, index: 0 <= index < len(array),
}  # fmt: skip
