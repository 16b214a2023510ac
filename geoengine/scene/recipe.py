"""Recipes: a problem compiled to moves on complex numbers, and one run of them.

A figure is its free parameters and the solution taken wherever there are two. The first draw
chooses both at random; another draw moves the parameters and takes the same solutions.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from geoengine.catalogue import load_constructions
from geoengine.catalogue.construction import Construction, Location
from geoengine.scene.curves import Circle, Curve, Misplaced, meet
from geoengine.scene.loci import LOCI
from geoengine.scene.problem import Call, Problem
from geoengine.scene.spots import SPOTS

__all__ = ["Choices", "Recipe", "compile_problem"]

_SAME = 1e-7
"""Points nearer than this, in terms of the figure, are one point to a step with two solutions."""

_MIRRORED = 0.2
"""How often a first figure is laid out from right to left."""

Parameter = float | complex
Finder = Callable[[list[complex]], Any]


@dataclass(slots=True)
class Choices:
    """What one run decided: a parameter or a solution for each move, None where there is none."""

    taken: list[Parameter | int | None] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Move:
    """How one point is found from those before it.

    Exactly one of the three is there: a wish for a free point (perhaps empty), the curves on
    which the point lies, or a computation of its possible places.
    """

    name: str
    wish: complex | None = None
    curves: tuple[Finder, ...] = ()
    spots: Finder | None = None
    given: complex | None = None

    def options(self, found: list[complex]) -> list[complex] | Curve:
        """The possible places, or the curve on which to choose one."""
        if self.spots is not None:
            places: list[complex] = self.spots(found)
        elif len(self.curves) == 1:
            curve: Curve = self.curves[0](found)
            return curve
        else:
            curves = [finder(found) for finder in self.curves]
            places = meet(curves[0], curves[1])
            for curve in curves[2:]:
                places = [z for z in places if curve.distance(z) < _SAME]
        if not places:
            raise Misplaced(f"there is no place for {self.name}")
        return places


@dataclass(frozen=True)
class Recipe:
    """A problem as moves; helper points of the constructions are among the points found.

    Attributes
    ----------
    moves : tuple of Move
        In order.
    rows : tuple of int
        For each point of the problem, the move that finds it.
    scale : float
        The size of the figure that given lengths or coordinates suggest, else 1.
    base : tuple of int or None
        The moves that find the two points to be drawn level.
    """

    moves: tuple[Move, ...]
    rows: tuple[int, ...]
    scale: float
    base: tuple[int, int] | None

    def begin(
        self, numbers: Iterator[float], width: float = 1.2
    ) -> tuple[list[complex], Choices]:
        """The first draw, all choices at random.

        Parameters
        ----------
        numbers : iterator of float
            Random numbers in [0, 1).
        width : float
            How far from the middle free points may be, in terms of the figure's scale.

        Raises
        ------
        Misplaced
            When a step has no solution.
        """
        found: list[complex] = []
        taken: list[Parameter | int | None] = []
        # Counterclockwise figures are the habit, but some premises hold in the others alone.
        mirrored = next(numbers) < _MIRRORED
        for move in self.moves:
            if not move.curves and move.spots is None:
                z = self._wished(move, found, numbers, mirrored)
                if z is None:
                    u, v = next(numbers), next(numbers)
                    z = self.scale * width * complex(2 * u - 1, 2 * v - 1)
                taken.append(z)
            else:
                options = _options(move, found)
                if isinstance(options, list):
                    at = _choose(move, options, found, numbers, self.scale)
                    z = options[at]
                    taken.append(at)
                else:
                    t = options.sample(next(numbers))
                    if move.given is not None:
                        t = options.parameter(move.given)
                    elif isinstance(options, Circle) and not found[1:]:
                        # A first segment of given length starts level.
                        t = 0.2 * (t - math.pi)
                    z = options.at(t)
                    taken.append(t)
            found.append(z)
        return found, Choices(taken)

    def follow(self, choices: Choices, numbers: Iterator[float], size: float) -> list[complex]:
        """Another draw: every parameter moved by 10 to 30 % (times `size`), the same solutions."""
        found: list[complex] = []
        for move, taken in zip(self.moves, choices.taken, strict=True):
            if isinstance(taken, complex):
                z = taken + self.scale * 0.7 * _step(numbers, size) * cmath.exp(
                    1j * math.tau * next(numbers)
                )
            else:
                options = _options(move, found)
                if isinstance(options, list):
                    at = int(taken or 0)
                    if at >= len(options):
                        raise Misplaced(f"there is no place for {move.name}")
                    z = options[at]
                else:
                    z = options.at(options.moved(float(taken or 0), _step(numbers, size)))
            found.append(z)
        return found

    def _wished(
        self, move: Move, found: list[complex], numbers: Iterator[float], mirrored: bool
    ) -> complex | None:
        """The place wanted for a free point, if any; only a first figure has a layout."""
        if move.given is not None:
            return move.given
        if move.wish is None or len(found) > 4:
            return None
        z = move.wish + complex(0.5 * next(numbers) - 0.25, 0.5 * next(numbers) - 0.25)
        return self.scale * (-z.conjugate() if mirrored else z)


def _options(move: Move, found: list[complex]) -> list[complex] | Curve:
    try:
        return move.options(found)
    except (ZeroDivisionError, OverflowError, ValueError):
        raise Misplaced(f"there is no place for {move.name}") from None


def _step(numbers: Iterator[float], size: float) -> float:
    u = 2 * next(numbers) - 1
    return math.copysign(0.1 + 0.2 * abs(u), u) * size


def _choose(
    move: Move, options: list[complex], found: list[complex], numbers: Iterator[float], scale: float
) -> int:
    """A place that is not taken yet; the random number is drawn in any case."""
    u = next(numbers)
    if len(options) == 1:
        return 0
    if move.given is not None:
        return min(range(len(options)), key=lambda k: abs(options[k] - move.given))  # type: ignore[operator]
    near = _SAME * scale
    new = [k for k, z in enumerate(options) if all(abs(z - other) > near for other in found)]
    if not new:
        raise Misplaced(f"the only place for {move.name} is taken by another point")
    return new[int(u * len(new))]


def compile_problem(problem: Problem) -> Recipe:
    """Turn the steps of a problem into moves."""
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
            moves.append(Move(step.points[0], curves=tuple(finders), given=given.get(step.points[0])))
            continue
        call, construction = calls[0]
        names = dict(zip(construction.letters, call.arguments, strict=True))
        rows = {letter: row[point] for letter, point in names.items() if point in row}
        for letter, locations in construction.locations.items():
            name = names.get(letter, letter)
            rows[letter] = len(moves)
            moves.append(_move(name, locations, rows, _numbers(call, construction), given.get(name)))
        for letter in construction.places:
            row[names[letter]] = rows[letter]
        if number == 0 and construction.base and not given:
            base = (rows[construction.base[0]], rows[construction.base[1]])
    return Recipe(tuple(moves), tuple(row[point] for point in problem.points), scale, base)


def _scale(problem: Problem) -> float:
    sizes = [max(abs(x), abs(y)) for _, x, y in problem.fixed]
    if sizes:
        return max(sizes)
    lengths = [float(s.value) for s in problem.premises if s.predicate == "lconst" and s.value]
    return 0.6 * max(lengths) if lengths else 1.0


def _numbers(call: Call, construction: Construction) -> dict[str, float]:
    """The numbers of a call as the vocabulary wants them: angles in degrees."""
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
) -> Move:
    first = locations[0]
    if first.signature.kind == "free":
        x, y = (float(number) for number in first.numbers) if first.numbers else (0.0, 0.0)
        return Move(name, wish=complex(x, y) if first.numbers else None, given=given)
    finders = tuple(_finder(location, rows, numbers) for location in locations)
    if first.signature.kind == "point":
        return Move(name, spots=finders[0], given=given)
    return Move(name, curves=finders, given=given)


def _finder(location: Location, rows: dict[str, int], numbers: dict[str, float]) -> Finder:
    function: Callable[..., Any] = (LOCI | SPOTS)[location.word]
    at = [rows[letter] for letter in location.letters]
    constants = [n if isinstance(n, float) else numbers[n] for n in location.numbers]
    return partial(_apply, function, at, constants)


def _apply(
    function: Callable[..., Any], at: list[int], constants: list[float], found: list[complex]
) -> Any:
    return function(*[found[k] for k in at], *constants)


