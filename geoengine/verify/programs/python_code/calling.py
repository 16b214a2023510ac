"""Calls of functions in Python code: its own, those of libraries, and those that draw."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from geoengine.verify.programs.evaluated import Opaque
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.jumps import Returned
from geoengine.verify.programs.python_code.canvas import Axes, Figure
from geoengine.verify.programs.python_code.evaluating import Evaluator
from geoengine.verify.programs.python_code.library import METHODS, iterated
from geoengine.verify.programs.python_code.modules import PYPLOT
from geoengine.verify.programs.python_code.scopes import Function, Scope
from geoengine.verify.programs.python_code.values import Known, Method, Module, Patch, plain

__all__ = ["Caller"]


class Caller(Evaluator):
    """Evaluates expressions with the calls in them."""

    @abstractmethod
    def do(self, node: ast.stmt, scope: Scope) -> None:
        """Run a statement."""

    def call(self, node: ast.Call, scope: Scope) -> Any:
        """Return what a call returns; drawing is written down."""
        function = self.value(node.func, scope)
        values = self._elements(node.args, scope)
        named: dict[str, Any] = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, scope)
            if keyword.arg is None:
                named.update({str(k): v for k, v in dict(value).items()})
            else:
                named[keyword.arg] = value
        if isinstance(function, Function):
            return self._applied(function, values, named)
        if isinstance(function, Known):
            if any(isinstance(value, Function) for value in (*values, *named.values())):
                raise ProgramError(FaultKind.UNSUPPORTED, f"{function.name} of a function")
            return function.function(*values, **named)
        if isinstance(function, Method):
            return self._method(function, values, named)
        if isinstance(function, Opaque):
            return function
        raise ProgramError(FaultKind.TYPE, f"{type(function).__name__} cannot be called")

    def _method(self, method: Method, values: list[Any], named: dict[str, Any]) -> Any:
        of, name = method.of, method.name
        if of is None:
            function, rows = values[0], [iterated(v) for v in values[1:]]
            results = [self._call_value(function, row) for row in zip(*rows, strict=False)]
            if name == "map":
                return results
            return [row for row, keep in zip(rows[0], results, strict=True) if keep]
        if isinstance(of, Axes) or of is PYPLOT:
            axes = of if isinstance(of, Axes) else Axes()
            return self.canvas.call(axes, name, values, named, self.line)
        if isinstance(of, Figure):
            if name in {"add_subplot", "add_axes", "gca", "subplots"}:
                return self.canvas.axes(named)
            return Opaque(name)
        if isinstance(of, Module | Method | Opaque | Patch):
            return Opaque(name)
        return METHODS[type(of)][name](of, *values, **named)

    def _call_value(self, function: Any, values: Sequence[Any]) -> Any:
        if isinstance(function, Function):
            return self._applied(function, list(values), {})
        if isinstance(function, Known):
            return plain(function.function(*values))
        raise ProgramError(FaultKind.TYPE, "expected a function")

    def _applied(self, function: Function, values: list[Any], named: dict[str, Any]) -> Any:
        places = [*function.arguments.posonlyargs, *function.arguments.args]
        scope = Scope(function.scope)
        scope.values.update(
            zip([a.arg for a in places[len(places) - len(function.defaults) :]],
                function.defaults, strict=True)
        )  # fmt: skip
        for argument, value in zip(
            function.arguments.kwonlyargs, function.keyword_defaults, strict=True
        ):
            scope.values[argument.arg] = value
        names = [a.arg for a in places]
        rest, more = function.arguments.vararg, function.arguments.kwarg
        if rest is not None:
            scope.values[rest.arg] = tuple(values[len(names) :])
        elif len(values) > len(names):
            raise ProgramError(FaultKind.TYPE, "too many arguments")
        scope.values.update(zip(names, values, strict=False))
        known = {*names, *(a.arg for a in function.arguments.kwonlyargs)}
        others = {name: value for name, value in named.items() if name not in known}
        if more is not None:
            scope.values[more.arg] = others
        elif others:
            raise ProgramError(FaultKind.TYPE, f"no argument {sorted(others)[0]}")
        scope.values.update({name: named[name] for name in named if name in known})
        missing = [name for name in names if name not in scope.values]
        if missing:
            raise ProgramError(FaultKind.TYPE, f"no value for {missing[0]}")
        self.spent.enter()
        try:
            if isinstance(function.body, ast.expr):
                return self.value(function.body, scope)
            for part in function.body:
                self.do(part, scope)
        except Returned as returned:
            return returned.value
        finally:
            self.spent.leave()
        return None
