"""Printing of programs as Asymptote."""

from __future__ import annotations

from geoengine.program.asymptote_expressions import asymptote_expression
from geoengine.program.layout import Layout, Printed
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
from geoengine.program.text_lines import TextLines

__all__ = ["print_asymptote"]


def print_asymptote(program: Program, layout: Layout | None = None) -> Printed:
    """Print a program as Asymptote.

    Parameters
    ----------
    program : Program
        It is printed as it is: functions that stock Asymptote lacks are added by `with_library`,
        and curves that are accurate enough for computations by `with_true_curves`.
    layout : Layout, optional
        Spaces and line breaks.

    Examples
    --------
    >>> from geoengine.program import read_program
    >>> print(print_asymptote(read_program("pair A=(0,0),B=(3,0);draw( A--B );")).text, end="")
    pair A = (0,0), B = (3,0);
    draw(A--B);
    """
    return _Printer(layout or Layout()).program(program)


class _Printer:
    """Writes statements."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._out = TextLines(layout.indent)

    def program(self, program: Program) -> Printed:
        """Write a whole program."""
        self._block(program.statements, outermost=True)
        return self._out.printed()

    def _block(self, block: Block, *, outermost: bool = False) -> None:
        before: Statement | None = None
        for statement in block:
            if outermost and self._layout.blank_lines and _apart(before, statement):
                self._out.blank()
            if self._layout.together and before is not None and _alike(before, statement):
                self._out.go_on()
            self._statement(statement)
            before = statement

    def _text(self, node: object) -> str:
        return asymptote_expression(node, self._layout)  # type: ignore[arg-type]

    def _statement(self, statement: Statement) -> None:
        with self._out.statement():
            match statement:
                case Comment(text=text):
                    self._out.add(f"// {text}".rstrip())
                case Import(module=module):
                    self._out.add(f"import {module};")
                case Declaration() | Assignment() | Increment():
                    self._out.add(f"{self._simple(statement)};")
                case Evaluation(call=call):
                    self._out.add(f"{self._text(call)};")
                case Jump(word=word):
                    self._out.add(f"{word};")
                case Return(value=value):
                    self._out.add("return;" if value is None else f"return {self._text(value)};")
                case For(start=start, test=test, step=step, body=body):
                    head = f"{self._simple(start)}; " if start is not None else "; "
                    head += f"{self._text(test)}; " if test is not None else "; "
                    head += self._simple(step) if step is not None else ""
                    self._braced(f"for ({head.rstrip()})", body)
                case ForEach(type=kind, name=name, array=array, body=body):
                    self._braced(f"for ({kind} {name} : {self._text(array)})", body)
                case While(test=test, body=body):
                    self._braced(f"while ({self._text(test)})", body)
                case If(test=test, yes=yes, no=no):
                    self._braced(f"if ({self._text(test)})", yes)
                    if no:
                        self._braced("else", no)
                case FunctionDefinition(type=kind, name=name, parameters=parameters, body=body):
                    inner = self._layout.comma.join(map(self._parameter, parameters))
                    self._braced(f"{kind} {name}({inner})", body)

    def _parameter(self, parameter: Parameter) -> str:
        default = "" if parameter.default is None else f"={self._text(parameter.default)}"
        return f"{parameter.type} {parameter.name}{default}"

    def _simple(self, statement: Declaration | Assignment | Increment) -> str:
        match statement:
            case Declaration(type=kind, declared=declared):
                return f"{kind} {self._layout.comma.join(map(self._declared, declared))}"
            case Assignment(target=target, operator=sign, value=value):
                around = self._layout.equals.replace("=", sign)
                return f"{self._text(target)}{around}{self._text(value)}"
            case Increment(target=target, operator=sign):
                return f"{sign}{self._text(target)}"

    def _declared(self, declared: Declared) -> str:
        if declared.value is None:
            return declared.name
        return f"{declared.name}{self._layout.equals}{self._text(declared.value)}"

    def _braced(self, head: str, body: Block) -> None:
        if self._layout.brace_below:
            self._out.add(head)
            self._out.add("{")
        else:
            self._out.add(f"{head} {{")
        with self._out.deeper():
            self._block(body)
        self._out.add("}")


def _apart(before: Statement | None, statement: Statement) -> bool:
    """Whether a blank line stands between two statements."""
    if before is None or isinstance(before, Comment):
        return False
    if FunctionDefinition in (type(before), type(statement)):
        return True
    drawing = isinstance(statement, Evaluation | For | ForEach | While)
    return drawing and isinstance(before, Declaration | Assignment)


def _alike(before: Statement, statement: Statement) -> bool:
    """Whether two statements may share a line."""
    if isinstance(before, Evaluation) and isinstance(statement, Evaluation):
        return _function(before) == _function(statement)
    return isinstance(before, Assignment) and isinstance(statement, Assignment)


def _function(statement: Evaluation) -> str:
    return getattr(statement.call, "function", "")
