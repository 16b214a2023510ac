"""Values: the value that a response claims, compared with the exact answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from geoengine.evaluate.answer_phrases import REFUSAL
from geoengine.evaluate.boxed_answers import find_boxes
from geoengine.evaluate.text_normalization import plain, visible
from geoengine.verify import DIGITS, judge_answer, read_claim

__all__ = ["CLOSE", "RIGHT", "claimed_values", "exact_value", "judge_value"]

CLOSE = "close"
RIGHT = frozenset({"right", CLOSE})
"""The statuses of claims that count as right."""

_LONGEST = 12_000
_MOST_WORDS = 8
_CUE = re.compile(
    r"\b(?:answer|result|value|length|ratio|angle)s?\b[^.\n:=]{0,40}?(?:\bis\b|[:=])|答案(?:是|为|:)?"
    r"|<answer>",
    re.IGNORECASE,
)
_START = re.compile(
    # A minus sign with a space after it is one only at the beginning.
    r"(?:^[\s{]*[-−] *|[-−])?"
    r"(?:\d|\.\d|\\[dt]?frac|\\sqrt|\bsqrt\b|√|π|\\pi|\bpi\b|\()"
)
_SQRT = re.compile(r"\bsqrt ?(?:\( ?(\d+) ?\)|(\d+))")
_UNIT = re.compile(
    r"(?<=[\d})√πi]) ?\{? ?(?:(?:square|cubic|sq\.?|cu\.?) ?)?"
    r"(?:(?:[cmdk]?m|units?|degrees?)\b|平方|立方|单位|厘米|度)(?:单位|厘米)?\.?"
    r" ?\}? ?(?:\^ ?\{? ?[23] ?\}?)?[ }]*$",
    re.IGNORECASE,
)
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
        tail = " ".join(words[: 2 * _MOST_WORDS])
        tail = _SQRT.sub(lambda found: f"√{found[1] or found[2]}", tail)
        tail = _UNIT.sub("", tail.strip(" .。|<>\"'").replace("−", "-"))
        while tail:
            yield tail
            tail = _UNIT.sub("", tail.rpartition(" ")[0])


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
        A relative error; a value that is off by no more is close. With None none is.

    Returns
    -------
    str
        ``right`` (the exact value, in any form), ``close`` (within the tolerance),
        ``approximation`` (rounded correctly, or marked as approximate and at most 0.5 % off),
        ``wrong``, ``refused``, ``unreadable`` or ``empty``.
    str
        The claim; empty if there is none.

    Examples
    --------
    >>> judge_value(r"\boxed{\frac{5}{\sqrt{2}}}", "5√2/2", kind="lconst")
    ('right', '\\frac{5}{\\sqrt{2}}')
    >>> judge_value("AF = 3.54", "5√2/2", kind="lconst")
    ('approximation', '3.54')
    >>> judge_value("AF = 3.54", "5√2/2", kind="lconst", tolerance=0.01)[0]
    'close'
    """
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
            claimed = exact_value(shown, degrees=degrees)
            if _is_within(claimed, value, tolerance):
                return CLOSE, text
        return verdict.status, text
    return ("refused" if REFUSAL.search(plain(response)) else "unreadable"), ""


def _is_within(claimed: Any, value: Any, tolerance: float) -> bool:
    """Whether a value is off by a share of at most `tolerance`, that share included."""
    from mpmath import mp

    with mp.workdps(DIGITS):
        # 0.01 as it is written, not the binary fraction next to it.
        most = mp.mpf(str(tolerance)) * abs(value)
        return bool(abs(claimed - value) <= most * (1 + mp.mpf(10) ** -40))
