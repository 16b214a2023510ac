"""Setting the text of a label as outlines, so that its size is known to a fraction of a pixel.

Names of points are set in italics with what follows the letter lowered (``A1``, ``i_b``), values
upright with a bar over what stands under a root.
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

__all__ = ["Glyphs", "set_name", "set_value"]

Array = NDArray[np.float64]

# As the names are read for LaTeX: a stem, then digits or what stands after one underscore.
_NAME = re.compile(r"([A-Za-z]+)(?:_([A-Za-z0-9]+)|([0-9][A-Za-z0-9]*))?('*)")
_ROOT = re.compile("√")
# What a root sign without parentheses reaches over.
_PLAIN = re.compile(r"\d+|[A-Za-z]")
_LOWERED = 0.66
_UNKNOWN = "\N{WHITE SQUARE}"
_UPRIGHT, _SLANTED = "DejaVuSans.ttf", "DejaVuSans-Oblique.ttf"


@dataclass(frozen=True)
class Glyphs:
    """The outlines of a text, one em high, y downwards, its ink's box centred on the origin.

    Parameters
    ----------
    path : matplotlib.path.Path
        The outlines.
    width, height : float
        The size of the ink, in em.
    """

    path: Path
    width: float
    height: float


@lru_cache(maxsize=4096)
def set_name(name: str) -> Glyphs:
    """Set the name of a point.

    Examples
    --------
    >>> set_name("A").width < set_name("A1").width < set_name("A_b_c").width
    True
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return _centred([_run(name, _SLANTED)])
    stem, tag, number, primes = match.groups()
    shapes = [_run(stem, _SLANTED)]
    at = _right(shapes) + 0.03
    if tag or number:
        face = _UPRIGHT if (tag or number).isdigit() else _SLANTED
        shapes.append(_run(tag or number, face, scale=_LOWERED, at=at, drop=0.2))
    if primes:
        shapes.append(_run("′" * len(primes), _UPRIGHT, at=_right(shapes) + 0.04))
    return _centred(shapes)


@lru_cache(maxsize=4096)
def set_value(text: str) -> Glyphs:
    """Set a value as it stands, roots with their bar.

    Examples
    --------
    >>> set_value("4√2").height > set_value("42").height
    True
    """
    return _centred(_value(text.replace("-", "−")))


def _value(text: str, at: float = 0.0) -> list[Path]:
    """Set a value from `at` on, what stands under each root as a value of its own."""
    shapes: list[Path] = []
    sign = _ROOT.search(text)
    before = text[: sign.start()] if sign else text
    if before.strip() or not sign:
        shapes.append(_run(before, _UPRIGHT, at=at))
        at = _right(shapes) + 0.04
    if sign:
        under, rest = _under(text[sign.end() :])
        if under:
            shapes += _root(under, at)
        else:
            shapes.append(_run("√", _UPRIGHT, at=at))
        if rest.strip():
            shapes += _value(rest, _right(shapes) + 0.06)
    return shapes


def _under(text: str) -> tuple[str, str]:
    """Split what follows a root sign into what stands under it and the rest."""
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
    """Set a root sign, as high as what stands under it, and the bar."""
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
    """Set one piece of text with its ink beginning at `at`, its baseline lowered by `drop`."""
    known = _known(face)
    printable = "".join(letter if ord(letter) in known else _UNKNOWN for letter in text)
    printable = " ".join(printable.split()) or _UNKNOWN
    vertices, codes = text_to_path.get_text_path(_font(face), printable, ismath=False)
    outline = Path(np.asarray(vertices) / text_to_path.FONT_SCALE, codes)
    # The extents, not the vertices: what closes an outline is stored with a vertex of no meaning.
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
    """Return the characters a font has, white space with them: it is collapsed."""
    charmap = get_font(str(_file(face))).get_charmap()
    # Control and formatting characters leave no ink: a label made of them would not be seen.
    inked = {code for code in charmap if unicodedata.category(chr(code)) not in ("Cc", "Cf")}
    return frozenset(inked | {code for code in range(0x3001) if chr(code).isspace()})
