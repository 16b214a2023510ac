"""Rules that say the same, in other letters or another order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from geoengine.catalogue import Rule
from geoengine.language import Statement

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
    ours, theirs = _parts(one), _parts(other)
    our_marks, their_marks = _marks(ours), _marks(theirs)
    if Counter(our_marks.values()) != Counter(their_marks.values()):
        return False
    # The letters with the fewest counterparts first.
    counts = Counter(their_marks.values())
    letters = sorted(our_marks, key=lambda letter: counts[our_marks[letter]])
    choices = {
        letter: [theirs for theirs, mark in their_marks.items() if mark == our_marks[letter]]
        for letter in letters
    }
    return _match(letters, choices, {}, ours, theirs)


def _parts(rule: Rule) -> list[Part]:
    return [
        (part, frozenset(pattern.statement() for pattern in patterns))
        for part, patterns in (("given", rule.given), ("where", rule.where), ("then", rule.then))
    ]


def _marks(parts: list[Part]) -> dict[str, Mark]:
    """For each letter where it stands, up to the symmetries of statements."""
    seen: dict[str, list[Mark]] = {}
    for part, statements in parts:
        for statement in statements:
            for place, letter in enumerate(statement.points):
                mark = (part, statement.predicate, len(statement.points), _least(statement, place))
                seen.setdefault(letter, []).append(mark)
    return {letter: tuple(sorted(marks, key=repr)) for letter, marks in seen.items()}


def _least(statement: Statement, place: int) -> int:
    """The first place to which the symmetries of a statement can bring a place."""
    tail = statement.definition.tail
    if tail is not None:
        return min(place, tail)
    return min(image.order.index(place) for image in statement.definition.symmetries)


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
