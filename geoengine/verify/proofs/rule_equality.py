"""Equality of rules, up to the names of letters and the order of statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from geoengine.catalogue import Rule
from geoengine.language import PREDICATES, Statement

__all__ = ["same_rule"]

Part = tuple[str, frozenset[Statement]]
Mark = tuple[object, ...]


def same_rule(one: Rule, other: Rule) -> bool:
    """Whether two rules are equal up to the names of letters and the symmetries of statements.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> rule = load_rules()["midpoint_equidistant"]
    >>> renamed = {"given": ["midp P X Y"], "then": ["cong Y P X P"]}
    >>> same_rule(rule, Rule.model_validate({**rule.model_dump(), **renamed}))
    True
    """
    our_marks, their_marks = _marks(one), _marks(other)
    if Counter(our_marks.values()) != Counter(their_marks.values()):
        return False
    # The letters with the fewest counterparts first.
    counts = Counter(their_marks.values())
    letters = sorted(our_marks, key=lambda letter: counts[our_marks[letter]])
    choices = {
        letter: [found for found, mark in their_marks.items() if mark == our_marks[letter]]
        for letter in letters
    }
    return _match(letters, choices, {}, _parts(one), _parts(other))


def _parts(rule: Rule) -> list[Part]:
    return [
        (part, frozenset(pattern.statement() for pattern in patterns))
        for part, patterns in (("given", rule.given), ("where", rule.where), ("then", rule.then))
    ]


@lru_cache(maxsize=1024)
def _marks(rule: Rule) -> dict[str, Mark]:
    """The places of each letter, up to the symmetries of statements."""
    seen: dict[str, list[Mark]] = {}
    for part, statements in _parts(rule):
        for statement in statements:
            for place, letter in enumerate(statement.points):
                mark = (part, statement.predicate, _least(statement.predicate, place))
                seen.setdefault(letter, []).append(mark)
    return {letter: tuple(sorted(marks, key=repr)) for letter, marks in seen.items()}


@lru_cache(maxsize=1024)
def _least(predicate: str, place: int) -> int:
    """The first place to which the symmetries of a predicate can bring a place."""
    definition = PREDICATES[predicate]
    if definition.tail is not None:
        return min(place, definition.tail)
    return min(image.order.index(place) for image in definition.symmetries)


def _match(
    letters: list[str],
    choices: Mapping[str, list[str]],
    names: dict[str, str],
    ours: list[Part],
    theirs: list[Part],
) -> bool:
    """Whether the names found so far can be completed."""
    for (_, mine), (_, wanted) in zip(ours, theirs, strict=True):
        if len(mine) != len(wanted):
            return False
        for statement in mine:
            known = all(point in names for point in statement.points)
            if known and statement.renamed(names) not in wanted:
                return False
    if not letters:
        return True
    return any(
        _match(letters[1:], choices, {**names, letters[0]: letter}, ours, theirs)
        for letter in choices[letters[0]]
        if letter not in names.values()
    )
