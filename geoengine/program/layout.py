"""How the text of a program is laid out."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Layout", "Printed"]


@dataclass(frozen=True, slots=True)
class Layout:
    """Spaces and line breaks of a printed program.

    Attributes
    ----------
    comma : str
        Between arguments.
    pair_comma : str
        Between coordinates.
    equals : str
        In declarations and assignments.
    sums, products : str
        A space around ``+ -`` and ``* /``, or nothing.
    indent : int
        Spaces for each level.
    brace_below : bool
        Whether an opening brace stands on a line of its own.
    together : bool
        Whether short statements of one kind share a line.
    blank_lines : bool
        Whether blank lines stand around definitions, and before drawing begins.
    """

    comma: str = ", "
    pair_comma: str = ","
    equals: str = " = "
    sums: str = ""
    products: str = ""
    indent: int = 2
    brace_below: bool = False
    together: bool = False
    blank_lines: bool = True


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed program.

    Attributes
    ----------
    text : str
        Ends with a line break.
    lines : dict of int to (int, int)
        The first and the last line of each statement that is written, by its number; see
        `walk_statements`.
    """

    text: str
    lines: dict[int, tuple[int, int]]
