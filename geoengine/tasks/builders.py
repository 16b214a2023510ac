"""One door to the builders of all tasks."""

from __future__ import annotations

from numpy.random import Generator

from geoengine.errors import UsageError
from geoengine.tasks.context import Context
from geoengine.tasks.item import Item

__all__ = ["TASKS", "build"]

TASKS = (
    "numerical_perception",
    "structural_perception",
    "premise_filtering",
    "subgoal_decomposition",
    "theorem_selection",
    "faulty_branch",
)
"""The tasks, from the lowest level to the highest."""


def build(task: str, context: Context, rng: Generator, *, most: int) -> list[Item]:
    """Make items of one task from a scene.

    Parameters
    ----------
    task : str
        One of `TASKS`.
    context : Context
    rng : numpy.random.Generator
        The only source of chance: equal generators give equal items.
    most : int
        How many items at most.

    Returns
    -------
    list of Item
        Candidates without ids. Why others were given up is counted in ``context.rejections``.

    Raises
    ------
    UsageError
        When there is no such task.
    """
    if task not in TASKS:
        raise UsageError(f"expected a task, found {task!r}", hint=f"the tasks are: {', '.join(TASKS)}")
    return []
