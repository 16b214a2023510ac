"""Typesetting of labels as outlines, so that their size is known to a fraction of a pixel.

Names of points are italic with subscripts (``A1``, ``i_b``), values upright with a bar over
radicands.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path as FilePath

import matplotlib
import numpy as np
from matplotlib.font_manager import FontProperties, get_font
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from numpy.typing import NDArray

__all__ = ["Glyphs", "radicand", "split_name", "typeset_name", "typeset_value"]

Array = NDArray[np.float64]

# The same split as for LaTeX: a stem, then digits or the text after one underscore.
_NAME = re.compile(r"([A-Za-z]+)(?:_([A-Za-z0-9]+)|([0-9][A-Za-z0-9]*))?('*)")
_ROOT = re.compile("√")
# The radicand of a root sign without parentheses.
_PLAIN = re.compile(r"\d+|[A-Za-z]")
# The size of subscripts in em, and what replaces characters that the font lacks.
_LOWERED = 0.66
_UNKNOWN = "\N{WHITE SQUARE}"
_UPRIGHT, _SLANTED = "DejaVuSans.ttf", "DejaVuSans-Oblique.ttf"


@dataclass(frozen=True)
class Glyphs:
    """The outlines of a text at size 1 em, y downwards, with the origin in the middle of the box.

    Parameters
    ----------
    path : matplotlib.path.Path
        The outlines.
    width, height : float
        The size of the box around the outlines, in em.
    """

    path: Path
    width: float
    height: float


@lru_cache(maxsize=4096)
def typeset_name(name: str) -> Glyphs:
    """Typeset the name of a point; a name of unusual form is set as written, without subscript.

    Examples
    --------
    >>> typeset_name("A").width < typeset_name("A1").width < typeset_name("A_b_c").width
    True
    """
    parts = split_name(name)
    if parts is None:
        return _centred([_run(name, _SLANTED)])
    stem, below, primes = parts
    shapes = [_run(stem, _SLANTED)]
    at = _right(shapes) + 0.03
    if below:
        face = _UPRIGHT if below.isdigit() else _SLANTED
        shapes.append(_run(below, face, scale=_LOWERED, at=at, drop=0.2))
    if primes:
        shapes.append(_run("′" * len(primes), _UPRIGHT, at=_right(shapes) + 0.04))
    return _centred(shapes)


def split_name(name: str) -> tuple[str, str, str] | None:
    """Split a name into its stem, its subscript and its primes; None if it is of unusual form.

    Examples
    --------
    >>> split_name("A1"), split_name("I_a'"), split_name("A_b_c")
    (('A', '1', ''), ('I', 'a', "'"), None)
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    stem, tag, number, primes = match.groups()
    return stem, tag or number or "", primes


@lru_cache(maxsize=4096)
def typeset_value(text: str) -> Glyphs:
    """Typeset a value, with a bar over each radicand.

    Examples
    --------
    >>> typeset_value("4√2").height > typeset_value("42").height
    True
    """
    return _centred(_value(text.replace("-", "−")))


def _value(text: str, at: float = 0.0) -> list[Path]:
    """Typeset a value starting at `at`; radicands are typeset recursively."""
    shapes: list[Path] = []
    sign = _ROOT.search(text)
    before = text[: sign.start()] if sign else text
    if before.strip() or not sign:
        shapes.append(_run(before, _UPRIGHT, at=at))
        at = _right(shapes) + 0.04
    if sign:
        under, rest = radicand(text[sign.end() :])
        if under:
            shapes += _root(under, at)
        else:
            shapes.append(_run("√", _UPRIGHT, at=at))
        if rest.strip():
            shapes += _value(rest, _right(shapes) + 0.06)
    return shapes


def radicand(text: str) -> tuple[str, str]:
    """Split the text after a root sign into the radicand and the rest.

    Examples
    --------
    >>> radicand("12 + x"), radicand("(2+√3)/2"), radicand("+ 1")
    (('12', ' + x'), ('2+√3', '/2'), ('', '+ 1'))
    """
    if not text.startswith("("):
        under = _PLAIN.match(text)
        return (under[0], text[under.end() :]) if under else ("", text)
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[1:at].strip(), text[at + 1 :]
    return "", text


def _root(inside: str, at: float) -> list[Path]:
    """Typeset a root sign as high as its radicand, the radicand and the bar."""
    sign = _run("√", _UPRIGHT, at=at)
    body = _value(inside, _right([sign]) + 0.03)
    top = min(shape.get_extents().y0 for shape in body) - 0.1
    height = float(top / sign.get_extents().y0)
    if height > 1:
        vertices = np.asarray(sign.vertices) * (1, height)
        sign = Path(vertices, sign.codes)
    top = sign.get_extents().y0
    left, right = _right([sign]) - 0.06, _right(body) + 0.04
    bar = Path(
        [(left, top), (right, top), (right, top + 0.06), (left, top + 0.06), (left, top)],
        [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY],
    )
    return [sign, *body, bar]


def _run(text: str, face: str, *, scale: float = 1.0, at: float = 0.0, drop: float = 0.0) -> Path:
    """Typeset text with its left edge at `at` and its baseline lowered by `drop`, in em."""
    known = _known(face)
    printable = "".join(letter if ord(letter) in known else _UNKNOWN for letter in text)
    printable = " ".join(printable.split()) or _UNKNOWN
    vertices, codes = text_to_path.get_text_path(_font(face), printable, ismath=False)
    outline = Path(np.asarray(vertices) / text_to_path.FONT_SCALE, codes)
    # The extents, not the vertices: closing an outline stores a vertex without meaning.
    places = (np.asarray(outline.vertices) - (outline.get_extents().x0, 0)) * (scale, -scale)
    return Path(np.add(places, (at, drop)), outline.codes)


def _right(shapes: list[Path]) -> float:
    return float(max((shape.get_extents().x1 for shape in shapes), default=0.0))


def _centred(shapes: list[Path]) -> Glyphs:
    whole = Path.make_compound_path(*shapes)
    box = whole.get_extents()
    middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    path = Path(np.asarray(whole.vertices) - middle, whole.codes)
    return Glyphs(path, float(box.width), float(box.height))


@cache
def _file(face: str) -> FilePath:
    return FilePath(matplotlib.get_data_path(), "fonts", "ttf", face)


@cache
def _font(face: str) -> FontProperties:
    return FontProperties(fname=_file(face))


@cache
def _known(face: str) -> frozenset[int]:
    """Return the codes of a font's visible characters, and of all white space."""
    charmap = get_font(str(_file(face))).get_charmap()
    # Control and formatting characters are invisible, and so would be a label made of them.
    inked = {code for code in charmap if unicodedata.category(chr(code)) not in ("Cc", "Cf")}
    return frozenset(inked | {code for code in range(0x3001) if chr(code).isspace()})
