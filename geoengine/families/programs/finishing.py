"""Finishing: pictures of the items of a scene, for people."""

from __future__ import annotations

from geoengine.families.programs.building import picture_path
from geoengine.families.programs.making import made
from geoengine.families.programs.picture import render_program
from geoengine.items import FinishedProblem, UsedProblem

__all__ = ["finish"]


def finish(job: UsedProblem) -> FinishedProblem:
    """Draw the items of a scene."""
    files: dict[str, bytes] = {}
    for item in job.items:
        wanted = {medium.path for medium in item.media if medium.kind == "picture"}
        if not job.images or (path := picture_path(item.id)) not in wanted:
            continue
        one = made(
            item.scene, item.meta["seed"], item.meta["turn"], item.level, item.language,
            tuple((name, count) for name, count in item.meta["code_languages"]),
        )  # fmt: skip
        if one is not None:
            files[path] = render_program(one.done)
    return FinishedProblem((), files)
