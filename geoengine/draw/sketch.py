"""What a picture shows: named points, segments, circles, and the values that are given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import TypeAlias

import numpy as np

from geoengine.errors import InputError

__all__ = ["Circle", "Sketch", "circle_place"]

Place: TypeAlias = tuple[float, float]
Circle: TypeAlias = tuple[Place, float] | tuple[str | None, tuple[str, ...]]


@dataclass(frozen=True)
class Sketch:
    """A figure to be drawn, in coordinates of its own (y upwards, any unit).

    Parameters
    ----------
    points : mapping of str to (float, float)
        The named points.
    segments : sequence of (str, str)
        The segments that are drawn.
    circles : sequence of (centre, on)
        Either a place and a radius, or the name of the centre (or None) and the names of points
        on the circle: one is enough beside a centre, three without.
    lengths : mapping of (str, str) to str
        Given lengths, as they are to be printed. A length between points that no drawn segment
        joins gets a thin dashed one.
    angles : mapping of (str, str, str) to str
        Given angles, the vertex in the middle, as they are to be printed.

    Raises
    ------
    InputError
        If a name is unknown, a coordinate is not finite, all points are the same, or a circle,
        length or angle is degenerate.

    Examples
    --------
    >>> Sketch({"A": (0, 0), "B": (3, 0)}, [("A", "B")], lengths={("A", "B"): "3"}).lengths
    {('A', 'B'): '3'}
    >>> Sketch({"A": (0, 0), "B": (3, 0)}, [("A", "C")])
    Traceback (most recent call last):
    geoengine.errors.InputError: expected the name of a point but got 'C' in the segment A C
      hint: the points are: A, B
    """

    points: Mapping[str, Place]
    segments: Sequence[tuple[str, str]] = ()
    circles: Sequence[Circle] = ()
    lengths: Mapping[tuple[str, str], str] = field(default_factory=dict)
    angles: Mapping[tuple[str, str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_points()
        for segment in self.segments:
            self._check_names(segment, 2, "segment")
        for circle in self.circles:
            on = circle[1]
            if isinstance(on, tuple):
                named = on if circle[0] is None else (str(circle[0]), *on)
                self._check_names(named, len(named), "circle")
            circle_place(self.points, circle)
        for pair, text in self.lengths.items():
            self._check_value(pair, 2, "length", text)
            if self.lengths.get((pair[1], pair[0]), text) != text:
                raise InputError(f"expected one length for {' '.join(pair)} but got two")
        for triple, text in self.angles.items():
            self._check_value(triple, 3, "angle", text)

    def _check_points(self) -> None:
        places: Mapping[str, Sequence[float]] = self.points
        for name, place in places.items():
            if not name.strip():
                raise InputError(f"expected a name of a point but got {name!r}")
            if len(place) != 2 or not all(math.isfinite(value) for value in place):
                raise InputError(f"expected two finite coordinates for {name} but got {place}")
        if not self.points:
            raise InputError("expected at least one point to draw but got none")
        if len(set(self.points.values())) == 1 and (len(self.points) > 1 or not self.circles):
            names = ", ".join(self.points)
            raise InputError(f"expected two different points to draw but all are the same: {names}")

    def _check_names(self, names: Sequence[str], count: int, what: str) -> None:
        said = f"the {what} {' '.join(map(str, names))}"
        if len(names) != count:
            raise InputError(f"expected {count} points but got {len(names)} in {said}")
        for name in names:
            if name not in self.points:
                raise InputError(
                    f"expected the name of a point but got {name!r} in {said}",
                    hint=f"the points are: {', '.join(self.points)}",
                )

    def _check_value(self, names: Sequence[str], count: int, what: str, text: str) -> None:
        self._check_names(names, count, what)
        said = f"the {what} {' '.join(names)}"
        if not text.strip():
            raise InputError(f"expected a value to print for {said} but got {text!r}")
        for first, second in pairwise(names):
            if self.points[first] == self.points[second]:
                raise InputError(f"expected different points in {said} but {first} is at {second}")


def circle_place(points: Mapping[str, Place], circle: Circle) -> tuple[float, float, float]:
    """Return the centre and the radius of a circle.

    Raises
    ------
    InputError
        If they are not determined: no radius, too few points, or all of them on a line.

    Examples
    --------
    >>> corners = {"A": (0, 0), "B": (2, 0), "C": (0, 2)}
    >>> circle_place(corners, ("A", ("B",)))
    (0.0, 0.0, 2.0)
    >>> circle_place(corners, (None, ("A", "B", "C")))[:2]
    (1.0, 1.0)
    """
    centre, on = circle
    if not isinstance(on, tuple):
        assert isinstance(centre, tuple)
        x, y, radius = float(centre[0]), float(centre[1]), float(on)
    elif centre is None:
        x, y = _circumcentre([points[name] for name in on], on)
        radius = float(np.mean([math.dist((x, y), points[name]) for name in on]))
    else:
        assert isinstance(centre, str)
        x, y = map(float, points[centre])
        radius = float(np.mean([math.dist((x, y), points[name]) for name in on])) if on else 0.0
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(radius) and radius > 0):
        raise InputError(f"expected a circle with a centre and a radius but got {circle}")
    return x, y, radius


def _circumcentre(places: Iterable[Place], names: Sequence[str]) -> Place:
    """Return the centre of the circle through the three points that fix it best."""
    best, centre = 1e-9, None
    for a, b, c in combinations(places, 3):
        bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
        area = 2 * (bx * cy - by * cx)
        spread = max(bx * bx + by * by, cx * cx + cy * cy)
        if spread and abs(area) / spread > best:
            best = abs(area) / spread
            b2, c2 = bx * bx + by * by, cx * cx + cy * cy
            centre = a[0] + (cy * b2 - by * c2) / area, a[1] + (bx * c2 - cx * b2) / area
    if centre is None:
        raise InputError(
            f"expected three points off a line for a circle but got {' '.join(names)}",
            hint="name the centre of the circle too, or more points on it",
        )
    return centre
