"""The values of expressions, computed once more in seventy digits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count

from geoengine.draft import (
    Binary,
    Boolean,
    Call,
    Coordinates,
    Equation,
    Expression,
    Items,
    Name,
    Number,
    Unary,
)
from geoengine.verify.drafting.arithmetic import (
    FUNCTIONS,
    PLACES,
    calculated,
    compared,
    function_value,
)
from geoengine.verify.drafting.commands import COMMANDS, GROUPS, MAPS, fits, whole_number
from geoengine.verify.drafting.conics import conic_of
from geoengine.verify.drafting.contacts import Contacts
from geoengine.verify.drafting.crossings import carrier_meetings, is_within
from geoengine.verify.drafting.measures import is_on, number_of
from geoengine.verify.drafting.reals import Real, Vec, is_zero, pi, real
from geoengine.verify.drafting.shapes import Line, Thing

__all__ = ["Evaluator", "UnknownNameError", "holds", "value_of"]

_MOST_ELEMENTS = 1_000
_MOST_STEPS = 50_000
"""How many values a command may take to compute."""


class UnknownNameError(LookupError):
    """A name that no command before has given."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def value_of(expression: Expression, objects: Mapping[str, Thing]) -> Thing:
    """Return the value of an expression; of several objects, the first."""
    return Evaluator(objects).value(expression)


def holds(expression: Expression, objects: Mapping[str, Thing]) -> bool | None:
    """Whether a condition is true; None if something in it is undefined.

    Raises
    ------
    NotImplementedError
        If it is neither true nor false, or not known here.
    """
    found = value_of(expression, objects)
    if found.kind != "boolean":
        raise NotImplementedError(f"a {found.kind} in place of a condition")
    return None if found.shape is None else bool(found.shape)


class Evaluator:
    """Computes the values of expressions.

    Parameters
    ----------
    known : mapping of str to Thing
        The values of names.
    steps : iterator of int, optional
        Counts the values that are computed.
    contacts : Contacts, optional
        Which points are on which curves.
    """

    def __init__(
        self,
        known: Mapping[str, Thing],
        steps: Iterator[int] | None = None,
        contacts: Contacts | None = None,
    ) -> None:
        self.known = known
        self._steps = steps if steps is not None else count()
        self._contacts = contacts if contacts is not None else Contacts()

    def within(self, known: Mapping[str, Thing]) -> Evaluator:
        """Return an evaluator that knows further names, and counts on."""
        return Evaluator({**self.known, **known}, self._steps, self._contacts)

    def value(self, expression: Expression) -> Thing:
        """Return the value of an expression; of several objects, the first."""
        return self.all_of(expression)[0]

    def all_of(self, expression: Expression) -> Sequence[Thing]:
        """Return what an expression makes: one thing, or several points."""
        if next(self._steps) > _MOST_STEPS:
            raise NotImplementedError("a command that takes so long")
        if isinstance(expression, Call):
            return self._call(expression)
        return (self._simple(expression),)

    def _simple(self, expression: Expression) -> Thing:
        match expression:
            case Number(text=text):
                return Thing("number", real(text))
            case Boolean(value=value):
                return Thing("boolean", value)
            case Name(text=text):
                return self._named(text)
            case Coordinates(is_polar=False):
                x, y = (self._number(part) for part in (expression.first, expression.second))
                return Thing("point", None if x is None or y is None else Vec(x, y))
            case Items(elements=elements):
                found = [thing for one in elements for thing in self.all_of(one)]
                return Thing("list", tuple(found))
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case Equation():
                return self._curve(expression)
        raise NotImplementedError(f"{type(expression).__name__.lower()} in a draft")

    def _named(self, name: str) -> Thing:
        if name in self.known:
            return self.known[name]
        if name in ("pi", "π"):
            return Thing("number", pi())
        if name == "xAxis":
            return Thing("line", Line(real(0), real(1), real(0)))
        if name == "yAxis":
            return Thing("line", Line(real(-1), real(0), real(0)))
        raise UnknownNameError(name)

    def _number(self, expression: Expression) -> Real | None:
        thing = self.value(expression)
        if thing.kind not in GROUPS["number"]:
            raise NotImplementedError(f"a {thing.kind} in place of a number")
        return number_of(thing)

    def _unary(self, expression: Unary) -> Thing:
        if expression.operator == "°":
            number = self._number(expression.operand)
            return Thing("angle", None if number is None else number * pi() / 180)
        thing = self.value(expression.operand)
        if expression.operator == "!":
            return Thing("boolean", None if thing.shape is None else not thing.shape)
        if thing.kind in PLACES:
            return Thing(thing.kind, None if thing.shape is None else thing.shape.times(real(-1)))
        number = self._number(expression.operand)
        kind = "angle" if thing.kind == "angle" else "number"
        return Thing(kind, None if number is None else -number)

    def _binary(self, expression: Binary) -> Thing:
        operator = expression.operator
        left, right = self.value(expression.left), self.value(expression.right)
        if operator in ("+", "-", "*", "/", "^"):
            return calculated(operator, left, right)
        if left.shape is None or right.shape is None:
            return Thing("boolean", None)
        if operator in ("&&", "||"):
            return Thing("boolean", (all if operator == "&&" else any)((left.shape, right.shape)))
        if operator == "∈":
            return Thing("boolean", is_on(left.shape, right.shape))
        return Thing("boolean", compared(operator, left, right))

    def _curve(self, equation: Equation) -> Thing:
        """Return a line or conic, found from the values of both sides at nine places.

        Six of them give the six coefficients; at the other three the equation must agree.
        """

        def at(x: int, y: int) -> Real:
            inner = self.within({"x": Thing("number", real(x)), "y": Thing("number", real(y))})
            left, right = (inner._number(side) for side in (equation.left, equation.right))
            if left is None or right is None:
                raise NotImplementedError("an equation that is undefined somewhere")
            return left - right

        f = at(0, 0)
        a, c = ((at(*p) + at(*q)) / 2 - f for p, q in (((1, 0), (-1, 0)), ((0, 1), (0, -1))))
        d, e = ((at(*p) - at(*q)) / 4 for p, q in (((1, 0), (-1, 0)), ((0, 1), (0, -1))))
        b = (at(1, 1) - a - c - 2 * d - 2 * e - f) / 2
        for x, y in ((2, 3), (-3, 5), (7, -4)):
            found = a * x * x + 2 * b * x * y + c * y * y + 2 * d * x + 2 * e * y + f
            if not is_zero(found - at(x, y)):
                raise NotImplementedError("an equation that is no polynomial of degree 2")
        if is_zero(a) and is_zero(b) and is_zero(c):
            flat = is_zero(d) and is_zero(e)
            return Thing("line", None if flat else Line(2 * d, 2 * e, f))
        return Thing(*conic_of(a, b, c, d, e, f))

    def _call(self, call: Call) -> Sequence[Thing]:
        name = call.name
        if name == "Sequence":
            return (self._sequence(call),)
        arguments = [self.value(argument) for argument in call.arguments]
        if name in ("Element", "x", "y", *FUNCTIONS):
            return (function_value(name, arguments),)
        if name not in COMMANDS and name not in MAPS:
            return (self._applied(name, arguments),)
        kinds = [thing.kind for thing in arguments]
        for takes, make in MAPS.get(name, ()):
            if fits(takes, kinds[1:]) and kinds[0] != "number":
                return (_mapped(make, arguments),)
        for way in COMMANDS.get(name, ()):
            if not fits(way.takes, kinds):
                continue
            if name == "Intersect" and {"conic", "circle"} & set(way.takes):
                return self._common_points(call, arguments)
            return _made(way.kind, way.make, way.takes, arguments)
        raise NotImplementedError(f"{name}({', '.join(kinds)})")

    def _common_points(self, call: Call, arguments: Sequence[Thing]) -> Sequence[Thing]:
        one, other, *index = arguments
        if any(thing.shape is None for thing in arguments):
            return (Thing("point", None),)
        points = self._contacts.sorted(
            call,
            self.known,
            carrier_meetings(one.shape, other.shape),
            carrier_meetings(other.shape, one.shape),
        )
        points = [p for p in points if is_within(one.shape, p) and is_within(other.shape, p)]
        if index:
            number = number_of(index[0])
            at = 0 if number is None else max(1, whole_number(number))
            points = points[at - 1 : at] if at else ()
        return [Thing("point", point) for point in points] or (Thing("point", None),)

    def _applied(self, name: str, arguments: Sequence[Thing]) -> Thing:
        """Return an element of a list, or a product: both are written as a call."""
        if name not in self.known:
            raise NotImplementedError(name)
        if self.known[name].kind == "list":
            return function_value("Element", [self.known[name], *arguments])
        return calculated("*", self.known[name], arguments[0])

    def _sequence(self, call: Call) -> Thing:
        if len(call.arguments) != 4 or not isinstance(call.arguments[1], Name):
            raise NotImplementedError("this form of Sequence")
        made, variable, *bounds = call.arguments
        assert isinstance(variable, Name)
        low, high = (self._number(bound) for bound in bounds)
        if low is None or high is None:
            return Thing("list", None)
        first, last = whole_number(low), whole_number(high)
        if last - first >= _MOST_ELEMENTS:
            raise NotImplementedError("a sequence of so many elements")
        return Thing(
            "list",
            tuple(
                self.within({variable.text: Thing("number", real(k))}).value(made)
                for k in range(first, last + 1)
            ),
        )


def _mapped(make: Callable[..., object], arguments: Sequence[Thing]) -> Thing:
    source, *rest = arguments
    if any(thing.shape is None for thing in rest):
        return Thing(source.kind, None)
    found = make(*(number_of(thing) if thing.kind in ("number", "angle") else thing.shape
                   for thing in rest))  # fmt: skip
    if found is None:
        return Thing(source.kind, None)
    image: Thing = found.thing(source)  # type: ignore[attr-defined]
    return image


def _made(
    kind: str, make: Callable[..., object], takes: Sequence[str], arguments: Sequence[Thing]
) -> Sequence[Thing]:
    single = kind.removesuffix("s")
    if any(thing.shape is None for thing in arguments):
        return (Thing(single, None),)
    words = [takes[min(at, len(takes) - 1)] for at in range(len(arguments))]
    shapes = [
        number_of(thing) if word == "number" else thing.shape
        for word, thing in zip(words, arguments, strict=True)
    ]
    found = make(*shapes)
    if kind != single:
        assert isinstance(found, tuple)
        return tuple(Thing(single, shape) for shape in found) or (Thing(single, None),)
    if kind == "conic" and found is not None:
        kind = "circle" if _is_circle(found) else "conic"
    return (Thing(kind, found),)


def _is_circle(found: object) -> bool:
    (a, b, _), (_, c, _), _ = found.matrix  # type: ignore[attr-defined]
    return is_zero(b) and is_zero(a - c)
