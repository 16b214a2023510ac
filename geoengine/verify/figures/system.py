"""Equations over numbered points, solved from many starts at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.language import Complex, Statement
from geoengine.language import Real as Reals
from geoengine.verify.figures.equations import equations_of

__all__ = ["Bools", "Complex", "ExtraConstraints", "Ints", "Reals", "System"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_SOLVED = 1e-12
_ROUNDS = 25
_MAX_RELATIVE_STEP = 3.0
"""The largest change of a side in one step, relative to its length."""


@dataclass(frozen=True, slots=True)
class ExtraConstraints:
    """Constraints that differ from figure to figure, in addition to a `System`, which is for all.

    Parameters
    ----------
    places : ndarray of int, shape (figures, points)
        For each point, the first point that it must coincide with: itself if it need not coincide
        with an earlier one.
    sides : ndarray of int, shape (figures, 2, 2)
        Two segments, by the numbers of their ends; all zero for a figure without such a constraint.
    turns : ndarray of bool, shape (figures,)
        Whether the directions of the two segments must differ by a given angle; if not, the
        segments must be equal in length.
    angles : ndarray, shape (figures,)
        The angle between the directions, in radians, modulo pi.
    """

    places: Ints
    sides: Ints
    turns: Bools
    angles: Reals

    def of(self, rows: Ints | Bools) -> ExtraConstraints:
        """The constraints of some figures."""
        return ExtraConstraints(
            self.places[rows], self.sides[rows], self.turns[rows], self.angles[rows]
        )


class System:
    """The equations that relations impose on the coordinates of points.

    Coordinates are complex numbers: x + iy for the point (x, y).

    Parameters
    ----------
    relations : iterable of Statement
    index : mapping of str to int
        The number of each point, its column in the coordinates; from 0.

    Examples
    --------
    >>> import numpy as np
    >>> from geoengine.language import parse_statement
    >>> system = System([parse_statement("perp A B A C")], {"A": 0, "B": 1, "C": 2})
    >>> z, solved = system.solve(np.array([[0, 1, 0.2 + 1j]]))
    >>> a, b, c = z[0]
    >>> bool(solved[0]), bool(abs(((b - a).conj() * (c - a)).real) < 1e-11)
    (True, True)
    """

    def __init__(self, relations: Iterable[Statement], index: Mapping[str, int]) -> None:
        equations = [
            (equation, [index[point] for point in relation.points])
            for relation in relations
            for equation in equations_of(relation)
        ]
        terms = [
            (row, points[i], points[j], coefficient)
            for row, (equation, points) in enumerate(equations)
            for i, j, coefficient in equation.terms
        ]
        self.points, self.rows = len(index), len(equations)
        self._start = np.array([start for _, start, _, _ in terms], dtype=np.int64)
        self._end = np.array([end for *_, end, _ in terms], dtype=np.int64)
        self._constant = np.array([equation.constant for equation, _ in equations])
        self._period = np.array([equation.period for equation, _ in equations])
        self._sum = np.zeros((len(terms), self.rows))
        self._spread = np.zeros((len(terms), self.rows, self.points))
        for k, (row, start, end, coefficient) in enumerate(terms):
            self._sum[k, row] = coefficient
            self._spread[k, row, end] += coefficient
            self._spread[k, row, start] -= coefficient

    def solve(self, start: Complex, extra: ExtraConstraints | None = None) -> tuple[Complex, Bools]:
        """Move figures by minimal steps until the equations hold.

        Parameters
        ----------
        start : ndarray of complex, shape (figures, points)
        extra : ExtraConstraints, optional

        Returns
        -------
        ndarray of complex, shape (figures, points)
            The figures at the end of the iteration.
        ndarray of bool, shape (figures,)
            Whether every equation holds to 1e-12 there.
        """
        z = start.astype(np.complex128)
        solved = np.zeros(len(z), dtype=bool)
        active = np.arange(len(z))
        if extra is not None:
            z = np.take_along_axis(z, extra.places, axis=1)
        # A step may reach a degenerate figure; what is not finite counts as not solved.
        with np.errstate(all="ignore"):
            for _ in range(_ROUNDS):
                mine = None if extra is None else extra.of(active)
                off, gradient = self._linear(z[active], mine)
                worst = np.abs(off).max(axis=1, initial=0.0)
                solved[active[worst < _SOLVED]] = True
                going = np.isfinite(worst) & np.isfinite(gradient).all(axis=(1, 2))
                going &= worst >= _SOLVED
                active, off, gradient = active[going], off[going], gradient[going]
                if not len(active):
                    break
                z[active] += self._bounded(z[active], _least_step(off, gradient))
        return z, solved

    def gradients(self, z: Complex) -> Complex:
        """Return the gradient of each equation in each figure.

        Parameters
        ----------
        z : ndarray of complex, shape (figures, points)

        Returns
        -------
        ndarray of complex, shape (figures, equations, points)
            A step dz of the points changes a residual by the sum of Re(conj(g) dz).
        """
        return self._linear(z, None)[1]

    def _linear(self, z: Complex, extra: ExtraConstraints | None) -> tuple[Reals, Complex]:
        """The residual of each equation and its gradient g: a step dz changes it by Re(conj(g) dz).

        The shapes are (figures, equations) and (figures, equations, points).
        """
        side = z[:, self._end] - z[:, self._start]
        total = np.log(side) @ self._sum
        turns = self._period > 0
        period = np.where(turns, self._period, 1.0)
        turned = total.imag - self._constant
        turned -= period * np.round(turned / period)
        off = np.where(turns, turned, total.real - self._constant)
        spread = self._spread.reshape(len(self._spread), self.rows * self.points)
        inverse = 1 / side
        real, imaginary = inverse.real @ spread, inverse.imag @ spread
        gradient = (real - 1j * imaginary).reshape(len(z), self.rows, self.points)
        gradient[:, turns] *= 1j
        if extra is None:
            return off, gradient
        more_off, more_gradient = _extra_equation(z, extra)
        off = np.concatenate([off, more_off[:, None]], axis=1)
        gradient = np.concatenate([gradient, more_gradient[:, None]], axis=1)
        # Points at one place move together.
        merged = (extra.places != np.arange(self.points)).any(axis=1)
        places = extra.places[merged]
        same = (places[:, :, None] == places[:, None, :]).astype(float)
        gradient[merged] = gradient[merged] @ (same / same.sum(axis=2, keepdims=True))
        return off, gradient

    def _bounded(self, z: Complex, step: Complex) -> Complex:
        """The step, shortened where it would change a side by too much of its length."""
        side = np.abs(z[:, self._end] - z[:, self._start])
        moved = np.abs(step[:, self._end] - step[:, self._start])
        relative = (moved / side).max(axis=1, initial=0.0)
        return np.asarray(
            step * np.minimum(1.0, _MAX_RELATIVE_STEP / np.maximum(relative, 1e-30))[:, None]
        )


def _extra_equation(z: Complex, extra: ExtraConstraints) -> tuple[Reals, Complex]:
    """The residual and the gradient of each figure's extra equation; 0 where it has none."""
    rows = np.arange(len(z))[:, None]
    present = (extra.sides != 0).any(axis=(1, 2))
    side = z[rows, extra.sides[:, :, 1]] - z[rows, extra.sides[:, :, 0]]
    side = np.where(present[:, None], side, 1.0)
    total = np.log(side[:, 1]) - np.log(side[:, 0])
    turned = total.imag - extra.angles
    turned -= np.pi * np.round(turned / np.pi)
    off = np.where(present, np.where(extra.turns, turned, total.real), 0.0)
    slope = (1 / side).conj() * np.where(extra.turns, 1j, 1.0)[:, None]
    slope = np.where(present[:, None], slope * [-1, 1], 0.0)
    gradient = np.zeros_like(z)
    for k in (0, 1):
        np.add.at(gradient, (rows[:, 0], extra.sides[:, k, 1]), slope[:, k])
        np.add.at(gradient, (rows[:, 0], extra.sides[:, k, 0]), -slope[:, k])
    return off, gradient


def _least_step(off: Reals, gradient: Complex) -> Complex:
    """The shortest step that solves all equations to first order, damped far from a solution."""
    normal = (gradient @ gradient.conj().transpose(0, 2, 1)).real
    size = np.trace(normal, axis1=1, axis2=2) / normal.shape[1]
    damping = size * np.clip((off**2).sum(axis=1), 1e-13, 1e-6) + 1e-13
    normal += damping[:, None, None] * np.eye(normal.shape[1])
    weights = np.linalg.solve(normal, off[:, :, None])
    return np.asarray(-(weights.transpose(0, 2, 1) @ gradient)[:, 0])
