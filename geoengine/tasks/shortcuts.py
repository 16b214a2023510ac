"""Shortcuts: what a reader can go by who sees the options and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from geoengine.language import Statement

__all__ = ["UNIT", "ranks", "shortcuts", "words"]

UNIT = 12
"""Chances among up to four options are whole twelfths."""

_WORD = re.compile(r"[A-Za-z]+|\d+|[\u4e00-\u9fff]")
"""A word, a number, or a Chinese character."""

_NUMBER = re.compile(r"\d+(?:/\d+)?")
_POINT = re.compile(r"[A-Z]")


def shortcuts(
    options: Sequence[str],
    key: int,
    goal: Statement | None = None,
    more: Sequence[Mapping[str, float]] = (),
) -> dict[str, list[str]]:
    """How likely the key has each rank among the options, by each feature that shows.

    Parameters
    ----------
    options : sequence of str
    key : int
        Number of the correct option, from 1.
    goal : Statement, optional
        Where the question is about one.
    more : sequence of mapping of str to float
        For every option the marks by further features, which the question shows.

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
    said = [words(option) for option in options]
    marks: dict[str, list[float]] = {
        "length": [len(option) for option in options],
        "shared": [sum(len(one & other) for other in said) - len(one) for one in said],
    }
    letters = [sorted(_POINT.findall(option)) for option in options]
    if all(letters):
        marks["letters"] = [sum(map(ord, found)) / len(found) for found in letters]
    numbers = [_NUMBER.search(option) for option in options]
    found = [float(Fraction(number[0])) for number in numbers if number]
    if len(found) == len(options):
        marks["number"] = found
    if goal is not None:
        asked = set(goal.points)
        marks["goal"] = [sum(any(p in word for word in one) for p in asked) for one in said]
        points = [set(_POINT.findall(option)) for option in options]
        marks["beyond"] = [len(found - asked) for found in points]
    for name in more[0] if more else ():
        marks[name] = [own[name] for own in more]
    return {
        name: [str(Fraction(chance, UNIT)) for chance in ranks(mark, key)]
        for name, mark in marks.items()
    }


def words(text: str) -> set[str]:
    """The words of an option, by which it resembles others.

    Examples
    --------
    >>> sorted(words("AB:CD = 1/2")), sorted(words("A、B共线"))
    (['1', '2', 'AB', 'CD'], ['A', 'B', '共', '线'])
    """
    return set(_WORD.findall(text))


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
