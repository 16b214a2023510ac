"""Pictures of problems: marks that can be read, and lines that help to follow the items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from geoengine.draw import Sketch, helping_lines, readable_marks, sketch_of
from geoengine.items import Item
from geoengine.language import Statement, parse_statement
from geoengine.scene import Diagram

__all__ = ["picture_of", "picture_path", "segments_of_items"]

_HELPING = 6
"""How many segments that no construction draws are drawn at most."""


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
        Segments that items speak of. The first six that are not drawn, and run through no other
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
