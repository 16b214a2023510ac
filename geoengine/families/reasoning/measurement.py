"""Measurements: areas and perimeters that the premises determine, as goals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from geoengine.catalogue import load_scores
from geoengine.errors import StatementError
from geoengine.families.reasoning.context import Context
from geoengine.families.reasoning.goal_choice import features, tier_of
from geoengine.families.reasoning.visible import drawn_segments
from geoengine.graph import Proof
from geoengine.language import Statement, SurdSum, point_order

__all__ = ["Measurement", "measurements"]

_LONGEST = 12
"""The maximum number of characters of a presentable value."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The area or the perimeter of a polygon, with the lengths that it is computed from.

    Attributes
    ----------
    kind : {"area", "perimeter"}
    corners : tuple of str
        The corners, in order.
    value : SurdSum
        The exact value.
    proofs : tuple of Proof
        The proofs of those lengths that are not given.
    """

    kind: str
    corners: tuple[str, ...]
    value: SurdSum
    proofs: tuple[Proof, ...]

    def __str__(self) -> str:
        return f"{self.kind} {' '.join(self.corners)} {self.value}"

    @property
    def difficulty(self) -> float:
        """The difficulty of the measurement, by the weights of the catalogue."""
        return load_scores()["difficulty"].of(features(self.proofs))

    @property
    def tier(self) -> int:
        """The tier of that difficulty."""
        return tier_of(self.difficulty)


def measurements(context: Context) -> Iterator[Measurement]:
    """Yield the areas and perimeters of drawn polygons that the premises determine.

    The polygons are triangles and quadrilaterals. Values that are computed from given lengths
    alone, or are longer than twelve characters, are left out.

    Parameters
    ----------
    context : Context

    Examples
    --------
    >>> from geoengine.scene import load_problem
    >>> from geoengine.families.reasoning import make_context
    >>> text = "A B C = r_triangle_of A B C 3 4; D = foot D A B C"
    >>> context = make_context(load_problem(text), scene="altitude", seed=1)
    >>> for found in measurements(context):
    ...     print(found)
    perimeter A B C 12
    area A B C 6
    perimeter A B D 36/5
    area A B D 54/25
    perimeter A C D 48/5
    area A C D 96/25
    """
    known = context.graph.quantities
    for corners in _polygons(context):
        sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
        # A quadrilateral is cut into two triangles by a diagonal of known length.
        diagonals = [corners[::2], corners[1::2]] if len(corners) == 4 else []
        cuts = [pair for pair in diagonals if known.length(*pair) is not None][:1]
        for kind, pairs in (("perimeter", sides), ("area", [*sides, *cuts])):
            lengths = _derived_lengths(context, pairs)
            if not lengths:
                continue
            try:
                value = getattr(known, kind)(*corners)
            except StatementError:
                # The sides of the polygon cross.
                continue
            if value is not None and len(str(value)) <= _LONGEST:
                yield Measurement(kind, corners, value, tuple(map(context.proof, lengths)))


def _derived_lengths(context: Context, pairs: Sequence[tuple[str, str]]) -> list[Statement]:
    """The lengths that are not given; empty if all are, or if one is unknown."""
    found = []
    for pair in pairs:
        value = context.graph.deduction.length(*pair)
        if value is None:
            return []
        length = Statement("lconst", pair, value)
        if length not in context.premises:
            found.append(length)
    return found


def _polygons(context: Context) -> Iterator[tuple[str, ...]]:
    """Triangles and quadrilaterals, as texts name them: with all sides drawn, and no angle 180°."""
    drawn = {frozenset(pair) for pair in drawn_segments(context)}
    points = sorted(context.problem.points, key=point_order)
    flat = {
        triple
        for triple in combinations(points, 3)
        if context.graph.holds(Statement("coll", triple))
    }
    for corners in combinations(points, 3):
        if corners not in flat and all(
            frozenset(side) in drawn for side in combinations(corners, 2)
        ):
            yield corners
    for a, b, c, d in combinations(points, 4):
        if any(triple in flat for triple in combinations((a, b, c, d), 3)):
            continue
        for order in ((a, b, c, d), (a, b, d, c), (a, c, b, d)):
            sides = zip(order, (*order[1:], order[0]), strict=True)
            if all(frozenset(side) in drawn for side in sides):
                yield order
