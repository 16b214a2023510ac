"""Tokens of a problem text, each with its line and column."""

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
    """A word or one of the separators ``; | ? = ,``, with its line and column from 1."""

    text: str
    line: int
    column: int

    @property
    def is_separator(self) -> bool:
        """Whether it is one of the separators."""
        return self.text in _SEPARATORS

    def error(self, message: str, *, hint: str | None = None) -> ProblemError:
        """Return an error located at this token."""
        return ProblemError(message, line=self.line, column=self.column, hint=hint)


def tokenize(text: str) -> list[Token]:
    """Split a text into tokens.

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
    tokens: Sequence[Token], separator: str
) -> tuple[Sequence[Token], Token | None, Sequence[Token]]:
    """Return the tokens before the first separator, that token, and the tokens after it.

    A separator is a token with the text `separator`. If there is none: all tokens, None, and an
    empty sequence.
    """
    for at, token in enumerate(tokens):
        if token.text == separator:
            return tokens[:at], token, tokens[at + 1 :]
    return tokens, None, ()


def split(tokens: Iterable[Token], separator: str) -> list[tuple[list[Token], Token | None]]:
    """Return the parts between separators, each with the separator after it, if any.

    A separator is a token with the text `separator`. There is no empty part after the last one;
    without tokens there is one empty part.
    """
    parts: list[tuple[list[Token], Token | None]] = []
    part: list[Token] = []
    for token in tokens:
        if token.text == separator:
            parts.append((part, token))
            part = []
        else:
            part.append(token)
    if part or not parts:
        parts.append((part, None))
    return parts
