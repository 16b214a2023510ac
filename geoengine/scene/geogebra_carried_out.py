"""A figure as a GeoGebra construction: the commands of its problem at its coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from geoengine.scene.geogebra import geogebra_commands
from geoengine.scene.geogebra_command import Constant, GeogebraCommand
from geoengine.scene.geogebra_shapes import Line, Shape, corners, intersections, made
from geoengine.scene.problem import Problem

__all__ = ["ConstructedObject", "geogebra_construction"]

_NEAR = 1e-6
"""How far a constructed point may be from its place, in parts of the figure's size."""


@dataclass(frozen=True, slots=True)
class ConstructedObject:
    """A command with what it makes.

    Attributes
    ----------
    command : GeogebraCommand
        A point that the problem's command would place elsewhere has ``Point`` without arguments.
    shapes : tuple of Shape
        What it makes.
    index : int or None
        Which of the intersections is meant, from 1.
    """

    command: GeogebraCommand
    shapes: tuple[Shape, ...]
    index: int | None = None


def geogebra_construction(
    problem: Problem, places: Mapping[str, complex]
) -> list[ConstructedObject]:
    """Carry out the commands of a problem.

    Parameters
    ----------
    problem : Problem
    places : dict of str to complex
        The places of the points in a figure.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> problem = load_problem("A B C = triangle; D = midpoint A B")
    >>> places = {"A": 0j, "B": 4 + 0j, "C": 1 + 2j, "D": 2 + 0j}
    >>> for done in geogebra_construction(problem, places):
    ...     print(done.command, done.shapes)
    A = Point() (0j,)
    B = Point() ((4+0j),)
    C = Point() ((1+2j),)
    D = Midpoint(A, B) ((2+0j),)
    """
    first = next(iter(places.values()))
    near = _NEAR * max(abs(place - first) for place in places.values())
    known: dict[str, Shape] = {}
    done: list[ConstructedObject] = []
    for command in geogebra_commands(problem):
        found = _carried_out(command, known, places, near)
        for one in [found] if found is not None else _as_placed(command, places):
            done.append(one)
            known.update(zip(one.command.makes, one.shapes, strict=True))
    return _needed(done)


def _carried_out(
    command: GeogebraCommand, known: Mapping[str, Shape], places: Mapping[str, complex], near: float
) -> ConstructedObject | None:
    """Carry out a command; None if it places a point elsewhere."""
    takes = [
        take.value if isinstance(take, Constant) else known.get(take) for take in command.takes
    ]
    given = [take for take in takes if take is not None]
    if len(given) < len(takes):
        return None
    found = _made(command, given, places)
    if found is None:
        return None
    for name, shape in zip(command.makes, found.shapes, strict=True):
        is_there = (
            isinstance(shape, complex) and name in places and abs(shape - places[name]) <= near
        )
        if name in places and not is_there:
            return None
    return found


def _made(
    command: GeogebraCommand, takes: Sequence[Shape], places: Mapping[str, complex]
) -> ConstructedObject | None:
    wanted = places.get(command.makes[0])
    match command.name, takes:
        case "Point", _:
            return None if wanted is None else ConstructedObject(command, (wanted,))
        case "Polygon", [complex() as a, complex() as b, float() as count]:
            return ConstructedObject(command, tuple(corners(a, b, round(count))))
        case "Intersect", [one, other]:
            found = [(k, at) for k, at in enumerate(intersections(one, other), 1) if at is not None]
            if not found:
                return None
            index, at = min(found, key=lambda pair: 0 if wanted is None else abs(pair[1] - wanted))
            is_single = isinstance(one, Line) and isinstance(other, Line)
            return ConstructedObject(command, (at,), None if is_single else index)
    shape = made(command.name, *takes)
    return None if shape is None else ConstructedObject(command, (shape,))


def _as_placed(command: GeogebraCommand, places: Mapping[str, complex]) -> list[ConstructedObject]:
    """Give the points of a command by their coordinates."""
    return [
        ConstructedObject(GeogebraCommand((name,), "Point"), (places[name],))
        for name in command.makes
        if name in places
    ]


def _needed(done: Sequence[ConstructedObject]) -> list[ConstructedObject]:
    """Leave out the helpers that nothing uses."""
    used: set[str | Constant] = set()
    kept = []
    for one in reversed(done):
        if any(name in used or not name.startswith("_") for name in one.command.makes):
            used.update(one.command.takes)
            kept.append(one)
    return kept[::-1]
