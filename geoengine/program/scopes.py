"""Variables and where they are known."""

from __future__ import annotations

from geoengine.program.values import Value

__all__ = ["Scope"]


class Scope:
    """The variables of a block; those around it are known too."""

    __slots__ = ("around", "values")

    def __init__(self, around: Scope | None = None) -> None:
        self.around = around
        self.values: dict[str, Value] = {}

    def define(self, name: str, value: Value) -> None:
        """Give a value to a name of this block."""
        self.values[name] = value

    def holding(self, name: str) -> Scope | None:
        """Return the innermost block that defines a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.around
        return scope

    def names(self) -> set[str]:
        """Return all names that are known here."""
        return set(self.values) | (self.around.names() if self.around is not None else set())
