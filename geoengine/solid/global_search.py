"""Least values and roots of functions over a box, by search in floating-point numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

__all__ = ["Box", "Function", "least_value", "roots_between"]

Box = Sequence[tuple[float, float]]
Function = Callable[[Sequence[float]], float]

_GRID = {1: 96, 2: 14, 3: 7}
"""How many steps the grid has along each side, by the number of variables."""
_STARTS = 4
"""From how many of the best points of the grid a search starts, at most."""
_GOLDEN = (math.sqrt(5) - 1) / 2


def least_value(
    function: Function, box: Box, constraints: Sequence[tuple[bool, Function]] = ()
) -> tuple[float, tuple[float, ...]]:
    """Return the least value of a function over a box, and where it is.

    A search from the best points of a grid; the value is exact to about 1e-12 for functions that
    are smooth near their least value.

    Parameters
    ----------
    function : callable
        Of a sequence of floats; infinite where it is not defined.
    box : sequence of (float, float)
        The interval of each variable; up to three variables.
    constraints : sequence of (bool, callable)
        Functions that must not be negative or, if the first element is true, that must be zero.

    Raises
    ------
    ValueError
        When there are more than three variables, or no point satisfies the constraints.

    Examples
    --------
    >>> value, (t,) = least_value(lambda v: (v[0] - 0.3) ** 2 + 1, [(0, 1)])
    >>> abs(value - 1) < 1e-12, abs(t - 0.3) < 1e-6
    (True, True)
    """
    if len(box) not in _GRID:
        raise ValueError(f"expected one, two or three free variables, found {len(box)}")
    if len(box) == 1 and not any(equal for equal, _ in constraints):
        return _least_on_interval(function, box[0], [of for _, of in constraints])
    return _least_in_box(function, box, constraints)


def _least_on_interval(
    function: Function, interval: tuple[float, float], at_least_zero: Sequence[Function]
) -> tuple[float, tuple[float, ...]]:
    low, high = interval

    def value(t: float) -> float:
        if any(of((t,)) < -1e-12 for of in at_least_zero):
            return math.inf
        return function((t,))

    steps = _GRID[1]
    places = [low + (high - low) * k / steps for k in range(steps + 1)]
    values = [value(t) for t in places]
    found = min(zip(values, places, strict=True))
    if found[0] == math.inf:
        raise ValueError("expected values of the free variables that satisfy the constraints")
    brackets = sorted(
        (values[k], k)
        for k in range(steps + 1)
        if values[k] <= values[max(k - 1, 0)] and values[k] <= values[min(k + 1, steps)]
    )
    for _, k in brackets[:_STARTS]:
        left, right = places[max(k - 1, 0)], places[min(k + 1, steps)]
        t = _golden_section(value, left, right)
        found = min(found, (value(t), t))
    return found[0], (found[1],)


def _golden_section(value: Callable[[float], float], left: float, right: float) -> float:
    a, b = left, right
    x, y = b - _GOLDEN * (b - a), a + _GOLDEN * (b - a)
    at_x, at_y = value(x), value(y)
    for _ in range(70):
        if at_x <= at_y:
            b, y, at_y = y, x, at_x
            x = b - _GOLDEN * (b - a)
            at_x = value(x)
        else:
            a, x, at_x = x, y, at_y
            y = a + _GOLDEN * (b - a)
            at_y = value(y)
        if b - a < 1e-13 * (1 + abs(a)):
            break
    return min((value(t), t) for t in (left, right, a, b, x, y))[1]


def _least_in_box(
    function: Function, box: Box, constraints: Sequence[tuple[bool, Function]]
) -> tuple[float, tuple[float, ...]]:
    from scipy.optimize import minimize

    steps = _GRID[len(box)]
    sides = [[low + (high - low) * k / steps for k in range(steps + 1)] for low, high in box]
    rows = [(value, place) for place in itertools.product(*sides)
            if math.isfinite(value := _penalized(function, constraints, place))]  # fmt: skip
    conditions = [
        {"type": "eq" if equal else "ineq", "fun": _guarded(of)} for equal, of in constraints
    ]
    found: list[tuple[float, tuple[float, ...]]] = [
        (function(place), place) for _, place in sorted(rows)[:1] if _holds(constraints, place)
    ]
    for _, start in _apart(sorted(rows), box):
        place: Sequence[float] = start
        for _ in range(2):
            result = minimize(
                _guarded(function), place, method="SLSQP", bounds=box, constraints=conditions,
                options={"ftol": 1e-16, "maxiter": 200},
            )  # fmt: skip
            place = [min(max(x, low), high) for x, (low, high) in zip(result.x, box, strict=True)]
            if _holds(constraints, place) and math.isfinite(value := function(place)):
                found.append((value, tuple(place)))
        if not constraints and found:
            polished = minimize(
                _guarded(function), min(found)[1], method="Nelder-Mead", bounds=box,
                options={"xatol": 1e-11, "fatol": 1e-15, "maxiter": 150},
            )  # fmt: skip
            found.append((float(polished.fun), tuple(map(float, polished.x))))
    if not found:
        raise ValueError("expected values of the free variables that satisfy the constraints")
    return min(found)


def _guarded(function: Function) -> Callable[[Sequence[float]], float]:
    def value(place: Sequence[float]) -> float:
        found = function([float(x) for x in place])
        return found if math.isfinite(found) else 1e6

    return value


def _penalized(
    function: Function, constraints: Sequence[tuple[bool, Function]], place: Sequence[float]
) -> float:
    broken = sum(abs(of(place)) if equal else max(0.0, -of(place)) for equal, of in constraints)
    return function(place) + 10 * broken


def _holds(constraints: Sequence[tuple[bool, Function]], place: Sequence[float]) -> bool:
    return all(abs(of(place)) < 1e-10 if equal else of(place) > -1e-10 for equal, of in constraints)


def _apart(
    rows: Sequence[tuple[float, tuple[float, ...]]], box: Box
) -> list[tuple[float, tuple[float, ...]]]:
    """Return the best rows that are not near a better one."""
    kept: list[tuple[float, tuple[float, ...]]] = []
    for value, place in rows:
        near = any(
            all(
                abs(x - y) < 0.2 * (high - low)
                for x, y, (low, high) in zip(place, other, box, strict=True)
            )
            for _, other in kept
        )
        if not near:
            kept.append((value, place))
        if len(kept) == _STARTS:
            break
    return kept


def roots_between(
    function: Callable[[float], float], low: float, high: float, steps: int = 240
) -> list[float]:
    """Return the roots of a continuous function in an interval, in ascending order.

    Roots where the sign changes are found by Brent's method; roots where the function only touches
    zero, as least values of its absolute value.

    Examples
    --------
    >>> [round(x, 6) for x in roots_between(lambda x: x * x - 2, 0, 3)]
    [1.414214]
    >>> [round(x, 6) for x in roots_between(lambda x: (x - 1) ** 2, 0, 3)]
    [1.0]
    """
    from scipy.optimize import brentq

    places = [low + (high - low) * k / steps for k in range(steps + 1)]
    values = [function(t) for t in places]
    scale = max((abs(v) for v in values if math.isfinite(v)), default=0.0) or 1.0
    found = [t for t, v in zip(places, values, strict=True) if abs(v) <= 1e-13 * scale]
    for k in range(steps):
        if values[k] * values[k + 1] < 0 and math.isfinite(values[k] * values[k + 1]):
            t = float(brentq(function, places[k], places[k + 1], xtol=1e-15, rtol=1e-14))
            if abs(function(t)) < 1e-6 * scale:
                found.append(t)
    for k in range(1, steps):
        left, here, right = (abs(values[j]) for j in (k - 1, k, k + 1))
        same = values[k - 1] * values[k] > 0 and values[k] * values[k + 1] > 0
        if same and here <= left and here <= right:
            t = _golden_section(lambda x: abs(function(x)), places[k - 1], places[k + 1])
            if abs(function(t)) < 1e-12 * scale:
                found.append(t)
    kept: list[float] = []
    for t in sorted(found):
        if not kept or t - kept[-1] > 1e-7 * max(1.0, high - low):
            kept.append(t)
    return kept
