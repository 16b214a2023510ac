"""Facts of the text of Python code."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping
from typing import Any

from geoengine.verify.programs.code_facts import HELPERS, CodeFacts, Number
from geoengine.verify.programs.curves import Curve
from geoengine.verify.programs.evaluated import SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.python_code.running import run_python

__all__ = ["python_facts"]

_STYLE = """
figure subplots set_xlim set_ylim set_zlim set_aspect axis text annotate view_init add_subplot
set_box_aspect scatter tight_layout savefig set_title title xlim ylim legend grid margins
subplots_adjust print
"""
_SHAPED = {"radius", "width", "height", "xy", "center", "r"}
_DIRECTED = {"theta1", "theta2", "angle"}
_TURNS = {"radians", "deg2rad"}
_ANGLES = {"Wedge": (2, 3), "Arc": (3, 4, 5)}
_DRAWS = {"plot", "plot3D", "fill", "add_patch", "add_artist", "add_collection3d"}


def python_facts(code: str) -> CodeFacts:
    r"""Read off the facts of Python code.

    Raises
    ------
    ProgramError
        If it cannot be read.

    Examples
    --------
    >>> facts = python_facts("import numpy as np\nA = 7*np.exp(1j*np.radians(30))\nB = 2*A")
    >>> [(n.value, n.role) for n in facts.numbers], facts.uses["B"]
    ([(7.0, 'factor'), (30.0, 'direction'), (2.0, 'factor')], {'A'})
    """
    try:
        body = ast.parse(code).body
    except SyntaxError as error:
        place = (error.lineno or 1, error.offset or 1)
        raise ProgramError(FaultKind.SYNTAX, error.msg, place) from error
    facts = CodeFacts()
    reader = _FactReader(facts, body, run_python(code).names)
    for statement in body:
        reader.statement(statement)
    return facts


class _FactReader:
    def __init__(self, facts: CodeFacts, body: list[ast.stmt], names: Mapping[str, Any]) -> None:
        self.facts, self.names = facts, names
        self.style = frozenset(_STYLE.split())
        self.functions = {n.name: n for part in body for n in ast.walk(part)
                          if isinstance(n, ast.FunctionDef)}  # fmt: skip
        self.drawing = {n for n, node in self.functions.items() if _called(node) & _DRAWS}
        while True:
            more = {n for n, f in self.functions.items() if _called(f) & self.drawing}
            if more <= self.drawing:
                break
            self.drawing |= more

    def statement(self, node: ast.stmt) -> None:
        for inner in ast.walk(node):
            match inner:
                case ast.For() | ast.While():
                    if self._places(inner):
                        self.facts.loops = True
                case ast.FunctionDef() if inner.name in self._reached(inner):
                    if inner.name in self.drawing or self._makes_places(inner.name, node):
                        self.facts.recursion = True
                case ast.Constant(value=str(text)):
                    self.facts.texts.append(text)
                case ast.Assign():
                    for target in inner.targets:
                        self._use(target, inner.value)
                case ast.AugAssign():
                    self._use(inner.target, inner.value)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append")):
                    for value in inner.args:
                        self._use(ast.Name(name), value)
                case ast.ListComp() | ast.GeneratorExp():
                    if self._computes_places(inner, node):
                        self.facts.loops = True
        self.facts.numbers += self._numbers(node, "place")

    def _use(self, target: ast.expr, value: ast.expr) -> None:
        used = {n.id for n in ast.walk(value) if isinstance(n, ast.Name)}
        for part in ast.walk(target):
            if isinstance(part, ast.Name):
                self.facts.uses.setdefault(part.id, set()).update(used - {part.id})

    def _reached(self, node: ast.FunctionDef) -> set[str]:
        found: set[str] = set()
        waiting = [node]
        while waiting:
            for name in _called(waiting.pop(), of_names=True) & self.functions.keys():
                if name not in found:
                    found.add(name)
                    waiting.append(self.functions[name])
        return found

    def _is_place(self, name: str) -> bool:
        """Whether a name of the top comes to points or paths."""
        value = self.names.get(name)
        if isinstance(value, list) and value:
            value = value[0]
        return isinstance(value, complex | Triple | Curve | SpaceCurve | list)

    def _makes_places(self, name: str, node: ast.stmt) -> bool:
        del node
        return any(self._is_place(one) for one, used in self.facts.uses.items() if name in used)

    def _places(self, loop: ast.For | ast.While) -> bool:
        if _called(loop) & (_DRAWS | self.drawing):
            return True
        bound = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)} if isinstance(
            loop, ast.For
        ) else set()  # fmt: skip
        for inner in ast.walk(loop):
            match inner:
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AugAssign(target=ast.Name(id=name))
                ):
                    if name not in bound and self._is_place(name):
                        return True
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append")):
                    if self._is_place(name) or name not in self.names:
                        return True
        return False

    def _computes_places(self, node: ast.ListComp | ast.GeneratorExp, top: ast.stmt) -> bool:
        """Whether a comprehension makes points, rather than picking some."""
        if not any(isinstance(n, ast.BinOp | ast.Call) for n in ast.walk(node.elt)):
            return False
        if isinstance(top, ast.Assign):
            names = [n.id for t in top.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            return any(self._is_place(name) for name in names)
        return bool(_called(top) & _DRAWS)

    # Numbers

    def _numbers(self, node: ast.AST, role: str) -> Iterator[Number]:
        line = getattr(node, "lineno", 0)
        constant = _constant(node)
        if constant is not None and isinstance(node, ast.BinOp | ast.Call):
            value, with_pi = constant
            if with_pi:
                yield Number(abs(math.degrees(value)), "direction", line)
            else:
                yield Number(abs(value), "constant", line)
        match node:
            case ast.Constant(value=int() | float() | complex() as number):
                if number and number != 1j and not isinstance(number, bool):
                    yield Number(float(abs(number)), role, line)
            case ast.BinOp(op=ast.Mult() | ast.Div() | ast.Pow() | ast.FloorDiv() | ast.Mod()):
                for part in (node.left, node.right):
                    bare = isinstance(part, ast.Constant)
                    yield from self._numbers(part, "factor" if bare else role)
            case ast.Call():
                yield from self._of_call(node)
            case ast.Subscript():
                yield from self._numbers(node.value, role)
                yield from self._numbers(node.slice, "factor")
            case ast.For():
                yield from self._numbers(node.iter, "factor")
                for statement in node.body:
                    yield from self._numbers(statement, "place")
            case ast.FunctionDef():
                if node.name not in HELPERS:
                    for statement in node.body:
                        yield from self._numbers(statement, "place")
            case _:
                for child in ast.iter_child_nodes(node):
                    yield from self._numbers(child, role)

    def _of_call(self, node: ast.Call) -> Iterator[Number]:
        name = _name(node.func)
        if isinstance(node.func, ast.Attribute):
            yield from self._numbers(node.func.value, "place")
        if name in self.style:
            return
        arguments = list(enumerate(node.args))
        if name in {"linspace", "range", "arange"}:
            inner = "factor" if name == "range" else "place"
            for place, part in arguments:
                if not (name == "linspace" and place == 2):
                    yield from self._numbers(part, inner)
            return
        for place, part in arguments:
            directed = name in _TURNS or place in _ANGLES.get(name, ())
            yield from self._numbers(part, "direction" if directed else "place")
        for keyword in node.keywords:
            if keyword.arg in _DIRECTED:
                yield from self._numbers(keyword.value, "direction")
            elif keyword.arg in _SHAPED or name in self.functions:
                yield from self._numbers(keyword.value, "place")


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _called(node: ast.AST, *, of_names: bool = False) -> set[str]:
    """The functions that are called; if wanted, without methods."""
    calls = [inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call)]
    return {_name(f) for f in calls if not of_names or isinstance(f, ast.Name)}


def _constant(node: ast.AST) -> tuple[float, bool] | None:
    """The value of an expression of numbers only, and whether π is in it."""
    try:
        match node:
            case ast.Constant(value=int() | float() as number):
                return float(number), False
            case ast.Attribute(attr="pi"):
                return math.pi, True
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                inner = _constant(node.operand)
                if inner is None:
                    return None
                return (-inner[0] if isinstance(node.op, ast.USub) else inner[0]), inner[1]
            case ast.BinOp():
                left, right = _constant(node.left), _constant(node.right)
                if left is None or right is None or type(node.op) not in _OPERATORS:
                    return None
                value = float(_OPERATORS[type(node.op)](left[0], right[0]))
                return value, left[1] or right[1]
            case ast.Call(args=[argument]) if _name(node.func) == "sqrt":
                inner = _constant(argument)
                return None if inner is None else (math.sqrt(inner[0]), inner[1])
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return None


_OPERATORS: dict[type, Any] = {
    ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y, ast.Pow: math.pow,
}  # fmt: skip
