"""Operators of Python, with limits on the sizes of what they make."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.python_code.library import BUILTINS
from geoengine.verify.programs.python_code.values import Patch, sized

__all__ = ["COMPARISONS", "operate", "signed"]


_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow, ast.MatMult: operator.matmul,
}  # fmt: skip
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert,
}  # fmt: skip
COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip


def operate(op: ast.operator, left: Any, right: Any) -> Any:
    """Return what an operator makes of two values."""
    function = _BINARY.get(type(op))
    if function is None:
        raise ProgramError(FaultKind.UNSUPPORTED, type(op).__name__)
    sequences = [value for value in (left, right) if isinstance(value, list | tuple | str)]
    if sequences and not any(isinstance(value, np.ndarray) for value in (left, right)):
        if isinstance(op, ast.Mult):
            count = next((v for v in (left, right) if isinstance(v, int)), 1)
            sized(len(sequences[0]) * max(0, count))
        elif isinstance(op, ast.Add):
            sized(sum(map(len, sequences)))
        else:
            raise ProgramError(FaultKind.TYPE, "no such operator for lists or texts")
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        if isinstance(op, ast.MatMult):
            sized(max(1, np.size(left)) * max(1, np.size(right)))
        else:
            shape = np.broadcast_shapes(np.shape(left), np.shape(right))
            sized(math.prod(shape))
    if isinstance(op, ast.Pow):
        return BUILTINS["pow"].function(left, right)
    found = function(left, right)
    if isinstance(found, int) and abs(found).bit_length() > 4000:
        raise ProgramError(FaultKind.VALUE, "an integer is too large")
    return found


def signed(op: ast.unaryop, value: Any) -> Any:
    """Return a value with a sign before it."""
    if isinstance(value, list | tuple | str | dict | Patch):
        raise ProgramError(FaultKind.TYPE, f"no sign before a {type(value).__name__}")
    return _UNARY[type(op)](value)
