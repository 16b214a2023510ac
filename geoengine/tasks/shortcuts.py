"""Shortcuts: how a reader fares who sees the options and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from geoengine.language import Statement

__all__ = ["shortcuts"]

_WORD = re.compile(r"[A-Za-z]+|\d+")


def shortcuts(options: Sequence[str], key: int, goal: Statement | None = None) -> dict[str, str]:
    """How likely each blind guess is to hit the key, as an exact fraction; 1/4 tells nothing.

    A split whose means over these are all near 1/4 cannot be answered by them.

    Parameters
    ----------
    options : sequence of str
    key : int
        Number of the correct option, from 1.
    goal : Statement, optional
        Where the question is about one.

    Examples
    --------
    >>> shortcuts(["AB = 6", "AB = 12", "CD = 6", "CD = 8"], 1)
    {'longest': '0', 'shortest': '1/3', 'most_shared': '1/2', 'least_shared': '0'}
    """
    words = [set(_WORD.findall(option)) for option in options]
    marks: dict[str, tuple[str, Callable[[int], float]]] = {
        "length": ("longest shortest", lambda k: len(options[k])),
        "shared": (
            "most_shared least_shared",
            lambda k: sum(len(words[k] & other) for other in words) - len(words[k]),
        ),
    }
    if goal is not None:
        asked = set(goal.points)
        marks["goal"] = (
            "most_of_goal least_of_goal",
            lambda k: sum(any(p in word for word in words[k]) for p in asked),
        )
    found: dict[str, str] = {}
    for names, mark in marks.values():
        values = [mark(k) for k in range(len(options))]
        for name, best in zip(names.split(), (max(values), min(values)), strict=True):
            hits = [k for k, value in enumerate(values, start=1) if value == best]
            found[name] = str(Fraction(key in hits, len(hits)))
    return found
