"""Statements about many points of a line or a circle, divided into those that rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from geoengine.deduction.fact import Fact
from geoengine.language import Statement

__all__ = ["covers", "parts_of", "premise_facts"]

_SIZES = {"coll": 3, "cyclic": 4}
"""The number of points in statements of rules, for predicates of any number of points."""


def parts_of(statement: Statement) -> tuple[Statement, ...]:
    """Split a statement about many points of a line or circle into triples or quadruples.

    The parts share their first points and together say the same. Other statements are their own
    only part.
    """
    size = _SIZES.get(statement.predicate, len(statement.points))
    first, rest = statement.points[: size - 1], statement.points[size - 1 :]
    if len(rest) == 1:
        return (statement,)
    return tuple(Statement(statement.predicate, (*first, point)) for point in rest)


def covers(premise: Statement, statement: Statement) -> bool:
    """Return whether a premise is about all points of a statement and more, on the same curve.

    Only statements about points of a line or circle cover others.
    """
    return (
        premise.predicate == statement.predicate
        and premise.predicate in _SIZES
        and set(premise.points) > set(statement.points)
    )


def premise_facts(premises: Sequence[Statement], number: Mapping[str, int]) -> list[Fact]:
    """Return the premises as facts.

    One about a line becomes a fact for every three of its points, one about a circle a fact for
    every four.
    """
    facts: list[Fact] = []
    for premise in premises:
        points = tuple(number[point] for point in premise.points)
        size = _SIZES.get(premise.predicate, len(points))
        facts += [
            Fact(premise.predicate, part, premise.value) for part in combinations(points, size)
        ]
    return facts
