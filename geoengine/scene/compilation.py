"""Compilation of a problem into a recipe of numeric moves, one for each point to compute."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from geoengine.catalogue import Construction, Location, load_constructions
from geoengine.scene.computed_points import COMPUTED_POINTS
from geoengine.scene.loci import LOCI
from geoengine.scene.problem import Call, ConstructionStep, Problem
from geoengine.scene.recipe import Finder, Move, Recipe

__all__ = ["compile_problem"]


def compile_problem(problem: Problem) -> Recipe:
    """Compile the steps of a problem into a recipe of moves."""
    constructions = load_constructions()
    scale = _scale(problem)
    given = {name: complex(x, y) for name, x, y in problem.fixed}
    moves: list[Move] = []
    row: dict[str, int] = {}
    base: tuple[int, int] | None = None
    for number, step in enumerate(problem.steps):
        calls = [(call, constructions[call.construction]) for call in step.calls]
        joint = len(calls) > 1
        if joint:
            finders = [
                finder
                for call, construction in calls
                for finder in _joint_finders(call, construction, row)
            ]
            row[step.points[0]] = len(moves)
            moves.append(
                Move(
                    step.points[0],
                    curves=tuple(finders),
                    given=given.get(step.points[0]),
                    step=step,
                )
            )
            continue
        call, construction = calls[0]
        names = dict(zip(construction.letters, call.arguments, strict=True))
        rows = {letter: row[point] for letter, point in names.items() if point in row}
        for letter, locations in construction.locations.items():
            name = names.get(letter, letter)
            rows[letter] = len(moves)
            moves.append(
                _move(name, locations, rows, _numbers(call, construction), given.get(name), step)
            )
        for letter in construction.places:
            row[names[letter]] = rows[letter]
        if number == 0 and construction.base and not given:
            base = (rows[construction.base[0]], rows[construction.base[1]])
    return Recipe(tuple(moves), tuple(row[point] for point in problem.points), scale, base)


def _scale(problem: Problem) -> float:
    """Return the size of the figure: see `Recipe.scale`."""
    sizes = [max(abs(x), abs(y)) for _, x, y in problem.fixed]
    if sizes:
        return max(sizes)
    lengths = [float(s.value) for s in problem.premises if s.predicate == "lconst" and s.value]
    return 0.6 * max(lengths) if lengths else 1.0


def _numbers(call: Call, construction: Construction) -> dict[str, float]:
    """Return the numbers of a call as the location vocabulary takes them: angles in degrees."""
    return {
        letter: 180 * float(number) if isinstance(number, Fraction) else float(number)
        for letter, number in zip(construction.numbers, call.numbers, strict=True)
    }


def _joint_finders(call: Call, construction: Construction, row: dict[str, int]) -> list[Finder]:
    rows = {
        letter: row[point]
        for letter, point in zip(construction.letters, call.arguments, strict=True)
        if point in row
    }
    numbers = _numbers(call, construction)
    locations = construction.locations[construction.places[0]]
    return [_finder(location, rows, numbers) for location in locations]


def _move(
    name: str,
    locations: tuple[Location, ...],
    rows: dict[str, int],
    numbers: dict[str, float],
    given: complex | None,
    step: ConstructionStep,
) -> Move:
    first = locations[0]
    if first.signature.kind == "free":
        x, y = (float(number) for number in first.numbers) if first.numbers else (0.0, 0.0)
        preferred = complex(x, y) if first.numbers else None
        return Move(name, preferred=preferred, given=given, step=step)
    finders = tuple(_finder(location, rows, numbers) for location in locations)
    if first.signature.kind == "point":
        return Move(name, solve=finders[0], given=given, step=step)
    return Move(name, curves=finders, given=given, step=step)


def _finder(location: Location, rows: dict[str, int], numbers: dict[str, float]) -> Finder:
    function: Callable[..., Any] = (LOCI | COMPUTED_POINTS)[location.word]
    at = [rows[letter] for letter in location.letters]
    constants = [numbers[n] if isinstance(n, str) else float(n) for n in location.numbers]
    return partial(_apply, function, at, constants)


def _apply(
    function: Callable[..., Any], at: list[int], constants: list[float], found: list[complex]
) -> Any:
    return function(*[found[k] for k in at], *constants)
