"""Plainest namings: which points a statement needs, if others name the same lines and lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from geoengine.families.reasoning.premise_numbers import named_segments
from geoengine.language import Statement

__all__ = ["plainest_points"]

_DIRECTIONS = frozenset({"para", "perp", "eqangle", "aconst"})
_LENGTHS = frozenset({"cong", "eqratio", "eqprod", "rconst", "lconst"})

Pair = frozenset[str]


def plainest_points(
    statement: Statement, known: Iterable[Statement], order: Sequence[str]
) -> frozenset[str]:
    """Return the points that a statement names if each line and length has its plainest name.

    A line has the directions of those to which known statements make it parallel or perpendicular,
    or with which they put it on one line; a segment has the lengths of those to which they make it
    equal, and needs no name if its length is known. The plainest name has the earliest points.

    Parameters
    ----------
    statement : Statement
    known : iterable of Statement
    order : sequence of str
        The points, in the order of their construction.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> goal = parse_statement("eqangle A B A C D G D A")
    >>> known = [parse_statement(text) for text in ("coll D F G", "perp D F B C")]
    >>> sorted(plainest_points(goal, known, "ABCDFG"))
    ['A', 'B', 'C', 'D']
    >>> sorted(plainest_points(goal, [], "ABCDFG"))
    ['A', 'B', 'C', 'D', 'G']
    """
    if statement.predicate in _DIRECTIONS:
        alike = list(_one_direction(known))
    elif statement.predicate in _LENGTHS:
        alike = list(_one_length(known))
    else:
        return frozenset(statement.points)
    place = {point: number for number, point in enumerate(order)}
    needed: set[str] = set()
    for pair in named_segments(statement):
        same = _joined(pair, alike)
        needed |= min(same, key=lambda one: sorted((place[p] for p in one), reverse=True))
    return frozenset(needed)


def _one_direction(known: Iterable[Statement]) -> Iterator[tuple[Pair, Pair]]:
    """Yield pairs of lines that have the same direction, or perpendicular ones."""
    for one in known:
        if one.predicate in {"para", "perp"}:
            first, second = named_segments(one)
            yield first, second
        elif one.predicate == "coll":
            yield from pairwise(map(frozenset, combinations(one.points, 2)))


def _one_length(known: Iterable[Statement]) -> Iterator[tuple[Pair, Pair]]:
    """Yield pairs of equally long segments; those whose length is known equal a nameless one."""
    for one in known:
        if one.predicate == "cong":
            first, second = named_segments(one)
            yield first, second
        elif one.predicate == "lconst":
            yield frozenset(one.points), frozenset()


def _joined(pair: Pair, alike: Iterable[tuple[Pair, Pair]]) -> set[Pair]:
    """All that a pair is alike to, directly or through others."""
    links = list(alike)
    found = {pair}
    while True:
        more = {one for link in links if not found.isdisjoint(link) for one in link} - found
        if not more:
            return found
        found |= more
