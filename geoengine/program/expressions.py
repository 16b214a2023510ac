"""The expressions of programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from geoengine.program.place import Place

__all__ = [
    "Argument",
    "ArrayOf",
    "Binary",
    "Boolean",
    "Call",
    "Conditional",
    "Expression",
    "Field",
    "Index",
    "Join",
    "MethodCall",
    "Name",
    "NewArray",
    "Number",
    "Scaled",
    "String",
    "Tuple",
    "Unary",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(_Node):
    """A literal number, as written: ``2``, ``0.5``, ``.8``, ``1e-3``."""

    text: str

    @property
    def value(self) -> int | float:
        """Its value; whole numbers stay whole."""
        return int(self.text) if self.text.isdecimal() else float(self.text)


@dataclass(frozen=True, slots=True)
class String(_Node):
    """A literal string, without its quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Boolean(_Node):
    """``true`` or ``false``."""

    value: bool


@dataclass(frozen=True, slots=True)
class Name(_Node):
    """A variable, or a constant such as ``pi`` or ``NE``."""

    name: str


@dataclass(frozen=True, slots=True)
class Tuple(_Node):
    """Coordinates in the plane or in space: ``(x, y)``, ``(x, y, z)``."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ArrayOf(_Node):
    """The elements of an array: ``{A, B, C}`` in a declaration, else ``new pair[] {A, B, C}``.

    Attributes
    ----------
    type : str or None
        The type of the elements; None where the declaration says it.
    """

    type: str | None
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class NewArray(_Node):
    """``new pair[n]``: an array whose elements get their values later."""

    type: str
    size: Expression


@dataclass(frozen=True, slots=True)
class Unary(_Node):
    """``-x``, ``+x``, ``!x``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(_Node):
    """An operator between two operands; ``^^`` puts paths together."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Scaled(_Node):
    """A literal number right before its other factor: ``2A``, ``3sqrt(2)``."""

    factor: Number
    operand: Expression


@dataclass(frozen=True, slots=True)
class Conditional(_Node):
    """``test ? yes : no``."""

    test: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True, slots=True)
class Join(_Node):
    """A path: ``A--B--C``, closed by ``--cycle``."""

    parts: tuple[Expression, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Argument(_Node):
    """An argument of a call, with its name if it is written: ``align=NE``."""

    value: Expression
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Call(_Node):
    """A call of a function."""

    function: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class MethodCall(_Node):
    """A call such as ``P.push(x)``."""

    object: Expression
    method: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Field(_Node):
    """A part of a value: ``P.x``, ``list.length``."""

    object: Expression
    field: str


@dataclass(frozen=True, slots=True)
class Index(_Node):
    """An element of an array: ``P[i]``."""

    object: Expression
    index: Expression


Expression: TypeAlias = (
    Number
    | String
    | Boolean
    | Name
    | Tuple
    | ArrayOf
    | NewArray
    | Unary
    | Binary
    | Scaled
    | Conditional
    | Join
    | Call
    | MethodCall
    | Field
    | Index
)
