"""Unfinished attempts: steps toward four results, none of which has been used yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numpy.random import Generator

from geoengine.families.reasoning.alterations import Alterations
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.detour import mixed, renumbered
from geoengine.families.reasoning.goal_choice import is_printable, is_reducible
from geoengine.families.reasoning.item_assembly import OPTIONS
from geoengine.families.reasoning.looks import Looks
from geoengine.families.reasoning.truth import Verdict
from geoengine.graph import Proof, ProofStep
from geoengine.items import pick
from geoengine.language import Statement

__all__ = ["Unfinished", "unfinished_attempts"]

_FEWEST_STEPS = 2
"""The number of steps to a result; one step from the premises is too easy to check."""

_MOST_STEPS = 15

_DRAWS = 60
"""How many times four results are drawn."""

_ATTEMPTS = 2
"""How many attempts may end in a result; two of them have no other end in common."""


@dataclass(frozen=True)
class Unfinished:
    """Valid steps, with false claims for each of those that no other step uses.

    Attributes
    ----------
    attempt : Proof
        All the steps.
    false : dict of int to list of Verdict
        For the number of each step that is not used, the claims that may take the place of its
        conclusion.
    """

    attempt: Proof
    false: dict[int, list[Verdict]]


def unfinished_attempts(
    context: Context, rng: Generator, results: Sequence[Statement], alterations: Alterations
) -> Iterator[Unfinished]:
    """Yield attempts that end in four of some derived statements.

    None of the four rests on another, and all other steps lead to some of them.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
        Draws the statements, and the order of the steps.
    results : sequence of Statement
        Each is an end of two attempts at most, and two attempts have one end in common at most.
    alterations : Alterations
    """
    proofs = (context.proof(one) for one in results if not is_reducible(context, one))
    waiting = [
        proof
        for proof in proofs
        if len(proof.steps) >= _FEWEST_STEPS
        and all(map(is_printable, proof.steps))
        and alterations.of(Looks(context, proof), proof.steps[-1])
    ]
    found: list[set[Statement]] = []
    for _ in range(_DRAWS):
        four = _four_of(pick(rng, waiting))
        if four is None or any(len(ends.intersection(p.goal for p in four)) > 1 for ends in found):
            continue
        steps = {step.conclusion: step for proof in four for step in proof.steps}
        names = {rule: name for proof in four for rule, name in proof.names.items()}
        attempt = renumbered(mixed(rng, list(steps.values()), []), names)
        ends = {proof.goal for proof in four}
        last = [step for step in attempt.steps if step.conclusion in ends]
        if any(_has_twin(step, attempt.steps) for step in last):
            continue
        looks = Looks(context, attempt)
        false: dict[int, list[Verdict]] = {}
        for step in last:
            if claims := alterations.of(looks, step):
                false[step.number] = claims
            else:
                break
        else:
            yield Unfinished(attempt, false)
            found.append(ends)
            uses = Counter(end for one in found for end in one)
            waiting = [proof for proof in waiting if uses[proof.goal] < _ATTEMPTS]


def _four_of(proofs: Sequence[Proof]) -> list[Proof] | None:
    """The first proofs that go together: few steps in all, and no goal among those of another."""
    chosen: list[Proof] = []
    steps: set[Statement] = set()
    for proof in proofs:
        own = {step.conclusion for step in proof.steps}
        if proof.goal in steps or any(other.goal in own for other in chosen):
            continue
        if len(steps | own) + OPTIONS - 1 - len(chosen) > _MOST_STEPS:
            continue
        chosen.append(proof)
        steps |= own
        if len(chosen) == OPTIONS:
            return chosen
    return None


def _has_twin(step: ProofStep, steps: Sequence[ProofStep]) -> bool:
    """Whether another step cites the same, but for collinear points.

    Its conclusion would remind the reader of what follows.
    """
    return any(other != step and _equations(other) == _equations(step) for other in steps)


def _equations(step: ProofStep) -> set[Statement]:
    return {a for a in step.derivation.antecedents if a.predicate != "coll"}
