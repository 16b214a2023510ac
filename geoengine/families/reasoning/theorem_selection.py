"""Theorem selection: which of four theorems a proof does not use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from statistics import fmean
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import load_rules
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.figure_evidence import figure_evidence
from geoengine.families.reasoning.goal_choice import Goal, goals
from geoengine.families.reasoning.item_assembly import CertifiedOption, compose
from geoengine.families.reasoning.theorem_choices import (
    TheoremChoice,
    alike_among,
    balanced_choices,
    theorems_of,
    used_together,
)
from geoengine.families.reasoning.theorem_odds import odds_of
from geoengine.families.reasoning.theorem_reasons import ReasonChoice, reason_choices
from geoengine.families.reasoning.theorems import (
    are_variants,
    both_orientations,
    may_state,
    missing_relations,
    theorem_text,
)
from geoengine.graph import ProofStep
from geoengine.items import Item, pick

__all__ = ["MOST_STEPS", "build_theorem_selection"]

_TASK, _REASON, _SHOWN, _HIDDEN = "theorem_selection", "reason", "shown", "hidden"
MOST_STEPS = 20
"""The maximum number of steps of the proof, of which only the results are printed."""

_PER_STATEMENT = 4
"""How many items of the form ``reason`` are made about a statement."""

_MOST_HIDDEN = 3
"""How many items of the form ``hidden`` are made about a goal."""


def build_theorem_selection(context: Context, rng: Generator, most: int) -> list[Item]:
    """Make items about which theorem gives a statement, or which one a proof does not use.

    Form ``reason``: only the problem and a statement are printed. The key gives the statement where
    its hypotheses hold, for some points of the figure; the distractors apply in the figure too, but
    give the statement for no points. Form ``shown``: the results of a proof are printed, in
    alphabetical order and without what they follow from, since readers match theorems with steps as
    a proof prints them without a look at the figure; the key leads to none of them. Form
    ``hidden``: only the problem is printed; the hypotheses of the key hold nowhere in the figure,
    and the distractors are used in a proof of the goal. It is made about one goal of a scene
    without items of the other forms.

    Why options are exchangeable: in the form ``reason`` all theorems conclude statements of the
    form of the printed one, and apply to points of the figure. In the form ``shown`` the proof of
    another goal of the scene uses the key, so that it can be a distractor there. The proof that is
    printed states as much as the key supposes, and then a step concludes what the key might; so
    comparing the words of a theorem with those of the proof does not reveal the key. In both forms
    what is offered is chosen so that of four theorems each is the key equally often: some are used
    wherever they are heard, and could seldom be keys (`chance_to_keep`). The argument does not hold
    for the form ``hidden``.

    About each goal there are several items, with different keys and distractors. The split later
    chooses among them, so that no theorem is the key too often or too rarely. `most` counts the
    goals of each form.
    """
    found = list(goals(context, rng, most_steps=MOST_STEPS))
    items = [_shown(context, rng, c) for c in balanced_choices(context, rng, _TASK, found, most)]
    for choices in islice(reason_choices(context, rng, _TASK, _REASON), most):
        items += [_reason(context, rng, choice) for choice in choices[:_PER_STATEMENT]]
    return items or _hidden(context, rng, found)


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
        key=_option(
            context, _REASON, choice.key, goal, offered, letters=letters, conclusion=conclusion
        ),
        distractors=[
            _option(context, _REASON, rule, goal, offered, instances=0)
            for rule in choice.distractors
        ],
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
        key=_option(context, _SHOWN, key, goal, offered, concludes_a_step=False),
        distractors=[
            _option(
                context, _SHOWN, rule, goal, offered, steps=[step.number for step in by_rule[rule]]
            )
            for rule in distractors
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


def _hidden(context: Context, rng: Generator, found: Sequence[Goal]) -> list[Item]:
    """Items of the form ``hidden`` about the first goal that allows any.

    Of the distractors for a key, those are offered whose texts are about as long as that of the
    key.
    """
    idle = [r.rule for r in context.graph.report if not r.instances and not r.truncated]
    # Other rules involve points, such as feet of perpendiculars, that a reader could add.
    whole = [rule for rule in idle if load_rules()[rule].whole]
    nowhere = {rule for rule in whole if not context.applicable_rules.applies(rule)}
    apart = [
        rule
        for rule in whole
        if rule == both_orientations(rule)[0] and nowhere.issuperset(both_orientations(rule))
    ]
    for goal in found:
        groups = used_together(goal)
        keys = [
            rule
            for rule in pick(rng, apart, len(apart))
            if not missing_relations(rule, goal.proof)
            and not any(are_variants(rule, other) for other in theorems_of(goal))
        ]
        if groups and keys:
            return [
                _compose_hidden(context, rng, goal, key, min(groups, key=partial(_excess, key)))
                for key in keys[:_MOST_HIDDEN]
            ]
    return []


def _excess(key: str, distractors: Sequence[str]) -> float:
    """By how many characters the text of a key differs from the others on average."""
    lengths = [len(theorem_text(rule)) for rule in distractors]
    return abs(len(theorem_text(key)) - fmean(lengths))


def _compose_hidden(
    context: Context, rng: Generator, goal: Goal, key: str, distractors: Sequence[str]
) -> Item:
    named = [step for step in reversed(goal.proof.steps) if step.derivation.rule in load_rules()]
    first = {both_orientations(step.derivation.rule)[0]: step for step in named}
    offered = (key, *distractors)
    # Items of this form have no measure of worth.
    return compose(
        context,
        _TASK,
        rng,
        key=_option(context, _HIDDEN, key, goal, offered, instances=0),
        distractors=[_used_at(context, first[rule], goal, offered) for rule in distractors],
        form=_HIDDEN,
        goal=goal,
        points=goal.proof.points,
        evidence=figure_evidence(
            context,
            f"{_TASK} {key}",
            points=goal.proof.points,
            printed=[goal.statement],
            false=[[first[rule].conclusion] for rule in distractors],
        ),
        limited=True,
    )


def _used_at(
    context: Context, step: ProofStep, goal: Goal, offered: Sequence[str]
) -> CertifiedOption:
    """A theorem that a proof uses, with the points to which it applies."""
    used = step.derivation
    letters, conclusion = dict(used.mapping), str(step.conclusion)
    return _option(
        context, _HIDDEN, used.rule, goal, offered, letters=letters, conclusion=conclusion
    )


def _option(
    context: Context, form: str, rule: str, goal: Goal, offered: Sequence[str], **evidence: Any
) -> CertifiedOption:
    marks = {
        "unheard": missing_relations(rule, goal.proof),
        "odds": odds_of(form, both_orientations(rule)[0]),
        "alike": alike_among(rule, offered),
    }
    return CertifiedOption(theorem_text(rule, context.language), {"rule": rule, **evidence}, marks)
