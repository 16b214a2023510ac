"""Which seed gives an item of a task, scene by scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from geoengine.cache import cached_result, code_in
from geoengine.families.programs.instance import make_instance
from geoengine.families.programs.plane_scenes import scene_seeds
from geoengine.families.programs.published import PUBLISHED
from geoengine.families.programs.seed import Seed, load_seeds
from geoengine.items import pick, stream
from geoengine.solid import parse_expression

__all__ = ["level_of_seed", "seed_at"]

_TURNS = 12
"""How often a split may use a seed."""


_SCENES = {1: 0.15, 2: 0.2}
"""The shares of the items of each level that are made of scenes of the engine."""


_SOURCES = {"solid": 1.4}
"""How much earlier, and more often, seeds of some sources come: a fifth of level 3 is in space."""


def _published_share(quantity: str) -> float:
    """Return the share of the published problems that ask for a quantity."""
    counts = PUBLISHED.counts["asked"]
    return counts.get(quantity, counts["other"]) / sum(counts.values())


def level_of_seed(seed_id: str) -> int:
    """Return the level of a seed's first instance; others rarely have another."""
    return _levels()[seed_id]


@cache
def _levels() -> dict[str, int]:
    """Return the levels of all seeds, which are kept between runs."""
    seeds = load_seeds()
    package = Path(__file__).parents[2]
    folders = ("families/programs", "program", "region", "solid", "language", "catalogue", "items")
    sources = [
        np.__version__.encode(),
        *(code for folder in folders for code in code_in(package / folder)),
        *(seed.model_dump_json().encode() for seed in seeds.values()),
    ]
    return cached_result(
        "program-levels", sources, lambda: {name: _level(seed) for name, seed in seeds.items()}, ()
    )


def _level(seed: Seed) -> int:
    return make_instance(seed, stream(0, "programs", "level", seed.id)).level.level


@cache
def _cells() -> dict[int, tuple[Seed, ...]]:
    """Return the seeds of each level.

    Raises
    ------
    InstanceError
        If a seed is wrong: without it, splits would have other items than they should.
    """
    found: dict[int, list[Seed]] = {}
    for seed in sorted(load_seeds().values(), key=lambda one: one.id):
        found.setdefault(level_of_seed(seed.id), []).append(seed)
    return {level: tuple(own) for level, own in found.items()}


@cache
def _order(level: int, split_seed: int, topics: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    written = _written(level, split_seed, topics)
    scenes = _scenes(level, split_seed, topics)
    share = _SCENES.get(level, 0.0)
    found: list[tuple[str, int]] = []
    while written or scenes:
        # Scenes come as evenly as their share allows; at the end, there may be only one kind.
        take_scene = int((len(found) + 1) * share) > int(len(found) * share)
        found.append((scenes if scenes and (take_scene or not written) else written).pop(0))
    return tuple(found)


def _written(level: int, split_seed: int, topics: tuple[str, ...]) -> list[tuple[str, int]]:
    """Return the seeds that are written in YAML, in the order of a split."""
    own = [seed for seed in _cells().get(level, ()) if not topics or set(topics) & set(seed.topics)]
    counts = Counter(seed.measure.quantity for seed in own)
    rng = stream(split_seed, "programs", "order", level)
    places: list[tuple[float, int, Seed, int]] = []
    for number, seed in enumerate(own):
        quantity = seed.measure.quantity
        wanted = _published_share(quantity) * len(own) / counts[quantity]
        # A seed whose kind of question is rarer here than published comes earlier, and more often.
        weight = min(max(wanted, 0.6), 1.8) * _SOURCES.get(seed.source, 1.0)
        start = float(rng.random())
        # Instances with the same answer would let it be guessed.
        turns = _TURNS if parse_expression(seed.answer).names else 1
        places += [((turn + start) / weight, number, seed, turn) for turn in range(turns)]
    return [(seed.id, turn) for _, _, seed, turn in sorted(places, key=lambda place: place[:2])]


def _scenes(level: int, split_seed: int, topics: tuple[str, ...]) -> list[tuple[str, int]]:
    """Return the scenes of the engine for a level: each once in random order, then all again."""
    own = [
        name
        for name, (topic, tier) in scene_seeds().items()
        if (not topics or topic in topics) and level == (1 if tier == 1 else 2)
    ]
    rng = stream(split_seed, "programs", "scenes", level)
    return [(name, turn) for turn in range(_TURNS) for name in pick(rng, own)]


def seed_at(
    level: int, split_seed: int, index: int, topics: Sequence[str]
) -> tuple[str, int] | None:
    """Return the id of the seed from which a scene takes its item, and how often it came before.

    The order depends on the seed of the split alone. What is asked comes in about the published
    shares, as far as there are seeds.

    Parameters
    ----------
    level : int
    split_seed : int
        The seed of the split.
    index : int
        The number of the scene.
    topics : sequence of str
        The topics allowed; empty for all.
    """
    order = _order(level, split_seed, tuple(topics))
    return order[index] if index < len(order) else None
