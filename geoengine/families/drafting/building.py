"""Items about constructions, made from tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.draft import DraftError
from geoengine.families.drafting.making import Made, made
from geoengine.families.drafting.order import seed_at
from geoengine.families.drafting.question import question_of
from geoengine.families.drafting.seed import LANGUAGES
from geoengine.families.drafting.task import Task, TaskError
from geoengine.items import Draft, DraftStep, Item, Medium

__all__ = ["FAMILY", "Scene", "build", "draft_path", "item_about", "picture_path"]

FAMILY = "drafting"


@dataclass(frozen=True, slots=True)
class Scene:
    """What an item is made from.

    Attributes
    ----------
    seed : int
        The seed of the split.
    index : int
        The number of the scene, by which seeds of each task are chosen.
    topics : tuple of str
    language : {"en", "zh"}
    rejections : Counter of str
    """

    seed: int
    index: int
    topics: tuple[str, ...]
    language: Language
    rejections: Any


def picture_path(step: int, item_id: str = "{id}") -> str:
    """The path, within the split, of the picture after a step; that of step 0 shows the givens."""
    return f"images/{item_id}-{step}.png"


def draft_path(item_id: str = "{id}") -> str:
    """The path, within the split, of the GeoGebra file of an item."""
    return f"drafts/{item_id}.ggb"


def build(task: str, scene: Scene, rng: Generator, most: int) -> list[Item]:
    """Make the item of a task that belongs to a scene; an empty list if there is none.

    Examples
    --------
    >>> from collections import Counter
    >>> from geoengine.items import stream
    >>> scene = Scene(1, 0, (), "en", Counter())
    >>> (item,) = build("compass", scene, stream(1), 1)
    >>> item.answer.kind, len(item.media) == len(item.answer.steps) + 2
    ('draft', True)
    """
    del rng, most  # Each scene has one task of each category, with chances of its own.
    found = seed_at(task, scene.seed, scene.index, scene.topics)
    if found is None:
        return []
    seed_id, turn = found
    try:
        one = made(seed_id, scene.seed, turn)
    except (TaskError, DraftError) as error:
        scene.rejections[str(error)] += 1
        return []
    if one is None:
        scene.rejections[f"{seed_id}: the same as another item"] += 1
        return []
    return [item_about(one, turn, scene)]


def item_about(one: Made, turn: int, scene: Scene) -> Item:
    """Make the item of a task that is made."""
    task, seed, language = one.task, one.task.seed, scene.language
    steps = {name: _steps(task, name) for name in LANGUAGES}
    answer = Draft(
        givens=task.givens,
        free=task.free,
        upright=seed.upright,
        where=task.where,
        wanted=dict(task.wanted),
        goals=task.goals,
        made=task.where_made,
        tools=task.tools,
        steps=tuple(steps[language]),
    )
    pictures = len(task.steps) + 1
    return Item.make(
        family=FAMILY,
        task=seed.category,
        level=seed.level,
        language=language,
        scene=seed.id,
        problem=task.program,
        question=question_of(task, language),
        media=[
            *(
                Medium(kind="picture", path=picture_path(step), shown=step == 0)
                for step in range(pictures)
            ),
            Medium(kind="code", language="geogebra", path=draft_path(), shown=False),
        ],
        answer=answer,
        certificate={
            "questions": {"en": question_of(task, "en"), "zh": question_of(task, "zh")},
            "steps": {name: [step.text for step in own] for name, own in steps.items()},
            "proof": one.proof,
            "level": {
                "level": seed.level,
                "steps": len(task.steps),
                "commands": len(task.commands),
                "uses": [step.uses.construction for step in seed.steps if step.uses is not None],
            },
            "seed": seed.id,
            "way": one.way,
            "parameters": {name: str(value) for name, value in task.parameters.items()},
            "letters": dict(one.letters),
        },
        meta={
            "seed": scene.seed,
            "index": scene.index,
            "turn": turn,
            "tier": seed.level,
            "category": seed.category,
            "tools": task.tools,
            "topic": seed.tags[0],
            "tags": list(seed.tags),
            "pictures": pictures,
        },
    )


def _steps(task: Task, language: str) -> list[DraftStep]:
    return [
        DraftStep(
            method=step.methods[language],
            principle=step.principles[language],
            commands=step.commands,
        )
        for step in task.steps
    ]
