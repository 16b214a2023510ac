"""Numbers in words, in English and Chinese, and fractions that are single characters."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["spell_out"]

_VULGAR = {
    ord(c): f" {unicodedata.normalize('NFKC', c).replace('⁄', '/')}" for c in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
}
_RINGS = {ord("º"): "°", ord("˚"): "°"}
"""Signs for degrees that normalizing would turn into letters."""

_ENGLISH_NUMERALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
_ENGLISH = {word: str(number) for number, word in enumerate(_ENGLISH_NUMERALS.split())}
_DIGITS = {c: k for k, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_TENS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = "[零〇一二两三四五六七八九十百千]+"
_OPERAND = rf"(?:{_NUMERAL}|\d+)"
_PERCENT = re.compile(rf"百分之({_OPERAND})")
_FRACTION = re.compile(rf"(?:({_OPERAND})又)?({_OPERAND})分之({_OPERAND})")
_ROOT = re.compile(rf"(?:({_OPERAND})倍?)?根号下?({_OPERAND})?")
_ALONE = re.compile(
    rf"(?:(?<=[为是有])|(?<=答案:)|^\s*)({_NUMERAL})(?=\s*(?:个|条|种|对|块|度|[.。]?\s*$))",
    re.MULTILINE,
)
_ENGLISH_ALONE = re.compile(
    rf"(?:(?<=\bis )|(?<=\bare )|(?<=[:={{] )|(?<=[:={{])|^\s*)({'|'.join(_ENGLISH)})(?=[\s.}}]*$)",
    re.IGNORECASE | re.MULTILINE,
)  # fmt: skip


def spell_out(text: str) -> str:
    """Write numbers that are in words, or single characters, with digits.

    Examples
    --------
    >>> spell_out("三分之二"), spell_out("3根号2"), spell_out("答案是十二个"), spell_out("58½")
    ('2/3', '3√2', '答案是12个', '58 1/2')
    >>> spell_out("There are six")
    'There are 6'
    """
    text = text.translate(_VULGAR | _RINGS)
    if re.search("[\u3400-\u9fff]", text):
        text = _PERCENT.sub(lambda found: f"{_value(found[1])}%", text)
        text = _FRACTION.sub(_fraction, text)
        text = _ROOT.sub(_root, text)
        text = _ALONE.sub(lambda found: found[0].replace(found[1], _value(found[1])), text)
    return _ENGLISH_ALONE.sub(
        lambda found: found[0].replace(found[1], _ENGLISH[found[1].lower()]), text
    )


def _fraction(found: re.Match[str]) -> str:
    whole = f"{_value(found[1])} " if found[1] else ""
    return f"{whole}{_value(found[3])}/{_value(found[2])}"


def _root(found: re.Match[str]) -> str:
    return f"{_value(found[1] or '')}√{_value(found[2] or '')}"


def _value(numeral: str) -> str:
    """The digits of a Chinese numeral below ten thousand; digits remain."""
    if not numeral or (numeral[0].isdigit() and numeral.isascii()):
        return numeral
    total, digit = 0, 0
    if not any(sign in _TENS for sign in numeral):
        return "".join(str(_DIGITS[sign]) for sign in numeral)
    for sign in numeral:
        if sign in _TENS:
            total += (digit or 1) * _TENS[sign]
            digit = 0
        else:
            digit = _DIGITS[sign]
    return str(total + digit)
