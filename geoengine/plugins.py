"""Plugins: objects that installed packages register as entry points."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from geoengine.errors import UsageError

__all__ = ["BrokenPluginError", "find_plugins", "load_plugin"]


class BrokenPluginError(UsageError):
    """An installed plugin cannot be loaded, or is not what it is registered as."""


def find_plugins(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, sorted; nothing is loaded.

    Examples
    --------
    >>> find_plugins("geoengine.families")["reasoning"].value
    'geoengine.families.reasoning.family:FAMILY'
    """
    found = {entry.name: entry for entry in entry_points(group=group)}
    return dict(sorted(found.items()))


def load_plugin(entry: EntryPoint) -> Any:
    """Import what an entry point names.

    Raises
    ------
    BrokenPluginError
        Whatever goes wrong in the package that brings it.
    """
    try:
        return entry.load()
    except Exception as error:
        raise BrokenPluginError(
            f"{entry.name!r} of {entry.group}, at {entry.value}, cannot be loaded:"
            f" {type(error).__name__}: {error}",
            hint="mend or uninstall the package that brings it",
        ) from error
