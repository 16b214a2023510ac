"""Reading and evaluating the expressions ``asked`` and ``given`` of a certificate."""

from __future__ import annotations

import math
import re
from typing import Any

from geoengine.errors import InputError
from geoengine.verify.programs.evaluated import Evaluated, Opaque
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.quantities import QUANTITIES, Quantity, Shaded

__all__ = ["evaluate_quantity", "names_of", "split_equation"]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.\d+|\d+)|(?P<name>[A-Za-z_]\w*)|(?P<sign>\*\*|[-+*/^()\[\],√π·²³°]|$))"
)
_DEEPEST = 40


def split_equation(text: str) -> tuple[str, str]:
    """The two sides of ``EXPRESSION = VALUE``.

    Raises
    ------
    InputError
        If there is not just one sign of equality.
    """
    sides = text.split("=")
    if len(sides) != 2 or not all(side.strip() for side in sides):
        raise InputError(f"expected EXPRESSION = VALUE, found {text!r}")
    return sides[0].strip(), sides[1].strip()


def names_of(text: str) -> set[str]:
    """The names of the program that an expression speaks of.

    Examples
    --------
    >>> sorted(names_of("area(A, B, P[3]) / length(A, B)^2"))
    ['A', 'B', 'P']
    """
    found = re.findall(r"[A-Za-z_]\w*(?!\w*\s*\()", text)
    return {name for name in found if name not in {"shaded", "pi", *QUANTITIES}} - _colours(text)


def _colours(text: str) -> set[str]:
    return set(re.findall(r"\bshaded\s+(\w+)", text))


def evaluate_quantity(text: str, run: Evaluated) -> Quantity:
    """Evaluate an expression in the names of an evaluated program.

    Raises
    ------
    InputError
        If the expression cannot be read.
    ProgramError
        If it has no value in the program.

    Examples
    --------
    >>> from geoengine.verify.programs.asymptote import run_asymptote
    >>> run = run_asymptote("pair A=(0,0), B=(3,0), C=(0,4); fill(A--B--C--cycle);")
    >>> found = evaluate_quantity("area(shaded) / length(B, C)", run)
    >>> round(found.value, 9), found.dimension
    (1.2, 1)
    """
    reader = _Reader(text.replace("−", "-"), run)
    try:
        found = reader.sum()
    except (ZeroDivisionError, OverflowError) as error:
        raise ProgramError(FaultKind.VALUE, f"{text} has no value") from error
    except (TypeError, RecursionError) as error:
        raise InputError(f"cannot be read: {text!r}", hint=str(error)) from error
    if reader.token:
        raise InputError(f"unexpected {reader.token!r} in {text!r}")
    if not isinstance(found, Quantity):
        raise InputError(f"expected a quantity, found {text!r}")
    if not math.isfinite(found.value):
        raise ProgramError(FaultKind.VALUE, f"{text} has no finite value")
    return found


class _Reader:
    """A recursive descent that evaluates as it reads."""

    def __init__(self, text: str, run: Evaluated) -> None:
        self.text, self.run, self.at, self.depth = text, run, 0, 0
        self.token = self.kind = ""
        self.advance()

    def advance(self) -> str:
        old, match = self.token, _TOKEN.match(self.text, self.at)
        if match is None:
            raise InputError(f"unexpected {self.text[self.at :][:10]!r} in {self.text!r}")
        self.at = match.end()
        self.kind, self.token = str(match.lastgroup), match[str(match.lastgroup)]
        return old

    def expect(self, sign: str) -> None:
        if self.token != sign:
            raise InputError(f"expected {sign!r} in {self.text!r}, found {self.token!r}")
        self.advance()

    def sum(self) -> Any:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise InputError("too many parentheses")
        sign = 1.0
        while self.token in {"-", "+"}:
            sign *= -1.0 if self.advance() == "-" else 1.0
        total = self._product()
        if isinstance(total, Quantity):
            total = Quantity(sign * total.value, total.dimension)
        while self.token in {"+", "-"}:
            sign = 1.0 if self.advance() == "+" else -1.0
            other = self._product()
            if total.dimension != other.dimension and 0 not in (total.value, other.value):
                raise InputError(f"quantities of different dimensions are added in {self.text!r}")
            total = Quantity(total.value + sign * other.value, total.dimension)
        self.depth -= 1
        return total

    def _product(self) -> Any:
        left = self._power()
        while self.token not in {"", "+", "-", ")", "]", ","}:
            divides = self.token == "/"
            if self.token in {"*", "/", "·"}:
                self.advance()
            right = self._power()
            if divides:
                left = Quantity(left.value / right.value, left.dimension - right.dimension)
            else:
                left = Quantity(left.value * right.value, left.dimension + right.dimension)
        return left

    def _power(self) -> Any:
        base = self._atom()
        while self.token in {"^", "**", "²", "³", "°"}:
            sign = self.advance()
            if sign == "°":
                continue
            raised = {"²": Quantity(2.0), "³": Quantity(3.0)}.get(sign) or self._signed_atom()
            value = base.value**raised.value
            if isinstance(value, complex):
                raise ProgramError(FaultKind.VALUE, "a root of a negative number")
            base = Quantity(value, base.dimension * raised.value)
        return base

    def _signed_atom(self) -> Any:
        if self.token == "-":
            self.advance()
            return Quantity(-self._atom().value)
        return self._atom()

    def _atom(self) -> Any:
        if self.kind == "number":
            return Quantity(float(self.advance()))
        if self.kind == "name":
            return self._named()
        sign = self.advance()
        if sign == "π":
            return Quantity(math.pi)
        if sign == "√":
            return QUANTITIES["sqrt"](self.run, self._atom())
        if sign == "(":
            found = self.sum()
            self.expect(")")
            return found
        raise InputError(f"unexpected {sign!r} in {self.text!r}")

    def _named(self) -> Any:
        name = self.advance()
        if name == "pi":
            return Quantity(math.pi)
        if name == "shaded":
            colour = self.advance() if self.kind == "name" else ""
            if self.token == "(":
                # A colour such as gray(0.8).
                level = self.text[self.at : self.text.index(")", self.at)]
                colour += f"({level.strip()})"
                while self.advance() != ")":
                    pass
            return Shaded(colour)
        if self.token == "(":
            return self._called(name)
        if name not in self.run.names:
            raise ProgramError(FaultKind.NAME, f"the program has no {name}")
        value = self.run.names[name]
        while self.token == "[":
            self.advance()
            index = self.sum()
            self.expect("]")
            value = self._element(name, value, index)
        if isinstance(value, Opaque):
            raise ProgramError(FaultKind.UNSUPPORTED, f"the value of {name}, a {value.what}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        # A number of the program that is no count is a length as drawn.
        return Quantity(float(value), 0.0 if isinstance(value, int) else 1.0)

    def _element(self, name: str, value: Any, index: Any) -> Any:
        if not isinstance(value, list) or not float(index.value).is_integer():
            raise InputError(f"{name} is no array")
        if not 0 <= index.value < len(value):
            raise ProgramError(FaultKind.VALUE, f"{name} has no element {index.value:g}")
        return value[int(index.value)]

    def _called(self, name: str) -> Any:
        self.advance()
        arguments: list[Any] = []
        while self.token != ")":
            arguments.append(self.sum())
            if self.token != ")":
                self.expect(",")
        self.advance()
        if name not in QUANTITIES:
            raise ProgramError(FaultKind.UNSUPPORTED, f"the quantity {name}")
        if name == "radius":
            arguments = [a.value if isinstance(a, Quantity) else a for a in arguments]
        try:
            return QUANTITIES[name](self.run, *arguments)
        except (TypeError, ValueError) as error:
            if isinstance(error, ProgramError):
                raise
            raise InputError(f"wrong arguments of {name} in {self.text!r}") from error
