"""Diversity: how evenly kinds of things occur, and which theorems are only ever right or wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, log2

from geoengine.report.collection import CountedItem

__all__ = ["Entropy", "TheoremRole", "constructions_in", "entropy", "theorem_roles"]

_LEVEL = 0.05
"""The corrected probability below which an absence is not put down to chance."""


@dataclass(frozen=True, slots=True)
class Entropy:
    """The entropy of a distribution.

    Attributes
    ----------
    count : int
        The number of values counted.
    kinds : int
        How many different values there are.
    bits : float
        The entropy, from 0 to the logarithm of `kinds`.
    share : float or None
        `bits` as a share of that maximum; None if there is only one kind.
    """

    count: int
    kinds: int
    bits: float
    share: float | None


def entropy(values: Iterable[str]) -> Entropy | None:
    """Return the entropy of the frequencies of values, in bits; None if there are no values.

    Examples
    --------
    >>> entropy("AABB")
    Entropy(count=4, kinds=2, bits=1.0, share=1.0)
    >>> entropy("AAAA")
    Entropy(count=4, kinds=1, bits=0.0, share=None)
    """
    counts = Counter(values)
    total, kinds = counts.total(), len(counts)
    if not total:
        return None
    bits = fsum(count / total * log2(total / count) for count in counts.values())
    return Entropy(total, kinds, bits, bits / log2(kinds) if kinds > 1 else None)


def constructions_in(questions: Iterable[CountedItem]) -> list[str]:
    """Return the names of the constructions in the problems of items.

    Several items about one problem count it once; a construction that it uses twice counts twice.
    """
    by_problem = {q.problem: q.constructions for q in questions if q.constructions}
    return [name for names in by_problem.values() for name in names]


@dataclass(frozen=True, slots=True)
class TheoremRole:
    """How often a theorem is offered, and how often it is right.

    Attributes
    ----------
    theorem : str
    offered, right : int
        The number of items that offer it, and of those in which it is right.
    p : float
        For a theorem that is always right, or always wrong, the probability of that if keys were
        drawn at random, times the number of theorems of the task; otherwise 1.
    """

    theorem: str
    offered: int
    right: int
    p: float

    @property
    def verdict(self) -> str | None:
        """What chance does not explain; None if there is nothing of that kind."""
        if self.p >= _LEVEL:
            return None
        return "only ever right" if self.right else "only ever wrong"


def theorem_roles(questions: Sequence[CountedItem]) -> list[TheoremRole]:
    """Return the roles of the theorems offered by items of one task, the commonest first.

    Examples
    --------
    >>> def item(key, *theorems):
    ...     return CountedItem("demo", None, theorems, key, 9, "s", theorems=theorems)
    >>> for role in theorem_roles([item(1, "Ceva", "Pappus")] * 8 + [item(1, "Ceva", "Miquel")]):
    ...     print(role.theorem, role.offered, role.right, round(role.p, 4), role.verdict)
    Ceva 9 9 0.0059 only ever right
    Pappus 8 0 0.0117 only ever wrong
    Miquel 1 0 1.0 None
    """
    offered: Counter[str] = Counter()
    right: Counter[str] = Counter()
    always: dict[str, float] = {}
    never: dict[str, float] = {}
    for question in questions:
        if question.key is None:
            continue
        chance = 1 / len(question.options) if question.options else 1.0
        for number, theorem in enumerate(question.theorems, start=1):
            if theorem:
                offered[theorem] += 1
                right[theorem] += number == question.key
                always[theorem] = always.get(theorem, 1.0) * chance
                never[theorem] = never.get(theorem, 1.0) * (1 - chance)

    def p(theorem: str) -> float:
        if 0 < right[theorem] < offered[theorem]:
            return 1.0
        return min(1.0, len(offered) * (always if right[theorem] else never)[theorem])

    found = [TheoremRole(one, offered[one], right[one], p(one)) for one in offered]
    return sorted(found, key=lambda role: (-role.offered, role.theorem))
