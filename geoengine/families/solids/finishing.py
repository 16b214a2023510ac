"""Finishing: pictures and videos of the items of a scene."""

from __future__ import annotations

from typing import Any

from geoengine.draw.solids import render_solid, render_video
from geoengine.families.solids.building import instance_of, picture_path, video_path
from geoengine.families.solids.figure_model import model_of
from geoengine.families.solids.views import read_view
from geoengine.items import FinishedProblem, UsedProblem

__all__ = ["finish"]


def finish(job: UsedProblem) -> FinishedProblem:
    """Draw the items of a scene, each in the view that its certificate tells."""
    files: dict[str, bytes] = {}
    size: dict[str, Any] = {} if job.look.size is None else {"size": job.look.size}
    for item in job.items:
        wanted = {*item.pictures, *item.videos}
        if not wanted:
            continue
        model = model_of(instance_of(item.scene, item.meta["seed"], item.meta["index"]))
        view = read_view(item.certificate["view"])
        if (path := picture_path(item.id)) in wanted:
            files[path] = render_solid(model, view, **size)
        if (path := video_path(item.id)) in wanted:
            files[path] = render_video(model, view, **size)
    return FinishedProblem((), files)
