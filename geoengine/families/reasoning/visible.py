"""Visible relations: those between drawn segments and circles, and points that could be joined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, compress

import numpy as np
from numpy.typing import NDArray

from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.glance import GLARING
from geoengine.families.reasoning.truth import CLEARLY_FALSE
from geoengine.language import PREDICATES, Statement, as_complex, statement_or_none

__all__ = ["VisibleRelations", "drawn_circles", "drawn_lines", "drawn_segments", "relations"]

Bools = NDArray[np.bool_]

_ON = 1e-7
_TRUE = 1e-7
_FALSE = 10 * CLEARLY_FALSE
"""The least residual in any draw: what seems true at a glance may nearly be true in another."""

_VISIBLY_FALSE = {"para": 0.07, "perp": 0.07, "cong": 0.06, "midp": 0.06, "cyclic": 0.04}
"""The least residuals in the shown draw at which relations visibly fail."""

_LOOKED = 0.75
"""How far from true, relative to `GLARING`, a relation is that a reader has to look at closely."""


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


@dataclass(frozen=True, eq=False)
class VisibleRelations:
    """Statements of one predicate about points of the picture, by how they look.

    Parameters
    ----------
    predicate : str
    candidates : sequence of sequence of str
        The points of each statement.
    holds, fails, tempts : numpy.ndarray of bool
        Which of them are true in every draw; false in every draw, and visibly so in the shown one;
        and which of the false ones seem true at a glance.
    """

    predicate: str
    candidates: Sequence[Sequence[str]]
    holds: Bools
    fails: Bools
    tempts: Bools

    @cached_property
    def true(self) -> list[Statement]:
        """Those that are true in every draw."""
        return self._chosen(self.holds)

    @cached_property
    def false(self) -> list[Statement]:
        """Those that are false in every draw, and visibly so in the shown one."""
        return self._chosen(self.fails)

    @cached_property
    def close(self) -> list[Statement]:
        """Those of the false ones that seem true at a glance."""
        return self._chosen(self.tempts)

    def _chosen(self, chosen: Bools) -> list[Statement]:
        return list(dict.fromkeys(_stated(self.predicate, compress(self.candidates, chosen))))


def relations(context: Context, predicate: str, *, undrawn: bool = False) -> VisibleRelations:
    """List the relations of one predicate that a reader can judge by looking at the picture.

    Parameters
    ----------
    context : Context
    predicate : {"para", "perp", "cong", "midp", "cyclic"}
    undrawn : bool
        Whether segments that are not drawn are compared too. These run through no other point.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle A B C; M = midpoint M B C")
    >>> context = make_context(problem, scene="median", seed=1)
    >>> [str(statement) for statement in relations(context, "midp").true]
    ['midp M B C']
    """
    candidates = list(_CANDIDATES[predicate](context, undrawn))
    if not candidates:
        none = np.zeros(0, dtype=bool)
        return VisibleRelations(predicate, [], none, none, none)
    index = context.check_diagram.index
    rows = np.array([[index[point] for point in points] for points in candidates])
    measured = PREDICATES[predicate].measured(context.check_diagram.xy[:, rows])
    least, most, shown = measured.min(axis=0), measured.max(axis=0), measured[0]
    false = (least > _FALSE) & (shown > _VISIBLY_FALSE[predicate])
    close = false & (shown < _LOOKED * GLARING[predicate])
    return VisibleRelations(predicate, candidates, most < _TRUE, false, close)


def _stated(predicate: str, found: Iterable[Sequence[str]]) -> Iterator[Statement]:
    for points in found:
        statement = statement_or_none(predicate, points)
        if statement is not None and statement.predicate == predicate:
            yield statement


def _undrawn_segments(context: Context) -> Iterator[tuple[str, str]]:
    """Pairs of points that no drawn line joins, and between which there is no other point."""
    drawn = set(drawn_segments(context))
    z = dict(zip(context.diagram.points, as_complex(context.diagram.xy[0]), strict=True))
    for pair in combinations(context.diagram.points, 2):
        if pair not in drawn and not any(
            ((z[point] - z[pair[0]]) / (z[point] - z[pair[1]])).real < 0
            for point in context.line_through(*pair) - {*pair}
        ):
            yield pair


def _pairs_of_pairs(context: Context, undrawn: bool) -> Iterator[Sequence[str]]:
    segments = drawn_segments(context)
    if undrawn:
        segments += _undrawn_segments(context)
    for first, second in combinations(segments, 2):
        yield (*first, *second)


def _pairs_of_lines(context: Context, undrawn: bool) -> Iterator[Sequence[str]]:
    """Pairs of segments on different lines."""
    lines = drawn_lines(context)
    if undrawn:
        lines += _undrawn_segments(context)
    for one, other in combinations(lines, 2):
        for first in combinations(one, 2):
            for second in combinations(other, 2):
                yield (*first, *second)


def _middles(context: Context, _: bool) -> Iterator[Sequence[str]]:
    """Triples (M, A, B) on a drawn segment with M between A and B."""
    for line in drawn_lines(context):
        yield from ((m, a, b) for a, m, b in combinations(line, 3))


def _quadruples(context: Context, _: bool) -> Iterator[Sequence[str]]:
    """Four points, no three of them collinear."""
    diagram = context.diagram
    triples = list(combinations(diagram.points, 3))
    rows = np.array([diagram.index[p] for p in chain(*triples)], dtype=int).reshape(-1, 3)
    flat = PREDICATES["coll"].measured(diagram.xy[0, rows]) < _TRUE
    aligned = set(compress(triples, flat))
    for four in combinations(diagram.points, 4):
        if aligned.isdisjoint(combinations(four, 3)):
            yield four


def drawn_circles(context: Context) -> list[tuple[str | None, frozenset[str]]]:
    """The center of each drawn circle, if it is a point, and the points on the circle.

    A point that was not constructed as the center, but lies there, is the center too.

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> problem = load_problem("A B C = triangle; O = circumcenter A B C; D = mirror A O")
    >>> [(center, *sorted(on)) for center, on in
    ...  drawn_circles(make_context(problem, scene="circle", seed=1))]
    [('O', 'A', 'B', 'C', 'D')]
    """
    return [
        (_center(context, center, on), frozenset(_on_circle(context, center, on)))
        for center, on in context.diagram.circles
    ]


def _center(context: Context, center: str | None, on: Sequence[str]) -> str | None:
    """The point at the center of a drawn circle, by measurement if it has not been constructed."""
    if center is not None or len(on) < 3:
        return center
    diagram = context.diagram
    for point in diagram.points:
        rows = [diagram.index[name] for name in (point, *on[:3])]
        if point not in on and PREDICATES["circle"].measured(diagram.xy[0, rows]) < _TRUE:
            return point
    return None


def _on_circle(context: Context, center: str | None, on: Sequence[str]) -> Iterator[str]:
    """The points that define a drawn circle, and others that lie on it by measurement."""
    diagram = context.diagram
    z = {name: complex(*diagram.xy[0, row]) for name, row in diagram.index.items()}
    for point in diagram.points:
        if point in on:
            yield point
        elif center is not None:
            if abs(abs(z[point] - z[center]) / abs(z[on[0]] - z[center]) - 1) < _TRUE:
                yield point
        elif len(on) > 2:
            rows = [diagram.index[name] for name in (*on[:3], point)]
            if PREDICATES["cyclic"].measured(diagram.xy[0, rows]) < _TRUE:
                yield point


_CANDIDATES: dict[str, Callable[[Context, bool], Iterator[Sequence[str]]]] = {
    "para": _pairs_of_lines,
    "perp": _pairs_of_lines,
    "cong": _pairs_of_pairs,
    "midp": _middles,
    "cyclic": _quadruples,
}
