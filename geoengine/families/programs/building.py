"""Items about programs, made from instances of seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.families.programs.instance_errors import InstanceError
from geoengine.families.programs.making import Made, made
from geoengine.families.programs.order import seed_at
from geoengine.items import Item, Medium
from geoengine.program import print_asymptote

__all__ = ["FAMILY", "Scene", "build", "item_about", "picture_path"]

FAMILY = "programs"


@dataclass(frozen=True, slots=True)
class Scene:
    """What an item is made from.

    Attributes
    ----------
    seed : int
        The seed of the split.
    index : int
        The number of the scene, by which seeds of each level are chosen.
    topics : tuple of str
    language : {"en", "zh"}
        Of the question.
    languages : tuple of (str, int)
        The languages of code, with their weights.
    rejections : Counter of str
    """

    seed: int
    index: int
    topics: tuple[str, ...]
    language: Language
    languages: tuple[tuple[str, int], ...]
    rejections: Any


def picture_path(item_id: str = "{id}") -> str:
    """The path, within the split, of the picture of an item."""
    return f"images/{item_id}.png"


def build(level: int, task: str, scene: Scene, rng: Generator, most: int) -> list[Item]:
    """Make the item of a task that belongs to a scene; an empty list if there is none.

    Examples
    --------
    >>> from collections import Counter
    >>> from geoengine.items import stream
    >>> scene = Scene(1, 0, (), "en", (("asymptote", 1),), Counter())
    >>> (item,) = build(1, "primitive", scene, stream(1), 1)
    >>> item.level, item.media[0].language
    (1, 'asymptote')
    """
    del rng, most  # Each scene has one instance for each task, with chances of its own.
    found = seed_at(level, scene.seed, scene.index, scene.topics)
    if found is None:
        return []
    seed_id, turn = found
    try:
        one = made(seed_id, scene.seed, turn, level, scene.language, scene.languages)
    except InstanceError as error:
        scene.rejections[str(error)] += 1
        return []
    if one is None:
        scene.rejections["too much like another item of its seed"] += 1
        return []
    return [item_about(task, one, turn, scene)]


def item_about(task: str, one: Made, turn: int, scene: Scene) -> Item:
    """Make the item of a task that asks about an instance."""
    instance = one.instance
    seed, measure = instance.seed, instance.seed.measure
    return Item.make(
        family=FAMILY,
        task=task,
        level=instance.level.level,
        language=scene.language,
        scene=seed.id,
        problem=print_asymptote(instance.program).text,
        question=one.question(scene.language),
        media=[
            Medium(kind="code", language=one.shown_language, text=one.printed.text),
            Medium(kind="picture", path=picture_path(), shown=False),
        ],
        answer=one.answer,
        certificate={
            "asked": instance.asked,
            "given": list(instance.given),
            "answer": instance.exact,
            "questions": {name: text.question for name, text in instance.texts.items()},
            "steps": {name: list(text.steps) for name, text in instance.texts.items()},
            "level": instance.level.as_dict(),
            "source": seed.source,
            "seed": seed.id,
            "parameters": {name: str(value) for name, value in instance.parameters.items()},
        },
        meta={
            "seed": scene.seed,
            "index": scene.index,
            "turn": turn,
            "tier": instance.level.level,
            "source": seed.source,
            "topic": seed.topics[0],
            "quantity": measure.quantity,
            "code_language": one.code_language,
            "code_languages": [list(pair) for pair in scene.languages],
            "points": instance.level.features.points,
            "coordinates": one.coordinates,
            "guesses": one.guesses,
        },
    )
