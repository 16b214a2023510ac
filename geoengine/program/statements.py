"""The statements of programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from geoengine.program.expressions import Call, Expression, Field, Index, MethodCall, Name
from geoengine.program.place import Place

__all__ = [
    "Assignment",
    "Block",
    "Comment",
    "Declaration",
    "Declared",
    "Evaluation",
    "For",
    "ForEach",
    "FunctionDefinition",
    "If",
    "Import",
    "Increment",
    "Jump",
    "Parameter",
    "Return",
    "Statement",
    "While",
]

Block: TypeAlias = "tuple[Statement, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Import(_Node):
    """``import graph;``."""

    module: str


@dataclass(frozen=True, slots=True)
class Comment(_Node):
    """A line that is a comment, without its slashes."""

    text: str


@dataclass(frozen=True, slots=True)
class Declared(_Node):
    """A name in a declaration, with its first value."""

    name: str
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class Declaration(_Node):
    """``pair A = (0,0), B;``. An array's type is that of its elements and ``[]``."""

    type: str
    declared: tuple[Declared, ...]


@dataclass(frozen=True, slots=True)
class Assignment(_Node):
    """``A = B;``, ``x += 2;``."""

    target: Name | Index | Field
    operator: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Increment(_Node):
    """``++i;``, ``i++;``, ``--i;``, ``i--;``; the operator is the same before and after."""

    target: Name | Index | Field
    operator: str


@dataclass(frozen=True, slots=True)
class Evaluation(_Node):
    """A call as a statement: it draws, sets the size, or calls a function of the program."""

    call: Call | MethodCall


@dataclass(frozen=True, slots=True)
class For(_Node):
    """``for (int i = 0; i < n; ++i) {…}``."""

    start: Declaration | Assignment | None
    test: Expression | None
    step: Assignment | Increment | None
    body: Block


@dataclass(frozen=True, slots=True)
class ForEach(_Node):
    """``for (pair P : points) {…}``."""

    type: str
    name: str
    array: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class While(_Node):
    """``while (test) {…}``."""

    test: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class If(_Node):
    """``if (test) {…} else {…}``."""

    test: Expression
    yes: Block
    no: Block = ()


@dataclass(frozen=True, slots=True)
class Jump(_Node):
    """``break;`` or ``continue;``."""

    word: str


@dataclass(frozen=True, slots=True)
class Return(_Node):
    """``return x;``, or ``return;`` in a function without a value."""

    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class Parameter(_Node):
    """A parameter of a function, with its default."""

    type: str
    name: str
    default: Expression | None = None


@dataclass(frozen=True, slots=True)
class FunctionDefinition(_Node):
    """``pair foot(pair P, pair A, pair B) {…}``."""

    type: str
    name: str
    parameters: tuple[Parameter, ...]
    body: Block


Statement: TypeAlias = (
    Import
    | Comment
    | Declaration
    | Assignment
    | Increment
    | Evaluation
    | For
    | ForEach
    | While
    | If
    | Jump
    | Return
    | FunctionDefinition
)
