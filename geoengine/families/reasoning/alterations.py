"""Alterations: the false claims that may take the place of a step's conclusion in a proof."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.false_claims import false_claims
from geoengine.families.reasoning.formal_slips import is_chasing, is_formal
from geoengine.families.reasoning.item_assembly import task_entry
from geoengine.families.reasoning.looks import LIMIT, Looks
from geoengine.families.reasoning.possible_claims import PossibleClaim, possible_claims
from geoengine.families.reasoning.quick_refutations import is_quickly_refuted
from geoengine.families.reasoning.same_conclusions import TRIANGLES
from geoengine.families.reasoning.truth import Verdict
from geoengine.families.reasoning.worth import worth_of
from geoengine.graph import ProofStep
from geoengine.items import pick
from geoengine.language import Statement

__all__ = ["Alterations"]

_MOST_ALIKE = 2
"""How many false claims may take the place of a true one, those that look most like it."""

_LOOKED_UP = 3
"""How many times a part of a triangle counts that does not fit what is cited."""

_BISECTED = 3
"""How many lines an angle and its bisector have."""


class Alterations:
    """Finds false claims for the steps of proofs in one scene.

    The same steps occur in the proofs of many goals, so what does not depend on the goal is found
    once for each.

    Parameters
    ----------
    context : Context
    rng : numpy.random.Generator
    task : str
        The task whose floor of worth the claims must reach.
    """

    def __init__(self, context: Context, rng: Generator, task: str) -> None:
        self._context, self._rng, self._task = context, rng, task
        self._false: dict[tuple[str | Statement, ...], list[tuple[Verdict, dict[str, int]]]] = {}
        self._worth: dict[tuple[object, ...], bool] = {}

    def of(self, looks: Looks, step: ProofStep) -> list[Verdict]:
        """The false claims that look most like a step's own, in the proof that `looks` knows.

        Letters alone do not show that another printed statement contradicts them.
        """
        found = []
        for verdict in self.worthwhile(looks, step):
            change = looks.change(step, verdict.statement)
            if change <= LIMIT and not looks.contradict(step, verdict.statement):
                found.append((change, verdict))
        found.sort(key=itemgetter(0))
        return [verdict for _, verdict in found[:_MOST_ALIKE]]

    def worthwhile(self, looks: Looks, step: ProofStep) -> list[Verdict]:
        """The false claims in place of a step's that take some thought, however they look."""
        if not self._has_worth(looks, {"computed": _computed(step), "formal": is_formal(step)}):
            return []
        return [
            verdict
            for verdict, features in self._claims(looks, step)
            if self._has_worth(looks, features)
        ]

    def _has_worth(self, looks: Looks, features: Mapping[str, int]) -> bool:
        goal = looks.goal
        candidate = (None if goal is None else goal.statement, *features.values())
        if candidate not in self._worth:
            found = worth_of(self._context, self._task, features, goal=goal)
            self._worth[candidate] = found is not None
        return self._worth[candidate]

    def _claims(self, looks: Looks, step: ProofStep) -> list[tuple[Verdict, dict[str, int]]]:
        """False claims in place of a step's, with their features; the same in any proof."""
        place: tuple[str | Statement, ...]
        place = (step.derivation.rule, step.conclusion, *step.derivation.antecedents)
        if place not in self._false:
            # Of two triangles, each side and angle is looked up.
            weight = _LOOKED_UP if step.conclusion.predicate in TRIANGLES else 1
            computed = _computed(step)

            def of_letters(one: PossibleClaim) -> dict[str, int]:
                return {
                    "computed": computed, "misfit": one.misfit * weight, "formal": one.formal,
                }  # fmt: skip

            possible = possible_claims(step, lambda one: self._is_worth_trying(of_letters(one)))
            counted = {
                one.statement: self._features(looks, step, one.statement, of_letters(one))
                for one in pick(self._rng, possible)
            }
            features = {claim: found for claim, found in counted.items() if found is not None}
            found = false_claims(self._context, list(features))
            self._false[place] = [(verdict, features[verdict.statement]) for verdict in found]
        return self._false[place]

    def _features(
        self, looks: Looks, step: ProofStep, claim: Statement, of_letters: Mapping[str, int]
    ) -> dict[str, int] | None:
        """What is counted about a claim in place of a step's, the same in any proof.

        `of_letters` is what letters alone tell of it. None if no goal is easy enough for that. What
        takes least to count comes first.
        """
        counted, true = {**of_letters}, step.conclusion
        if (
            self._is_about_right_angle(claim)
            or self._moves_bisector(true, claim)
            or is_quickly_refuted(self._context, claim)
        ):
            counted["formal"] = 1
            if not self._is_worth_trying(counted):
                return None
        counted["strange"] = looks.strangeness(step, claim)
        return counted if self._is_worth_trying(counted) else None

    def _is_worth_trying(self, features: Mapping[str, int]) -> bool:
        """Whether some goal is easy enough for a claim with these features.

        Those that have not been counted yet could only lower its worth.
        """
        measure = task_entry(self._task).worth
        return measure is None or measure.of(features) >= min(measure.floors)

    def _is_about_right_angle(self, claim: Statement) -> int:
        """Whether a claim says that another angle is equal to a right one, as 1 or 0."""
        if claim.predicate != "eqangle":
            return 0
        sides = claim.points[:4], claim.points[4:]
        return int(any(self._context.graph.holds(Statement("perp", pair)) for pair in sides))

    def _moves_bisector(self, true: Statement, claim: Statement) -> int:
        """Whether both say of the same three lines that one bisects the others, as 1 or 0."""
        if claim.predicate != "eqangle":
            return 0
        own, other = (set(self._context.lines_in(one)) for one in (true, claim))
        return int(len(own) == _BISECTED and own == other)


def _computed(step: ProofStep) -> int:
    """Whether a step is a number that its reader calculates at once, as 1 or 0.

    So is a ratio in which equal segments take each other's places.
    """
    cited = step.derivation.antecedents
    if step.conclusion.predicate == "eqratio":
        return int(all(used.predicate == "cong" for used in cited))
    return int(step.conclusion.value is not None and (len(cited) == 1 or is_chasing(step)))
