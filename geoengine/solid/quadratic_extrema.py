"""Exact extrema of measures that are quadratic in the free variables, or whose squares are.

The distance of two points that move evenly along lines is the commonest such measure: its square is
a quadratic function of the free variables. A quadratic function takes its extrema over a box where
its gradient is zero, within the box or within one of its faces, edges and vertices; so the finitely
many such points are compared.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from geoengine.solid.errors import InexactError
from geoengine.solid.roots import is_zero, root

__all__ = ["ExactBox", "quadratic_extremum"]

ExactBox = Sequence[tuple[Any, Any]]
Measure = Callable[[Sequence[Any]], Any]

_PROBES = ((Fraction(1, 3), Fraction(2, 7), Fraction(5, 11)),
           (Fraction(5, 7), Fraction(1, 9), Fraction(3, 13)),
           (Fraction(4, 5), Fraction(3, 4), Fraction(7, 8)))  # fmt: skip
"""Where a function is compared with the quadratic one through its values elsewhere."""


def quadratic_extremum(measure: Measure, box: ExactBox, *, greatest: bool = False) -> Any:
    """Return the least or greatest value over a box, exactly.

    Parameters
    ----------
    measure : callable
        Of a sequence of exact numbers, one for each variable.
    box : sequence of (number, number)
        The interval of each variable; up to three.
    greatest : bool
        Whether the greatest value is wanted.

    Returns
    -------
    Exact, NestedRoot or None
        None if neither the measure nor its square is quadratic.

    Examples
    --------
    >>> print(quadratic_extremum(lambda v: (v[0] - Fraction(1, 3)) ** 2 + 2, [(0, 1)]))
    2
    >>> print(quadratic_extremum(lambda v: root(v[0] * v[0] - 2 * v[0] + 3), [(0, 3)]))
    √2
    >>> quadratic_extremum(lambda v: v[0] ** 3, [(0, 1)]) is None
    True
    """

    def scaled(place: Sequence[Any]) -> Any:
        return measure([low + (high - low) * x for x, (low, high) in zip(place, box, strict=True)])

    def square(place: Sequence[Any]) -> Any:
        value = scaled(place)
        return value * value

    for of, back in ((scaled, None), (square, root)):
        try:
            quadratic = _Quadratic.through(of, len(box))
        except InexactError:
            # Sums of nested roots; the squares may still be plain.
            continue
        if quadratic is not None:
            found = (max if greatest else min)(quadratic.candidates())
            return found if back is None else back(found)
    return None


class _Quadratic:
    """A quadratic function c + Σ b_i x_i + Σ a_ij x_i x_j on the unit cube."""

    def __init__(self, c: Any, b: list[Any], a: list[list[Any]]) -> None:
        self.c, self.b, self.a = c, b, a
        self.n = len(b)

    @classmethod
    def through(cls, of: Measure, n: int) -> _Quadratic | None:
        """Return the quadratic function with the same values, if there is one."""
        half = Fraction(1, 2)
        zero = [Fraction(0)] * n

        def at(**values: Any) -> Any:
            place = list(zero)
            for name, value in values.items():
                place[int(name[1:])] = value
            return of(place)

        c = of(zero)
        b: list[Any] = [None] * n
        a: list[list[Any]] = [[0] * n for _ in range(n)]
        ends = []
        for i in range(n):
            middle, end = at(**{f"x{i}": half}), at(**{f"x{i}": 1})
            a[i][i] = 2 * (end - 2 * middle + c)
            b[i] = end - c - a[i][i]
            ends.append(end)
        for i, j in itertools.combinations(range(n), 2):
            both = at(**{f"x{i}": 1, f"x{j}": 1})
            a[i][j] = a[j][i] = (both - ends[i] - ends[j] + c) * half
        found = cls(c, b, a)
        same = all(is_zero(found.value(probe[:n]) - of(probe[:n])) for probe in _PROBES)
        return found if same else None

    def value(self, place: Sequence[Any]) -> Any:
        return self.c + sum(
            place[i] * (self.b[i] + sum(self.a[i][j] * place[j] for j in range(self.n)))
            for i in range(self.n)
        )

    def candidates(self) -> list[Any]:
        """Return the values where the gradient is zero in the cube or a part of its boundary."""
        found = []
        for sides in itertools.product((0, 1, None), repeat=self.n):
            place = self._stationary(list(sides))
            if place is not None and all(0 <= x <= 1 for x in place):
                found.append(self.value(place))
        return found

    def _stationary(self, sides: list[Any]) -> list[Any] | None:
        """Return where the gradient along the free coordinates, which are None, is zero.

        Where that is undetermined, the extremum is also attained on a smaller part.
        """
        free = [i for i, side in enumerate(sides) if side is None]
        rows = [
            [2 * self.a[i][j] for j in free]
            + [-self.b[i] - sum(2 * self.a[i][k] * x for k, x in enumerate(sides) if x is not None)]
            for i in free
        ]
        solution = _solve(rows)
        if solution is None:
            return None
        for i, x in zip(free, solution, strict=True):
            sides[i] = x
        return sides


def _solve(rows: list[list[Any]]) -> list[Any] | None:
    """Solve linear equations, each row with its right side last; None if they are singular."""
    n = len(rows)
    for k in range(n):
        pivot = next((r for r in range(k, n) if not is_zero(rows[r][k])), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        factor = 1 / _exact(rows[k][k])
        rows[k] = [x * factor for x in rows[k]]
        for r in range(n):
            if r != k:
                rows[r] = [x - rows[r][k] * y for x, y in zip(rows[r], rows[k], strict=True)]
    return [row[-1] for row in rows]


def _exact(x: Any) -> Any:
    return Fraction(x) if isinstance(x, int) else x
