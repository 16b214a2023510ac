"""Pairs of texts that share many of their passages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

__all__ = ["near_duplicates"]

_WORDS = 8
_SHARE = 0.5


def near_duplicates(texts: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """Yield the pairs of texts of which one holds half or more of the 8-word passages of the other.

    Examples
    --------
    >>> one = "In triangle ABC the angle at A is right and AB is three"
    >>> list(near_duplicates([one, one + " units. Find BC.", "Find the area of a circle."]))
    [(0, 1, 1.0)]
    """
    passages = [_passages(text) for text in texts]
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, own in enumerate(passages):
        for passage in own:
            holders[passage].append(number)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for numbers in holders.values():
        for at, first in enumerate(numbers):
            for second in numbers[at + 1 :]:
                shared[first, second] += 1
    for (first, second), count in sorted(shared.items()):
        share = count / min(len(passages[first]), len(passages[second]))
        if share >= _SHARE:
            yield first, second, share


def _passages(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+|[^\w\s$]", text.lower())
    return {tuple(words[k : k + _WORDS]) for k in range(len(words) - _WORDS + 1)}
