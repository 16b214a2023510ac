"""The marks of a figure (ticks, arcs, squares, arrows, values) as data for pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from geoengine.draw import Drawable, DrawnParts, sketch_of
from geoengine.language import Statement

__all__ = ["marks_record"]


def marks_record(
    diagram: Drawable, given: Iterable[Statement], row: Mapping[str, int]
) -> dict[str, Any]:
    """Return the marks of a diagram's picture as plain data for JSON.

    Parameters
    ----------
    diagram : Drawable
    given : iterable of Statement
        The statements to mark; those for which no mark exists are ignored.
    row : mapping of str to int
        The number of each point.

    Returns
    -------
    dict
        With points as numbers: ``right_angles``, pairs of lines; ``ticks`` (groups of equal
        segments), ``arrows`` (groups of parallel segments) and ``arcs`` (groups of equal angles,
        vertex in the middle); ``angles``, each with its printed value; ``aids``, thin lines to
        be drawn where a mark needs a line and the figure has none.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle; M = midpoint B C; D = foot B C A")
    >>> marks = marks_record(place(problem), problem.premises, dict(zip("ABCMD", range(5))))
    >>> marks["ticks"], marks["right_angles"]
    ([[[1, 3], [2, 3]]], [[[0, 2], [1, 4]]])
    """
    marks = sketch_of(diagram, given).marks
    drawn = DrawnParts(sketch_of(diagram))
    aids = {(min(pair), max(pair)) for pair in marks.lengths if drawn.line(pair) is None}
    arms = drawn.missing(*marks.angles, *(wedge for group in marks.arcs for wedge in group))
    aids |= {(min(arm), max(arm)) for arm in arms}

    def numbers(names: Iterable[str]) -> list[int]:
        return [row[name] for name in names]

    return {
        "right_angles": [[numbers(one), numbers(two)] for one, two in marks.right_angles],
        "ticks": [[numbers(pair) for pair in group] for group in marks.ticks],
        "arrows": [[numbers(pair) for pair in group] for group in marks.arrows],
        "arcs": [[numbers(wedge) for wedge in group] for group in marks.arcs],
        "angles": [[numbers(wedge), text] for wedge, text in marks.angles.items()],
        "aids": [numbers(pair) for pair in sorted(aids)],
    }
