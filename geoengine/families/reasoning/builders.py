"""One door to the builders of all tasks."""

from __future__ import annotations

from collections.abc import Callable

from numpy.random import Generator

from geoengine.errors import UsageError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.faulty_branch import build_faulty_branch
from geoengine.families.reasoning.numerical_perception import build_numerical_perception
from geoengine.families.reasoning.premise_filtering import build_premise_filtering
from geoengine.families.reasoning.structural_perception import build_structural_perception
from geoengine.families.reasoning.subgoal_decomposition import build_subgoal_decomposition
from geoengine.families.reasoning.theorem_selection import build_theorem_selection
from geoengine.items.item import Item

__all__ = ["TASKS", "build"]

_BUILDERS: dict[str, Callable[[Context, Generator, int], list[Item]]] = {
    "numerical_perception": build_numerical_perception,
    "structural_perception": build_structural_perception,
    "premise_filtering": build_premise_filtering,
    "subgoal_decomposition": build_subgoal_decomposition,
    "theorem_selection": build_theorem_selection,
    "faulty_branch": build_faulty_branch,
}

TASKS = tuple(_BUILDERS)
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
        How many items at most; where one question comes in several variants, how many questions.

    Returns
    -------
    list of Item
        Candidates without ids. Why others were given up is counted in ``context.rejections``.

    Raises
    ------
    UsageError
        When there is no such task.
    """
    if task not in _BUILDERS:
        raise UsageError(
            f"expected a task, found {task!r}", hint=f"the tasks are: {', '.join(TASKS)}"
        )
    return _BUILDERS[task](context, rng, most)
