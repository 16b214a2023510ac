"""Sketches: what a picture shows, as named points, segments, circles and marks."""

from __future__ import annotations

import cmath
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import TypeAlias

import numpy as np

from geoengine.draw.marks import Marks
from geoengine.errors import InputError

__all__ = ["Circle", "Sketch", "circle_place"]

Place: TypeAlias = tuple[float, float]
"""The coordinates of a point."""

Circle: TypeAlias = tuple[Place, float] | tuple[str | None, tuple[str, ...]]
"""A circle by center and radius, or by the names of its center (or None) and points on it."""

_UNMARKED = Marks()


@dataclass(frozen=True)
class Sketch:
    """A figure to be drawn, in coordinates of its own (y upwards, any unit).

    Parameters
    ----------
    points : mapping of str to (float, float)
        The named points.
    segments : sequence of (str, str)
        The segments that are drawn.
    circles : sequence of (center, on)
        Either coordinates and a radius, or the name of the center (or None) and the names of
        points on the circle: one is enough with a center, three without.
    marks : Marks
        The marks.
    dashed : sequence of (str, str)
        Auxiliary segments, drawn thin and dashed.
    accent : collection of str
        Points that are highlighted by color.

    Raises
    ------
    InputError
        If there is no point, several points all coincide, a name is unknown, a coordinate is not
        finite, or a circle or a mark is degenerate.

    Examples
    --------
    >>> sketch = Sketch({"A": (0, 0), "B": (3, 0)}, [("A", "B")])
    >>> tuple(round(value, 3) for value in sketch.rotated(90).points["B"])
    (0.0, 3.0)
    >>> Sketch({"A": (0, 0), "B": (3, 0)}, [("A", "C")])
    Traceback (most recent call last):
    geoengine.errors.InputError: expected the name of a point, found 'C' in the segment A C
      hint: the points are: A, B
    """

    points: Mapping[str, Place]
    segments: Sequence[tuple[str, str]] = ()
    circles: Sequence[Circle] = ()
    marks: Marks = _UNMARKED
    dashed: Sequence[tuple[str, str]] = ()
    accent: Collection[str] = ()

    def __post_init__(self) -> None:
        self._check_points()
        for segment in (*self.segments, *self.dashed):
            self._check_names(segment, 2, "segment")
        for circle in self.circles:
            on = circle[1]
            if isinstance(on, tuple):
                named = on if circle[0] is None else (str(circle[0]), *on)
                self._check_names(named, len(named), "circle")
            circle_place(self.points, circle)
        self._check_marks()

    def rotated(self, degrees: float) -> Sketch:
        """Return the sketch rotated counterclockwise about the origin.

        Raises
        ------
        InputError
            If the angle is not finite.
        """
        if not math.isfinite(degrees):
            raise InputError(f"expected a finite angle of rotation, found {degrees}")
        turn = cmath.exp(1j * math.radians(degrees))

        def turned(place: Place) -> Place:
            z = complex(*place) * turn
            return z.real, z.imag

        circles: list[Circle] = []
        for centre, on in self.circles:
            # A circle given by names moves with its points.
            turns = isinstance(centre, tuple) and not isinstance(on, tuple)
            circles.append((turned(centre), on) if turns else (centre, on))  # type: ignore[arg-type]
        points = {name: turned(place) for name, place in self.points.items()}
        return replace(self, points=points, circles=circles)

    def _check_points(self) -> None:
        places: Mapping[str, Sequence[float]] = self.points
        for name, place in places.items():
            if not name.strip():
                raise InputError(f"expected a name of a point, found {name!r}")
            if len(place) != 2 or not all(math.isfinite(value) for value in place):
                raise InputError(f"expected two finite coordinates for {name}, found {place}")
        if not self.points:
            raise InputError("expected at least one point to draw, found none")
        if len(self.points) > 1 == len(set(self.points.values())):
            names = ", ".join(self.points)
            raise InputError(f"expected two different points to draw but all are the same: {names}")

    def _check_names(self, names: Sequence[str], count: int, what: str) -> None:
        where = f"the {what} {' '.join(map(str, names))}"
        if len(names) != count:
            raise InputError(f"expected {count} points, found {len(names)} in {where}")
        for name in names:
            if name not in self.points:
                raise InputError(
                    f"expected the name of a point, found {name!r} in {where}",
                    hint=f"the points are: {', '.join(self.points)}",
                )

    def _check_marks(self) -> None:
        marks = self.marks
        for pair, text in marks.lengths.items():
            self._check_value(pair, 2, "length", text)
            if marks.lengths.get((pair[1], pair[0]), text) != text:
                raise InputError(f"expected one length for {' '.join(pair)}, found two")
        for triple, text in marks.angles.items():
            self._check_value(triple, 3, "angle", text)
        for pairs, what in (
            (marks.right_angles, "right angle"),
            (marks.ticks, "equal segments"),
            (marks.arrows, "parallel segments"),
        ):
            for pair in (pair for group in pairs for pair in group):
                self._check_apart(pair, 2, what)
        for triple in (triple for group in marks.arcs for triple in group):
            self._check_apart(triple, 3, "equal angles")
        for name in self.accent:
            self._check_names((name,), 1, "accent")

    def _check_value(self, names: Sequence[str], count: int, what: str, text: str) -> None:
        self._check_names(names, count, what)
        if not text.strip():
            where = f"the {what} {' '.join(names)}"
            raise InputError(f"expected a value to print for {where}, found {text!r}")
        self._check_apart(names, count, what)

    def _check_apart(self, names: Sequence[str], count: int, what: str) -> None:
        self._check_names(names, count, what)
        for first, second in pairwise(names):
            if self.points[first] == self.points[second]:
                raise InputError(
                    f"expected different points in the {what} {' '.join(names)}"
                    f" but {first} is at {second}"
                )


def circle_place(points: Mapping[str, Place], circle: Circle) -> tuple[float, float, float]:
    """Return the coordinates of the center, and the radius, of a circle.

    Raises
    ------
    InputError
        If they are not determined: no radius, too few points, or all points on a line.

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
        raise InputError(f"expected a circle with a centre and a radius, found {circle}")
    return x, y, radius


def _circumcentre(places: Iterable[Place], names: Sequence[str]) -> Place:
    """Return the center of the circle through those three points that are least collinear."""
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
            f"expected three points off a line for a circle, found {' '.join(names)}",
            hint="name the centre of the circle too, or more points on it",
        )
    return centre
