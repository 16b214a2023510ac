"""Texts of seeds: names of points in brackets, and expressions in braces."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from geoengine.catalogue import EntryError
from geoengine.solid.expression import Expression, parse_expression
from geoengine.solid.figure import POINT

__all__ = [
    "Names",
    "Number",
    "Piece",
    "read_wording",
    "split_wording",
    "unchecked_number",
    "with_minus_signs",
]

P = TypeVar("P")

_PART = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]")
_MINUS = re.compile(r"-(?![^\W\d_])|(?<=[\s(=·])-")
"""A hyphen that does not join words: one before a letter follows a space or a sign."""
_UNCHECKED = re.compile(r"[=≈]\s*[-−+(]*\s*√?\s*\d+(?:\.\d+)?[^\s,.;，。；)]*")


@dataclass(frozen=True, slots=True)
class Names:
    """Names of points, such as ``ABCD-A1B1C1D1``, which are replaced by letters."""

    text: str

    @property
    def points(self) -> tuple[str, ...]:
        """The points in it."""
        return tuple(POINT.findall(self.text))


@dataclass(frozen=True, slots=True)
class Number:
    """Expressions that must be equal, of which the first is printed."""

    expressions: tuple[Expression, ...]

    @property
    def text(self) -> str:
        """The expressions as written."""
        return " == ".join(expression.text for expression in self.expressions)


Piece = str | Names | Number


@cache
def read_wording(text: str) -> tuple[Piece, ...]:
    """Divide a text into plain text, names and numbers.

    Raises
    ------
    EntryError
        When a bracket or brace is not closed, or holds something else.

    Examples
    --------
    >>> pieces = read_wording("Find [AB1] if the edge is {2 * a}.")
    >>> pieces[1].points, pieces[3].expressions[0].names == {"a"}
    (('A', 'B1'), True)
    """
    return split_wording(text, _plain, _names, _number)


def split_wording(
    text: str, plain: Callable[[str], P], names: Callable[[str], P], number: Callable[[str], P]
) -> tuple[P, ...]:
    """Divide a text at its ``[names]`` and ``{numbers}``, and read each part that is not empty.

    Examples
    --------
    >>> split_wording("So [AB] = {a}.", str.upper, list, ascii)
    ('SO ', ['A', 'B'], ' = ', "'a'", '.')
    """
    pieces: list[P] = []
    end = 0
    for match in _PART.finditer(text):
        pieces.append(plain(text[end : match.start()]))
        pieces.append(number(match[1]) if match[1] is not None else names(match[2]))
        end = match.end()
    pieces.append(plain(text[end:]))
    return tuple(piece for piece in pieces if piece != "")


def _plain(text: str) -> str:
    if match := re.search(r"[\[\]{}]", text):
        around = text[max(0, match.start() - 15) : match.start() + 15]
        raise EntryError(
            f"expected brackets and braces in pairs, found {match[0]!r} in {around!r}",
            hint="names of points stand in [ ], expressions in { }",
        )
    if match := re.search(r"\\\w+|\$", text):
        raise EntryError(
            f"expected plain text, found {match[0]!r}", hint="write ∠ ⊥ ∥ △ ° · √ π as characters"
        )
    return with_minus_signs(text)


def _names(text: str) -> Names:
    if not text or POINT.sub("", text).strip("-–, ") or not POINT.search(text):
        raise EntryError(
            f"expected names of points in brackets, found [{text}]",
            hint="write, for example: [AB1], [ABCD-A1B1C1D1]; expressions stand in braces",
        )
    return Names(text)


def _number(text: str) -> Number:
    try:
        tree = parse_expression(text).tree
        match tree:
            case ast.Compare(left=left, ops=ops, comparators=others) if all(
                isinstance(op, ast.Eq) for op in ops
            ):
                parts = [left, *others]
            case _:
                parts = [tree]
        return Number(tuple(parse_expression(ast.unparse(part)) for part in parts))
    except EntryError as error:
        raise EntryError(f"in {{{text}}}: {error.message}", hint=error.hint) from None


def unchecked_number(text: str) -> str | None:
    """Return the first number of a text that stands after ``=`` or ``≈`` outside braces.

    Examples
    --------
    >>> unchecked_number("[AB] = 5 and [AC] = {a}"), unchecked_number("[AC] = {a}")
    ('= 5', None)
    """
    without = re.sub(r"\{[^{}]*\}", "…", text)
    match = _UNCHECKED.search(without)
    return match[0] if match else None


def with_minus_signs(text: str) -> str:
    """Write minus signs in place of the hyphens that stand for them.

    Examples
    --------
    >>> with_minus_signs("x² - 2x = -cos θ; a right-angled triangle")
    'x² − 2x = −cos θ; a right-angled triangle'
    """
    return _MINUS.sub("−", text)
