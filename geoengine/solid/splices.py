"""Splices: the places of a seed's program that depend on its parameters and on the item."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from geoengine.catalogue import EntryError
from geoengine.solid.expression import Expression, parse_expression

__all__ = ["Splice", "fill_splices", "read_splices"]

Kind = Literal["point", "length", "direction", "number"]

_KINDS: dict[str, tuple[Kind, str, tuple[int, ...]]] = {
    "(": ("point", ")", (2, 3)),
    "[": ("length", "]", (1,)),
    "<": ("direction", ">", (1,)),
    "{": ("number", "}", (1,)),
}
"""For each opening bracket: the kind, the closing bracket, the numbers of expressions."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Splice:
    """A place of a program that is filled in for each item.

    Attributes
    ----------
    kind : {"point", "length", "direction", "number"}
        ``@(x, y)`` is a point of the true figure, which moves with the figure, and ``@(x, y, z)``
        one of space, which is only scaled; ``@[x]`` a length,
        which grows with it; ``@<t>`` a direction in degrees, which turns with it; ``@{x}`` a
        number, which stays as it is.
    expressions : tuple of Expression
        Two or three for a point, one for the others; in the parameters of the seed.
    """

    kind: Kind
    expressions: tuple[Expression, ...]


@cache
def read_splices(program: str) -> tuple[str | Splice, ...]:
    """Divide a program into plain text and splices.

    Raises
    ------
    EntryError
        With line and column, when a splice is not closed or has the wrong number of expressions.

    Examples
    --------
    >>> pieces = read_splices("pair B = @(a, 0);")
    >>> pieces[0], pieces[1].kind, pieces[2]
    ('pair B = ', 'point', ';')
    """
    pieces: list[str | Splice] = []
    start = 0
    while (at := program.find("@", start)) >= 0:
        pieces.append(program[start:at])
        opening = program[at + 1 : at + 2]
        if opening not in _KINDS:
            raise _error(program, at, f"expected a bracket after @, found {opening!r}")
        kind, closing, counts = _KINDS[opening]
        end = _end(program, at + 2, closing)
        if end is None:
            raise _error(program, at, f"expected {closing} that closes @{opening}, found none")
        parts = _parts(program[at + 2 : end])
        if len(parts) not in counts:
            wanted = " or ".join(map(str, counts))
            message = f"expected {wanted} expressions in @{opening}…{closing}, found {len(parts)}"
            raise _error(program, at, message)
        try:
            pieces.append(Splice(kind, tuple(parse_expression(part) for part in parts)))
        except EntryError as error:
            raise _error(program, at, error.message, error.hint) from None
        start = end + 1
    pieces.append(program[start:])
    return tuple(piece for piece in pieces if piece != "")


def fill_splices(program: str, text_of: Callable[[Splice], str]) -> str:
    """Return a program with each splice replaced by text.

    Examples
    --------
    >>> fill_splices("real r = @[2*a];", lambda splice: splice.kind)
    'real r = length;'
    """
    pieces = read_splices(program)
    return "".join(piece if isinstance(piece, str) else text_of(piece) for piece in pieces)


def _end(text: str, start: int, closing: str) -> int | None:
    awaited: list[str] = []
    for at in range(start, len(text)):
        char = text[at]
        if char == closing and not awaited:
            return at
        if char in _CLOSING:
            awaited.append(_CLOSING[char])
        elif awaited and char == awaited[-1]:
            awaited.pop()
    return None


def _parts(text: str) -> list[str]:
    parts, depth = [""], 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


def _error(program: str, at: int, message: str, hint: str | None = None) -> EntryError:
    before = program[:at]
    return EntryError(
        message,
        hint=hint or "write @(x, y), @[length], @<degrees> or @{number}",
        line=before.count("\n") + 1,
        column=at - (before.rfind("\n") + 1) + 1,
    )
