"""Values of Asymptote programs: casts between them, and operators."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from geoengine.verify.programs.curves import Curve, Map
from geoengine.verify.programs.evaluated import Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.pens import Colour

__all__ = ["Array", "Pen", "cast", "curve", "empty", "kind_of", "operate", "point", "real"]


class Array(list[Any]):
    """An array; reading beyond the end of a cyclic one begins anew."""

    cyclic = False


@dataclass(frozen=True)
class Pen:
    """A pen; only its colour and its rule of filling matter."""

    colour: Colour | None = None
    even_odd: bool = False
    invisible: bool = False

    def over(self, other: Pen) -> Pen:
        """The sum of two pens."""
        colour = other.colour or self.colour
        if self.colour and other.colour:
            colour = Colour(f"{self.colour.name}+{other.colour.name}")
        return Pen(colour, self.even_odd or other.even_odd, self.invisible or other.invisible)


@dataclass(frozen=True)
class Label:
    """A label: its text, and where it is put."""

    text: str
    at: Any = None
    keywords: dict[str, Any] = field(default_factory=dict)


def kind_of(value: Any) -> str:
    """The name of a value's type."""
    if isinstance(value, Array):
        return (kind_of(value[0]) if value else "") + "[]"
    if isinstance(value, Opaque):
        return value.what
    names: dict[type, str] = {
        bool: "bool", int: "int", float: "real", complex: "pair", str: "string", Triple: "triple",
        Curve: "path", SpaceCurve: "path3", Map: "transform", Pen: "pen",
    }  # fmt: skip
    return names.get(type(value), "function")


def _type_fault(wanted: str, value: Any) -> ProgramError:
    return ProgramError(FaultKind.TYPE, f"expected {wanted}, found {kind_of(value)}")


def real(value: Any) -> float:
    """A value as a real number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise _type_fault("a number", value)


def point(value: Any) -> complex:
    """A value as a pair."""
    if isinstance(value, complex):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return complex(value)
    raise _type_fault("a pair", value)


def curve(value: Any) -> Curve:
    """A value as a path."""
    if isinstance(value, Curve):
        return value
    return Curve((), lone=point(value))


def empty(kind: str) -> Any:
    """The value of a variable that was declared without one."""
    if kind.endswith("[]"):
        return Array()
    plain: dict[str, Any] = {
        "int": 0, "real": 0.0, "pair": 0j, "triple": Triple(0.0, 0.0, 0.0), "bool": False,
        "string": "", "path": Curve(()), "guide": Curve(()), "pen": Pen(), "transform": Map(),
    }  # fmt: skip
    return plain.get(kind, Opaque(kind))


def _cast_point(value: Any) -> Any:
    return point(value)


def _cast_real(value: Any) -> Any:
    return real(value)


def _cast_int(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _type_fault("int", value)


def _cast_bool(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    raise _type_fault("bool", value)


def _cast_curve(value: Any) -> Any:
    if isinstance(value, SpaceCurve):
        raise _type_fault("path", value)
    return curve(value)


def _cast_triple(value: Any) -> Any:
    if isinstance(value, Triple):
        return value
    raise _type_fault("triple", value)


def _cast_pen(value: Any) -> Any:
    if isinstance(value, Pen):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Pen()
    raise _type_fault("pen", value)


_CASTS: dict[str, Callable[[Any], Any]] = {
    "int": _cast_int, "real": _cast_real, "pair": _cast_point, "triple": _cast_triple,
    "bool": _cast_bool, "path": _cast_curve, "guide": _cast_curve, "pen": _cast_pen,
}  # fmt: skip


def cast(kind: str, value: Any) -> Any:
    """A value as one of a declared type.

    Raises
    ------
    ProgramError
        If it cannot be one.

    Examples
    --------
    >>> cast("pair", 3), cast("real[]", Array([1, 2]))
    ((3+0j), [1.0, 2.0])
    """
    if isinstance(value, Opaque):
        return value
    if kind.endswith("[]"):
        if not isinstance(value, Array):
            if kind in {"path[]", "guide[]"}:
                return Array([cast(kind[:-2], value)])
            raise _type_fault(kind, value)
        made = Array(cast(kind[:-2], part) for part in value)
        made.cyclic = value.cyclic
        # An array is shared, not copied, so that a function can fill it.
        value[:] = made
        return value
    return _CASTS[kind](value) if kind in _CASTS else value


def operate(sign: str, left: Any, right: Any) -> Any:
    """The value of two operands and a sign.

    Examples
    --------
    >>> operate("/", 1, 2), operate("*", 2, 1 + 1j), operate("^", 2, 3)
    (0.5, (2+2j), 8)
    """
    if isinstance(left, Opaque) or isinstance(right, Opaque):
        return left if isinstance(left, Opaque) else right
    if isinstance(left, Array) or isinstance(right, Array):
        return _of_arrays(sign, left, right)
    if sign in {"==", "!="}:
        return (left == right) == (sign == "==")
    if isinstance(left, str) and isinstance(right, str):
        if sign == "+":
            return left + right
        if sign in _COMPARISONS:
            return _COMPARISONS[sign](left, right)
    if isinstance(left, Map):
        return _mapped(sign, left, right)
    if isinstance(left, Pen) or isinstance(right, Pen):
        return _of_pens(sign, left, right)
    if isinstance(left, Triple) or isinstance(right, Triple):
        return _of_triples(sign, left, right)
    if isinstance(left, complex) or isinstance(right, complex):
        return _of_points(sign, point(left), point(right))
    return _of_numbers(sign, left, right)


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _of_arrays(sign: str, left: Any, right: Any) -> Any:
    if isinstance(left, Map) and sign == "*":
        return Array(operate(sign, left, part) for part in right)
    if isinstance(left, Array) and isinstance(right, Array):
        if len(left) != len(right):
            raise ProgramError(FaultKind.VALUE, "arrays of different lengths")
        return Array(operate(sign, a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Array):
        return Array(operate(sign, part, right) for part in left)
    return Array(operate(sign, left, part) for part in right)


def _mapped(sign: str, by: Map, value: Any) -> Any:
    if sign == "^" and isinstance(value, int) and abs(value) <= 10_000:
        made, factor = Map(), by if value >= 0 else by.inverse
        for _ in range(abs(value)):
            made = factor.after(made)
        return made
    if sign != "*":
        raise _type_fault("another sign for a transform", value)
    if isinstance(value, Map):
        return by.after(value)
    if isinstance(value, Curve):
        return value.moved(by)
    if isinstance(value, str | Label | Pen):
        return value
    return by(point(value))


def _of_pens(sign: str, left: Any, right: Any) -> Any:
    if sign == "+":
        return cast("pen", left).over(cast("pen", right))
    if sign == "*":
        pen = left if isinstance(left, Pen) else right
        factor = real(right if isinstance(left, Pen) else left)
        if pen.colour is None:
            return pen
        return Pen(Colour(f"{factor:g}*{pen.colour.name}"), pen.even_odd)
    raise _type_fault("another sign for a pen", right)


def _of_triples(sign: str, left: Any, right: Any) -> Any:
    if sign in {"+", "-"} and isinstance(left, Triple) and isinstance(right, Triple):
        turn = 1 if sign == "+" else -1
        return Triple(*(a + turn * b for a, b in zip(left, right, strict=True)))
    if sign == "*" and isinstance(right, Triple):
        return Triple(*(real(left) * a for a in right))
    if sign in {"*", "/"} and isinstance(left, Triple):
        factor = real(right) if sign == "*" else _inverse(real(right))
        return Triple(*(a * factor for a in left))
    raise _type_fault(f"operands of {sign} for triples", left)


def _inverse(x: float) -> float:
    if not x:
        raise ProgramError(FaultKind.VALUE, "division by zero")
    return 1 / x


def _of_points(sign: str, left: complex, right: complex) -> Any:
    try:
        if sign == "+":
            return left + right
        if sign == "-":
            return left - right
        if sign == "*":
            return left * right
        if sign == "/":
            return left / right
        if sign == "^" and right.imag == 0:
            return left**right.real
    except (ZeroDivisionError, OverflowError) as error:
        raise ProgramError(FaultKind.VALUE, str(error)) from error
    raise ProgramError(FaultKind.TYPE, f"no operator {sign} for pairs")


def _of_numbers(sign: str, left: Any, right: Any) -> Any:
    if isinstance(left, bool) or isinstance(right, bool):
        if sign in {"&", "|"} and isinstance(left, bool) and isinstance(right, bool):
            return (left and right) if sign == "&" else (left or right)
        raise _type_fault("numbers", left if isinstance(left, bool) else right)
    x, y = real(left), real(right)
    whole = isinstance(left, int) and isinstance(right, int)
    try:
        if sign == "+":
            found: Any = left + right
        elif sign == "-":
            found = left - right
        elif sign == "*":
            found = left * right
        elif sign == "/":
            found = x / y
        elif sign == "%":
            found = left % right
        elif sign == "#":
            found = int(x // y)
        elif sign == "^":
            found = _power(left, right)
        elif sign in _COMPARISONS:
            return _COMPARISONS[sign](left, right)
        else:
            raise ProgramError(FaultKind.TYPE, f"no operator {sign} for numbers")
    except (ZeroDivisionError, OverflowError, ValueError) as error:
        if isinstance(error, ProgramError):
            raise
        raise ProgramError(FaultKind.VALUE, str(error)) from error
    if whole and isinstance(found, int) and abs(found) >= 2**63:
        raise ProgramError(FaultKind.VALUE, "an integer is too large")
    if isinstance(found, complex) or not cmath.isfinite(found):
        raise ProgramError(FaultKind.VALUE, "a result is not a finite number")
    return found


def _power(left: int | float, right: int | float) -> int | float:
    if isinstance(left, int) and isinstance(right, int) and right >= 0:
        if right * max(1, left.bit_length()) > 4000:
            raise ProgramError(FaultKind.VALUE, "a power is too large")
        return int(left**right)
    return math.pow(left, right)
