"""Reading the printed record of an instance."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geoengine.errors import InputError
from geoengine.verify.solids.evaluation import evaluate, names_in, read_expression
from geoengine.verify.solids.printed_numbers import read_number
from geoengine.verify.solids.shapes import (
    CLOSE,
    Frustum,
    Pile,
    Polyhedron,
    Sphere,
    UndefinedError,
    Vec,
)
from geoengine.verify.solids.vocabulary import FUNCTIONS

__all__ = ["Figure", "read_figure"]

_LINE = re.compile(r"(body )?([A-Za-z_]\w*) = (.+)")
_FREE = re.compile(r"free (\w+) in \[(.+), (.+)\]")
_PLACE = re.compile(r"\(([^,]+), ([^,]+), ([^,]+)\)")
_ROUND = re.compile(r"(sphere|cone|cylinder|frustum)\((.+)\)")
_MOST_LINES = 400
_TRIED = 20
"""In how many positions what moves is tried, until it has a value."""


@dataclass(slots=True)
class Figure:
    """The figure of an item, and what is asked about it.

    Attributes
    ----------
    scope : dict
        What the record names: points, bodies, lines, planes and numbers.
    free : dict of str to (float, float)
        The free variables, with their intervals.
    moving : list of (str, expression)
        What depends on free variables, in order.
    constraints : list of expression
    ask : expression, optional
        Read figures have it.
    faults : list of str
        What is wrong with the figure itself.
    """

    scope: dict[str, Any] = field(default_factory=lambda: {"pi": math.pi})
    free: dict[str, tuple[float, float]] = field(default_factory=dict)
    moving: list[tuple[str, ast.expr]] = field(default_factory=list)
    constraints: list[ast.expr] = field(default_factory=list)
    ask: ast.expr | None = None
    faults: list[str] = field(default_factory=list)
    _needed: dict[ast.expr, list[tuple[str, ast.expr]]] = field(default_factory=dict, repr=False)

    @property
    def points(self) -> dict[str, Vec]:
        """The points that do not move, by name."""
        return {
            name: value
            for name, value in self.scope.items()
            if isinstance(value, np.ndarray) and value.shape == (3,) and name[0].isupper()
        }

    def value_at(self, place: Mapping[str, float], expression: ast.expr) -> Any:
        """Evaluate an expression for values of the free variables."""
        scope = {**self.scope, **place}
        # A search comes here thousands of times, and bodies that nothing asks about take long.
        for name, moved in self._needed_for(expression):
            scope[name] = evaluate(moved, scope, FUNCTIONS)
        return evaluate(expression, scope, FUNCTIONS)

    def _needed_for(self, expression: ast.expr) -> list[tuple[str, ast.expr]]:
        """What moves and what an expression depends on, in order."""
        if expression not in self._needed:
            names, needed = names_in(expression), []
            for name, moved in reversed(self.moving):
                if name in names:
                    names |= names_in(moved)
                    needed.append((name, moved))
            self._needed[expression] = needed[::-1]
        return self._needed[expression]


def read_figure(text: str) -> Figure:
    r"""Read the record of an instance.

    Raises
    ------
    InputError
        If a line cannot be read, or nothing is asked.

    Examples
    --------
    >>> figure = read_figure("A = (0, 0, 0)\nB = (√2, 1, 1)\nask dist(A, B)")
    >>> evaluate(figure.ask, figure.scope, FUNCTIONS)
    2.0
    """
    figure = Figure()
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        raise InputError("the record is too long")
    # A body may be printed before a point that is one of its vertices.
    for printed in lines:
        if (match := _LINE.fullmatch(printed)) and _PLACE.fullmatch(match[3]):
            _place(figure, match[2], match[3], is_body=False)
    for printed in lines:
        if not ((match := _LINE.fullmatch(printed)) and _PLACE.fullmatch(match[3])):
            try:
                _read_line(figure, printed)
            except (UndefinedError, ZeroDivisionError, OverflowError) as error:
                # What follows may need it.
                figure.faults.append(f"{printed[:80]!r} has no value: {error}")
                return figure
    if figure.ask is None:
        raise InputError("the record asks nothing")
    for name, place in figure.points.items():
        if not np.isfinite(place).all():
            figure.faults.append(f"the coordinates of {name} are not finite")
    figure.faults += [
        f"{name} has no value in {_TRIED} positions of the figure"
        for name, expression in figure.moving
        if not _exists(figure, expression)
    ]
    return figure


def _exists(figure: Figure, expression: ast.expr) -> bool:
    """Whether something that moves has a value in some position of the figure."""
    for index in range(_TRIED):
        # Shares that differ from variable to variable, in no simple ratio.
        shares = [math.modf((index + 0.5) * math.sqrt(k + 2))[0] for k in range(len(figure.free))]
        place = {
            name: low + share * (high - low)
            for share, (name, (low, high)) in zip(shares, figure.free.items(), strict=True)
        }
        try:
            figure.value_at(place, expression)
        except (UndefinedError, ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
            continue
        return True
    return False


def _read_line(figure: Figure, printed: str) -> None:
    if printed.startswith("ask "):
        figure.ask = read_expression(printed.removeprefix("ask "))
    elif printed.startswith("constraint "):
        figure.constraints.append(read_expression(printed.removeprefix("constraint ")))
    elif match := _FREE.fullmatch(printed):
        name, *ends = match.groups()
        low, high = (evaluate(read_expression(end), figure.scope, FUNCTIONS) for end in ends)
        if not low < high:
            figure.faults.append(f"the interval of {name} is empty")
        figure.free[name] = (float(low), float(high))
    elif match := _LINE.fullmatch(printed):
        _place(figure, match[2], match[3], is_body=match[1] is not None)
    else:
        raise InputError(f"expected a line of a record, found {printed[:80]!r}")


def _place(figure: Figure, name: str, text: str, *, is_body: bool) -> None:
    if name in figure.scope or name in figure.free:
        raise InputError(f"the record names {name} twice")
    value: Any
    if match := _PLACE.fullmatch(text):
        value = np.array([read_number(part) for part in match.groups()])
    elif is_body and text.startswith("polyhedron "):
        value = _polyhedron(figure, name, text.removeprefix("polyhedron "))
    elif is_body and text.startswith("cubes "):
        cells = [part.split() for part in text.removeprefix("cubes ").split("|")]
        value = Pile(frozenset((int(x), int(y), int(z)) for x, y, z in cells))
        if len(value.cells) != len(cells):
            figure.faults.append(f"a cube of {name} is listed twice")
    elif (
        is_body
        and (match := _ROUND.fullmatch(text))
        and _is_printed(match[2])
        and not set(re.findall(r"\w+", match[2])) & _moving_names(figure)
    ):
        value = _round_body(figure, match[1], match[2])
    else:
        expression = read_expression(text)
        if names_in(expression) & _moving_names(figure):
            figure.moving.append((name, expression))
            return
        value = evaluate(expression, figure.scope, FUNCTIONS)
    figure.scope[name] = value


def _moving_names(figure: Figure) -> set[str]:
    return set(figure.free) | {moved for moved, _ in figure.moving}


def _is_printed(arguments: str) -> bool:
    """Whether the arguments of a round body are printed values, no expressions."""
    return re.fullmatch(r"[A-Zπ√\w\s(),+\-/]*", arguments.replace("point(", "(")) is not None and (
        "sqrt" not in arguments
    )


def _round_body(figure: Figure, kind: str, arguments: str) -> Sphere | Frustum:
    values: list[Any] = []
    for part in _split(arguments):
        if part in figure.scope:
            values.append(figure.scope[part])
        elif match := _PLACE.fullmatch(part.removeprefix("point")):
            values.append(np.array([read_number(number) for number in match.groups()]))
        else:
            values.append(read_number(part))
    body: Sphere | Frustum = FUNCTIONS[kind](*values)
    radii = (body.radius,) if isinstance(body, Sphere) else (body.radius, body.top_radius)
    if not (min(radii) >= 0 and max(radii) > 0):
        figure.faults.append(f"the {kind} has no positive radius")
    return body


def _split(arguments: str) -> list[str]:
    """Split at commas outside of brackets."""
    parts, depth = [""], 0
    for char in arguments:
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


def _polyhedron(figure: Figure, name: str, text: str) -> Polyhedron:
    corners, _, circuits = text.partition(" | ")
    names = corners.split()
    missing = [corner for corner in names if corner not in figure.points]
    if missing:
        raise InputError(f"{missing[0]} is no point of the record")
    number = {corner: i for i, corner in enumerate(names)}
    faces = tuple(
        tuple(number[corner] for corner in circuit.split()) for circuit in circuits.split(";")
    )
    body = Polyhedron(tuple(figure.points[corner] for corner in names), faces)
    fault = _fault_of(body)
    if fault:
        figure.faults.append(f"{name} {fault}")
    return body


def _fault_of(body: Polyhedron) -> str | None:
    """Describe why a body is no convex polyhedron with its faces; None if it is one."""
    if len(body.vertices) - len(body.edges) + len(body.faces) != 2:
        return "does not satisfy Euler's formula"
    scale = max(1.0, float(np.ptp(np.array(body.vertices), axis=0).max()))
    for face, wall in zip(body.faces, body.walls, strict=True):
        sides = [wall.side(P) for P in body.vertices]
        if any(abs(sides[i]) > CLOSE * scale for i in face):
            return "has a face whose vertices are not in one plane"
        if any(s > -CLOSE * scale for i, s in enumerate(sides) if i not in face):
            return "is not convex, or has two faces in one plane"
    return None
