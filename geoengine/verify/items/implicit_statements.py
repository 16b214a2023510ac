"""Implicit statements: lines, circles and midpoints that a reader sees without a step of proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from geoengine.language import Statement, Surd

__all__ = ["implicit_statements"]

_SHARED_POINTS = {"coll": 2, "cyclic": 3}
"""The number of shared points that makes two lines, or two circles, coincide."""

_TWICE = Surd.of(2)


def implicit_statements(statements: Iterable[Statement]) -> list[Statement]:
    """List the consequences of statements that a reader accepts without a step of proof.

    Lines that share two points coincide, as do circles that share three. A point on a line that is
    equidistant from two others on it is their midpoint, and bisects the segment.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> texts = ["coll A B C", "coll B C D", "coll D E F", "cong A B B C"]
    >>> [str(found) for found in implicit_statements(map(parse_statement, texts))]
    ['coll A B D', 'coll A C D', 'midp B A C', 'rconst A B A C 1/2', 'rconst A C B C 2']
    """
    given = list(statements)
    lines = list(_merged(given, "coll"))
    found = [*lines, *_merged(given, "cyclic")]
    for middle, first, second in _midpoints([*given, *lines]):
        found.append(Statement("midp", (middle, first, second)))
        found += [
            Statement("rconst", (first, second, middle, end), _TWICE) for end in (first, second)
        ]
    return [statement for statement in dict.fromkeys(found) if statement not in given]


def _merged(given: Iterable[Statement], predicate: str) -> Iterator[Statement]:
    """Merge coinciding lines or circles; yield all triples of a line, or quadruples of a circle."""
    groups: list[set[str]] = []
    shared = _SHARED_POINTS[predicate]
    for statement in given:
        if statement.predicate != predicate:
            continue
        group = set(statement.points)
        while (other := next((g for g in groups if len(g & group) >= shared), None)) is not None:
            groups.remove(other)
            group |= other
        groups.append(group)
    for group in groups:
        for points in combinations(sorted(group), shared + 1):
            yield Statement(predicate, points)


def _midpoints(given: Iterable[Statement]) -> Iterator[tuple[str, str, str]]:
    """Yield each midpoint that the statements imply, followed by the ends of its segment."""
    statements = list(given)
    lines = [set(statement.points) for statement in statements if statement.predicate == "coll"]
    for statement in statements:
        points = statement.points
        if statement.predicate == "midp":
            yield points[0], points[1], points[2]
        elif statement.predicate == "cong" and len(set(points)) == 3:
            ((middle,), ends) = set(points[:2]) & set(points[2:]), set(points[:2]) ^ set(points[2:])
            first, second = sorted(ends)
            if any({middle, first, second} <= line for line in lines):
                yield middle, first, second
