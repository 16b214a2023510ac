"""Words of a problem text, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from geoengine.errors import ProblemError

__all__ = ["Token", "cut", "split", "tokenize"]

_TOKEN = re.compile(r"[;|?=,]|[^\s;|?=,]+")
_SEPARATORS = frozenset(";|?=,")


@dataclass(frozen=True, slots=True)
class Token:
    """A token or one of the signs ``; | ? = ,``, with its line and column."""

    text: str
    line: int
    column: int

    @property
    def is_separator(self) -> bool:
        """Whether it is a sign."""
        return self.text in _SEPARATORS

    def error(self, message: str, *, hint: str | None = None) -> ProblemError:
        """Make the error which says that something is wrong with it."""
        return ProblemError(message, line=self.line, column=self.column, hint=hint)


def tokenize(text: str) -> list[Token]:
    """Cut a text into tokens and signs.

    Examples
    --------
    >>> [token.text for token in tokenize("m = midpoint a b")], tokenize("a = b")[2].column
    (['m', '=', 'midpoint', 'a', 'b'], 5)
    """
    return [
        Token(match[0], line, match.start() + 1)
        for line, content in enumerate(text.split("\n"), start=1)
        for match in _TOKEN.finditer(content)
    ]


def cut(
    tokens: Sequence[Token], sign: str
) -> tuple[Sequence[Token], Token | None, Sequence[Token]]:
    """Return what comes before the first such sign, the sign, and what comes after it."""
    for at, token in enumerate(tokens):
        if token.text == sign:
            return tokens[:at], token, tokens[at + 1 :]
    return tokens, None, ()


def split(tokens: Iterable[Token], sign: str) -> list[tuple[list[Token], Token | None]]:
    """Return the parts between such signs, each with the sign that ends it, if any."""
    parts: list[tuple[list[Token], Token | None]] = []
    part: list[Token] = []
    for token in tokens:
        if token.text == sign:
            parts.append((part, token))
            part = []
        else:
            part.append(token)
    if part or not parts:
        parts.append((part, None))
    return parts
