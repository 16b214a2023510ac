"""The commands, each created when it is first used."""

from __future__ import annotations

import importlib
from collections import UserDict
from typing import Any

import typer

from geoengine.cli.examples import help_of

__all__ = ["Commands"]

COMMANDS = (
    "prove",
    "verify",
    "audit",
    "draw",
    "sample",
    "generate",
    "coverage",
    "report",
    "export",
    "inspect",
    "review",
    "prompts",
    "respond",
    "evaluate",
)
"""The names of the commands; each is a function in the module of the same name here."""

GROUPS = {
    "rules": "listing",
    "constructions": "listing",
    "scenes": "listing",
    "solids": "solids",
    "draft": "draft",
}
"""The names of the groups of commands, with the modules that define them."""


class Commands(UserDict[str, Any]):
    """The commands by name, each created when first used; importing all would slow down each.

    Examples
    --------
    >>> commands = Commands()
    >>> commands.made
    []
    >>> commands["draw"].name, commands.made
    ('draw', ['draw'])
    """

    def __init__(self) -> None:
        super().__init__(dict.fromkeys((*COMMANDS, *GROUPS)))

    def __getitem__(self, name: str) -> Any:
        if self.data[name] is None:
            self.data[name] = _group(name) if name in GROUPS else _command(name)
        return self.data[name]

    @property
    def made(self) -> list[str]:
        """The names of the commands created so far."""
        return [name for name, command in self.data.items() if command is not None]


def _command(name: str) -> Any:
    function = getattr(importlib.import_module(f"{__package__}.{name}"), name)
    alone = typer.Typer(add_completion=False)
    alone.command(name, **help_of(name, function))(function)
    return typer.main.get_command(alone)


def _group(name: str) -> Any:
    module = importlib.import_module(f"{__package__}.{GROUPS[name]}")
    group = typer.main.get_group(getattr(module, name))
    group.name = name
    return group
