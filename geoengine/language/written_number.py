r"""Numbers as people and models write them: ``5√2/2``, ``\frac{5\sqrt2}{2}``, ``2 1/2``, ``60°``.

A text is read by a parser of its own, never by an interpreter of a programming language. What it
reads is bounded: texts by their length and depth, numbers by their digits, powers by their
exponents.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from geoengine.language.number_tokens import INVERSES, fail, tokens

__all__ = ["NUMBER_DIGITS", "WrittenNumber", "read_number"]

NUMBER_DIGITS = 60
"""The digits to which numbers are evaluated."""

_LONGEST = 200
_DEEPEST = 24
_LARGEST_EXPONENT = 64
_LARGEST = 40
"""The most digits of a number before the point, and of the numbers it is made of."""

_ROOTS = {"√": 2, "∛": 3, "∜": 4, "sqrt": 2}


@dataclass(frozen=True, slots=True, eq=False)
class WrittenNumber:
    """A number as it is written.

    Attributes
    ----------
    value : mpf
        The real value, to `NUMBER_DIGITS` digits, as written: 60 for ``60°``, 50 for ``50%``.
    measure : {"", "degrees", "radians", "percent"}
        ``degrees`` if a degree sign says so; ``radians`` if it is made with pi or an inverse
        function such as arctan; ``percent`` if a percent sign says so.
    places : int or None
        The decimal places, if it is written as a decimal number alone.
    """

    value: Any
    measure: Literal["", "degrees", "radians", "percent"] = ""
    places: int | None = None

    @property
    def degrees(self) -> Any:
        """The value as an angle in degrees: radians are converted, and a bare number is one."""
        from mpmath import mp

        with mp.workdps(NUMBER_DIGITS):
            return self.value * 180 / mp.pi if self.measure == "radians" else self.value


def read_number(text: str) -> WrittenNumber:
    r"""Read a number in plain notation or LaTeX.

    It may have fractions, roots of any index, powers, pi, brackets, mixed numbers such as
    ``2\frac12``, separators of thousands, degrees with minutes and seconds, and trigonometric
    functions. Products without a sign are taken from left to right, as others: ``1/2√3`` is a half
    times the root.

    Raises
    ------
    StatementError
        When it is not one real number, or is too large, too long or too deep to be evaluated.

    Examples
    --------
    >>> for text in (r"\frac{5\sqrt2}{2}", "2 1/2", "1,234.5", r"\sqrt[3]{-8}", "3π/4", "60°"):
    ...     print(round(float(read_number(text).value), 4), end=" ")
    3.5355 2.5 1234.5 -2.0 2.3562 60.0
    >>> read_number(r"45^\circ").measure, float(read_number("π/3").degrees)
    ('degrees', 60.0)
    """
    from mpmath import mp

    if len(text) > _LONGEST:
        fail("a number of modest length", text)
    with mp.workdps(NUMBER_DIGITS):
        parser = _Parser(text)
        amount = parser.whole()
        places = re.fullmatch(r"\s*-?\s*[\d,]*\.(\d+)\s*", text.replace("−", "-"))
        return WrittenNumber(+amount.value, amount.measure, len(places[1]) if places else None)


@dataclass(frozen=True, slots=True, eq=False)
class _Amount:
    """A value on the way, and the sign that gives it its measure."""

    value: Any
    measure: Literal["", "degrees", "radians", "percent"] = ""


class _Parser:
    """Recursive descent over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(tokens(text))
        self._at = 0
        self._depth = 0

    def whole(self) -> _Amount:
        amount = self._sum()
        if self._at < len(self._tokens):
            self._wrong("the end of the number")
        return amount

    def _wrong(self, expected: str) -> NoReturn:
        fail(f"{expected} in a number such as 5/2 or 4\\sqrt{{2}}", self._text)

    @property
    def _next(self) -> str:
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    @property
    def _kind(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _accept(self, *signs: str) -> str:
        found = self._next if self._kind == "sign" else ""
        if found not in signs:
            return ""
        self._at += 1
        return found

    def _sum(self) -> _Amount:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._wrong("no deeper nesting")
        total = self._product()
        while sign := self._accept("+", "-"):
            term = self._product()
            if "percent" in (total.measure, term.measure):
                self._wrong("a percentage by itself")
            total = self._added(total, term, -1 if sign == "-" else 1)
        if self._accept("over"):
            total = self._checked(total, self._sum(), "/")
        self._depth -= 1
        return total

    def _added(self, one: _Amount, other: _Amount, sign: int) -> _Amount:
        from mpmath import mp

        if {one.measure, other.measure} == {"degrees", "radians"}:
            one, other = (
                _Amount(a.value * 180 / mp.pi, "degrees") if a.measure == "radians" else a
                for a in (one, other)
            )
        return self._bounded(one.value + sign * other.value, one.measure or other.measure)

    def _product(self) -> _Amount:
        sign = -1 if self._signs_negate() else 1
        total = self._power()
        while True:
            if operator := self._accept("*", "/"):
                negated = self._signs_negate()
                factor = self._power()
                factor = _Amount(-factor.value if negated else factor.value, factor.measure)
                total = self._checked(total, factor, operator)
            elif self._begins_factor():
                total = self._checked(total, self._power(), "*")
            else:
                return _Amount(sign * total.value, total.measure)

    def _signs_negate(self) -> bool:
        negated = False
        while sign := self._accept("+", "-"):
            negated ^= sign == "-"
        return negated

    def _begins_factor(self) -> bool:
        """Whether a factor follows without a sign; a bare number does not, as in ``2 3``."""
        if self._kind == "sign":
            return self._next in {"(", "√", "∛", "∜", "sqrt", "frac", "π"}
        return self._kind == "function"

    def _checked(self, one: _Amount, other: _Amount, operator: str) -> _Amount:
        if operator == "/" and other.value == 0:
            self._wrong("no division by zero")
        value = one.value / other.value if operator == "/" else one.value * other.value
        measures = {one.measure, other.measure} - {""}
        if "percent" in measures or measures == {"degrees"} == {one.measure, other.measure}:
            self._wrong("factors without units")
        measure: Any = "degrees" if "degrees" in measures else ("radians" if measures else "")
        return self._bounded(value, measure)

    def _bounded(self, value: Any, measure: Any) -> _Amount:
        from mpmath import mp

        if not mp.isfinite(value) or abs(value) > mp.mpf(10) ** _LARGEST:
            self._wrong("a number of modest size")
        return _Amount(value, measure)

    def _power(self) -> _Amount:
        base = self._primary()
        while True:
            if self._accept("°"):
                base = _Amount(base.value, "degrees")
            elif self._accept("%"):
                if base.measure:
                    self._wrong("one unit")
                base = _Amount(base.value, "percent")
            elif self._accept("^", "**"):
                return self._raised(base, self._exponent())
            else:
                return base

    def _exponent(self) -> Any:
        negated = self._signs_negate()
        exponent = self._primary()
        if self._kind == "sign" and self._next in {"^", "**"}:
            self._wrong("no power of a power")
        return -exponent.value if negated else exponent.value

    def _raised(self, base: _Amount, exponent: Any) -> _Amount:
        from mpmath import mp

        if abs(exponent) > _LARGEST_EXPONENT:
            self._wrong("a smaller exponent")
        if base.value == 0 and exponent <= 0:
            self._wrong("no division by zero")
        # A power that is a whole number of digits of a bounded base is bounded too.
        value = mp.power(base.value, int(exponent) if exponent == int(exponent) else exponent)
        if isinstance(value, mp.mpc):
            self._wrong("a real number")
        return self._bounded(value, "radians" if base.measure == "radians" else "")

    def _primary(self) -> _Amount:
        kind, token = (self._kind, self._next)
        if kind == "number":
            self._at += 1
            return _decimal(token)
        if kind in {"mixed", "repeating", "dms"}:
            self._at += 1
            return _SPECIAL[kind](token)
        if kind == "function":
            self._at += 1
            return self._applied(token)
        if self._accept("π"):
            from mpmath import mp

            return _Amount(+mp.pi, "radians")
        if self._accept("("):
            inside = self._sum()
            if not self._accept(")"):
                self._wrong("a closing bracket")
            return inside
        if self._accept("frac"):
            above = self._argument()
            return self._checked(above, self._argument(), "/")
        root = self._accept(*_ROOTS)
        return self._root(root) if root else self._wrong("a number")

    def _split_digit(self) -> str:
        """Take one digit of a number: the argument of a command that has no braces."""
        digits = self._next
        if len(digits) > 1:
            self._tokens[self._at : self._at + 1] = [("number", digits[0]), ("number", digits[1:])]
        self._at += 1
        return digits[0]

    def _argument(self) -> _Amount:
        """Read the argument of a fraction: braces, one digit, or a command."""
        if self._kind == "number" and self._next.isdecimal():
            return _decimal(self._split_digit())
        self._descend()
        found = self._primary()
        self._depth -= 1
        return found

    def _descend(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._wrong("no deeper nesting")

    def _root(self, sign: str) -> _Amount:
        from mpmath import mp

        index: Any = _ROOTS[sign]
        if self._kind == "index":
            index = int(self._next)
            self._at += 1
        self._descend()
        under = self._primary()
        self._depth -= 1
        if not 2 <= index <= _LARGEST_EXPONENT or (under.value < 0 and index % 2 == 0):
            self._wrong("a real root")
        value = mp.sign(under.value) * mp.root(abs(under.value), index)
        return self._bounded(value, "radians" if under.measure == "radians" else "")

    def _applied(self, name: str) -> _Amount:
        from mpmath import mp

        self._descend()
        inside = self._power()
        self._depth -= 1
        if name in INVERSES:
            value = getattr(mp, INVERSES[name])(inside.value)
            if isinstance(value, mp.mpc):
                self._wrong("a real number")
            return _Amount(value, "radians")
        angle = inside.value * mp.pi / 180 if inside.measure == "degrees" else inside.value
        try:
            return self._bounded(getattr(mp, name)(angle), "")
        except ZeroDivisionError:
            self._wrong("no division by zero")


def _decimal(digits: str) -> _Amount:
    from mpmath import mp

    bare = re.sub(r"[^\d.]", "", digits)
    if len(bare) > _LARGEST:
        fail(f"a number of at most {_LARGEST} digits", digits)
    return _Amount(mp.mpf(bare))


def _mixed(text: str) -> _Amount:
    r"""Read ``2 1/2`` and ``2\frac12``; before a fraction that is not proper, a factor."""
    from mpmath import mp

    parts = re.findall(r"\d+", text)
    if len(parts) == 2:
        parts[1:] = parts[1]
    whole, above, below = (_decimal(part).value for part in parts)
    if not below:
        fail("no division by zero", text)
    fraction = mp.mpf(above) / below
    return _Amount(whole + fraction if 0 < above < below else whole * fraction)


def _repeating(text: str) -> _Amount:
    r"""Read ``0.1\overline{6}``."""
    head, _, tail = text.partition("\\")
    places, period = len(head.partition(".")[2]), re.sub(r"\D", "", tail)
    start = _decimal(head if head != "." else "0").value
    return _Amount(start + _decimal(period).value / (10 ** len(period) - 1) / 10**places)


def _minutes(text: str) -> _Amount:
    """Read ``22°30′``."""
    parts = [_decimal(part).value for part in re.findall(r"\d+(?:\.\d+)?", text)]
    return _Amount(sum(part / 60**k for k, part in enumerate(parts)), "degrees")


_SPECIAL: dict[str, Callable[[str], _Amount]] = {
    "mixed": _mixed,
    "repeating": _repeating,
    "dms": _minutes,
}
