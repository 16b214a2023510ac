"""The base models of all catalogue entries."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, StringConstraints

from geoengine.errors import CatalogueError

__all__ = ["Entry", "EntryError", "Slug", "Text", "Within", "YamlModel"]

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=80)]
"""A key: lower-case words joined by underscores."""

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
"""Text that is not empty."""


class EntryError(CatalogueError):
    """A mistake found by a validator, perhaps deep within the value that it validates.

    Parameters
    ----------
    message, hint : str
        As for `geoengine.errors.InputError`.
    within : sequence of str or int
        The keys and list positions from the validated value to the mistake.
    line, column : int, optional
        The place of the mistake in the text there, both counted from 1.

    Examples
    --------
    >>> EntryError("expected a letter", within=("then", 0)).within
    ('then', 0)
    """

    def __init__(
        self,
        message: str,
        *,
        within: tuple[str | int, ...] = (),
        hint: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, hint=hint, line=line, column=column)
        self.within = within


class Within:
    """Tells the errors raised in a block where in the entry they are.

    Examples
    --------
    >>> with Within("answer"):
    ...     raise EntryError("expected a number", within=(0,))
    Traceback (most recent call last):
    geoengine.catalogue.entry.EntryError: expected a number
    """

    def __init__(self, *within: str | int) -> None:
        self.within = within

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, EntryError):
            raise EntryError(
                error.message, hint=error.hint, line=error.line, column=error.column,
                within=(*self.within, *error.within),
            ) from None  # fmt: skip


class YamlModel(BaseModel):
    """A frozen mapping read from YAML, with its place in the file; unknown keys are errors."""

    # Validators are built on first use, so that loading rules does not build those of scenes.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    _place: tuple[str, int, int] | None = PrivateAttr(default=None)

    @property
    def key(self) -> str:
        """The unique name in the catalogue; only entries have one."""
        raise NotImplementedError

    @property
    def place(self) -> str:
        """The place in its file, as ``file:line:column``; empty if it was made in Python."""
        return ":".join(map(str, self._place)) if self._place else ""

    def read_at(self, source: str, line: int, column: int) -> Self:
        """Attach its place, and return itself."""
        self._place = (source, line, column)
        return self

    def error(self, message: str, *, hint: str | None = None) -> CatalogueError:
        """Make an error about this entry, with its place."""
        source, line, column = self._place or (None, None, None)
        return CatalogueError(message, source=source, line=line, column=column, hint=hint)

    def __eq__(self, other: object) -> bool:
        # Places are not compared.
        return type(self) is type(other) and self.__dict__ == other.__dict__


class Entry(YamlModel):
    """An entry with a name and a title.

    Examples
    --------
    >>> Entry(name="median", title="Median of a triangle").key
    'median'
    """

    name: Slug = Field(description="Unique key, in lower case with underscores.")
    title: Text = Field(description="A short description, for lists.")

    @property
    def key(self) -> str:
        """The name."""
        return self.name
