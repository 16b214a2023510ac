"""Sums of equations, tested in figures that satisfy none of them.

An equation between the directions, lengths or squared lengths of sides has a defect in any figure:
the difference of its two sides. If equations, each times a coefficient, add up to another one, then
so do their defects in every figure; and if the defects add up in a few random figures, then so do
the equations. The equations of a statement come in the order in which proofs number them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from plane import number

from geoengine.language import Statement

_CLOSE = 1e-8
_FIGURES = 3

_SIDES_OF_THREE = (((0, 1), (0, 2)), ((0, 1), (1, 2)), ((0, 2), (1, 2)))

MEASURES: dict[str, Callable] = {
    "direction": lambda side: np.angle(side) / np.pi,
    "length": lambda side: np.log(np.abs(side)),
    "square": lambda side: np.abs(side) ** 2,
    "line": np.abs,
}
"""What is measured of a side, in each table; directions count modulo 1."""

_EQUAL_SIDES = {
    "cong": lambda q, _, n: [q(0, 1) - q(2, 3)],
    "circle": lambda q, _, n: [q(0, 1) - q(0, k) for k in range(2, n)],
}
_SIZES = {
    "lconst": lambda q, v, n: [q(0, 1) - v],
    "rconst": lambda q, v, n: [q(0, 1) - v * q(2, 3)],
}

EQUATIONS: dict[str, dict[str, Callable]] = {
    "direction": {
        "coll": lambda q, _, n: [
            q(0, 1) - q(0, 2), q(0, 1) - q(1, 2), *(q(0, 1) - q(0, k) for k in range(3, n))
        ],
        "para": lambda q, _, n: [q(0, 1) - q(2, 3)],
        "perp": lambda q, _, n: [q(2, 3) - q(0, 1) - 0.5],
        "aconst": lambda q, v, n: [q(2, 3) - q(0, 1) - v],
        "eqangle": lambda q, _, n: [(q(2, 3) - q(0, 1)) - (q(6, 7) - q(4, 5))],
    },
    "length": {
        **_EQUAL_SIDES,
        "lconst": lambda q, v, n: [q(0, 1) - np.log(v)],
        "rconst": lambda q, v, n: [q(0, 1) - q(2, 3) - np.log(v)],
        "eqratio": lambda q, _, n: [(q(0, 1) - q(2, 3)) - (q(4, 5) - q(6, 7))],
        "eqprod": lambda q, _, n: [
            sum(q(k, k + 1) for k in (0, 2, 4)) - sum(q(k, k + 1) for k in (6, 8, 10))
        ],
    },
    "square": {
        **_EQUAL_SIDES,
        **_SIZES,
        "perp": lambda q, _, n: [(q(0, 2) - q(1, 2)) - (q(0, 3) - q(1, 3))],
    },
    "line": {
        **_SIZES,
        "cong": _EQUAL_SIDES["cong"],
        "between": lambda q, _, n: [q(0, 1) + q(0, 2) - q(1, 2)],
    },
}  # fmt: skip
"""The defects of a statement's equations, from what is measured between its points."""


class BadSumError(ArithmeticError):
    """The equations do not add up."""


def defects(statement: Statement, table: str, at: dict[str, complex]) -> list[float]:
    """The defects of a statement's equations in a figure; empty if the table has none for it."""
    value = statement.value
    equations = EQUATIONS[table].get(statement.predicate)
    irrational = statement.predicate == "rconst" and value.rational is None
    if equations is None or (table == "line" and irrational):
        return []

    def measure(i: int, j: int) -> float:
        return float(MEASURES[table](at[statement.points[j]] - at[statement.points[i]]))

    constant = None if value is None else number(value)
    if table == "square" and constant is not None:
        constant = float(value.square)
    return equations(measure, constant, len(statement.points))


def alternatives(conclusion: Statement, table: str, at: dict[str, complex]) -> list[list[float]]:
    """The defects of a conclusion's equations; for each, also those of others that would do."""
    if conclusion.predicate == "coll" and len(conclusion.points) == 3:
        # Three points are on a line if any two of their sides have one direction.
        z = [at[point] for point in conclusion.points]
        sides = {(i, j): float(MEASURES[table](z[j] - z[i])) for i, j in ((0, 1), (0, 2), (1, 2))}
        gaps = [sides[one] - sides[other] for one, other in _SIDES_OF_THREE]
        return [[*gaps, *(-gap for gap in gaps)]]
    return [[gap] for gap in defects(conclusion, table, at)]


def check_sum(
    sources: Sequence[Statement],
    conclusion: Statement,
    rows: Sequence[Sequence[Fraction]],
    table: str,
    rng: np.random.Generator,
) -> int:
    """Check that rows of coefficients add up the sources' equations to the conclusion's.

    Returns
    -------
    int
        Directions are determined modulo 180° divided by this number.
    """
    points = sorted({point for statement in (*sources, conclusion) for point in statement.points})
    modulus = 1
    for row in rows if table == "direction" else ():
        modulus = lcm(modulus, *(factor.denominator for factor in row))
    if modulus > 10**5:
        raise BadSumError(f"angles modulo 180°/{modulus} say nothing")
    for _ in range(_FIGURES):
        z = rng.normal(size=len(points)) + 1j * rng.normal(size=len(points))
        at = dict(zip(points, z, strict=True))
        own = [gap for statement in sources for gap in defects(statement, table, at)]
        if any(len(row) != len(own) for row in rows):
            raise BadSumError(f"{len(own)} coefficients are needed")
        sums = [sum(float(c) * gap for c, gap in zip(row, own, strict=True)) for row in rows]
        wanted = alternatives(conclusion, table, at)
        if not wanted:
            raise BadSumError(f"{conclusion} has no equation in the table of {table}s")
        scale = max([1.0, *map(abs, own), *(abs(gap) for some in wanted for gap in some)])
        for some in wanted:
            off = np.array([total - gap for total in sums for gap in some]) * modulus
            if table == "direction":
                off = off - np.round(off)
            if not (np.abs(off) < _CLOSE * scale).any():
                raise BadSumError(f"the sources do not add up to {conclusion}")
    return modulus
