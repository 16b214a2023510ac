"""Variables and where they are known."""

from __future__ import annotations

from geoengine.program.values import Value

__all__ = ["Scope"]


class Scope:
    """The variables of a block; those around it are known too.

    Parameters
    ----------
    around : Scope, optional
    visible : frozenset of str, optional
        The only names that are known of those around; in a function, what was declared before it.
    """

    __slots__ = ("around", "values", "visible")

    def __init__(self, around: Scope | None = None, visible: frozenset[str] | None = None) -> None:
        self.around = around
        self.visible = visible
        self.values: dict[str, Value] = {}

    def define(self, name: str, value: Value) -> None:
        """Give a value to a name of this block."""
        self.values[name] = value

    def holding(self, name: str) -> Scope | None:
        """Return the innermost block that defines a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            hidden = scope.visible is not None and name not in scope.visible
            scope = None if hidden else scope.around
        return scope

    def names(self) -> set[str]:
        """Return all names that are known here."""
        return set(self.values) | (self.around.names() if self.around is not None else set())
