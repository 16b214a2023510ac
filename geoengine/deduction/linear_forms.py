"""Linear forms of statements over the pairs of a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from geoengine.deduction.constants import counts_as_zero
from geoengine.deduction.frame import Frame, Ints
from geoengine.language import PREDICATES, Surd, Table, Value

__all__ = [
    "ALL_TABLES",
    "TABLES",
    "FactForm",
    "FormBlock",
    "FormPlan",
    "form_blocks",
    "form_plans",
    "scaled_terms",
    "single_forms",
]

TABLES: tuple[Table, ...] = ("direction", "length", "square")
"""The tables that rules use."""

ALL_TABLES: tuple[Table, ...] = (*TABLES, "line")
"""All tables; that of plain lengths is created only where a figure needs it."""


@dataclass(frozen=True, slots=True, eq=False)
class FormPlan:
    """A form of a predicate, with argument positions in place of points.

    Attributes
    ----------
    ends : tuple of (int, int)
        The positions of the ends of each segment.
    first, second : ndarray, shape (k,)
        The same as arrays.
    coefficients : ndarray, shape (k,)
    numbers : list of int
        The same as a list.
    constant : Fraction or Surd
        The right-hand side, by table: a fraction of pi ("direction"), a number whose logarithm is
        meant ("length"), a squared length ("square"), or a length ("line").
    homogeneous : bool
        Whether the table leaves the constant out.
    scale : int
        The factor by which the form was multiplied to have integer coefficients.
    """

    table: Table
    ends: tuple[tuple[int, int], ...]
    first: Ints
    second: Ints
    coefficients: Ints
    numbers: list[int]
    constant: Fraction | Surd
    homogeneous: bool
    scale: int


class FormBlock(NamedTuple):
    """One linear form for each of many facts of one kind.

    Attributes
    ----------
    plan : FormPlan
    variables : ndarray, shape (m, k)
        Pair numbers.
    """

    plan: FormPlan
    variables: Ints


class FactForm(NamedTuple):
    """A linear form of a single fact, for which lists are faster than arrays.

    Attributes
    ----------
    plan : FormPlan
    variables : list of int
        Pair numbers.
    """

    plan: FormPlan
    variables: list[int]


def scaled_terms(
    terms: Sequence[tuple[int, int, int]], scale: Fraction
) -> list[tuple[int, int, int]]:
    """Multiply the last term by a fraction, then all terms by the denominator of the fraction.

    The terms thus keep whole coefficients.

    Parameters
    ----------
    terms : sequence of (int, int, int)
        Two points, by their positions among the arguments, and the coefficient of their segment.
    scale : Fraction

    Examples
    --------
    >>> scaled_terms([(0, 1, 1), (2, 3, -1)], Fraction(2, 3))
    [(0, 1, 3), (2, 3, -2)]
    """
    first = [(a, b, c * scale.denominator) for a, b, c in terms[:-1]]
    a, b, c = terms[-1]
    return [*first, (a, b, c * scale.numerator)]


def form_blocks(
    frame: Frame,
    predicate: str,
    points: Sequence[Ints] | Ints,
    value: Value | None,
    tables: Sequence[Table] = TABLES,
) -> list[FormBlock]:
    """Return the linear forms of a predicate for many tuples of points; empty if it has none.

    Parameters
    ----------
    points : sequence of ndarray, each of shape (m,)
        One array of point numbers for each argument.
    tables : sequence of str
        Only forms of these tables are returned.
    """
    rows = np.asarray(points)
    return [
        FormBlock(
            plan,
            # With few facts, indexing by lists takes four times as long.
            frame.pair[rows.take(plan.first, axis=0), rows.take(plan.second, axis=0)].T,
        )
        for plan in form_plans(predicate, len(rows), value)
        if plan.table in tables
    ]


def single_forms(
    pair: Sequence[Sequence[int]], predicate: str, points: Sequence[int], value: Value | None
) -> list[FactForm]:
    """Return the linear forms of one fact in all tables, as `form_blocks` does for many.

    Parameters
    ----------
    pair : sequence of sequence of int
        The pair of every two points, as lists, from which single numbers are read faster.
    """
    return [
        FactForm(plan, [pair[points[a]][points[b]] for a, b in plan.ends])
        for plan in form_plans(predicate, len(points), value)
    ]


@lru_cache(maxsize=4096)
def form_plans(predicate: str, count: int, value: Value | None) -> tuple[FormPlan, ...]:
    """Return the forms of a predicate with a number of arguments, in all tables."""
    plans = []
    for form in PREDICATES[predicate].linear_forms(count):
        scale = form.scale(value)
        if scale is None:
            continue
        terms = scaled_terms(form.terms, scale) if scale != 1 else form.terms
        constant: Fraction | Surd
        if form.constant == "value":
            assert value is not None
            constant = value.square if form.table == "square" and isinstance(value, Surd) else value
        else:
            constant = Surd(Fraction(1)) if form.table == "length" else form.constant
        coefficients = np.array([c for *_, c in terms], dtype=np.int64)
        coefficients.flags.writeable = False
        plans.append(
            FormPlan(
                form.table,
                tuple([(a, b) for a, b, _ in terms]),
                np.array([a for a, *_ in terms], dtype=np.int64),
                np.array([b for _, b, _ in terms], dtype=np.int64),
                coefficients,
                coefficients.tolist(),
                constant,
                counts_as_zero(form.table, constant),
                scale.denominator,
            )
        )
    return tuple(plans)
