"""Compiled rules: letters numbered, symmetries found, ready for grounding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from geoengine.catalogue import Pattern, Rule
from geoengine.deduction.frame import Ints
from geoengine.deduction.plan import Node
from geoengine.deduction.relations import BISECTOR, LISTED, symmetric_orders
from geoengine.language import PREDICATES, Value

__all__ = ["Atom", "CompiledRule", "Kind", "apart", "compile_rule"]


Kind = tuple[str, int, Value | None]
"""A predicate, its number of arguments, and its constant."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A pattern over letter numbers.

    Attributes
    ----------
    letters : tuple of int
        The letter number of each argument.
    segments : tuple of (int, int)
        Pairs of letters that must be different points, or the statement is degenerate.
    distinct : tuple of int
        The letters, each once, in order of appearance.
    shape : tuple of int
        The position of each argument's letter in `distinct`.
    """

    predicate: str
    letters: tuple[int, ...]
    value: Value | None
    segments: tuple[tuple[int, int], ...]
    distinct: tuple[int, ...]
    shape: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        """The meaning of the atom, apart from its letters."""
        return self.predicate, len(self.letters), self.value


@dataclass(frozen=True, eq=False)
class CompiledRule:
    """A rule over letter numbers, with its symmetries.

    Attributes
    ----------
    symmetries : ndarray, shape (k, letters)
        The permutations of letters that map the hypotheses, and the conclusions, to themselves.
    """

    rule: Rule
    letters: int
    given: tuple[Atom, ...]
    where: tuple[Atom, ...]
    then: tuple[Atom, ...]
    symmetries: Ints

    @cached_property
    def places(self) -> Ints:
        """The inverse of each symmetry, shape (k, letters)."""
        return np.argsort(self.symmetries, axis=1)

    @cached_property
    def start(self) -> Node:
        """The state of the join before any letter is bound."""
        stated = (*self.given, *self.then)
        sources = [
            atom
            for atom in stated
            if atom.predicate in LISTED or (atom.predicate, atom.shape) == BISECTOR
        ]
        return Node(self.letters, frozenset(), sources, (*stated, *self.where))


@lru_cache(maxsize=256)
def apart(predicate: str, count: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of arguments that must be different points for a predicate."""
    groups = PREDICATES[predicate].groups
    whole = set(groups) == {1} or (len(groups) == 2 and 1 in groups)
    parts, at = [range(count)] if whole else [], 0
    for size in groups if not whole else ():
        parts.append(range(at, at + size))
        at += size
    return tuple((i, j) for part in parts for j in part for i in part if i < j)


def _atom(pattern: Pattern, number: dict[str, int]) -> Atom:
    letters = tuple(number[letter] for letter in pattern.letters)
    ends = ((letters[i], letters[j]) for i, j in apart(pattern.predicate, len(letters)))
    segments = {(min(pair), max(pair)) for pair in ends}
    distinct = tuple(dict.fromkeys(letters))
    shape = tuple(distinct.index(letter) for letter in letters)
    return Atom(pattern.predicate, letters, pattern.value, tuple(sorted(segments)), distinct, shape)


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


def _renamed(atom: Atom, order: Sequence[int]) -> tuple[object, ...]:
    """Return a key of an atom after a permutation of the letters, the same for all spellings."""
    letters = tuple(order[letter] for letter in atom.letters)
    return atom.predicate, _canonical(atom.predicate, letters), atom.value


def _signature(letter: int, given: Sequence[Atom], then: Sequence[Atom]) -> tuple[object, ...]:
    """Return an invariant of a letter: its positions, up to the symmetries of the atoms."""
    seen = []
    for side, atoms in (("given", given), ("then", then)):
        for atom in atoms:
            for position, found in enumerate(atom.letters):
                if found == letter:
                    least = _least_position(atom.predicate, len(atom.letters), position)
                    seen.append((side, atom.predicate, least))
    return tuple(sorted(seen))


@lru_cache(maxsize=1024)
def _least_position(predicate: str, count: int, position: int) -> int:
    """Return the least position to which symmetries of a predicate can move a position."""
    side_orders = PREDICATES[predicate].side_orders
    if side_orders:
        return min(turn.index(position // 2) for turn in side_orders)
    orders = symmetric_orders(predicate, count)
    return min(turn.index(position) for turn in orders)


def _symmetries(letters: int, given: Sequence[Atom], then: Sequence[Atom]) -> Ints:
    """Find the permutations of letters that preserve the hypotheses and the conclusions.

    They are built letter by letter; a partial one is abandoned as soon as an atom whose letters are
    all mapped has no counterpart.
    """
    signatures = [_signature(letter, given, then) for letter in range(letters)]
    # Which atoms can be looked at once a letter and all before it are mapped. A permutation maps
    # different atoms to different ones: where each of a side is mapped into the side, they fill it.
    due: list[list[tuple[Atom, set[tuple[object, ...]]]]] = [[] for _ in range(letters)]
    for atoms in (given, then):
        stated = {_renamed(atom, range(letters)) for atom in atoms}
        for atom in atoms:
            due[max(atom.letters)].append((atom, stated))
    found: list[list[int]] = []

    def grow(order: list[int]) -> None:
        count = len(order)
        if count == letters:
            found.append(order)
            return
        for image in range(letters):
            if image in order or signatures[image] != signatures[count]:
                continue
            longer = [*order, image]
            if all(_renamed(atom, longer) in stated for atom, stated in due[count]):
                grow(longer)

    grow([])
    return np.array(found, dtype=np.int64)


@lru_cache(maxsize=4096)
def compile_rule(rule: Rule) -> CompiledRule:
    """Number a rule's letters and find its symmetries."""
    number = {letter: k for k, letter in enumerate(rule.variables)}
    given = tuple(_atom(pattern, number) for pattern in rule.given)
    where = tuple(_atom(pattern, number) for pattern in rule.where)
    then = tuple(_atom(pattern, number) for pattern in rule.then)
    return CompiledRule(
        rule, len(number), given, where, then, _symmetries(len(number), given, then)
    )
