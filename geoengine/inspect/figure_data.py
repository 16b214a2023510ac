"""Figures as data for pages: points, lines, circles, and the relations kept under dragging."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from geoengine.draw import Drawable
from geoengine.inspect.marks_data import marks_record
from geoengine.language import Statement, format_value
from geoengine.scene import (
    Constant,
    Problem,
    compile_problem,
    describe_steps,
    geogebra_commands,
)

__all__ = ["figure_record", "relation_record"]


def figure_record(
    diagram: Drawable,
    relations: Iterable[Statement] = (),
    problem: Problem | None = None,
    added: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the first draw of a diagram as data.

    Parameters
    ----------
    diagram : Drawable
    relations : iterable of Statement
        The statements that must stay true while points are dragged; conditions are ignored.
    problem : Problem, optional
        The problem, whose constructions determine which points are free. Without it, no point is
        listed as free or as a glider.
    added : iterable of str
        The points that a proof adds to its problem.

    Returns
    -------
    dict
        Plain data for JSON. ``points`` has the names, ``xy`` the coordinates in the units of the
        diagram; everything else gives points by their row in these. ``segments`` and ``dashed``
        are pairs; ``circles`` have a center or None, and points on them; ``free`` points can be
        dragged anywhere, ``gliders`` along a line or circle; ``added`` points belong to a proof;
        ``lengths`` are the given ones, with their texts; ``relations`` are as from
        `relation_record`, ``marks`` as from `marks_record`; ``construction`` has for each step of
        the problem the points it adds and its sentence.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B = segment A B; M = midpoint M A B; P = on_line P A B")
    >>> figure = figure_record(place(problem), problem.premises, problem)
    >>> figure["points"], figure["free"], figure["gliders"]
    (['A', 'B', 'M', 'P'], [0, 1], [3])
    >>> figure["relations"][0]
    ['coll', [0, 1, 2], None]
    >>> figure["construction"][1]
    {'points': [2], 'text': 'Let M be the midpoint of AB.'}
    """
    row = {name: k for k, name in enumerate(diagram.points)}
    free, gliders = _freedom(problem, row)
    given = [statement for statement in relations if not statement.is_condition]
    return {
        "points": list(diagram.points),
        "xy": [[float(x), float(y)] for x, y in diagram.xy[0]],
        "segments": _pairs(diagram.segments, row),
        "dashed": _pairs(getattr(diagram, "dashed", ()), row),
        "circles": [
            [None if center is None else row[center], [row[name] for name in on]]
            for center, on in diagram.circles
        ],
        "free": free,
        "gliders": gliders,
        "added": [row[name] for name in added],
        "lengths": [
            [row[s.points[0]], row[s.points[1]], format_value(s.value)]
            for s in given
            if s.predicate == "lconst" and s.value is not None
        ],
        "relations": [relation_record(s, row) for s in given],
        "marks": marks_record(diagram, given, row),
        "construction": _construction(problem, row),
        "geogebra": None if problem is None else _commands(problem, row),
    }


def relation_record(statement: Statement, row: Mapping[str, int]) -> list[Any]:
    """Return a statement as its predicate, the row indices of its points, and its value or None.

    The value of an angle is in units of 180°; lengths and ratios are plain numbers.
    """
    value = None if statement.value is None else float(statement.value)
    return [statement.predicate, [row[name] for name in statement.points], value]


def _commands(problem: Problem, row: Mapping[str, int]) -> list[list[Any]]:
    def argument(take: str | Constant) -> Any:
        return [take.text, take.value] if isinstance(take, Constant) else row.get(take, take)

    return [
        [
            [row.get(name, name) for name in command.makes],
            command.name,
            [*map(argument, command.takes)],
        ]
        for command in geogebra_commands(problem)
    ]


def _pairs(pairs: Sequence[tuple[str, str]], row: dict[str, int]) -> list[list[int]]:
    return [[row[a], row[b]] for a, b in pairs]


def _construction(problem: Problem | None, row: Mapping[str, int]) -> list[dict[str, Any]]:
    if problem is None:
        return []
    return [
        {"points": [row[name] for name in step.points], "text": text}
        for step, text in zip(problem.steps, describe_steps(problem), strict=True)
    ]


def _freedom(problem: Problem | None, row: dict[str, int]) -> tuple[list[int], list[int]]:
    """Return the rows of the free points, and of those restricted to one line or circle."""
    if problem is None:
        return [], []
    recipe = compile_problem(problem)
    moves = dict(zip(problem.points, (recipe.moves[at] for at in recipe.rows), strict=True))
    free = [row[name] for name, move in moves.items() if move.is_free]
    gliders = [row[name] for name, move in moves.items() if len(move.curves) == 1]
    return free, gliders
