"""Shortcuts: what a reader can go by who sees the options and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from geoengine.language import Statement, parse_statement

__all__ = ["UNIT", "likeness", "points_named", "ranks", "shortcuts"]

UNIT = 12
"""Chances among up to four options are whole twelfths."""

_WORD = re.compile(r"[A-Za-z]+|\d+|[\u4e00-\u9fff]")
"""A word, a number, or a Chinese character."""

_NUMBER = re.compile(r"\d+(?:/\d+)?")


def shortcuts(
    options: Sequence[str],
    key: int,
    *,
    evidence: Sequence[Mapping[str, Any]] = (),
    goal: Statement | None = None,
) -> dict[str, list[str]]:
    """How likely the key has each rank among the options, by each feature that shows.

    Parameters
    ----------
    options : sequence of str
    key : int
        Number of the correct option, from 1.
    evidence : sequence of mapping
        What the certificate says of each option; ``marks`` are features that the question shows.
    goal : Statement, optional
        Where the question is about one.

    Returns
    -------
    dict of str to list of str
        For each feature the chances of the ranks, from the lowest, as exact fractions: ties are
        broken by chance. A reader who always takes the option of one rank by one feature hits the
        key as often as the mean of these chances tells; 1/4 tells nothing.

    Examples
    --------
    >>> found = shortcuts(["AB = 6", "AB = 12", "CD = 6", "CD = 8"], 1)
    >>> found["length"], found["number"]
    (['1/3', '1/3', '1/3', '0'], ['1/2', '1/2', '0', '0'])
    """
    marks: dict[str, list[float]] = {
        "length": [len(option) for option in options],
        "shared": list(likeness(options)),
    }
    numbers = [_NUMBER.search(option) for option in options]
    found = [float(Fraction(number[0])) for number in numbers if number]
    if len(found) == len(options):
        marks["number"] = found
    named = [points_named(entry) for entry in evidence]
    if named and all(named):
        marks["letters"] = [_place(points) for points in named]
        if goal is not None:
            asked = set(goal.points)
            marks["goal"] = [len(asked.intersection(points)) for points in named]
            marks["beyond"] = [len(set(points) - asked) for points in named]
    for name in evidence[0].get("marks", ()) if evidence else ():
        marks[name] = [entry["marks"][name] for entry in evidence]
    return {
        name: [str(Fraction(chance, UNIT)) for chance in ranks(mark, key)]
        for name, mark in marks.items()
    }


def points_named(entry: Mapping[str, Any]) -> list[str]:
    """The points that an option names, as its certificate tells: all where it offers statements.

    Examples
    --------
    >>> points_named({"statement": "cong A B A C"}), points_named({"rule": "ceva"})
    (['A', 'B', 'A', 'C'], [])
    """
    if "rule" in entry or "step" in entry:
        return []
    texts = entry.get("statements") or [entry.get("statement", "")]
    return [point for text in texts if text for point in parse_statement(text).points]


def _place(points: Sequence[str]) -> float:
    """Where the points' names stand in the alphabet, on average."""
    return sum(ord(name[0]) for name in points) / len(points)


def likeness(options: Sequence[str]) -> list[int]:
    """How many words each option has in common with the others.

    Examples
    --------
    >>> likeness(["AB = 1/2", "AB = 2", "CD = 3"]), likeness(["A、B共线", "A、C共线", "D、E共圆"])
    ([2, 2, 0], [4, 4, 2])
    """
    words = [set(_WORD.findall(option)) for option in options]
    return [sum(len(one & other) for other in words) - len(one) for one in words]


def ranks(marks: Sequence[float], key: int) -> list[int]:
    """The chances of the key's ranks, from the lowest mark, ties broken by chance; in twelfths.

    Examples
    --------
    >>> ranks([7, 7, 1, 9], 1)
    [0, 6, 6, 0]
    """
    own = marks[key - 1]
    lower = sum(mark < own for mark in marks)
    ties = sum(mark == own for mark in marks)
    return [UNIT // ties if lower <= rank < lower + ties else 0 for rank in range(len(marks))]
