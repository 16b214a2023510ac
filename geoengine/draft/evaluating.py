"""The values of expressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from geoengine.draft.arithmetic import (
    NUMBER_FUNCTIONS,
    compared,
    negated,
    number_of,
    operated,
)
from geoengine.draft.errors import DraftError, DraftLimitError
from geoengine.draft.expressions import (
    Binary,
    Boolean,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Number,
    Text,
    Unary,
)
from geoengine.draft.incidences import Incidences
from geoengine.draft.intersections import intersections
from geoengine.draft.limits import Limits
from geoengine.draft.lists import LIST_COMMANDS, element, list_kind
from geoengine.draft.making import MAKERS, nth
from geoengine.draft.outcome import Outcome, made_by, similarity_of
from geoengine.draft.relations import is_member
from geoengine.draft.shapes import Circle, Line, Shape, Value, is_finite, undefined
from geoengine.draft.signatures import signature_of
from geoengine.draft.transforms import rotation
from geoengine.draft.vocabulary import (
    COMMANDS,
    CONSTANTS,
    FUNCTIONS,
    KINDS,
    STYLES,
    VARIABLES,
    Kind,
    Signature,
)
from geoengine.draft.written_equations import curve_of_equation
from geoengine.spelling import did_you_mean

__all__ = ["Evaluator"]

_AXES = {"xAxis": Line(0j, 1 + 0j), "yAxis": Line(0j, 1j)}

_TRANSFORMS = ("Rotate", "Reflect", "Translate", "Dilate")

_DEGREE = 3.141592653589793 / 180


class Evaluator:
    """Computes the values of expressions.

    Parameters
    ----------
    limits : Limits
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.known: dict[str, Value] = {}
        self.incidences = Incidences(self.known)
        self._scopes: list[tuple[str, Value]] = []
        self._steps = 0

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression; of several objects, the first."""
        return self.outcome(expression).values[0]

    def outcome(self, expression: Expression) -> Outcome:
        """Return all that an expression makes."""
        self._charge(1, expression)
        if isinstance(expression, Call):
            outcome = self._call(expression)
        else:
            outcome = Outcome((self._simple(expression),))
        for value in outcome.values:
            if value.kind == "list":
                # Lists of lists that share their elements are small in memory, but not to work on.
                self._charge(_size(value, self.limits.steps), expression)
        return replace(outcome, values=tuple(map(_checked, outcome.values)))

    def _charge(self, steps: int, expression: Expression) -> None:
        self._steps += steps
        if self._steps > self.limits.steps:
            message = f"expected at most {self.limits.steps} steps"
            raise DraftLimitError.found_at(expression.place, message)

    def _simple(self, expression: Expression) -> Value:
        match expression:
            case Number():
                return Value("number", expression.value)
            case Text(text=text):
                return Value("text", text)
            case Boolean(value=value):
                return Value("boolean", value)
            case Name():
                return self._named(expression)
            case Coordinates():
                return self._place(expression)
            case Items(elements=elements):
                return self._list(elements)
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case Equation():
                return self._curve(expression)
        raise AssertionError(expression)

    def _named(self, name: Name) -> Value:
        for variable, value in reversed(self._scopes):
            if variable == name.text:
                return value
        if name.text in self.known:
            return self.known[name.text]
        if name.text in CONSTANTS:
            return Value("number", CONSTANTS[name.text])
        if name.text in _AXES:
            return Value("line", _AXES[name.text])
        hint = None
        if name.text in VARIABLES:
            hint = "x and y occur in equations only: f: y = 2x + 1"
        elif name.text in COMMANDS:
            hint = f"arguments stand in brackets: {COMMANDS[name.text][0].shown(name.text)}"
        else:
            hint = did_you_mean(name.text, self.known, "define it in a line above")
        raise DraftError.found_at(
            name.place, f"expected the name of an object, found {name.text!r}", hint
        )

    def _number(self, expression: Expression, what: str) -> float | None:
        value = self.value(expression)
        if value.kind not in KINDS["number"]:
            raise DraftError.found_at(
                expression.place, f"expected a number {what}, found a {value.kind}"
            )
        return number_of(value)

    def _place(self, expression: Coordinates) -> Value:
        what = "as a coordinate"
        first = self._number(expression.first, what)
        second = self._number(expression.second, what)
        if first is None or second is None:
            return undefined("point")
        if expression.is_polar:
            return Value("point", rotation(second).vector(complex(first)))
        return Value("point", complex(first, second))

    def _list(self, elements: Sequence[Expression]) -> Value:
        found: list[Value] = []
        for expression in elements:
            outcome = self.outcome(expression)
            defined = [value for value in outcome.values if value.is_defined]
            found += defined or outcome.values[:1]
        return self._limited(found, elements[0] if elements else None)

    def _limited(self, found: Sequence[Value], where: Expression | None) -> Value:
        if len(found) > self.limits.elements:
            raise DraftLimitError.found_at(
                None if where is None else where.place,
                f"expected at most {self.limits.elements} elements of a list, found more",
            )
        return Value("list", tuple(found))

    def _unary(self, expression: Unary) -> Value:
        value = self.value(expression.operand)
        if expression.operator == "!":
            return self._logic(expression, "!", value, value)
        if expression.operator == "-":
            opposite = negated(value)
            if opposite is None:
                raise DraftError.found_at(
                    expression.place,
                    f"expected a number, point or vector after '-', found a {value.kind}",
                )
            return opposite
        if value.kind not in KINDS["number"]:
            raise DraftError.found_at(
                expression.place, f"expected a number before '°', found a {value.kind}"
            )
        number = number_of(value)
        return Value("angle", None if number is None else number * _DEGREE)

    def _binary(self, expression: Binary) -> Value:
        operator = expression.operator
        left, right = self.value(expression.left), self.value(expression.right)
        if operator in ("&&", "||"):
            return self._logic(expression, operator, left, right)
        if operator == "∈":
            return self._membership(expression, left, right)
        if operator in "+-*/^":
            found = operated(operator, left, right)
        else:
            found = compared(operator, left, right)
        if found is None:
            raise DraftError.found_at(
                expression.place,
                f"expected numbers or points beside {operator!r},"
                f" found a {left.kind} and a {right.kind}",
            )
        return found

    def _membership(self, expression: Binary, left: Value, right: Value) -> Value:
        if left.kind != "point" or right.kind not in KINDS["path"]:
            raise DraftError.found_at(
                expression.place,
                f"expected a point before '∈' and a path after it,"
                f" found a {left.kind} and a {right.kind}",
            )
        if not isinstance(left.shape, complex) or not right.is_defined:
            return undefined("boolean")
        return Value("boolean", is_member(left.shape, right.shape))

    def _logic(self, expression: Unary | Binary, operator: str, left: Value, right: Value) -> Value:
        for side in (left, right):
            if side.kind != "boolean":
                raise DraftError.found_at(
                    expression.place,
                    f"expected true or false beside {operator!r}, found a {side.kind}",
                )
        if not (left.is_defined and right.is_defined):
            return undefined("boolean")
        if operator == "!":
            return Value("boolean", not left.shape)
        both = (bool(left.shape), bool(right.shape))
        return Value("boolean", all(both) if operator == "&&" else any(both))

    def _curve(self, expression: Equation) -> Value:
        return curve_of_equation(expression, lambda part: self._number(part, "in an equation"))

    def _call(self, call: Call) -> Outcome:
        name = call.name
        if name in STYLES:
            raise DraftError.found_at(
                call.place, f"expected {name!r} on a line of its own, without a name"
            )
        if name == "Sequence" and len(call.arguments) > 2:
            return Outcome((self._sequence(call),))
        if name not in COMMANDS and name not in FUNCTIONS:
            return Outcome((self._applied(call),))
        arguments = self._arguments(call)
        if name in FUNCTIONS:
            return Outcome((self._function(call, arguments),))
        signature = signature_of(call, arguments, COMMANDS)
        if name in _TRANSFORMS and signature.makes == "same":
            return self._transformed(call, arguments)
        if name in LIST_COMMANDS and arguments[0].kind == "list":
            return Outcome((LIST_COMMANDS[name](arguments),))
        match name:
            case "Sequence":
                return Outcome((self._counted(call, arguments),))
            case "If":
                return Outcome((_chosen(arguments),))
            case "Locus":
                return Outcome((undefined("locus"),))
            case "Intersect" if "curve" in signature.takes or "round" in signature.takes:
                return self._intersected(call, signature, arguments)
            case "Polygon" if arguments[0].kind == "list":
                return replace(self._polygon(call, arguments[0]), signature=signature)
        outcome = made_by(call, signature, arguments)
        return replace(outcome, signature=signature, arguments=tuple(arguments))

    def _intersected(self, call: Call, signature: Signature, arguments: Sequence[Value]) -> Outcome:
        """Return the common points of curves, in the order in which they first met."""
        found: Sequence[complex | None] = ()
        one, other = (value.shape for value in arguments[:2])
        if one is not None and other is not None:
            if self.incidences.is_turned(call):
                one, other = other, one
            name = self.incidences.common(call)
            points = intersections(one, other, None if name is None else self.known[name].shape)  # type: ignore[arg-type]
            number = number_of(arguments[2]) if len(arguments) == 3 else None
            found = points if len(arguments) == 2 else ()
            if number is not None:
                found = (nth(points, number),)
        values = tuple(Value("point", point) for point in found) or (undefined("point"),)
        return Outcome(values, signature=signature, arguments=tuple(arguments))

    def _arguments(self, call: Call) -> list[Value]:
        return [self.value(argument) for argument in call.arguments]

    def _applied(self, call: Call) -> Value:
        """Return an element of a list, or a product written without an operator."""
        value = self._named(Name(call.name, place=call.place))
        arguments = self._arguments(call)
        if len(arguments) == 1 and value.kind == "list":
            return element([value, arguments[0]])
        found = operated("*", value, arguments[0]) if len(arguments) == 1 else None
        if found is None:
            raise DraftError.found_at(
                call.place, f"expected a command, found {call.name!r}, which is a {value.kind}"
            )
        return found

    def _function(self, call: Call, arguments: Sequence[Value]) -> Value:
        name, count = call.name, FUNCTIONS[call.name]
        if len(arguments) != count:
            raise DraftError.found_at(
                call.place,
                f"expected {count} argument{'s' if count > 1 else ''} of {name},"
                f" found {len(arguments)}",
            )
        if name in VARIABLES and arguments[0].kind in ("point", "vector"):
            shape = arguments[0].shape
            if not isinstance(shape, complex):
                return undefined("number")
            return Value("number", shape.real if name == "x" else shape.imag)
        wanted = "a point or vector" if name in VARIABLES else "a number"
        wrong = [value for value in arguments if value.kind not in KINDS["number"]]
        if wrong or name in VARIABLES:
            found = (wrong or arguments)[0].kind
            raise DraftError.found_at(call.place, f"expected {wanted} in {name}, found a {found}")
        is_angle = name.endswith("d") and name.startswith("a")
        kind: Kind = "angle" if is_angle else "number"
        numbers = [number_of(value) for value in arguments]
        if None in numbers:
            return undefined(kind)
        try:
            return Value(kind, float(NUMBER_FUNCTIONS[name](*numbers)))
        except (ValueError, ZeroDivisionError, OverflowError):
            return undefined(kind)

    def _sequence(self, call: Call) -> Value:
        variable = call.arguments[1]
        if not isinstance(variable, Name) or not 4 <= len(call.arguments) <= 5:
            raise DraftError.found_at(
                call.place,
                "expected Sequence(object, variable, from, to) or"
                " Sequence(object, variable, from, to, step)",
            )
        numbers = [self._number(bound, "in a sequence") for bound in call.arguments[2:]]
        start, end, *rest = numbers
        step = rest[0] if rest else 1.0
        if start is None or end is None or not step:
            return undefined("list")
        count = int((end - start) / step + 1e-8) + 1 if (end - start) * step >= 0 else 0
        if count > self.limits.elements:
            raise DraftLimitError.found_at(
                call.place,
                f"expected at most {self.limits.elements} elements of a sequence, found {count}",
            )
        found: list[Value] = []
        for index in range(count):
            self._scopes.append((variable.text, Value("number", start + index * step)))
            try:
                found.append(self.value(call.arguments[0]))
            finally:
                self._scopes.pop()
        return Value("list", tuple(found))

    def _counted(self, call: Call, arguments: Sequence[Value]) -> Value:
        """Return the whole numbers up to one, or between two."""
        numbers = [number_of(value) for value in arguments]
        end, start = numbers[-1], 1.0 if len(numbers) == 1 else numbers[0]
        if start is None or end is None:
            return undefined("list")
        if abs(end - start) >= self.limits.elements:
            raise DraftLimitError.found_at(
                call.place, f"expected at most {self.limits.elements} elements of a sequence"
            )
        step = 1 if end >= start else -1
        count = int(abs(end - start) + 1e-8) + 1
        if len(numbers) == 1 and end < 1:
            count = 0
        return Value("list", tuple(Value("number", start + step * k) for k in range(count)))

    def _polygon(self, call: Call, points: Value) -> Outcome:
        kind = list_kind(points)
        if kind not in (None, "point"):
            raise DraftError.found_at(call.place, f"expected a list of points, found a {kind}")
        vertices = points.shape if isinstance(points.shape, tuple) else ()
        if len(vertices) < 3 or not all(vertex.is_defined for vertex in vertices):
            return Outcome((undefined("polygon"),))
        maker = MAKERS["Polygon(point, point, point, …)"]
        return Outcome((Value("polygon", maker(*(vertex.shape for vertex in vertices))),))

    def _transformed(self, call: Call, arguments: Sequence[Value]) -> Outcome:
        source = arguments[0]
        if call.name == "Translate" and [one.kind for one in arguments] == ["vector", "point"]:
            # The engine starts the vector at the point, and keeps it if there is no such point.
            return Outcome((source,), arguments=tuple(arguments))
        if not all(value.is_defined for value in arguments[1:]):
            return Outcome((undefined(source.kind),))
        similarity = similarity_of(call.name, arguments[1:])
        if similarity is None:
            return Outcome((undefined(source.kind),))
        if call.name == "Translate" and source.kind == "vector":
            return Outcome((source,))
        return Outcome((similarity.value(source),), similarity=similarity)


def _size(value: Value, most: int) -> int:
    """Return how many elements a list has, with those of lists in it; or more than `most`."""
    count = 0
    for one in value.shape if isinstance(value.shape, tuple) else ():
        count += 1 + _size(one, most - count)
        if count > most:
            break
    return count


def _chosen(arguments: Sequence[Value]) -> Value:
    condition, yes, no = arguments
    if not condition.is_defined:
        return undefined(yes.kind)
    return yes if condition.shape else no


def _checked(value: Value) -> Value:
    """Make a value undefined whose numbers are not finite; results may be conics or circles."""
    shape: Shape | None = value.shape
    if shape is None:
        return value
    if not is_finite(shape):
        return undefined(value.kind)
    if value.kind == "conic" and isinstance(shape, Circle):
        return Value("circle", shape)
    return value
