"""Reading numbers and names off questions, in plain text or LaTeX."""

from __future__ import annotations

import re

from geoengine.errors import InputError
from geoengine.verify.solids import read_number
from geoengine.verify.solids.statements import numbers_of, points_of

__all__ = ["names_in", "numerals_in", "plain_text", "values_in"]

_GROUP = r"(\{(?:[^{}]|\{[^{}]*\})*\}|\d)"
_FRACTION = re.compile(rf"\\[dt]?frac\s*{_GROUP}\s*{_GROUP}")
_ROOT = re.compile(rf"\\sqrt\s*{_GROUP}")
_WORDS = {
    r"\pi": "π", r"^\circ": "°", r"^{\circ}": "°", r"\degree": "°", r"\triangle": "△",
    r"\angle": "∠", r"\cdot": "·", r"\times": "·", r"\left": "", r"\right": "", r"\,": "",
    r"\;": " ", r"\!": "", r"\perp": "⊥", r"\parallel": "∥", "−": "-",
}  # fmt: skip


def plain_text(text: str) -> str:
    r"""A text with its LaTeX written plainly.

    Examples
    --------
    >>> plain_text(r"$AB = \frac{5\sqrt{2}}{2}$ and $\angle A_1BC = 30^\circ$")
    'AB = (5√2)/2 and ∠ A1BC = 30°'
    """
    for word, sign in _WORDS.items():
        text = text.replace(word, sign)
    for _ in range(4):
        text = _ROOT.sub(lambda m: "√" + _bare(m[1]), text)
        text = _FRACTION.sub(lambda m: f"{_bare(m[1])}/{_bare(m[2])}", text)
    text = re.sub(r"\\(?:overline|text|mathrm|mathbf|operatorname)\s*\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"(?<=[A-Za-z])_\{?(\d+)\}?", r"\1", text)
    text = re.sub(r"\s+", " ", text.replace("$", "").replace("\\", ""))
    return re.sub(r"\{([^{}]*)\}", r"\1", text).strip()


def _bare(part: str) -> str:
    inner = part[1:-1] if part.startswith("{") else part
    return inner if re.fullmatch(r"\d+(?:\.\d+)?|π", inner) else f"({inner})"


def values_in(text: str) -> list[float]:
    r"""The numbers that a text states, each as long as it can be read.

    Examples
    --------
    >>> [round(value, 4) for value in values_in(r"$AB = 5\\sqrt{2}$, and 13 parts of 3/4")]
    [7.0711, 13.0, 0.75]
    """
    found, plain = [], plain_text(text)
    for match in re.finditer(r"(?<![A-Za-z\d.])[\d√π(][\d√π()/·.+\- ]*", plain):
        run = match[0]
        at = 0
        while at < len(run):
            for end in range(len(run), at, -1):
                value = _number(run[at:end])
                if value is not None:
                    found.append(value)
                    at = end
                    break
            else:
                at += 1
    return found


def _number(text: str) -> float | None:
    if text != text.strip() or text[-1] in "+-/·.":
        return None
    try:
        return read_number(text)
    except InputError:
        return None


def names_in(text: str) -> set[str]:
    r"""The names of points in a text.

    Examples
    --------
    >>> sorted(names_in("In $\\\\triangle ABC_1$, a point $P$ ..."))
    ['A', 'B', 'C1', 'P']
    """
    # The shape of a letter is no point: "the letter S", 字母S.
    return points_of(re.sub(r"(\bletters? |字母)[A-Z]\b|[A-Z](?=字?形)", "", plain_text(text)))


def numerals_in(text: str) -> list[str]:
    """The numerals of a text, sorted, to compare it in two languages."""
    return numbers_of(plain_text(text))
