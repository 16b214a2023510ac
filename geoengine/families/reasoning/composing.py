"""Composing: an item put together from its parts, with the key at a random position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.random import Generator

import geoengine
from geoengine.catalogue import fill, load_tasks
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.families.reasoning.option_features import features, points_named
from geoengine.families.reasoning.truth import Verdict
from geoengine.items import Choice, Item, Medium, pick
from geoengine.scene import describe, symbol_legend

__all__ = ["FAMILY", "OPTIONS", "Offer", "about_goals", "compose"]

FAMILY = "reasoning"

OPTIONS = 4
"""The number of options of every item, one of them right."""

_PICTURE = Medium(kind="picture", path="images/{problem}.png")
"""The picture of the problem, shared by all its items."""


@dataclass(frozen=True)
class Offer:
    """An option: its text, and its entry in the certificate.

    Attributes
    ----------
    text : str
    evidence : dict
        JSON-able.
    marks : dict of str to int
        Further visible features by which the key might be guessed.
    """

    text: str
    evidence: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, context: Context, verdict: Verdict) -> Offer:
        """Make an option from a judged statement."""
        return cls(context.say(verdict.statement), verdict.record())


def about_goals(
    found: Iterable[Goal], most: int, offers: Callable[[Goal], list[Item]]
) -> list[Item]:
    """Make items about one goal after the other, until `most` goals have items."""
    items: list[Item] = []
    asked = 0
    for goal in found:
        if asked == most:
            break
        made = offers(goal)
        asked += bool(made)
        items += made
    return items


def compose(
    context: Context,
    task: str,
    rng: Generator,
    *,
    key: Offer,
    distractors: Sequence[Offer],
    form: str = "plain",
    goal: Goal | None = None,
    parts: Mapping[str, str] | None = None,
    certificate: Mapping[str, Any] | None = None,
) -> Item:
    """Make an item.

    Parameters
    ----------
    context : Context
    task : str
    rng : numpy.random.Generator
        Draws the wording and the position of the key.
    key : Offer
    distractors : sequence of Offer
    form : str
        The kind of item, if the task has several.
    goal : Goal, optional
        If the question is about one.
    parts : mapping of str to str, optional
        Texts for the placeholders of the wording, other than the problem and the goal.
    certificate : mapping, optional
        Further entries of the certificate.
    """
    definition = load_tasks(FAMILY)[task]
    place = int(rng.integers(len(distractors) + 1))
    offers = pick(rng, distractors, len(distractors))
    offers.insert(place, key)
    language = context.language
    wordings = definition.wordings(form, language)
    filling = {"problem": describe(context.problem, language=language), **(parts or {})}
    if goal is not None:
        filling["goal"] = context.say(goal.statement)
    question = fill(wordings[int(rng.integers(len(wordings)))], filling)
    options = [offer.text for offer in offers]
    note = symbol_legend([question, *options], language)
    question = f"{question}\n\n{note}" if note else question
    return Item.make(
        family=FAMILY,
        task=task,
        level=definition.level,
        language=language,
        scene=context.scene,
        problem=str(context.problem),
        question=question,
        media=(_PICTURE,),
        answer=Choice(options=tuple(options), key=place + 1),
        certificate={
            "options": [
                {"option": number, "correct": number == place + 1, **offer.evidence}
                for number, offer in enumerate(offers, start=1)
            ],
            **(certificate or {}),
        },
        meta={
            **_meta(context, form, goal),
            "features": features(
                options,
                evidence=[offer.evidence for offer in offers],
                marks=[_marks(context, offer, goal) for offer in offers],
                goal=None if goal is None else goal.statement,
            ),
        },
    )


def _marks(context: Context, offer: Offer, goal: Goal | None) -> dict[str, float]:
    """The marks of an option, with the place of its last point in the construction."""
    marks: dict[str, float] = dict(offer.marks)
    named = points_named(offer.evidence)
    if goal is not None and named:
        # In some tasks every option has the points of the goal, so these are left out.
        others = set(named) - set(goal.statement.points)
        marks["newest"] = max(map(context.problem.points.index, others), default=-1)
    return marks


def _meta(context: Context, form: str, goal: Goal | None) -> dict[str, Any]:
    meta: dict[str, Any] = {
        "form": form,
        "tier": context.tier if goal is None else goal.tier,
        "seed": context.seed,
        "engine": geoengine.__version__,
        "points": len(context.problem.points),
        "premises": len(context.premises),
    }
    if goal is not None:
        meta["goal"] = str(goal.statement)
        meta["proof_steps"] = len(goal.proof.steps)
        meta["premises_used"] = len(goal.proof.premises)
    return meta
