"""Certificates: linear forms as exact combinations of the equations of a table."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from geoengine.deduction.derivation import CertificateError
from geoengine.deduction.distinct import distinct
from geoengine.deduction.frame import Ints
from geoengine.deduction.linear_forms import FormBlock
from geoengine.deduction.simplex import least_sum

__all__ = ["Combination", "combine", "solve_exactly"]

Floats = NDArray[np.float64]
Form = dict[int, fmpq]

_NONE = fmpq(0)

_FEW = 16
"""The number of equations up to which plain elimination is tried first."""

_LARGEST_TABLEAU = 100_000
"""The number of matrix entries up to which a system is solved on a dense tableau."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A linear form as a sum of multiples of equations.

    Attributes
    ----------
    rows : tuple of int
        The positions of the equations used, ascending.
    coefficients : tuple of Fraction
        The factor of each of these equations.
    """

    rows: tuple[int, ...]
    coefficients: tuple[Fraction, ...]


def _as_form(variables: Sequence[int], coefficients: Sequence[int]) -> Form:
    form: dict[int, int] = {}
    for variable, coefficient in zip(variables, coefficients, strict=True):
        if variable:
            form[variable] = form.get(variable, 0) + coefficient
    return {variable: fmpq(c) for variable, c in form.items() if c}


def _as_fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


class _Elimination:
    """Exact elimination that keeps each reduced row as a combination of the original ones."""

    def __init__(self, rows: Sequence[Form]) -> None:
        self._basis: dict[int, tuple[Form, Form]] = {}
        self.independent = True
        for k, row in enumerate(rows):
            form, used = dict(row), {k: fmpq(1)}
            pivot = self._reduce(form, used)
            if pivot is None:
                self.independent = False
            else:
                self._basis[pivot] = (form, used)

    def _reduce(self, form: Form, used: Form) -> int | None:
        """Reduce a form by the basis, in place.

        Return the first variable for which the basis has no row; None if the form becomes zero.
        """
        while form:
            pivot = min(form)
            if pivot not in self._basis:
                return pivot
            other, source = self._basis[pivot]
            factor = form[pivot] / other[pivot]
            for mine, theirs in ((form, other), (used, source)):
                for key, c in theirs.items():
                    left = mine.get(key, _NONE) - factor * c
                    if left != 0:
                        mine[key] = left
                    else:
                        del mine[key]
        return None

    def factors(self, target: Form) -> Form | None:
        """Return the coefficients of the rows that sum to a target; None if there are none."""
        form, used = dict(target), Form()
        if self._reduce(form, used) is not None:
            return None
        return {k: -factor for k, factor in used.items()}


def solve_exactly(target: FormBlock, rows: Sequence[FormBlock]) -> list[Fraction] | None:
    """Return coefficients of `rows` whose weighted sum is `target`; None if there are none.

    `target` and each of `rows` must be a block of a single linear form.
    """
    found = _Elimination([_block_form(row) for row in rows]).factors(_block_form(target))
    return None if found is None else [_as_fraction(found.get(k, _NONE)) for k in range(len(rows))]


def _block_form(block: FormBlock) -> Form:
    return _as_form(block.variables[0].tolist(), block.coefficients.tolist())


def combine(
    variables: Ints,
    coefficients: Ints,
    rows: Ints,
    row_coefficients: Ints,
    weights: NDArray[np.float64],
) -> Combination:
    """Write a form as a combination of equations with small total weight.

    If the equations are few and independent, elimination finds the only combination. For the
    difference of two quantities, the shortest chain of equalities is used, if there is one.
    Otherwise the combination is a vertex of a linear program (least weighted sum of absolute
    coefficients), made exact by elimination over its support. The empty form gives an empty
    combination.

    Parameters
    ----------
    variables, coefficients : ndarray, shape (k,)
        The form to be written as a combination.
    rows, row_coefficients : ndarray, shape (m, 6)
        The equations, padded with variable 0.
    weights : ndarray, shape (m,)
        The cost of each equation.

    Raises
    ------
    CertificateError
        If the form is not a combination of the equations.
    """
    target = _as_form(variables.tolist(), coefficients.tolist())
    if not target:
        return Combination((), ())
    near = _nearby(target, rows)
    found = _only_way(target, rows[near], row_coefficients[near])
    if found is None and len(target) == 2 and not sum(target.values()):
        found = _chain(target, rows[near], row_coefficients[near], weights[near])
    if found is None:
        found = _cheapest(target, rows[near], row_coefficients[near], weights[near])
    used = sorted(
        (int(near[k]), _as_fraction(factor)) for k, factor in found.items() if factor != 0
    )
    return Combination(tuple(k for k, _ in used), tuple(factor for _, factor in used))


def _forms(rows: Ints, row_coefficients: Ints) -> list[Form]:
    return [
        _as_form(row, coefficients)
        for row, coefficients in zip(rows.tolist(), row_coefficients.tolist(), strict=True)
    ]


def _only_way(target: Form, rows: Ints, row_coefficients: Ints) -> Form | None:
    """Return the combination of a few independent equations; None if it may not be unique."""
    if len(rows) > _FEW:
        return None
    elimination = _Elimination(_forms(rows, row_coefficients))
    return elimination.factors(target) if elimination.independent else None


def _chain(
    target: Form, rows: Ints, row_coefficients: Ints, weights: NDArray[np.float64]
) -> Form | None:
    """Return the cheapest chain of equalities between two quantities; None if there is none."""
    differences = np.flatnonzero(
        ((rows > 0).sum(axis=1) == 2) & (row_coefficients.sum(axis=1) == 0)
    )
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for k in differences.tolist():
        first, second = (int(v) for v in rows[k] if v)
        neighbours.setdefault(first, []).append((second, k))
        neighbours.setdefault(second, []).append((first, k))
    start, goal = target
    best: dict[int, tuple[float, int, int]] = {}
    queue = [(0.0, start, -1, 0)]
    while queue:
        cost, here, by, before = heapq.heappop(queue)
        if here in best:
            continue
        best[here] = (cost, by, before)
        if here == goal:
            break
        for there, k in neighbours.get(here, ()):
            heapq.heappush(queue, (cost + float(weights[k]), there, k, here))
    if goal not in best:
        return None
    found: Form = {}
    here = goal
    while here != start:
        _, by, before = best[here]
        # After the chain so far, the rest of the target is a multiple of `here`.
        own = row_coefficients[by][rows[by] == here][0]
        found[by] = target[goal] / int(own)
        here = before
    return found


def _cheapest(
    target: Form, rows: Ints, row_coefficients: Ints, weights: NDArray[np.float64]
) -> Form:
    """Return a combination of small weight, or any at all where the solver finds none."""
    support = _sparse_support(target, rows, row_coefficients, weights)
    for chosen in (support, np.arange(len(rows))):
        if chosen is None:
            continue
        factors = _Elimination(_forms(rows[chosen], row_coefficients[chosen])).factors(target)
        if factors is not None:
            return {int(chosen[k]): factor for k, factor in factors.items()}
    raise CertificateError("a derived equation is not a combination of the equations before it")


def _nearby(target: Form, rows: Ints) -> Ints:
    """Return the equations connected with the form by shared quantities; others cannot help."""
    reached = np.zeros(int(max(rows.max(initial=0), *target)) + 1, dtype=bool)
    reached[list(target)] = True
    while True:
        touched = reached[rows].any(axis=1)
        grown = reached.copy()
        grown[rows[touched].ravel()] = True
        grown[0] = False
        if (grown == reached).all():
            return np.flatnonzero(touched)
        reached = grown


def _sparse_support(
    target: Form, rows: Ints, row_coefficients: Ints, weights: NDArray[np.float64]
) -> Ints | None:
    """Return the equations with a coefficient in the cheapest solution; None if none is found."""
    if not len(rows):
        return None
    used = distinct(np.concatenate([rows.ravel(), list(target)]))
    used = used[used > 0]
    scale = np.abs(row_coefficients).max(axis=1, keepdims=True)
    entries = np.where(rows > 0, row_coefficients / scale, 0.0)
    right = np.zeros(len(used))
    right[np.searchsorted(used, list(target))] = [float(_as_fraction(c)) for c in target.values()]
    small = len(used) * len(rows) <= _LARGEST_TABLEAU
    solve = _solve_small if small else _solve_large
    solution = solve(np.searchsorted(used, rows), entries, right, weights)
    return None if solution is None else np.flatnonzero(np.abs(solution) > 1e-7)


def _solve_small(places: Ints, entries: Floats, right: Floats, weights: Floats) -> Floats | None:
    matrix = np.zeros((len(right), len(places)))
    np.add.at(matrix, (places, np.arange(len(places))[:, None]), entries)
    return least_sum(matrix, right, weights)


def _solve_large(places: Ints, entries: Floats, right: Floats, weights: Floats) -> Floats | None:
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, hstack

    columns = np.broadcast_to(np.arange(len(places))[:, None], places.shape)
    shape = (len(right), len(places))
    matrix = coo_array((entries.ravel(), (places.ravel(), columns.ravel())), shape=shape).tocsc()
    solved = linprog(
        np.concatenate([weights, weights]),
        A_eq=hstack([matrix, -matrix]).tocsc(),
        b_eq=right,
        bounds=(0, None),
        method="highs",
    )
    if solved.x is None:
        return None
    return np.asarray(solved.x[: len(places)] - solved.x[len(places) :])
