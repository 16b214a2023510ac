"""Certificates: linear forms as exact combinations of the equations of a table."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from geoengine.deduction.derivation import CertificateError
from geoengine.deduction.distinct import distinct
from geoengine.deduction.frame import Ints
from geoengine.deduction.linear_forms import FormBlock
from geoengine.deduction.simplex import least_sum

__all__ = ["Combination", "EquationSystem", "solve_exactly"]

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


class EquationSystem:
    """Equations of which linear forms are written as combinations.

    Parameters
    ----------
    rows, coefficients : ndarray, shape (m, 6)
        The equations, padded with variable 0.
    weights : ndarray, shape (m,)
        The cost of each equation.
    """

    def __init__(self, rows: Ints, coefficients: Ints, weights: Floats) -> None:
        self._rows, self._coefficients, self._weights = rows, coefficients, weights
        self._parts: dict[bytes, _Part] = {}

    def combine(self, variables: Ints, coefficients: Ints) -> Combination:
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

        Raises
        ------
        CertificateError
            If the form is not a combination of the equations.
        """
        target = _as_form(variables.tolist(), coefficients.tolist())
        if not target:
            return Combination((), ())
        near = _nearby(target, self._rows)
        key = near.tobytes()
        if key not in self._parts:
            self._parts[key] = _Part(
                self._rows[near], self._coefficients[near], self._weights[near]
            )
        found = self._parts[key].combination(target)
        used = sorted(
            (int(near[k]), _as_fraction(factor)) for k, factor in found.items() if factor != 0
        )
        return Combination(tuple(k for k, _ in used), tuple(factor for _, factor in used))


class _Part:
    """Equations that are connected by shared quantities, as those of `EquationSystem`."""

    def __init__(self, rows: Ints, coefficients: Ints, weights: Floats) -> None:
        self._rows, self._coefficients, self._weights = rows, coefficients, weights
        self._forms: dict[int, Form] = {}

    def combination(self, target: Form) -> Form:
        """Return the factors of the equations that sum to a form."""
        only = self._only_way
        found = None if only is None else only.factors(target)
        if found is None and len(target) == 2 and not sum(target.values()):
            found = self._chain(target)
        return self._cheapest(target) if found is None else found

    def _chosen_forms(self, chosen: Iterable[int]) -> list[Form]:
        """Return some of the equations as forms; a proof needs a few of many."""
        found = []
        for k in chosen:
            if k not in self._forms:
                self._forms[k] = _as_form(self._rows[k].tolist(), self._coefficients[k].tolist())
            found.append(self._forms[k])
        return found

    @cached_property
    def _only_way(self) -> _Elimination | None:
        """The elimination of a few independent equations; None if combinations are not unique."""
        if len(self._rows) > _FEW:
            return None
        elimination = _Elimination(self._chosen_forms(range(len(self._rows))))
        return elimination if elimination.independent else None

    @cached_property
    def _neighbours(self) -> dict[int, list[tuple[int, int]]]:
        """For each quantity, those to which an equation sets it equal, and which one."""
        differences = np.flatnonzero(
            ((self._rows > 0).sum(axis=1) == 2) & (self._coefficients.sum(axis=1) == 0)
        )
        found: dict[int, list[tuple[int, int]]] = {}
        for k in differences.tolist():
            first, second = (int(v) for v in self._rows[k] if v)
            found.setdefault(first, []).append((second, k))
            found.setdefault(second, []).append((first, k))
        return found

    def _chain(self, target: Form) -> Form | None:
        """Return the cheapest chain of equalities between two quantities, if there is one."""
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
            for there, k in self._neighbours.get(here, ()):
                heapq.heappush(queue, (cost + float(self._weights[k]), there, k, here))
        if goal not in best:
            return None
        found: Form = {}
        here = goal
        while here != start:
            _, by, before = best[here]
            # After the chain so far, the rest of the target is a multiple of `here`.
            own = self._coefficients[by][self._rows[by] == here][0]
            found[by] = target[goal] / int(own)
            here = before
        return found

    def _cheapest(self, target: Form) -> Form:
        """Return a combination of small weight, or any at all where the solver finds none."""
        support = self._sparse_support(target)
        for chosen in (support, range(len(self._rows))):
            if chosen is None:
                continue
            factors = _Elimination(self._chosen_forms(chosen)).factors(target)
            if factors is not None:
                return {chosen[k]: factor for k, factor in factors.items()}
        raise CertificateError("a derived equation is not a combination of the equations before it")

    @cached_property
    def _used(self) -> Ints:
        """The quantities in the equations, ascending."""
        used = distinct(self._rows.ravel())
        return used[used > 0]

    @cached_property
    def _entries(self) -> Floats:
        """The coefficients, scaled so that the largest of each equation is 1."""
        scale = np.abs(self._coefficients).max(axis=1, keepdims=True)
        return np.where(self._rows > 0, self._coefficients / scale, 0.0)

    @cached_property
    def _matrix(self) -> Floats:
        """The dense matrix with a row for each quantity, and a column for each equation."""
        matrix = np.zeros((len(self._used), len(self._rows)))
        places = np.searchsorted(self._used, self._rows)
        np.add.at(matrix, (places, np.arange(len(places))[:, None]), self._entries)
        return matrix

    def _sparse_support(self, target: Form) -> list[int] | None:
        """Return the equations with a coefficient in the cheapest solution, if it is found."""
        wanted = list(target)
        places = self._used.searchsorted(wanted)
        if (places == len(self._used)).any() or (self._used[places] != wanted).any():
            return None
        right = np.zeros(len(self._used))
        right[places] = [float(_as_fraction(c)) for c in target.values()]
        if len(self._used) * len(self._rows) <= _LARGEST_TABLEAU:
            solution = least_sum(self._matrix, right, self._weights)
        else:
            rows = self._used.searchsorted(self._rows)
            solution = _solve_large(rows, self._entries, right, self._weights)
        return None if solution is None else np.flatnonzero(np.abs(solution) > 1e-7).tolist()


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
