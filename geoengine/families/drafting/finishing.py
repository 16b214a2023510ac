"""Finishing: the pictures of the items of a scene, one after each step, and their drafts."""

from __future__ import annotations

from geoengine.items import FinishedProblem, UsedProblem

__all__ = ["finish"]


def finish(job: UsedProblem) -> FinishedProblem:
    """Draw the items of a scene, and write their constructions for GeoGebra."""
    files: dict[str, bytes] = {}
    return FinishedProblem((), files)
