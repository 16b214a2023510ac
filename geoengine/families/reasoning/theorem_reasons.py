"""Choices of theorems to offer as reasons for a statement: one gives it, three do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from numpy.random import Generator

from geoengine.catalogue import load_rules
from geoengine.deduction import Derivation
from geoengine.families.reasoning.conclusion_forms import has_form
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.depth import SHALLOW, depth_of
from geoengine.families.reasoning.given_relations import RELATIONS
from geoengine.families.reasoning.goal_choice import Goal, goals, is_readable
from geoengine.families.reasoning.item_assembly import OPTIONS
from geoengine.families.reasoning.theorem_odds import chance_to_keep
from geoengine.families.reasoning.theorems import are_variants, both_orientations, is_offered
from geoengine.families.reasoning.worth import worth_of
from geoengine.items import pick
from geoengine.language import Statement

__all__ = ["ReasonChoice", "reason_choices"]

_DISTRACTORS = OPTIONS - 1
_MOST_STEPS = 40
"""The maximum number of steps of the proof, which is not printed."""

_SEEN = frozenset({"cong", "para", "perp"})
"""The relations of which a reader sees some without a thought."""

_ROUNDS_COUNTED = 6
"""How many rounds of deduction count at most."""


@dataclass(frozen=True, slots=True)
class ReasonChoice:
    """Theorems to offer as the reason for a statement.

    Attributes
    ----------
    goal : Goal
        The statement.
    key : str
        The id of a rule that gives it.
    use : Derivation
        A use of that rule or its mirror image, which concludes the statement.
    distractors : tuple of str
        Ids of rules that give it for no points of the figure.
    worth : int
        How much the item is worth asking.
    """

    goal: Goal
    key: str
    use: Derivation
    distractors: tuple[str, ...]
    worth: int


def reason_choices(
    context: Context, rng: Generator, task: str, form: str
) -> Iterator[list[ReasonChoice]]:
    """Yield for one statement after the other what could be offered as its reason.

    What the theorems conclude has the form of the statement, and each applies somewhere in the
    figure. A choice is kept with a chance by the odds of its theorems in a form of items, so that
    who knows which are often the key gains less by that (`chance_to_keep`).
    """

    def suited(state: Statement) -> bool:
        return (
            state.predicate in RELATIONS
            and is_readable(state)
            and depth_of(context.graph, state) > SHALLOW
            and not (state.predicate in _SEEN and context.plain_relations.include(state))
        )

    for goal in goals(context, rng, suited=suited, most_steps=_MOST_STEPS):
        uses = _uses(context, goal.statement)
        # For most goals there are none, and this takes less than to compare theorems.
        if not uses or _worth(context, task, goal, _DISTRACTORS) is None:
            continue
        given = context.given_relations
        offered = set(filter(is_offered, given.theorems))
        others = [
            rule
            for rule in sorted(offered)
            if has_form(rule, goal.statement) and not given.gives(rule, goal.statement)
        ]
        near = {rule for rule in others if given.nearly_gives(rule, goal.statement)}
        found = [
            ReasonChoice(goal, key, use, group, worth)
            for key, use in uses.items()
            if key in offered
            for group in combinations([r for r in others if not are_variants(r, key)], _DISTRACTORS)
            if rng.random() < chance_to_keep(form, key, group)
            if not any(are_variants(one, other) for one, other in combinations(group, 2))
            if (worth := _worth(context, task, goal, sum(rule in near for rule in group)))
        ]
        if found:
            yield pick(rng, found)


def _uses(context: Context, statement: Statement) -> dict[str, Derivation]:
    """A use of each theorem that concludes a statement from what is known before, and not plain.

    Left out are uses of which all antecedents are known after a single round of deduction.
    """
    rounds = depth_of(context.graph, statement)
    found: dict[str, Derivation] = {}
    for one in context.graph.derivations(statement):
        if one.rule in load_rules():
            depths = [depth_of(context.graph, state) for state in one.antecedents]
            if 1 < max(depths) < rounds:
                found.setdefault(both_orientations(one.rule)[0], one)
    return found


def _worth(context: Context, task: str, goal: Goal, near: int) -> int | None:
    rounds = min(depth_of(context.graph, goal.statement), _ROUNDS_COUNTED)
    return worth_of(context, task, {"near": near, "rounds": rounds}, goal=goal)
