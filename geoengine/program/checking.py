"""Checking of the names and types of a program, without executing it."""

from __future__ import annotations

from collections.abc import Mapping

from geoengine.program.errors import ProgramError
from geoengine.program.expressions import Binary
from geoengine.program.program import Program
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
from geoengine.program.typing_scope import TypingScope

__all__ = ["check_program"]


def check_program(program: Program, *, parameters: Mapping[str, str] | None = None) -> None:
    """Check the names and the types of a program.

    Parameters
    ----------
    program : Program
    parameters : mapping of str to str, optional
        The types of names that the program uses and does not define.

    Raises
    ------
    ProgramError
        At the first name that is unknown, and at the first value whose type does not fit.

    Examples
    --------
    >>> from geoengine.program import read_program
    >>> check_program(read_program("pair A = (0,0); real r = A;"))
    Traceback (most recent call last):
    geoengine.program.errors.ProgramError: line 1, column 26: expected a value of type real,
    found one of type pair
    """
    scope = TypingScope(program.functions())
    for name, kind in (parameters or {}).items():
        scope.define(name, kind)
    _Checker(scope).block(program.statements)


class _Checker:
    """Checks statements in the order in which they stand."""

    def __init__(self, scope: TypingScope) -> None:
        self._scope = scope
        self._result: str | None = None
        self._loops = 0

    def block(self, block: Block) -> None:
        """Check the statements of a block."""
        for statement in block:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        scope = self._scope
        match statement:
            case Declaration(type=kind, declared=declared):
                for one in declared:
                    if one.value is not None:
                        scope.expect(one.value, kind)
                    if scope.is_declared_here(one.name):
                        message = f"expected a new name, found {one.name!r} a second time"
                        raise ProgramError.found_at(one.place, message)
                    scope.define(one.name, kind)
            case Assignment(target=target, operator=sign, value=value):
                wanted = scope.of(target)
                if sign == "=":
                    scope.expect(value, wanted)
                else:
                    scope.expect(Binary(sign[0], target, value, place=statement.place), wanted)
            case Increment(target=target):
                if (found := scope.of(target)) != "int":
                    message = f"expected an int to count with, found a {found}"
                    raise ProgramError.found_at(statement.place, message)
            case Evaluation(call=call):
                scope.of(call)
            case For(start=start, test=test, step=step, body=body):
                with scope.inside():
                    if start is not None:
                        self._statement(start)
                    if test is not None:
                        scope.expect(test, "bool")
                    if step is not None:
                        self._statement(step)
                    self._loop(body)
            case ForEach(type=kind, name=name, array=array, body=body):
                scope.expect(array, f"{kind}[]")
                with scope.inside():
                    scope.define(name, kind)
                    self._loop(body)
            case While(test=test, body=body):
                scope.expect(test, "bool")
                self._loop(body)
            case If(test=test, yes=yes, no=no):
                scope.expect(test, "bool")
                for part in (yes, no):
                    with scope.inside():
                        self.block(part)
            case Jump(word=word):
                if not self._loops:
                    message = f"expected {word!r} in a loop only"
                    raise ProgramError.found_at(statement.place, message)
            case Return():
                self._return(statement)
            case FunctionDefinition():
                self._function(statement)
            case Import() | Comment():
                pass

    def _loop(self, body: Block) -> None:
        self._loops += 1
        with self._scope.inside():
            self.block(body)
        self._loops -= 1

    def _return(self, statement: Return) -> None:
        if self._result is None:
            raise ProgramError.found_at(statement.place, "expected 'return' in a function only")
        if (statement.value is None) != (self._result == "void"):
            what = "no value" if self._result == "void" else f"a value of type {self._result}"
            raise ProgramError.found_at(statement.place, f"expected {what} after 'return'")
        if statement.value is not None:
            self._scope.expect(statement.value, self._result)

    def _function(self, function: FunctionDefinition) -> None:
        with self._scope.inside(function=True):
            for parameter in function.parameters:
                if parameter.default is not None:
                    self._scope.expect(parameter.default, parameter.type)
                self._scope.define(parameter.name, parameter.type)
            before, self._result = self._result, function.type
            loops, self._loops = self._loops, 0
            self.block(function.body)
            self._result, self._loops = before, loops
