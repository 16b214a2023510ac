"""The level of a program, from its printed code.

3 where the figure is in space, a loop or a recursive function places or draws something, or the
size is 16 or more; 1 where the size is at most 5 and at most 3 relations bear on the answer; 2
otherwise. The size counts the corners of straight paths, and each circle twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from geoengine.verify.programs.code_facts import CodeFacts, depends_on
from geoengine.verify.programs.curves import Arc, Curve, Segment
from geoengine.verify.programs.evaluated import Evaluated, Opaque, SpaceCurve, Triple

__all__ = ["Features", "features_of"]

_LARGE, _SMALL, _FEW = 16, 5, 3
_MARK = 0.1
"""What is smaller than this share of the figure is a mark, such as that of a right angle."""


@dataclass(frozen=True)
class Features:
    """What the level of a program depends on."""

    dimension: int
    loops: bool
    recursion: bool
    points: int
    circles: int
    relations: int

    @property
    def size(self) -> int:
        """Corners, and circles twice."""
        return self.points + 2 * self.circles

    @property
    def level(self) -> int:
        """1, 2 or 3."""
        if self.dimension == 3 or self.loops or self.recursion or self.size >= _LARGE:
            return 3
        return 1 if self.size <= _SMALL and self.relations <= _FEW else 2


def features_of(run: Evaluated, facts: CodeFacts, names: Iterable[str] | None) -> Features:
    """The features of a program.

    Parameters
    ----------
    run : Evaluated
    facts : CodeFacts
    names : iterable of str or None
        The names on which the answer depends at first hand; None for all of the program.

    Examples
    --------
    >>> from geoengine.verify.programs.asymptote import asymptote_facts, run_asymptote
    >>> code = "pair A=(0,0), B=(4,0), C=(0,3), M=(B+C)/2; draw(A--B--C--cycle); draw(A--M);"
    >>> found = features_of(run_asymptote(code), asymptote_facts(code), ["A", "M"])
    >>> found.size, found.relations, found.level
    (4, 1, 1)
    """
    curves = [c for mark in run.marks if mark.kind in {"draw", "fill"} for c in mark.curves]
    in_space = any(isinstance(c, SpaceCurve) for c in curves) or any(
        isinstance(value, Triple) for value in run.points.values()
    )
    in_space = in_space or any(
        isinstance(v, Opaque) and v.what in {"surface", "path3"} for v in run.names.values()
    )
    points, circles = _drawn(curves)
    return Features(
        dimension=3 if in_space else 2,
        loops=facts.loops,
        recursion=facts.recursion,
        points=points,
        circles=circles,
        relations=_relations(run, facts, names),
    )


def _drawn(curves: Iterable[Curve | SpaceCurve]) -> tuple[int, int]:
    """How many corners and circles are drawn."""
    spots = [(curve, list(_outline(curve))) for curve in curves]
    spots = [(curve, places) for curve, places in spots if places]
    size = _diameter([place for _, places in spots for place in places])
    if not size:
        return 0, 0
    corners: list[tuple[float, ...]] = []
    circles: list[tuple[float, ...]] = []
    for curve, places in spots:
        if _diameter(places) < _MARK * size:
            continue
        for place in _corners(curve):
            _put(corners, place, 1e-6 * size)
        for piece in curve.pieces if isinstance(curve, Curve) else ():
            if isinstance(piece, Arc):
                c = piece.center
                _put(circles, (c.real, c.imag, abs(piece.u), abs(piece.v)), 1e-6 * size)
    return len(corners), len(circles)


def _put(known: list[tuple[float, ...]], new: tuple[float, ...], near: float) -> None:
    if all(math.dist(one, new) > near for one in known):
        known.append(new)


def _flat(z: complex) -> tuple[float, ...]:
    return (z.real, z.imag, 0.0)


def _corners(curve: Curve | SpaceCurve) -> Iterator[tuple[float, ...]]:
    if isinstance(curve, SpaceCurve):
        yield from curve.vertices
        return
    for piece in curve.pieces:
        if isinstance(piece, Segment):
            yield _flat(piece.start)
            yield _flat(piece.end)


def _outline(curve: Curve | SpaceCurve) -> Iterator[tuple[float, ...]]:
    """Points that span the same box as a curve, or nearly so."""
    yield from _corners(curve)
    for piece in curve.pieces if isinstance(curve, Curve) else ():
        if isinstance(piece, Arc):
            yield from (_flat(piece.at(k / 8)) for k in range(9))


def _diameter(places: list[tuple[float, ...]]) -> float:
    """The diagonal of the box around places."""
    if not places:
        return 0.0
    return math.dist(
        [min(axis) for axis in zip(*places, strict=True)],
        [max(axis) for axis in zip(*places, strict=True)],
    )


def _relations(run: Evaluated, facts: CodeFacts, names: Iterable[str] | None) -> int:
    """How many points that the answer depends on are defined through other points."""
    named = {name.partition("[")[0] for name in run.points}
    wanted = named if names is None else depends_on(names, facts.uses) & named
    return sum(bool(facts.uses.get(name, set()) & (named - {name})) for name in wanted)
