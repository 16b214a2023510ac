"""Point names: validity, order, and lists of them written as one word and split again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from geoengine.errors import StatementError

__all__ = [
    "check_point_name",
    "join_latex",
    "join_points",
    "point_order",
    "polygon_order",
    "split_latex",
    "split_points",
]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_']*")
_SIMPLE = re.compile(r"[A-Za-z][0-9']*")


@lru_cache(maxsize=4096)
def check_point_name(name: str) -> str:
    """Return `name` if it can name a point.

    Raises
    ------
    StatementError
        If it is not a letter followed by letters, digits, ``_`` or ``'``.
    """
    if not _NAME.fullmatch(name):
        raise StatementError(
            f"expected a point name (a letter, then letters, digits, _ or '), found {name!r}"
        )
    return name


@lru_cache(maxsize=4096)
def point_order(name: str) -> tuple[str, int, str, str]:
    """Return a sorting key that puts ``A2`` before ``A10``; different names have different keys."""
    match = re.fullmatch(r"(\D*)(\d*)(.*)", name, re.DOTALL)
    assert match is not None
    return match[1], int(match[2] or -1) if len(match[2]) < 19 else -1, match[3], name


def polygon_order(corners: Sequence[str]) -> list[str]:
    """Return the corners of a polygon as a text names it.

    It begins with the one whose name comes first, and goes on to the neighbor that comes first.

    Examples
    --------
    >>> "".join(polygon_order("CAB")), "".join(polygon_order("BACD"))
    ('ABC', 'ABDC')
    """
    first = min(range(len(corners)), key=lambda at: point_order(corners[at]))
    around = [*corners[first:], *corners[:first]]
    return min(around, [around[0], *around[:0:-1]], key=lambda one: point_order(one[1]))


def join_points(points: Sequence[str]) -> str:
    """Write points side by side, with hyphens where the names would be ambiguous.

    Examples
    --------
    >>> join_points(["A", "B1"]), join_points(["pa", "q"])
    ('AB1', 'pa-q')
    """
    if len(points) == 1 or all(_SIMPLE.fullmatch(name) for name in points):
        return "".join(points)
    return "-".join(points)


def split_points(text: str, count: int) -> list[str]:
    """Split what `join_points` wrote.

    Raises
    ------
    StatementError
        If `text` does not hold exactly `count` names.
    """
    if count == 1:
        names = [text]
    elif "-" in text:
        names = text.split("-")
    else:
        names = _SIMPLE.findall(text)
    if len(names) != count or len("".join(names)) < len(text.replace("-", "")):
        raise StatementError(f"expected {count} point names, found {text!r}")
    return [check_point_name(name) for name in names]


def _latex_name(name: str) -> str:
    match = re.fullmatch(r"([A-Za-z]+)_?([A-Za-z0-9_]*)('*)", name)
    if match is None or (name.count("_") and not match[2]) or "_" in match[2]:
        return rf"\mathtt{{{name}}}".replace("_", r"\_")
    stem = match[1] if len(match[1]) == 1 else rf"\mathit{{{match[1]}}}"
    below = match[2]
    if "_" in name:
        below = rf"\mathrm{{{below}}}"
    return stem + (f"_{{{below}}}" if below else "") + match[3]


_LATEX_NAME = re.compile(
    r"\\mathtt\{((?:\\_|[^{}])*)\}"
    r"|(?:\\mathit\{([A-Za-z]+)\}|([A-Za-z]))(?:_\{(?:\\mathrm\{(\w+)\}|(\w+))\})?('*)"
)


def join_latex(points: Sequence[str]) -> str:
    r"""Write points side by side in LaTeX.

    Examples
    --------
    >>> print(join_latex(["A", "o1"]), join_latex(["pa", "i_b"]))
    Ao_{1} \mathit{pa}i_{\mathrm{b}}
    """
    return "".join(_latex_name(name) for name in points)


def split_latex(text: str, count: int) -> list[str]:
    """Split what `join_latex` wrote.

    Raises
    ------
    StatementError
        If `text` does not hold exactly `count` names.
    """
    names, at = [], 0
    while at < len(text):
        match = _LATEX_NAME.match(text, at)
        if match is None:
            raise StatementError(f"expected {count} point names in LaTeX, found {text!r}")
        verbatim, word, letter, tagged, below, primes = match.groups()
        if verbatim is not None:
            names.append(verbatim.replace(r"\_", "_"))
        else:
            under = f"_{tagged}" if tagged else (below or "")
            names.append(f"{word or letter}{under}{primes}")
        at = match.end()
    if len(names) != count:
        raise StatementError(f"expected {count} point names in LaTeX, found {text!r}")
    return [check_point_name(name) for name in names]
