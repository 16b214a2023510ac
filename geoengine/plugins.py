"""Plugins: objects registered by installed packages as entry points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from geoengine.errors import UsageError

__all__ = ["BrokenPluginError", "find_plugins", "load_plugin"]


class BrokenPluginError(UsageError):
    """An installed plugin that cannot be loaded, or has the wrong type."""


@cache
def find_plugins(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group, sorted by name, without loading them.

    The installed packages are searched once per process.

    Examples
    --------
    >>> find_plugins("geoengine.families")["reasoning"].value
    'geoengine.families.reasoning.family:FAMILY'
    """
    found = {entry.name: entry for entry in entry_points(group=group)}
    return MappingProxyType(dict(sorted(found.items())))


def load_plugin(entry: EntryPoint) -> Any:
    """Import and return the object of an entry point.

    Raises
    ------
    BrokenPluginError
        If importing it raises anything; the message names the entry point and the exception.
    """
    try:
        return entry.load()
    except Exception as error:
        raise BrokenPluginError(
            f"{entry.name!r} of {entry.group}, at {entry.value}, cannot be loaded:"
            f" {type(error).__name__}: {error}",
            hint="correct or uninstall the package that registers it",
        ) from error
