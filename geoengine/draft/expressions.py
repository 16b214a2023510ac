"""The expressions of drafts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from geoengine.draft.place import Place

__all__ = [
    "Binary",
    "Boolean",
    "Call",
    "Coordinates",
    "Equation",
    "Expression",
    "Items",
    "Name",
    "Number",
    "Text",
    "Unary",
    "parts",
    "walk",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(_Node):
    """A literal number, as written: ``2``, ``0.5``, ``.8``, ``1E-3``."""

    text: str

    @property
    def value(self) -> float:
        """Its value."""
        return float(self.text)


@dataclass(frozen=True, slots=True)
class Text(_Node):
    """A literal text, without its quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Boolean(_Node):
    """``true`` or ``false``."""

    value: bool


@dataclass(frozen=True, slots=True)
class Name(_Node):
    """The name of an object, of the variable of a sequence, or a constant such as ``pi``.

    ``A_1`` and ``A_{1}`` are the same name, held as ``A_1``.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Coordinates(_Node):
    """A point or vector: ``(x, y)``, or ``(radius; angle)`` if it is polar."""

    first: Expression
    second: Expression
    is_polar: bool = False


@dataclass(frozen=True, slots=True)
class Items(_Node):
    """A list: ``{A, B, C}``."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Call(_Node):
    """A command or function with its arguments, in round or square brackets.

    A list or number before brackets is one too: ``L(2)`` is an element, ``k(1 + t)`` a product.
    """

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary(_Node):
    """``-`` or ``!`` before a value, or ``°`` after it."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(_Node):
    """Two values with an operator between them; a product need not be written with ``*``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Equation(_Node):
    """An equation in x and y, which describes a line or a conic."""

    left: Expression
    right: Expression


Expression: TypeAlias = (
    Number | Text | Boolean | Name | Coordinates | Items | Call | Unary | Binary | Equation
)


def parts(expression: Expression) -> tuple[Expression, ...]:
    """Return the expressions of which an expression is made.

    Examples
    --------
    >>> from geoengine.draft import read_expression
    >>> [part.text for part in parts(read_expression("Midpoint(A, B)"))]
    ['A', 'B']
    """
    match expression:
        case Coordinates(first=first, second=second):
            return (first, second)
        case Items(elements=elements):
            return elements
        case Call(arguments=arguments):
            return arguments
        case Unary(operand=operand):
            return (operand,)
        case Binary(left=left, right=right) | Equation(left=left, right=right):
            return (left, right)
    return ()


def walk(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all the expressions within it, the outer ones first."""
    yield expression
    for part in parts(expression):
        yield from walk(part)
