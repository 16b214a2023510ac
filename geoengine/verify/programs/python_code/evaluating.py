"""Evaluating the expressions of Python code."""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Evaluated, Opaque
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent
from geoengine.verify.programs.python_code.canvas import Axes, Canvas, Figure
from geoengine.verify.programs.python_code.library import BUILTINS, METHODS, iterated
from geoengine.verify.programs.python_code.operators import COMPARISONS, operate, signed
from geoengine.verify.programs.python_code.scopes import Function, Scope
from geoengine.verify.programs.python_code.values import Method, Module, Patch, plain, sized

__all__ = ["Evaluator"]


class Evaluator(ABC):
    """Evaluates expressions.

    Parameters
    ----------
    found : Evaluated
        Where what the program draws and imports is written down.
    """

    def __init__(self, found: Evaluated) -> None:
        self.found, self.spent, self.line = found, Spent(), 0
        self.top = Scope()
        self.canvas = Canvas()

    @abstractmethod
    def call(self, node: ast.Call, scope: Scope) -> Any:
        """Return what a call returns."""

    def _test(self, node: ast.expr, scope: Scope) -> bool:
        return bool(self.value(node, scope))

    def bind(self, target: ast.expr, value: Any, scope: Scope) -> None:
        """Give a value to a name, an element, or several names."""
        match target:
            case ast.Name():
                home = scope
                if target.id in scope.shared:
                    home = scope.outer.find(target.id) or self.top if scope.outer else scope
                home.values[target.id] = value
            case ast.Tuple() | ast.List():
                parts = iterated(value)
                stars = [k for k, t in enumerate(target.elts) if isinstance(t, ast.Starred)]
                if stars:
                    at, after = stars[0], len(target.elts) - stars[0] - 1
                    middle = parts[at : len(parts) - after]
                    parts = [*parts[:at], middle, *parts[len(parts) - after :]]
                for part, one in zip(target.elts, parts, strict=True):
                    self.bind(part.value if isinstance(part, ast.Starred) else part, one, scope)
            case ast.Subscript():
                of = self.value(target.value, scope)
                if not isinstance(of, list | dict | np.ndarray):
                    raise ProgramError(FaultKind.TYPE, "an element that cannot be set")
                of[self._index(target.slice, scope)] = value
            case _:
                raise ProgramError(FaultKind.UNSUPPORTED, "this target of an assignment")

    def value(self, node: ast.expr, scope: Scope) -> Any:
        """Return the value of an expression."""
        self.spent.step()
        try:
            return plain(self._value(node, scope))
        except ProgramError as fault:
            raise fault.at((node.lineno, node.col_offset + 1)) from None

    def _value(self, node: ast.expr, scope: Scope) -> Any:
        match node:
            case ast.Constant():
                if isinstance(node.value, int) and abs(node.value) > 10**18:
                    raise ProgramError(FaultKind.LIMIT, "an integer of more than 18 digits")
                return node.value
            case ast.Name():
                return self._named(node.id, scope)
            case ast.Tuple():
                return tuple(self._elements(node.elts, scope))
            case ast.List():
                return self._elements(node.elts, scope)
            case ast.Set():
                return set(self._elements(node.elts, scope))
            case ast.Dict():
                return {
                    self.value(key, scope): self.value(value, scope)
                    for key, value in zip(node.keys, node.values, strict=True)
                    if key is not None
                }
            case ast.BinOp():
                return self._operated(node.op, self.value(node.left, scope), node.right, scope)
            case ast.UnaryOp(op=ast.Not()):
                return not self._test(node.operand, scope)
            case ast.UnaryOp():
                return signed(node.op, self.value(node.operand, scope))
            case ast.BoolOp():
                found: Any = None
                for part in node.values:
                    found = self.value(part, scope)
                    if bool(found) == isinstance(node.op, ast.Or):
                        return found
                return found
            case ast.Compare():
                return self._compared(node, scope)
            case ast.IfExp():
                return self.value(node.body if self._test(node.test, scope) else node.orelse, scope)
            case ast.Call():
                return self.call(node, scope)
            case ast.Attribute():
                return self._attribute(self.value(node.value, scope), node.attr)
            case ast.Subscript():
                of = self.value(node.value, scope)
                if isinstance(of, Opaque):
                    return of
                if not isinstance(of, list | tuple | str | dict | np.ndarray | range):
                    raise ProgramError(FaultKind.TYPE, f"{type(of).__name__} has no elements")
                return of[self._index(node.slice, scope)]
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                return self._comprehended(node, scope)
            case ast.DictComp():
                pair = ast.Tuple([node.key, node.value], ast.Load(), lineno=1, col_offset=0)
                listed = ast.ListComp(pair, node.generators, lineno=1, col_offset=0)
                return dict(self._comprehended(listed, scope))
            case ast.Lambda():
                return self._function(node.args, node.body, scope)
            case ast.JoinedStr():
                return "".join(self._formatted(part, scope) for part in node.values)[:10_000]
        raise ProgramError(FaultKind.UNSUPPORTED, type(node).__name__.lower())

    def _named(self, name: str, scope: Scope) -> Any:
        home = scope.find(name)
        if home is not None:
            return home.values[name]
        if name in BUILTINS:
            return BUILTINS[name]
        if name in {"map", "filter"}:
            return Method(None, name)
        raise ProgramError(FaultKind.NAME, f"no name {name}")

    def _elements(self, nodes: Sequence[ast.expr], scope: Scope) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found += iterated(self.value(node.value, scope))
            else:
                found.append(self.value(node, scope))
            sized(len(found))
        return found

    def _operated(self, op: ast.operator, left: Any, node: ast.expr, scope: Scope) -> Any:
        right = self.value(node, scope)
        if isinstance(left, Opaque) or isinstance(right, Opaque):
            return Opaque("value")
        return operate(op, left, right)

    def _compared(self, node: ast.Compare, scope: Scope) -> Any:
        left = self.value(node.left, scope)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part, scope)
            if not np.all(COMPARISONS[type(op)](left, right)):
                return False
            left = right
        return True

    def _index(self, node: ast.expr, scope: Scope) -> Any:
        if isinstance(node, ast.Slice):
            ends = (node.lower, node.upper, node.step)
            low, high, step = (None if end is None else self.value(end, scope) for end in ends)
            return slice(low, high, step)
        if isinstance(node, ast.Tuple):
            return tuple(self._index(part, scope) for part in node.elts)
        found = self.value(node, scope)
        return np.asarray(found) if isinstance(found, list) else found

    def _comprehended(
        self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, scope: Scope
    ) -> list[Any]:
        made: list[Any] = []

        def run(depth: int, inner: Scope) -> None:
            if depth == len(node.generators):
                made.append(self.value(node.elt, inner))
                sized(len(made))
                return
            part = node.generators[depth]
            for value in iterated(self.value(part.iter, inner)):
                own = Scope(inner)
                self.bind(part.target, value, own)
                if all(self._test(test, own) for test in part.ifs):
                    run(depth + 1, own)

        run(0, Scope(scope))
        return made

    def _formatted(self, node: ast.expr, scope: Scope) -> str:
        if isinstance(node, ast.FormattedValue):
            value = self.value(node.value, scope)
            spec = "" if node.format_spec is None else str(self.value(node.format_spec, scope))
            if re.search(r"\d{3}", spec):
                raise ProgramError(FaultKind.LIMIT, "a wide format")
            plain_value = isinstance(value, int | float | complex | str)
            return format(value, spec) if plain_value else str(value)[:1000]
        return str(self.value(node, scope))

    def _attribute(self, of: Any, name: str) -> Any:
        if isinstance(of, Module):
            if name in of.members:
                return of.members[name]
            if of.lax:
                return Method(of, name)
            raise ProgramError(FaultKind.UNSUPPORTED, f"{of.name}.{name}")
        if isinstance(of, Patch) and name in {"center", "radius"}:
            return _circle_part(of, name)
        if isinstance(of, Axes | Figure | Method | Opaque | Patch):
            return Method(of, name)
        if isinstance(of, int | float | complex | np.ndarray) and name in {"real", "imag"}:
            return getattr(of, name)
        if isinstance(of, np.ndarray) and name in {"T", "shape", "size", "ndim"}:
            return getattr(of, name)
        if name in METHODS.get(type(of), {}):
            return Method(of, name)
        raise ProgramError(FaultKind.UNSUPPORTED, f"the attribute {name}")

    def _function(
        self, arguments: ast.arguments, body: Sequence[ast.stmt] | ast.expr, scope: Scope
    ) -> Function:
        defaults = [self.value(node, scope) for node in arguments.defaults]
        keyword_defaults = [
            None if node is None else self.value(node, scope) for node in arguments.kw_defaults
        ]
        return Function(arguments, body, scope, defaults, keyword_defaults)


def _circle_part(patch: Patch, name: str) -> Any:
    """The center (a pair, as in matplotlib) or the radius of a patch."""
    found = patch.curve.circle if isinstance(patch.curve, Curve) else None
    if found is None:
        raise ProgramError(FaultKind.UNSUPPORTED, f"the {name} of a patch that is no circle")
    center, radius = found
    return (center.real, center.imag) if name == "center" else radius
