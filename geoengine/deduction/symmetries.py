"""Symmetries of rules: permutations of letters that preserve hypotheses and conclusions.

Side conditions are not regarded. The symmetries of the rules that come with geoengine are cached
between runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from geoengine.cache import cached_result, code_in
from geoengine.catalogue import Pattern, Rule, load_rules
from geoengine.deduction.frame import Ints
from geoengine.deduction.true_relations import symmetric_orders
from geoengine.language import PREDICATES, Value

__all__ = ["find_symmetries", "preserving", "rule_symmetries"]

Numbered = tuple[str, tuple[int, ...], Value | None]
"""A pattern with letter numbers."""

Orders = list[tuple[int, ...]]


def rule_symmetries(rule: Rule) -> Ints:
    """Return the symmetries of a rule, the identity first; shape (k, letters).

    Examples
    --------
    >>> rule_symmetries(load_rules()["isosceles_base_angles"]).tolist()
    [[0, 1, 2], [0, 2, 1]]
    """
    found = _cached().get(_key(rule))
    return np.array(find_symmetries(rule) if found is None else found, dtype=np.int64)


@cache
def _cached() -> dict[str, Orders]:
    """Return the symmetries of the rules that come with geoengine, by `_key`."""
    rules = {_key(rule): rule for rule in load_rules().values()}
    folder = Path(__file__).parent
    sources = [*code_in(folder), *code_in(folder.parent / "language"), *map(str.encode, rules)]
    return cached_result(
        "symmetries",
        sources,
        lambda: {key: find_symmetries(rule) for key, rule in rules.items()},
        (),
    )


def _key(rule: Rule) -> str:
    """Return the hypotheses and conclusions of a rule as text."""
    given, then = ("; ".join(map(str, patterns)) for patterns in (rule.given, rule.then))
    return f"{given} => {then}"


def find_symmetries(rule: Rule) -> Orders:
    """Find the permutations of a rule's letters that preserve its hypotheses and its conclusions.

    They are built letter by letter; a partial permutation is abandoned as soon as it maps a
    statement to one that the rule does not have.

    Returns
    -------
    list of tuple of int
        Each permutation as the numbers of the letters that the letters are mapped to, in the order
        of `Rule.variables`; the identity is the first.

    Examples
    --------
    >>> find_symmetries(load_rules()["isosceles_base_angles"])
    [(0, 1, 2), (0, 2, 1)]
    """
    number = {letter: k for k, letter in enumerate(rule.variables)}
    sides = [_numbered(patterns, number) for patterns in (rule.given, rule.then)]
    signatures = [_signature(letter, sides) for letter in range(len(number))]
    # The statements that can be checked once a letter and all before it are mapped. A permutation
    # is injective on statements, so it preserves a side if it maps the side into itself.
    due: list[list[tuple[Numbered, set[Numbered]]]] = [[] for _ in number]
    for side in sides:
        stated = {_renamed(pattern, range(len(number))) for pattern in side}
        for pattern in side:
            due[max(pattern[1])].append((pattern, stated))
    found: Orders = []

    def grow(order: tuple[int, ...]) -> None:
        count = len(order)
        if count == len(number):
            found.append(order)
            return
        for image in range(len(number)):
            if image in order or signatures[image] != signatures[count]:
                continue
            longer = (*order, image)
            if all(_renamed(pattern, longer) in stated for pattern, stated in due[count]):
                grow(longer)

    grow(())
    return found


def preserving(patterns: Sequence[Numbered], orders: Iterable[tuple[int, ...]]) -> Orders:
    """Return the permutations of letters that map patterns to each other.

    Parameters
    ----------
    patterns : sequence of (str, tuple of int, Value or None)
        Predicates with the numbers of their letters, and constants.
    orders : iterable of tuple of int
        The numbers that the letters are mapped to.

    Examples
    --------
    >>> preserving([("acute", (0, 1, 2), None)], [(0, 1, 2), (0, 2, 1), (1, 0, 2)])
    [(0, 1, 2)]
    """
    stated = {_renamed(pattern, range(64)) for pattern in patterns}
    return [
        order for order in orders if all(_renamed(pattern, order) in stated for pattern in patterns)
    ]


def _numbered(patterns: Sequence[Pattern], number: dict[str, int]) -> list[Numbered]:
    return [
        (pattern.predicate, tuple(number[letter] for letter in pattern.letters), pattern.value)
        for pattern in patterns
    ]


def _renamed(pattern: Numbered, order: Sequence[int]) -> Numbered:
    """Return a pattern after a permutation of the letters, the same for all spellings."""
    predicate, letters, value = pattern
    return predicate, _canonical(predicate, tuple(order[letter] for letter in letters)), value


@lru_cache(maxsize=65_536)
def _canonical(predicate: str, letters: tuple[int, ...]) -> tuple[int, ...]:
    """Return the letters of a statement in an order that is the same for all spellings."""
    definition = PREDICATES[predicate]
    if definition.tail is not None:
        return (*letters[: definition.tail], *sorted(letters[definition.tail :]))
    if definition.side_orders:
        sides = [tuple(sorted(letters[k : k + 2])) for k in range(0, len(letters), 2)]
        return sum(min(getter(sides) for getter in definition.side_getters), ())
    orders = symmetric_orders(predicate, len(letters))
    return min(tuple(letters[k] for k in turn) for turn in orders)


def _signature(letter: int, sides: Sequence[Sequence[Numbered]]) -> list[tuple[int, str, int]]:
    """Return an invariant of a letter: its positions, up to the symmetries of the predicates."""
    return sorted(
        (k, predicate, _least_position(predicate, len(letters), position))
        for k, side in enumerate(sides)
        for predicate, letters, _ in side
        for position, found in enumerate(letters)
        if found == letter
    )


@lru_cache(maxsize=1024)
def _least_position(predicate: str, count: int, position: int) -> int:
    """Return the least position to which symmetries of a predicate can move a position."""
    side_orders = PREDICATES[predicate].side_orders
    if side_orders:
        return min(turn.index(position // 2) for turn in side_orders)
    orders = symmetric_orders(predicate, count)
    return min(turn.index(position) for turn in orders)
