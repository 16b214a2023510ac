"""Evidence that a construction reaches its goal, for the certificate of an item."""

from __future__ import annotations

from typing import Any

from geoengine.families.drafting.making import MOVED, Made

__all__ = ["evidence_of"]


def evidence_of(one: Made) -> dict[str, Any]:
    """Return what shows that the goals of a task follow from its construction.

    Before a task is made, its goals are checked in figures with moved givens.
    """
    return {"goals": len(one.task.goals), "moved_figures": MOVED}
