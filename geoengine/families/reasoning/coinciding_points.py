"""Theorems where two of their points coincide, and so a hypothesis is empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import Literal

from geoengine.catalogue import Pattern, Rule, load_rules
from geoengine.errors import StatementError
from geoengine.families.reasoning.theorems import both_orientations

__all__ = ["with_coinciding_points"]

_EMPTY = frozenset({"cyclic", "coll"})
"""What says nothing of one point less: any three points are on a circle, any two on a line."""


@lru_cache(maxsize=256)
def with_coinciding_points(theorem: str) -> tuple[Rule, ...]:
    """Return what a theorem says where two of its points on a circle or line coincide.

    The rules of the deduction suppose that these are different. A reader does not: two equal
    chords, for example, may have a common end. Conditions on the figure are left out.

    Examples
    --------
    >>> found = with_coinciding_points("equal_chords_equal_arcs")
    >>> sorted({", ".join(map(str, rule.given)) for rule in found})[0]
    'cyclic A B C P, cong A B P A'
    """
    found = {}
    for one in both_orientations(theorem):
        for rule in _merged(load_rules()[one]):
            found[rule.given, rule.then] = rule
    return tuple(found.values())


def _merged(rule: Rule) -> Iterator[Rule]:
    together = {
        pair
        for pattern in rule.given
        if pattern.predicate in _EMPTY | {"circle"}
        for pair in permutations(pattern.letters, 2)
    }
    for kept, lost in sorted(together):
        names = {letter: kept if letter == lost else letter for letter in rule.variables}
        given, then = (
            [_with_names(pattern, names) for pattern in part] for part in (rule.given, rule.then)
        )
        if None in given:
            continue
        said = tuple(one for one in given if one)
        known = {letter for one in said for letter in one.letters}
        concluded = tuple(one for one in then if one and known.issuperset(one.letters))
        if concluded:
            yield rule.model_copy(update={"given": said, "where": (), "then": concluded})


def _with_names(pattern: Pattern, names: Mapping[str, str]) -> Pattern | Literal[False] | None:
    """A pattern about points with other names; False if it is empty, None if it makes no sense."""
    renamed = replace(pattern, letters=tuple(names[letter] for letter in pattern.letters))
    with suppress(StatementError):
        renamed.statement()
        return renamed
    different = tuple(dict.fromkeys(renamed.letters))
    if pattern.predicate == "circle" and renamed.letters.count(different[0]) == 1:
        # The center is as far from two points as from three.
        ends = different[1:]
        if len(ends) == 2:
            return Pattern("cong", (different[0], ends[0], different[0], ends[1]))
        return replace(pattern, letters=different)
    if pattern.predicate in _EMPTY and len(different) == len(renamed.letters) - 1:
        return False
    return False if _has_equal_sides(renamed) else None


def _has_equal_sides(pattern: Pattern) -> bool:
    """Whether both sides of an equation are the same segments or angles."""
    if pattern.predicate not in {"cong", "eqratio", "eqangle"}:
        return False
    ends = iter(pattern.letters)
    terms = [frozenset(pair) for pair in zip(ends, ends, strict=True)]
    half = len(terms) // 2
    exchanged = [terms[k] for k in (0, 2, 1, 3)] if half == 2 else terms
    return any(
        set(map(len, order)) == {2} and order[:half] == order[half:] for order in (terms, exchanged)
    )
