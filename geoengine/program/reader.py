"""Reading of programs."""

from __future__ import annotations

from geoengine.program.errors import ProgramError
from geoengine.program.expression_reader import RESERVED, ExpressionReader
from geoengine.program.expressions import Call, Expression, Field, Index, MethodCall, Name
from geoengine.program.place import Place
from geoengine.program.program import Program
from geoengine.program.statements import (
    Assignment,
    Block,
    Comment,
    Declaration,
    Declared,
    Evaluation,
    For,
    ForEach,
    FunctionDefinition,
    If,
    Import,
    Increment,
    Jump,
    Parameter,
    Return,
    Statement,
    While,
)
from geoengine.program.tokens import Remark, tokenize
from geoengine.program.type_names import ELEMENT_TYPES
from geoengine.spelling import did_you_mean

__all__ = ["MODULES", "read_expression", "read_program"]

MODULES = ("graph", "three")
"""The modules that programs may import."""

_ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=")


def read_program(text: str) -> Program:
    """Read a program in the authors' notation, a subset of Asymptote.

    Raises
    ------
    ProgramError
        At the first mistake, with its line and column.

    Examples
    --------
    >>> read_program("pair A = (0,0)").statements
    Traceback (most recent call last):
    geoengine.program.errors.ProgramError: line 1, column 15: expected ';' after the declaration,
    found the end of the program
    """
    found = tokenize(text)
    reader = _Reader(ExpressionReader(found.tokens), found.remarks)
    return Program(reader.block(outermost=True))


def read_expression(text: str) -> Expression:
    """Read one expression.

    Raises
    ------
    ProgramError
        If the text is anything else.

    Examples
    --------
    >>> read_expression("2A").factor.value
    2
    """
    reader = ExpressionReader(tokenize(text).tokens)
    expression = reader.expression()
    if reader.token.kind != "end":
        raise reader.error(f"expected the end of the expression, found {reader.token.shown}")
    return expression


class _Reader:
    """Reads statements."""

    def __init__(self, source: ExpressionReader, remarks: tuple[Remark, ...]) -> None:
        self._in = source
        self._remarks = list(remarks)

    def block(self, *, outermost: bool = False) -> Block:
        """Read statements up to a closing brace, or to the end of the program."""
        found: list[Statement] = []
        with self._in.nested():
            while True:
                found += self._comments()
                if self._in.token.kind == "end":
                    if not outermost:
                        raise self._in.error(
                            "expected '}' after the statements, found the end of the program"
                        )
                    return tuple(found)
                if self._in.at("}") and not outermost:
                    return tuple(found)
                if not self._in.skip(";"):
                    found.append(self._statement(outermost=outermost))

    def _comments(self) -> list[Comment]:
        found = []
        while self._remarks and self._remarks[0].before <= self._in.position:
            remark = self._remarks.pop(0)
            if remark.before == self._in.position:
                found.append(Comment(remark.text, place=remark.place))
        return found

    def _statement(self, *, outermost: bool = False) -> Statement:
        token = self._in.token
        if token.kind == "name":
            match token.text:
                case "import":
                    return self._import()
                case "for":
                    return self._for()
                case "while":
                    return self._while()
                case "if":
                    return self._if()
                case "return":
                    return self._return()
                case "break" | "continue":
                    self._in.take()
                    self._in.expect(";", f"after {token.text!r}")
                    return Jump(token.text, place=token.place)
            if self._begins_declaration():
                return self._declaration_or_function(outermost=outermost)
        statement = self._simple()
        self._in.expect(";", "after the statement")
        return statement

    def _import(self) -> Import:
        place = self._in.take().place
        if self._in.token.text not in MODULES:
            shown = self._in.token.text
            raise self._in.error(
                f"expected a module, found {self._in.token.shown}",
                did_you_mean(shown, MODULES, f"the modules are: {', '.join(MODULES)}"),
            )
        module = self._in.take().text
        self._in.expect(";", "after the module")
        return Import(module, place=place)

    def _begins_declaration(self) -> bool:
        token, after = self._in.token, self._in.ahead()
        if token.text == "void":
            return True
        return token.text in ELEMENT_TYPES and (after.kind == "name" or after.text == "[")

    def _type(self) -> str:
        token = self._in.token
        if token.kind != "name" or token.text not in ELEMENT_TYPES:
            hint = did_you_mean(token.text, ELEMENT_TYPES) if token.kind == "name" else None
            raise self._in.error(f"expected a type, found {token.shown}", hint)
        name = self._in.take().text
        while self._in.skip("["):
            self._in.expect("]", "in the type of an array")
            name += "[]"
        return name

    def _declaration_or_function(self, *, outermost: bool) -> Statement:
        place = self._in.token.place
        kind = "void" if self._in.skip("void") else self._type()
        if kind == "void" or (self._in.token.kind == "name" and self._in.ahead().text == "("):
            if not outermost:
                message = "expected a statement, found a function inside another statement"
                raise ProgramError.found_at(place, message, "define it outside")
            return self._function(kind, place)
        declaration = self._declared(kind, place)
        self._in.expect(";", "after the declaration")
        return declaration

    def _declared(self, kind: str, place: Place) -> Declaration:
        found = []
        while True:
            at = self._in.token.place
            name = self._in.name("a name to declare")
            value = self._in.expression() if self._in.skip("=") else None
            found.append(Declared(name, value, place=at))
            if not self._in.skip(","):
                return Declaration(kind, tuple(found), place=place)

    def _function(self, kind: str, place: Place) -> FunctionDefinition:
        name = self._in.name("the name of a function")
        self._in.expect("(", "before the parameters")
        parameters: list[Parameter] = []
        while not self._in.at(")"):
            at, type_name = self._in.token.place, self._type()
            parameter = self._in.name("the name of a parameter")
            default = self._in.expression() if self._in.skip("=") else None
            parameters.append(Parameter(type_name, parameter, default, place=at))
            if not self._in.skip(","):
                break
        self._in.expect(")", "after the parameters")
        self._in.expect("{", "before the body of the function")
        body = self.block()
        self._in.expect("}", "after the body of the function")
        return FunctionDefinition(kind, name, tuple(parameters), body, place=place)

    def _simple(self) -> Assignment | Increment | Evaluation:
        """Read an assignment, an increment, or a call."""
        place = self._in.token.place
        for sign in ("++", "--"):
            if self._in.skip(sign):
                return Increment(self._target(self._in.operand()), sign, place=place)
        if self._in.token.kind == "name" and self._in.ahead().kind == "name":
            word = self._in.token.text
            if word not in RESERVED:
                raise self._in.error(
                    f"expected a type or a statement, found {word!r}",
                    did_you_mean(word, [*ELEMENT_TYPES, "void", "for", "while", "if", "return"]),
                )
        left = self._in.operand()
        if self._in.at(*_ASSIGNMENTS):
            operator = self._in.take().text
            target = self._target(left)
            return Assignment(target, operator, self._in.expression(), place=place)
        for sign in ("++", "--"):
            if self._in.skip(sign):
                return Increment(self._target(left), sign, place=place)
        if not isinstance(left, Call | MethodCall):
            raise ProgramError.found_at(
                place, "expected a statement, found an expression", "draw it, or give it a name"
            )
        return Evaluation(left, place=place)

    def _target(self, left: Expression) -> Name | Index | Field:
        if isinstance(left, Name | Index | Field):
            return left
        raise ProgramError.found_at(left.place, "expected a name or an element to assign to")

    def _body(self) -> Block:
        if self._in.skip("{"):
            body = self.block()
            self._in.expect("}", "after the statements")
            return body
        if self._in.skip(";"):
            return ()
        with self._in.nested():
            return (self._statement(),)

    def _for(self) -> For | ForEach:
        place = self._in.take().place
        self._in.expect("(", "after 'for'")
        start: Declaration | Assignment | None = None
        if self._begins_declaration():
            at, kind = self._in.token.place, self._type()
            if self._in.ahead().text == ":":
                name = self._in.name("the name of the element")
                self._in.take()
                array = self._in.expression()
                self._in.expect(")", "after the array")
                return ForEach(kind, name, array, self._body(), place=place)
            start = self._declared(kind, at)
        elif not self._in.at(";"):
            simple = self._simple()
            if not isinstance(simple, Assignment):
                raise ProgramError.found_at(simple.place, "expected an assignment in 'for'")
            start = simple
        self._in.expect(";", "after the start of the loop")
        test = None if self._in.at(";") else self._in.expression()
        self._in.expect(";", "after the condition of the loop")
        step: Assignment | Increment | None = None
        if not self._in.at(")"):
            simple = self._simple()
            if isinstance(simple, Evaluation):
                raise ProgramError.found_at(simple.place, "expected a step such as ++i in 'for'")
            step = simple
        self._in.expect(")", "after the step of the loop")
        return For(start, test, step, self._body(), place=place)

    def _while(self) -> While:
        place = self._in.take().place
        self._in.expect("(", "after 'while'")
        test = self._in.expression()
        self._in.expect(")", "after the condition")
        return While(test, self._body(), place=place)

    def _if(self) -> If:
        place = self._in.take().place
        self._in.expect("(", "after 'if'")
        test = self._in.expression()
        self._in.expect(")", "after the condition")
        yes = self._body()
        no = self._body() if self._in.skip("else") else ()
        return If(test, yes, no, place=place)

    def _return(self) -> Return:
        place = self._in.take().place
        value = None if self._in.at(";") else self._in.expression()
        self._in.expect(";", "after 'return'")
        return Return(value, place=place)
