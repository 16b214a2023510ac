"""Computing the values of expressions exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from geoengine.draft.evaluating import Evaluator
from geoengine.draft.exact.commands import EXACT_COMMANDS, moved
from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.likeness import closest_shape
from geoengine.draft.exact.numbers import cosine, forced, operated, real, sine
from geoengine.draft.exact.shapes import (
    ExactCircle,
    ExactConic,
    ExactPolygon,
    ExactShape,
    Place,
    Rooted,
    Straight,
    Turn,
)
from geoengine.draft.exact.tower import Surd, Tower
from geoengine.draft.exact.turns import Turns, power
from geoengine.draft.expressions import (
    Binary,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Number,
    Unary,
)
from geoengine.draft.shapes import Value
from geoengine.draft.written_equations import has_variables

__all__ = ["ExactEvaluator"]

_TRANSFORMS = ("Rotate", "Reflect", "Translate", "Dilate")
_MOST_ELEMENTS = 100

_Polynomial = dict[tuple[int, int], Surd]


class ExactEvaluator:
    """Computes the exact values of expressions, in a figure whose values in floats are known.

    Where there are several, as in the intersections of circles, the floats say which is meant.

    Parameters
    ----------
    tower : Tower
    turns : Turns
    floats : Evaluator

    Attributes
    ----------
    known : dict of str to ExactShape
        The values of names.
    """

    def __init__(self, tower: Tower, turns: Turns, floats: Evaluator) -> None:
        self.tower = tower
        self.turns = turns
        self.floats = floats
        self.known: dict[str, ExactShape] = {}

    def value(self, expression: Expression) -> ExactShape:
        """Return the value of an expression.

        Raises
        ------
        NotExactError
            If it takes more than rational operations and square roots.
        """
        found = self.candidates(expression)
        if len(found) == 1:
            return found[0]
        return closest_shape(found, self.floats.value(expression).shape)

    def candidates(self, expression: Expression) -> Sequence[ExactShape]:
        """Return the values of an expression among which the floats decide."""
        try:
            found = self._found(expression)
        except (ZeroDivisionError, AssertionError) as error:
            raise NotExactError(f"expected what is defined: {error}") from error
        return found if isinstance(found, list) else [found]

    def number(self, value: int | Fraction | fmpq) -> Surd:
        """Return a rational number."""
        if isinstance(value, Fraction):
            value = fmpq(value.numerator, value.denominator)
        return self.tower.number(value)

    def _found(self, expression: Expression) -> ExactShape | list[Any]:
        match expression:
            case Number(text=text):
                return self.number(Fraction(text))
            case Name(text=text):
                return self._named(text)
            case Coordinates(first=first, second=second, is_polar=False):
                return Place(forced(self.value(first)), forced(self.value(second)))
            case Items(elements=elements):
                return tuple(map(self.value, elements))
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case Equation():
                return self._curve(expression)
            case Call():
                return self._call(expression)
        raise NotExactError("expected numbers, points or commands")

    def _named(self, name: str) -> ExactShape:
        if name in self.known:
            return self.known[name]
        if name in ("xAxis", "yAxis"):
            zero, one = self.number(0), self.number(1)
            ways = {"xAxis": Place(one, zero), "yAxis": Place(zero, one)}
            return Straight("line", Place(zero, zero), ways[name])
        raise NotExactError(f"expected a name whose value is exact, found {name}")

    def _unary(self, expression: Unary) -> ExactShape:
        value = self.value(expression.operand)
        if expression.operator == "°":
            number = forced(value)
            if number.level:
                raise NotExactError("expected a rational number of degrees")
            return self.turns.of(number.rational)
        if expression.operator == "-":
            match value:
                case Place():
                    return -value
                case Turn(direction=direction, degrees=degrees):
                    return Turn(direction.conjugate, None if degrees is None else -degrees)
                case Rooted(sign=sign, square=square):
                    return Rooted(-sign, square)
            return -forced(value)
        raise NotExactError("expected a number, point or angle")

    def _binary(self, expression: Binary) -> ExactShape:
        operator = expression.operator
        if operator not in "+-*/^":
            raise NotExactError("expected a number, point or angle, found a condition")
        one, other = self.value(expression.left), self.value(expression.right)
        match one, other:
            case Turn(), Turn():
                return _sum_of_turns(operator, one, other)
            case Turn(), _:
                return self._multiple(operator, one, forced(other))
            case _, Turn() if operator == "*":
                return self._multiple(operator, other, forced(one))
            case Place(), Place():
                if operator == "*":
                    return one.dot(other)
                return one + other if operator == "+" else one - other
            case Place(), _:
                number = forced(other)
                return one * number if operator == "*" else one / number
            case _, Place() if operator == "*":
                return other * forced(one)
        return operated(operator, real(one), real(other))

    def _multiple(self, operator: str, turn: Turn, number: Surd) -> Turn:
        if number.level or operator not in "*/":
            raise NotExactError("expected a rational multiple of an angle")
        factor = number.rational
        factor = 1 / factor if operator == "/" else factor
        if turn.degrees is not None:
            return self.turns.of(turn.degrees * factor)
        if factor.q == 1:
            return Turn(power(turn.direction, int(factor.p)))
        if factor.q == 2:
            return Turn(power(_half(turn.direction), int(factor.p)))
        raise NotExactError("expected a multiple or half of an angle")

    def _call(self, call: Call) -> ExactShape | list[Any]:
        if call.name == "Sequence":
            return self._sequence(call)
        arguments = tuple(map(self.value, call.arguments))
        if call.name in _TRANSFORMS:
            return moved(call.name, arguments[0], arguments[1:])
        if call.name == "Length" and isinstance(arguments[0], tuple):
            return self.number(len(arguments[0]))
        if call.name == "Polygon":
            return self._polygon(arguments)
        if call.name in EXACT_COMMANDS:
            return EXACT_COMMANDS[call.name](*arguments)
        return self._function(call.name, arguments)

    def _function(self, name: str, arguments: tuple[ExactShape, ...]) -> ExactShape:
        first = arguments[0]
        match name, first:
            case "x", Place(x=x):
                return x
            case "y", Place(y=y):
                return y
            case "cos" | "sin", _:
                turn = first if isinstance(first, Turn) else self.turns.of_radians(forced(first))
                return cosine(turn) if name == "cos" else sine(turn)
            case "sqrt", _:
                return Rooted(1, forced(first))
            case "abs", Rooted(square=square):
                return Rooted(1, square)
            case "abs", _:
                number = forced(first)
                return -number if number.sign() < 0 else number
            case "sgn", _:
                return self.number(forced(first).sign())
        raise NotExactError(f"expected what can be computed with roots, found {name}")

    def _polygon(self, arguments: tuple[ExactShape, ...]) -> ExactPolygon:
        if len(arguments) == 1 and isinstance(arguments[0], tuple):
            return self._polygon(arguments[0])
        points = [one for one in arguments if isinstance(one, Place)]
        if len(points) == len(arguments):
            return ExactPolygon(tuple(points))
        count = round(float(forced(arguments[-1])))
        turn = self.turns.of(fmpq(360, count)).direction
        step = points[1] - points[0]
        for _ in range(count - 2):
            step = step.times(turn)
            points.append(points[-1] + step)
        return ExactPolygon(tuple(points))

    def _sequence(self, call: Call) -> ExactShape:
        body, variable, *bounds = call.arguments
        if not isinstance(variable, Name) or len(bounds) != 2:
            raise NotExactError("expected Sequence(object, variable, from, to)")
        low, high = (round(float(forced(self.value(bound)))) for bound in bounds)
        if high - low >= _MOST_ELEMENTS:
            raise NotExactError(f"expected at most {_MOST_ELEMENTS} elements")
        found = []
        for number in range(low, high + 1):
            self.known[variable.text] = self.number(number)
            self.floats.known[variable.text] = Value("number", float(number))
            found.append(self.value(body))
        del self.known[variable.text], self.floats.known[variable.text]
        return tuple(found)

    def _curve(self, equation: Equation) -> ExactShape:
        left, right = self._polynomial(equation.left), self._polynomial(equation.right)
        whole = _sum(left, {key: -value for key, value in right.items()})
        zero = self.number(0)
        xx, yy, xy, x, y, one = (
            whole.get(key, zero) for key in ((2, 0), (0, 2), (1, 1), (1, 0), (0, 1), (0, 0))
        )
        if xx.is_zero and yy.is_zero and xy.is_zero:
            normal = Place(x, y)
            return Straight("line", normal * (-one / normal.square), Place(y, -x))
        if (xx - yy).is_zero and xy.is_zero:
            center = Place(x, y) / (-2 * xx)
            return ExactCircle(center, center.square - one / xx)
        return ExactConic(xx, yy, xy / 2, x / 2, y / 2, one)

    def _polynomial(self, expression: Expression) -> _Polynomial:
        if not has_variables(expression):
            return {(0, 0): forced(self.value(expression))}
        match expression:
            case Name(text=text):
                return {(1, 0) if text == "x" else (0, 1): self.number(1)}
            case Unary(operator="-", operand=operand):
                return {key: -value for key, value in self._polynomial(operand).items()}
            case Binary(operator="^", left=left, right=Number(text="2")):
                inner = self._polynomial(left)
                return _product(inner, inner)
            case Binary(operator="+" | "-" | "*" as operator, left=left, right=right):
                one, other = self._polynomial(left), self._polynomial(right)
                if operator == "*":
                    return _product(one, other)
                sign = 1 if operator == "+" else -1
                return _sum(one, {key: sign * value for key, value in other.items()})
            case Binary(operator="/", left=left, right=right) if not has_variables(right):
                divisor = forced(self.value(right))
                return {key: value / divisor for key, value in self._polynomial(left).items()}
        raise NotExactError("expected an equation of a line or conic")


def _sum(one: _Polynomial, other: _Polynomial) -> _Polynomial:
    found = dict(one)
    for key, value in other.items():
        found[key] = found[key] + value if key in found else value
    return found


def _product(one: _Polynomial, other: _Polynomial) -> _Polynomial:
    found: _Polynomial = {}
    for (a, b), left in one.items():
        for (c, d), right in other.items():
            found = _sum(found, {(a + c, b + d): left * right})
    return found


def _sum_of_turns(operator: str, one: Turn, other: Turn) -> Turn:
    if operator not in "+-":
        raise NotExactError("expected the sum or difference of angles")
    sign = 1 if operator == "+" else -1
    second = other.direction if sign > 0 else other.direction.conjugate
    degrees: fmpq | None = None
    if one.degrees is not None and other.degrees is not None:
        degrees = one.degrees + other.degrees * sign
    return Turn(one.direction.times(second), degrees)


def _half(direction: Place) -> Place:
    """Return the direction of half an angle between 0 and 360°."""
    length = direction.x.tower.root(direction.square)
    if direction.y.is_zero and direction.x.sign() < 0:
        return Place(length * 0, length)
    half = Place(direction.x + length, direction.y)
    return -half if direction.y.sign() < 0 else half
