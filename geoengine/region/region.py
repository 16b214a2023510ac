"""Plane regions bounded by segments and arcs: their outlines, areas and perimeters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from geoengine.region.crossings import cuts
from geoengine.region.exact_measures import exact_area, exact_perimeter
from geoengine.region.membership import contains
from geoengine.region.outline import Stretch
from geoengine.region.pieces import Arc, Loop, check_closed
from geoengine.solid import Exact

__all__ = ["Paint", "Region", "Shape", "difference", "intersection", "select", "union", "visible"]

Shape: TypeAlias = Sequence[Loop]
"""Closed boundaries; inside is where they together wind around a point."""
Members: TypeAlias = npt.NDArray[np.bool_]
"""Which points are in which shapes: shape (shapes, points)."""


@dataclass(frozen=True)
class Paint:
    """A shape that is filled.

    Attributes
    ----------
    shape : Shape
    color : str
        Later paints cover earlier ones.
    """

    shape: Shape
    color: str


@dataclass(frozen=True)
class Region:
    """A part of the plane, given by its outline.

    Attributes
    ----------
    outline : tuple of Stretch
        The pieces of the boundary, each passed with the region on its left.
    """

    outline: tuple[Stretch, ...]

    @cached_property
    def area(self) -> float:
        """The area, by Green's theorem: half the integral of x dy - y dx along the outline.

        An arc counts as its chord and the circular segment r²(θ - sin θ)/2 on it.
        See T. Apostol, *Calculus*, vol. 2, 11.10.
        """
        total = []
        for stretch in self.outline:
            p, q = stretch.start, stretch.end
            total.append((p.conjugate() * q).imag / 2)
            if isinstance(stretch.piece, Arc):
                turn = stretch.sweep
                total.append(stretch.piece.radius**2 * (turn - math.sin(turn)) / 2)
        return math.fsum(total)

    @cached_property
    def perimeter(self) -> float:
        """The length of the outline."""
        return math.fsum(stretch.length for stretch in self.outline)

    @cached_property
    def exact_area(self) -> Exact | None:
        """The area as a sum of rational multiples of √n·π^k.

        None where it is no such number, where the coordinates are floats, and where a corner of the
        outline needs a nested root.
        """
        return exact_area(self.outline)

    @cached_property
    def exact_perimeter(self) -> Exact | None:
        """The length of the outline as such a number; None as for `exact_area`."""
        return exact_perimeter(self.outline)


def select(shapes: Sequence[Shape], inside: Callable[[Members], npt.NDArray[np.bool_]]) -> Region:
    """Return the points whose membership in shapes satisfies a condition.

    All boundaries are cut where they meet. A stretch between two cuts belongs to the outline if
    the condition holds on one side of it and not on the other.

    Parameters
    ----------
    shapes : sequence of Shape
    inside : callable
        From an array of bool, shape (len(shapes), m), to one of shape (m,): which of m points are
        in the region, given the shapes they are in. Points in no shape must not be.

    Raises
    ------
    RegionError
        When a boundary is not closed.

    Examples
    --------
    >>> from geoengine.region import circle, polygon
    >>> square = [polygon((0, 0), (2, 0), (2, 2), (0, 2))]
    >>> disc = [circle((0, 0), 2)]
    >>> print(select([square, disc], lambda within: within[0] & ~within[1]).exact_area)
    4 - π
    """
    for shape in shapes:
        for loop in shape:
            check_closed(loop)
    pieces = [piece for shape in shapes for loop in shape for piece in loop if piece.length]
    if not pieces:
        return Region(())
    ends = np.array([end for piece in pieces for end in piece.ends])
    size = float(max(np.ptp(ends.real), np.ptp(ends.imag)))
    near = 1e-9 * size
    stretches = _without_repeats(
        [
            Stretch(tuple(pieces), index, first, last)
            for index, at in enumerate(cuts(pieces, near))
            for first, last in pairwise(at)
        ],
        size,
    )
    middles = np.array([stretch.middle for stretch in stretches])
    normals = np.array([stretch.normal for stretch in stretches])
    aside = normals * np.minimum([s.length for s in stretches], size) * 1e-6
    points = np.concatenate([middles + aside, middles - aside])
    within = np.array([contains(shape, points) for shape in shapes])
    left, right = np.split(inside(within), 2)
    outline = [
        stretch if at_left else stretch.reversed
        for stretch, at_left, at_right in zip(stretches, left, right, strict=True)
        if at_left != at_right
    ]
    return Region(tuple(_joined(outline)))


def _without_repeats(stretches: list[Stretch], size: float) -> list[Stretch]:
    """Return one of each set of stretches that coincide."""
    # The odd width keeps round coordinates away from the borders between cells.
    cell = size * 1.2345e-7

    def place(z: complex) -> tuple[int, int]:
        return round(z.real / cell), round(z.imag / cell)

    kept: dict[object, Stretch] = {}
    for stretch in stretches:
        ends = frozenset((place(stretch.start), place(stretch.end)))
        kept.setdefault((ends, place(stretch.middle)), stretch)
    return list(kept.values())


def _joined(outline: list[Stretch]) -> list[Stretch]:
    """Join stretches that follow one another on one piece, so that fewer corners are computed."""
    joined: list[Stretch] = []
    for stretch in outline:
        last = joined[-1] if joined else stretch
        # Neighbors on a piece share the cut between them.
        if last.last is stretch.first and last.backwards == stretch.backwards:
            joined[-1] = replace(last, last=stretch.last)
        else:
            joined.append(stretch)
    return joined


def union(*shapes: Shape) -> Region:
    """Return the points that are in some shape.

    Examples
    --------
    >>> from geoengine.region import circle
    >>> print(union([circle((0, 0), 1)], [circle((3, 0), 2)]).exact_area)
    5π
    """
    return select(shapes, lambda within: np.any(within, axis=0))


def intersection(*shapes: Shape) -> Region:
    """Return the points that are in every shape.

    Examples
    --------
    >>> from geoengine.region import circle
    >>> print(intersection([circle((0, 0), 1)], [circle((1, 0), 1)]).exact_area)
    2π/3 - √3/2
    """
    return select(shapes, lambda within: np.all(within, axis=0))


def difference(shape: Shape, *others: Shape) -> Region:
    """Return the points of a shape that are in none of the others.

    Examples
    --------
    >>> from geoengine.region import circle
    >>> print(difference([circle((0, 0), 3)], [circle((1, 0), 2)]).exact_perimeter)
    10π
    """
    return select((shape, *others), lambda within: within[0] & ~within[1:].any(axis=0))


def visible(paints: Sequence[Paint], shown: Callable[[str], bool]) -> Region:
    """Return what can be seen of some colors, after all paints in order.

    Parameters
    ----------
    paints : sequence of Paint
    shown : callable
        Which colors count; others cover what was painted before.

    Examples
    --------
    >>> from geoengine.region import circle
    >>> paints = [Paint([circle((0, 0), 2)], "gray"), Paint([circle((0, 0), 1)], "white")]
    >>> print(visible(paints, lambda color: color != "white").exact_area)
    3π
    """
    counts = np.array([shown(paint.color) for paint in paints], dtype=bool)

    def on_top(within: Members) -> npt.NDArray[np.bool_]:
        top = len(within) - 1 - np.argmax(within[::-1], axis=0)
        return np.asarray(within.any(axis=0) & counts[top])

    return select([paint.shape for paint in paints], on_top)
