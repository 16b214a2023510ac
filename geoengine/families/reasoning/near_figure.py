"""Figures near the picture in which a false claim is true, and what follows from it there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

import numpy as np

from geoengine.deduction import StopReason
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import dependencies
from geoengine.families.reasoning.formal_slips import is_chasing
from geoengine.families.reasoning.goal_choice import Goal, is_readable, relates_triangle_to_itself
from geoengine.families.reasoning.resemblance import resembling
from geoengine.families.reasoning.truth import Verdict
from geoengine.families.reasoning.variation import gradients, nearest
from geoengine.graph import ProofStep, ReasoningGraph, deduce
from geoengine.language import Real, Statement
from geoengine.scene import Diagram, Problem

__all__ = ["FalseStep", "NearFigure", "near_figures"]

_FIGURES, _DEDUCTIONS = 12, 3
"""How many figures are looked for, and in how many of those found all consequences are."""

_FREE = 1e-3
"""How much of a claim's gradient, a unit vector, the premises must leave free."""

_FARTHEST = 1.0
"""The largest residual of a claim, relative to that part, with which a figure is looked for."""

_UNRELATED = 0.5
"""What that quotient counts where the true conclusion does not rest on the premise left out."""

_CHASING = 0.3
"""By what it is multiplied for steps by chasing, which would else be false too seldom."""

_RANK = 1e-6


@dataclass(frozen=True)
class FalseStep:
    """A step of the proof of a goal, and a false claim to take the place of its conclusion."""

    goal: Goal
    step: ProofStep
    verdict: Verdict

    @cached_property
    def premises(self) -> frozenset[Statement]:
        """The premises on which the true conclusion rests."""
        steps = self.goal.proof.steps
        needed = dependencies(self.goal.proof, [self.step.number])
        return frozenset[Statement]().union(*(steps[number - 1].premises for number in needed))


@dataclass(frozen=True)
class NearFigure:
    """What follows from a false claim, in a figure near the picture in which it is true.

    Attributes
    ----------
    false_step : FalseStep
    graph : ReasoningGraph
        What follows from the claim and all premises, or all but one.
    new : tuple of Statement
        What follows there, but was not derived in the picture.
    """

    false_step: FalseStep
    graph: ReasoningGraph
    new: tuple[Statement, ...]


def near_figures(context: Context, false_steps: Sequence[FalseStep]) -> Iterator[NearFigure]:
    """Yield figures in which false claims have consequences, those nearest to the picture first.

    Most claims contradict the premises, so one premise is left out. To first order, it is known
    beforehand how far a figure would be, and few figures are looked for in vain.
    """
    tried, deduced = 0, 0
    done: set[Statement] = set()
    barren: set[Statement] = set()
    for false_step, left_out in _by_distance(context, false_steps):
        claim = false_step.verdict.statement
        if claim in done or left_out in barren:
            continue
        if tried == _FIGURES or deduced == _DEDUCTIONS:
            return
        tried += 1
        part = context.problem.part({*false_step.goal.proof.points, *claim.points})
        given = [*(p for p in part.relations if p != left_out), claim]
        figure = _figure(context, part, given)
        if figure is None:
            continue
        done.add(claim)
        deduced += 1
        graph = deduce(part, diagram=figure, premises=given, further_draws=figure.xy[:0])
        new = _new(context, graph, claim) if graph.stop_reason is StopReason.SATURATED else ()
        if new:
            yield NearFigure(false_step, graph, new)
        elif left_out is not None:
            barren.add(left_out)


def _by_distance(
    context: Context, false_steps: Sequence[FalseStep]
) -> list[tuple[FalseStep, Statement | None]]:
    """False steps, each with a premise to leave out, by how far the figure must change."""
    points, index, shown = context.diagram.points, context.diagram.index, context.diagram.xy[:1]
    claims = [false_step.verdict.statement for false_step in false_steps]
    units = gradients(points, shown[0], [*context.premises, *claims])
    residuals = [float(claim.measured(shown, index)[0]) for claim in claims]
    found: list[tuple[float, FalseStep, Statement | None]] = []
    for left_out in (None, *context.premises):
        held = _row_space([units[p] for p in context.premises if p != left_out])
        frees = _least_free([units[claim] for claim in claims], held)
        for false_step, residual, free in zip(false_steps, residuals, frees, strict=True):
            if free > _FREE and residual < _FARTHEST * free:
                related = left_out in false_step.premises
                distance = residual / free * (1 if related else _UNRELATED)
                distance *= _CHASING if is_chasing(false_step.step) else 1
                found.append((distance, false_step, left_out))
    found.sort(key=itemgetter(0))
    return [(false_step, left_out) for _, false_step, left_out in found]


def _row_space(rows: Sequence[Real]) -> Real:
    """An orthonormal basis of the space spanned by some rows, itself as rows."""
    _, sizes, basis = np.linalg.svd(np.concatenate(rows), full_matrices=False)
    return np.asarray(basis[sizes > _RANK])


def _least_free(units: Sequence[Real], held: Real) -> list[float]:
    """Of some sets of unit vectors: the least length outside a space of any in each."""
    if not units:
        return []
    rows = np.concatenate(units)
    free = np.linalg.norm(rows - rows @ held.T @ held, axis=1)
    starts = np.cumsum([0, *map(len, units[:-1])])
    # A degenerate claim has no gradient, and nothing to be moved.
    return [float(least) for least in np.minimum.reduceat(np.nan_to_num(free), starts)]


def _figure(context: Context, part: Problem, given: Sequence[Statement]) -> Diagram | None:
    """A figure of a part in which some statements hold, and which looks like the picture."""
    points = part.points
    shown = context.diagram.xy[0, [context.diagram.index[point] for point in points]]
    found = nearest(points, shown, given)
    if found is None or not resembling(shown, found[None])[0]:
        return None
    figure = Diagram(points, found[None])
    good = all(bool(c.holds(figure.xy, figure.index).all()) for c in part.conditions)
    return figure if good else None


def _new(context: Context, graph: ReasoningGraph, claim: Statement) -> tuple[Statement, ...]:
    """The readable statements that follow in a near figure, but were not derived in the picture."""
    return tuple(
        state
        for state in graph.deduction.conclusions()
        if state != claim
        and is_readable(state)
        and not context.graph.deduction.knows(state)
        and not relates_triangle_to_itself(state)
    )
