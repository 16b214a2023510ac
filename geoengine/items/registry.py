"""The registry of families: those of this project, and those that other packages bring.

Families are found through entry points, as plugins of pytest are: a package that declares ::

    [project.entry-points."geoengine.families"]
    mine = "mine.family:FAMILY"

    [project.entry-points."geoengine.judges"]
    mine = "mine.judge:JUDGES"

adds a family without a change here. A judge is registered and loaded separately from its family,
whose code it must not use.
"""

from __future__ import annotations

from functools import cache

from geoengine.errors import UsageError
from geoengine.items.family import Family, TaskSpec
from geoengine.plugins import BrokenPluginError, find_plugins, load_plugin
from geoengine.spelling import did_you_mean

__all__ = [
    "all_tasks",
    "family_names",
    "load_family",
    "short_names",
    "task_names",
]

_GROUP = "geoengine.families"


def family_names() -> tuple[str, ...]:
    """The names of the installed families, without loading them.

    Examples
    --------
    >>> "reasoning" in family_names()
    True
    """
    return tuple(find_plugins(_GROUP))


@cache
def load_family(name: str) -> Family:
    """Load an installed family.

    Raises
    ------
    UsageError
        When no family of the name is installed.
    BrokenPluginError
        When it cannot be imported, or is not a family of that name.

    Examples
    --------
    >>> load_family("reasoning").title
    'Geometric reasoning'
    """
    known = find_plugins(_GROUP)
    if name not in known:
        raise UsageError(
            f"expected the name of a family, found {name!r}",
            hint=did_you_mean(name, known, f"the families are: {', '.join(known)}"),
        )
    found = load_plugin(known[name])
    if not isinstance(found, Family) or found.name != name:
        raise BrokenPluginError(
            f"expected the family {name!r} at {known[name].value}, found {type(found).__name__}"
        )
    return found


def all_tasks() -> dict[str, tuple[TaskSpec, ...]]:
    """The tasks of each installed family, by the name of the family."""
    return {name: load_family(name).tasks for name in family_names()}


def task_names() -> tuple[str, ...]:
    """The names of the tasks of all installed families, each once, in the order of listings."""
    return tuple(dict.fromkeys(task.name for own in all_tasks().values() for task in own))


def short_names() -> dict[str, str]:
    """The short title (a column heading) of each task of all installed families, by name."""
    return {task.name: task.short for own in all_tasks().values() for task in own}
