"""Whole numbers as words, and the names of polygons, in each language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geoengine.solid.errors import SolidError
from geoengine.solid.whole_numbers import whole

__all__ = ["FUNCTIONS", "NumberWord", "gon", "gonal", "in_words"]

_ENGLISH = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_POLYGONS = {
    3: ("triangle", "triangular"),
    4: ("quadrilateral", "quadrangular"),
    5: ("pentagon", "pentagonal"),
    6: ("hexagon", "hexagonal"),
    7: ("heptagon", "heptagonal"),
    8: ("octagon", "octagonal"),
    9: ("nonagon", "nonagonal"),
    10: ("decagon", "decagonal"),
    12: ("dodecagon", "dodecagonal"),
}
_CHINESE = "零一二三四五六七八九"


@dataclass(frozen=True, slots=True)
class NumberWord:
    """A whole number that is printed as a word.

    Attributes
    ----------
    number : int
    english : str
        The English word; the Chinese one is the numeral, with what follows it.
    chinese_ending : str
    """

    number: int
    english: str
    chinese_ending: str = ""

    def written(self, language: str) -> str:
        """Return the word in a language, ``en`` or ``zh``."""
        if language == "zh":
            return _chinese(self.number) + self.chinese_ending
        return self.english


def _english(n: int) -> str:
    if n < len(_ENGLISH):
        return _ENGLISH[n]
    tens, ones = divmod(n, 10)
    return _TENS[tens - 2] + (f"-{_ENGLISH[ones]}" if ones else "")


def _chinese(n: int) -> str:
    tens, ones = divmod(n, 10)
    if tens == 0:
        return _CHINESE[ones]
    return (_CHINESE[tens] if tens > 1 else "") + "十" + (_CHINESE[ones] if ones else "")


def _counted(n: Any, least: int) -> int:
    number = whole(n, "a number in words")
    if not least <= number < 100:
        raise SolidError(f"expected a whole number from {least} to 99, found {number}")
    return number


def in_words(n: Any) -> NumberWord:
    """Return a number that is printed as a word: six, 六.

    Raises
    ------
    SolidError
        If n is not a whole number from 0 to 99.

    Examples
    --------
    >>> in_words(6).written("en"), in_words(32).written("en"), in_words(32).written("zh")
    ('six', 'thirty-two', '三十二')
    """
    number = _counted(n, 0)
    return NumberWord(number, _english(number))


def gon(n: Any) -> NumberWord:
    """Return the name of a polygon with n sides: hexagon, 六边形; 13-gon, 十三边形.

    Raises
    ------
    SolidError
        If n is not a whole number from 3 to 99.

    Examples
    --------
    >>> gon(8).written("en"), gon(13).written("en"), gon(8).written("zh"), gon(3).written("zh")
    ('octagon', '13-gon', '八边形', '三角形')
    """
    number = _counted(n, 3)
    ending = "角形" if number == 3 else "边形"
    return NumberWord(number, _POLYGONS.get(number, (f"{number}-gon",))[0], ending)


def gonal(n: Any) -> NumberWord:
    """Return the word for n sides before prism or pyramid: hexagonal, 六 (before 棱柱 or 棱锥).

    Raises
    ------
    SolidError
        If n is not a whole number from 3 to 99.

    Examples
    --------
    >>> gonal(6).written("en"), gonal(13).written("en"), gonal(6).written("zh")
    ('hexagonal', '13-gonal', '六')
    """
    number = _counted(n, 3)
    return NumberWord(number, _POLYGONS.get(number, ("", f"{number}-gonal"))[1])


FUNCTIONS: dict[str, Callable[..., object]] = {"gon": gon, "gonal": gonal, "in_words": in_words}
