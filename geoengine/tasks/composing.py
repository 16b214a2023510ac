"""Composing: the parts of an item put together, the key at a place left to chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.random import Generator

import geoengine
from geoengine.catalogue import load_tasks
from geoengine.catalogue.wording import fill
from geoengine.language import Statement
from geoengine.scene import describe
from geoengine.tasks.chance import pick
from geoengine.tasks.context import Context
from geoengine.tasks.goals import Goal
from geoengine.tasks.item import Item, prompts
from geoengine.tasks.notation import legend
from geoengine.tasks.shortcuts import shortcuts
from geoengine.tasks.truth import Verdict

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
    says : tuple of Statement
        The statements that it offers, if it offers any.
    """

    text: str
    evidence: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    says: tuple[Statement, ...] = ()

    @classmethod
    def saying(
        cls, context: Context, statements: Sequence[Statement], evidence: dict[str, Any]
    ) -> Choice:
        """The option that offers statements."""
        return cls(context.say(*statements), evidence, says=tuple(statements))

    @classmethod
    def of(cls, context: Context, verdict: Verdict) -> Choice:
        """The option that offers a judged statement."""
        return cls.saying(context, [verdict.statement], verdict.record())


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
    marks = [{**choice.marks, **_newest(context, choice, goal)} for choice in choices]
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
                {"option": number, "correct": number == place + 1, **choice.evidence, **_told(own)}
                for number, (choice, own) in enumerate(zip(choices, marks, strict=True), start=1)
            ],
            **(certificate or {}),
        },
        meta={
            **_meta(context, form, goal),
            "shortcuts": shortcuts(
                options, place + 1, None if goal is None else goal.statement, marks
            ),
        },
        **prompts(definition, question, options, language),
    )


def _newest(context: Context, choice: Choice, goal: Goal | None) -> dict[str, int]:
    """How late the construction comes to a point of an option that the goal does not name."""
    if goal is None or not choice.says:
        return {}
    others = {p for said in choice.says for p in said.points} - set(goal.statement.points)
    return {"newest": max(map(context.problem.points.index, others), default=-1)}


def _told(marks: Mapping[str, int]) -> dict[str, Any]:
    return {"marks": dict(marks)} if marks else {}


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
