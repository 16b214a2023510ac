"""Names of Asymptote code, and the functions it defines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from geoengine.verify.programs.asymptote import syntax as tree

__all__ = ["Function", "Scope"]


@dataclass(eq=False)
class Function:
    """A function that the code defines, with the scope in which it does."""

    type: str
    parameters: tuple[tree.Parameter, ...]
    body: tree.Block
    scope: Scope


class Scope:
    """Names of a block, with the types they were declared with; functions may be overloaded."""

    def __init__(self, outer: Scope | None = None) -> None:
        self.outer = outer
        self.values: dict[str, Any] = {}
        self.types: dict[str, str] = {}
        self.functions: dict[str, list[Function]] = {}

    def holder(self, name: str) -> Scope | None:
        """Return the innermost scope in which a variable is declared."""
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.outer
        return scope

    def overloads(self, name: str) -> list[Function]:
        """Return the functions of a name, the innermost first."""
        scope: Scope | None = self
        found: list[Function] = []
        while scope is not None:
            found += scope.functions.get(name, [])
            scope = scope.outer
        return found
