"""Scenes: constructions with numeric parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, PlainSerializer, StrictInt, model_validator

from geoengine.catalogue.entry import Entry, EntryError, Slug, Text
from geoengine.catalogue.numbers import Numbers, read_numbers, write_numbers
from geoengine.catalogue.placeholders import check_placeholders, fill, placeholders_in

__all__ = ["Scene"]

NumbersField = Annotated[
    tuple[Numbers, ...],
    BeforeValidator(read_numbers),
    PlainSerializer(write_numbers, return_type=dict[str, Any]),
]


class Scene(Entry):
    """A figure as construction steps, with parameters for its numbers.

    Examples
    --------
    >>> scene = Scene(
    ...     name="segment",
    ...     title="A segment",
    ...     topic="triangles",
    ...     tier=1,
    ...     construction="a b = segment_of a b {s}",
    ...     numbers={"s": {"min": 2, "max": 9}},
    ... )
    >>> scene.parameters, scene.filled({"s": 5})
    (('s',), 'a b = segment_of a b 5')
    """

    topic: Slug = Field(description="Triangles, quadrilaterals, circles, tangency, ….")
    tier: StrictInt = Field(ge=1, le=4, description="Difficulty, from 1 to 4.")
    construction: Text = Field(
        description="Construction steps in JGEX notation, with `{parameter}` in place of numbers."
    )
    numbers: NumbersField = Field(
        default=(),
        description=(
            "The possible values: `s: {min: 2, max: 9}`, `s: [4, 6, 9]`, or several parameters"
            " chosen together, `a b c: [[3, 4, 5], [5, 12, 13]]`."
        ),
    )
    note: Text | None = Field(default=None, description="A remark for readers.")

    @property
    def parameters(self) -> tuple[str, ...]:
        """The placeholders of the construction, in order."""
        return placeholders_in(self.construction)

    def filled(self, values: Mapping[str, object]) -> str:
        """Return the construction with numbers in place of its parameters."""
        return fill(self.construction, values)

    @model_validator(mode="after")
    def _check_parameters(self) -> Self:
        named = [name for numbers in self.numbers for name in numbers.names]
        check_placeholders(self.construction, named, within=("construction",))
        for name in named:
            if name not in self.parameters:
                raise EntryError(
                    f"unused number {name}: the construction has no {{{name}}}",
                    within=("numbers",),
                )
            if named.count(name) > 1:
                raise EntryError(
                    f"expected each number once, found {name!r} again", within=("numbers",)
                )
        return self
