"""Questions that ask for a decimal number: the exact answer, rounded."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from numpy.random import Generator

from geoengine.families.programs.instance import Instance, Texts
from geoengine.items import pick

__all__ = ["rounded_text", "with_rounding"]

_SHARES = {"π": 0.28, "√": 0.1, "/": 0.08}
"""How often an answer in which a sign occurs is asked for as a decimal number."""

_PLACES = (2, 2, 2, 1)
_LEAST = 1.0
"""Smaller answers would keep too few digits."""

_MARGIN = 1e-6
"""How far an answer is from the nearest number that could be rounded either way."""

_WORDS = {1: (("one decimal place", "一位小数"), ("tenth", "十分位")),
          2: (("two decimal places", "两位小数"), ("hundredth", "百分位"))}  # fmt: skip


def rounded_text(value: float, places: int) -> str | None:
    """Return a number rounded to some places; None if it is too near to where that changes.

    Examples
    --------
    >>> rounded_text(7.0710678, 2), rounded_text(0.125, 2), rounded_text(2.99999, 2)
    ('7.07', None, '3.00')
    """
    shifted = value * 10**places
    if abs(shifted - math.floor(shifted) - 0.5) < _MARGIN * 10**places:
        return None
    step = Decimal(1).scaleb(-places)
    return str(Decimal(repr(value)).quantize(step, rounding=ROUND_HALF_UP))


def with_rounding(instance: Instance, rng: Generator) -> Instance:
    """Return an instance that may ask for its answer as a decimal number, if that is not exact.

    Examples
    --------
    >>> from geoengine.families.programs.instance import make_instance
    >>> from geoengine.families.programs.seed import load_seeds
    >>> from geoengine.items import stream
    >>> made = make_instance(load_seeds()["plane_right_triangle_altitude"], stream(1))
    >>> found = [with_rounding(made, stream(number)) for number in range(40)]
    >>> {one.rounded == "" or one.texts["en"].question != made.texts["en"].question
    ...     for one in found}
    {True}
    """
    share = max((_SHARES[sign] for sign in _SHARES if sign in instance.exact), default=0.0)
    places = pick(rng, _PLACES, 1)[0]
    form = int(rng.integers(2))
    if rng.random() >= share or instance.seed.measure.quantity == "angle":
        return instance
    value = instance.answer
    if isinstance(value, Fraction) and (value * 10**4).denominator == 1:
        # A decimal number would be exact.
        return instance
    rounded = rounded_text(float(value), places)
    if rounded is None or float(value) < _LEAST:
        return instance
    english, chinese = _WORDS[places][form]
    ask = (f"Give the answer to {english}.", f"Round the answer to the nearest {english}.")[form]
    zh_ask = (f"结果保留{chinese}。", f"结果四舍五入到{chinese}。")[form]
    en, zh = instance.texts["en"], instance.texts["zh"]
    texts = {
        "en": Texts(f"{en.question} {ask}", (*en.steps, f"Rounded, that is {rounded}.")),
        "zh": Texts(f"{zh.question}{zh_ask}", (*zh.steps, f"四舍五入得{rounded}。")),
    }
    return replace(instance, texts=texts, rounded=rounded)
