"""Labels as TeX: names of points and values as mathematics, other text as it is."""

from __future__ import annotations

import re

from geoengine.draw.glyphs import radicand, split_name

__all__ = ["tex_name", "tex_value"]

_MATHEMATICS = re.compile(r"[A-Za-z0-9.,:/()+−° -]*")
_SYMBOLS = {"−": "-", "°": r"^{\circ}", " ": r"\ "}
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "√": r"$\surd$",
    "°": r"$^{\circ}$",
    "−": "$-$",
    "\n": " ",
} | {sign: f"\\{sign}" for sign in "{}$&#_%"}


def tex_name(name: str) -> str:
    r"""Write the name of a point.

    Examples
    --------
    >>> [tex_name(name) for name in ("A", "B_1", "I_a'", "Mid2", "100 %")]
    ['$A$', '$B_{1}$', "$I_{a}'$", '$\\mathit{Mid}_{2}$', '\\textit{100 \\%}']
    """
    parts = split_name(name)
    if parts is None:
        return f"\\textit{{{_escaped(name)}}}"
    stem, below, primes = parts
    letters = stem if len(stem) == 1 else f"\\mathit{{{stem}}}"
    return f"${letters}{f'_{{{below}}}' if below else ''}{primes}$"


def tex_value(text: str) -> str:
    r"""Write a length or an angle.

    Examples
    --------
    >>> [tex_value(text) for text in ("12/5", "4√2", "√(2+√3)", "60°", "about 3 & 4")]
    ['$12/5$', '$4\\sqrt{2}$', '$\\sqrt{2+\\sqrt{3}}$', '$60^{\\circ}$', 'about 3 \\& 4']
    """
    written = _value(text)
    return _escaped(text) if written is None else f"${written}$"


def _value(text: str) -> str | None:
    """Return a value within mathematics; None if it has signs of other kinds."""
    before, sign, after = text.partition("√")
    if not _MATHEMATICS.fullmatch(before) or re.search("[A-Za-z]{2}", before):
        return None
    found = "".join(_SYMBOLS.get(letter, letter) for letter in before)
    if not sign:
        return found
    under, rest = radicand(after)
    parts = _value(under), _value(rest)
    if not under or parts[0] is None or parts[1] is None:
        return None
    return f"{found}\\sqrt{{{parts[0]}}}{parts[1]}"


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in text)
