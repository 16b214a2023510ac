"""False branches: a false claim, and valid steps that lead from it to a false conclusion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import dependencies, mixed, renumbered
from geoengine.families.reasoning.goal_choice import is_printable
from geoengine.families.reasoning.near_figure import FalseStep, NearFigure
from geoengine.families.reasoning.truth import judge
from geoengine.graph import Proof, ProofStep, trace
from geoengine.items import pick

__all__ = ["FalseBranch", "false_branches"]

_ENDS = 6
"""How many false consequences are tried as the last step."""

_ORDERS = 8
"""How many orders of its steps are drawn."""

_FEWEST_AFTER, _MOST_AFTER = 2, 7
"""How many steps may rest on the false one."""

_MOST_STEPS = 15


@dataclass(frozen=True)
class FalseBranch:
    """Steps of which one makes a false claim; the others are valid.

    Attributes
    ----------
    false_step : FalseStep
        What was replaced, and by what.
    attempt : Proof
        All the steps; the last concludes something false.
    wrong : int
        The number of the step with the false claim.
    """

    false_step: FalseStep
    attempt: Proof
    wrong: int


def false_branches(context: Context, rng: Generator, near: NearFigure) -> Iterator[FalseBranch]:
    """Yield attempts that take a false claim for the conclusion of a step of a proof.

    The order of the steps is drawn at random; each comes after those that it uses.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    near : NearFigure
        Of the claim, with what follows from it.
    """
    proof, step = near.false_step.goal.proof, near.false_step.step
    claim = near.false_step.verdict.statement
    wrong = replace(step, derivation=replace(step.derivation, conclusion=claim))
    for end in pick(rng, near.new, _ENDS):
        verdict = judge(context, end)
        if verdict is None or verdict.true:
            continue
        branch = trace(near.graph, end)
        found = _joined(context, proof, wrong, branch)
        if found is None:
            continue
        names = {**proof.names, **branch.names}
        for _ in range(_ORDERS):
            order = mixed(rng, *found)
            number = next(n for n, s in enumerate(order, start=1) if s.conclusion == claim)
            # The false end may come before a true step that nothing uses any more.
            if order[-1].conclusion == end:
                yield FalseBranch(near.false_step, renumbered(order, names), number)


def _joined(
    context: Context, proof: Proof, wrong: ProofStep, branch: Proof
) -> tuple[list[ProofStep], list[ProofStep]] | None:
    """The steps that do not rest on a false step, and those that do; the last is the branch's."""
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
        if step.conclusion in true:
            # The attempt has proved it before; from the claim it would follow a second time.
            continue
        derivation = step.derivation
        if not is_printable(step):
            return None
        if (step.conclusion.predicate, step.conclusion.points) in valued:
            return None
        # A reader sees in the picture what a step needs but does not say.
        if not all(bool(c.holds(shown, index).all()) for c in derivation.conditions):
            return None
        if false.keys().isdisjoint(derivation.antecedents):
            if step.conclusion == replaced or not context.graph.derived(step.conclusion):
                return None
            true[step.conclusion] = step
        elif derivation.modulus != 1:
            # The picture decides between values of an angle, and the claim is false in it.
            return None
        else:
            kept = tuple(premise for premise in step.premises if premise != claim)
            false[step.conclusion] = replace(step, premises=kept)
    if not _FEWEST_AFTER < len(false) <= _MOST_AFTER or len(true) + len(false) > _MOST_STEPS:
        return None
    return list(true.values()), list(false.values())
