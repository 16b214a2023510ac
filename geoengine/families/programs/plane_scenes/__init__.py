"""Scenes of the engine as programs: what is asked follows from the figure in several steps."""

from geoengine.families.programs.plane_scenes.sampling import (
    is_scene_seed,
    scene_seed,
    scene_seeds,
)

__all__ = ["is_scene_seed", "scene_seed", "scene_seeds"]
