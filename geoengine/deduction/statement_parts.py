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
    """Split a statement that many points are collinear or concyclic into triples or quadruples.

    The parts share all their points but the last, and together say the same as the statement. Any
    other statement is returned whole.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> [str(part) for part in parts_of(parse_statement("coll A B C D"))]
    ['coll A B C', 'coll A B D']
    """
    size = _SIZES.get(statement.predicate)
    if size is None or len(statement.points) == size:
        return (statement,)
    first, rest = statement.points[: size - 1], statement.points[size - 1 :]
    return tuple(Statement(statement.predicate, (*first, point)) for point in rest)


def covers(premise: Statement, statement: Statement) -> bool:
    """Return whether a premise puts the points of a statement, and others, on one line or circle.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> covers(parse_statement("coll A B C D"), parse_statement("coll A C D"))
    True
    >>> covers(parse_statement("coll A B C"), parse_statement("coll A B C"))
    False
    """
    return (
        premise.predicate == statement.predicate
        and premise.predicate in _SIZES
        and set(premise.points) > set(statement.points)
    )


def premise_facts(premises: Sequence[Statement], number: Mapping[str, int]) -> list[Fact]:
    """Return the premises as facts about numbered points.

    A premise that points are collinear becomes a fact for every three of them; one that they are
    concyclic, a fact for every four.

    Parameters
    ----------
    premises : sequence of Statement
    number : mapping of str to int
        The number of each point.
    """
    facts: list[Fact] = []
    for premise in premises:
        points = tuple([number[point] for point in premise.points])
        size = _SIZES.get(premise.predicate, len(points))
        facts += [
            Fact(premise.predicate, part, premise.value) for part in combinations(points, size)
        ]
    return facts
