"""Circles and arcs that are accurate enough to compute with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geoengine.program.expressions import Argument, Call, Name, Number, Tuple
from geoengine.program.program import Program
from geoengine.program.statements import Declaration, ForEach, FunctionDefinition, Import, Parameter
from geoengine.program.walking import rebuild, walk

__all__ = ["with_true_curves"]

_COMPUTING = frozenset(
    {"intersectionpoint", "intersectionpoints", "relpoint", "midpoint", "arclength"}
)
_TRUE = {"circle": "Circle", "arc": "Arc"}


def with_true_curves(program: Program) -> Program:
    """Return a program in which points that lie on curves are accurate.

    Asymptote's ``circle`` and ``arc`` are cubic curves that leave the circle by up to 0.03 % of
    the radius. Those of its module ``graph``, ``Circle`` and ``Arc``, leave it by less than
    rounding does. They take the place of the others in a program that computes points or lengths
    from curves.

    Examples
    --------
    >>> from geoengine.program import print_asymptote, read_program
    >>> program = read_program("pair P = intersectionpoint(arc((0,0), 1, 0, 90), (0,0)--(1,1));")
    >>> print(print_asymptote(with_true_curves(program)).text.splitlines()[0])
    import graph;
    """
    calls = {node.function for node in walk(program) if isinstance(node, Call)}
    if _computes_with_curves(program) and (calls & _TRUE.keys() or _uses_unit_circle(program)):
        program = rebuild(program, _true)
        calls |= {"Circle"}
    if not calls & set(_TRUE.values()) or any(
        isinstance(statement, Import) and statement.module == "graph"
        for statement in program.statements
    ):
        return program
    return Program((Import("graph"), *program.statements))


def _computes_with_curves(program: Program) -> bool:
    """Whether a function of paths is called with a path that may have an arc in it."""
    nodes = list(walk(program))
    paths = {"unitcircle"}
    functions = {*_TRUE, *_TRUE.values(), "reverse"}
    for node in nodes:
        match node:
            case Declaration(type="path" | "path[]", declared=declared):
                paths |= {one.name for one in declared}
            case Parameter(type="path" | "path[]", name=name) | ForEach(type="path", name=name):
                paths.add(name)
            case FunctionDefinition(type="path", name=name):
                functions.add(name)
    return any(
        (isinstance(part, Name) and part.name in paths)
        or (isinstance(part, Call) and part.function in functions)
        for node in nodes
        if isinstance(node, Call) and node.function in _COMPUTING
        for argument in node.arguments
        for part in walk(argument)
    )


def _uses_unit_circle(program: Program) -> bool:
    return any(isinstance(node, Name) and node.name == "unitcircle" for node in walk(program))


def _true(node: Any) -> Any:
    match node:
        case Call(function="circle" | "arc" as name):
            return replace(node, function=_TRUE[name])
        case Name(name="unitcircle"):
            center = Tuple((Number("0"), Number("0")))
            return Call("Circle", (Argument(center), Argument(Number("1"))), place=node.place)
    return node
