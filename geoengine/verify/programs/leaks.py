"""Whether the answer can be read off the code: the values that the code tells, and an audit.

A figure that is drawn in its true proportions tells its own angles and ratios; so for these only
what is written counts. A length, area or volume is told if it stands in the code, or is that of
evaluated points as they are drawn, without a change of scale.
"""

from __future__ import annotations

import bisect
import contextlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geoengine.verify.programs.code_facts import CodeFacts
from geoengine.verify.programs.curves import Curve, Segment
from geoengine.verify.programs.evaluated import Evaluated, SpaceCurve, Triple
from geoengine.verify.programs.faults import ProgramError
from geoengine.verify.programs.measuring import CLOSE
from geoengine.verify.programs.painting import painted_area
from geoengine.verify.programs.quantities import hull_volume

__all__ = ["LeakTable", "Told", "audit_leaks", "kind_of_asked", "told_values"]

_KINDS = {
    "length": "length", "distance": "length", "radius": "length", "perimeter": "length",
    "arclength": "length", "area": "area", "surface": "area", "volume": "volume",
    "angle": "angle", "dihedral": "angle", "plane_angle": "angle", "lines_angle": "angle",
    "turn": "angle",
}  # fmt: skip
_MOST_POINTS = 60


def kind_of_asked(dimension: float, asked: str) -> str:
    """The kind of a question: length, area, volume, angle or ratio.

    Examples
    --------
    >>> kind_of_asked(0, "angle(A,B,C)"), kind_of_asked(2, "area(shaded)"), kind_of_asked(0, "2/3")
    ('angle', 'area', 'ratio')
    """
    if dimension:
        return {1: "length", 2: "area", 3: "volume"}.get(round(dimension), "length")
    if "/" not in asked and any(
        asked.startswith(name) for name, k in _KINDS.items() if k == "angle"
    ):
        return "angle"
    return "ratio"


@dataclass(frozen=True)
class Told:
    """Values that a code tells, with what they are; sorted."""

    values: tuple[tuple[float, str], ...]

    def find(self, answer: float) -> list[str]:
        """What in the code has the value of an answer."""
        low, high = abs(answer) * (1 - CLOSE), abs(answer) * (1 + CLOSE)
        at = bisect.bisect_left(self.values, (low, ""))
        found = []
        while at < len(self.values) and self.values[at][0] <= high:
            found.append(self.values[at][1])
            at += 1
        return found


def told_values(kind: str, facts: CodeFacts, run: Evaluated) -> Told:
    """The values that a code tells about a question of a kind.

    Examples
    --------
    >>> from geoengine.verify.programs.asymptote import asymptote_facts, run_asymptote
    >>> code = "pair E=(3,0), F=(10,0); draw(E--F);"
    >>> told_values("length", asymptote_facts(code), run_asymptote(code)).find(7)
    ['the distance EF', 'the length of a path']
    """
    found = list(_written(kind, facts))
    if kind == "length":
        found += _lengths(run)
    elif kind == "area":
        found += _areas(run)
    elif kind == "volume":
        found += _volumes(facts, run)
    kept = ((value, what) for value, what in found if value > 0 and math.isfinite(value))
    return Told(tuple(sorted(set(kept))))


def _written(kind: str, facts: CodeFacts) -> Iterator[tuple[float, str]]:
    for number in facts.numbers:
        if number.is_telling:
            yield number.value, f"the number {number.value:g} in line {number.line}"
    if kind != "angle":
        return
    directions = sorted({n.value for n in facts.numbers if n.role == "direction"})[:40]
    for value in directions:
        yield 180 - value, f"180° − {value:g}°"
    for one, other in combinations(directions, 2):
        yield abs(one - other), f"the difference of {one:g}° and {other:g}°"
        yield 180 - abs(one - other), f"180° less the difference of {one:g}° and {other:g}°"


def _places(run: Evaluated) -> dict[str, np.ndarray]:
    """Named points, and vertices of what is drawn, each place once."""
    found: dict[str, np.ndarray] = {}
    seen: set[tuple[float, ...]] = set()

    def put(name: str, value: complex | Triple) -> None:
        place = (value.real, value.imag, 0.0) if isinstance(value, complex) else tuple(value)
        key = tuple(round(x, 9) for x in place)
        if key not in seen and len(found) < _MOST_POINTS and all(map(math.isfinite, place)):
            seen.add(key)
            found[name] = np.array(place)

    for name, value in run.points.items():
        put(name, value)
    for mark in run.marks:
        if mark.kind in {"draw", "fill"}:
            for curve in mark.curves:
                for vertex in _corners(curve):
                    put(_written_point(vertex), vertex)
    return found


def _corners(curve: Curve | SpaceCurve) -> Iterator[complex | Triple]:
    """The ends of straight pieces."""
    if isinstance(curve, SpaceCurve):
        yield from curve.vertices
        return
    for piece in curve.pieces:
        if isinstance(piece, Segment):
            yield from (piece.start, piece.end)


def _written_point(value: complex | Triple) -> str:
    parts = (value.real, value.imag) if isinstance(value, complex) else value
    return "(" + ", ".join(f"{x:.6g}" for x in parts) + ")"


def _pair(one: str, other: str) -> str:
    return f"{one}{other}" if one.isalnum() and other.isalnum() else f"{one} to {other}"


def _lengths(run: Evaluated) -> Iterator[tuple[float, str]]:
    places = _places(run)
    for (one, p), (other, q) in combinations(places.items(), 2):
        yield float(np.linalg.norm(p - q)), f"the distance {_pair(one, other)}"
    for curve in _curves(run):
        yield curve.length, "the length of a path"
        if curve.circle:
            yield curve.circle[1], "the radius of a circle"


def _curves(run: Evaluated) -> Iterator[Curve]:
    for mark in run.marks:
        if mark.kind in {"draw", "fill"}:
            yield from (c for c in mark.curves if isinstance(c, Curve) and not c.rough)
    yield from (v for v in run.names.values() if isinstance(v, Curve) and not v.rough)


def _areas(run: Evaluated) -> Iterator[tuple[float, str]]:
    for curve in _curves(run):
        if curve.closed:
            yield curve.area, "the area of a path"
    with contextlib.suppress(ProgramError):
        yield painted_area(run.paints, lambda colour: not colour.white), "the filled area"
    named = {name: z for name, z in run.points.items() if isinstance(z, complex)}
    if len(named) < 3:
        # Programs without names: the vertices of what is drawn.
        named = {name: complex(p[0], p[1]) for name, p in list(_places(run).items())[:12]}
    points = list(named.items())[:12]
    for three in combinations(points, 3):
        a, b, c = (place for _, place in three)
        yield abs(_cross(b - a, c - a)) / 2, f"the area of {'-'.join(name for name, _ in three)}"
    for four in combinations(points, 4):
        a, b, c, d = (place for _, place in four)
        what = f"the area of {'-'.join(name for name, _ in four)}"
        for p, q, r, s in ((a, b, c, d), (a, c, b, d), (a, b, d, c)):
            yield abs(_cross(r - p, s - q)) / 2, what


def _cross(u: complex, v: complex) -> float:
    return u.real * v.imag - u.imag * v.real


def _volumes(facts: CodeFacts, run: Evaluated) -> Iterator[tuple[float, str]]:
    places = {name: p for name, p in run.points.items() if isinstance(p, Triple)}
    for mark in run.marks:
        for curve in mark.curves:
            if isinstance(curve, SpaceCurve):
                places.update({_written_point(v): v for v in curve.vertices})
    points = [np.array(p) for p in dict.fromkeys(places.values())][:24]
    if len(points) >= 4:
        yield hull_volume(points), "the volume of all points together"
        low, high = np.min(points, axis=0), np.max(points, axis=0)
        yield float(np.prod(high - low)), "the volume of the box of all points"
    for four in combinations(points[:12], 4):
        a, b, c, d = four
        yield abs(float(np.linalg.det([b - a, c - a, d - a]))) / 6, "the volume of four points"
    written = sorted({n.value for n in facts.numbers if n.role == "place"})[:12]
    for three in combinations(written, 3):
        yield math.prod(three), "the product of three numbers"


@dataclass(frozen=True)
class LeakTable:
    """Leaks found, and as many as chance makes.

    Attributes
    ----------
    rows : tuple of (str, int, int, float)
        By kind of question: items, items whose answer the code tells, and the number expected if
        the answers of a kind belonged to other items of the kind.
    """

    rows: tuple[tuple[str, int, int, float], ...]

    @property
    def found(self) -> int:
        """How many items tell their answer."""
        return sum(row[2] for row in self.rows)

    @property
    def expected(self) -> float:
        """How many would by chance."""
        return sum(row[3] for row in self.rows)


def audit_leaks(items: Sequence[tuple[str, float, Told]]) -> LeakTable:
    """Count leaks by kind of question, beside those with answers exchanged among items of a kind.

    Parameters
    ----------
    items : sequence of (kind, answer, Told)

    Examples
    --------
    >>> told = [Told(((7.0, "a distance"),)), Told(((3.0, "a distance"),))]
    >>> audit_leaks([("length", 7.0, told[0]), ("length", 5.0, told[1])]).rows
    (('length', 2, 1, 0.0),)
    """
    groups: dict[str, list[tuple[float, Told]]] = defaultdict(list)
    for kind, answer, told in items:
        groups[kind].append((answer, told))
    rows = []
    for kind, group in sorted(groups.items()):
        found = sum(bool(told.find(answer)) for answer, told in group)
        answers = Counter(round(answer, 9) for answer, _ in group)
        expected = 0.0
        for answer, told in group:
            others = answers - Counter([round(answer, 9)])
            count = sum(others.values())
            hits = sum(n for other, n in others.items() if told.find(other))
            expected += hits / count if count else 0.0
        rows.append((kind, len(group), found, round(expected, 2)))
    return LeakTable(tuple(rows))
