"""Configurations: the options of a split in a YAML file."""

from __future__ import annotations

from pydantic import Field, StrictBool, StrictInt

from geoengine.catalogue import YamlModel

__all__ = ["RunConfig"]


class RunConfig(YamlModel):
    """The options of ``geoengine generate`` that a YAML file sets; None for those that it does not.

    Examples
    --------
    >>> RunConfig(count=60, topics=("circles",)).chosen()
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
    evidence: str | None = Field(
        default=None, description="What tells the premises: text, figure, or both."
    )
    batches: StrictInt | None = Field(default=None, description="How often seeds are used.")
    images: StrictBool | None = Field(default=None, description="Whether there are pictures.")
    videos: StrictBool | None = Field(default=None, description="Whether there are videos.")
    view: tuple[float, float] | None = Field(
        default=None, description="The azimuth and the elevation of the eye, in degrees."
    )
    projection: str | None = Field(default=None, description="orthographic, or perspective.")
    size: StrictInt | tuple[StrictInt, StrictInt] | None = Field(
        default=None, description="The side of pictures, or width and height, in pixels."
    )
    languages: tuple[str, ...] | None = Field(
        default=None, description="The languages of code, in families that show it."
    )
    avoid: str | None = Field(
        default=None, description="A JSON file of published problems that items must not resemble."
    )
    adversary: StrictBool | None = Field(default=None, description="Whether guessers attack it.")

    def chosen(self) -> dict[str, object]:
        """The options that are set, by name."""
        return self.model_dump(exclude_none=True)
