"""The syntax tree of Asymptote code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

__all__ = [
    "Assign", "Binary", "Block", "Call", "Choose", "Declare", "Define", "Do", "Each", "For", "If",
    "Index", "Join", "Jump", "Lambda", "Literal", "Load", "Member", "Name", "New", "Node",
    "Parameter", "Place", "Return", "Row", "Slice", "Step", "Tuple", "Unary", "While", "walk",
]  # fmt: skip

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Node:
    """A part of a program, with its line and column."""

    place: Place


@dataclass(frozen=True)
class Literal(Node):
    """A number, text, or true, false, null."""

    value: Any


@dataclass(frozen=True)
class Name(Node):
    """A name."""

    name: str


@dataclass(frozen=True)
class Tuple(Node):
    """A pair or triple in parentheses."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Row(Node):
    """Elements in braces."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Unary(Node):
    """A sign before an expression."""

    sign: str
    of: Node


@dataclass(frozen=True)
class Binary(Node):
    """Two expressions and a sign; `implicit` is a number before a factor, such as 2A."""

    sign: str
    left: Node
    right: Node
    implicit: bool = False


@dataclass(frozen=True)
class Join(Node):
    """Knots joined by ``--`` and the like; `cycle` is a name among them."""

    knots: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Choose(Node):
    """A condition and two values."""

    test: Node
    yes: Node
    no: Node


@dataclass(frozen=True)
class Call(Node):
    """A call; named arguments have their name."""

    function: Node
    arguments: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Index(Node):
    """An element."""

    of: Node
    index: Node


@dataclass(frozen=True)
class Slice(Node):
    """A part of an array."""

    of: Node
    low: Node | None
    high: Node | None


@dataclass(frozen=True)
class Member(Node):
    """A field, such as P.x."""

    of: Node
    name: str


@dataclass(frozen=True)
class New(Node):
    """A new array."""

    type: str
    sizes: tuple[Node, ...]
    parts: Row | None


@dataclass(frozen=True)
class Assign(Node):
    """An assignment; sign is empty or that of ``+=`` and the like."""

    target: Node
    value: Node
    sign: str = ""


@dataclass(frozen=True)
class Step(Node):
    """``++i`` or ``i++``."""

    target: Node
    by: int
    before: bool


@dataclass(frozen=True)
class Declare(Node):
    """The declaration of variables of a type; each has a name, dimensions and a value."""

    type: str
    variables: tuple[tuple[str, int, Node | None], ...]


@dataclass(frozen=True)
class Parameter(Node):
    """A parameter of a function."""

    type: str
    name: str
    default: Node | None
    rest: bool = False


@dataclass(frozen=True)
class Define(Node):
    """The definition of a function."""

    type: str
    name: str
    parameters: tuple[Parameter, ...]
    body: Block


@dataclass(frozen=True)
class Lambda(Node):
    """A function without a name."""

    type: str
    parameters: tuple[Parameter, ...]
    body: Block


@dataclass(frozen=True)
class Block(Node):
    """Statements in braces, or a list of them without a scope."""

    body: tuple[Node, ...]


@dataclass(frozen=True)
class If(Node):
    """A condition."""

    test: Node
    yes: Node
    no: Node | None


@dataclass(frozen=True)
class For(Node):
    """A loop with a counter."""

    first: Node | None
    test: Node | None
    steps: tuple[Node, ...]
    body: Node


@dataclass(frozen=True)
class Each(Node):
    """A loop over an array."""

    type: str
    name: str
    over: Node
    body: Node


@dataclass(frozen=True)
class While(Node):
    """A loop while a condition holds."""

    test: Node
    body: Node


@dataclass(frozen=True)
class Do(Node):
    """A loop whose condition is tested at the end."""

    body: Node
    test: Node


@dataclass(frozen=True)
class Return(Node):
    """The end of a function."""

    value: Node | None


@dataclass(frozen=True)
class Jump(Node):
    """``break`` or ``continue``."""

    word: str


@dataclass(frozen=True)
class Load(Node):
    """``import`` and its kin, with the modules named."""

    modules: tuple[str, ...]


def walk(node: Any) -> Iterator[Node]:
    """Yield a node and all nodes in it, from the outside."""
    if isinstance(node, Node):
        yield node
        for field in fields(node):
            if field.name != "place":
                yield from walk(getattr(node, field.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from walk(part)
