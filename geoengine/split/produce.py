"""Producing: candidates of items from one scene, a function of the seed and its number alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geoengine.catalogue import Scene, load_scenes
from geoengine.catalogue.phrases import Language
from geoengine.errors import PlacementError
from geoengine.families.reasoning import TASKS, Item, build, make_context
from geoengine.scene import canonical_form, draw_extra, sample, scene_at

__all__ = ["Harvest", "Order", "produce", "scene_of"]


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted of one scene.

    Attributes
    ----------
    seed : int
        Of the split.
    index : int
        Number of the scene in the split, from 0.
    wanted : tuple of (str, int)
        Tasks, and how many candidates of each.
    tiers : tuple of int
        That goals may have, and scenes where there is no goal; empty for all.
    topics : tuple of str
        That scenes may have; empty for all.
    language : {"en", "zh"}
        Of the items.
    """

    seed: int
    index: int
    wanted: tuple[tuple[str, int], ...]
    tiers: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Harvest:
    """What one scene gave.

    Attributes
    ----------
    index : int
        Number of the scene in the split.
    scene : str
        Its name in the catalogue.
    problem : str
        The problem as JGEX text; empty where there is none.
    form : str
        Its canonical form: one problem of each is used.
    items : dict of str to list of Item
        Candidates by task.
    rejections : dict of str to dict of str to int
        How often candidates of each task were given up, by reason.
    failure : str
        Why there is no problem, or nothing.
    fault : str
        An exception that nobody expected, or nothing.
    """

    index: int
    scene: str
    problem: str = ""
    form: str = ""
    items: dict[str, list[Item]] = field(default_factory=dict)
    rejections: dict[str, dict[str, int]] = field(default_factory=dict)
    failure: str = ""
    fault: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain data, from which `from_json` makes an equal harvest."""
        return {
            "index": self.index,
            "scene": self.scene,
            "problem": self.problem,
            "form": self.form,
            "items": {
                task: [item.model_dump(mode="json") for item in items]
                for task, items in self.items.items()
            },
            "rejections": self.rejections,
            "failure": self.failure,
            "fault": self.fault,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Harvest:
        """Read what `to_json` returned."""
        items = {
            task: [Item.model_validate(item) for item in items]
            for task, items in data["items"].items()
        }
        return cls(**{**data, "items": items})


def produce(order: Order) -> Harvest:
    """Make candidates from one scene.

    Each task has a generator of its own, so that its candidates are the same whatever else is
    wanted of the scene.

    Examples
    --------
    >>> harvest = produce(Order(seed=1, index=0, wanted=(("structural_perception", 1),)))
    >>> [item.task for item in harvest.items["structural_perception"]]
    ['structural_perception']
    """
    scene = scene_of(order.seed, order.index, order.topics)
    try:
        return _produce(order, scene)
    except Exception as error:
        # One scene that goes wrong must not end a long run; the split reports it.
        fault = f"{type(error).__name__}: {error}"
        return Harvest(order.index, scene.name, fault=fault)


def scene_of(seed: int, index: int, topics: Sequence[str] = ()) -> Scene:
    """Return the scene with a number: every scene comes once before any comes again."""
    scenes = [s for s in load_scenes().values() if not topics or s.topic in topics]
    return scene_at(scenes, seed, index)


def _produce(order: Order, scene: Scene) -> Harvest:
    streams = np.random.SeedSequence([order.seed, order.index]).spawn(1 + len(TASKS))
    rng = np.random.default_rng(streams[0])
    try:
        problem = sample(scene, rng, extra=draw_extra(scene, rng), seed=order.seed)
    except PlacementError:
        return Harvest(order.index, scene.name, failure="no clear figure was found")
    context = make_context(
        problem, scene=scene.name, seed=order.seed, tier=scene.tier, language=order.language
    )
    if context is not None and order.tiers:
        context = replace(context, tiers=frozenset(order.tiers))
    if context is None:
        failure = "there are too few figures, or the deduction did not end"
        return Harvest(order.index, scene.name, failure=failure)
    items: dict[str, list[Item]] = {}
    rejections: dict[str, dict[str, int]] = {}
    for task, most in order.wanted:
        before = Counter(context.rejections)
        own = np.random.default_rng(streams[1 + TASKS.index(task)])
        built = build(task, context, own, most=most)
        items[task] = [item for item in built if context.wants(item.meta["tier"])]
        rejections[task] = dict(context.rejections - before)
    form = canonical_form(problem.points, problem.premises).form
    return Harvest(order.index, scene.name, str(problem), form, items, rejections)
