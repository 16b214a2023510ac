"""The names that the engine gives to objects by itself, as measured in the engine."""

from __future__ import annotations

import re
from collections.abc import Container

from geoengine.draft.vocabulary import Kind

__all__ = ["automatic_name", "names_of_several", "primed", "side_name"]

_LINES = "fghijklmnpqrstabcde"
_CONICS = "cdefghkpqrst"
_FUNCTIONS = "fghpqrst"
_NUMBERS = "abcdefghijklmnopqrstuvw"
_LETTERS: dict[Kind, str] = {
    "point": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "segment": _LINES,
    "line": _LINES,
    "ray": _LINES,
    "vector": "uvwabcdefghijklmnpqrst",
    "circle": _CONICS,
    "conic": _CONICS,
    "arc": _CONICS,
    "sector": _CONICS,
    "number": _NUMBERS,
    "boolean": _NUMBERS,
    "angle": "αβγδεζηθικλμνξορστυϕχψω",
}
_COORDINATES = "xyz"
"""No object has such a name."""

_NUMBERED: dict[Kind, str] = {"list": "l", "text": "text", "locus": "loc"}


def automatic_name(
    kind: Kind,
    taken: Container[str],
    *,
    vertices: int = 0,
    is_equation: bool = False,
    is_function: bool = False,
) -> str:
    """Return the name of an object that is given none.

    Parameters
    ----------
    kind : str
    taken : container of str
        The names that are in use.
    vertices : int
        Of a polygon: a triangle is named t1, a quadrilateral q1, another polygon poly1. Regular
        polygons are named poly1 by the engine, however many vertices they have: leave it 0.
    is_equation : bool
        Whether it is given by an equation, but not by one of the form ``y = …`` without y on the
        right.
    is_function : bool
        Whether it is given by an equation of that form.

    Examples
    --------
    >>> automatic_name("point", {"A", "B"}), automatic_name("circle", set())
    ('C', 'c')
    >>> automatic_name("angle", set("αβγδεζηθικλμνξορστυϕχψω"))
    'α_1'
    """
    if is_equation:
        return _numbered("eq", taken)
    if kind == "polygon":
        return _numbered({3: "t", 4: "q"}.get(vertices, "poly"), taken)
    if kind in _NUMBERED:
        return _numbered(_NUMBERED[kind], taken)
    letters, index = _FUNCTIONS if is_function else _LETTERS[kind], 0
    while True:
        for letter in letters:
            name = f"{letter}_{index}" if index else letter
            if name not in taken:
                return name
        index += 1


def _numbered(stem: str, taken: Container[str]) -> str:
    index = 1
    while f"{stem}{index}" in taken:
        index += 1
    return f"{stem}{index}"


def _indexed(stem: str, taken: Container[str]) -> str:
    """Return a name with the lowest free index, or without one if it is free so."""
    if stem not in taken and stem not in _COORDINATES:
        return stem
    index = 1
    while f"{stem}_{index}" in taken:
        index += 1
    return f"{stem}_{index}"


def primed(name: str, taken: Container[str]) -> str | None:
    """Return the name of the image of an object; None if it is named like others of its kind.

    Names have three primes at most.

    Examples
    --------
    >>> primed("A", {"A", "A'"}), primed("A'", {"A'"})
    ("A'_1", "A''")
    >>> primed("A_1", {"A_1"}), primed("A'''", set())
    (None, None)
    """
    return None if "_" in name or name.endswith("'''") else _indexed(f"{name}'", taken)


def side_name(corner: str | None, taken: Container[str]) -> str:
    """Return the name of a side of a polygon: the small letter of a vertex.

    In a triangle it is the opposite vertex, otherwise the first of the side's vertices.

    Examples
    --------
    >>> side_name("A", {"a"}), side_name("A_1", set()), side_name(None, {"f"}), side_name("X", {})
    ('a_1', 'a_1', 'g', 'x_1')
    """
    if corner is None or not corner[0].isupper():
        return automatic_name("segment", taken)
    if "_" not in corner:
        return _indexed(corner.lower(), taken)
    name = corner.lower()
    return automatic_name("segment", taken) if name in taken else name


def names_of_several(given: str, count: int, taken: Container[str] = ()) -> list[str]:
    """Return the names of several objects that one command makes.

    They are numbered from the lowest free index on. The name of a cell of the engine's spreadsheet
    goes on with the cells to the right.

    Examples
    --------
    >>> names_of_several("P", 2), names_of_several("P", 1, {"P_1"}), names_of_several("P1", 3)
    (['P_1', 'P_2'], ['P_2'], ['P1', 'Q1', 'R1'])
    """
    if cell := re.fullmatch(r"([A-Z]+)(\d+)", given):
        column = 0
        for letter in cell[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        return [_column(column + number) + cell[2] for number in range(count)]
    stem = given.split("_")[0]
    found: list[str] = []
    index = 1
    while len(found) < count:
        if f"{stem}_{index}" not in taken:
            found.append(f"{stem}_{index}")
        index += 1
    return found


def _column(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
