"""Printing of programs as Python with matplotlib."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geoengine.program.expressions import Binary, Call, Expression, Field, Name
from geoengine.program.expressions import Boolean as BooleanLiteral
from geoengine.program.layout import Printed
from geoengine.program.plot_style import PlotStyle
from geoengine.program.program import Program, walk_statements
from geoengine.program.python_declarations import PythonDeclarations
from geoengine.program.python_helpers import helper_names, helper_texts
from geoengine.program.python_names import is_taken
from geoengine.program.python_paths import PathText
from geoengine.program.python_ranges import counted
from geoengine.program.space_views import view_angles
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
    Return,
    Statement,
    While,
)
from geoengine.program.walking import walk

__all__ = ["print_matplotlib"]


def print_matplotlib(program: Program, style: PlotStyle | None = None) -> Printed:
    """Print a program as Python with matplotlib.

    Parameters
    ----------
    program : Program
        With the definitions of the functions of the library that it calls; see `with_library`.
    style : PlotStyle, optional

    Raises
    ------
    PrintingError
        If the program has something in it that has no plain counterpart.

    Examples
    --------
    >>> from geoengine.program import read_program
    >>> text = print_matplotlib(read_program("pair A=(0,0), B=(3,0); draw(A--B);")).text
    >>> print("".join(text.splitlines(keepends=True)[4:7]), end="")
    A = np.array([0, 0])
    B = np.array([3, 0])
    ax.plot(*zip(A, B), color="black")
    """
    return _Printer(program, style or PlotStyle()).printed()


class _Printer(PythonDeclarations):
    """Writes statements."""

    def __init__(self, program: Program, style: PlotStyle) -> None:
        self._in_space = any(
            isinstance(one, Import) and one.module == "three" for one in program.statements
        )
        if self._in_space:
            # Complex numbers have no third coordinate.
            style = replace(style, points="array")
        super().__init__(program, style)

    def printed(self) -> Printed:
        """Return the whole program."""
        self._find_cyclic()
        self._block(self._program.statements, outermost=True)
        body = self._body.printed()
        texts = helper_texts(self._out.style.points)
        head = ["import matplotlib.pyplot as plt", "import numpy as np"]
        if self._drawing.imports:
            head.append(
                f"from matplotlib.patches import {', '.join(sorted(self._drawing.imports))}"
            )
        head.append("")
        if self._in_space:
            head += ["fig = plt.figure()", 'ax = fig.add_subplot(projection="3d")']
        else:
            head.append("fig, ax = plt.subplots()")
        for name in helper_names(self._out.style.points, self._out.needed):
            head += ["", *texts[name].split("\n")]
        if self._out.needed:
            head.append("")
        foot = ['ax.set_aspect("equal")', 'ax.axis("off")', "plt.show()"]
        lines = [*head, *body.text.rstrip("\n").split("\n"), *foot]
        moved = {n: (a + len(head), b + len(head)) for n, (a, b) in body.lines.items()}
        return Printed("\n".join(lines) + "\n", moved)

    def _find_cyclic(self) -> None:
        for statement in walk_statements(self._program.statements):
            match statement:
                case Assignment(target=Field(object=Name(name=name), field="cyclic"), value=value):
                    if value != BooleanLiteral(True):
                        raise self._out.cannot(value, "an array that is cyclic at times")
                    self._out.cyclic.add(name)

    def _block(self, block: Block, *, outermost: bool = False) -> None:
        before: Statement | None = None
        for statement in block:
            if outermost and FunctionDefinition in (type(before), type(statement)):
                self._body.blank()
            with self._body.statement():
                self._statement(statement)
            before = statement

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Import():
                pass
            case Comment(text=text):
                self.add(f"# {text}".rstrip())
            case Declaration(type=kind, declared=declared):
                for one in declared:
                    self.declare(kind, one)
            case Assignment(target=target, operator=sign, value=value):
                self._assign(target, sign, value)
            case Increment(target=target, operator=sign):
                self.add(f"{self._out.text(target)} {sign[0]}= 1")
            case Evaluation(call=call):
                self._evaluate(call)
            case Jump(word=word):
                self.add(word)
            case Return(value=value):
                self._return(value)
            case For():
                with self.own_names():
                    self._for(statement)
            case ForEach():
                with self.own_names():
                    self._for_each(statement)
            case While(test=test, body=body):
                self._deeper(f"while {self._out.text(test)}:", body)
            case If():
                self._if(statement, "if")
            case FunctionDefinition():
                self._define_function(statement)

    def _deeper(self, head: str, body: Block, *own: str) -> None:
        self.add(head)
        self._depth += 1
        self._declared.append(set(own))
        with self._body.deeper(), self._scope.inside(), self.own_names():
            before = self._body.count
            self._block(body)
            if self._body.count == before:
                self.add("pass")
        self._declared.pop()
        self._depth -= 1

    def _for_each(self, loop: ForEach) -> None:
        array = self._out.text(loop.array)
        head = f"for {self.loop_name(loop.name)} in {array}:"
        with self._scope.inside():
            self.define(loop.name, loop.type)
            self._deeper(head, loop.body, loop.name)

    def _if(self, statement: If, word: str) -> None:
        self._deeper(f"{word} {self._out.text(statement.test)}:", statement.yes)
        if len(statement.no) == 1 and isinstance(statement.no[0], If):
            with self._body.statement():
                self._if(statement.no[0], "elif")
        elif statement.no:
            self._deeper("else:", statement.no)

    def _assign(self, target: Any, sign: str, value: Expression) -> None:
        match target:
            case Field(field="cyclic"):
                return
            case Name(name="currentprojection") if self._scope.is_constant("currentprojection"):
                self._view(value)
                return
            case Name(name=name) if self._scope.is_constant(name):
                return
        kind = self._scope.of(target)
        if kind == "path" and isinstance(target, Name):
            self._assign_path(target, value)
        elif kind == "pen":
            raise self._out.cannot(value, "a pen that changes")
        elif sign == "=":
            self.add(f"{self._out.text(target)} = {self._out.text(value, kind)}")
        elif kind in ("pair", "triple"):
            # In place, a change would reach every other name of the same point.
            whole = Binary(sign[0], target, value, place=value.place)
            self.add(f"{self._out.text(target)} = {self._out.text(whole, kind)}")
        else:
            self.add(f"{self._out.text(target)} {sign} {self._out.text(value)}")

    def _assign_path(self, target: Name, value: Expression) -> None:
        path = self._out.path(value)
        known = self._out.known.get(target.name)
        if path.shape == "circle":
            path = PathText("curve", array=self._out.as_array(path))
        # Outside of loops and functions, later statements know of the change.
        follows = not self._depth and self._function is None
        if known is not None and known.shape not in (path.shape, "curve") and not follows:
            raise self._out.cannot(value, "a path that takes the place of one of another kind")
        shown = self._out.name(target.name)
        array = self._out.as_array(path)
        if known is None or known.shape == path.shape or follows:
            array = self._out.vertices(path)
            self._out.known[target.name] = PathText(path.shape, array=shown)
        self.add(f"{shown} = {array}")

    def _view(self, value: Expression) -> None:
        angles = view_angles(value)
        if angles is None:
            raise self._out.cannot(value, "this projection")
        elevation, azimuth, perspective = angles
        self.add(f"ax.view_init(elev={elevation:g}, azim={azimuth:g})")
        if not perspective:
            self.add('ax.set_proj_type("ortho")')

    def _evaluate(self, call: Any) -> None:
        lines = self._drawing.lines(call) if isinstance(call, Call) else None
        for line in [self._out.text(call)] if lines is None else lines:
            self.add(line)

    def _return(self, value: Expression | None) -> None:
        assert self._function is not None
        kind = self._function.type
        if value is None:
            self.add("return")
        elif kind == "path":
            path = self._out.path(value)
            known = self._out.results.setdefault(self._function.name, path)
            if known.shape != path.shape:
                raise self._out.cannot(value, "a function with paths of several kinds")
            if path.shape == "circle":
                if path.pair:
                    raise self._out.cannot(value, "a function that returns a circle")
                self.add(f"return {path.center}, {path.radius}")
            elif path.shape == "arc":
                self.add(f"return {self._out.as_array(path)}")
            else:
                self.add(f"return {self._out.vertices(path)}")
        else:
            self.add(f"return {self._out.text(value, kind)}")

    def _for(self, loop: For) -> None:
        count = counted(loop, self._out)
        with self._scope.inside():
            if count is not None:
                head = f"for {self.loop_name(count[0])} in {count[1]}:"
                self.define(count[0], "int")
                self._deeper(head, loop.body, count[0])
                return
            if any(isinstance(one, Jump) and one.word == "continue" for one in walk(loop.body)):
                raise self._out.cannot(Name("for"), "'continue' in a loop that is no range")
            own = set[str]()
            if isinstance(loop.start, Declaration):
                own = {one.name for one in loop.start.declared}
                for name in own:
                    self.loop_name(name)
            self._declared.append(own)
            if loop.start is not None:
                self._depth += 1
                self._statement(loop.start)
                self._depth -= 1
            test = "True" if loop.test is None else self._out.text(loop.test)
            step = () if loop.step is None else (loop.step,)
            self.add(f"while {test}:")
            self._declared.append(set())
            self._depth += 1
            with self._body.deeper(), self._scope.inside():
                self._block(loop.body)
                for one in step:
                    self._statement(one)
            self._depth -= 1
            self._declared.pop()
            self._declared.pop()

    def _define_function(self, function: FunctionDefinition) -> None:
        if any(parameter.type in ("path", "pen", "path[]") for parameter in function.parameters):
            raise self._out.cannot(Name(function.name), "a function of paths or pens")
        if function.type in ("path[]", "pen"):
            raise self._out.cannot(Name(function.name), "a function that returns a pen or paths")
        if is_taken(function.name) and function.name not in ("dir", "abs", "round"):
            raise self._out.cannot(
                Name(function.name), f"the name {function.name!r}, which means something else"
            )
        self._function = function
        outer, self._declared = self._declared, [set()]
        known, self._out.known = self._out.known, dict(self._out.known)
        with self._scope.inside(function=True):
            shown = []
            for parameter in function.parameters:
                default = parameter.default
                name = self.new_name(parameter.name)
                self.define(parameter.name, parameter.type)
                end = "" if default is None else f"={self._out.text(default, parameter.type)}"
                shown.append(f"{name}{end}")
            self.add(f"def {self._out.name(function.name)}({', '.join(shown)}):")
            with self._body.deeper():
                before = self._body.count
                if changed := sorted(self._outer_changes(function)):
                    self.add(f"global {', '.join(changed)}")
                self._block(function.body)
                if self._body.count == before:
                    self.add("pass")
        self._declared = outer
        self._out.known = known
        self._function = None

    def _outer_changes(self, function: FunctionDefinition) -> set[str]:
        """Return the variables outside a function that it changes."""
        nodes = list(walk(function.body))
        own = {parameter.name for parameter in function.parameters}
        own |= {node.name for node in nodes if isinstance(node, Declared)}
        targets = (node.target for node in nodes if isinstance(node, Assignment | Increment))
        return {target.name for target in targets if isinstance(target, Name)} - own
