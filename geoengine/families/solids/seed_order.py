"""Which seed gives an item of a task, scene by scene."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from geoengine.items import BATCH, stream
from geoengine.solid import Seed, load_seeds

__all__ = ["cells", "seed_at"]


@cache
def cells() -> dict[str, tuple[Seed, ...]]:
    """The seeds of each task: of each type and level, such as ``angle_2``."""
    found: dict[str, list[Seed]] = {}
    for seed in load_seeds().values():
        found.setdefault(f"{seed.type}_{seed.level}", []).append(seed)
    return {task: tuple(sorted(own, key=lambda one: one.id)) for task, own in found.items()}


def seed_at(task: str, split_seed: int, index: int, topics: Sequence[str]) -> Seed | None:
    """Return the seed from which a scene takes its item of a task.

    The seeds of a task follow one another in a random order, which depends on the seed of the
    split alone, so that every batch has the same seeds. After the last one they begin anew.

    Parameters
    ----------
    task : str
    split_seed : int
        The seed of the split.
    index : int
        The number of the scene.
    topics : sequence of str
        The topics allowed; empty for all.

    Returns
    -------
    Seed or None
        None if no seed of the task has one of the topics.
    """
    own = [seed for seed in cells().get(task, ()) if not topics or seed.topic in topics]
    if not own:
        return None
    order = stream(split_seed, "solids", task).permutation(len(own))
    place = int(order[index % BATCH % len(own)])
    return own[place]
