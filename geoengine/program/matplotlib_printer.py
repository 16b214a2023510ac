"""Printing of programs as Python with matplotlib."""

from __future__ import annotations

from typing import Any

from geoengine.program.expressions import Binary, Call, Expression, Field, Name, Number
from geoengine.program.expressions import Boolean as BooleanLiteral
from geoengine.program.layout import Printed
from geoengine.program.plot_style import PlotStyle
from geoengine.program.program import Program, walk_statements
from geoengine.program.python_drawing import PythonDrawing
from geoengine.program.python_helpers import helper_names, helper_texts
from geoengine.program.python_names import is_taken
from geoengine.program.python_paths import PathText, PythonPaths
from geoengine.program.python_pens import PythonPens
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
from geoengine.program.text_lines import TextLines
from geoengine.program.typing_scope import TypingScope
from geoengine.program.walking import walk

__all__ = ["print_matplotlib"]

_UNSET = {
    "bool": "False", "int": "0", "real": "0.0", "string": '""', "transform": "None", "path": "None",
}  # fmt: skip


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


class _Printer:
    """Writes statements."""

    def __init__(self, program: Program, style: PlotStyle) -> None:
        self._program = program
        self._scope = TypingScope(program.functions())
        self._out = PythonPaths(self._scope, style)
        self._pens = PythonPens(self._out)
        self._drawing = PythonDrawing(self._out, self._pens, style)
        self._body = TextLines(4)
        self._depth = 0
        self._function: FunctionDefinition | None = None
        self._declared: list[set[str]] = [set()]
        self._in_space = any(
            isinstance(one, Import) and one.module == "three" for one in program.statements
        )
        nodes = list(walk(program))
        self._changing = frozenset(
            node.target.name
            for node in nodes
            if isinstance(node, Assignment | Increment) and isinstance(node.target, Name)
        )
        self._draws = [
            node.arguments[0].value.name
            for node in nodes
            if isinstance(node, Call)
            and node.function == "draw"
            and node.arguments
            and isinstance(node.arguments[0].value, Name)
        ]

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

    def _add(self, text: str) -> None:
        self._body.add(text)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Import():
                pass
            case Comment(text=text):
                self._add(f"# {text}".rstrip())
            case Declaration(type=kind, declared=declared):
                for one in declared:
                    self._declare(kind, one)
            case Assignment(target=target, operator=sign, value=value):
                self._assign(target, sign, value)
            case Increment(target=target, operator=sign):
                self._add(f"{self._target(target)} {sign[0]}= 1")
            case Evaluation(call=call):
                self._evaluate(call)
            case Jump(word=word):
                self._add(word)
            case Return(value=value):
                self._return(value)
            case For():
                self._for(statement)
            case ForEach(type=kind, name=name, array=array, body=body):
                head = f"for {self._new_name(name)} in {self._out.text(array)}:"
                with self._scope.inside():
                    self._define(name, kind)
                    self._deeper(head, body)
            case While(test=test, body=body):
                self._deeper(f"while {self._out.text(test)}:", body)
            case If():
                self._if(statement, "if")
            case FunctionDefinition():
                self._define_function(statement)

    def _deeper(self, head: str, body: Block) -> None:
        self._add(head)
        self._depth += 1
        self._declared.append(set())
        with self._body.deeper(), self._scope.inside():
            before = self._body.count
            self._block(body)
            if self._body.count == before:
                self._add("pass")
        self._declared.pop()
        self._depth -= 1

    def _if(self, statement: If, word: str) -> None:
        self._deeper(f"{word} {self._out.text(statement.test)}:", statement.yes)
        if len(statement.no) == 1 and isinstance(statement.no[0], If):
            with self._body.statement():
                self._if(statement.no[0], "elif")
        elif statement.no:
            self._deeper("else:", statement.no)

    def _new_name(self, name: str) -> str:
        """Return the name of a new variable; it must not hide one of a block around it."""
        if is_taken(name) and not self._depth and self._function is None:
            raise self._out.cannot(
                Name(name), f"the name {name!r}, which means something else in Python"
            )
        if any(name in names for names in self._declared[:-1]):
            raise self._out.cannot(Name(name), f"a second variable {name!r} inside a block")
        self._declared[-1].add(name)
        return self._out.name(name)

    def _define(self, name: str, kind: str) -> None:
        self._scope.define(name, kind)
        self._out.known.pop(name, None)

    def _declare(self, kind: str, declared: Declared) -> None:
        name, value = declared.name, declared.value
        shown = self._new_name(name)
        if kind == "pen":
            if value is None or name in self._changing:
                raise self._out.cannot(Name(name), "a pen that changes")
            self._pens.known[name] = self._pens.words(value)
        elif kind == "path" and value is not None:
            self._declare_path(name, shown, value)
        elif value is None:
            point = self._out.point("0", "0") if not self._out.in_complex else "0j"
            first = {"pair": point, "triple": "np.array([0, 0, 0])"}.get(kind)
            self._add(
                f"{shown} = {'[]' if kind.endswith('[]') else first or _UNSET.get(kind, 'None')}"
            )
        else:
            if kind == "transform" and not self._out.stable(value, self._changing):
                raise self._out.cannot(value, "a transformation that depends on what changes")
            text = self._out.text(value, kind)
            if isinstance(value, Name) and kind.endswith("[]") and self._scope.of(value) != kind:
                raise self._out.cannot(value, "an array of another type")
            self._add(f"{shown} = {text}")
        self._define_again(name, kind)

    def _define_again(self, name: str, kind: str) -> None:
        """Note the type of a name; what is known of it as a path stays."""
        self._scope.define(name, kind)
        if kind != "path":
            self._out.known.pop(name, None)

    def _declare_path(self, name: str, shown: str, value: Expression) -> None:
        path = self._out.path(value)
        stable = name not in self._changing and self._out.stable(value, self._changing)
        if path.shape == "circle" and name not in self._changing:
            once = self._draws.count(name) == 1 and not self._depth and self._function is None
            words = "fill=False"
            if once:
                pen = self._pen_of(name)
                words = ", ".join(
                    ["fill=False", *(f"{k}={v}" for k, v in self._drawing.line_words(pen).items())]
                )
                self._drawing.patches.add(name)
            self._add(f"{shown} = {self._drawing.circle(path, words)}")
            if not stable or path.pair:
                center = (
                    f"complex(*{shown}.center)"
                    if self._out.in_complex
                    else f"np.array({shown}.center)"
                )
                path = PathText("circle", center=center, radius=f"{shown}.radius")
            self._out.known[name] = path
            return
        if path.shape in ("line", "polygon"):
            self._add(f"{shown} = {self._out.vertices(path)}")
            points = path.points if stable else ()
            self._out.known[name] = PathText(path.shape, points, array=shown)
            return
        self._add(f"{shown} = {self._out.as_array(path)}")
        known = path if path.shape == "arc" and stable else PathText("curve", array=shown)
        self._out.known[name] = known

    def _pen_of(self, name: str) -> Expression | None:
        """Return the pen with which a path is drawn."""
        for node in walk(self._program):
            match node:
                case Call(function="draw", arguments=[first, pen]) if first.value == Name(name):
                    return pen.value
        return None

    def _target(self, target: Any) -> str:
        return self._out.text(target)

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
        if kind == "path":
            path = self._out.path(value)
            known = self._out.known.get(target.name) if isinstance(target, Name) else None
            if known is not None and known.shape != path.shape and known.shape != "curve":
                raise self._out.cannot(value, "a path that takes the place of one of another kind")
            if path.shape == "circle":
                path = PathText("curve", array=self._out.as_array(path))
            text = self._out.vertices(path)
            if isinstance(target, Name) and known is None:
                self._out.known[target.name] = PathText(path.shape, array=self._target(target))
            self._add(f"{self._target(target)} = {text}")
        elif kind == "pen":
            raise self._out.cannot(value, "a pen that changes")
        elif sign == "=":
            self._add(f"{self._target(target)} = {self._out.text(value, kind)}")
        elif kind in ("pair", "triple"):
            # In place, a change would reach every other name of the same point.
            whole = Binary(sign[0], target, value, place=value.place)
            self._add(f"{self._target(target)} = {self._out.text(whole, kind)}")
        else:
            self._add(f"{self._target(target)} {sign} {self._out.text(value)}")

    def _view(self, value: Expression) -> None:
        angles = view_angles(value)
        if angles is None:
            raise self._out.cannot(value, "this projection")
        elevation, azimuth, perspective = angles
        self._add(f"ax.view_init(elev={elevation:g}, azim={azimuth:g})")
        if not perspective:
            self._add('ax.set_proj_type("ortho")')

    def _evaluate(self, call: Any) -> None:
        lines = self._drawing.lines(call) if isinstance(call, Call) else None
        for line in [self._out.text(call)] if lines is None else lines:
            self._add(line)

    def _return(self, value: Expression | None) -> None:
        assert self._function is not None
        kind = self._function.type
        if value is None:
            self._add("return")
        elif kind == "path":
            path = self._out.path(value)
            known = self._out.results.setdefault(self._function.name, path)
            if known.shape != path.shape:
                raise self._out.cannot(value, "a function with paths of several kinds")
            if path.shape == "circle":
                if path.pair:
                    raise self._out.cannot(value, "a function that returns a circle")
                self._add(f"return {path.center}, {path.radius}")
            elif path.shape == "arc":
                self._add(f"return {self._out.as_array(path)}")
            else:
                self._add(f"return {self._out.vertices(path)}")
        else:
            self._add(f"return {self._out.text(value, kind)}")

    def _for(self, loop: For) -> None:
        head = self._range(loop)
        with self._scope.inside():
            if head is not None:
                assert isinstance(loop.start, Declaration)
                name = loop.start.declared[0].name
                text = head.format(self._new_name(name))
                self._define(name, "int")
                self._deeper(text, loop.body)
                return
            if any(isinstance(one, Jump) and one.word == "continue" for one in walk(loop.body)):
                raise self._out.cannot(Name("for"), "'continue' in a loop that is no range")
            if loop.start is not None:
                self._statement(loop.start)
            test = "True" if loop.test is None else self._out.text(loop.test)
            step = () if loop.step is None else (loop.step,)
            self._add(f"while {test}:")
            self._declared.append(set())
            self._depth += 1
            with self._body.deeper(), self._scope.inside():
                self._block(loop.body)
                for one in step:
                    self._statement(one)
            self._depth -= 1
            self._declared.pop()

    def _range(self, loop: For) -> str | None:
        """Return the head of a loop over a range, with a place for its variable."""
        match loop:
            case For(
                start=Declaration(type="int", declared=[Declared(name=name, value=first)]),
                test=Binary(
                    operator="<" | "<=" | ">" | ">=" as sign, left=Name(name=tested), right=last
                ),
            ) if first is not None and tested == name:
                pass
            case _:
                return None
        step = _step(loop.step, name)
        changed = {
            node.target.name
            for node in walk(loop.body)
            if isinstance(node, Assignment | Increment) and isinstance(node.target, Name)
        }
        used = {node.name for node in walk(last) if isinstance(node, Name)} | {name}
        if step is None or (step > 0) != (sign in ("<", "<=")) or changed & used:
            return None
        begin, end = self._out.text(first), self._out.text(last)
        if sign in ("<=", ">="):
            beyond = 1 if step > 0 else -1
            end = (
                str(int(end) + beyond)
                if end.isdecimal()
                else f"{self._out.tight(last, None, 5)} {'+' if step > 0 else '-'} 1"
            )
        if self._scope.of(last) != "int":
            return None
        if step != 1:
            return f"for {{}} in range({begin}, {end}, {step}):"
        return (
            f"for {{}} in range({end}):" if begin == "0" else f"for {{}} in range({begin}, {end}):"
        )

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
                name = self._new_name(parameter.name)
                self._define(parameter.name, parameter.type)
                end = "" if default is None else f"={self._out.text(default, parameter.type)}"
                shown.append(f"{name}{end}")
            self._add(f"def {self._out.name(function.name)}({', '.join(shown)}):")
            with self._body.deeper():
                before = self._body.count
                if changed := sorted(self._outer_changes(function)):
                    self._add(f"global {', '.join(changed)}")
                self._block(function.body)
                if self._body.count == before:
                    self._add("pass")
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


def _step(step: Statement | None, name: str) -> int | None:
    """Return by how much a loop's variable grows in each turn."""
    match step:
        case Increment(target=Name(name=found), operator=sign) if found == name:
            return 1 if sign == "++" else -1
        case Assignment(
            target=Name(name=found), operator="+=" | "-=" as sign, value=Number(text=text)
        ) if found == name and text.isdecimal() and int(text):
            return int(text) if sign == "+=" else -int(text)
        case Assignment(
            target=Name(name=found),
            operator="=",
            value=Binary(operator="+", left=Name(name=left), right=Number(text=text)),
        ) if found == name == left and text.isdecimal() and int(text):
            return int(text)
    return None
