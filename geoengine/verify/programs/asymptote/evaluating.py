"""Evaluating the expressions of Asymptote code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.arrays import ARRAY_METHODS, place_in
from geoengine.verify.programs.asymptote.drawing import DRAWING
from geoengine.verify.programs.asymptote.library import CONSTANTS, FUNCTIONS
from geoengine.verify.programs.asymptote.names import SILENT, UNREAD
from geoengine.verify.programs.asymptote.packages import OLYMPIAD_NAMES, PACKAGES
from geoengine.verify.programs.asymptote.paths import PATH_CONSTANTS, PATH_FUNCTIONS, join
from geoengine.verify.programs.asymptote.scopes import Function, Scope
from geoengine.verify.programs.asymptote.values import Array, cast, curve, empty, kind_of, operate
from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import Evaluated, Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError, Spent

__all__ = ["Evaluator"]


class Evaluator(ABC):
    """Evaluates expressions.

    Parameters
    ----------
    found : Evaluated
        Where what the program draws and imports is written down.
    packages : sequence of {"olympiad", "cse5"}
        Whose functions to know, besides those of stock Asymptote.
    """

    def __init__(self, found: Evaluated, packages: Sequence[str]) -> None:
        self.found, self.spent, self.line = found, Spent(), 0
        self.packages = packages
        self.top = Scope()
        self.constants = {**CONSTANTS, **PATH_CONSTANTS}
        self.functions: dict[str, Callable[..., Any]] = {**FUNCTIONS, **PATH_FUNCTIONS}
        for package in packages:
            self.functions.update(PACKAGES[package])
            self.constants.update(OLYMPIAD_NAMES)

    @abstractmethod
    def call(self, node: tree.Call, scope: Scope) -> Any:
        """Return what a call returns."""

    def _test(self, node: tree.Node, scope: Scope) -> bool:
        return bool(cast("bool", self.value(node, scope)))

    def value(self, node: tree.Node, scope: Scope) -> Any:
        """Return the value of an expression."""
        self.spent.step()
        try:
            return self._value(node, scope)
        except ProgramError as fault:
            raise fault.at(node.place) from None

    def _value(self, node: tree.Node, scope: Scope) -> Any:
        match node:
            case tree.Literal():
                return node.value
            case tree.Name():
                return self._named(node.name, scope)
            case tree.Tuple():
                parts = [self.value(part, scope) for part in node.parts]
                if any(isinstance(part, Opaque) for part in parts):
                    return Opaque("pair")
                reals = [cast("real", part) for part in parts]
                return complex(*reals) if len(reals) == 2 else Triple(*reals)
            case tree.Row():
                return Array(self.value(part, scope) for part in node.parts)
            case tree.Unary():
                return self._signed(node.sign, self.value(node.of, scope))
            case tree.Binary():
                return self._binary(node, scope)
            case tree.Join():
                return self._joined(node, scope)
            case tree.Choose():
                return self.value(node.yes if self._test(node.test, scope) else node.no, scope)
            case tree.Call():
                return self.call(node, scope)
            case tree.Index() | tree.Slice():
                return self._indexed(node, scope)
            case tree.Member():
                return self._member(node, scope)
            case tree.New():
                return self._new(node, scope)
            case tree.Lambda():
                return Function(node.type, node.parameters, node.body, scope)
            case tree.Assign():
                return self._assigned(node, scope)
            case tree.Step():
                old = self.value(node.target, scope)
                new = operate("+", old, node.by)
                self._store(node.target, new, scope)
                return new if node.before else old
        raise ProgramError(FaultKind.UNSUPPORTED, type(node).__name__)

    def _named(self, name: str, scope: Scope) -> Any:
        holder = scope.holder(name)
        if holder is not None:
            return holder.values[name]
        if name in self.constants:
            return self.constants[name]
        functions = scope.overloads(name)
        if functions:
            return functions[0]
        if name in self.functions or name in DRAWING or name in SILENT:
            return Opaque("function")
        raise self._unknown(name, "variable")

    def _unknown(self, name: str, kind: str) -> ProgramError:
        if name in OLYMPIAD_NAMES:
            return ProgramError(FaultKind.OLYMPIAD, name)
        for package, fault in (("olympiad", FaultKind.OLYMPIAD), ("cse5", FaultKind.CSE5)):
            if name in PACKAGES[package] and package not in self.packages:
                return ProgramError(fault, name)
        if name in UNREAD:
            return ProgramError(FaultKind.UNSUPPORTED, f"the {kind} {name}")
        return ProgramError(FaultKind.NAME, f"no {kind} {name}")

    def _signed(self, sign: str, value: Any) -> Any:
        if isinstance(value, Opaque):
            return value
        if sign == "!":
            return not cast("bool", value)
        if sign == "+":
            return value
        if isinstance(value, Array | Triple):
            return operate("*", -1, value)
        if isinstance(value, bool) or not isinstance(value, int | float | complex):
            raise ProgramError(FaultKind.TYPE, f"no sign - for {kind_of(value)}")
        return -value

    def _binary(self, node: tree.Binary, scope: Scope) -> Any:
        if node.sign in {"&&", "||"}:
            left = self._test(node.left, scope)
            if left == (node.sign == "||"):
                return left
            return self._test(node.right, scope)
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        if node.sign == "^^":
            self.spent.size(len(left) if isinstance(left, Array) else 1)
            return Array([*_paths(left), *_paths(right)])
        if node.sign == "&" and isinstance(left, Curve):
            return join([left, right], ("--",))
        if left is None or right is None:
            raise ProgramError(FaultKind.TYPE, f"operands of {node.sign}")
        return operate(node.sign, left, right)

    def _joined(self, node: tree.Join, scope: Scope) -> Any:
        knots = [
            None
            if isinstance(knot, tree.Name) and knot.name == "cycle"
            else self.value(knot, scope)
            for knot in node.knots
        ]
        return join(knots, node.signs)

    def _array(self, value: Any) -> Array:
        if not isinstance(value, Array):
            raise ProgramError(FaultKind.TYPE, f"expected an array, found {kind_of(value)}")
        return value

    def _indexed(self, node: tree.Index | tree.Slice, scope: Scope) -> Any:
        of = self.value(node.of, scope)
        if isinstance(of, Opaque):
            return of
        found = self._array(of)
        if isinstance(node, tree.Slice):
            low, high = (
                None if end is None else cast("int", self.value(end, scope))
                for end in (node.low, node.high)
            )
            return Array(found[low:high])
        index = self.value(node.index, scope)
        if isinstance(index, Array):
            return Array(found[cast("int", k)] for k in index)
        return found[place_in(found, cast("int", index))]

    def _member(self, node: tree.Member, scope: Scope) -> Any:
        of, name = self.value(node.of, scope), node.name
        if isinstance(of, Opaque):
            return of
        if isinstance(of, int | float) and not isinstance(of, bool):
            of = complex(of)
        if isinstance(of, complex) and name in {"x", "y"}:
            return of.real if name == "x" else of.imag
        if isinstance(of, Triple) and name in {"x", "y", "z"}:
            return getattr(of, name)
        if isinstance(of, Array):
            if name == "length":
                return len(of)
            if name == "cyclic":
                return of.cyclic
            if name in ARRAY_METHODS:
                return lambda *values: ARRAY_METHODS[name](of, *values)
        raise ProgramError(FaultKind.TYPE, f"{kind_of(of)} has no field {name}")

    def _new(self, node: tree.New, scope: Scope) -> Any:
        if node.parts is not None:
            return self._row(node.parts, node.type, scope)
        if not node.type.endswith("[]"):
            return Opaque(node.type)
        sizes = [cast("int", self.value(size, scope)) for size in node.sizes]

        def made(depth: int, kind: str) -> Any:
            if depth == len(sizes):
                return empty(kind)
            self.spent.size(sizes[depth])
            return Array(made(depth + 1, kind[:-2]) for _ in range(sizes[depth]))

        return made(0, node.type)

    def _row(self, node: tree.Row, kind: str, scope: Scope) -> Array:
        self.spent.size(len(node.parts))
        inner = kind[:-2] if kind.endswith("[]") else kind
        made = Array()
        for part in node.parts:
            if isinstance(part, tree.Row):
                made.append(self._row(part, inner, scope))
            else:
                made.append(cast(inner, self.value(part, scope)))
        return made

    def _assigned(self, node: tree.Assign, scope: Scope) -> Any:
        value = self.value(node.value, scope)
        if node.sign:
            value = operate(node.sign, self.value(node.target, scope), value)
        if value is None:
            raise ProgramError(FaultKind.TYPE, "nothing to assign")
        return self._store(node.target, value, scope)

    def _store(self, target: tree.Node, value: Any, scope: Scope) -> Any:
        match target:
            case tree.Name():
                holder = scope.holder(target.name)
                if holder is None:
                    if target.name in self.constants:
                        self.constants[target.name] = value
                        return value
                    raise self._unknown(target.name, "variable").at(target.place)
                value = cast(holder.types.get(target.name, ""), value)
                holder.values[target.name] = value
            case tree.Index():
                found = self.value(target.of, scope)
                if isinstance(found, Opaque):
                    return value
                array, index = self._array(found), cast("int", self.value(target.index, scope))
                if not array.cyclic and index >= len(array):
                    self.spent.size(index + 1)
                    array += [0] * (index + 1 - len(array))
                kind = self._declared(target.of, scope)
                array[place_in(array, index)] = cast(kind, value)
            case tree.Member():
                of = self.value(target.of, scope)
                if isinstance(of, Array) and target.name == "cyclic":
                    of.cyclic = bool(value)
                elif not isinstance(of, Opaque):
                    raise ProgramError(FaultKind.TYPE, f"no field {target.name} to be set")
            case _:
                raise ProgramError(FaultKind.SYNTAX, "this cannot be assigned to")
        return value

    def _declared(self, node: tree.Node, scope: Scope) -> str:
        """The type of an element of a named array."""
        if isinstance(node, tree.Name):
            holder = scope.holder(node.name)
            if holder is not None:
                return holder.types.get(node.name, "").removesuffix("[]")
        return ""


def _paths(value: Any) -> list[Any]:
    if isinstance(value, Array):
        return list(value)
    return [value if isinstance(value, SpaceCurve | Opaque | Triple) else curve(value)]
