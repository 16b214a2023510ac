"""Series of sampled problems without repetitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from geoengine.catalogue import Scene, load_scenes
from geoengine.errors import PlacementError, UsageError
from geoengine.scene.canonical import canonical_form
from geoengine.scene.problem import Problem
from geoengine.scene.sampler import draw_extra, sample

__all__ = ["Sampled", "sample_series", "scene_at", "select_scenes"]

_MOST_FAILURES = 300
"""The series ends after this many attempts in a row without a new problem."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A sampled problem.

    Attributes
    ----------
    index : int
        The number of the attempt that gave it, from 0.
    scene : Scene
    problem : Problem
        The problem, without a goal.
    form : str
        The canonical form: equal for problems that differ only in names, scale or mirroring.
    """

    index: int
    scene: Scene
    problem: Problem
    form: str


def select_scenes(topic: str | None = None, tiers: Sequence[int] | None = None) -> list[Scene]:
    """Select scenes by topic and tier.

    Parameters
    ----------
    topic : str, optional
        By default all topics.
    tiers : sequence of int, optional
        By default all tiers.

    Raises
    ------
    UsageError
        If there is no such topic.

    Examples
    --------
    >>> {scene.topic for scene in select_scenes("circles", [1, 2])}
    {'circles'}
    >>> select_scenes("circels")
    Traceback (most recent call last):
    geoengine.errors.UsageError: expected a topic, found 'circels'
      hint: the topics are: circles, quadrilaterals, tangency, transformations, triangles
    """
    scenes = list(load_scenes().values())
    topics = sorted({scene.topic for scene in scenes})
    if topic is not None and topic not in topics:
        raise UsageError(
            f"expected a topic, found {topic!r}", hint=f"the topics are: {', '.join(topics)}"
        )
    return [
        scene
        for scene in scenes
        if (topic is None or scene.topic == topic) and (tiers is None or scene.tier in tiers)
    ]


def scene_at(scenes: Sequence[Scene], seed: int, index: int) -> Scene:
    """Return the scene of an attempt (from 0): each scene once, in random order, then all again.

    Examples
    --------
    >>> scenes = select_scenes("tangency")
    >>> len({scene_at(scenes, 7, index).name for index in range(len(scenes))}) == len(scenes)
    True
    """
    round_, place = divmod(index, len(scenes))
    order = np.random.default_rng([seed, round_, 0]).permutation(len(scenes))
    return scenes[int(order[place])]


def sample_series(scenes: Sequence[Scene], *, seed: int = 0) -> Iterator[Sampled]:
    """Sample problems, none of which equals an earlier one up to names, scale and mirroring.

    Parameters
    ----------
    scenes : sequence of Scene
    seed : int
        Equal seeds give equal series.

    Yields
    ------
    Sampled
        Until many attempts in a row give no new problem.

    Examples
    --------
    >>> from itertools import islice
    >>> found = list(islice(sample_series(select_scenes("triangles", [1]), seed=4), 8))
    >>> len({one.form for one in found})
    8
    """
    seen: set[str] = set()
    failures = 0
    for index in count():
        if failures == _MOST_FAILURES:
            return
        failures += 1
        scene = scene_at(scenes, seed, index)
        rng = np.random.default_rng([seed, index])
        try:
            problem = sample(scene, rng, extra=draw_extra(scene, rng), seed=seed)
        except PlacementError:
            continue
        form = canonical_form(problem.points, problem.premises).form
        if form not in seen:
            seen.add(form)
            failures = 0
            yield Sampled(index, scene, problem, form)
