"""What a reader who does no geometry can count about the premises of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from geoengine.language import Statement
from geoengine.scene import Problem

__all__ = ["PremiseNumbers", "named_segments"]


class PremiseNumbers:
    """Counts about the premises of a problem.

    Parameters
    ----------
    problem : Problem
    premises : sequence of Statement
        The premises of the problem, without side conditions.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = triangle A B C; D = foot D A B C; M = midpoint M A B")
    >>> numbers = PremiseNumbers(problem, problem.premises)
    >>> sorted(numbers.depends_on("DM"))
    ['A', 'B', 'C', 'D', 'M']
    >>> sorted(numbers.depends_on("D"))
    ['A', 'B', 'C', 'D']
    """

    def __init__(self, problem: Problem, premises: Sequence[Statement]) -> None:
        self._problem = problem
        self._premises = list(premises)
        self._together: dict[Statement, int] = {}

    def depends_on(self, points: Iterable[str]) -> frozenset[str]:
        """Some points, and those from which they are constructed."""
        return frozenset().union(*(self._problem.origins[point] for point in points))

    def together(self, premise: Statement) -> int:
        """How many premises name all the points of one, itself included."""
        if premise not in self._together:
            named = set(premise.points)
            count = sum(named.issubset(other.points) for other in self._premises)
            self._together[premise] = count
        return self._together[premise]


def named_segments(statement: Statement) -> set[frozenset[str]]:
    """The segments that a statement names, or those between its points if it names none."""
    points = statement.points
    if set(statement.definition.groups) == {2}:
        return {frozenset(points[k : k + 2]) for k in range(0, len(points), 2)}
    return set(map(frozenset, combinations(sorted({*points}), 2)))
