"""Measures of moving figures: least and greatest values, solutions of equations, loci."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from typing import Any

from geoengine.errors import GeoengineError
from geoengine.solid.expression import (
    EvaluationError,
    Expression,
    describe_kind,
    parse_expression,
)
from geoengine.solid.figure import is_point
from geoengine.solid.global_search import Function, least_value, roots_between
from geoengine.solid.loci import Locus
from geoengine.solid.moving import Moving
from geoengine.solid.quadratic_extrema import quadratic_extremum
from geoengine.solid.roots import as_real
from geoengine.solid.space import Vector
from geoengine.solid.values import is_number, same_value

__all__ = ["evaluate_lazily"]


def evaluate_lazily(moving: Moving, name: str, arguments: Sequence[Expression]) -> Any:
    """Evaluate a lazy function, such as ``minimum``, over the free variables of a figure.

    Parameters
    ----------
    moving : Moving
    name : str
    arguments : sequence of Expression

    Returns
    -------
    Exact, NestedRoot or float
        Exact for extrema of measures that are quadratic in the variables, or roots of such.

    Raises
    ------
    EvaluationError
        When the number or the kind of arguments is wrong, or there is no such value.
    """
    measure, usage = _MEASURES[name]
    try:
        return measure(moving, *arguments)
    except TypeError as error:
        if "argument" not in str(error):
            raise
        raise EvaluationError(f"expected {usage}, found {len(arguments)} arguments") from error
    except ValueError as error:
        if isinstance(error, EvaluationError):
            raise
        raise EvaluationError(f"{name}(…): {error}") from error


def function_of(moving: Moving, expression: Expression) -> Function:
    """Return an expression as a function of the free variables; infinite where undefined."""

    def value(place: Sequence[float]) -> float:
        try:
            found = moving.value(expression, place)
        except EvaluationError:
            return math.inf
        if not is_number(found):
            raise EvaluationError(
                f"expected a number, found {describe_kind(found)}: {expression.text}"
            )
        return float(found)

    return value


def difference(moving: Moving, expression: Expression) -> tuple[type[ast.cmpop], Function]:
    """Return the kind of a comparison, and its left side minus its right side as a function."""
    match expression.tree:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            text = f"({ast.unparse(left)}) - ({ast.unparse(right)})"
            return type(op), function_of(moving, parse_expression(text))
    raise EvaluationError(f"expected a comparison such as x <= y, found {expression.text!r}")


def constraints_of(moving: Moving) -> list[tuple[bool, Function]]:
    """Return the constraints as functions that must not be negative, or must be zero."""
    found: list[tuple[bool, Function]] = []
    for constraint in moving.constraints:
        op, of = difference(moving, constraint)
        if op is ast.Eq:
            found.append((True, of))
        elif op in (ast.GtE, ast.Gt):
            found.append((False, of))
        elif op in (ast.LtE, ast.Lt):
            found.append((False, _negated(of)))
        else:
            raise EvaluationError(f"expected ==, <= or >= in {constraint.text!r}")
    return found


def _negated(of: Function) -> Function:
    return lambda place: -of(place)


def _exact_extremum(moving: Moving, expression: Expression, *, greatest: bool) -> Any:
    """Return the exact extremum of a measure that is quadratic or the root of a quadratic one."""
    if moving.constraints or len(moving.names) > 3:
        return None

    def measure(place: Sequence[Any]) -> Any:
        value = moving.exact_value(expression, place)
        if not is_number(value):
            raise EvaluationError(f"expected a number, found {describe_kind(value)}")
        return as_real(value)

    try:
        return quadratic_extremum(measure, moving.exact_box, greatest=greatest)
    except (GeoengineError, TypeError, ArithmeticError):
        # Somewhere it is undefined, or no number that can be written.
        return None


def _minimum(moving: Moving, expression: Expression) -> Any:
    if (found := _exact_extremum(moving, expression, greatest=False)) is not None:
        return found
    of = function_of(moving, expression)
    value, _ = least_value(of, moving.box, constraints_of(moving))
    return _finite(value, expression)


def _maximum(moving: Moving, expression: Expression) -> Any:
    if (found := _exact_extremum(moving, expression, greatest=True)) is not None:
        return found
    of = function_of(moving, expression)

    def below(place: Sequence[float]) -> float:
        value = of(place)
        return -value if math.isfinite(value) else math.inf

    value, _ = least_value(below, moving.box, constraints_of(moving))
    return _finite(-value, expression)


def _finite(value: float, expression: Expression) -> float:
    if not math.isfinite(value):
        raise EvaluationError(f"{expression.text!r} has no value for any free variables")
    return value


def _solve(moving: Moving, *arguments: Expression) -> float:
    if len(arguments) < 2:
        raise EvaluationError("expected solve(lhs == rhs, expression)")
    *equations, expression = arguments
    functions = []
    for equation in equations:
        op, of = difference(moving, equation)
        if op is not ast.Eq:
            raise EvaluationError(f"expected an equation, found {equation.text!r}")
        functions.append(of)
    if len(functions) != len(moving.names):
        raise EvaluationError(
            f"expected an equation for each free variable, found {len(functions)} for"
            f" {', '.join(moving.names)}"
        )
    limits = constraints_of(moving)
    places = [
        place
        for place in _solutions(moving, functions)
        if all(abs(of(place)) < 1e-9 if equal else of(place) > -1e-9 for equal, of in limits)
    ]
    values: list[float] = []
    for place in places:
        value = function_of(moving, expression)(place)
        if not any(same_value(value, known) for known in values):
            values.append(value)
    if len(values) != 1:
        shown = ", ".join(f"{value:.9g}" for value in values) or "none"
        raise EvaluationError(f"expected one solution, found the values {shown}")
    return _finite(values[0], expression)


def _solutions(moving: Moving, functions: list[Function]) -> list[tuple[float, ...]]:
    if len(functions) == 1:
        of = functions[0]
        ((low, high),) = moving.box
        return [(t,) for t in roots_between(lambda t: of((t,)), low, high)]
    return _system(moving, functions)


def _system(moving: Moving, functions: list[Function]) -> list[tuple[float, ...]]:
    import itertools

    from scipy.optimize import root

    steps = 5
    sides = [[low + (high - low) * (k + 0.5) / steps for k in range(steps)]
             for low, high in moving.box]  # fmt: skip
    found: list[tuple[float, ...]] = []
    for start in itertools.product(*sides):
        result = root(lambda x: [of([float(v) for v in x]) for of in functions], start, tol=1e-13)
        place = tuple(map(float, result.x))
        inside = all(
            low - 1e-9 <= x <= high + 1e-9 for x, (low, high) in zip(place, moving.box, strict=True)
        )
        if inside and all(abs(of(place)) < 1e-10 for of in functions):
            found.append(place)
    return found


def _locus(moving: Moving, arguments: Sequence[Expression], compared: type[ast.cmpop]) -> Locus:
    """Return the locus of the point that depends on all free variables."""
    if len(moving.names) != 2:
        raise EvaluationError(f"expected two free variables, found {len(moving.names)}")
    *named, condition = arguments
    op, of = difference(moving, condition)
    equal = op is ast.Eq
    if equal != (compared is ast.Eq):
        raise EvaluationError(f"expected {'==' if compared is ast.Eq else '<= or >='}")
    if op in (ast.GtE, ast.Gt):
        of = _negated(of)
    point = named[0] if named else parse_expression(_moving_point(moving))
    limits = []
    for equality, limit in constraints_of(moving):
        if equality:
            raise EvaluationError("expected constraints with <= or >=, found ==")
        limits.append(_negated(limit))
    return Locus(of, _point_of(moving, point), moving.box, tuple(limits))


def _moving_point(moving: Moving) -> str:
    """Return the only point of the figure whose line names all the free variables."""
    names = [
        line.targets[0]
        for line in moving.lines
        if is_point(line.targets[0]) and set(moving.names) <= line.names
    ]
    if len(names) != 1:
        raise EvaluationError(
            "expected one point in whose line both free variables stand, found"
            f" {', '.join(names) or 'none'}; write locus_length(P, lhs == rhs)"
        )
    return names[0]


def _point_of(
    moving: Moving, expression: Expression
) -> Callable[[Sequence[float]], tuple[float, float, float]]:
    def point(place: Sequence[float]) -> tuple[float, float, float]:
        found = moving.value(expression, place)
        if not isinstance(found, Vector):
            raise EvaluationError(f"expected a point, found {expression.text!r}")
        return found.floats

    return point


def _locus_length(moving: Moving, *arguments: Expression) -> float:
    if len(arguments) not in (1, 2):
        raise EvaluationError("expected locus_length(P, lhs == rhs)")
    return _locus(moving, arguments, ast.Eq).length


def _locus_area(moving: Moving, *arguments: Expression) -> float:
    if len(arguments) not in (1, 2):
        raise EvaluationError("expected locus_area(P, lhs <= rhs)")
    return _locus(moving, arguments, ast.LtE).area


_MEASURES: dict[str, tuple[Callable[..., Any], str]] = {
    "minimum": (_minimum, "minimum(expression)"),
    "maximum": (_maximum, "maximum(expression)"),
    "solve": (_solve, "solve(lhs == rhs, expression)"),
    "locus_length": (_locus_length, "locus_length(P, lhs == rhs)"),
    "locus_area": (_locus_area, "locus_area(P, lhs <= rhs)"),
}
