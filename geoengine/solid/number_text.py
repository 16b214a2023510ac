"""Exact numbers as text: how they are printed, in plain text and LaTeX, and read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from geoengine.solid.errors import InexactError, SolidError
from geoengine.solid.factors import square_part
from geoengine.solid.numbers import Exact
from geoengine.solid.roots import NestedRoot, Real, root

__all__ = ["parse_number", "write", "write_latex", "write_nested", "write_nested_latex"]


class _Style(NamedTuple):
    root: Callable[[str], str]
    pi: str
    power: Callable[[int], str]
    over: Callable[[str, str], str]
    brackets: tuple[str, str]


_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _plain_root(inside: str) -> str:
    return f"√{inside}" if inside.isdigit() else f"√({inside})"


def _plain_over(top: str, bottom: str) -> str:
    return f"{top}/{bottom}" if re.fullmatch(r"\d+|π", bottom) else f"{top}/({bottom})"


_PLAIN = _Style(_plain_root, "π", lambda k: str(k).translate(_DIGITS), _plain_over, ("(", ")"))
_LATEX = _Style(
    lambda inside: rf"\sqrt{{{inside}}}",
    r"\pi ",
    lambda k: f"^{{{k}}}",
    lambda top, bottom: rf"\frac{{{top.strip()}}}{{{bottom.strip()}}}",
    (r"\left(", r"\right)"),
)


def _pi(k: int, style: _Style) -> str:
    if k == 0:
        return ""
    return style.pi if k == 1 else style.pi.strip() + style.power(k)


def _monomial(c: Fraction, inside: str, k: int, style: _Style) -> str:
    """Write c·√inside·π^k, for positive c; an empty `inside` is 1."""
    top = (style.root(inside) if inside else "") + _pi(max(k, 0), style)
    if c.numerator != 1 or not top:
        top = f"{c.numerator}{top}"
    bottom = _pi(max(-k, 0), style)
    if c.denominator != 1:
        bottom = f"{c.denominator}{bottom}"
    return style.over(top, bottom) if bottom else top.strip()


def _joined(parts: list[tuple[bool, str]]) -> str:
    """Write a sum of parts (negative, text without sign), the positive ones first."""
    text = ""
    for negative, part in sorted(parts, key=lambda one: one[0]):
        text += ((" - " if text else "-") if negative else (" + " if text else "")) + part
    return text or "0"


def _sum_of_roots(x: Exact, style: _Style) -> list[tuple[bool, str]]:
    return [
        (c < 0, _monomial(abs(c), "" if n == 1 else str(n), 0, style))
        for (n, _), c in x.terms.items()
    ]


def _written(x: Exact, style: _Style) -> str:
    parts: list[tuple[bool, str]] = []
    powers = x.powers
    for k in powers:
        group = x.coefficient(k)
        terms = group.terms
        denominators = {c.denominator for c in terms.values()}
        shared = len(powers) == 1 and len(denominators) == 1 and denominators != {1}
        if len(terms) > 1 and (k or shared):
            common = math.lcm(*denominators)
            whole = group * common
            negative = all(c < 0 for c in terms.values())
            inner = _joined(_sum_of_roots(-whole if negative else whole, style))
            top = f"{style.brackets[0]}{inner}{style.brackets[1]}{_pi(max(k, 0), style)}"
            bottom = ("" if common == 1 else str(common)) + _pi(max(-k, 0), style)
            parts.append((negative, style.over(top, bottom) if bottom else top.strip()))
        else:
            parts += [
                (c < 0, _monomial(abs(c), "" if n == 1 else str(n), k, style))
                for (n, _), c in terms.items()
            ]
    return _joined(parts)


def write(x: Exact) -> str:
    """Write a number in plain text.

    Examples
    --------
    >>> print(*map(write, map(Exact, ["5√2/2", "-√3", "(√5-1)/4", "3π/4", "4π√3", "2/π"])))
    5√2/2 -√3 (√5 - 1)/4 3π/4 4√3π 2/π
    """
    return _written(x, _PLAIN)


def write_latex(x: Exact) -> str:
    r"""Write a number in LaTeX.

    Examples
    --------
    >>> print(write_latex(Exact("7 + 2√13/3")), write_latex(Exact("(2 + √3)π/3")))
    7 + \frac{2\sqrt{13}}{3} \frac{\left(2 + \sqrt{3}\right)\pi}{3}
    """
    return _written(x, _LATEX)


def _nested(x: NestedRoot, style: _Style) -> str:
    terms = x.square.terms
    bottom = math.lcm(*(c.denominator for c in terms.values()))
    content = math.gcd(*(int(c * bottom) for c in terms.values()))
    # square = content/bottom · primitive, and the square factors of content·bottom come out.
    try:
        s, r = square_part(content * bottom)
    except InexactError:
        s, r = 1, content * bottom
    k = x.square.powers[0] // 2
    inside = _written((x.square * Fraction(bottom, content) * r).times_pi(-2 * k), style)
    return ("-" if x.sign < 0 else "") + _monomial(Fraction(s, bottom), inside, k, style)


def write_nested(x: NestedRoot) -> str:
    """Write a nested root in plain text.

    Examples
    --------
    >>> write_nested(root(Exact("5/4 + √3/2"))), write_nested(root(Exact("4 + π^2")))
    ('√(5 + 2√3)/2', '√(4 + π²)')
    >>> write_nested(root(Exact("5π^2 + 2√3π^2")))
    '√(5 + 2√3)π'
    """
    return _nested(x, _PLAIN)


def write_nested_latex(x: NestedRoot) -> str:
    r"""Write a nested root in LaTeX.

    Examples
    --------
    >>> print(write_nested_latex(root(Exact("5/4 + √3/2"))))
    \frac{\sqrt{5 + 2\sqrt{3}}}{2}
    """
    return _nested(x, _LATEX)


_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|(sqrt|√|pi|π|\*\*|[-+*/^()·×−⁰¹²³⁴⁵⁶⁷⁸⁹]))")
_SPELT = {"sqrt": "√", "pi": "π", "**": "^", "·": "*", "×": "*", "−": "-"}
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", range(10), strict=True))


class _Reader:
    """A recursive descent over the tokens of a formula."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self.refused(f"{text[at:].strip()[0]!r}")
            token = match[1] or match[2]
            self.tokens.append(_SPELT.get(token, token))
            at = match.end()
        self.tokens.append("")
        self.at = 0

    def refused(self, found: str) -> SolidError:
        return SolidError(
            f"expected an exact number such as 5√2/2, 3π/4 or 7 + 2√13/3, "
            f"found {found} in {self.text!r}"
        )

    @property
    def next(self) -> str:
        return self.tokens[self.at]

    def took(self, *wanted: str) -> str:
        token = self.next
        if token in wanted:
            self.at += 1
            return token
        return ""

    def sum(self) -> Real:
        total = self.product()
        while operator := self.took("+", "-"):
            total = total + self.product() if operator == "+" else total - self.product()
        return total

    def product(self) -> Real:
        if self.took("-"):
            return -self.product()
        self.took("+")
        total = self.power()
        while self.next and self.next not in "+-)^" and self.next not in _RAISED:
            if self.took("/"):
                total = total / self.power()
            else:
                self.took("*")
                total = total * self.power()
        return total

    def power(self) -> Real:
        base = self.atom()
        if self.took("^"):
            minus = self.took("-")
            exponent = self.took(self.next) if self.next.isdigit() else ""
            if not exponent:
                raise self.refused("no whole exponent after ^")
            base = base ** (-int(exponent) if minus else int(exponent))
        raised = None
        while self.next in _RAISED:
            raised = (raised or 0) * 10 + _RAISED[self.took(self.next)]
        return base if raised is None else base**raised

    def atom(self) -> Real:
        if self.took("√"):
            return root(self.atom())
        if self.took("π"):
            return Exact.of_terms({(1, 1): Fraction(1)})
        if self.took("("):
            inside = self.sum()
            if not self.took(")"):
                raise self.refused("a bracket that is not closed")
            return inside
        token = self.next
        if token[:1].isdigit() and token not in _RAISED:
            self.at += 1
            return Exact(Fraction(token))
        raise self.refused(repr(token) if token else "its end")


def parse_number(text: str) -> Exact | NestedRoot:
    """Read an exact number, as it is printed or as a formula; see `Exact.parse`.

    Raises
    ------
    SolidError
        If the text is not such a formula, or divides by 0.
    InexactError
        If the number is neither an `Exact` nor a `NestedRoot`.

    Examples
    --------
    >>> print(parse_number("√(5 + 2√3)/2"), parse_number("-2·√18/3"))
    √(5 + 2√3)/2 -2√2
    """
    reader = _Reader(text)
    number = reader.sum()
    if reader.next:
        raise reader.refused(repr(reader.next))
    if isinstance(number, float):
        raise InexactError(f"expected an exact number, found {text!r}")
    return number
