"""Claimed answers: right, an approximation, or wrong, with the exact value beside them."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import Any, Literal

from geoengine.errors import StatementError
from geoengine.language import Surd
from geoengine.verify.figures.precise import DIGITS, recognised

__all__ = ["AnswerVerdict", "ClaimedNumber", "exact_text", "judge_answer", "read_claim"]

_LONGEST = 200
_POWER = re.compile(
    r"(?:\*\*|\^)\s*[{(]?\s*-?\s*\d{3,}|(?:\*\*|\^)[\s{(]*[\d.]+[\s})]*(?:\*\*|\^)|!|\d{60,}"
)
_DECIMAL = re.compile(r"-?\d*\.(\d+)")
_DEGREES = re.compile(r"°|\^\s*\{?\s*\\circ\s*\}?|\\degree|\bdegrees?\b")
_RADIANS = re.compile(r"\\pi|π|\bpi\b")
_SIGNS = str.maketrans({"−": "-"} | {sign: f"^{k}" for k, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})
_APPROXIMATELY = re.compile(r"^\s*(?:≈|~|\\approx|approx(?:imately|\.)?|about)\s*")


@dataclass(frozen=True, slots=True, eq=False)
class ClaimedNumber:
    """A number as written in an answer.

    Attributes
    ----------
    text : str
    number : sympy expression
    places : int or None
        Decimal places, where it is written as a decimal number.
    approximate : bool
        Whether the number is marked as approximate.
    """

    text: str
    number: Any
    places: int | None
    approximate: bool


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """The verdict on a claimed answer.

    Attributes
    ----------
    status : {"right", "approximation", "wrong", "unreadable"}
    claimed : str
    exact : str
        The exact value; decimals with an ellipsis where its form was not recognized.
    """

    status: Literal["right", "approximation", "wrong", "unreadable"]
    claimed: str
    exact: str


def read_claim(text: str, *, degrees: bool = False) -> ClaimedNumber:
    r"""Read a number in plain notation or LaTeX.

    Parameters
    ----------
    text : str
    degrees : bool
        Whether the number is an angle: radians, recognized by pi, are converted to degrees.

    Raises
    ------
    StatementError
        When it is not a number, or too large to evaluate.

    Examples
    --------
    >>> read_claim(r"4\sqrt2").number, read_claim(r"$\frac{130}{23}$").number
    (4*sqrt(2), 130/23)
    >>> read_claim("10 + 2√13").number, read_claim("−5/2").number
    (2*sqrt(13) + 10, -5/2)
    >>> read_claim("√(4 + π²)").number
    sqrt(4 + pi**2)
    >>> read_claim("5.657").places
    3
    >>> read_claim(r"\frac{\pi}{3}", degrees=True).number
    60
    """
    import sympy

    approximate = bool(_APPROXIMATELY.match(text))
    plain = _APPROXIMATELY.sub("", text).strip().strip("$").strip().translate(_SIGNS)
    if len(plain) > _LONGEST or _POWER.search(plain):
        raise StatementError(f"expected a number of modest size, found {text[:60]!r}")
    radians = degrees and bool(_RADIANS.search(plain)) and not _DEGREES.search(plain)
    plain = _DEGREES.sub("", plain).strip()
    decimal = _DECIMAL.fullmatch(plain)
    if decimal:
        number = sympy.Rational(plain)
    else:
        try:
            number = sympy.sqrt(sympy.Rational(str(Surd.parse(plain).square)))
        except StatementError:
            number = _by_math_verify(plain, text)
    if radians:
        number = sympy.nsimplify(number * 180 / sympy.pi)
    places = len(decimal[1]) if decimal else None
    return ClaimedNumber(text, number, places, approximate)


def _by_math_verify(plain: str, text: str) -> Any:
    """Parse a text by math-verify; raise StatementError unless it is one real number."""
    import sympy
    from math_verify import ExprExtractionConfig, LatexExtractionConfig, parse

    unreadable = StatementError(
        f"expected a number such as 5/2 or 4\\sqrt{{2}}, found {text[:60]!r}"
    )
    plain = plain.replace("√", "\\sqrt").replace("π", "\\pi").replace("**", "^")
    plain = re.sub(r"\\sqrt\s*\(([^()]*)\)", r"\\sqrt{\1}", plain)
    # Strictly, \\sqrt12 in LaTeX is the root of the first digit only.
    plain = re.sub(r"\\sqrt\s*(\d+)", r"\\sqrt{\1}", plain)
    plain = re.sub(r"(?<!\\)\bsqrt\s*\(([^()]*)\)", r"\\sqrt{\1}", plain)
    plain = re.sub(r"(?<!\\)\bpi\b", r"\\pi", plain)
    # It warns that it runs without a timeout; the process it runs in has one.
    logging.getLogger("math_verify").setLevel(logging.ERROR)
    try:
        found = parse(
            f"${plain}$",
            extraction_config=[LatexExtractionConfig(), ExprExtractionConfig()],
            parsing_timeout=None,
            raise_on_error=True,
        )
    except Exception as error:  # Its grammar raises exceptions of many kinds.
        raise unreadable from error
    number = next((one for one in found if isinstance(one, sympy.Expr)), None)
    if number is None or number.free_symbols or not _is_evaluable(number):
        raise unreadable
    value = sympy.N(number, 20)
    if not value.is_real or not value.is_finite:
        raise unreadable
    return number


def _is_evaluable(number: Any) -> bool:
    """Whether a number can be evaluated without running out of memory."""
    import sympy

    for part in sympy.preorder_traversal(number):
        if isinstance(part, sympy.Pow):
            exponent = part.exp
            if not exponent.is_Rational or abs(exponent.p) > 64 or exponent.q > 64:
                return False
        elif isinstance(part, (sympy.factorial, sympy.gamma)):
            return False
    return True


def judge_answer(text: str, value: Any, *, degrees: bool = False) -> AnswerVerdict:
    r"""Compare a claimed answer with the value.

    It is right if it agrees to forty digits. It is an approximation if it is the value rounded to
    its own decimal places, or is marked as approximate and at most 0.5 % off.

    Parameters
    ----------
    text : str
        The claim.
    value : mpf
        The value, accurate to fifty digits.
    degrees : bool
        Whether the value is an angle in degrees.

    Examples
    --------
    >>> from mpmath import mp
    >>> with mp.workdps(DIGITS):
    ...     value = mp.sqrt(32)
    >>> for text in (r"4\sqrt2", "5.657", "130/23", "5.658"):
    ...     print(judge_answer(text, value))
    AnswerVerdict(status='right', claimed='4\\sqrt2', exact='4√2')
    AnswerVerdict(status='approximation', claimed='5.657', exact='4√2')
    AnswerVerdict(status='wrong', claimed='130/23', exact='4√2')
    AnswerVerdict(status='wrong', claimed='5.658', exact='4√2')
    """
    import sympy
    from mpmath import mp

    exact = exact_text(value, degrees=degrees)
    try:
        claim = read_claim(text, degrees=degrees)
    except StatementError:
        return AnswerVerdict("unreadable", text, exact)
    with mp.workdps(DIGITS):
        claimed = mp.mpf(str(sympy.N(claim.number, DIGITS)))
        off = abs(claimed - value)
        scale = max(abs(value), 1)
        if off < scale * mp.mpf(10) ** -40:
            return AnswerVerdict("approximation" if claim.approximate else "right", text, exact)
        if claim.places is not None and off <= mp.mpf(10) ** -claim.places * mp.mpf("0.5000001"):
            return AnswerVerdict("approximation", text, exact)
        if claim.approximate and off < scale * mp.mpf("5e-3"):
            return AnswerVerdict("approximation", text, exact)
    return AnswerVerdict("wrong", text, exact)


def exact_text(value: Any, *, degrees: bool = False) -> str:
    """The exact value as text; twelve digits and an ellipsis where its form is not recognized.

    Angles in degrees are recognized only if rational.

    Examples
    --------
    >>> from mpmath import mp
    >>> with mp.workdps(DIGITS):
    ...     exact_text(mp.mpf(5) / 2), exact_text(1 + mp.sqrt(3)), exact_text(mp.e)
    ('5/2', '1 + √3', '2.71828182846…')
    """
    import sympy
    from mpmath import mp

    with mp.workdps(DIGITS):
        number = recognised(value)
        if degrees and (number is None or not number.is_Rational):
            number = None
        if number is None:
            return f"{mp.nstr(value, 12)}…" + ("°" if degrees else "")
    written = sympy.sstr(number)
    written = re.sub(r"sqrt\((\d+)\)", r"√\1", written).replace("sqrt", "√")
    written = re.sub(r"(\d)\*√", r"\1√", written)
    return written + ("°" if degrees else "")
