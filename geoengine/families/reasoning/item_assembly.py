"""Assembly of items from their parts, with the key at a random position."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.random import Generator

import geoengine
from geoengine.catalogue import Task, fill, load_tasks
from geoengine.errors import InputError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.figure_evidence import FigureEvidence
from geoengine.families.reasoning.goal_choice import Goal
from geoengine.families.reasoning.option_features import constructions_of, features, points_named
from geoengine.families.reasoning.picture import picture_path
from geoengine.families.reasoning.truth import Verdict
from geoengine.graph import Proof
from geoengine.items import Answer, Choice, Item, Medium, pick
from geoengine.language import parse_statement
from geoengine.scene import describe, symbol_legend

__all__ = [
    "FAMILY",
    "OPTIONS",
    "PERCEPTION",
    "CertifiedOption",
    "compose",
    "items_about_goals",
    "make_item",
    "task_entry",
]

FAMILY = "reasoning"

OPTIONS = 4
"""The number of options of every item, one of them right."""

PERCEPTION = 1
"""The level of tasks that ask what the picture shows."""

_KIND = {"simtri": "similar", "simtrir": "similar", "contri": "congruent", "contrir": "congruent"}
"""The kinds of goals that have several predicates."""


@dataclass(frozen=True)
class CertifiedOption:
    """An option with its entry in the certificate.

    Attributes
    ----------
    text : str
    evidence : dict
        The entry, which must be JSON-able.
    marks : dict of str to float
        Further features that a reader can see, and might guess the key by.
    """

    text: str
    evidence: dict[str, Any] = field(default_factory=dict)
    marks: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, context: Context, verdict: Verdict) -> CertifiedOption:
        """Make an option from a statement and the builder's verdict on it."""
        return cls(context.write(verdict.statement), verdict.record())


def task_entry(name: str) -> Task:
    """Return the entry of a task in the catalogue.

    Raises
    ------
    InputError
        If the catalogue has no such task.
    """
    entry = load_tasks(FAMILY).get(name)
    if entry is None:
        raise InputError(f"expected the wordings of the task {name} in tasks/{FAMILY}/{name}.yaml")
    return entry


def items_about_goals(
    goals: Iterable[Goal], most: int, make_items: Callable[[Goal], list[Item]]
) -> list[Item]:
    """Make items about one goal after the other, until `most` goals have items."""
    items: list[Item] = []
    used = 0
    for goal in goals:
        if used == most:
            break
        made = make_items(goal)
        used += bool(made)
        items += made
    return items


def compose(
    context: Context,
    task: str,
    rng: Generator,
    *,
    key: CertifiedOption,
    distractors: Sequence[CertifiedOption],
    form: str = "plain",
    goal: Goal | None = None,
    named: Collection[str] | None = None,
    points: Collection[str] | None = None,
    parts: Mapping[str, str] | None = None,
    certificate: Mapping[str, Any] | None = None,
    evidence: FigureEvidence | None = None,
    printed: Proof | None = None,
    worth: int = 0,
    limited: bool = False,
    kind_of_goal: str = "goal",
) -> Item:
    """Make a multiple-choice item.

    Parameters
    ----------
    context : Context
    task : str
    rng : numpy.random.Generator
        Draws the wording and the position of the key.
    key : CertifiedOption
    distractors : sequence of CertifiedOption
    form : str
        The kind of item, if the task has several.
    goal : Goal, optional
        The goal that the question is about, if any.
    named : collection of str, optional
        The points of the goal that the question names; all by default.
    points : collection of str, optional
        The points that text and picture must have; they have others only if these depend on them.
        All by default.
    parts : mapping of str to str, optional
        Texts for placeholders of the wording; ``{problem}`` and, with `goal`, ``{goal}`` have
        defaults.
    certificate : mapping, optional
        Further entries of the certificate.
    evidence : FigureEvidence, optional
        Needed if some premises are shown by the picture alone.
    printed : Proof, optional
        The proof whose steps the question prints.
    worth : int
        How much the item is worth asking, by the weights of its task.
    limited : bool
        Whether a split takes few items of its form, since its options are not about exchangeable,
        or it takes little work.
    kind_of_goal : str
        The name of the limit that holds for the kind of the goal.
    """
    place = int(rng.integers(len(distractors) + 1))
    offered = pick(rng, distractors, len(distractors))
    offered.insert(place, key)
    options = tuple(option.text for option in offered)
    if named is None and goal is not None:
        named = goal.statement.points
    return make_item(
        context,
        task,
        rng,
        answer=Choice(options=options, key=place + 1),
        form=form,
        goal=goal,
        points=points,
        parts=parts,
        certificate={
            "options": [
                {"option": number, "correct": number == place + 1, **option.evidence}
                for number, option in enumerate(offered, start=1)
            ],
            **(certificate or {}),
        },
        evidence=evidence,
        printed=printed,
        meta={
            "worth": worth,
            "kinds": ({"form": form} if limited else {})
            | _kinds(context, key, goal, kind_of_goal, certificate or {}),
            "features": features(
                options,
                evidence=[option.evidence for option in offered],
                marks=[_marks(context, option, named) for option in offered],
                asked=named,
            ),
        },
    )


def make_item(
    context: Context,
    task: str,
    rng: Generator,
    *,
    answer: Answer,
    form: str = "plain",
    goal: Goal | None = None,
    points: Collection[str] | None = None,
    parts: Mapping[str, str] | None = None,
    certificate: Mapping[str, Any] | None = None,
    evidence: FigureEvidence | None = None,
    printed: Proof | None = None,
    meta: Mapping[str, Any] | None = None,
) -> Item:
    """Make an item with an answer of any kind.

    Parameters
    ----------
    context : Context
    task : str
    rng : numpy.random.Generator
        Draws the wording.
    answer : Choice, Value, Named or Draft
    form : str
        The kind of item, if the task has several.
    goal : Goal, optional
        The goal that the question is about, if any.
    points : collection of str, optional
        The points that text and picture must have; they have others only if these depend on them.
        All by default.
    parts : mapping of str to str, optional
        Texts for placeholders of the wording; ``{problem}`` and, with `goal`, ``{goal}`` have
        defaults.
    certificate : mapping, optional
        What the answer rests on, for the judge to confirm.
    evidence : FigureEvidence, optional
        Needed if some premises are shown by the picture alone.
    printed : Proof, optional
        The proof whose steps the question prints.
    meta : mapping, optional
        Further entries of the field ``meta``.
    """
    entry = task_entry(task)
    language = context.language
    wordings = entry.wordings(form, language)
    part = context.part(points)
    filling = {"problem": describe(part.problem, language=language)}
    if evidence is not None:
        filling["problem"] = evidence.describe(language, printed)
    if goal is not None:
        filling["goal"] = context.write(goal.statement)
    filling |= parts or {}
    question = fill(wordings[int(rng.integers(len(wordings)))], filling)
    drawn = part.problem.points
    path = picture_path("{problem}", () if drawn == context.problem.points else sorted(drawn))
    options = answer.options if isinstance(answer, Choice) else ()
    note = symbol_legend([question, *options], language)
    question = f"{question}\n\n{note}" if note else question
    return Item.make(
        family=FAMILY,
        task=task,
        level=entry.level,
        language=language,
        scene=context.scene,
        problem=str(context.problem),
        question=question,
        media=(Medium(kind="picture", path=path),),
        answer=answer,
        certificate={
            **(certificate or {}),
            **({} if evidence is None else {"evidence": evidence.record(printed)}),
        },
        meta={
            **_meta(context, form, goal),
            "drawn": list(drawn),
            **_kind_of(evidence, entry),
            **(meta or {}),
        },
    )


def _kinds(
    context: Context,
    key: CertifiedOption,
    goal: Goal | None,
    kind_of_goal: str,
    certificate: Mapping[str, Any],
) -> dict[str, str | list[str]]:
    """The kinds of which a split takes a limited share.

    They are those of its scene, of the constructions in its problem, and of goal, theorem,
    auxiliary point and relation where an item has them.
    """
    calls = {call.construction for step in context.problem.steps for call in step.calls}
    found: dict[str, str | list[str]] = {"scene": context.scene, "construction": sorted(calls)}
    if goal is not None:
        found[kind_of_goal] = _KIND.get(goal.statement.predicate, goal.statement.predicate)
    rule = key.evidence.get("rule", certificate.get("rule"))
    if rule is not None:
        found["theorem"] = rule
    if "clause" in key.evidence:
        found["point"] = constructions_of(key.evidence["clause"])[0]
    if goal is None and parse_statement(key.evidence["statement"]).value is None:
        found["relation"] = key.evidence["statement"].split()[0]
    return found


def _marks(
    context: Context, option: CertifiedOption, asked: Collection[str] | None
) -> dict[str, float]:
    """The marks of an option; with a goal, also the place of its last point in the construction.

    Points of the goal do not count; the place is -1 if there are no others.
    """
    marks: dict[str, float] = dict(option.marks)
    named = points_named(option.evidence)
    if asked is not None and named:
        # In some tasks every option has the points of the goal, so these are left out.
        others = set(named) - set(asked)
        marks["newest"] = max(map(context.problem.points.index, others), default=-1)
    return marks


def _kind_of(evidence: FigureEvidence | None, entry: Task) -> dict[str, str]:
    """What states the premises; nothing for tasks about what the picture shows."""
    if entry.level == PERCEPTION:
        return {}
    return {"evidence": "text" if evidence is None else "figure"}


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
        meta["premises_used"] = len(context.given.intersection(goal.proof.premises))
    return meta
