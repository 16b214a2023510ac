"""Diagnosis of goals that were not proved: false, not derivable, or stopped by a limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any

import numpy as np

from geoengine.deduction import COVERAGE_KINDS, COVERED_PREDICATES, StopReason, measure_coverage
from geoengine.errors import StatementError
from geoengine.graph.measured_quantities import describe_measurements
from geoengine.graph.reasoning import ReasoningGraph
from geoengine.language import Statement, write

__all__ = ["Diagnosis", "Reason", "diagnose"]

_SHOWN = 4
"""The largest number of derived statements that are listed."""

_MOST = 4000
"""The largest number of statements similar to the goal that are considered."""


class Reason(Enum):
    """The reason why there is no proof."""

    FALSE = "false"
    """The goal is not true in every draw of the diagram."""
    NOT_DERIVED = "not_derived"
    """The goal is true in every draw, but was not derived, although no limit was reached."""
    BUDGET = "budget"
    """The goal is true in every draw; a limit stopped the run before everything was derived."""


@dataclass(frozen=True)
class Diagnosis:
    """The reason why a goal was not proved, with details.

    Attributes
    ----------
    goal : Statement
    reason : Reason
    measured : str
        For a false goal, the measurements in the first draw in which it is false.
    false_in : tuple of int
        For a false goal, the draws in which it is false, counted from 1.
    draws : int
        For a false goal, the number of draws.
    budget : str
        The limit that was reached; empty if there was none.
    nearest : tuple of Statement
        For a true goal, up to four known statements that differ from it in one point or one
        segment; if there are none, others of its predicate that share points with it.
    kind : str
        For a true goal, the kind of statements that `true` and `derived` count.
    true, derived : int
        The number of statements of that kind that are true in every draw, and how many of them
        were derived.
    """

    goal: Statement
    reason: Reason
    measured: str = ""
    false_in: tuple[int, ...] = ()
    draws: int = 0
    budget: str = ""
    nearest: tuple[Statement, ...] = ()
    kind: str = ""
    true: int = 0
    derived: int = 0

    def __str__(self) -> str:
        goal = write(self.goal)
        if self.reason is Reason.FALSE:
            where = ""
            if len(self.false_in) < self.draws:
                where = f" in draw {self.false_in[0]} of {self.draws}"
            return f"Not proved: {goal} is not true in the diagram: {self.measured}{where}."
        lines = [f"Not proved: {goal} is true in every draw of the diagram, but was not derived."]
        if self.budget:
            lines.append(f"A limit was reached: {self.budget}.")
        else:
            lines.append("All consequences of the rules were derived; no limit was reached.")
        if self.true:
            lines.append(
                f"Of {self.true} true statements ({self.kind}), {self.derived} were derived."
            )
        if self.nearest:
            lines.append(f"Similar known statements: {'; '.join(map(write, self.nearest))}.")
        else:
            lines.append("No similar statement about its points is known.")
        return "\n  ".join(lines)

    def record(self) -> dict[str, Any]:
        """Return the diagnosis for JSON, without the fields that do not apply."""
        found: dict[str, Any] = {"goal": str(self.goal), "reason": self.reason.value}
        if self.reason is Reason.FALSE:
            return {**found, "measured": self.measured, "false_in": list(self.false_in)}
        if self.budget:
            found["budget"] = self.budget
        return {
            **found,
            "nearest": [str(statement) for statement in self.nearest],
            "kind": self.kind,
            "true": self.true,
            "derived": self.derived,
        }


def diagnose(graph: ReasoningGraph, goal: Statement) -> Diagnosis:
    """Find out why a goal was not proved.

    Unless the goal is false, the graph is saturated for this.

    Parameters
    ----------
    graph : ReasoningGraph
    goal : Statement
        A statement that was not derived, or a condition that does not hold.

    Examples
    --------
    >>> import geoengine as ge
    >>> graph = ge.deduce(ge.load_problem("a b c = r_triangle_of 3 4 ? cong a b a c"))
    >>> print(diagnose(graph, graph.problem.goal))
    Not proved: ab = ac is not true in the diagram: ab = 3, ac = 4.
    """
    holds = goal.holds(graph.draws, graph.diagram.index)
    if not holds.all():
        false_in = tuple((np.flatnonzero(~holds) + 1).tolist())
        xy = graph.draws[false_in[0] - 1]
        return Diagnosis(
            goal,
            Reason.FALSE,
            describe_measurements(goal, xy, graph.diagram.index),
            false_in,
            len(holds),
        )
    graph.saturate()
    budget = _budget(graph)
    similar = [statement for statement in _similar(graph, goal) if graph.holds(statement)]
    known = [statement for statement in similar if graph.derived(statement)]
    kind, true, derived = _counted(graph, goal) or (
        "those that differ from it in one point or segment", len(similar) + 1, len(known),
    )  # fmt: skip
    return Diagnosis(
        goal,
        Reason.BUDGET if budget else Reason.NOT_DERIVED,
        budget=budget,
        nearest=_nearest(goal, known or [*graph.premises, *graph.deduction.conclusions()]),
        kind=kind,
        true=true,
        derived=derived,
    )


def _nearest(goal: Statement, known: Iterable[Statement]) -> tuple[Statement, ...]:
    """Return the statements of the goal's predicate that share most points with it."""
    sharing = {
        statement: len(set(statement.points) & set(goal.points))
        for statement in known
        if statement.predicate == goal.predicate
    }
    found = sorted((-shared, statement) for statement, shared in sharing.items() if shared)
    return tuple(statement for _, statement in found[:_SHOWN])


def _budget(graph: ReasoningGraph) -> str:
    """Describe the limit that stopped a run; empty if there was none."""
    limits = graph.deduction.closure.limits
    if graph.stop_reason is StopReason.ROUND_LIMIT:
        return f"{limits.rounds} rounds (limits.rounds)"
    if graph.stop_reason is StopReason.TIME_LIMIT:
        return f"{limits.seconds} s (limits.seconds)"
    # Truncated lists of relations come first, as they truncate rules, too.
    lists = sorted(graph.deduction.relations.truncated)
    if lists:
        return f"more than {limits.relations} true statements (limits.relations) of {_few(lists)}"
    rules = [entry.rule for entry in graph.report if entry.truncated]
    if rules:
        return f"more than {limits.instances} partial instances (limits.instances) of {_few(rules)}"
    return ""


def _few(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} others" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _counted(graph: ReasoningGraph, goal: Statement) -> tuple[str, int, int] | None:
    """Count the true and the derived statements of the goal's kind; None for other kinds."""
    if goal.predicate not in COVERED_PREDICATES:
        return None
    kind, predicates = next(
        (kind, names) for kind, names in COVERAGE_KINDS.items() if goal.predicate in names
    )
    counts = [c for c in measure_coverage(graph.deduction) if c.predicate in predicates]
    return kind, sum(c.true for c in counts), sum(c.derived for c in counts)


def _similar(graph: ReasoningGraph, goal: Statement) -> list[Statement]:
    """List statements that differ from the goal in one point, or in both ends of a segment."""
    found: dict[Statement, None] = {}
    for points in _variants(graph.diagram.points, goal):
        try:
            other = Statement(goal.predicate, points, goal.value)
        except StatementError:
            continue
        if other.predicate == goal.predicate and other != goal:
            found[other] = None
        if len(found) >= _MOST:
            break
    return list(found)


def _variants(points: tuple[str, ...], goal: Statement) -> Iterator[tuple[str, ...]]:
    for position in range(len(goal.points)):
        for point in points:
            yield (*goal.points[:position], point, *goal.points[position + 1 :])
    if set(goal.definition.groups) == {2}:
        for position in range(0, len(goal.points), 2):
            for pair in combinations(points, 2):
                yield (*goal.points[:position], *pair, *goal.points[position + 2 :])
