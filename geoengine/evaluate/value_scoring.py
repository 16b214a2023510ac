"""Values: the value that a response claims, compared with the exact answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from geoengine.errors import StatementError
from geoengine.evaluate.answer_phrases import REFUSAL
from geoengine.evaluate.boxed_answers import find_boxes
from geoengine.evaluate.text_normalization import plain, visible
from geoengine.verify import DIGITS, judge_answer, read_claim

__all__ = ["claimed_values", "exact_value", "judge_value"]

_LONGEST = 12_000
_MOST_WORDS = 8
_CUE = re.compile(
    r"\b(?:answer|result|value|length|ratio|angle)s?\b[^.\n:=]{0,40}?(?:\bis\b|[:=])|答案(?:是|为|:)?"
    r"|<answer>",
    re.IGNORECASE,
)
_START = re.compile(r"[-−]?(?:\d|\.\d|\\frac|\\dfrac|\\sqrt|√|π|\\pi|\()")
_SQRT = re.compile(r"\bsqrt ?\(? ?(\d+) ?\)?")
_UNIT = re.compile(r"(?<=[\d})√π]) ?(?:cm|mm|m|units?|degrees?|度)\b\.?", re.IGNORECASE)
_RATIO = re.compile(r"(\d+(?:\.\d+)?) ?: ?(\d+(?:\.\d+)?)")


def exact_value(answer: str, *, degrees: bool = False) -> Any:
    """The value of a printed answer, as a number of mpmath of sixty digits.

    With `degrees`, an angle that is given in radians is converted. StatementError is raised for
    what is not a number.

    Examples
    --------
    >>> round(float(exact_value("5√2/2")), 3)
    3.536
    """
    import sympy
    from mpmath import mp

    claim = read_claim(answer, degrees=degrees)
    with mp.workdps(DIGITS):
        return mp.mpf(str(sympy.N(claim.number, DIGITS)))


def claimed_values(response: str) -> Iterator[str]:
    r"""The values that a response may claim, the likeliest first.

    Examples
    --------
    >>> next(claimed_values(r"By Pythagoras, $AF = \boxed{\frac{5\sqrt{2}}{2}}$."))
    '\\frac{5\\sqrt{2}}{2}'
    >>> next(claimed_values("So AF = 5√2/2, about 3.5"))
    '5√2/2'
    """
    shown = visible(response)[0][-_LONGEST:]
    for _, _, content in reversed(find_boxes(shown)):
        yield from _numbers(plain(content))
    text = plain(shown)
    for cue in reversed(list(_CUE.finditer(text))[-20:]):
        yield from _numbers(text[cue.end() : cue.end() + 200].lstrip().split("\n")[0])
    lines = [line for line in text.splitlines() if line.strip()]
    for line in reversed(lines[-3:]):
        yield from _numbers(line)


def _numbers(text: str) -> Iterator[str]:
    """Texts that may be a number: after the last equals signs, or the whole; the longest first."""
    for part in reversed(text.split("=")[-3:]):
        begin = _START.search(part)
        if begin is None or len(part[: begin.start()].split()) > _MOST_WORDS:
            continue
        words = re.split(r",(?!\d{3})|;|\.(?!\d)|≈|\bor\b", part[begin.start() :])[0].split()
        tail = " ".join(words[:_MOST_WORDS])
        tail = _UNIT.sub("", _SQRT.sub(r"√\1", tail)).strip(" .。|<>\"'")
        tail = tail.replace("−", "-")
        while tail:
            yield tail
            tail = tail.rpartition(" ")[0]


def judge_value(
    response: str, answer: str, *, kind: str, tolerance: float | None = None
) -> tuple[str, str]:
    r"""Compare what a response claims with the exact answer.

    The likeliest claim that can be read as a number decides.

    Parameters
    ----------
    response : str
    answer : str
        The exact answer, as printed in the problem record.
    kind : str
        The predicate of the goal: ``aconst`` is in degrees, ``rconst`` may be written 2:1.
    tolerance : float, optional
        A relative tolerance; a value within it counts as right. With None only the exact value
        does.

    Returns
    -------
    str
        ``right``, ``approximation`` (rounded correctly, or marked as approximate and at most
        0.5 % off), ``wrong``, ``refused``, ``unreadable`` or ``empty``.
    str
        The claim; empty if there is none.

    Examples
    --------
    >>> judge_value(r"\boxed{\frac{5}{\sqrt{2}}}", "5√2/2", kind="lconst")
    ('right', '\\frac{5}{\\sqrt{2}}')
    >>> judge_value("AF = 3.54", "5√2/2", kind="lconst")
    ('approximation', '3.54')
    >>> judge_value("AF = 3.54", "5√2/2", kind="lconst", tolerance=0.01)[0]
    'right'
    """
    from mpmath import mp

    if not visible(response)[0].strip():
        return "empty", ""
    degrees = kind == "aconst"
    value = exact_value(answer, degrees=degrees)
    for text in claimed_values(response):
        shown = _RATIO.sub(r"\1/\2", text) if kind == "rconst" else text
        verdict = judge_answer(shown, value, degrees=degrees)
        if verdict.status == "unreadable":
            continue
        if tolerance is not None and verdict.status != "right":
            try:
                off = abs(exact_value(shown, degrees=degrees) - value)
            except StatementError:
                continue
            if off <= mp.mpf(tolerance) * abs(value):
                return "right", text
        return verdict.status, text
    return ("refused" if REFUSAL.search(plain(response)) else "unreadable"), ""
