"""Compiled rules: letters numbered, symmetries found, ready for grounding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter

import numpy as np

from geoengine.catalogue import Pattern, Rule
from geoengine.deduction.distinct_arguments import distinct_arguments
from geoengine.deduction.frame import Ints
from geoengine.deduction.join_plan import Node
from geoengine.deduction.kept_property import kept_property
from geoengine.deduction.symmetries import preserving, rule_symmetries
from geoengine.deduction.true_relations import BISECTOR, LISTED
from geoengine.language import Value

__all__ = [
    "Atom",
    "CompiledRule",
    "Kind",
    "compile_rule",
    "compile_rules",
    "compile_tiers",
    "conclusions",
]


Kind = tuple[str, int, Value | None]
"""A predicate, its number of arguments, and its constant (None if it has none)."""


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
    arguments : callable
        Returns the points of the arguments, given the points of all letters of the rule.
    """

    predicate: str
    letters: tuple[int, ...]
    value: Value | None
    segments: tuple[tuple[int, int], ...]
    distinct: tuple[int, ...]
    shape: tuple[int, ...]
    arguments: Callable[[list[int]], tuple[int, ...]] = field(compare=False, repr=False)

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
        The permutations of letters that map the hypotheses to themselves, and likewise the
        conclusions.
    """

    rule: Rule
    letters: int
    given: tuple[Atom, ...]
    where: tuple[Atom, ...]
    then: tuple[Atom, ...]
    symmetries: Ints

    @kept_property
    def variables(self) -> tuple[str, ...]:
        """The letters themselves, in the order of their numbers."""
        return self.rule.variables

    @kept_property
    def inverses(self) -> Ints:
        """The inverse of each symmetry, shape (k, letters)."""
        return np.argsort(self.symmetries, axis=1)

    @kept_property
    def inequivalent(self) -> tuple[int, ...]:
        """One letter of each set of letters that symmetries exchange."""
        least = self.symmetries.min(axis=0)
        return tuple(np.flatnonzero(least == np.arange(self.letters)).tolist())

    @kept_property
    def start(self) -> Node:
        """The first state of the join that lists the rule's instances: no letter is bound."""
        stated = (*self.given, *self.then)
        sources = [
            atom
            for atom in stated
            if atom.predicate in LISTED or (atom.predicate, atom.shape) == BISECTOR
        ]
        where = [(atom.predicate, atom.letters, atom.value) for atom in self.where]
        symmetries = preserving(where, map(tuple, self.symmetries.tolist()))
        return Node(self.letters, frozenset(), sources, (*stated, *self.where), symmetries)


def _atom(pattern: Pattern, number: dict[str, int]) -> Atom:
    letters = tuple(number[letter] for letter in pattern.letters)
    ends = (
        (letters[i], letters[j]) for i, j in distinct_arguments(pattern.predicate, len(letters))
    )
    segments = {(min(pair), max(pair)) for pair in ends}
    distinct = tuple(dict.fromkeys(letters))
    shape = tuple(distinct.index(letter) for letter in letters)
    return Atom(
        pattern.predicate, letters, pattern.value, tuple(sorted(segments)), distinct, shape,
        itemgetter(*letters),
    )  # fmt: skip


@lru_cache(maxsize=4096)
def compile_rule(rule: Rule) -> CompiledRule:
    """Number a rule's letters and find its symmetries."""
    number = {letter: k for k, letter in enumerate(rule.variables)}
    given = tuple(_atom(pattern, number) for pattern in rule.given)
    where = tuple(_atom(pattern, number) for pattern in rule.where)
    then = tuple(_atom(pattern, number) for pattern in rule.then)
    return CompiledRule(rule, len(number), given, where, then, rule_symmetries(rule))


@lru_cache(maxsize=16)
def compile_rules(rules: tuple[Rule, ...]) -> tuple[CompiledRule, ...]:
    """Compile rules; figures are mostly grounded by the same ones."""
    return tuple(map(compile_rule, rules))


@lru_cache(maxsize=16)
def compile_tiers(rules: tuple[Rule, ...]) -> tuple[tuple[CompiledRule, ...], ...]:
    """Compile the rules of the first tier, then those of the first two, and so on."""
    tiers = sorted({rule.tier for rule in rules}) or [1]
    return tuple(compile_rules(tuple(r for r in rules if r.tier <= tier)) for tier in tiers)


@lru_cache(maxsize=16)
def conclusions(rules: tuple[CompiledRule, ...]) -> frozenset[str]:
    """Return the predicates of the conclusions of rules."""
    return frozenset(atom.predicate for rule in rules for atom in rule.then)
