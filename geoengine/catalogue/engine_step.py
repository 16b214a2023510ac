"""Engine steps: the names that proofs give to steps computed without a rule."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from geoengine.catalogue.entry import EntryError, Slug, Text
from geoengine.catalogue.theorem import Theorem
from geoengine.language import PREDICATES

__all__ = ["EngineStep"]


class EngineStep(Theorem):
    """The name and wording of a step that the engine computes with code in `geoengine.deduction`.

    Examples
    --------
    >>> from geoengine.catalogue import load_engine_steps
    >>> step = load_engine_steps()["angle_chasing"]
    >>> step.name, step.table
    ('Angle chasing', 'direction')
    """

    id: Slug = Field(description="Unique key, also among rules.")
    statement: Text = Field(description="What it does, in a sentence.")
    covers: Text = Field(description="The purpose of the step.")
    table: Literal["direction", "length", "square", "line"] | None = Field(
        default=None, description="The linear table whose equations it adds up, if any."
    )
    speaks_of: tuple[str, ...] = Field(
        default=(),
        description=(
            "Predicates; this name is given to the steps of its table that have one of them among"
            " conclusion and antecedents. If empty, to the remaining steps of the table."
        ),
    )
    legend: Text | None = Field(
        default=None, description="An explanation of the quantities in its sums, if it has sums."
    )
    source: Text = Field(description="A reference.")

    @property
    def title(self) -> str:
        """The name as shown in lists, where it is marked as a step of the engine."""
        return f"{self.name} (a step of the engine, not a rule)"

    @model_validator(mode="after")
    def _check_predicates(self) -> Self:
        for position, name in enumerate(self.speaks_of):
            if name not in PREDICATES:
                raise EntryError(
                    f"expected a predicate, found {name!r}",
                    within=("speaks_of", position),
                    hint=f"the predicates are: {' '.join(sorted(PREDICATES))}",
                )
        return self

    @model_validator(mode="after")
    def _check_table(self) -> Self:
        for part in ("speaks_of", "legend"):
            if self.table is None and getattr(self, part):
                raise EntryError(
                    f"expected {part} only for a step that adds up equations, found no table",
                    within=(part,),
                    hint="add: table: direction, length, square or line",
                )
        if self.table is not None and self.legend is None:
            raise EntryError(
                f"expected a legend for the sums of the table {self.table!r}, found none",
                within=("table",),
                hint="write: legend: what the quantities in the sums are",
            )
        return self
