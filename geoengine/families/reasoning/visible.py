"""Visible relations: those between points of drawn segments and circles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geoengine.errors import StatementError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.truth import CLEARLY_FALSE
from geoengine.language import PREDICATES, Statement

__all__ = ["VisibleRelations", "drawn_lines", "drawn_segments", "relations"]

_ON = 1e-7
_TRUE = 1e-7
_VISIBLY_FALSE = {
    "coll": 0.06,
    "para": 0.15,
    "perp": 0.15,
    "cong": 0.15,
    "midp": 0.2,
    "cyclic": 0.1,
}
"""The least residual in the shown draw at which a relation visibly fails."""


def drawn_lines(context: Context) -> list[tuple[str, ...]]:
    """The points on each drawn segment, from end to end.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C")
    >>> drawn_lines(make_context(problem, scene="median", seed=1))
    [('A', 'B'), ('B', 'M', 'C'), ('A', 'C')]
    """
    diagram = context.diagram
    place = {name: complex(*diagram.xy[0, row]) for name, row in diagram.index.items()}
    found = []
    for first, last in diagram.segments:
        start, end = place[first], place[last]
        on = [
            name
            for name, z in place.items()
            if abs(z - start) + abs(z - end) < (1 + _ON) * abs(end - start)
        ]
        found.append(tuple(sorted(on, key=_distances(place, first).__getitem__)))
    return found


def _distances(place: dict[str, complex], first: str) -> dict[str, float]:
    return {name: abs(z - place[first]) for name, z in place.items()}


def drawn_segments(context: Context) -> list[tuple[str, str]]:
    """The pairs of points joined by a drawn segment or a part of one, each once."""
    rank = context.diagram.index
    pairs = (
        pair if rank[pair[0]] < rank[pair[1]] else pair[::-1]
        for line in drawn_lines(context)
        for pair in combinations(line, 2)
    )
    return list(dict.fromkeys(pairs))


@dataclass(frozen=True)
class VisibleRelations:
    """Statements of one predicate about drawn objects.

    Attributes
    ----------
    true : list of Statement
        True in every draw.
    false : list of Statement
        False in every draw, and visibly so in the shown one.
    """

    true: list[Statement]
    false: list[Statement]


def relations(context: Context, predicate: str) -> VisibleRelations:
    """List the relations of one predicate that a reader can judge by looking at the picture.

    Parameters
    ----------
    context : Context
    predicate : {"coll", "para", "perp", "cong", "midp", "cyclic"}

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C")
    >>> context = make_context(problem, scene="median", seed=1)
    >>> [str(statement) for statement in relations(context, "midp").true]
    ['midp M B C']
    """
    candidates = list(dict.fromkeys(_stated(predicate, _CANDIDATES[predicate](context))))
    if not candidates:
        return VisibleRelations([], [])
    index = context.check_diagram.index
    rows = np.array([[index[point] for point in s.points] for s in candidates])
    measured = PREDICATES[predicate].measured(context.check_diagram.xy[:, rows])
    least, most, shown = measured.min(axis=0), measured.max(axis=0), measured[0]
    return VisibleRelations(
        [s for s, high in zip(candidates, most, strict=True) if high < _TRUE],
        [
            s
            for s, low, seen in zip(candidates, least, shown, strict=True)
            if low > CLEARLY_FALSE and seen > _VISIBLY_FALSE[predicate]
        ],
    )


def _stated(predicate: str, found: Iterator[Sequence[str]]) -> Iterator[Statement]:
    for points in found:
        try:
            statement = Statement(predicate, tuple(points))
        except StatementError:
            continue
        if statement.predicate == predicate:
            yield statement


def _triples(context: Context) -> Iterator[Sequence[str]]:
    """Triples of points on one drawn segment, or with two points on one and not collinear."""
    lines = [set(line) for line in drawn_lines(context)]
    for triple in combinations(context.diagram.points, 3):
        held = max((len(line.intersection(triple)) for line in lines), default=0)
        if held == 3 or (held == 2 and not _aligned(context, *triple)):
            yield triple


def _pairs_of_pairs(context: Context) -> Iterator[Sequence[str]]:
    for first, second in combinations(drawn_segments(context), 2):
        yield (*first, *second)


def _pairs_of_lines(context: Context) -> Iterator[Sequence[str]]:
    """Pairs of parts of two different drawn segments."""
    for one, other in combinations(drawn_lines(context), 2):
        for first in combinations(one, 2):
            for second in combinations(other, 2):
                yield (*first, *second)


def _middles(context: Context) -> Iterator[Sequence[str]]:
    """Triples (M, A, B) on a drawn segment with M between A and B."""
    for line in drawn_lines(context):
        yield from ((m, a, b) for a, m, b in combinations(line, 3))


def _quadruples(context: Context) -> Iterator[Sequence[str]]:
    """Four points, no three of them collinear: three on a drawn circle, none of them its center."""
    for center, on in context.diagram.circles:
        round_it = _on_circle(context, center, on)
        for triple in combinations(round_it, 3):
            for other in context.diagram.points:
                points = (*triple, other)
                if len(set(points)) == 4 and other != center and not _aligned(context, *points):
                    yield points


def _aligned(context: Context, *points: str) -> bool:
    """Whether three of the points are collinear, and so plainly not on a circle."""
    rows = [[context.diagram.index[p] for p in triple] for triple in combinations(points, 3)]
    return bool((PREDICATES["coll"].measured(context.diagram.xy[0, rows]) < _TRUE).any())


def _on_circle(context: Context, center: str | None, on: Sequence[str]) -> list[str]:
    """The points that define a drawn circle, and others that lie on it by measurement."""
    if len(on) < 3:
        return list(on)
    diagram = context.diagram
    found = []
    for point in diagram.points:
        rows = [diagram.index[name] for name in (*on[:3], point)]
        if point in on or (
            point != center
            and len(set(rows)) == 4
            and float(PREDICATES["cyclic"].measured(diagram.xy[0, rows])) < _TRUE
        ):
            found.append(point)
    return found


_CANDIDATES: dict[str, Callable[[Context], Iterator[Sequence[str]]]] = {
    "coll": _triples,
    "para": _pairs_of_lines,
    "perp": _pairs_of_lines,
    "cong": _pairs_of_pairs,
    "midp": _middles,
    "cyclic": _quadruples,
}
