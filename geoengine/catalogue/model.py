"""What all entries of the catalogue have in common."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, StringConstraints

from geoengine.errors import CatalogueError

__all__ = ["Entry", "EntryError", "Record", "Slug", "Text"]

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=80)]
"""A key: lower-case words joined by underscores."""

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
"""Some words; never empty."""


class EntryError(CatalogueError):
    """What a validator raises when the fault lies deeper than the value which it checks.

    Parameters
    ----------
    message, hint : str
        As for `geoengine.errors.InputError`.
    within : sequence of str or int
        Keys and list positions that lead from the checked value to the fault.

    Examples
    --------
    >>> EntryError("expected a letter", within=("then", 0)).within
    ('then', 0)
    """

    def __init__(
        self, message: str, *, within: tuple[str | int, ...] = (), hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.within = within


class Record(BaseModel):
    """A frozen mapping of the YAML: unknown keys are errors, and it knows where it was read."""

    # Whoever loads the rules alone does not wait for the validators of scenes and tasks.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    _place: tuple[str, int, int] | None = PrivateAttr(default=None)

    @property
    def key(self) -> str:
        """The unique name under which the catalogue keeps it."""
        raise NotImplementedError

    @property
    def place(self) -> str:
        """Where it was read, as ``file:line:column``; empty when it was made in Python."""
        return ":".join(map(str, self._place)) if self._place else ""

    def read_at(self, source: str, line: int, column: int) -> Self:
        """Remember where it was read; returns itself."""
        self._place = (source, line, column)
        return self

    def error(self, message: str, *, hint: str | None = None) -> CatalogueError:
        """Make an error about this entry, with its place."""
        source, line, column = self._place or (None, None, None)
        return CatalogueError(message, source=source, line=line, column=column, hint=hint)

    def __eq__(self, other: object) -> bool:
        # Where an entry was read is no part of what it says.
        return type(self) is type(other) and self.__dict__ == other.__dict__


class Entry(Record):
    """An entry with a name and a title.

    Examples
    --------
    >>> Entry(name="median", title="Median of a triangle").key
    'median'
    """

    name: Slug = Field(description="Unique key, in lower case with underscores.")
    title: Text = Field(description="The entry in a few words, for lists.")

    @property
    def key(self) -> str:
        """The name."""
        return self.name
