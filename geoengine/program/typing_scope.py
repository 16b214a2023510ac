"""The types of expressions, without execution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from geoengine.program.constants import SETTABLE, constant_types
from geoengine.program.drawing_functions import drawing_overloads
from geoengine.program.errors import ProgramError
from geoengine.program.evaluating import stock_overloads
from geoengine.program.expressions import (
    ArrayOf,
    Binary,
    Boolean,
    Call,
    Conditional,
    Expression,
    Field,
    Index,
    Join,
    MethodCall,
    Name,
    NewArray,
    Number,
    Scaled,
    String,
    Tuple,
    Unary,
)
from geoengine.program.library import library_functions
from geoengine.program.operators import UNARY, operator_overloads
from geoengine.program.place import Place
from geoengine.program.signatures import Overload, Slot, choose, conversion_cost
from geoengine.program.statements import FunctionDefinition
from geoengine.program.type_names import element_of
from geoengine.spelling import did_you_mean

__all__ = ["TypingScope"]

_FIELDS = {
    ("pair", "x"): "real", ("pair", "y"): "real", ("triple", "x"): "real",
    ("triple", "y"): "real", ("triple", "z"): "real",
}  # fmt: skip


class TypingScope:
    """Knows the types of names, and finds those of expressions.

    Parameters
    ----------
    functions : dict of str to FunctionDefinition
        Those of the program, before those of the library.
    """

    def __init__(self, functions: dict[str, FunctionDefinition]) -> None:
        self._functions = {**library_functions(), **functions}
        self._own = set(functions)
        self._names: list[dict[str, str]] = [{**constant_types(), **SETTABLE}, {}]

    def define(self, name: str, kind: str) -> None:
        """Note the type of a name in the innermost block."""
        self._names[-1][name] = kind

    def is_declared_here(self, name: str) -> bool:
        """Whether the innermost block has declared a name."""
        return name in self._names[-1]

    def is_constant(self, name: str) -> bool:
        """Whether a name stands for a value that every program knows."""
        return name in self._names[0] and not any(name in names for names in self._names[1:])

    def is_defined(self, function: str) -> bool:
        """Whether the program defines a function."""
        return function in self._own

    @contextmanager
    def inside(self, *, function: bool = False) -> Iterator[None]:
        """Enter a block; in a function, only the outermost names are known around it."""
        before = self._names
        self._names = [*(before[:2] if function else before), {}]
        try:
            yield
        finally:
            self._names = before

    def overload_of(self, function: FunctionDefinition) -> Overload:
        """Return the signature of a function that is defined in the notation itself."""
        slots = tuple(Slot(p.type, p.name, p.default is not None) for p in function.parameters)
        return Overload(function.type, function.name, slots)

    def overloads(self, name: str, place: Place | None) -> list[Overload]:
        """Return the signatures of a function."""
        if name in self._own:
            return [self.overload_of(self._functions[name])]
        found = [*drawing_overloads().get(name, ()), *stock_overloads().get(name, ())]
        if name in self._functions and not found:
            return [self.overload_of(self._functions[name])]
        if not found:
            known = [*self._functions, *stock_overloads(), *drawing_overloads()]
            hint = did_you_mean(name, known)
            raise ProgramError.found_at(place, f"unknown function {name!r}", hint)
        return found

    def chosen(self, call: Call) -> Overload:
        """Return the signature that a call means."""
        overloads = self.overloads(call.function, call.place)
        given = [(self.of(argument.value), argument.name) for argument in call.arguments]
        return self._choose(overloads, call.function, given, call.place)[0]

    def _choose(
        self,
        overloads: Sequence[Overload],
        name: str,
        given: Sequence[tuple[str, str | None]],
        place: Place | None,
    ) -> tuple[Overload, dict[int, int]]:
        found = choose(overloads, given)
        if found is None:
            shown = ", ".join(kind for kind, _ in given)
            expected = " or ".join(map(str, overloads))
            if not name[0].isalpha():
                expected = " or ".join(
                    f"{o.slots[0].type} {name} {o.slots[1].type}" for o in overloads
                )
                shown = f" {name} ".join(kind for kind, _ in given)
                raise ProgramError.found_at(place, f"expected {expected}, found {shown}")
            raise ProgramError.found_at(place, f"expected {expected}, found {name}({shown})")
        return found[0], dict(found[1])

    def operation(self, node: Binary | Scaled) -> Overload:
        """Return the signature of an operator between two operands: its types."""
        match node:
            case Scaled(factor=factor, operand=operand):
                sign, left, right = "*", self.of(factor), self.of(operand)
            case Binary(operator=sign):
                left, right = self.of(node.left), self.of(node.right)
        overloads = [overload for overload, _ in operator_overloads(sign)]
        return self._choose(overloads, sign, [(left, None), (right, None)], node.place)[0]

    def expect(self, node: Expression, wanted: str) -> None:
        """Raise an error unless an expression can be taken as a type."""
        if isinstance(node, ArrayOf) and node.type is None and wanted.endswith("[]"):
            for item in node.items:
                self.expect(item, element_of(wanted))
            return
        found = self.of(node)
        if conversion_cost(found, wanted) is None:
            message = f"expected a value of type {wanted}, found one of type {found}"
            raise ProgramError.found_at(node.place, message)

    def of(self, node: Expression) -> str:
        """Return the type of an expression.

        Raises
        ------
        ProgramError
            If a name or a function is unknown, or types do not fit.
        """
        match node:
            case Number(value=value):
                return "int" if isinstance(value, int) else "real"
            case String():
                return "string"
            case Boolean():
                return "bool"
            case Name(name=name):
                return self._name(name, node.place)
            case Tuple(parts=parts):
                for part in parts:
                    self.expect(part, "real")
                return "pair" if len(parts) == 2 else "triple"
            case Scaled() | Binary():
                return self.operation(node).result
            case Unary(operator=sign, operand=operand):
                found = self.of(operand)
                if (sign, found) not in UNARY:
                    message = f"expected a number after {sign!r}, found a {found}"
                    raise ProgramError.found_at(node.place, message)
                return found
            case Conditional(test=test, yes=yes, no=no):
                self.expect(test, "bool")
                kinds = self.of(yes), self.of(no)
                if conversion_cost(kinds[0], kinds[1]) is not None:
                    return kinds[1]
                self.expect(no, kinds[0])
                return kinds[0]
            case Join(parts=parts):
                space = self.of(parts[0]) in ("triple", "path3")
                wanted = "path3" if space else "path"
                for part in parts:
                    self.expect(part, wanted)
                return wanted
            case Call():
                return self.chosen(node).result
            case ArrayOf(type=kind, items=items):
                if kind is None:
                    raise ProgramError.found_at(
                        node.place, "expected the type of the elements", "write new pair[] {…}"
                    )
                for item in items:
                    self.expect(item, kind)
                return f"{kind}[]"
            case NewArray(type=kind, size=size):
                self.expect(size, "int")
                return f"{kind}[]"
            case Index(object=of, index=index):
                self.expect(index, "int")
                return element_of(self._array(of))
            case Field(object=of, field=field):
                return self._field(of, field, node.place)
            case MethodCall(object=of, method=method, arguments=arguments):
                kind = element_of(self._array(of))
                if method not in ("push", "pop") or len(arguments) != (method == "push"):
                    message = f"expected push(element) or pop(), found {method}"
                    raise ProgramError.found_at(node.place, message)
                for argument in arguments:
                    self.expect(argument.value, kind)
                return kind

    def _name(self, name: str, place: Place | None) -> str:
        for names in reversed(self._names):
            if name in names:
                return names[name]
        known = {name for names in self._names for name in names}
        raise ProgramError.found_at(place, f"unknown name {name!r}", did_you_mean(name, known))

    def _array(self, of: Expression) -> str:
        found = self.of(of)
        if not found.endswith("[]"):
            raise ProgramError.found_at(of.place, f"expected an array, found a {found}")
        return found

    def _field(self, of: Expression, field: str, place: Place | None) -> str:
        found = self.of(of)
        if (found, field) in _FIELDS:
            return _FIELDS[found, field]
        if found.endswith("[]") and field in ("length", "cyclic"):
            return "int" if field == "length" else "bool"
        raise ProgramError.found_at(
            place, f"expected x, y, z, length or cyclic of a value, found {field!r} of a {found}"
        )
