"""Problems: a sequence of constructions, the premises they imply, and what is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from geoengine.language import Question, Statement, Surd, format_value

__all__ = ["Call", "ConstructionStep", "Problem"]


@dataclass(frozen=True, slots=True)
class Call:
    """One construction applied to points.

    Parameters
    ----------
    construction : str
        Name in the catalogue.
    arguments : tuple of str
        The points it places, then the points it takes.
    numbers : tuple of Fraction or Surd
        Angles (fractions of pi), lengths and ratios, in the order of the definition.

    Examples
    --------
    >>> print(Call("on_line", ("x", "a", "b")))
    on_line x a b
    """

    construction: str
    arguments: tuple[str, ...]
    numbers: tuple[Fraction | Surd, ...] = ()

    def __str__(self) -> str:
        numbers = [format_value(number) for number in self.numbers]
        return " ".join([self.construction, *self.arguments, *numbers])


@dataclass(frozen=True, slots=True)
class ConstructionStep:
    """One clause: new points, and the constructions that together define them.

    Examples
    --------
    >>> line, circle = Call("on_line", ("x", "a", "b")), Call("on_circle", ("x", "o", "a"))
    >>> print(ConstructionStep(("x",), (line, circle)))
    x = on_line x a b, on_circle x o a
    """

    points: tuple[str, ...]
    calls: tuple[Call, ...]

    def __str__(self) -> str:
        return f"{' '.join(self.points)} = {', '.join(map(str, self.calls))}"


@dataclass(frozen=True)
class Problem:
    """A figure to construct, and statements to prove about it.

    Parameters
    ----------
    name : str
        The name for listings and messages.
    steps : tuple of ConstructionStep
        The steps, in the order of construction.
    premises : tuple of Statement
        Statements that the constructions make true, without duplicates, in order of construction.
    goals : tuple of Statement
        Statements to prove; empty for a figure alone.
    fixed : tuple of (str, float, float)
        Points with given coordinates: name, x and y.
    questions : tuple of Question
        Quantities to compute.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("a b c = triangle; m = midpoint a b ? cong m a m b")
    >>> problem.points, str(problem.goal)
    (('a', 'b', 'c', 'm'), 'cong a m b m')
    >>> print(problem)
    a b c = triangle a b c; m = midpoint m a b ? cong a m b m
    """

    name: str
    steps: tuple[ConstructionStep, ...]
    premises: tuple[Statement, ...]
    goals: tuple[Statement, ...] = ()
    fixed: tuple[tuple[str, float, float], ...] = ()
    questions: tuple[Question, ...] = ()

    @cached_property
    def points(self) -> tuple[str, ...]:
        """All points, in the order of construction."""
        return tuple(point for step in self.steps for point in step.points)

    @cached_property
    def relations(self) -> tuple[Statement, ...]:
        """The premises without side conditions."""
        return tuple(premise for premise in self.premises if not premise.is_condition)

    @cached_property
    def conditions(self) -> tuple[Statement, ...]:
        """The side conditions among the premises."""
        return tuple(premise for premise in self.premises if premise.is_condition)

    @cached_property
    def origins(self) -> dict[str, frozenset[str]]:
        """For each point, itself and the points from which it is constructed.

        Points placed together, such as the corners of a square, determine each other.
        """
        found: dict[str, frozenset[str]] = {}
        for step in self.steps:
            taken = {point for call in step.calls for point in call.arguments} - {*step.points}
            origins = frozenset(step.points).union(*(found.get(p, frozenset()) for p in taken))
            found |= dict.fromkeys(step.points, origins)
        return found

    def part(self, points: Iterable[str]) -> Problem:
        """Return the figure of some points, and of those from which they are constructed.

        Goals and questions about other points are left out.

        Examples
        --------
        >>> from geoengine.scene import load_problem
        >>> problem = load_problem("a b c = triangle; m = midpoint a b; n = midpoint a c")
        >>> print(problem.part("n"))
        a b c = triangle a b c; n = midpoint n a c
        """
        kept = frozenset[str]().union(*(self.origins[point] for point in points))
        if kept.issuperset(self.points):
            return self
        return replace(
            self,
            steps=tuple(step for step in self.steps if kept.issuperset(step.points)),
            premises=tuple(p for p in self.premises if kept.issuperset(p.points)),
            goals=tuple(goal for goal in self.goals if kept.issuperset(goal.points)),
            fixed=tuple(given for given in self.fixed if given[0] in kept),
            questions=tuple(q for q in self.questions if kept.issuperset(q.points)),
        )

    @property
    def goal(self) -> Statement | None:
        """The first goal, or None if there is none."""
        return self.goals[0] if self.goals else None

    def __str__(self) -> str:
        """Write the problem in the JGEX format; parsing it gives the same problem."""
        given = {name: f"{name}@{x!r}_{y!r}" for name, x, y in self.fixed}
        clauses = [
            f"{' '.join(given.get(point, point) for point in step.points)} = "
            f"{', '.join(map(str, step.calls))}"
            for step in self.steps
        ]
        text = "; ".join(clauses)
        asked = "; ".join(map(str, (*self.goals, *self.questions)))
        return f"{text} ? {asked}" if asked else text

    @property
    def digest(self) -> int:
        """A 64-bit hash of the text, the same on every machine."""
        return int.from_bytes(hashlib.blake2b(str(self).encode(), digest_size=8).digest(), "big")
