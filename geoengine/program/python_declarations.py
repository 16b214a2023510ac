"""Declarations, as Python writes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from geoengine.program.expressions import Call, Expression, Name
from geoengine.program.plot_style import PlotStyle
from geoengine.program.program import Program
from geoengine.program.python_drawing import PythonDrawing
from geoengine.program.python_names import is_taken
from geoengine.program.python_paths import PathText, PythonPaths
from geoengine.program.python_pens import PythonPens
from geoengine.program.statements import Assignment, Declared, FunctionDefinition, Increment
from geoengine.program.text_lines import TextLines
from geoengine.program.typing_scope import TypingScope
from geoengine.program.walking import called_functions, walk

__all__ = ["PythonDeclarations"]

_UNSET = {"bool": "False", "int": "0", "real": "0.0", "string": '""'}
"""What variables hold that are declared without a value."""


class PythonDeclarations:
    """Writes declarations, and knows the names of variables in each block."""

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
        self._changing = self._out.changing = frozenset(
            node.target.name
            for node in walk(program)
            if isinstance(node, Assignment | Increment) and isinstance(node.target, Name)
        )

    def add(self, text: str) -> None:
        """Add a line."""
        self._body.add(text)

    def new_name(self, name: str) -> str:
        """Return the name of a new variable, which must not hide one of a block around it."""
        if is_taken(name) and not self._depth and self._function is None:
            taken = f"the name {name!r}, which means something else in Python"
            raise self._out.cannot(Name(name), taken)
        if any(name in names for names in self._declared[:-1]):
            self._rename(name)
        self._declared[-1].add(name)
        return self._out.name(name)

    def loop_name(self, name: str) -> str:
        """Return the name of the variable of a loop, which is known in the loop only."""
        if any(name in names for names in self._declared):
            self._rename(name)
        return self._out.name(name)

    def _rename(self, name: str) -> None:
        """Give a variable of an inner block another name than the one around it has."""
        shown = f"{name}_"
        while is_taken(shown) or any(shown in names for names in self._declared):
            shown += "_"
        self._out.names[name] = shown

    @contextmanager
    def own_names(self) -> Iterator[None]:
        """Forget the names that variables get in a block, at its end."""
        before = dict(self._out.names)
        yield
        self._out.names = before

    def define(self, name: str, kind: str) -> None:
        """Note the type of a variable."""
        self._scope.define(name, kind)
        self._out.known.pop(name, None)

    def declare(self, kind: str, declared: Declared) -> None:
        """Write a declaration."""
        name, value = declared.name, declared.value
        if kind == "path" and value is not None:
            path = self._out.path(value)
            self._scope.define(name, kind)
            self._declare_path(name, self.new_name(name), path, value)
            return
        if kind == "pen":
            if value is None or name in self._changing:
                raise self._out.cannot(Name(name), "a pen that changes")
            self._pens.known[name] = self._pens.words(value)
            self.new_name(name)
        else:
            # The value may speak of a variable of the same name in a block around this one.
            text = self._first_value(kind, value)
            self.add(f"{self.new_name(name)} = {text}")
        self.define(name, kind)

    def _first_value(self, kind: str, value: Expression | None) -> str:
        if value is None:
            if kind in ("pair", "triple"):
                zero = "0j" if self._out.in_complex else self._out.point("0", "0")
                return zero if kind == "pair" else "np.array([0, 0, 0])"
            return "[]" if kind.endswith("[]") else _UNSET.get(kind, "None")
        if isinstance(value, Name) and kind.endswith("[]") and self._scope.of(value) != kind:
            raise self._out.cannot(value, "an array of another type")
        return self._out.text(value, kind)

    def _declare_path(self, name: str, shown: str, path: PathText, value: Expression) -> None:
        known = self._out.known
        stable = name not in self._changing and self._out.stable(value, self._changing)
        if path.shape == "circle" and name not in self._changing:
            self.add(f"{shown} = {self._drawing.circle(path, self._circle_options(name))}")
            if not stable or path.pair:
                kind = "complex(*{}.center)" if self._out.in_complex else "np.array({}.center)"
                path = PathText("circle", center=kind.format(shown), radius=f"{shown}.radius")
            known[name] = path
        elif path.shape in ("line", "polygon") and not self._becomes_curve(name):
            self.add(f"{shown} = {self._out.vertices(path)}")
            known[name] = PathText(path.shape, path.points if stable else (), array=shown)
        else:
            self.add(f"{shown} = {self._out.as_array(path)}")
            is_arc = path.shape == "arc" and stable
            known[name] = path if is_arc else PathText("curve", array=shown)

    def _becomes_curve(self, name: str) -> bool:
        """Whether a path is a chain of segments at first, and gets arcs later."""
        called = {
            function
            for node in walk(self._program)
            if isinstance(node, Assignment) and node.target == Name(name)
            for function in called_functions(node.value)
        }
        curves = {"arc", "Arc", "circle", "Circle"} | {
            one.name for one in self._program.functions().values() if one.type == "path"
        }
        return bool(curves & called)

    def _circle_options(self, name: str) -> str:
        """Return the options of a circle that has a name.

        One that is drawn once gets the options of its pen here; for each other drawing there is
        a circle of its own, as matplotlib adds an object to a picture once only.
        """
        draws = [
            node.arguments
            for node in walk(self._program)
            if isinstance(node, Call)
            and node.function == "draw"
            and node.arguments
            and node.arguments[0].value == Name(name)
        ]
        if len(draws) != 1 or self._depth or self._function is not None or len(draws[0]) > 2:
            return "fill=False"
        words = self._drawing.line_words(draws[0][1].value if len(draws[0]) == 2 else None)
        self._drawing.patches.add(name)
        return ", ".join(["fill=False", *(f"{key}={text}" for key, text in words.items())])
