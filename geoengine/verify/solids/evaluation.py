"""Evaluating the expressions of a record, which are a small part of Python's syntax."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from geoengine.errors import InputError
from geoengine.verify.solids.shapes import UndefinedError

__all__ = ["LAZY", "UnknownFunctionError", "evaluate", "names_in", "read_expression"]

LAZY = frozenset({"minimum", "maximum", "solve", "locus_length", "locus_area"})
"""Functions whose arguments contain free variables."""

Functions = Mapping[str, Callable[..., Any]]


class UnknownFunctionError(InputError):
    """A record uses a function that the judge does not know."""


_ALLOWED = (
    ast.Expression, ast.Call, ast.keyword, ast.Name, ast.Load, ast.Constant, ast.List, ast.Tuple,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.Pow, ast.FloorDiv,
    ast.UnaryOp, ast.USub, ast.UAdd, ast.Not, ast.BoolOp, ast.And, ast.Or, ast.IfExp,
    ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE,
)  # fmt: skip
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any], bool]] = {
    ast.Eq: lambda gap: abs(gap) < 1e-9,
    ast.NotEq: lambda gap: abs(gap) >= 1e-9,
    ast.Lt: lambda gap: gap < -1e-9,
    ast.LtE: lambda gap: gap < 1e-9,
    ast.Gt: lambda gap: gap > 1e-9,
    ast.GtE: lambda gap: gap > -1e-9,
}


def read_expression(text: str) -> ast.expr:
    """Read an expression.

    Raises
    ------
    InputError
        If it is not in the permitted part of Python's syntax.

    Examples
    --------
    >>> evaluate(read_expression("2 * sqrt(9) + x"), {"x": 1}, {"sqrt": math.sqrt})
    7.0
    """
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"expected an expression, found {text[:80]!r}") from error
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise InputError(f"an expression must not contain {type(node).__name__}: {text[:80]!r}")
    return tree.body


def names_in(node: ast.expr) -> set[str]:
    """The names in an expression."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def evaluate(node: ast.expr, scope: Mapping[str, Any], functions: Functions) -> Any:
    """Evaluate an expression.

    Raises
    ------
    UnknownFunctionError
        If it uses an unknown function.
    InputError
        If it uses an unknown name.
    UndefinedError
        If a part of it does not exist.
    """

    def at(part: ast.expr) -> Any:
        return evaluate(part, scope, functions)

    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            if name not in scope:
                raise InputError(f"{name} is not in the record")
            return scope[name]
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [at(part) for part in parts]
        case ast.UnaryOp(op=op, operand=operand):
            value = at(operand)
            if isinstance(op, ast.Not):
                return not value
            return -value if isinstance(op, ast.USub) else value
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(at(left), at(right))
        case ast.BinOp(left=left, op=op, right=right):
            return _operate(op, at(left), at(right))
        case ast.BoolOp(op=op, values=parts):
            return (all if isinstance(op, ast.And) else any)(bool(at(part)) for part in parts)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return at(body) if at(test) else at(orelse)
        case ast.Compare(left=left, ops=ops, comparators=others):
            values = [at(left), *map(at, others)]
            return all(_compare(op, values[k], values[k + 1]) for k, op in enumerate(ops))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            if name in LAZY and name in functions:
                return functions[name](*args)
            if name not in functions:
                raise UnknownFunctionError(f"the judge does not know the function {name}")
            named = {word.arg: at(word.value) for word in keywords if word.arg}
            return functions[name](*map(at, args), **named)
    raise InputError(f"expected an expression, found {ast.unparse(node)[:80]!r}")


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(base, np.ndarray):
        raise InputError("a point has no power")
    if abs(exponent) > 64 or (isinstance(base, int) and abs(base) > 10**9):
        raise InputError("a power is too large")
    if isinstance(base, int) and exponent < 0:
        base = float(base)
    if base < 0 and exponent != round(exponent):
        raise UndefinedError("a root of a negative number")
    return base**exponent


def _operate(op: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(left, list) != isinstance(right, list) or (
        isinstance(left, list) and not isinstance(op, ast.Add)
    ):
        raise InputError("lists can only be joined")
    if isinstance(op, ast.Div | ast.Mod | ast.FloorDiv) and abs(right) < 1e-300:
        raise UndefinedError("a division by zero")
    return _OPERATIONS[type(op)](left, right)


def _compare(op: ast.cmpop, left: Any, right: Any) -> bool:
    if isinstance(left, str) or isinstance(right, str):
        return bool((left == right) == isinstance(op, ast.Eq))
    gap = left - right
    if isinstance(gap, np.ndarray):
        gap = float(np.linalg.norm(gap))
    holds: bool = _COMPARISONS[type(op)](gap / max(1.0, math.hypot(_size(left), _size(right))))
    return holds


def _size(value: Any) -> float:
    return float(np.linalg.norm(value)) if isinstance(value, np.ndarray) else abs(float(value))
