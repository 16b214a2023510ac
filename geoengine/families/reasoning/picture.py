"""Pictures of problems: marks that can be read, and lines that help to follow the items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from geoengine.draw import Sketch, helping_lines, readable_marks, sketch_of
from geoengine.items import Item
from geoengine.language import Statement, parse_statement
from geoengine.scene import Diagram

__all__ = ["ask_for_directions", "picture_of", "picture_path", "segments_of_items", "tilt"]

_HELPING = 10
"""How many segments that no construction draws are drawn at most."""

_DIRECTIONS = frozenset({"para", "perp"})
"""The relations that show where lines are horizontal or vertical."""


def picture_of(
    diagram: Diagram, premises: Iterable[Statement], named: Iterable[tuple[str, str]] = ()
) -> Sketch:
    """Return the sketch of a problem's picture, with the marks that can be read.

    Parameters
    ----------
    diagram : Diagram
    premises : iterable of Statement
        The statements to mark.
    named : iterable of (str, str)
        Segments that items speak of. The first ten that are not drawn, and run through no other
        point, are drawn thin and dashed; marks do not depend on them.

    Examples
    --------
    >>> from geoengine.scene import load_problem, place
    >>> problem = load_problem("A B C = triangle; D = foot A B C; M = midpoint A C")
    >>> sketch = picture_of(place(problem), problem.premises, [("D", "M"), ("D", "C")])
    >>> sketch.dashed, sketch.marks.right_angles
    ((('D', 'M'),), ((('A', 'D'), ('B', 'C')),))
    """
    sketch = sketch_of(diagram, premises)
    sketch = replace(sketch, marks=readable_marks(sketch))
    return replace(sketch, dashed=(*sketch.dashed, *helping_lines(sketch, named, _HELPING)))


def picture_path(problem: str, points: Sequence[str] = ()) -> str:
    """Return the path, within a split, of a problem's picture.

    Parameters
    ----------
    problem : str
        The name of the problem in the split.
    points : sequence of str
        The points that the picture shows, if not all.

    Examples
    --------
    >>> picture_path("p000012"), picture_path("p000012", "ABCE")
    ('images/p000012.png', 'images/p000012-ABCE.png')
    """
    return f"images/{'-'.join(filter(None, [problem, ''.join(points)]))}.png"


def segments_of_items(items: Iterable[Item]) -> list[tuple[str, str]]:
    """List the segments that items speak of: those of goals, then of options, then of steps.

    Examples
    --------
    >>> from geoengine.items import Choice
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=2, scene="demo", question="?", problem="",
    ...     answer=Choice(options=("a", "b"), key=1), meta={"goal": "para A B C D"},
    ...     certificate={"options": [{"statement": "cong A C B D"}, {"statement": "coll A B E"}]},
    ... )
    >>> segments_of_items([item])
    [('A', 'B'), ('C', 'D'), ('A', 'C'), ('B', 'D')]
    """
    made = list(items)
    options = [entry for item in made for entry in item.certificate.get("options", ())]
    texts = [item.meta["goal"] for item in made if "goal" in item.meta]
    for entry in options:
        texts += _stated(entry)
    for item in made:
        texts += item.certificate.get("claims", ())
    pairs = (pair for text in dict.fromkeys(texts) for pair in _segments(parse_statement(text)))
    return list(dict.fromkeys(pairs))


def ask_for_directions(items: Iterable[Item]) -> bool:
    """Whether an option of some items states that lines are parallel or at right angles.

    Examples
    --------
    >>> from geoengine.items import Choice
    >>> item = Item.make(
    ...     family="reasoning", task="demo", level=2, scene="demo", question="?", problem="",
    ...     answer=Choice(options=("a", "b"), key=1), meta={},
    ...     certificate={"options": [{"statement": "perp A C B D"}, {"statement": "coll A B E"}]},
    ... )
    >>> ask_for_directions([item])
    True
    """
    entries = (entry for item in items for entry in item.certificate.get("options", ()))
    texts = {text for entry in entries for text in _stated(entry)}
    return any(parse_statement(text).predicate in _DIRECTIONS for text in texts)


def tilt(sketch: Sketch, seed: int) -> float:
    """Return a rotation in degrees by which no line of a sketch is horizontal or vertical.

    All lines are as far from it as they allow, or somewhat less.

    Examples
    --------
    >>> sketch = Sketch({"A": (0, 0), "B": (3, 0), "C": (3, 3)}, [("A", "B"), ("B", "C")])
    >>> 13 < tilt(sketch, seed=1) % 90 < 77
    True
    """
    rng = np.random.default_rng([seed, len(sketch.points)])
    lines = [(sketch.points[a], sketch.points[b]) for a, b in (*sketch.segments, *sketch.dashed)]
    rays = np.array([np.subtract(stop, start) for start, stop in lines]).reshape(-1, 2)
    quarter, share = 90.0 * int(rng.integers(4)), rng.uniform(1 / 3, 2 / 3)
    if not len(rays):
        return quarter
    slopes = np.sort(np.degrees(np.arctan2(rays[:, 1], rays[:, 0])) % 90)
    gaps = np.diff(slopes, append=slopes[0] + 90)
    widest = int(np.argmax(gaps))
    return quarter - float(slopes[widest] + share * gaps[widest])


def _stated(entry: dict[str, Any]) -> list[str]:
    """The statements of an option."""
    return [*entry.get("statements", ()), *([entry["statement"]] if "statement" in entry else ())]


def _segments(statement: Statement) -> Iterator[tuple[str, str]]:
    """Yield the segments that a statement names, and the sides of its triangles."""
    groups = statement.definition.groups
    if not set(groups) <= {2, 3} or statement.is_condition:
        return
    start = 0
    for size in groups:
        yield from combinations(sorted(statement.points[start : start + size]), 2)
        start += size
