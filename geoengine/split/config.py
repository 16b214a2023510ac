"""Configurations: what a split is to be, as a YAML file says it."""

from __future__ import annotations

from pydantic import Field, StrictBool, StrictInt

from geoengine.catalogue import Record

__all__ = ["RunConfig"]


class RunConfig(Record):
    """What a run is asked for; what is absent is left to the command line, or to its defaults.

    Examples
    --------
    >>> RunConfig(count=60, topics=("circles",)).told()
    {'count': 60, 'topics': ('circles',)}
    """

    count: StrictInt | None = Field(default=None, description="How many items, over all tasks.")
    seed: StrictInt | None = Field(default=None, description="Equal seeds give equal splits.")
    family: str | None = Field(default=None, description="The family of benchmarks.")
    tasks: tuple[str, ...] | None = Field(default=None, description="Only these tasks.")
    mix: str | None = Field(default=None, description="The shares of the tasks.")
    tiers: tuple[StrictInt, ...] | None = Field(default=None, description="How hard items are.")
    topics: tuple[str, ...] | None = Field(default=None, description="Only scenes of these topics.")
    language: str | None = Field(default=None, description="In which items are written.")
    images: StrictBool | None = Field(default=None, description="Whether there are pictures.")

    def told(self) -> dict[str, object]:
        """What it says, by name."""
        return self.model_dump(exclude_none=True)
