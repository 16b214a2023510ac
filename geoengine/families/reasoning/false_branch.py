"""False branches: a false claim, and valid steps that lead from it to a false conclusion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from geoengine.deduction import StopReason
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import dependencies, mixed, renumbered
from geoengine.families.reasoning.goal_choice import is_readable, relates_triangle_to_itself
from geoengine.families.reasoning.resemblance import resembling
from geoengine.families.reasoning.truth import judge
from geoengine.families.reasoning.variation import nearest
from geoengine.graph import Proof, ProofStep, ReasoningGraph, deduce, trace
from geoengine.items import pick
from geoengine.language import Statement
from geoengine.scene import Diagram

__all__ = ["FalseBranch", "false_branches"]

_LEFT_OUT = 8
"""How many premises are left out, one at a time, in search of a figure in which the claim holds."""

_ENDS = 10
"""How many false consequences are tried as the last step."""

_ORDERS = 3
"""How many orders of its steps are drawn."""

_FEWEST_AFTER, _MOST_AFTER = 2, 7
"""How many steps may rest on the false one."""

_MOST_STEPS = 15


@dataclass(frozen=True)
class FalseBranch:
    """Steps of which one makes a false claim; the others are valid.

    Attributes
    ----------
    attempt : Proof
        All the steps; the last concludes something false.
    wrong : int
        The number of the step with the false claim.
    """

    attempt: Proof
    wrong: int


def false_branches(
    context: Context, rng: Generator, proof: Proof, step: ProofStep, claim: Statement
) -> Iterator[FalseBranch]:
    """Yield attempts that take a false claim for the conclusion of a step of a proof.

    What follows is derived in a figure near the picture in which the claim is true, from the claim
    and all premises, or all but one. The order of the steps is drawn at random; each comes after
    those that it uses.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    proof : Proof
    step : ProofStep
        A step of the proof.
    claim : Statement
        A false claim, in place of the step's conclusion.
    """
    near = _near(context, rng, claim)
    if near is None:
        return
    wrong = replace(step, derivation=replace(step.derivation, conclusion=claim))
    new = [
        state
        for state in near.states
        if state != claim
        and is_readable(state)
        and not context.graph.deduction.knows(state)
        and not relates_triangle_to_itself(state)
    ]
    for end in pick(rng, new, _ENDS):
        verdict = judge(context, end)
        if verdict is None or verdict.true:
            continue
        found = _branch_to(context, near, proof, wrong, end)
        if found is None:
            continue
        names = {**proof.names, **trace(near, end).names}
        for _ in range(_ORDERS):
            order = mixed(rng, *found)
            number = next(n for n, s in enumerate(order, start=1) if s.conclusion == claim)
            # The false end may come before a true step that nothing uses any more.
            if order[-1].conclusion == end:
                yield FalseBranch(renumbered(order, names), number)


def _near(context: Context, rng: Generator, claim: Statement) -> ReasoningGraph | None:
    """What follows from a false claim and most premises; None if no figure allows them."""
    premises = context.premises
    for left_out in [None, *pick(rng, premises, _LEFT_OUT)]:
        given = [*(p for p in premises if p != left_out), claim]
        figure = _figure(context, given)
        if figure is not None:
            diagram = Diagram(context.diagram.points, figure)
            graph = deduce(
                context.problem, diagram=diagram, premises=given, further_draws=figure[:0]
            )
            return graph if graph.stop_reason is StopReason.SATURATED else None
    return None


def _figure(context: Context, given: Sequence[Statement]) -> NDArray[np.float64] | None:
    """A figure in which some statements hold, and which looks like the picture."""
    points, index, shown = context.diagram.points, context.diagram.index, context.diagram.xy[0]
    found = nearest(points, shown, given)
    if found is None or not resembling(shown, found[None])[0]:
        return None
    conditions = [p for p in context.problem.premises if p.is_condition]
    good = all(bool(c.holds(found[None], index).all()) for c in conditions)
    return found[None] if good else None


def _branch_to(
    context: Context, near: ReasoningGraph, proof: Proof, wrong: ProofStep, end: Statement
) -> tuple[list[ProofStep], list[ProofStep]] | None:
    """The steps that do not rest on a false step, and those that do, it and `end` included."""
    branch = trace(near, end)
    claim = wrong.conclusion
    if claim not in branch.premises:
        return None
    needed = dependencies(proof, wrong.uses)
    true = {step.conclusion: step for step in proof.steps if step.number in needed}
    replaced = proof.steps[wrong.number - 1].conclusion
    shown, index = context.diagram.xy[:1], context.diagram.index
    false = {claim: wrong}
    # A second value for what has one in the text would give the mistake away.
    valued = {(p.predicate, p.points) for p in (*context.premises, *true) if p.value is not None}
    for step in branch.steps:
        derivation = step.derivation
        if not derivation.antecedents or relates_triangle_to_itself(step.conclusion):
            return None
        if (step.conclusion.predicate, step.conclusion.points) in valued:
            return None
        # A reader sees in the picture what a step needs but does not say.
        if not all(bool(c.holds(shown, index).all()) for c in derivation.conditions):
            return None
        if false.keys().isdisjoint(derivation.antecedents):
            if step.conclusion == replaced or not context.graph.derived(step.conclusion):
                return None
            true.setdefault(step.conclusion, step)
        elif derivation.modulus != 1:
            # The picture decides between values of an angle, and the claim is false in it.
            return None
        else:
            kept = tuple(premise for premise in step.premises if premise != claim)
            false[step.conclusion] = replace(step, premises=kept)
    if not _FEWEST_AFTER < len(false) <= _MOST_AFTER or len(true) + len(false) > _MOST_STEPS:
        return None
    return list(true.values()), list(false.values())
