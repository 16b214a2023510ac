"""Names of Python code, and the functions it defines."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Function", "Scope"]


@dataclass(eq=False)
class Function:
    """A function that the code defines, with the scope in which it does."""

    arguments: ast.arguments
    body: Sequence[ast.stmt] | ast.expr
    scope: Scope
    defaults: list[Any]
    keyword_defaults: list[Any]


@dataclass(eq=False)
class Scope:
    """Names of a function, or of the whole program; shared ones are those of an outer scope."""

    outer: Scope | None = None
    values: dict[str, Any] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)

    def find(self, name: str) -> Scope | None:
        """Return the innermost scope that has a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.outer
        return scope
