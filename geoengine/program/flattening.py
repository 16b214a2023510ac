"""Figures in space drawn in the plane, by a projection that the program itself defines."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from numpy.random import Generator

from geoengine.program.expressions import (
    Argument,
    Binary,
    Call,
    Expression,
    Field,
    Index,
    Join,
    Name,
    Tuple,
)
from geoengine.program.program import Program
from geoengine.program.reader import read_program
from geoengine.program.space_views import view_angles
from geoengine.program.statements import (
    Assignment,
    Declaration,
    Import,
    Statement,
)
from geoengine.program.walking import rebuild, walk

__all__ = ["flattened"]

_DRAWING = frozenset({"draw", "fill", "filldraw", "label", "dot"})
_NAMES = ("proj", "proj", "project", "flat")
_PARAMETERS = ("p", "v", "q")
_MEASURES = frozenset({"abs", "length", "dot", "degrees", "xpart", "ypart", "zpart"})
"""Functions of points of space whose value is a number."""


def flattened(program: Program, rng: Generator) -> Program | None:
    r"""Return a program that projects its points of space itself, instead of ``import three``.

    The points stay points of space; only where they are drawn, a function of the program takes
    them to the plane, in about the same direction of view.

    Parameters
    ----------
    program : Program
    rng : Generator
        Chooses the names in the function, and how exact its numbers are.

    Returns
    -------
    Program or None
        None if the program has no parallel projection, or functions that draw in space.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.program import print_asymptote, read_program
    >>> text = "import three; currentprojection=orthographic(4,3,2); triple A=(0,0,0), B=(1,2,2);"
    >>> found = flattened(read_program(f"{text} draw(A--B);"), np.random.default_rng(1))
    >>> print("\n".join(filter(None, print_asymptote(found).text.splitlines())))
    pair proj(triple v) {
      return (0.8*v.y-0.6*v.x,0.9*v.z-0.3*v.x-0.2*v.y);
    }
    triple A = (0,0,0), B = (1,2,2);
    draw(proj(A)--proj(B));
    """
    views = [found for one in program.statements if (found := _view(one)) is not None]
    spatial = [one for one in program.functions().values() if _draws(one.body)]
    angles = view_angles(views[0]) if len(views) == 1 and not spatial else None
    if angles is None or angles[2]:
        return None
    name = _NAMES[int(rng.integers(len(_NAMES)))]
    function = _projection(name, angles[:2], rng)
    spaces = _names_in_space(program)

    def change(node: Any) -> Any:
        match node:
            case Call(function=called, arguments=arguments) if called in _DRAWING:
                moved = (replace(a, value=_moved(a.value, name, spaces)) for a in arguments)
                return replace(node, arguments=tuple(moved))
        return node

    kept = (one for one in program.statements if _view(one) is None and not _is_three(one))
    drawn = rebuild(Program(tuple(kept)), change)
    return Program((*function, *drawn.statements))


def _view(statement: Statement) -> Expression | None:
    """Return the projection that a statement sets; None if it sets none."""
    match statement:
        case Assignment(target=Name(name="currentprojection"), value=value):
            return value
    return None


def _is_three(statement: Statement) -> bool:
    return isinstance(statement, Import) and statement.module == "three"


def _draws(body: Iterable[Statement]) -> bool:
    return any(isinstance(node, Call) and node.function in _DRAWING for node in walk(tuple(body)))


def _projection(name: str, angles: tuple[float, float], rng: Generator) -> tuple[Statement, ...]:
    elevation, azimuth = map(math.radians, angles)
    places = 1 + int(rng.random() < 0.7)
    p = _PARAMETERS[int(rng.integers(len(_PARAMETERS)))]
    across = {"x": -math.sin(azimuth), "y": math.cos(azimuth)}
    up = {
        "x": -math.sin(elevation) * math.cos(azimuth),
        "y": -math.sin(elevation) * math.sin(azimuth),
        "z": math.cos(elevation),
    }
    sums = [_sum(one, p, places) for one in (across, up)]
    return read_program(f"pair {name}(triple {p}) {{ return ({', '.join(sums)}); }}").statements


def _sum(parts: dict[str, float], name: str, places: int) -> str:
    """Return a sum of coordinates, the positive ones first."""
    factors = {axis: round(value, places) for axis, value in parts.items()}
    text = ""
    for axis, factor in sorted(factors.items(), key=lambda pair: pair[1] < 0):
        if not factor:
            continue
        size = f"{name}.{axis}" if abs(factor) == 1 else f"{abs(factor):g}*{name}.{axis}"
        sign = "-" if factor < 0 else "+" if text else ""
        text += f"{sign}{size}"
    return text


def _names_in_space(program: Program) -> frozenset[str]:
    """Return the names of points of space, arrays of them, and functions that return them."""
    names = {
        one.name
        for node in walk(program)
        if isinstance(node, Declaration) and node.type in ("triple", "triple[]")
        for one in node.declared
    }
    functions = program.functions().values()
    return frozenset(names | {one.name for one in functions if one.type == "triple"})


def _moved(node: Expression, name: str, spaces: frozenset[str]) -> Expression:
    """Return what is drawn, with its points taken to the plane."""
    match node:
        case Join(parts=parts):
            return replace(node, parts=tuple(_moved(one, name, spaces) for one in parts))
        case Binary(operator="^^", left=left, right=right):
            ends = _moved(left, name, spaces), _moved(right, name, spaces)
            return replace(node, left=ends[0], right=ends[1])
    return Call(name, (Argument(node),)) if _is_in_space(node, spaces) else node


def _is_in_space(node: Any, spaces: frozenset[str]) -> bool:
    match node:
        case Name(name=name):
            return name in spaces
        case Tuple(parts=parts):
            return len(parts) == 3
        case Call(function=function) if function in _MEASURES:
            return False
        case Call(function=function, arguments=arguments):
            return function in spaces or any(_is_in_space(a.value, spaces) for a in arguments)
        case Field():
            return False
        case Index(object=array):
            return _is_in_space(array, spaces)
    fields = getattr(node, "__dataclass_fields__", {})
    return any(_is_in_space(getattr(node, field), spaces) for field in fields if field != "place")
