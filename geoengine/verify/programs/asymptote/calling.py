"""Calls of functions in Asymptote code: its own, stock ones, and those that draw."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.drawing import DRAWING
from geoengine.verify.programs.asymptote.evaluating import Evaluator
from geoengine.verify.programs.asymptote.names import SILENT
from geoengine.verify.programs.asymptote.packages import PACKAGES
from geoengine.verify.programs.asymptote.scopes import Function, Scope
from geoengine.verify.programs.asymptote.values import Array, cast, kind_of
from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Mark, Opaque, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.jumps import Returned

__all__ = ["Caller"]

_OF_GRAPH = {"Circle", "Arc", "graph", "polargraph"}


_GRAPH = {"graph", "graph3", "geometry", "olympiad", "cse5"}
"""The modules that have the functions of graph.asy."""


_TOLERANT = frozenset({"Label", "surface", "string", "format", "abs", "unit"})


class Caller(Evaluator):
    """Evaluates expressions with the calls in them."""

    @abstractmethod
    def do(self, node: tree.Node, scope: Scope) -> None:
        """Run a statement."""

    def call(self, node: tree.Call, scope: Scope) -> Any:
        """Return what a call returns; drawing is written down."""
        values = [
            (name, None if _is_cycle(part) else self.value(part, scope))
            for name, part in node.arguments
        ]
        function = node.function
        if isinstance(function, tree.Name):
            name = function.name
            holder = scope.holder(name)
            if holder is not None and isinstance(holder.values[name], Function):
                return self._apply([holder.values[name]], values)
            overloads = scope.overloads(name)
            if overloads:
                fits = [f for f in overloads if self._bind(f, values) is not None]
                if fits or not self._is_known(name):
                    return self._apply(fits or overloads[:1], values)
            return self._stock(name, values)
        found = self.value(function, scope)
        if isinstance(found, Opaque):
            return found
        return self._apply([found], values)

    def _is_known(self, name: str) -> bool:
        return name in self.functions or name in DRAWING or name in SILENT

    def _stock(self, name: str, values: list[tuple[str, Any]]) -> Any:
        plain = [value for _, value in values]
        if name.startswith("("):
            if name == "(int)":
                return int(cast("real", plain[0]))
            return cast(name[1:-1], plain[0])
        if name in DRAWING and not _is_product(name, plain):
            if len(self.found.marks) >= self.spent.MAX_MARKS:
                raise ProgramError(FaultKind.LIMIT, f"more than {self.spent.MAX_MARKS} marks")
            marks = DRAWING[name](plain, self.line)
            self.found.marks += [m for m in marks if _is_real_mark(m)]
            return None
        if name in SILENT:
            return None
        if name == "map":
            return Array(self._apply([plain[0]], [("", part)]) for part in self._array(plain[1]))
        if name == "sequence" and isinstance(plain[0], Function):
            self.spent.size(int(cast("int", plain[1])))
            return Array(self._apply([plain[0]], [("", k)]) for k in range(plain[1]))
        if name not in self.functions:
            value = self.constants.get(name)
            if isinstance(value, Opaque):
                return value
            raise self._unknown(name, "function")
        if name in _OF_GRAPH and not (self.packages or _GRAPH & set(self.found.modules)):
            raise ProgramError(FaultKind.NAME, f"no function {name} without import graph")
        if any(isinstance(value, Opaque) for value in plain) and name not in _TOLERANT:
            return Opaque(name)
        if name in self.packages_of("cse5"):
            self._record_labels(name, plain)
        return self.functions[name](*plain)

    def packages_of(self, name: str) -> dict[str, Callable[..., Any]]:
        """The functions of a package, if it is among those to be known."""
        return PACKAGES[name] if name in self.packages else {}

    def _record_labels(self, name: str, plain: list[Any]) -> None:
        """D of cse5 draws what it is given."""
        if name == "D" and plain and isinstance(plain[0], Curve):
            self.found.marks.append(Mark("draw", (plain[0],), line=self.line))

    def _apply(self, functions: Sequence[Any], values: list[tuple[str, Any]]) -> Any:
        function = functions[0]
        if not isinstance(function, Function):
            if not callable(function):
                raise ProgramError(FaultKind.TYPE, f"{kind_of(function)} cannot be called")
            return function(*(value for _, value in values))
        scope = self._bind(function, values)
        if scope is None:
            raise ProgramError(FaultKind.TYPE, "arguments that do not fit the function")
        self.spent.enter()
        try:
            for statement in function.body.body:
                self.do(statement, scope)
        except Returned as returned:
            if function.type == "void" or returned.value is None:
                return returned.value
            return cast(function.type, returned.value)
        finally:
            self.spent.leave()
        return None

    def _bind(self, function: Function, values: list[tuple[str, Any]]) -> Scope | None:
        """The scope of a call with these arguments; None if they do not fit."""
        scope = Scope(function.scope)
        named = {name: value for name, value in values if name}
        plain = [value for name, value in values if not name]
        for parameter in function.parameters:
            name = parameter.name
            if parameter.rest:
                given: Any = Array(plain)
                plain = []
            elif name in named:
                given = named.pop(name)
            elif plain and self._fits(parameter.type, plain[0]):
                given = plain.pop(0)
            elif parameter.default is not None:
                given = self.value(parameter.default, scope)
            else:
                return None
            scope.values[name], scope.types[name] = cast(parameter.type, given), parameter.type
        return None if plain or named else scope

    def _fits(self, kind: str, value: Any) -> bool:
        try:
            cast(kind, value)
        except ProgramError:
            return False
        return True


def _is_product(name: str, values: Sequence[Any]) -> bool:
    """Whether ``dot`` is the product of two vectors, not a mark."""
    vectors = all(isinstance(v, int | float | complex | Triple) for v in values)
    return name == "dot" and len(values) == 2 and vectors


def _is_cycle(node: tree.Node) -> bool:
    return isinstance(node, tree.Name) and node.name == "cycle"


def _is_real_mark(mark: Mark) -> bool:
    """Whether a mark shows: a fill with an invisible pen does not."""
    return mark.kind != "fill" or mark.colour is not None
