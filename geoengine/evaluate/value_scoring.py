"""Values: the value that a response claims, compared with the exact answer."""

from __future__ import annotations

from typing import Any

from geoengine.evaluate.answer_phrases import REFUSAL
from geoengine.evaluate.claimed_values import Claim, claimed_values
from geoengine.evaluate.text_normalization import plain, visible
from geoengine.language import NUMBER_DIGITS, read_number

__all__ = ["CLOSE", "RIGHT", "exact_value", "judge_value"]

CLOSE = "close"
RIGHT = frozenset({"right", CLOSE})
"""The statuses of claims that count as right."""

_SHARES = frozenset({"ratio", "number"})
"""The quantities that a percentage may be."""

_NO_ANGLES = frozenset({"length", "area", "volume", "ratio"})
"""The quantities that are not measured in degrees."""


def exact_value(answer: str, *, degrees: bool = False) -> Any:
    """The value of a printed answer, as a number of mpmath of sixty digits.

    With `degrees`, an angle that is given in radians is converted. StatementError is raised for
    what is not a number.

    Examples
    --------
    >>> round(float(exact_value("5√2/2")), 3), float(exact_value("π/3", degrees=True))
    (3.536, 60.0)
    """
    number = read_number(answer)
    return number.degrees if degrees else number.value


def judge_value(
    response: str,
    answer: str,
    *,
    quantity: str = "number",
    tolerance: float | None = None,
    unit: str = "",
    rounded: str = "",
) -> tuple[str, str]:
    r"""Compare what a response claims with the exact answer.

    The likeliest place of the answer that has numbers decides. Numbers are compared to forty
    digits, so that it does not matter in which form they are written. A response that gives several
    different numbers as its answer is not right.

    Parameters
    ----------
    response : str
    answer : str
        The exact answer, as printed.
    quantity : str
        What is asked for, as in `Value`: an ``angle`` is in degrees unless the response says
        radians, or writes it with pi; a ``ratio`` may be written 2:1; a ``ratio`` or ``number`` may
        be a percentage.
    tolerance : float, optional
        A relative error; a value that is off by no more is close. With None none is.
    unit : str
        The unit of the answer; with ``%``, a percentage is compared as it is written.
    rounded : str
        The answer as a question asks for it that wants it rounded, such as ``3.54``. A value is
        right then if it is off by at most half a unit of the last place.

    Returns
    -------
    str
        ``right`` (the exact value in any form, or rounded as asked), ``close`` (within the
        tolerance),
        ``approximation`` (rounded correctly, or marked as approximate and at most 0.5 % off),
        ``wrong``, ``several``, ``refused``, ``unreadable`` or ``empty``.
    str
        The claim; empty if there is none.

    Examples
    --------
    >>> judge_value(r"\boxed{\frac{5}{\sqrt{2}}}", "5√2/2", quantity="length")
    ('right', '\\frac{5}{\\sqrt{2}}')
    >>> judge_value("AF = 3.54", "5√2/2")
    ('approximation', '3.54')
    >>> judge_value("AF = 3.54", "5√2/2", tolerance=0.01)[0]
    'close'
    >>> judge_value("AF = 3.54", "5√2/2", rounded="3.54")[0]
    'right'
    >>> judge_value(r"\boxed{3, 4}", "3")
    ('several', '3, 4')
    """
    shown = visible(response)[0]
    if not shown.strip():
        return "empty", ""
    value = exact_value(answer, degrees=quantity == "angle")
    for place in claimed_values(response, ratio=quantity == "ratio"):
        if not place.claims:
            break
        amounts = [_amount(claim, quantity, unit) for claim in place.claims]
        if any(not _is_equal(amount, amounts[0]) for amount in amounts[1:]):
            return "several", ", ".join(claim.text for claim in place.claims)
        claim = place.claims[0]
        return _status(claim, amounts[0], value, tolerance, rounded), claim.text
    return ("refused" if REFUSAL.search(plain(shown)) else "unreadable"), ""


def _amount(claim: Claim, quantity: str, unit: str) -> Any:
    """The value of a claim in the measure of the answer; None if it is in another measure."""
    from mpmath import mp

    number = claim.number
    if quantity == "angle":
        return None if number.measure == "percent" else number.degrees
    if number.measure == "percent" and unit != "%":
        with mp.workdps(NUMBER_DIGITS):
            return number.value / 100 if quantity in _SHARES else None
    if number.measure == "degrees" and quantity in _NO_ANGLES:
        return None
    return number.value


def _is_equal(one: Any, other: Any) -> bool:
    from mpmath import mp

    if one is None or other is None:
        return one is other
    with mp.workdps(NUMBER_DIGITS):
        return bool(abs(one - other) < max(abs(other), 1) * mp.mpf(10) ** -40)


def _status(claim: Claim, claimed: Any, value: Any, tolerance: float | None, rounded: str) -> str:
    from mpmath import mp

    if claimed is None:
        return "wrong"
    if _is_equal(claimed, value):
        return "right"
    with mp.workdps(NUMBER_DIGITS):
        off = abs(claimed - value)
        if rounded and off <= mp.mpf(10) ** -len(rounded.partition(".")[2]) / 2:
            return "right"
        # 0.01 as it is written, not the binary fraction next to it.
        if tolerance is not None and off <= mp.mpf(str(tolerance)) * abs(value) * (
            1 + mp.mpf(10) ** -40
        ):
            return CLOSE
        places = claim.number.places
        if places is not None and off <= mp.mpf(10) ** -places * mp.mpf("0.5000001"):
            return "approximation"
        if claim.approximate and off < max(abs(value), 1) * mp.mpf("5e-3"):
            return "approximation"
    return "wrong"
