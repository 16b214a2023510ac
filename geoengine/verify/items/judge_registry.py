"""Judges of items by family and task, found through the entry point group ``geoengine.judges``.

A judge is registered separately from the family whose items it judges, and loaded without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from geoengine.plugins import BrokenPluginError, find_plugins, load_plugin
from geoengine.verify.budget import Budget
from geoengine.verify.prover import Prover
from geoengine.verify.verdict import Finding

__all__ = ["ItemJudge", "load_judges"]

_GROUP = "geoengine.judges"


class ItemJudge(Protocol):
    """Judges the items of a task."""

    def __call__(
        self, data: Mapping[str, Any], budget: Budget, prover: Prover | None
    ) -> Sequence[Finding]:
        """Judge an item from its own text, without the code that made it.

        Parameters
        ----------
        data : mapping
            The item, as in a split.
        budget : Budget
        prover : callable or None
            Without one, what needs a proof stays undecided.

        Returns
        -------
        sequence of Finding
            At least one; all good, unless something is wrong or undecided.
        """


@cache
def load_judges(family: str) -> Mapping[str, ItemJudge]:
    """Load the judges of a family, by the name of the task.

    Returns
    -------
    mapping of str to ItemJudge
        Empty where nothing is registered for the family.

    Raises
    ------
    BrokenPluginError
        When they cannot be imported, or are not a mapping of judges by task.
    """
    known = find_plugins(_GROUP)
    if family not in known:
        return {}
    found = load_plugin(known[family])
    if not isinstance(found, Mapping):
        raise BrokenPluginError(
            f"expected judges by task at {known[family].value}, found {type(found).__name__}"
        )
    return found
