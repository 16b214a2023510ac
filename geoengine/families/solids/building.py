"""Items about solids, made from instances of seeds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from numpy.random import Generator

from geoengine.catalogue import Language
from geoengine.families.solids.figure_model import model_of
from geoengine.families.solids.seed_order import seed_at
from geoengine.families.solids.views import view_of, write_view
from geoengine.items import ANY_LOOK, BATCH, Answer, Item, Look, Medium, Named, Value
from geoengine.solid import Instance, InstanceError, load_seeds, make_instance

__all__ = ["FAMILY", "Scene", "build", "instance_of", "item_about", "picture_path", "video_path"]

FAMILY = "solids"

_ATTEMPTS = 30
"""How often parameters are chosen until they differ from those of earlier batches."""

_WITHIN = 0.01
"""The relative error up to which a response counts as right, as DynaSolidGeo scores it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What an item is made from: which instance of a seed, and in which language.

    Attributes
    ----------
    seed : int
        The seed of the split.
    index : int
        The number of the scene, by which seeds of each task are chosen.
    topics : tuple of str
    language : {"en", "zh"}
    rejections : Counter of str
    look : Look
        How pictures look.
    """

    seed: int
    index: int
    topics: tuple[str, ...]
    language: Language
    rejections: Any
    look: Look = ANY_LOOK


def picture_path(item_id: str = "{id}") -> str:
    """The path, within the split, of the picture of an item."""
    return f"images/{item_id}.png"


def video_path(item_id: str = "{id}") -> str:
    """The path, within the split, of the video of an item."""
    return f"videos/{item_id}.mp4"


@lru_cache(maxsize=2048)
def instance_of(scene: str, split_seed: int, index: int) -> Instance:
    """Make the instance of a seed that a scene of a split asks about.

    Its parameters differ from those in the same place of earlier batches, as long as there are
    others. Instances are kept, since those of later batches and the pictures need them again.
    """
    seed = load_seeds()[scene]
    earlier = range(index % BATCH, index, BATCH)
    used = [instance_of(scene, split_seed, place).parameters for place in earlier]
    for attempt in range(_ATTEMPTS):
        instance = make_instance(seed, split_seed, index, attempt)
        if instance.parameters not in used:
            break
    return instance


def build(task: str, scene: Scene, rng: Generator, most: int) -> list[Item]:
    """Make the item of a task that belongs to a scene; an empty list if there is none.

    Examples
    --------
    >>> from collections import Counter
    >>> from geoengine.items import stream
    >>> scene = Scene(seed=1, index=0, topics=(), language="en", rejections=Counter())
    >>> (item,) = build("length_1", scene, stream(1), 1)
    >>> item.answer.quantity
    'length'
    """
    del most  # Each scene has one instance for each task.
    seed = seed_at(task, scene.seed, scene.index, scene.topics)
    if seed is None:
        return []
    try:
        instance = instance_of(seed.id, scene.seed, scene.index)
    except InstanceError as error:
        scene.rejections[f"{seed.id}: {error}"] += 1
        return []
    return [item_about(task, instance, scene, rng)]


def item_about(task: str, instance: Instance, scene: Scene, rng: Generator) -> Item:
    """Make the item of a task that asks about an instance, in a view of its own."""
    seed, words = instance.seed, instance.texts[scene.language]
    model = model_of(instance)
    view = view_of(instance, model, rng, scene.look)
    return Item.make(
        family=FAMILY,
        task=task,
        level=seed.level,
        language=scene.language,
        scene=seed.id,
        problem=instance.record,
        question=words.question,
        media=[
            Medium(kind="picture", path=picture_path()),
            Medium(kind="video", path=video_path()),
        ],
        answer=_answer(instance),
        certificate={
            "questions": {language: text.question for language, text in instance.texts.items()},
            "chains": {language: list(text.chain) for language, text in instance.texts.items()},
            "view": write_view(view, model),
        },
        meta={
            "seed": scene.seed,
            "index": scene.index,
            "batch": scene.index // BATCH,
            "tier": seed.level,
            "type": seed.type,
            "topic": seed.topic,
            "points": len(model.shown),
        },
    )


def _answer(instance: Instance) -> Answer:
    seed, printed = instance.seed, instance.texts["en"].answer
    match seed.quantity:
        case "plane" | "line" | "point" as named:
            return Named(object=named, points=instance.names, aliases=instance.aliases)
        case "relation":
            return Named(
                object="relation", points=(printed,), aliases=((instance.texts["zh"].answer,),)
            )
        case quantity:
            exact = isinstance(instance.answer, int) or seed.type == "counting"
            return Value(exact=printed, quantity=quantity, tolerance=None if exact else _WITHIN)
