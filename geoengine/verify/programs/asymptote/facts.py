"""Facts of the text of Asymptote code."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from geoengine.verify.programs.asymptote import syntax as tree
from geoengine.verify.programs.asymptote.parsing import parse_asymptote
from geoengine.verify.programs.code_facts import HELPERS, CodeFacts, Number

__all__ = ["asymptote_facts"]

_STYLE = """
size unitsize defaultpen linewidth fontsize linetype opacity gray grey rgb RGB cmyk hsv label Label
orthographic perspective oblique makepen Margin linecap linejoin Arrow Arrows EndArrow BeginArrow
dot rightanglemark anglemark pathticks import write xaxis yaxis
"""
_DIRECTED = {"dir": (0,), "Sin": (0,), "Cos": (0,), "Tan": (0,), "rotate": (0,), "radians": (0,)}
_ARCS = {"arc": (2, 3), "Arc": (2, 3)}
_DRAWS = {"draw", "fill", "filldraw", "unfill", "clip"}
_PLACED = {"pair", "path", "guide", "triple", "transform", "path3"}


def asymptote_facts(code: str) -> CodeFacts:
    """Read off the facts of Asymptote code.

    Raises
    ------
    ProgramError
        If it cannot be read.

    Examples
    --------
    >>> facts = asymptote_facts("pair A=7*dir(30), B=2A; for(int i=0;i<5;++i) draw(A--B);")
    >>> [(n.value, n.role) for n in facts.numbers], facts.loops, facts.uses["B"]
    ([(7.0, 'factor'), (30.0, 'direction'), (2.0, 'factor'), (5.0, 'factor')], True, {'A'})
    """
    body = parse_asymptote(code)
    facts = CodeFacts()
    reader = _FactReader(facts, body)
    for statement in body.body:
        reader.statement(statement)
    return facts


class _FactReader:
    def __init__(self, facts: CodeFacts, body: tree.Block) -> None:
        self.facts = facts
        self.style = frozenset(_STYLE.split())
        self.functions = {n.name: n for n in tree.walk(body) if isinstance(n, tree.Define)}
        self.types = {
            name: node.type
            for node in tree.walk(body)
            if isinstance(node, tree.Declare)
            for name, _, _ in node.variables
        }
        self.drawing = self._drawing_functions()

    def _drawing_functions(self) -> set[str]:
        """The functions of the program that draw, directly or through others."""
        found = {name for name, node in self.functions.items() if _called(node) & _DRAWS}
        while True:
            more = {n for n, node in self.functions.items() if _called(node) & found} - found
            if not more:
                return found
            found |= more

    def statement(self, node: tree.Node) -> None:
        for inner in tree.walk(node):
            match inner:
                case tree.For() | tree.While() | tree.Do() | tree.Each():
                    if self._places(inner):
                        self.facts.loops = True
                case tree.Define() if inner.name in self._reached(inner):
                    returns = inner.type.removesuffix("[]")
                    if inner.name in self.drawing or returns in _PLACED:
                        self.facts.recursion = True
                case tree.Literal() if isinstance(inner.value, str):
                    self.facts.texts.append(inner.value)
                case tree.Declare():
                    for name, _, value in inner.variables:
                        self._use(name, value)
                case tree.Assign(target=tree.Name(name=name)):
                    self._use(name, inner.value)
                case tree.Assign(target=tree.Index(of=tree.Name(name=name))):
                    self._use(name, inner.value)
                case tree.Call(function=tree.Member(of=tree.Name(name=name), name="push")):
                    for _, value in inner.arguments:
                        self._use(name, value)
        self.facts.numbers += self._numbers(node, "place")

    def _use(self, name: str, value: tree.Node | None) -> None:
        used = {n.name for n in tree.walk(value) if isinstance(n, tree.Name)} - {name}
        self.facts.uses.setdefault(name, set()).update(used)

    def _reached(self, node: tree.Define) -> set[str]:
        """The functions of the program that a function calls, directly or through others."""
        found: set[str] = set()
        waiting = [node]
        while waiting:
            for name in _called(waiting.pop()) & self.functions.keys():
                if name not in found:
                    found.add(name)
                    waiting.append(self.functions[name])
        return found

    def _places(self, loop: tree.Node) -> bool:
        if _called(loop) & (_DRAWS | self.drawing):
            return True
        for inner in tree.walk(loop):
            match inner:
                case tree.Declare() if inner.type in _PLACED:
                    return True
                case tree.Assign(target=tree.Name(name=name)):
                    if self.types.get(name) in _PLACED:
                        return True
                case tree.Assign(target=tree.Index(of=tree.Name(name=name))):
                    if self.types.get(name) in _PLACED:
                        return True
                case tree.Call(function=tree.Member(of=tree.Name(name=name), name="push")):
                    if self.types.get(name) in _PLACED:
                        return True
        return False

    # Numbers

    def _numbers(self, node: Any, role: str) -> Iterator[Number]:
        if isinstance(node, tuple):
            for part in node:
                yield from self._numbers(part, role)
            return
        if not isinstance(node, tree.Node):
            return
        constant = _constant(node)
        if constant is not None and isinstance(node, tree.Binary | tree.Call):
            yield Number(abs(constant), "constant", node.place[0])
        match node:
            case tree.Literal() if type(node.value) in {int, float}:
                if node.value or role == "direction":
                    yield Number(abs(float(node.value)), role, node.place[0])
            case tree.Binary(sign="*" | "/" | "^"):
                for part in (node.left, node.right):
                    number = isinstance(part, tree.Literal)
                    yield from self._numbers(part, "factor" if number else role)
            case tree.Call(function=tree.Name(name=name)):
                if name not in self.style:
                    directed = {**_DIRECTED, **_ARCS}.get(name, ())
                    for place, (_, part) in enumerate(node.arguments):
                        yield from self._numbers(
                            part, "direction" if place in directed else "place"
                        )
            case tree.Index():
                yield from self._numbers(node.of, role)
                yield from self._numbers(node.index, "factor")
            case tree.For():
                for head in (node.first, node.test, node.steps):
                    yield from self._numbers(head, "factor")
                yield from self._numbers(node.body, "place")
            case tree.Define():
                if node.name not in HELPERS:
                    yield from self._numbers(node.body, "place")
            case tree.Declare():
                if node.type not in {"pen", "string", "picture"}:
                    counts = "factor" if node.type == "int" else role
                    for _, _, value in node.variables:
                        yield from self._numbers(value, counts)
            case tree.Assign(target=tree.Name(name=name)) if name in _SETTINGS:
                return
            case tree.Assign(target=tree.Member(of=tree.Name(name="settings"))):
                return
            case _:
                for name in node.__dataclass_fields__:
                    if name != "place":
                        yield from self._numbers(getattr(node, name), role)


_SETTINGS = {"dotfactor", "labelmargin", "arrowfactor", "linemargin", "currentprojection"}


def _called(node: tree.Node) -> set[str]:
    return {
        inner.function.name
        for inner in tree.walk(node)
        if isinstance(inner, tree.Call) and isinstance(inner.function, tree.Name)
    }


def _constant(node: tree.Node) -> float | None:
    """The value of an expression of numbers only; None for any other, or one without a value."""
    try:
        match node:
            case tree.Literal() if type(node.value) in {int, float}:
                return float(node.value)
            case tree.Unary(sign="-" | "+", of=of):
                inner = _constant(of)
                return None if inner is None else (-inner if node.sign == "-" else inner)
            case tree.Binary(sign="+" | "-" | "*" | "/" | "^"):
                left, right = _constant(node.left), _constant(node.right)
                if left is None or right is None:
                    return None
                return float(_OPERATORS[node.sign](left, right))
            case tree.Call(function=tree.Name(name="sqrt"), arguments=((_, of),)):
                inner = _constant(of)
                return None if inner is None else math.sqrt(inner)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return None


_OPERATORS: dict[str, Any] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "^": math.pow,
}
