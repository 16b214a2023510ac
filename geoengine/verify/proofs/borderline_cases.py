"""Borderline cases of theorems: two of their points on a circle or line are the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from geoengine.catalogue import Pattern, Rule
from geoengine.errors import DegenerateStatementError

__all__ = ["borderline_cases"]

_ALWAYS_TRUE_BELOW = {"cyclic": 4, "coll": 3}
"""Of how many different points these say something at all."""


def borderline_cases(rule: Rule) -> Iterator[Rule]:
    """Yield what a rule says where two of its letters stand for one point.

    These letters are on one circle or line by a hypothesis, which then says less, or nothing: an
    end that two equal chords have in common is on the circle of both.

    Examples
    --------
    >>> from geoengine.catalogue import load_rules
    >>> cases = list(borderline_cases(load_rules()["equal_chords_equal_arcs"]))
    >>> ", ".join(map(str, cases[0].given))
    'cyclic A B C Q, cong A B A Q'
    """
    letters = rule.variables
    for position, first in enumerate(letters):
        for second in letters[position + 1 :]:
            if not any(_share_curve(pattern, first, second) for pattern in rule.given):
                continue
            same = dict(zip(letters, letters, strict=True)) | {second: first}
            hypotheses = [_left_of(pattern, same) for pattern in rule.given]
            if any(left is None for left in hypotheses):
                continue
            given = tuple(part for left in hypotheses if left for part in left)
            bound = {letter for part in given for letter in part.letters}
            then = tuple(
                _with(pattern, same)
                for pattern in rule.then
                if _makes_sense(_with(pattern, same))
                and bound >= {same[x] for x in pattern.letters}
            )
            if then:
                yield rule.model_copy(update={"given": given, "where": (), "then": then})


def _share_curve(pattern: Pattern, first: str, second: str) -> bool:
    on = pattern.letters[1:] if pattern.predicate == "circle" else pattern.letters
    return pattern.predicate in {"circle", *_ALWAYS_TRUE_BELOW} and first in on and second in on


def _left_of(pattern: Pattern, same: Mapping[str, str]) -> list[Pattern] | None:
    """What is left of a hypothesis; None if it becomes senseless."""
    written = _with(pattern, same)
    points = sorted(set(written.letters), key=written.letters.index)
    if len(points) < len(written.letters):
        if pattern.predicate in _ALWAYS_TRUE_BELOW:
            return []
        if pattern.predicate == "circle" and written.letters[0] not in written.letters[1:]:
            center, *on = points
            return [Pattern("cong", (center, a, center, b)) for a, b in combinations(on, 2)]
    if _makes_sense(written):
        return [written]
    half = len(written.letters) // 2
    sides = [written.letters[:half], written.letters[half:]]
    equal = pattern.predicate == "cong" and set(sides[0]) == set(sides[1]) and len(points) == 2
    return [] if equal else None


def _with(pattern: Pattern, same: Mapping[str, str]) -> Pattern:
    return Pattern(pattern.predicate, tuple(map(same.get, pattern.letters)), pattern.value)  # type: ignore[arg-type]


def _makes_sense(pattern: Pattern) -> bool:
    try:
        pattern.statement()
    except DegenerateStatementError:
        return False
    return True
