"""Evidence that a construction reaches its goal, for the certificate of an item."""

from __future__ import annotations

from typing import Any

from geoengine.families.drafting.making import MOVED, Made
from geoengine.families.drafting.proving import prove_goals
from geoengine.families.drafting.task import TaskError, make_task
from geoengine.items import stream

__all__ = ["evidence_of"]


def evidence_of(one: Made) -> dict[str, Any]:
    """Return what shows that the goals of a task follow from its construction.

    The proof is that of the seed's construction, which has other letters and places. Before a task
    is made, its goals are also checked in figures with moved givens.

    Raises
    ------
    TaskError
        If a goal is not proved.
    """
    task = one.task
    proved = prove_goals(make_task(task.seed, stream(0), dict(task.parameters), way=one.way))
    if not proved.is_proved:
        raise TaskError(f"{task.seed.id}: {proved.words}")
    return {"moved_figures": MOVED, **proved.record(task.goals)}
