"""Tiers: the size of figures and the difficulty of goals at each level."""

from __future__ import annotations

from typing import Self

from pydantic import Field, StrictInt, model_validator

from geoengine.catalogue.entry import Entry, EntryError

__all__ = ["Tier"]


class Tier(Entry):
    """A difficulty level, from 1 to 5.

    Examples
    --------
    >>> tier = Tier(
    ...     name="one_idea", title="One idea", tier=1, extra=[0.5, 0.5], points=9, difficulty=[0, 8]
    ... )
    >>> tier.holds(7.5), tier.holds(8.0)
    (True, False)
    """

    tier: StrictInt = Field(ge=1, le=5, description="Its number.")
    extra: tuple[float, ...] = Field(
        default=(1.0,),
        min_length=1,
        description="Relative frequencies of adding 0, 1, 2, … constructions to a scene.",
    )
    points: StrictInt = Field(
        default=24,
        ge=3,
        le=24,
        description="Figures with this many points or more are not extended.",
    )
    difficulty: tuple[float, float] | None = Field(
        default=None,
        description="The range of difficulty of its goals; the upper end is excluded. Without it,"
        " the tier is of goals that are not derived without an auxiliary point.",
    )

    @property
    def is_auxiliary(self) -> bool:
        """Whether its goals are those that are not derived without an auxiliary point."""
        return self.difficulty is None

    def holds(self, difficulty: float) -> bool:
        """Return whether a goal of this difficulty belongs to the tier; the upper end does not."""
        if self.difficulty is None:
            return False
        return self.difficulty[0] <= difficulty < self.difficulty[1]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if min(self.extra) < 0 or sum(self.extra) <= 0:
            raise EntryError("expected shares of 0 or more, not all 0", within=("extra",))
        if self.difficulty is not None and self.difficulty[0] >= self.difficulty[1]:
            raise EntryError("expected the smaller number first", within=("difficulty",))
        return self
