"""Words of a problem text, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from geoengine.errors import ProblemError

__all__ = ["Word", "cut", "split", "words_of"]

_WORD = re.compile(r"[;|?=,]|[^\s;|?=,]+")
_SIGNS = frozenset(";|?=,")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or one of the signs ``; | ? = ,``, with its line and column."""

    text: str
    line: int
    column: int

    @property
    def is_sign(self) -> bool:
        """Whether it is a sign."""
        return self.text in _SIGNS

    def error(self, message: str, *, hint: str | None = None) -> ProblemError:
        """Make the error which says that something is wrong with it."""
        return ProblemError(message, line=self.line, column=self.column, hint=hint)


def words_of(text: str) -> list[Word]:
    """Cut a text into words and signs.

    Examples
    --------
    >>> [word.text for word in words_of("m = midpoint a b")], words_of("a = b")[2].column
    (['m', '=', 'midpoint', 'a', 'b'], 5)
    """
    return [
        Word(match[0], line, match.start() + 1)
        for line, content in enumerate(text.split("\n"), start=1)
        for match in _WORD.finditer(content)
    ]


def cut(words: Sequence[Word], sign: str) -> tuple[Sequence[Word], Word | None, Sequence[Word]]:
    """Return what comes before the first such sign, the sign, and what comes after it."""
    for at, word in enumerate(words):
        if word.text == sign:
            return words[:at], word, words[at + 1 :]
    return words, None, ()


def split(words: Iterable[Word], sign: str) -> list[tuple[list[Word], Word | None]]:
    """Return the parts between such signs, each with the sign that ends it, if any."""
    parts: list[tuple[list[Word], Word | None]] = []
    part: list[Word] = []
    for word in words:
        if word.text == sign:
            parts.append((part, word))
            part = []
        else:
            part.append(word)
    if part or not parts:
        parts.append((part, None))
    return parts
