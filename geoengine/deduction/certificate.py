"""Certificates: a form written as an exact combination of equations of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from geoengine.deduction.forms import FormBlock
from geoengine.deduction.frame import Ints
from geoengine.errors import GeoengineError
from geoengine.language import Surd, Table

__all__ = [
    "CertificateError",
    "Combination",
    "combine",
    "constant_of",
    "power_product",
    "solve_exactly",
]

Constant = Fraction | Surd


class CertificateError(GeoengineError):
    """A form that the tables imply could not be written as a combination: a fault of ours."""


@dataclass(frozen=True, slots=True)
class Combination:
    """sum(coefficient * row) equals the form.

    Attributes
    ----------
    rows : tuple of int
        Positions in the list of equations.
    coefficients : tuple of Fraction
    """

    rows: tuple[int, ...]
    coefficients: tuple[Fraction, ...]


def _as_form(
    variables: Sequence[int], coefficients: Sequence[int | Fraction]
) -> dict[int, Fraction]:
    form: Counter[int] = Counter()
    for variable, coefficient in zip(variables, coefficients, strict=True):
        if variable:
            form[variable] += coefficient  # type: ignore[assignment]
    return {variable: Fraction(c) for variable, c in form.items() if c}


def _residue(
    target: dict[int, Fraction], rows: Sequence[dict[int, Fraction]], factors: Sequence[Fraction]
) -> dict[int, Fraction]:
    left = dict(target)
    for row, factor in zip(rows, factors, strict=True):
        for variable, c in row.items():
            left[variable] = left.get(variable, Fraction(0)) - factor * c
    return {variable: c for variable, c in left.items() if c}


def _solve_exactly(
    target: dict[int, Fraction], rows: Sequence[dict[int, Fraction]]
) -> list[Fraction] | None:
    """Coefficients of `rows` that sum to `target`, by elimination over the rationals."""
    basis: dict[int, tuple[dict[int, Fraction], dict[int, Fraction]]] = {}

    def reduce(form: dict[int, Fraction], used: dict[int, Fraction]) -> int | None:
        while form:
            pivot = min(form)
            if pivot not in basis:
                return pivot
            other, source = basis[pivot]
            factor = form[pivot] / other[pivot]
            for mine, theirs in ((form, other), (used, source)):
                for key, c in theirs.items():
                    mine[key] = mine.get(key, Fraction(0)) - factor * c
                    if not mine[key]:
                        del mine[key]
        return None

    for k, row in enumerate(rows):
        form, used = dict(row), {k: Fraction(1)}
        pivot = reduce(form, used)
        if pivot is not None:
            basis[pivot] = (form, used)
    form, used = dict(target), {}
    if reduce(form, used) is not None:
        return None
    return [-used.get(k, Fraction(0)) for k in range(len(rows))]


def solve_exactly(target: FormBlock, rows: Sequence[FormBlock]) -> list[Fraction] | None:
    """Coefficients with which the forms of `rows` sum to `target`; each holds a single form."""
    return _solve_exactly(
        _as_form(target.variables[0].tolist(), target.coefficients.tolist()),
        [_as_form(row.variables[0].tolist(), row.coefficients.tolist()) for row in rows],
    )


def combine(
    variables: Ints,
    coefficients: Ints,
    rows: Ints,
    row_coefficients: Ints,
    weights: NDArray[np.float64],
) -> Combination:
    """Write a form as a combination of equations, of small total weight.

    The combination is the vertex of a linear programme (least weighted sum of absolute
    coefficients), made exact: its coefficients are recovered as fractions and checked.

    Parameters
    ----------
    variables, coefficients : ndarray, shape (k,)
        The form.
    rows, row_coefficients : ndarray, shape (m, 6)
        The equations, padded with variable 0.
    weights : ndarray, shape (m,)
        Cost of using each equation.

    Raises
    ------
    CertificateError
        If the form is not a combination of the equations.
    """
    target = _as_form(variables.tolist(), coefficients.tolist())
    if not target:
        return Combination((), ())
    exact_rows = _nearby(target, rows)
    chosen = _sparse_support(
        target, rows[exact_rows], row_coefficients[exact_rows], weights[exact_rows]
    )
    for support in (chosen, np.arange(len(exact_rows))):
        if support is None:
            continue
        numbers = exact_rows[support]
        forms = [_as_form(rows[k].tolist(), row_coefficients[k].tolist()) for k in numbers.tolist()]
        factors = _solve_exactly(target, forms)
        if factors is not None and not _residue(target, forms, factors):
            used = [(int(k), f) for k, f in zip(numbers, factors, strict=True) if f]
            return Combination(tuple(k for k, _ in used), tuple(f for _, f in used))
    raise CertificateError("a derived equation is not a combination of the equations before it")


def _nearby(target: dict[int, Fraction], rows: Ints) -> Ints:
    """Equations that share a chain of quantities with the form: the only ones that can help."""
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
    target: dict[int, Fraction], rows: Ints, row_coefficients: Ints, weights: NDArray[np.float64]
) -> Ints | None:
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    if not len(rows):
        return None
    used = np.unique(np.concatenate([rows.ravel(), list(target)]))
    used = used[used > 0]
    at = np.searchsorted(used, rows)
    real = rows > 0
    columns = np.broadcast_to(np.arange(len(rows))[:, None], rows.shape)
    scale = np.abs(row_coefficients).max(axis=1, keepdims=True)
    entries = (row_coefficients / scale)[real]
    matrix = coo_array((entries, (at[real], columns[real])), shape=(len(used), len(rows))).tocsc()
    right = np.zeros(len(used))
    for variable, c in target.items():
        right[np.searchsorted(used, variable)] = float(c)
    from scipy.sparse import hstack

    solved = linprog(
        np.concatenate([weights, weights]),
        A_eq=hstack([matrix, -matrix]).tocsc(),
        b_eq=right,
        bounds=(0, None),
        method="highs",
    )
    if solved.x is None:
        return None
    amount = solved.x[: len(rows)] + solved.x[len(rows) :]
    return np.flatnonzero(amount > 1e-7)


def power_product(constants: Sequence[Surd], exponents: Sequence[Fraction]) -> dict[int, Fraction]:
    """The product of constants to exponents, as exponents of primes.

    Examples
    --------
    >>> from fractions import Fraction
    >>> power_product([Surd.of(6), Surd.of(3)], [Fraction(1), Fraction(-1)])
    {2: Fraction(1, 1)}
    """
    from sympy import factorint

    powers: Counter[int] = Counter()
    for constant, exponent in zip(constants, exponents, strict=True):
        for number, sign in ((constant.square.numerator, 1), (constant.square.denominator, -1)):
            for prime, power in factorint(number).items():
                powers[int(prime)] += exponent * sign * power / 2
    return {prime: Fraction(power) for prime, power in sorted(powers.items()) if power}


def constant_of(
    table: Table, constants: Sequence[Constant | None], factors: Sequence[Fraction]
) -> Constant | None:
    """The right-hand side of a combination of equations.

    Returns
    -------
    Fraction
        A fraction of pi (directions) or a squared length.
    Surd
        The number whose logarithm it is (lengths); None where its square is not rational.
    """
    if table != "length":
        numbers = [c for c in constants if isinstance(c, Fraction)]
        return sum((f * c for f, c in zip(factors, numbers, strict=True)), Fraction(0))
    powers = power_product([c for c in constants if isinstance(c, Surd)], factors)
    if any((2 * power).denominator != 1 for power in powers.values()):
        return None
    square = Fraction(1)
    for prime, power in powers.items():
        square *= Fraction(prime) ** int(2 * power)
    return Surd(square)
