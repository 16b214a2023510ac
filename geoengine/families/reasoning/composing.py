"""Composing: the parts of an item put together, the key at a place left to chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.random import Generator

import geoengine
from geoengine.catalogue import fill, load_tasks
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goals import Goal
from geoengine.families.reasoning.notation import legend
from geoengine.families.reasoning.shortcuts import points_named, shortcuts
from geoengine.families.reasoning.truth import Verdict
from geoengine.items.chance import pick
from geoengine.items.item import Item, prompts
from geoengine.scene import describe

__all__ = ["Choice", "about_goals", "compose"]


@dataclass(frozen=True)
class Choice:
    """An option: its text, and what the certificate says of it.

    Attributes
    ----------
    text : str
    evidence : dict
        JSON-able.
    marks : dict of str to int
        What the question shows of it: features by which the key might be guessed.
    """

    text: str
    evidence: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, context: Context, verdict: Verdict) -> Choice:
        """The option that offers a judged statement."""
        return cls(context.say(verdict.statement), verdict.record())


def about_goals(
    found: Iterable[Goal], most: int, offers: Callable[[Goal], list[Item]]
) -> list[Item]:
    """Items about goals, goal after goal, until some are made about `most` of them."""
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
    key: Choice,
    distractors: Sequence[Choice],
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
        Draws the wording and the place of the key.
    key : Choice
    distractors : sequence of Choice
    form : str
        The kind of item, where the task has several.
    goal : Goal, optional
        Where the question is about one.
    parts : mapping of str to str, optional
        What fills the placeholders of the wording, beside the problem and the goal.
    certificate : mapping, optional
        What else the certificate says.
    """
    definition = load_tasks()[task]
    place = int(rng.integers(len(distractors) + 1))
    choices = pick(rng, distractors, len(distractors))
    choices.insert(place, key)
    language = context.language
    wordings = definition.wordings(form, language)
    told = {"problem": describe(context.problem, language=language), **(parts or {})}
    if goal is not None:
        told["goal"] = context.say(goal.statement)
    question = fill(wordings[int(rng.integers(len(wordings)))], told)
    options = [choice.text for choice in choices]
    evidence = [_evidence(context, choice, goal) for choice in choices]
    note = legend([question, *options], language)
    question = f"{question}\n\n{note}" if note else question
    return Item(
        task=task,
        language=language,
        scene=context.scene,
        problem=str(context.problem),
        question=question,
        options=options,
        key=place + 1,
        answer=f"({place + 1})",
        certificate={
            "options": [
                {"option": number, "correct": number == place + 1, **told}
                for number, told in enumerate(evidence, start=1)
            ],
            **(certificate or {}),
        },
        meta={
            **_meta(context, form, goal),
            "shortcuts": shortcuts(
                options,
                place + 1,
                evidence=evidence,
                goal=None if goal is None else goal.statement,
            ),
        },
        **prompts(definition, question, options, language),
    )


def _evidence(context: Context, choice: Choice, goal: Goal | None) -> dict[str, Any]:
    """What the certificate says of an option, with its marks where it has any."""
    marks = dict(choice.marks)
    named = points_named(choice.evidence)
    if goal is not None and named:
        # How late the construction comes to a point that the goal does not name.
        others = set(named) - set(goal.statement.points)
        marks["newest"] = max(map(context.problem.points.index, others), default=-1)
    return {**choice.evidence, **({"marks": marks} if marks else {})}


def _meta(context: Context, form: str, goal: Goal | None) -> dict[str, Any]:
    meta: dict[str, Any] = {
        "form": form,
        "tier": context.tier if goal is None else goal.tier,
        "seed": context.seed,
        "engine": geoengine.__version__,
        "premises": len(context.premises),
    }
    if goal is not None:
        meta["goal"] = str(goal.statement)
        meta["proof_steps"] = len(goal.proof.steps)
        meta["premises_used"] = len(goal.proof.premises)
    return meta
