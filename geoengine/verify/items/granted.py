"""What a reader takes for granted: lines, circles and midpoints, seen in what is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from geoengine.language import Statement, Surd

__all__ = ["granted"]

_COMMON = {"coll": 2, "cyclic": 3}
"""So many common points make two lines, or two circles, one."""

_TWICE = Surd.of(2)


def granted(statements: Iterable[Statement]) -> list[Statement]:
    """What is not said, but needs no step for who reads the statements.

    Lines with two common points are one, and circles with three; a point of a line that is equally
    far from two others is their midpoint, and halves the segment.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> said = ["coll A B C", "coll B C D", "coll D E F", "cong A B B C"]
    >>> [str(found) for found in granted(map(parse_statement, said))]
    ['coll A B D', 'coll A C D', 'midp B A C', 'rconst A B A C 1/2', 'rconst A C B C 2']
    """
    given = list(statements)
    lines = list(_joined(given, "coll"))
    found = [*lines, *_joined(given, "cyclic")]
    for middle, first, second in _midpoints([*given, *lines]):
        found.append(Statement("midp", (middle, first, second)))
        found += [
            Statement("rconst", (first, second, middle, end), _TWICE) for end in (first, second)
        ]
    return [statement for statement in dict.fromkeys(found) if statement not in given]


def _joined(given: Iterable[Statement], predicate: str) -> Iterator[Statement]:
    """Every three points of a line, or four of a circle, with all that are said to be on it."""
    groups: list[set[str]] = []
    common = _COMMON[predicate]
    for statement in given:
        if statement.predicate != predicate:
            continue
        group = set(statement.points)
        while (other := next((g for g in groups if len(g & group) >= common), None)) is not None:
            groups.remove(other)
            group |= other
        groups.append(group)
    for group in groups:
        for points in combinations(sorted(group), common + 1):
            yield Statement(predicate, points)


def _midpoints(given: Iterable[Statement]) -> Iterator[tuple[str, str, str]]:
    """Points that are said to be in the middle of two others, with these."""
    told = list(given)
    lines = [set(statement.points) for statement in told if statement.predicate == "coll"]
    for statement in told:
        points = statement.points
        if statement.predicate == "midp":
            yield points[0], points[1], points[2]
        elif statement.predicate == "cong" and len(set(points)) == 3:
            ((middle,), ends) = set(points[:2]) & set(points[2:]), set(points[:2]) ^ set(points[2:])
            first, second = sorted(ends)
            if any({middle, first, second} <= line for line in lines):
                yield middle, first, second
