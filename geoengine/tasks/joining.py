"""Joining: what is said of lines and circles, put together where it is about the same ones."""

from __future__ import annotations

from collections.abc import Iterable

from geoengine.language import Statement

__all__ = ["joined"]

_COMMON = {"coll": 2, "cyclic": 3}
"""So many common points make two lines, or two circles, one."""


def joined(statements: Iterable[Statement]) -> list[Statement]:
    """The lines and circles of some statements, each with all the points that are said to be on it.

    Only those are returned that no statement names as they are.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> said = ["coll A B C", "coll B C D", "coll D E F", "cong A B C D"]
    >>> [str(found) for found in joined(map(parse_statement, said))]
    ['coll A B C D']
    """
    given = list(statements)
    found: list[Statement] = []
    for predicate, common in _COMMON.items():
        groups: list[set[str]] = []
        for statement in given:
            if statement.predicate != predicate:
                continue
            group = set(statement.points)
            while (
                other := next((g for g in groups if len(g & group) >= common), None)
            ) is not None:
                groups.remove(other)
                group |= other
            groups.append(group)
        found += [Statement(predicate, tuple(sorted(group))) for group in groups]
    return [statement for statement in found if statement not in given]
