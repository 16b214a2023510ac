"""Recipes: a problem compiled into a sequence of moves that compute points as complex numbers.

A figure is determined by its free parameters and by the solution chosen wherever there are two.
The first draw chooses both at random; further draws vary the parameters and keep the solutions.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.scene.curves import Curve, NoSolution, meet
from geoengine.scene.problem import ConstructionStep

__all__ = ["Choices", "Finder", "Move", "Recipe", "all_hold"]

_SAME = 1e-7
"""Points nearer than this count as one: relative to the scale, and absolutely on third curves."""

_MIRRORED = 0.2
"""The probability that a first draw is laid out from right to left."""

Choices = list[complex | float | int]
"""For each move, what the first draw chose: a position, a parameter or a solution's number."""

Finder = Callable[[list[complex]], Any]
"""Computes a curve, or a list of possible positions, from the points found so far."""


@dataclass(frozen=True, slots=True)
class Move:
    """How one point is computed from the points before it.

    Attributes
    ----------
    name : str
        The point, for messages.
    preferred : complex or None
        The preferred position of a free point, at scale 1; None if it has none.
    curves : tuple of callable
        Functions that compute the curves on which it lies.
    solve : callable or None
        A function that computes its possible positions. A free point has neither this nor curves.
    given : complex or None
        Given coordinates.
    step : ConstructionStep or None
        The clause that places the point, for messages.
    """

    name: str
    preferred: complex | None = None
    curves: tuple[Finder, ...] = ()
    solve: Finder | None = None
    given: complex | None = None
    step: ConstructionStep | None = None

    @property
    def is_free(self) -> bool:
        """Whether it may be anywhere in the plane."""
        return not self.curves and self.solve is None

    def options(self, found: list[complex]) -> tuple[list[complex] | Curve, Sequence[Curve]]:
        """Return the possible positions (at least one), or the curve on which to choose one.

        With them come the curves, if these intersect there: a position must be on the allowed part
        of each, such as a segment.

        Raises
        ------
        NoSolution
            If there is no position.
        """
        curves: Sequence[Curve] = ()
        if self.solve is not None:
            places: list[complex] = self.solve(found)
        elif len(self.curves) == 1:
            return self.curves[0](found), ()
        else:
            curves = [finder(found) for finder in self.curves]
            places = meet(curves[0], curves[1])
            for curve in curves[2:]:
                places = [z for z in places if curve.distance(z) < _SAME]
        if not places:
            raise NoSolution(f"there is no position for {self.name}")
        return places, curves


@dataclass(frozen=True)
class Recipe:
    """A problem as moves; some of them compute auxiliary points of the constructions.

    Attributes
    ----------
    moves : tuple of Move
        The moves, in the order of computation.
    rows : tuple of int
        For each point of the problem, the number of the move that computes it.
    scale : float
        The size of the figure: the largest given coordinate; without one, 0.6 times the longest
        given length; without that, 1.
    base : tuple of int or None
        The moves of the two points that are drawn on a horizontal line, from left to right; None
        if the figure is not turned.
    """

    moves: tuple[Move, ...]
    rows: tuple[int, ...]
    scale: float
    base: tuple[int, int] | None

    def begin(self, numbers: Iterator[float], width: float = 1.2) -> tuple[list[complex], Choices]:
        """Make the first draw, with all choices at random.

        Parameters
        ----------
        numbers : iterator of float
            Random numbers in [0, 1).
        width : float
            How far from the middle free points may be, relative to the figure's scale.

        Returns
        -------
        found : list of complex
            The position that each move gives.
        choices : Choices

        Raises
        ------
        NoSolution
            If a step has no solution.
        """
        found: list[complex] = []
        choices: Choices = []
        # Figures are usually counterclockwise, but some premises hold only in clockwise ones.
        mirrored = next(numbers) < _MIRRORED
        for move in self.moves:
            try:
                z, choice = self._first_position(move, found, numbers, width, mirrored)
            except NoSolution as obstacle:
                raise NoSolution(f"in {move.step}: {obstacle}") from None
            choices.append(choice)
            found.append(z)
        return found, choices

    def _first_position(
        self,
        move: Move,
        found: list[complex],
        numbers: Iterator[float],
        width: float,
        mirrored: bool,
    ) -> tuple[complex, complex | float | int]:
        """Place a point in the first draw; return its position and the choice made."""
        if move.is_free:
            preferred = self._preferred_position(move, found, numbers, mirrored)
            if preferred is not None:
                return preferred, preferred
            u, v = next(numbers), next(numbers)
            z = self.scale * width * complex(2 * u - 1, 2 * v - 1)
            return z, z
        options, curves = _options(move, found)
        if isinstance(options, list):
            at = _choose(move, options, curves, found, next(numbers), self.scale)
            return options[at], at
        u = next(numbers)
        t = options.sample(u) if move.given is None else options.parameter(move.given)
        return options.at(t), t

    def follow(self, choices: Choices, numbers: Iterator[float], size: float) -> list[complex]:
        """Make another draw, and return the position that each move gives.

        Parameters of curves change by 10 to 30 % times `size`, free points move by 7 to 21 % of
        the scale times `size`, and the choices of solutions are kept.

        Raises
        ------
        NoSolution
            If a step has no solution.
        """
        found: list[complex] = []
        for move, choice in zip(self.moves, choices, strict=True):
            if isinstance(choice, complex):
                step = self.scale * 0.7 * _step(numbers, size)
                z = choice + step * cmath.exp(1j * math.tau * next(numbers))
            else:
                options, curves = _options(move, found)
                if not isinstance(options, list):
                    z = options.at(options.moved(choice, _step(numbers, size)))
                elif isinstance(choice, int) and choice < len(options):
                    z = options[choice]
                    if not all_hold(curves, z):
                        raise NoSolution(f"{move.name} is not on the allowed part of a line")
                else:
                    raise NoSolution(f"there is no position for {move.name}")
            found.append(z)
        return found

    def _preferred_position(
        self, move: Move, found: list[complex], numbers: Iterator[float], mirrored: bool
    ) -> complex | None:
        """Return the given position of a free point, or its preferred one, jittered.

        None if it has neither, or comes after the first five points and is not given.
        """
        if move.given is not None:
            return move.given
        if move.preferred is None or len(found) > 4:
            return None
        z = move.preferred + complex(0.5 * next(numbers) - 0.25, 0.5 * next(numbers) - 0.25)
        return self.scale * (-z.conjugate() if mirrored else z)


def all_hold(curves: Sequence[Curve], z: complex) -> bool:
    """Return whether a position is on the allowed parts of all curves."""
    return all(curve.holds(z) for curve in curves)


def _options(move: Move, found: list[complex]) -> tuple[list[complex] | Curve, Sequence[Curve]]:
    try:
        return move.options(found)
    except (ZeroDivisionError, OverflowError, ValueError):
        raise NoSolution(f"there is no position for {move.name}") from None


def _step(numbers: Iterator[float], size: float) -> float:
    """Return a random change, 0.1 to 0.3 times `size` up or down."""
    u = 2 * next(numbers) - 1
    return math.copysign(0.1 + 0.2 * abs(u), u) * size


def _choose(
    move: Move,
    options: list[complex],
    curves: Sequence[Curve],
    found: list[complex],
    u: float,
    scale: float,
) -> int:
    """Return the number of the solution to take, of those on the allowed parts of the curves.

    It is the only one, or the one nearest to given coordinates, or a random one among those
    that do not coincide with another point.
    """
    allowed = [k for k, z in enumerate(options) if all_hold(curves, z)]
    if not allowed:
        raise NoSolution(f"{move.name} is not on the allowed part of a line")
    if len(allowed) == 1:
        return allowed[0]
    if move.given is not None:
        apart = [abs(z - move.given) for z in options]
        return apart.index(min(apart))
    near = _SAME * scale
    new = [k for k in allowed if all(abs(options[k] - other) > near for other in found)]
    if not new:
        raise NoSolution(f"{move.name} would coincide with another point")
    return new[int(u * len(new))]
