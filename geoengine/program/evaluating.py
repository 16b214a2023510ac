"""Evaluation of expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from geoengine.program.constants import CONSTANTS
from geoengine.program.curves import Path, Segment, Triple, near
from geoengine.program.errors import ExecutionError
from geoengine.program.expressions import (
    Argument,
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
from geoengine.program.limits import Limits
from geoengine.program.operators import UNARY, joined, operator_overloads
from geoengine.program.place import Place
from geoengine.program.scopes import Scope
from geoengine.program.signatures import Overload, choose, parse_signature
from geoengine.program.stock_functions import STOCK
from geoengine.program.values import Array, Value, convert, finite, type_of
from geoengine.spelling import did_you_mean

__all__ = ["Evaluator", "Typed", "stock_overloads"]

Typed = tuple[Value, str | None]
"""The value of an argument, and its name if it is written."""


@cache
def stock_overloads() -> dict[str, dict[Overload, Callable[..., Any]]]:
    """Return the functions of stock Asymptote by name, each overload with what computes it."""
    found: dict[str, dict[Overload, Callable[..., Any]]] = {}
    for text, function in STOCK.items():
        overload = parse_signature(text)
        found.setdefault(overload.name, {})[overload] = function
    return found


@cache
def _operators(sign: str) -> dict[Overload, Callable[..., Any]]:
    return dict(operator_overloads(sign))


class Evaluator:
    """Evaluates expressions in the scope of the moment.

    Attributes
    ----------
    scope : Scope
        The innermost block.
    limits : Limits
    """

    def __init__(self, limits: Limits) -> None:
        self.scope = Scope()
        self.limits = limits
        self._steps = 0

    def step(self, place: Place | None) -> None:
        """Count a step."""
        self._steps += 1
        if self._steps > self.limits.steps:
            raise ExecutionError.found_at(
                place, f"expected a program of at most {self.limits.steps} steps"
            )

    def call_defined(self, call: Call, arguments: Sequence[Typed]) -> Value:
        """Call a function that is neither of stock Asymptote nor draws; overridden."""
        raise NotImplementedError

    def value(self, node: Expression) -> Value:
        """Return the value of an expression.

        Raises
        ------
        ExecutionError
            If it has none.
        """
        self.step(node.place)
        try:
            result = self._value(node)
        except ExecutionError:
            raise
        except (ArithmeticError, ValueError) as error:
            message = "division by zero" if isinstance(error, ZeroDivisionError) else str(error)
            raise ExecutionError.found_at(node.place, message) from error
        if not finite(result):
            raise ExecutionError.found_at(node.place, "expected a finite value")
        return result

    def _value(self, node: Expression) -> Value:
        match node:
            case Number():
                return node.value
            case String(text=text):
                return text
            case Boolean(value=value):
                return value
            case Name(name=name):
                return self._named(name, node.place)
            case Tuple(parts=parts):
                reals = [self.converted(part, "real") for part in parts]
                return complex(*reals) if len(reals) == 2 else Triple(*reals)
            case Scaled(factor=factor, operand=operand):
                return self._operate("*", factor, operand, node.place)
            case Binary(operator=sign, left=left, right=right):
                return self._operate(sign, left, right, node.place)
            case Unary(operator=sign, operand=operand):
                value = self.value(operand)
                function = UNARY.get((sign, type_of(value)))
                if function is None:
                    message = f"expected a number after {sign!r}, found a {type_of(value)}"
                    raise ExecutionError.found_at(node.place, message)
                return function(value)
            case Conditional(test=test, yes=yes, no=no):
                return self.value(yes if self.converted(test, "bool") else no)
            case Join(parts=parts, closed=closed):
                return self._join(parts, closed)
            case Call():
                return self.call(node)
            case MethodCall():
                return self._method(node)
            case Field(object=of, field=field):
                return self._field(self.value(of), field, node.place)
            case Index(object=of, index=index):
                array, position = self.element(of, index, node.place)
                if (item := array.items[position]) is None:
                    raise ExecutionError.found_at(node.place, "expected an element with a value")
                return item
            case ArrayOf(type=kind, items=items):
                if kind is None:
                    raise ExecutionError.found_at(
                        node.place, "expected the type of the elements", "write new pair[] {…}"
                    )
                return self.array(kind, items, node.place)
            case NewArray(type=kind, size=size):
                count = self.converted(size, "int")
                if not 0 <= count <= self.limits.elements:
                    raise ExecutionError.found_at(
                        node.place, f"expected 0 to {self.limits.elements} elements, found {count}"
                    )
                return Array(kind, [None] * count)

    def array(self, kind: str, items: Sequence[Expression], place: Place | None) -> Array:
        """Return an array of values of a type."""
        found = []
        for item in items:
            if isinstance(item, ArrayOf) and item.type is None and kind.endswith("[]"):
                found.append(self.array(kind.removesuffix("[]"), item.items, item.place))
            else:
                found.append(self.converted(item, kind))
        return Array(kind, found)

    def converted(self, node: Expression, wanted: str) -> Any:
        """Return the value of an expression as a type."""
        if isinstance(node, ArrayOf) and node.type is None and wanted.endswith("[]"):
            return self.array(wanted.removesuffix("[]"), node.items, node.place)
        return self.as_type(self.value(node), wanted, node.place)

    def as_type(self, value: Value, wanted: str, place: Place | None) -> Any:
        """Return a value as a type."""
        result = convert(value, wanted)
        if result is NotImplemented:
            raise ExecutionError.found_at(
                place, f"expected a value of type {wanted}, found one of type {type_of(value)}"
            )
        return result

    def _named(self, name: str, place: Place | None) -> Value:
        holder = self.scope.holding(name)
        value = holder.values[name] if holder is not None else CONSTANTS.get(name)
        if value is None:
            known = self.scope.names() | set(CONSTANTS)
            if holder is not None:
                raise ExecutionError.found_at(place, f"expected a value of {name}, found none")
            raise ExecutionError.found_at(
                place, f"unknown name {name!r}", did_you_mean(name, known)
            )
        return value

    def _operate(
        self, sign: str, left: Expression, right: Expression, place: Place | None
    ) -> Value:
        first = self.value(left)
        if sign in ("&&", "||") and first is (sign == "||"):
            return first
        second = self.value(right)
        return self._apply(_operators(sign), sign, [(first, None), (second, None)], place)

    def _apply(
        self,
        overloads: dict[Overload, Callable[..., Any]],
        name: str,
        arguments: Sequence[Typed],
        place: Place | None,
    ) -> Value:
        values = self.chosen(list(overloads), name, arguments, place)
        return overloads[values[0]](*values[1])

    def chosen(
        self,
        overloads: Sequence[Overload],
        name: str,
        arguments: Sequence[Typed],
        place: Place | None,
    ) -> tuple[Overload, list[Value]]:
        """Return the overload that a call means, and a value for each parameter; None for none."""
        types = [(type_of(value), word) for value, word in arguments]
        found = choose(overloads, types)
        if found is None:
            given = ", ".join(kind for kind, _ in types)
            expected = " or ".join(map(str, overloads))
            raise ExecutionError.found_at(place, f"expected {expected}, found {name}({given})")
        overload, taken = found
        values = [
            self.as_type(arguments[taken[i]][0], slot.type, place) if i in taken else None
            for i, slot in enumerate(overload.slots)
        ]
        return overload, values

    def _join(self, parts: Sequence[Expression], closed: bool) -> Path:
        paths = []
        for part in parts:
            value = self.value(part)
            paths.append(self.as_type(value, "path3" if _in_space(value) else "path", part.place))
        path = joined(paths)
        if len(path.pieces) > self.limits.elements:
            raise ValueError(f"expected a path of at most {self.limits.elements} pieces")
        if not closed:
            return path
        # A path that returns to its start by itself gets no further piece.
        pieces = path.pieces
        if not any(part.pieces for part in paths) and near(path.end, path.point):
            raise ValueError("expected 'cycle' after a point other than the first one")
        if not near(path.end, path.point):
            pieces = (*pieces, Segment(path.end, path.point))
        return Path(pieces, True, path.point)

    def arguments(self, given: Sequence[Argument]) -> list[Typed]:
        """Return the values of arguments, with their names."""
        return [(self.value(argument.value), argument.name) for argument in given]

    def call(self, call: Call) -> Value:
        """Call a function."""
        arguments = self.arguments(call.arguments)
        return self.call_defined(call, arguments)

    def call_stock(self, call: Call, arguments: Sequence[Typed]) -> Value:
        """Call a function of stock Asymptote."""
        overloads = stock_overloads()[call.function]
        return self._apply(overloads, call.function, arguments, call.place)

    def _method(self, node: MethodCall) -> Value:
        array = self.value(node.object)
        if not isinstance(array, Array) or node.method not in ("push", "pop"):
            raise ExecutionError.found_at(
                node.place,
                f"expected an array's push or pop, found {node.method} of a {type_of(array)}",
            )
        if node.method == "pop":
            if not array.items:
                raise ExecutionError.found_at(
                    node.place, "expected an element, found an empty array"
                )
            return array.items.pop()
        if len(node.arguments) != 1:
            message = f"expected one argument of push, found {len(node.arguments)}"
            raise ExecutionError.found_at(node.place, message)
        if len(array.items) >= self.limits.elements:
            message = f"expected at most {self.limits.elements} elements"
            raise ExecutionError.found_at(node.place, message)
        array.items.append(self.converted(node.arguments[0].value, array.type))
        return array.items[-1]

    def _field(self, value: Value, field: str, place: Place | None) -> Value:
        match value, field:
            case complex(), "x":
                return value.real
            case complex(), "y":
                return value.imag
            case Triple(), ("x" | "y" | "z"):
                return getattr(value, field)
            case Array(), "length":
                return len(value.items)
            case Array(), "cyclic":
                return value.cyclic
        fields = {"pair": "x or y", "triple": "x, y or z"}.get(type_of(value))
        if isinstance(value, Array):
            fields = "length or cyclic"
        expected = f"expected {fields}" if fields else "expected a pair, a triple or an array"
        raise ExecutionError.found_at(place, f"{expected}, found {field!r} of a {type_of(value)}")

    def element(self, of: Expression, index: Expression, place: Place | None) -> tuple[Array, int]:
        """Return an array and the position of an element in it."""
        array = self.value(of)
        if not isinstance(array, Array):
            message = f"expected an array before the index, found a {type_of(array)}"
            raise ExecutionError.found_at(place, message)
        position: int = self.converted(index, "int")
        count = len(array.items)
        if array.cyclic and count:
            return array, position % count
        if not 0 <= position < count:
            known = f"an index from 0 to {count - 1}" if count else "an array with elements"
            raise ExecutionError.found_at(place, f"expected {known}, found index {position}")
        return array, position


def _in_space(value: Value) -> bool:
    return isinstance(value, Triple) or (isinstance(value, Path) and value.in_space)
