"""Blind guesses by the code that an item shows: its numbers, and the distances of its points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import dist, isclose

from geoengine.items.code_reading import literals

__all__ = ["code_guesses"]

_MOST_DISTANCES = 60
_WITHIN = 1e-6


def code_guesses(
    value: float,
    code: str,
    language: str,
    points: Sequence[Sequence[float]] = (),
    *,
    within: float = 0.0,
) -> dict[str, tuple[int, int]]:
    """Count the guesses at a value by the code alone.

    Parameters
    ----------
    value : float
        The answer.
    code, language : str
    points : sequence of sequence of float
        The coordinates of the points that the code names.
    within : float
        How far from the answer a guess may be.

    Returns
    -------
    dict of str to (int, int)
        For ``literal``, a number written in the code, and ``distance``, that of two points (left
        out if no points are given): how many of the different guesses are right, and how many
        there are.

    Examples
    --------
    >>> code_guesses(5, "pair A=(3,4), B=(5,1);", "asymptote", [(0, 0), (3, 4), (3, 0)])
    {'literal': (1, 4), 'distance': (1, 3)}
    """
    within = max(within, _WITHIN * abs(value))
    guesses: dict[str, list[float]] = {"literal": list(literals(code, language))}
    if points:
        distances = (
            round(dist(one, other), 9)
            for one, other in combinations(points, 2)
            if len(one) == len(other)
        )
        guesses["distance"] = list(dict.fromkeys(distances))[:_MOST_DISTANCES]
    return {
        name: (sum(isclose(guess, value, rel_tol=0, abs_tol=within) for guess in own), len(own))
        for name, own in guesses.items()
    }
