"""Theorem selection: which of four theorems a proof does not use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from numpy.random import Generator

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.figure_evidence import figure_evidence
from geoengine.families.reasoning.goal_choice import goals
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose
from geoengine.families.reasoning.theorem_choices import (
    TheoremChoice,
    alike_among,
    balanced_choices,
)
from geoengine.families.reasoning.theorem_reasons import ReasonChoice, reason_choices
from geoengine.families.reasoning.theorems import (
    both_orientations,
    may_state,
    missing_relations,
    theorem_text,
)
from geoengine.graph import Proof
from geoengine.items import Item

__all__ = ["MOST_STEPS", "build_theorem_selection"]

_TASK, _REASON, _SHOWN = "theorem_selection", "reason", "shown"
MOST_STEPS = 20
"""The maximum number of steps of the proof, of which only the results are printed."""

_PER_STATEMENT = 4
"""How many items of the form ``reason`` are made about a statement."""


def build_theorem_selection(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items about which theorem gives a statement, or which one a proof does not use.

    Form ``reason``: only the problem and a statement are printed. The key gives the statement where
    its hypotheses hold, for some points of the figure; the distractors apply in the figure too, but
    give the statement for no points. Form ``shown``: the results of a proof are printed, in
    alphabetical order and without what they follow from, since readers match theorems with steps as
    a proof prints them without a look at the figure; the key leads to none of them.

    Why options are exchangeable: in the form ``reason`` all theorems conclude statements of the
    form of the printed one, and apply to points of the figure. In the form ``shown`` the proof of
    another goal of the scene uses the key, so that it can be a distractor there. The proof that is
    printed states as much as the key supposes, and then a step concludes what the key might; so
    comparing the words of a theorem with those of the proof does not reveal the key. In both forms
    choices are kept such that of four theorems each is the key more nearly equally often: some are
    used wherever they are heard, and could seldom be keys (`chance_to_keep`).

    About each goal there are several items, with different keys and distractors. The split later
    chooses among them, so that no theorem is the key too often or too rarely. `most` counts the
    goals of each form.
    """
    found = list(goals(context, rng, most_steps=MOST_STEPS))
    items = [_shown(context, rng, c) for c in balanced_choices(context, rng, _TASK, found, most)]
    for choices in islice(reason_choices(context, rng, _TASK, _REASON), most):
        items += [_reason(context, rng, choice) for choice in choices[:_PER_STATEMENT]]
    return items


def _reason(context: Context, rng: Generator, choice: ReasonChoice) -> Item:
    goal, use = choice.goal, choice.use
    offered = (choice.key, *choice.distractors)
    points = frozenset(dict(use.mapping).values()).union(
        goal.proof.points, *(context.proof(state).points for state in use.antecedents)
    )
    letters, conclusion = dict(use.mapping), str(use.conclusion)
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, choice.key, offered, letters=letters, conclusion=conclusion),
        distractors=[_option(context, rule, offered, instances=0) for rule in choice.distractors],
        form=_REASON,
        goal=goal,
        points=points,
        evidence=figure_evidence(
            context,
            f"{_TASK} {choice.key}",
            points=points,
            printed=[goal.statement],
            false=[[goal.statement]],
        ),
        worth=choice.worth,
        kind_of_goal="given",
    )


def _shown(context: Context, rng: Generator, choice: TheoremChoice) -> Item:
    goal, key, distractors = choice.goal, choice.key, choice.distractors
    steps, offered = goal.proof.steps, (key, *distractors)
    by_rule = {
        rule: [step for step in steps if step.derivation.rule in both_orientations(rule)]
        for rule in distractors
    }
    conclusions = [step.conclusion for step in steps]
    evidence = figure_evidence(
        context,
        f"{_TASK} {key}",
        points=goal.proof.points,
        printed=conclusions,
        # Where no result that a theorem might lead to holds, the proof does not use it.
        false=[[one for one in conclusions if may_state(rule, one)] for rule in distractors],
    )
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, key, offered, goal.proof, concludes_a_step=False),
        distractors=[
            _option(context, rule, offered, goal.proof, steps=[step.number for step in own])
            for rule, own in by_rule.items()
        ],
        form=_SHOWN,
        goal=goal,
        points=goal.proof.points,
        parts={
            # In their order, each result would stand just below what it follows from.
            "steps": "\n".join(sorted(f"- {context.write(one)}" for one in conclusions))
        },
        evidence=evidence,
        worth=choice.worth,
    )


def _option(
    context: Context, rule: str, offered: Sequence[str], proof: Proof | None = None, **entry: Any
) -> CertifiedOption:
    """A theorem as an option, and what a reader sees of it beside others, and a printed proof."""
    marks = {"alike": alike_among(rule, offered)}
    if proof is not None:
        marks["unheard"] = missing_relations(rule, proof)
    return CertifiedOption(theorem_text(rule, context.language), {"rule": rule, **entry}, marks)
