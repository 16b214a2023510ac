"""Which seed gives an item of a task, scene by scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.families.drafting.published import LEVELS, PICTURES, TASKS
from geoengine.families.drafting.seed import Seed, load_seeds
from geoengine.items import stream

__all__ = ["TURNS", "seed_at"]

TURNS = 60
"""How often a split may use a seed."""

_LEAST, _MOST = 0.5, 2.0
"""How much less or more often than others of its category a seed may come."""

_ROUNDS = 40


@cache
def _weights() -> dict[str, float]:
    """Return how often each seed comes, so that levels and numbers of pictures are as published.

    Weights are fitted to one marginal distribution after another, within bounds, since few seeds of
    a kind should not be asked again and again.
    """
    seeds = sorted(load_seeds().values(), key=lambda one: one.id)
    marginals: list[tuple[Callable[[Seed], Any], Mapping[Any, int]]] = [
        (lambda seed: len(seed.steps) + 1, PICTURES),
        (lambda seed: seed.level, LEVELS),
        (lambda seed: seed.category, TASKS),
    ]
    each: NDArray[np.float64] = np.ones(len(seeds))
    counts = Counter(seed.category for seed in seeds)
    plain = np.array([TASKS[seed.category] / counts[seed.category] for seed in seeds])
    total = sum(TASKS.values())
    for _ in range(_ROUNDS):
        for key, wanted in marginals:
            for value, count in wanted.items():
                own = np.array([key(seed) == value for seed in seeds])
                if own.any():
                    share = float((plain * each)[own].sum())
                    each[own] *= count / share
            each = np.clip(each, _LEAST, _MOST)
            each *= total / float((plain * each).sum())
    return {seed.id: float(weight) for seed, weight in zip(seeds, each, strict=True)}


@cache
def _order(task: str, split_seed: int, topics: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    own = sorted(
        seed.id
        for seed in load_seeds().values()
        if seed.category == task and (not topics or set(topics) & set(seed.tags))
    )
    rng = stream(split_seed, "drafting", "order", task)
    weights = _weights()
    places = [
        ((turn + start) / weights[name], name, turn)
        for name, start in zip(own, rng.random(len(own)).tolist(), strict=True)
        for turn in range(TURNS)
    ]
    return tuple((name, turn) for _, name, turn in sorted(places))


def seed_at(
    task: str, split_seed: int, index: int, topics: Sequence[str]
) -> tuple[str, int] | None:
    """Return the seed from which a scene takes its item, and how often it came before.

    The order depends on the seed of the split alone. Levels and numbers of steps come in about the
    published shares.

    Parameters
    ----------
    task : str
        The category.
    split_seed : int
        The seed of the split.
    index : int
        The number of the scene.
    topics : sequence of str
        The tags allowed; empty for all.

    Examples
    --------
    >>> seed_at("compass", 1, 0, ()) != seed_at("compass", 1, 1, ())
    True
    """
    order = _order(task, split_seed, tuple(topics))
    return order[index] if index < len(order) else None
