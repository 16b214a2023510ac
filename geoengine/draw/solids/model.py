"""Models: what a picture of a solid shows, in coordinates of space."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.solids.bodies import Body, Circle, Polyhedron, Sphere
from geoengine.draw.solids.curve import Curve
from geoengine.errors import InputError

__all__ = ["End", "Model", "Place"]

Array = NDArray[np.float64]

Place: TypeAlias = tuple[float, float, float]
"""The coordinates of a point."""

End: TypeAlias = str | Place
"""A point: its name, or its coordinates."""

# Points closer than this share of the model's size are one.
_SAME = 1e-7


@dataclass(frozen=True)
class Model:
    """A solid with what is drawn in it, in coordinates of its own (z upwards, any unit).

    Parameters
    ----------
    points : mapping of str to (float, float, float)
        The named points.
    bodies : sequence of Polyhedron, Sphere or Frustum
        The bodies, whose edges and outlines are drawn. They may touch and contain each other.
    segments : sequence of (end, end)
        Further segments; an end is the name of a point, or coordinates.
    shaded : sequence of (sequence of ends), Circle or Curve
        Plane polygons, discs, and what closed plane curves bound, filled and outlined.
    curves : sequence of Circle or Curve
        Further circles and curves.
    dashed : sequence of (end, end)
        Segments that are dashed, hidden or not: where something was before it moved.
    hidden : collection of str
        Points without a dot and a name.
    hidden_lines : bool
        Whether hidden lines are drawn, dashed. A pile of cubes is drawn without them.

    Raises
    ------
    InputError
        If there is nothing to draw, a name is unknown, or a coordinate is not finite.

    Examples
    --------
    >>> corners = {"A": (0, 0, 0), "B": (1, 0, 0), "C": (0, 1, 0), "D": (0, 0, 1)}
    >>> model = Model(corners, [Polyhedron.hull(corners.values())], [("A", (0.5, 0.5, 0))])
    >>> model.shown
    ('A', 'B', 'C', 'D')
    >>> round(model.size, 3)
    1.0
    >>> Model(corners, segments=[("A", "E")])
    Traceback (most recent call last):
    geoengine.errors.InputError: expected the name of a point, found 'E'
      hint: the points are: A, B, C, D
    """

    points: Mapping[str, Place]
    bodies: Sequence[Body] = ()
    segments: Sequence[tuple[End, End]] = ()
    shaded: Sequence[Sequence[End] | Circle | Curve] = ()
    curves: Sequence[Circle | Curve] = ()
    dashed: Sequence[tuple[End, End]] = ()
    hidden: Collection[str] = ()
    hidden_lines: bool = True

    def __post_init__(self) -> None:
        places: Mapping[str, Sequence[float]] = self.points
        for name, place in places.items():
            if len(place) != 3 or not np.all(np.isfinite(place)):
                raise InputError(f"expected three finite coordinates for {name}, found {place}")
        for name in self.hidden:
            self.place(name)
        for ends in self._polylines():
            if not np.all(np.isfinite(ends)):
                raise InputError(f"expected finite coordinates, found {ends.tolist()}")
        if self.size == 0:
            raise InputError("expected at least two different points or a body to draw")

    def place(self, end: End) -> Array:
        """Return the coordinates of an end, shape (3,).

        Raises
        ------
        InputError
            If no point has this name.
        """
        if isinstance(end, str):
            if end not in self.points:
                raise InputError(
                    f"expected the name of a point, found {end!r}",
                    hint=f"the points are: {', '.join(self.points)}",
                )
            end = self.points[end]
        return np.array(end, dtype=float)

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The names of the points that are lettered."""
        return tuple(name for name in self.points if name not in self.hidden)

    @cached_property
    def polygons(self) -> tuple[Array, ...]:
        """The shaded polygons, each of shape (vertices, 3)."""
        return tuple(
            np.array([self.place(end) for end in part])
            for part in self.shaded
            if not isinstance(part, Circle | Curve)
        )

    @cached_property
    def discs(self) -> tuple[Circle, ...]:
        """The shaded discs."""
        return tuple(part for part in self.shaded if isinstance(part, Circle))

    @cached_property
    def filled(self) -> tuple[Curve, ...]:
        """The closed curves that bound shaded areas."""
        return tuple(part for part in self.shaded if isinstance(part, Curve))

    @cached_property
    def winding(self) -> tuple[Curve, ...]:
        """All drawn curves that are not circles."""
        return (*self.filled, *(part for part in self.curves if isinstance(part, Curve)))

    @cached_property
    def circles(self) -> tuple[Circle, ...]:
        """The circles that are drawn: rims of frusta and discs, equators of spheres; each once.

        A sphere that has another circle on it shows its roundness without an equator.
        """
        found: list[Circle] = []
        solid = [body for body in self.bodies if not isinstance(body, Sphere)]
        drawn = [part for part in self.curves if isinstance(part, Circle)]
        for circle in (*(rim for body in solid for rim in body.rims()), *self.discs, *drawn):
            if not any(circle.equals(other) for other in found):
                found.append(circle)
        for body in self.bodies:
            if isinstance(body, Sphere) and not any(map(body.carries, found)):
                found += body.rims()
        return tuple(found)

    @cached_property
    def lines(self) -> Array:
        """All drawn segments, those that overlap merged, shape (segments, 2, 3)."""
        rows = [np.array([self.place(a), self.place(b)]) for a, b in self.segments]
        for body in self.bodies:
            if isinstance(body, Polyhedron):
                rows += list(body.vertices[body.edges])
        for polygon in self.polygons:
            rows += list(np.stack((polygon, np.roll(polygon, -1, axis=0)), axis=1))
        rows = [row for row in rows if np.ptp(row, axis=0).max() > _SAME * self.size]
        return _merged(np.array(rows).reshape(-1, 2, 3), _SAME * self.size)

    @cached_property
    def vertices(self) -> Array:
        """The lettered points and all ends of drawn segments, each once, shape (n, 3)."""
        shown = [self.points[name] for name in self.shown]
        places = np.array([*shown, *self.lines.reshape(-1, 3)], dtype=float).reshape(-1, 3)
        apart = np.ones(len(places), dtype=bool)
        for at, place in enumerate(places):
            if apart[at]:
                apart[at + 1 :] &= np.abs(places[at + 1 :] - place).max(axis=1) > _SAME * self.size
        kept: Array = places[apart]
        return kept

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """The least and the greatest coordinates of the whole model."""
        boxes = [body.bounds() for body in self.bodies]
        boxes += [curve.bounds() for curve in (*self.discs, *self.curves, *self.filled)]
        boxes += [(ends, ends) for row in self._polylines() for ends in row]
        boxes += [(place, place) for place in (self.place(name) for name in self.shown)]
        if not boxes:
            return np.zeros(3), np.zeros(3)
        return np.min([low for low, _ in boxes], axis=0), np.max(
            [high for _, high in boxes], axis=0
        )

    @cached_property
    def middle(self) -> Array:
        """The middle of the model's box, shape (3,)."""
        low, high = self.bounds
        middle: Array = (low + high) / 2
        return middle

    @cached_property
    def size(self) -> float:
        """The longest side of the model's box."""
        low, high = self.bounds
        return float(np.max(high - low))

    @cached_property
    def glass(self) -> frozenset[int]:
        """The numbers of the spheres that enclose another body; these hide nothing inside them.

        All lines of a solid in its circumscribed sphere would be dashed otherwise.
        """
        return frozenset(
            at
            for at, body in enumerate(self.bodies)
            if isinstance(body, Sphere)
            and any(other is not body and body.encloses(other) for other in self.bodies)
        )

    def _polylines(self) -> Iterator[Array]:
        for ends in (*self.segments, *self.dashed):
            yield np.array([self.place(end) for end in ends])
        yield from self.polygons


def _merged(rows: Array, same: float) -> Array:
    """Merge segments that overlap or touch on one line; `rows` has the shape (n, 2, 3)."""
    found = []
    while len(rows):
        start = rows[0, 0]
        way = (rows[0, 1] - start) / np.linalg.norm(rows[0, 1] - start)
        steps = rows - start
        along = steps @ way
        on = np.abs(steps - along[..., None] * way).max(axis=(1, 2)) < same
        on[0] = True
        spans = np.stack((along[on].min(axis=1), along[on].max(axis=1)), axis=1)
        united: list[tuple[float, float]] = []
        for low, high in sorted(spans.tolist()):
            if united and low < united[-1][1] + same:
                united[-1] = united[-1][0], max(high, united[-1][1])
            else:
                united.append((low, high))
        found += [start + np.outer(span, way) for span in united]
        rows = rows[~on]
    return np.array(found).reshape(-1, 2, 3)
