"""Commands of lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from geoengine.draft.arithmetic import number_of
from geoengine.draft.making import whole_number
from geoengine.draft.shapes import Value, undefined
from geoengine.draft.vocabulary import Kind

__all__ = ["LIST_COMMANDS", "element", "list_kind"]


def list_kind(value: Value) -> Kind | None:
    """Return the kind of the first element of a list; None if there is none."""
    elements = value.shape if isinstance(value.shape, tuple) else ()
    return elements[0].kind if elements else None


def element(arguments: Sequence[Value]) -> Value:
    """Return an element of a list, by its number from 1; it is undefined beyond the ends."""
    whole, number = arguments[0], number_of(arguments[1])
    elements = whole.shape if isinstance(whole.shape, tuple) else ()
    index = 0 if number is None else whole_number(number)
    if 1 <= index <= len(elements):
        return elements[index - 1]
    return undefined(list_kind(whole) or "number")


def _end(arguments: Sequence[Value], part: slice) -> Value:
    whole = arguments[0]
    return Value("list", whole.shape[part]) if isinstance(whole.shape, tuple) else whole


def _length(arguments: Sequence[Value]) -> Value:
    whole = arguments[0].shape
    return Value("number", float(len(whole)) if isinstance(whole, tuple) else None)


LIST_COMMANDS: dict[str, Callable[[Sequence[Value]], Value]] = {
    "Element": element,
    "First": lambda arguments: _end(arguments, slice(1)),
    "Last": lambda arguments: _end(arguments, slice(-1, None)),
    "Length": _length,
}
"""The commands that take a list, whose elements may be undefined."""
