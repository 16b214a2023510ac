"""The language of what is given and asked: measures of a program's names."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache

from geoengine.catalogue import EntryError
from geoengine.spelling import did_you_mean

__all__ = ["DIMENSIONS", "Measure", "read_measure"]

DIMENSIONS = {
    "length": 1, "distance": 1, "radius": 1, "perimeter": 1, "arclength": 1, "area": 2,
    "volume": 3, "angle": 0, "dihedral": 0, "plane_angle": 0, "sqrt": 0,
}  # fmt: skip
"""The power of the factor of similarity with which each measure grows."""

_SHADED = re.compile(r"\(\s*shaded(?:\s+([a-z]+))?\s*\)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@dataclass(frozen=True, slots=True)
class Measure:
    """An expression such as ``length(A,B)/area(shaded red)``, read.

    Attributes
    ----------
    text : str
        As written.
    tree : ast.expr
        Its syntax tree, with ``shaded_red`` for ``shaded red`` and ``**`` for ``^``.
    names : frozenset of str
        The names of the program in it.
    dimension : float
        The power of the factor of similarity with which it grows: 1 for a length.
    """

    text: str
    tree: ast.expr
    names: frozenset[str]
    dimension: float

    @property
    def functions(self) -> frozenset[str]:
        """The measures it uses."""
        return frozenset(
            node.func.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        )

    @property
    def quantity(self) -> str:
        """What kind of value it is: ``length``, ``area``, ``volume``, ``angle`` or ``ratio``."""
        if self.dimension == 0:
            angles = {"angle", "dihedral", "plane_angle"}
            return "angle" if self.functions & angles else "ratio"
        names = {1.0: "length", 2.0: "area", 3.0: "volume"}
        return names.get(float(self.dimension), "number")

    def renamed(self, names: dict[str, str]) -> str:
        """Return its text with other names."""
        return _NAME.sub(lambda match: names.get(match[0], match[0]), self.text)


@cache
def read_measure(text: str) -> Measure:
    """Read a measure.

    Raises
    ------
    EntryError
        With the column of the mistake.

    Examples
    --------
    >>> ratio = read_measure("area(A,B,C)/length(A,B)")
    >>> sorted(ratio.names), ratio.dimension, read_measure("angle(A,B,C)").quantity
    (['A', 'B', 'C'], 1, 'angle')
    >>> read_measure("lenght(A,B)")
    Traceback (most recent call last):
    geoengine.catalogue.entry.EntryError: line 1, column 1: unknown measure 'lenght'
      hint: did you mean length?
    """
    plain = _SHADED.sub(_without_spaces, text).replace("^", "**").strip()
    try:
        tree = ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise EntryError(
            f"expected a measure, found {text!r}",
            line=1,
            column=getattr(error, "offset", None) or 1,
            hint="write, for example: length(A,B), angle(A,B,C), area(shaded)",
        ) from None
    names: set[str] = set()
    dimension = _checked(tree, names)
    return Measure(text.strip(), tree, frozenset(names), dimension)


def _without_spaces(match: re.Match[str]) -> str:
    return f"(shaded_{match[1]})" if match[1] else "(shaded)"


def _checked(node: ast.expr, names: set[str]) -> float:
    """Return the dimension of an expression, and collect the names in it."""
    match node:
        case ast.Constant(value=int() | float()):
            return 0
        case ast.Name(id="pi"):
            return 0
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=inner):
            return _checked(inner, names)
        case ast.BinOp(left=left, op=op, right=right):
            return _combined(node, op, _checked(left, names), _checked(right, names))
        case ast.Call(func=ast.Name(id=name), args=args) if not node.keywords:
            if name not in DIMENSIONS:
                raise _error(node, f"unknown measure {name!r}", did_you_mean(name, DIMENSIONS))
            if name == "sqrt":
                return sum(_checked(argument, names) for argument in args) / 2
            for argument in args:
                _check_object(argument, names)
            return DIMENSIONS[name]
    raise _error(node, f"expected a measure or a number, found {ast.unparse(node)!r}")


def _combined(node: ast.BinOp, op: ast.operator, left: float, right: float) -> float:
    match op:
        case ast.Mult():
            return left + right
        case ast.Div():
            return left - right
        case ast.Pow() if isinstance(node.right, ast.Constant) and isinstance(
            node.right.value, int
        ):
            return left * node.right.value
        case ast.Add() | ast.Sub():
            if left != right:
                raise _error(node, "expected measures of one dimension on both sides of + or -")
            return left
    raise _error(node, f"cannot read {ast.unparse(node)!r}")


def _check_object(node: ast.expr, names: set[str]) -> None:
    match node:
        case ast.Name(id=name):
            if not name.startswith("shaded"):
                names.add(name)
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int())):
            names.add(name)
        case _:
            raise _error(node, f"expected the name of a point or path, found {ast.unparse(node)!r}")


def _error(node: ast.expr, message: str, hint: str | None = None) -> EntryError:
    return EntryError(message, hint=hint, line=1, column=node.col_offset + 1)
