"""Figures that can be extended by one construction step without placing them anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from geoengine.errors import DegenerateStatementError
from geoengine.language import Complex, as_complex
from geoengine.scene.assembly import premises_of, requirements_of
from geoengine.scene.compilation import compile_problem
from geoengine.scene.curves import Curve, NoSolution
from geoengine.scene.diagram import Diagram
from geoengine.scene.problem import Call, ConstructionStep, Problem
from geoengine.scene.quality import StatementBatch
from geoengine.scene.recipe import Move, all_hold
from geoengine.scene.strokes import strokes

__all__ = ["DrawnCircle", "Figure"]

_ON = 1e-7
"""The largest distance at which points are on a curve or equal, relative to its size."""

_LEAST_MARGIN = 1e-3
"""The least margin of a condition that a step requires."""

_MOVE = 0.12
"""The step by which draws move a parameter: a part of it on lines, radians on circles."""


@dataclass(frozen=True)
class DrawnCircle:
    """A drawn circle.

    Attributes
    ----------
    middle : complex
    radius : float
    center : str or None
        The name of its center, if that is a point of the figure.
    points : tuple of str
        All points of the figure that are on it in the first draw.
    """

    middle: complex
    radius: float
    center: str | None
    points: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Figure:
    """A problem with the coordinates of its points in several draws.

    Parameters
    ----------
    problem : Problem
    z : ndarray of complex, shape (draws, points)

    Examples
    --------
    >>> from geoengine.scene import Call, ConstructionStep, load_problem, place
    >>> problem = load_problem("A B C = triangle A B C; D = midpoint D B C")
    >>> figure = Figure.of(problem, place(problem))
    >>> figure.lines
    (('A', 'B'), ('B', 'D', 'C'), ('A', 'C'))
    >>> taller = figure.with_step(ConstructionStep(("E",), (Call("mirror", ("E", "A", "D")),)), 0.5)
    >>> taller.problem.points, taller.lines[-1]
    (('A', 'B', 'C', 'D', 'E'), ('A', 'D', 'E'))
    """

    problem: Problem
    z: Complex

    @classmethod
    def of(cls, problem: Problem, diagram: Diagram) -> Figure:
        """Return the figure with the coordinates of a diagram of the problem."""
        return cls(problem, as_complex(diagram.xy))

    @cached_property
    def index(self) -> dict[str, int]:
        """The column of each point in `z`."""
        return {name: column for column, name in enumerate(self.problem.points)}

    @cached_property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The drawn segments, each as all points on it in the first draw, from end to end."""
        found = []
        for a, b in self._strokes[0]:
            start, end = self.z[0, self.index[a]], self.z[0, self.index[b]]
            along = (self.z[0] - start) / (end - start)
            on = np.flatnonzero(
                (np.abs(along.imag) < _ON) & (along.real > -_ON) & (along.real < 1 + _ON)
            )
            order = on[np.argsort(along.real[on])]
            found.append(tuple(self.problem.points[column] for column in order))
        return tuple(found)

    @cached_property
    def circles(self) -> tuple[DrawnCircle, ...]:
        """The drawn circles."""
        found = []
        for center, on in self._strokes[1]:
            z = [complex(self.z[0, self.index[name]]) for name in on]
            middle = (
                _circumcenter(*z[:3]) if center is None else complex(self.z[0, self.index[center]])
            )
            radius = abs(z[0] - middle)
            all_on = np.flatnonzero(np.abs(np.abs(self.z[0] - middle) - radius) < _ON * radius)
            points = tuple(self.problem.points[column] for column in all_on)
            found.append(DrawnCircle(middle, radius, center, points))
        return tuple(found)

    @cached_property
    def segments(self) -> tuple[tuple[str, str], ...]:
        """All pairs of neighboring points on drawn lines."""
        return tuple(pair for line in self.lines for pair in pairwise(line))

    @cached_property
    def _strokes(
        self,
    ) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str | None, tuple[str, ...]], ...]]:
        return strokes(self.problem, self.z[0])

    def with_step(self, step: ConstructionStep, u: float) -> Figure | None:
        """Add the points of a step, computed from the existing points.

        Parameters
        ----------
        step : ConstructionStep
        u : float
            A number in [0, 1) that selects one of several solutions, or a point on a curve.

        Returns
        -------
        Figure or None
            The longer figure; None if the step has no solution apart from existing points, or its
            requirements are not met.
        """
        if not self._allows(step):
            return None
        try:
            new = self._new_points(step, u)
        except (NoSolution, ZeroDivisionError, OverflowError, ValueError):
            return None
        problem = self.problem
        # The premises of the earlier steps are in the problem already.
        premises = dict.fromkeys(
            [*problem.premises, *(new for call in step.calls for new in premises_of(call))]
        )
        longer = replace(problem, steps=(*problem.steps, step), premises=tuple(premises))
        return Figure(longer, np.hstack([self.z, new]))

    def _allows(self, step: ConstructionStep) -> bool:
        try:
            needs = [need for call in step.calls for need in requirements_of(call)]
        except DegenerateStatementError:
            return False
        conditions = StatementBatch((need for need in needs if need.is_condition), self.index)
        equations = StatementBatch((need for need in needs if not need.is_condition), self.index)
        margins = conditions.measure(self.z)
        return bool(np.all(margins > _LEAST_MARGIN)) and equations.worst(self.z)[0] < _ON

    def _new_points(self, step: ConstructionStep, u: float) -> Complex:
        """Compute the new points in every draw, with the same choices as in the first."""
        known = self.problem.points
        # A problem in which all known points are free, so that only the new step is solved.
        free = tuple(ConstructionStep((name,), (Call("free", (name,)),)) for name in known)
        recipe = compile_problem(Problem("step", (*free, step), ()))
        moves = recipe.moves[len(known) :]
        choices: list[tuple[float, int]] = []
        rows = []
        for draw, z in enumerate(self.z.tolist()):
            found: list[complex] = z
            for number, move in enumerate(moves):
                options = _new_options(move, found)
                if draw == 0:
                    choices.append(_choose(options, u))
                found.append(_take(options, choices[number], draw))
            rows.append([found[row] for row in recipe.rows[len(known) :]])
        return np.array(rows)


def _new_options(move: Move, found: list[complex]) -> list[complex] | Curve:
    """Return the curve of a point, or its possible positions apart from the other points."""
    options, curves = move.options(found)
    if not isinstance(options, list):
        return options
    near = _ON * max(abs(z - found[0]) for z in found)
    new = [
        z for z in options if all_hold(curves, z) and all(abs(z - other) > near for other in found)
    ]
    if not new:
        raise NoSolution(f"{move.name} would coincide with another point")
    return new


def _choose(options: list[complex] | Curve, u: float) -> tuple[float, int]:
    """Return the parameter or the number of a position, and how many positions there are."""
    if isinstance(options, list):
        return int(u * len(options)), len(options)
    return options.sample(u), 0


def _take(options: list[complex] | Curve, choice: tuple[float, int], draw: int) -> complex:
    number, count = choice
    if isinstance(options, list):
        if count != len(options):
            raise NoSolution("a draw has more or fewer solutions than the first")
        return options[int(number)]
    # The first draw keeps the parameter; the others move it alternately up and down.
    return options.at(options.moved(number, _MOVE * ((draw + 1) // 2) * (-1) ** draw))


def _circumcenter(a: complex, b: complex, c: complex) -> complex:
    u, v = b - a, c - a
    return a + 1j * (abs(v) ** 2 * u - abs(u) ** 2 * v) / (2 * (u.conjugate() * v).imag)
