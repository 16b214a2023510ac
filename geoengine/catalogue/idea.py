"""Ideas: construction steps by which the sampler extends a figure, with their weights."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from geoengine.catalogue.entry import Entry, EntryError, Slug, Text

__all__ = ["PARTS", "Idea"]

PARTS = {
    "segment": (2, 2),
    "line": (2, 2),
    "pair": (2, 2),
    "point": (1, 1),
    "angle": (3, 3),
    "triangle": (3, 3),
    "circle": (2, 3),
    "round": (3, 3),
}
"""The parts of a figure that letters can stand for, with the least and most letters of each."""


class Idea(Entry):
    """A construction step over letters, and the parts of a figure that these stand for.

    Examples
    --------
    >>> idea = Idea(
    ...     name="foot_on_a_line", title="A foot on a drawn line", weight=4,
    ...     step="x = foot x a b c", cast=["line b c", "point a"],
    ... )
    >>> idea.placed, idea.calls, idea.weight_in("circles")
    (('x',), (('foot', ('x', 'a', 'b', 'c')),), 4.0)
    """

    weight: float = Field(
        gt=0, le=1000, description="Its relative frequency among all ideas that fit."
    )
    topics: dict[Slug, float] = Field(
        default_factory=dict, description="Factors of the weight in scenes of certain topics."
    )
    step: Text = Field(description="The step, written as in a problem, over letters.")
    cast: tuple[Text, ...] = Field(
        description="The parts that its letters stand for, such as `line a b` or `point c`."
    )
    alike: tuple[Text, ...] = Field(
        default=(),
        description="Letters that may be exchanged; the points for them are sorted by name.",
    )

    @property
    def placed(self) -> tuple[str, ...]:
        """The letters of the new points."""
        return tuple(self.step.partition("=")[0].split())

    @property
    def calls(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The names of the constructions of the step, each with its letters."""
        parts = [part.split() for part in self.step.partition("=")[2].split(",")]
        return tuple((part[0], tuple(part[1:])) for part in parts if part)

    @property
    def parts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The kinds of part in `cast`, each with its letters."""
        words = [part.split() for part in self.cast]
        return tuple((kind, tuple(letters)) for kind, *letters in words)

    def weight_in(self, topic: str) -> float:
        """Return the weight in scenes of a topic."""
        return self.weight * self.topics.get(topic, 1.0)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.placed or not self.calls:
            raise EntryError(
                f"expected a step, found {self.step!r}",
                within=("step",),
                hint="write: x = midpoint x a b",
            )
        for topic, factor in self.topics.items():
            if factor < 0:
                raise EntryError(
                    f"expected a factor of 0 or more, found {factor}", within=("topics", topic)
                )
        for position, (kind, letters) in enumerate(self.parts):
            if kind not in PARTS:
                raise EntryError(
                    f"unknown part {kind!r}",
                    within=("cast", position),
                    hint=f"the parts are: {', '.join(PARTS)}",
                )
            least, most = PARTS[kind]
            if not least <= len(letters) <= most:
                raise EntryError(
                    f"expected {least if least == most else f'{least} or {most}'} letters after"
                    f" {kind}, found {len(letters)}",
                    within=("cast", position),
                )
        taken = {letter for _, letters in self.calls for letter in letters} - set(self.placed)
        known = {letter for _, letters in self.parts for letter in letters}
        for letter in sorted(taken ^ known):
            if letter in taken:
                problem = f"expected a part for the letter {letter!r} of the step, found none"
            else:
                problem = f"expected letters of the step, found {letter!r}"
            raise EntryError(problem, within=("cast",))
        for letter in self.alike:
            if letter not in known:
                raise EntryError(f"expected letters of cast, found {letter!r}", within=("alike",))
        return self
