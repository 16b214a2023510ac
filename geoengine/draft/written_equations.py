"""Equations as they are written, read as lines and conics."""

from __future__ import annotations

from collections.abc import Callable

from geoengine.draft.equations import curve_of
from geoengine.draft.errors import DraftError
from geoengine.draft.expressions import Binary, Equation, Expression, Name, Number, Unary, walk
from geoengine.draft.polynomials import added, multiplied, power
from geoengine.draft.shapes import Value, undefined
from geoengine.draft.vocabulary import VARIABLES

__all__ = ["curve_of_equation", "has_variables"]

_Coefficients = dict[tuple[int, int], float]


def has_variables(expression: Expression) -> bool:
    """Whether x or y occurs in an expression."""
    return any(isinstance(part, Name) and part.text in VARIABLES for part in walk(expression))


def curve_of_equation(equation: Equation, number: Callable[[Expression], float | None]) -> Value:
    """Return the line or conic of an equation; `number` gives the values of parts without x and y.

    Raises
    ------
    DraftError
        If neither x nor y occurs, or the degree is more than 2.
    """
    return _Reader(number).curve(equation)


class _Reader:
    """Reads equations in x and y."""

    def __init__(self, number: Callable[[Expression], float | None]) -> None:
        self._number = number

    def curve(self, expression: Equation) -> Value:
        if not has_variables(expression):
            raise DraftError.found_at(
                expression.place,
                "expected an equation in x and y, found one without them",
                "two objects are compared with ==",
            )
        left, right = self._polynomial(expression.left), self._polynomial(expression.right)
        if left is None or right is None:
            return undefined("line")
        return curve_of(added(left, right, -1))

    def _polynomial(self, expression: Expression) -> _Coefficients | None:
        """Return the coefficients of an expression in x and y; None if one is undefined."""
        if not has_variables(expression):
            number = self._number(expression)
            return None if number is None else {(0, 0): number}
        match expression:
            case Name(text=text):
                return {(1, 0) if text == "x" else (0, 1): 1.0}
            case Unary(operator="-", operand=operand):
                inner = self._polynomial(operand)
                return None if inner is None else multiplied({(0, 0): -1.0}, inner)
            case Binary(operator="^", left=base, right=Number(text="0" | "1" | "2" as exponent)):
                inner = self._polynomial(base)
                return (
                    None
                    if inner is None
                    else self._of_degree_2(expression, power(inner, int(exponent)))
                )
            case Binary(operator="+" | "-" | "*" | "/" as operator, left=left, right=right):
                one, other = self._polynomial(left), self._polynomial(right)
                if one is None or other is None:
                    return None
                if operator in "+-":
                    return added(one, other, 1 if operator == "+" else -1)
                if operator == "*":
                    return self._of_degree_2(expression, multiplied(one, other))
                if not has_variables(right):
                    divisor = other[0, 0]
                    return multiplied({(0, 0): 1 / divisor}, one) if divisor else None
        raise self._too_complex(expression)

    def _of_degree_2(self, expression: Expression, found: _Coefficients) -> _Coefficients:
        if max(map(sum, found)) > 2:
            raise self._too_complex(expression)
        return found

    def _too_complex(self, expression: Expression) -> DraftError:
        return DraftError.found_at(
            expression.place,
            "expected an equation of a line or conic: x and y in sums, squares and products of two",
        )
