"""Least and greatest values, solutions and loci over the free variables of a figure."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

from geoengine.errors import InputError
from geoengine.verify.budget import Budget
from geoengine.verify.solids.evaluation import names_in
from geoengine.verify.solids.figure_record import Figure
from geoengine.verify.solids.loci import locus_area, locus_length
from geoengine.verify.solids.shapes import UndefinedError

__all__ = ["lazy_functions"]

Place = Sequence[float]
_GRID = {1: 201, 2: 25, 3: 11}
"""How many values of each variable are tried, by the number of variables."""


@dataclass(frozen=True, slots=True)
class Search:
    """A search over the free variables of a figure."""

    figure: Figure
    budget: Budget

    @property
    def box(self) -> list[tuple[float, float]]:
        """The intervals of the variables."""
        return list(self.figure.free.values())

    def value(self, expression: ast.expr, place: Place) -> float:
        """The value of an expression; not a number where it does not exist."""
        if self.budget.spent:
            raise TimeoutError("the search took too long")
        names = self.figure.free
        try:
            at = dict(zip(names, map(float, place), strict=True))
            return float(self.figure.value_at(at, expression))
        except (UndefinedError, ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
            return math.nan

    def gaps(self) -> list[tuple[bool, Callable[[Place], float]]]:
        """The constraints: whether each is an equation, and what must be 0 or not negative."""
        return [self._gap(constraint) for constraint in self.figure.constraints]

    def _gap(self, comparison: ast.expr) -> tuple[bool, Callable[[Place], float]]:
        op, gap = self.difference(comparison)
        sign = -1.0 if isinstance(op, ast.Lt | ast.LtE) else 1.0
        return isinstance(op, ast.Eq), lambda place: sign * gap(place)

    def difference(self, comparison: ast.expr) -> tuple[ast.cmpop, Callable[[Place], float]]:
        """Both sides of a comparison, subtracted."""
        match comparison:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                gap = ast.BinOp(left, ast.Sub(), right)
                return op, lambda place: self.value(gap, place)
        raise InputError("expected a comparison of free variables")

    def least(self, of: Callable[[Place], float]) -> float:
        """The least value: on a grid, and polished from its best places."""
        from scipy.optimize import minimize, minimize_scalar

        box, gaps = self.box, self.gaps()
        if len(box) not in _GRID:
            raise NotImplementedError(f"a search over {len(box)} variables")

        def limited(place: Place) -> float:
            inside = all(
                low - 1e-12 <= x <= high + 1e-12 for x, (low, high) in zip(place, box, strict=True)
            )
            if not inside or any(not gap(place) > -1e-9 for equal, gap in gaps if not equal):
                return math.inf
            found = of(place)
            return found if math.isfinite(found) else math.inf

        if any(equal for equal, _ in gaps):
            return self._least_on_curve(of, gaps)
        axes = [np.linspace(low, high, _GRID[len(box)]) for low, high in box]
        table = sorted(((limited(place), place) for place in product(*axes)), key=lambda e: e[0])
        best = table[0][0]
        if not math.isfinite(best):
            raise UndefinedError("what is asked has no value anywhere")
        for found, start in table[:5]:
            if not math.isfinite(found):
                continue
            if len(box) == 1:
                step = float(axes[0][1] - axes[0][0])
                low = max(box[0][0], float(start[0]) - step)
                high = min(box[0][1], float(start[0]) + step)
                polished = minimize_scalar(
                    lambda t: limited((t,)), bounds=(low, high), method="bounded",
                    options={"xatol": 1e-11},
                )  # fmt: skip
                best = min(best, float(polished.fun))
                continue
            for _ in range(2):
                steps = [np.zeros(len(box)), *np.diag([float(axis[1] - axis[0]) for axis in axes])]
                simplex = np.array([np.asarray(start) + step / 2 for step in steps])
                result = minimize(
                    limited, start, method="Nelder-Mead",
                    options={"xatol": 1e-10, "fatol": 1e-13, "initial_simplex": simplex,
                             "maxfev": 600},
                )  # fmt: skip
                start, best = tuple(result.x), min(best, float(result.fun))
        return best

    def _least_on_curve(
        self,
        of: Callable[[Place], float],
        gaps: Sequence[tuple[bool, Callable[[Place], float]]],
    ) -> float:
        from scipy.optimize import minimize

        limits = [{"type": "eq" if equal else "ineq", "fun": gap} for equal, gap in gaps]
        found = []
        for start in product(*(np.linspace(low, high, 7)[1:-1] for low, high in self.box)):
            result = minimize(
                of, start, method="SLSQP", bounds=self.box, constraints=limits,
                options={"ftol": 1e-14, "maxiter": 200},
            )  # fmt: skip
            held = all(
                abs(gap(result.x)) < 1e-8 if equal else gap(result.x) > -1e-8 for equal, gap in gaps
            )
            if held and math.isfinite(result.fun):
                found.append(float(result.fun))
        if not found:
            raise UndefinedError("the constraints hold nowhere")
        return min(found)

    def solve(self, *parts: ast.expr) -> float:
        """The value of an expression at the only solution of equations."""
        *equations, expression = parts
        functions = [self.difference(equation)[1] for equation in equations]
        gaps = self.gaps()
        values: list[float] = []
        for place in self._roots(functions):
            if any(abs(gap(place)) > 1e-8 if equal else gap(place) < -1e-8 for equal, gap in gaps):
                continue
            value = self.value(expression, place)
            if all(abs(value - known) > 1e-7 * max(1.0, abs(value)) for known in values):
                values.append(value)
        if len(values) != 1:
            raise UndefinedError(f"the equations give {len(values)} values, not one")
        return values[0]

    def _roots(self, functions: Sequence[Callable[[Place], float]]) -> list[Place]:
        from scipy.optimize import brentq, root

        if len(functions) != len(self.box):
            raise InputError("expected as many equations as free variables")
        if len(functions) == 1:
            ((low, high),) = self.box
            of = functions[0]
            # Uneven steps, and values at the ends that are only just inside.
            ts = np.linspace(low, high, 302)
            values = [of((t,)) for t in ts]
            found: list[Place] = [(t,) for t, v in zip(ts, values, strict=True) if abs(v) < 1e-11]
            for (s, t), (v, w) in zip(pairwise(ts), pairwise(values), strict=True):
                if v * w < 0 and max(abs(v), abs(w)) < 1e6:
                    x = float(brentq(lambda t: of((t,)), s, t, xtol=1e-14))
                    found += [(x,)] if abs(of((x,))) < 1e-6 else []
            return found
        found = []
        for start in product(*(np.linspace(low, high, 9)[1:-1:2] for low, high in self.box)):
            result = root(lambda x: [of(x) for of in functions], start, tol=1e-13)
            inside = all(
                low - 1e-9 <= x <= high + 1e-9
                for x, (low, high) in zip(result.x, self.box, strict=True)
            )
            if inside and all(abs(of(result.x)) < 1e-9 for of in functions):
                found.append(tuple(result.x))
        return found


def _locus(search: Search, parts: Sequence[ast.expr], *, curve: bool) -> float:
    """The length or area of the locus of the point that depends on all free variables."""
    figure, names = search.figure, set(search.figure.free)
    *named, condition = parts
    if len(names) != 2:
        raise NotImplementedError("a locus with other than two free variables")
    if not named:
        named = [ast.Name(n) for n, e in figure.moving if names <= names_in(e) and n[0].isupper()]
    if len(named) != 1:
        raise InputError("expected one point that moves over a plane")

    def point(place: Place) -> Any:
        return figure.value_at(dict(zip(figure.free, map(float, place), strict=True)), named[0])

    limits: list[Callable[[Place], float]] = []
    for equal, gap in search.gaps():
        if equal:
            raise NotImplementedError("a locus with an equation as constraint")
        limits.append(_negated(gap))
    op, of = search.difference(condition)
    if curve:
        return locus_length(of, limits, point, search.box)
    if isinstance(op, ast.Gt | ast.GtE):
        limits.append(_negated(of))
    else:
        limits.append(of)
    (left, right), (low, high) = search.box
    corner, X, Y = (point(place) for place in ((left, low), (right, low), (left, high)))
    scale = float(np.linalg.norm(np.cross(X - corner, Y - corner))) / (
        (right - left) * (high - low)
    )
    return locus_area(limits, search.box, scale)


def _negated(of: Callable[[Place], float]) -> Callable[[Place], float]:
    return lambda place: -of(place)


def lazy_functions(figure: Figure, budget: Budget) -> dict[str, Callable[..., float]]:
    """Return the functions of moving points, which get their arguments as expressions."""
    search = Search(figure, budget)
    return {
        "minimum": lambda part: search.least(lambda place: search.value(part, place)),
        "maximum": lambda part: -search.least(lambda place: -search.value(part, place)),
        "solve": search.solve,
        "locus_length": lambda *parts: _locus(search, parts, curve=True),
        "locus_area": lambda *parts: _locus(search, parts, curve=False),
    }
