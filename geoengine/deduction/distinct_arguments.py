"""The arguments of a predicate whose points must differ."""

from __future__ import annotations

from functools import lru_cache

from geoengine.language import PREDICATES

__all__ = ["distinct_arguments"]


@lru_cache(maxsize=256)
def distinct_arguments(predicate: str, count: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of argument positions whose points must differ for a predicate.

    Examples
    --------
    >>> distinct_arguments("para", 4)
    ((0, 1), (2, 3))
    """
    groups = PREDICATES[predicate].groups
    whole = set(groups) == {1} or (len(groups) == 2 and 1 in groups)
    parts, at = [range(count)] if whole else [], 0
    for size in groups if not whole else ():
        parts.append(range(at, at + size))
        at += size
    return tuple((i, j) for part in parts for j in part for i in part if i < j)
