"""What a reader who does no geometry can count about premises offered as options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Statement
from geoengine.scene import Problem

__all__ = ["SCALES", "PremiseNumbers", "named_segments"]

SCALES = np.array([2, 2, 2.4, 1.2, 2.4, 4, 4, 4, 4, 4, 5, 4, 4, 8, 6, 3.0])
"""For each number of `PremiseNumbers.of`, about how much it varies among premises."""


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
        self._places = {point: place for place, point in enumerate(problem.points)}
        self._known: dict[tuple[Statement, Statement], list[float]] = {}
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

    def of(self, goal: Statement, options: Sequence[Statement]) -> NDArray[np.float64]:
        """Count what letters show about each option, shape (options, numbers)."""
        own = [self._own(goal, premise) for premise in options]
        shared = [
            sum(len({*one.points}.intersection(other.points)) for other in options if other != one)
            for one in options
        ]
        return np.column_stack([own, shared])

    def _own(self, goal: Statement, premise: Statement) -> list[float]:
        if (goal, premise) not in self._known:
            self._known[goal, premise] = self._counted(goal, premise)
        return self._known[goal, premise]

    def _counted(self, goal: Statement, premise: Statement) -> list[float]:
        asked, named = set(goal.points), set(premise.points)
        places = [self._places[point] for point in named]
        occurrences = [self._occurrences[point] for point in named]
        segments = named_segments(premise)
        return [
            len(named & asked),
            len(named - asked),
            len(named),
            len(segments & named_segments(goal)),
            self.together(premise),
            float(np.mean(occurrences)),
            min(occurrences),
            max(places),
            min(places),
            float(np.mean(places)),
            max((self._places[point] for point in named - asked), default=-1),
            sum(self._segment_occurrences[segment] for segment in segments),
            float(np.mean([ord(point[0]) for point in named])),
            self._premises.index(premise),
            sum(not named.isdisjoint(other.points) for other in self._premises),
        ]

    @cached_property
    def _occurrences(self) -> Counter[str]:
        return Counter(point for premise in self._premises for point in premise.points)

    @cached_property
    def _segment_occurrences(self) -> Counter[frozenset[str]]:
        return Counter(segment for premise in self._premises for segment in named_segments(premise))


def named_segments(statement: Statement) -> set[frozenset[str]]:
    """The segments that a statement names, or those between its points if it names none."""
    points = statement.points
    if set(statement.definition.groups) == {2}:
        return {frozenset(points[k : k + 2]) for k in range(0, len(points), 2)}
    return set(map(frozenset, combinations(sorted({*points}), 2)))
