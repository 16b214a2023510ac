"""Features of options by which a reader could guess the key without geometry."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from geoengine.language import parse_statement

__all__ = ["constructions_of", "features", "likeness", "points_named"]

_WORD = re.compile(r"[A-Za-z]+|\d+|[\u4e00-\u9fff]")
"""A word, a number, or a Chinese character."""

_NUMBER = re.compile(r"\d+(?:/\d+)?")


def features(
    options: Sequence[str],
    *,
    evidence: Sequence[Mapping[str, Any]] = (),
    marks: Sequence[Mapping[str, float]] = (),
    asked: Collection[str] | None = None,
) -> dict[str, Any]:
    """Features of the options of an item, by which its key might be guessed.

    Parameters
    ----------
    options : sequence of str
    evidence : sequence of mapping
        The certificate's entry for each option.
    marks : sequence of mapping
        Further visible features of each option.
    asked : collection of str, optional
        The points that the question names of its goal, if it has one.

    Returns
    -------
    dict
        ``marks``: for each feature the rank of each option, from 0, with ties equal. ``tokens``:
        for each option the id of its theorem, the constructions of its point, or the predicates of
        its statements.

    Examples
    --------
    >>> found = features(["AB = 6", "AB = 12", "CD = 6", "CD = 8"])
    >>> found["marks"]["length"], found["marks"]["number"]
    ([0, 1, 0, 0], [0, 2, 0, 1])
    """
    found: dict[str, list[float]] = {
        "length": [len(option) for option in options],
        "shared": list(likeness(options)),
    }
    numbers = [_NUMBER.search(option) for option in options]
    values = [float(Fraction(number[0])) for number in numbers if number]
    if len(values) == len(options):
        found["number"] = values
    named = [points_named(entry) for entry in evidence]
    if named and all(named):
        found["letters"] = [_mean_letter(points) for points in named]
        if asked is not None:
            found["goal"] = [len(set(asked).intersection(points)) for points in named]
            found["beyond"] = [len(set(points).difference(asked)) for points in named]
    for name in marks[0] if marks else ():
        found[name] = [mark[name] for mark in marks]
    return {
        "marks": {name: _ranked(values) for name, values in found.items()},
        "tokens": [_tokens(entry) for entry in evidence],
    }


def _ranked(values: Sequence[float]) -> list[int]:
    """The rank of each value among the distinct ones, as an exact substitute for the value."""
    order = sorted(set(values))
    return [order.index(value) for value in values]


def _tokens(entry: Mapping[str, Any]) -> list[str]:
    """The tokens of an option: its theorem, its constructions, or the predicates it states."""
    if "rule" in entry:
        return [entry["rule"]]
    if "clause" in entry:
        return constructions_of(entry["clause"])
    if "statements" in entry:
        return sorted({text.split()[0] for text in entry["statements"]})
    return [entry["statement"].split()[0]] if "statement" in entry else []


def points_named(entry: Mapping[str, Any]) -> list[str]:
    """The points that an option names, according to its certificate; none for theorems and steps.

    Examples
    --------
    >>> points_named({"statement": "cong A B A C"}), points_named({"rule": "ceva"})
    (['A', 'B', 'A', 'C'], [])
    >>> points_named({"clause": "X = on_line X A B, on_circle X O A"})
    ['A', 'B', 'O', 'A']
    """
    if "rule" in entry or "step" in entry:
        return []
    if "clause" in entry:
        return _start_points(entry["clause"])
    texts = entry.get("statements") or [entry.get("statement", "")]
    return [point for text in texts if text for point in parse_statement(text).points]


def constructions_of(clause: str) -> list[str]:
    """The constructions that the clause of a single point uses.

    Examples
    --------
    >>> constructions_of("X = on_line X A B, on_circle X O A")
    ['on_line', 'on_circle']
    """
    return [construction for construction, *_ in _calls(clause)]


def _start_points(clause: str) -> list[str]:
    """The points from which the clause of a single point constructs it."""
    point = clause.partition(" = ")[0]
    words = [word for _, *arguments in _calls(clause) for word in arguments]
    return [word for word in words if word != point and word[0].isalpha()]


def _calls(clause: str) -> list[list[str]]:
    """The words of each call in a clause: the construction, then its arguments."""
    return [call.split() for call in clause.partition(" = ")[2].split(", ")]


def _mean_letter(points: Sequence[str]) -> float:
    """The mean position of the points' first letters in the alphabet, up to a constant."""
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
