"""How much of one text occurs in another, in passages of eight words."""

from __future__ import annotations

import re

__all__ = ["MOST_SHARED", "contained", "passages", "words_of"]

MOST_SHARED = 0.5
"""With this share of its passages in another, an item counts as a copy of it."""

_LENGTH = 8
_WORD = re.compile(r"[一-鿿]|[^\W_一-鿿]+|[^\w\s]")


def words_of(text: str) -> list[str]:
    """Return the words, numbers, signs and Chinese characters of a text, in order.

    Examples
    --------
    >>> words_of("求AB = 3.")
    ['求', 'AB', '=', '3', '.']
    """
    return _WORD.findall(text)


def passages(text: str) -> frozenset[tuple[str, ...]]:
    """Return the runs of eight words, numbers, signs or Chinese characters of a text.

    Examples
    --------
    >>> len(passages("draw(A--B--C--cycle);"))
    7
    """
    words = words_of(text)
    return frozenset(tuple(words[k : k + _LENGTH]) for k in range(len(words) - _LENGTH + 1))


def contained(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> float:
    """Return the share of the passages of the shorter text that occur in the other.

    Examples
    --------
    >>> contained(passages("a b c d e f g h i"), passages("x a b c d e f g h"))
    0.5
    """
    fewer = min(len(one), len(other))
    return len(one & other) / fewer if fewer else 0.0
