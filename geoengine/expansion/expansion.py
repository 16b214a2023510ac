"""Ways to carry out commands with straightedge and compass, or with the compass alone, as YAML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from pydantic import Field, PrivateAttr, model_validator

from geoengine.catalogue import EntryError, Text, Within, YamlModel, load_entries
from geoengine.draft import Call, Draft, DraftError, Statement, Tools, read_draft

__all__ = ["Expansion", "load_expansions"]


class Expansion(YamlModel):
    """A command, and ways to do without it.

    Examples
    --------
    >>> expansion = load_expansions()["R = Reflect(P, Line(A, B))"]
    >>> [way.statements[0].name for way in expansion.ways("compass")]
    ['R']
    """

    command: Text = Field(description="Such as `M = Midpoint(A, B)`. Its names may be any objects.")
    either: tuple[Text, ...] = Field(default=(), description="Ways for both tools.")
    compass: tuple[Text, ...] = Field(default=(), description="With straightedge and compass.")
    compass_only: tuple[Text, ...] = Field(default=(), description="With the compass alone.")

    _statement: Statement = PrivateAttr()
    _drafts: dict[str, list[Draft]] = PrivateAttr(default_factory=dict)

    @property
    def key(self) -> str:
        """The command."""
        return self.command

    @property
    def makes(self) -> str:
        """The name of what the command makes."""
        return self._statement.name or ""

    @property
    def call(self) -> Call:
        """The command itself."""
        value = self._statement.value
        assert isinstance(value, Call)
        return value

    def ways(self, tools: Tools) -> list[Draft]:
        """Return the ways for some tools, in the order in which they are tried."""
        return [*self._drafts["either"], *self._drafts.get(tools, ())]

    @model_validator(mode="after")
    def _check(self) -> Self:
        with Within("command"):
            (self._statement,) = _read(self.command).statements
            if self._statement.name is None or not isinstance(self._statement.value, Call):
                raise EntryError("expected a command with a name, such as M = Midpoint(A, B)")
        groups: Mapping[str, tuple[str, ...]] = {
            "either": self.either, "compass": self.compass, "compass_only": self.compass_only
        }  # fmt: skip
        for tools, texts in groups.items():
            self._drafts[tools] = []
            for at, text in enumerate(texts):
                with Within(tools, at):
                    draft = _read(text)
                    if draft.statements[-1].name != self.makes:
                        raise EntryError(f"expected {self.makes} to be made last")
                    self._drafts[tools].append(draft)
        return self


def _read(text: str) -> Draft:
    try:
        return read_draft(text)
    except DraftError as error:
        raise EntryError(
            error.message, hint=error.hint, line=error.line, column=error.column
        ) from None


def load_expansions() -> Mapping[str, Expansion]:
    """Load the expansions that come with geoengine, by their commands.

    Raises
    ------
    CatalogueError
        When the file is invalid.

    Examples
    --------
    >>> "M = Midpoint(A, B)" in load_expansions()
    True
    """
    return load_entries("constructions/tools", Expansion)
