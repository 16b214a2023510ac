"""Kinds: how many items of a task may be alike, for example in the kind of their goals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping

from geoengine.items import Item

__all__ = ["KindQuotas"]

_PATIENCE = 4
"""The number of scenes without an item of a task after which its quotas are lifted for one item."""

_FORM_PATIENCE = 60
"""The same for quotas of forms: forms are limited since their options are not exchangeable."""


class KindQuotas:
    """Limits the items of a task that are of one kind.

    An item names its kinds in `meta`, in the field ``kinds``: for each aspect, such as its goal,
    one kind, or a list of several. Where scenes offer too few others, the limits are lifted for one
    item at a time, so that a task can be filled; those of forms come last.

    Parameters
    ----------
    quota : int
        The number of items that the task will have.
    shares : mapping of str to float
        For each aspect, the largest share of the items that may be of one kind. A share of a single
        kind has its name too, such as ``form hidden``; it is rounded down, so that few items have
        none of the kind.

    Attributes
    ----------
    waited : int
        The number of scenes since an item was last added.

    Examples
    --------
    >>> from geoengine.items import Choice
    >>> item = Item.make(
    ...     family="demo", task="demo", level=1, scene="", problem="", question="?",
    ...     answer=Choice(options=("a", "b"), key=1), meta={"kinds": {"goal": "parallels"}},
    ... )
    >>> quotas = KindQuotas(4, {"goal": 0.25})
    >>> quotas.allow(item)
    True
    >>> quotas.add(item)
    >>> quotas.allow(item)
    False
    """

    def __init__(self, quota: int, shares: Mapping[str, float]) -> None:
        self._most: dict[str, int] = {}
        self._most_of: dict[tuple[str, str], int] = {}
        for name, share in shares.items():
            aspect, _, kind = name.partition(" ")
            if kind:
                self._most_of[aspect, kind] = math.floor(share * quota)
            else:
                self._most[aspect] = math.ceil(share * quota)
        self._count: Counter[tuple[str, str]] = Counter()
        self.waited = 0

    def wait(self) -> None:
        """Count a scene; call it before its items are considered."""
        self.waited += 1

    @property
    def are_lifted(self) -> bool:
        """Whether the next item may be of any kind but for its form."""
        return self.waited > _PATIENCE

    def allow(self, item: Item) -> bool:
        """Whether an item may be accepted."""
        return all(
            self.waited > (_FORM_PATIENCE if kind[0] == "form" else _PATIENCE)
            or self._count[kind] < self._most_of.get(kind, self._most[kind[0]])
            for kind in self._kinds(item)
        )

    def add(self, item: Item) -> None:
        """Count an accepted item."""
        self.waited = 0
        self._count.update(self._kinds(item))

    def remove(self, item: Item) -> None:
        """Discount an item that was counted."""
        self._count.subtract(self._kinds(item))

    def _kinds(self, item: Item) -> Iterator[tuple[str, str]]:
        kinds = item.meta.get("kinds", {})
        for aspect in self._most:
            named = kinds.get(aspect, [])
            yield from ((aspect, kind) for kind in ([named] if isinstance(named, str) else named))
