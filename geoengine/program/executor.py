"""Carrying out of statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from geoengine.program.constants import SETTABLE
from geoengine.program.display import Drawn, Settings
from geoengine.program.drawing_functions import drawing_overloads, painted
from geoengine.program.errors import ExecutionError
from geoengine.program.evaluating import Evaluator, Typed, stock_overloads
from geoengine.program.expressions import Binary, Call, Expression, Field, Index, Name
from geoengine.program.library import library_functions
from geoengine.program.limits import Limits
from geoengine.program.program import Program, bodies
from geoengine.program.projection import Projection
from geoengine.program.scopes import Scope
from geoengine.program.signatures import Overload, Slot, choose
from geoengine.program.statements import (
    Assignment,
    Block,
    Comment,
    Declaration,
    Evaluation,
    For,
    ForEach,
    FunctionDefinition,
    If,
    Import,
    Increment,
    Jump,
    Return,
    Statement,
    While,
)
from geoengine.program.type_names import element_of
from geoengine.program.values import Array, Value, type_of
from geoengine.spelling import did_you_mean

__all__ = ["Executor"]

_UNSET: dict[str, Value] = {
    "bool": False, "int": 0, "real": 0.0, "pair": 0j, "string": "",
}  # fmt: skip
"""What variables hold that are declared without a value."""


@dataclass(frozen=True, slots=True)
class _Left:
    """How a block was left before its end: by ``break``, ``continue`` or ``return``."""

    word: str
    value: Value = None


class Executor(Evaluator):
    """Carries out the statements of a program.

    Attributes
    ----------
    display : list of Drawn
        What has been drawn.
    settings : Settings
    """

    def __init__(self, program: Program, limits: Limits) -> None:
        super().__init__(limits)
        self.display: list[Drawn] = []
        self.settings = Settings()
        self._program = program
        self._outer = self.scope
        self._functions = dict(library_functions())
        self._bodies: dict[str, int] = {}
        self._visible: dict[str, frozenset[str]] = {}
        self._calls: list[int] = []
        self._number = 0
        self._sizes: dict[int, int] = {}

    def run(self) -> None:
        """Carry out the whole program."""
        left = self._block(self._program.statements, 0)
        if left is not None:
            raise ExecutionError(f"expected {left.word!r} in a loop or a function only")

    def _size(self, statement: Statement) -> int:
        """Return how many numbers a statement and those inside it take."""
        found = self._sizes.get(id(statement))
        if found is None:
            found = 1 + sum(self._size(part) for body in bodies(statement) for part in body)
            self._sizes[id(statement)] = found
        return found

    def _block(self, block: Block, number: int) -> _Left | None:
        for statement in block:
            self._number = number
            self.step(statement.place)
            try:
                left = self._statement(statement, number)
            except ValueError as error:
                if isinstance(error, ExecutionError):
                    raise
                raise ExecutionError.found_at(statement.place, str(error)) from error
            if left is not None:
                return left
            number += self._size(statement)
        return None

    @contextmanager
    def _inside(self, around: Scope | None = None) -> Iterator[None]:
        before = self.scope
        self.scope = Scope(around or before)
        try:
            yield
        finally:
            self.scope = before

    def _statement(self, statement: Statement, number: int) -> _Left | None:
        match statement:
            case Declaration():
                self._declare(statement)
            case Assignment(target=target, operator=sign, value=value):
                self._assign(target, sign, value)
            case Increment(target=target, operator=sign):
                held = self.converted(target, "int")
                self._store(target, held + 1 if sign == "++" else held - 1)
            case Evaluation(call=call):
                self.value(call)
            case For() | While() | ForEach():
                with self._inside():
                    return self._loop(statement, number)
            case If(test=test, yes=yes, no=no):
                with self._inside():
                    if self.converted(test, "bool"):
                        return self._block(yes, number + 1)
                    return self._block(no, number + 1 + sum(map(self._size, yes)))
            case Jump(word=word):
                return _Left(word)
            case Return(value=value):
                return _Left("return", None if value is None else self.value(value))
            case FunctionDefinition(name=name):
                self._functions[name] = statement
                self._bodies[name] = number + 1
                self._visible[name] = frozenset(self._outer.values)
            case Import() | Comment():
                pass
        return None

    def _declare(self, statement: Declaration) -> None:
        kind = statement.type
        for declared in statement.declared:
            if declared.value is not None:
                value = self.converted(declared.value, kind)
            elif kind.endswith("[]"):
                value = Array(element_of(kind))
            else:
                value = _UNSET.get(kind)
            self.scope.define(declared.name, value)

    def _assign(self, target: Name | Index | Field, sign: str, value: Expression) -> None:
        if sign == "=":
            if isinstance(target, Name) and self.scope.holding(target.name) is None:
                self._set(target, value)
                return
            held = self._held_type(target)
            self._store(target, self.converted(value, held) if held else self.value(value))
            return
        self._store(target, self.value(Binary(sign[0], target, value, place=target.place)))

    def _set(self, target: Name, value: Expression) -> None:
        kind = SETTABLE.get(target.name)
        if kind is None:
            known = self.scope.names() | set(SETTABLE)
            raise ExecutionError.found_at(
                target.place,
                f"expected a declared name, found {target.name!r}",
                did_you_mean(target.name, known),
            )
        found = self.converted(value, kind)
        if isinstance(found, Projection):
            self.settings.projection = found

    def _held_type(self, target: Name | Index | Field) -> str | None:
        """Return the type of a variable or an element; None if it does not say."""
        match target:
            case Name(name=name):
                holder = self.scope.holding(name)
                held = holder.values[name] if holder is not None else None
                return type_of(held) if held is not None else None
            case Index(object=of):
                array = self.value(of)
                return array.type if isinstance(array, Array) else None
        return None

    def _store(self, target: Name | Index | Field, value: Value) -> None:
        match target:
            case Name(name=name):
                holder = self.scope.holding(name)
                if holder is None:
                    raise ExecutionError.found_at(target.place, f"unknown name {name!r}")
                held = holder.values[name]
                if held is not None:
                    value = self.as_type(value, type_of(held), target.place)
                holder.values[name] = value
            case Index(object=of, index=index):
                array, position = self.element(of, index, target.place)
                array.items[position] = self.as_type(value, array.type, target.place)
            case Field(object=of, field=field):
                held = self.value(of)
                if not isinstance(held, Array) or field != "cyclic" or not isinstance(value, bool):
                    raise ExecutionError.found_at(
                        target.place, "expected a name, an element or an array's 'cyclic' to set"
                    )
                held.cyclic = value

    def _loop(self, loop: For | ForEach | While, number: int) -> _Left | None:
        if isinstance(loop, ForEach):
            array = self.value(loop.array)
            if not isinstance(array, Array):
                message = f"expected an array to go through, found a {type_of(array)}"
                raise ExecutionError.found_at(loop.array.place, message)
            for item in list(array.items):
                self.scope.define(loop.name, self.as_type(item, loop.type, loop.place))
                left = self._turn(loop.body, number + 1)
                if left is not None and left.word != "continue":
                    return left if left.word == "return" else None
            return None
        step = None
        if isinstance(loop, For):
            step = loop.step
            if loop.start is not None:
                self._statement(loop.start, number)
        while loop.test is None or self.converted(loop.test, "bool"):
            left = self._turn(loop.body, number + 1)
            if left is not None and left.word != "continue":
                return left if left.word == "return" else None
            self.step(loop.place)
            if step is not None:
                self._statement(step, number)
        return None

    def _turn(self, body: Block, number: int) -> _Left | None:
        """Carry out the body of a loop once."""
        with self._inside():
            return self._block(body, number)

    def call_defined(self, call: Call, arguments: Sequence[Typed]) -> Value:
        """Call a function of the program, of the library, of stock Asymptote, or one that draws."""
        name = call.function
        drawing = drawing_overloads().get(name, ())
        if name in self._functions and (name in self._bodies or not drawing):
            return self._call_function(self._functions[name], call, arguments)
        if drawing and choose(drawing, [(type_of(value), word) for value, word in arguments]):
            overload, values = self.chosen(drawing, name, arguments, call.place)
            self._draw(overload, values)
            return None
        if name in stock_overloads():
            return self.call_stock(call, arguments)
        if drawing:
            self.chosen(drawing, name, arguments, call.place)
        known = [*self._functions, *stock_overloads(), *drawing_overloads()]
        raise ExecutionError.found_at(
            call.place, f"unknown function {name!r}", did_you_mean(name, known)
        )

    def _draw(self, overload: Overload, values: Sequence[Value]) -> None:
        found = painted(overload, values, self.settings)
        for one in found:
            drawn = Drawn(
                one.kind, one.paths, self.settings.pen + one.pen, self._number, one.text,
                one.align, tuple(self._calls),
            )  # fmt: skip
            self.display.append(drawn)
        if len(self.display) > self.limits.drawn:
            raise ValueError(f"expected at most {self.limits.drawn} things drawn")

    def _call_function(
        self, function: FunctionDefinition, call: Call, arguments: Sequence[Typed]
    ) -> Value:
        if len(self._calls) >= self.limits.depth:
            raise ExecutionError.found_at(
                call.place, f"expected at most {self.limits.depth} calls inside one another"
            )
        slots = [Slot(p.type, p.name, p.default is not None) for p in function.parameters]
        overload = Overload(function.type, function.name, tuple(slots))
        _, values = self.chosen([overload], function.name, arguments, call.place)
        before, number = self.scope, self._number
        self._calls.append(number)
        self.scope = Scope(self._outer, self._visible.get(function.name, frozenset()))
        try:
            for parameter, value in zip(function.parameters, values, strict=True):
                if value is None and parameter.default is not None:
                    value = self.converted(parameter.default, parameter.type)
                self.scope.define(parameter.name, value)
            left = self._block(function.body, self._bodies.get(function.name, number))
            if left is not None and function.type != "void":
                return self.as_type(left.value, function.type, function.place)
        finally:
            self.scope = before
            self._number = number
            self._calls.pop()
        if function.type != "void":
            message = f"expected {function.name} to return a {function.type}, found no return"
            raise ExecutionError.found_at(call.place, message)
        return None

    def outer_values(self) -> dict[str, Value]:
        """Return the values of the names that are defined outside functions and blocks."""
        return {name: value for name, value in self._outer.values.items() if value is not None}
