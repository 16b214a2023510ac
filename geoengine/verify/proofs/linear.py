"""Linear equations of statements in exact arithmetic, and sums of them.

A statement may be linear in the directions of lines (fractions of half a turn, modulo one), in the
logarithms of lengths, in their squares, or in lengths themselves; `geoengine.language` defines
which. Here the equations are written over pairs of points, with fractions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from geoengine.language import Statement, Surd, SurdSum

__all__ = ["TABLES", "LinearEquation", "Powers", "contradiction", "equations_in"]

Side = frozenset[str]
Key = TypeVar("Key")
Powers = tuple[tuple[int, Fraction], ...]
"""The logarithm of a number, as exponents of primes."""

_CLEARLY = 1e-9

TABLES = ("direction", "length", "square", "line")
"""Names of the kinds of equations: in directions, logarithms of lengths, squares, and lengths."""


@dataclass(frozen=True, slots=True)
class LinearEquation:
    """A linear combination of quantities, and its value.

    Attributes
    ----------
    terms : mapping of frozenset of str to Fraction
        The coefficient of each pair of points.
    constant : mapping of int to Fraction
        The value. In the table ``length`` it is the logarithm of a product, given as the exponent
        of each prime; in ``line`` a sum of square roots, given as the factor of each root, by the
        number under it; otherwise a single fraction, under the key 1.
    """

    terms: Mapping[Side, Fraction]
    constant: Mapping[int, Fraction]


def equations_in(statement: Statement, table: str) -> list[LinearEquation]:
    """The equations that a statement implies in a table, one of `TABLES`; empty if none.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> for equation in equations_in(parse_statement("lconst A B 4√2"), "length"):
    ...     print(dict(equation.constant))
    {2: Fraction(5, 2)}
    """
    found = []
    for form in statement.definition.linear_forms(len(statement.points)):
        scale = form.scale(statement.value)
        if form.table != table or scale is None:
            continue
        terms: dict[Side, Fraction] = {}
        for position, (a, b, coefficient) in enumerate(form.terms):
            factor = Fraction(coefficient)
            if position == len(form.terms) - 1:
                factor *= scale
            first, second = statement.points[a], statement.points[b]
            if first != second:
                side = frozenset((first, second))
                terms[side] = terms.get(side, Fraction(0)) + factor
        found.append(
            LinearEquation(
                {side: c for side, c in terms.items() if c},
                _constant(statement, form.constant, table),
            )
        )
    return found


def _constant(statement: Statement, constant: object, table: str) -> Mapping[int, Fraction]:
    if constant != "value":
        assert isinstance(constant, Fraction)
        return {1: constant} if constant else {}
    if isinstance(statement.value, Surd):
        if table == "length":
            return dict(logarithm(statement.value.square))
        if table == "line":
            return SurdSum.of(statement.value).terms
        return {1: statement.value.square}
    assert isinstance(statement.value, Fraction)
    return {1: statement.value}


@lru_cache(maxsize=4096)
def logarithm(square: Fraction) -> Powers:
    """The logarithm of the square root of a positive fraction, as exponents of primes."""
    from sympy import factorint

    powers: dict[int, Fraction] = {}
    for number, sign in ((square.numerator, 1), (square.denominator, -1)):
        # No factors above a million are searched for: what remains counts as a prime.
        for prime, power in factorint(number, limit=10**6).items():
            powers[int(prime)] = powers.get(int(prime), Fraction(0)) + Fraction(
                sign * int(power), 2
            )
    return tuple(sorted(powers.items()))


def contradiction(statements: Iterable[Statement]) -> tuple[Statement, ...] | None:
    """Find statements whose equations add up to a contradiction, such as 0 = 1.

    Returns
    -------
    tuple of Statement or None
        None if the equations of each table are consistent. Contradictions between tables, beyond
        linear equations, or with conditions are not detected.

    Examples
    --------
    >>> from geoengine.language import parse_statement
    >>> texts = ("cong A B A C", "lconst A B 3", "lconst A C 4", "cong A B B C")
    >>> [str(s) for s in contradiction([parse_statement(text) for text in texts])]
    ['cong A B A C', 'lconst A B 3', 'lconst A C 4']
    """
    statements = list(statements)
    for table in TABLES:
        equations, owners = [], []
        for statement in statements:
            if statement.is_condition:
                continue
            for equation in equations_in(statement, table):
                equations.append(equation)
                owners.append(statement)
        used = _contradictory_rows(equations, table)
        if used is not None:
            return tuple(dict.fromkeys(owners[k] for k in used))
    return None


def _contradictory_rows(equations: Sequence[LinearEquation], table: str) -> list[int] | None:
    """Find equations that add up to 0 = c with a constant c that is not zero.

    For directions, c is not zero modulo one.
    """
    basis: dict[Side, tuple[dict[Side, Fraction], dict[int, Fraction]]] = {}
    for row, equation in enumerate(equations):
        form, sources = dict(equation.terms), {row: Fraction(1)}
        while form:
            pivot = min(form, key=sorted)
            if pivot not in basis:
                basis[pivot] = (form, sources)
                break
            other, others = basis[pivot]
            factor = form[pivot] / other[pivot]
            _subtract(form, other, factor)
            _subtract(sources, others, factor)
        else:
            total: dict[int, Fraction] = {}
            for k, factor in sources.items():
                for prime, power in equations[k].constant.items():
                    total[prime] = total.get(prime, Fraction(0)) + factor * power
            if table == "direction":
                # Directions count modulo one, and so does the sum after clearing denominators.
                scale = 1
                for factor in sources.values():
                    scale *= factor.denominator
                total = {key: power * scale % 1 for key, power in total.items()}
            # Large numbers are not factored completely, so exponents alone could mislead.
            size = sum(abs(c) * _SIZES[table](key) for key, c in total.items())
            off = abs(sum(c * _SIZES[table](key) for key, c in total.items()))
            if off > _CLEARLY * max(1.0, size):
                return sorted(sources)
    return None


_SIZES: dict[str, Callable[[int], float]] = {
    "direction": float,
    "length": math.log,
    "square": float,
    "line": math.sqrt,
}
"""The numeric value of each part of a constant."""


def _subtract(mine: dict[Key, Fraction], theirs: Mapping[Key, Fraction], factor: Fraction) -> None:
    for key, c in theirs.items():
        left = mine.get(key, Fraction(0)) - factor * c
        if left:
            mine[key] = left
        else:
            mine.pop(key, None)
