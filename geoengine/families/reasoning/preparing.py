"""Preparation of a scene for the builders: sampled, placed, and its closure computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geoengine.catalogue import Language, Scene, load_scenes
from geoengine.errors import PlacementError
from geoengine.families.reasoning.context import make_context
from geoengine.items import Evidence, Material, UnusableSceneError, stream
from geoengine.scene import canonical_form, draw_extra, sample, scene_at

__all__ = ["prepare"]


def prepare(
    seed: int,
    index: int,
    *,
    tiers: Sequence[int] = (),
    topics: Sequence[str] = (),
    language: Language = "en",
    evidence: Evidence = "text",
) -> Material:
    """Sample and place the scene with the number `index`; see `geoengine.items.Family`.

    Raises
    ------
    UnusableSceneError
        If no clear figure was found, or the deduction reached a limit.

    Examples
    --------
    >>> material = prepare(1, 0)
    >>> material.problem == str(material.context.problem)
    True
    """
    scene = _scene(seed, index, topics)
    rng = stream(seed, index, "scene")
    try:
        problem = sample(scene, rng, extra=draw_extra(scene, rng), seed=seed)
    except PlacementError:
        raise UnusableSceneError("no clear figure was found") from None
    context = make_context(problem, scene=scene.name, seed=seed, tier=scene.tier, language=language)
    if context is None:
        raise UnusableSceneError("no other figure was found, or the deduction reached a limit")
    context = replace(context, tiers=frozenset(tiers), evidence=evidence)
    form = canonical_form(problem.points, problem.premises).form
    kept = context.figures.record()
    return Material(scene.name, str(problem), form, context, context.rejections, kept)


def _scene(seed: int, index: int, topics: Sequence[str]) -> Scene:
    """The scene with the number `index`: every scene comes once before any is repeated."""
    scenes = [scene for scene in load_scenes().values() if not topics or scene.topic in topics]
    return scene_at(scenes, seed, index)
