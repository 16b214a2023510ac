"""Sparse solutions of linear equations: the simplex method for the least weighted 1-norm."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

__all__ = ["least_sum"]

_SMALL = 1e-9

_MOST_PIVOTS = 2_000

_MANY_ENTRIES = 10_000
"""In tableaus of at least this size, rows in which the column is zero are left alone.

In smaller ones, picking the others takes longer than computing all.
"""


def least_sum(matrix: Floats, right: Floats, weights: Floats) -> Floats | None:
    """Find the solution of ``matrix @ x = right`` with the least ``sum(weights * abs(x))``.

    The systems of certificates are small (tens of rows and columns), so the overhead of calling a
    general solver exceeds the time to solve them. This is the simplex method on a dense tableau in
    which every column serves for a variable and for its negative.

    Parameters
    ----------
    matrix : ndarray, shape (m, k)
    right : ndarray, shape (m,)
    weights : ndarray, shape (k,)
        Positive.

    Returns
    -------
    ndarray, shape (k,), or None
        The number of nonzeros is at most the rank of the matrix. None if there is no solution, or
        if the least one was not reached within a limit of pivots.

    Examples
    --------
    >>> import numpy as np
    >>> chain = np.array([[1.0, 0.0, 1.0], [-1.0, 1.0, 0.0], [0.0, -1.0, -1.0]])
    >>> least_sum(chain, np.array([1.0, 0.0, -1.0]), np.array([1.0, 1.0, 3.0])).tolist()
    [1.0, 1.0, 0.0]
    """
    start = _first_basis(matrix, right, weights)
    if start is None:
        return None
    tableau, basis = start
    count = matrix.shape[1]
    signs = np.where(tableau[:, count] < 0, -1.0, 1.0)
    tableau *= signs[:, None]
    # A perturbed right-hand side avoids degenerate pivots, and so cycling.
    tableau = np.column_stack([tableau, tableau[:, count] + _perturbation(len(basis))])
    costs = weights[basis]
    for _ in range(_MOST_PIVOTS):
        gains = costs @ tableau[:, :count]
        over = np.abs(gains) - weights
        entering = int(over.argmax())
        if over[entering] <= _SMALL:
            solution = np.zeros(count)
            solution[basis] = signs * tableau[:, count]
            return solution
        sign = 1.0 if gains[entering] > 0 else -1.0
        column = sign * tableau[:, entering]
        falling = (column > _SMALL).nonzero()[0]
        row = int(falling[(tableau[falling, -1] / column[falling]).argmin()])
        _pivot(tableau, row, column)
        basis[row], signs[row], costs[row] = entering, sign, weights[entering]
    return None


def _first_basis(
    matrix: Floats, right: Floats, weights: Floats
) -> tuple[Floats, NDArray[np.int64]] | None:
    """Solve for as many variables as the rank allows, those of least weight first.

    Return the solved rows and their variables; None if the equations have no solution.
    """
    solved = _solved(matrix.shape, matrix.tobytes(), weights.tobytes())
    right = right.copy()
    for done, row, column in solved.pivots:
        if row != done:
            right[done], right[row] = right[row], right[done]
        chosen = right[done] / column[done]
        right -= column * chosen
        right[done] = chosen
    rank = len(solved.basis)
    if (np.abs(right[rank:]) > _SMALL).any():
        return None
    return np.column_stack([solved.rows, right[:rank]]), solved.basis.copy()


@dataclass(frozen=True, slots=True)
class _Solved:
    """A matrix, solved for some of the variables.

    Attributes
    ----------
    rows : ndarray, shape (rank, k)
    basis : ndarray of int, shape (rank,)
        The variable that each row is solved for.
    pivots : list of (int, int, ndarray)
        What was done: the numbers of two rows that were swapped, and the column that was then
        eliminated from all rows but the first of them.
    """

    rows: Floats
    basis: NDArray[np.int64]
    pivots: list[tuple[int, int, Floats]]


@lru_cache(maxsize=64)
def _solved(shape: tuple[int, int], entries: bytes, costs: bytes) -> _Solved:
    """Solve for as many variables as the rank allows, without regard to the right-hand side.

    The statements of a figure are often sums of the same equations.
    """
    tableau = np.frombuffer(entries).reshape(shape).copy()
    basis: list[int] = []
    pivots: list[tuple[int, int, Floats]] = []
    for entering in np.argsort(np.frombuffer(costs), kind="stable").tolist():
        done = len(basis)
        if done == len(tableau):
            break
        column = tableau[:, entering].copy()
        row = done + int(np.abs(column[done:]).argmax())
        if abs(column[row]) <= _SMALL:
            continue
        if row != done:
            tableau[[done, row]] = tableau[[row, done]]
            column[[done, row]] = column[[row, done]]
        _pivot(tableau, done, column)
        basis.append(entering)
        pivots.append((done, row, column))
    return _Solved(tableau[: len(basis)], np.array(basis, dtype=np.int64), pivots)


@lru_cache(maxsize=256)
def _perturbation(count: int) -> Floats:
    return 1e-6 * np.random.default_rng(5).uniform(1.0, 2.0, size=count)


def _pivot(tableau: Floats, row: int, column: Floats) -> None:
    """Eliminate a column of the tableau from all rows but one."""
    chosen = tableau[row] / column[row]
    if tableau.size < _MANY_ENTRIES:
        tableau -= column[:, None] * chosen
    else:
        rows = column.nonzero()[0]
        tableau[rows] -= column[rows, None] * chosen
    tableau[row] = chosen
