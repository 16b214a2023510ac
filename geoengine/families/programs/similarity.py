"""Similarities: at which scale, turned how far and moved where the figure of an item is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numpy.random import Generator

from geoengine.items import pick
from geoengine.solid import Splice, number_code, root

__all__ = ["Similarity", "draw_similarity"]

_SCALES = tuple(
    Fraction(text)
    for text in (
        "1/10", "1/8", "3/20", "1/5", "1/4", "3/10", "3/8", "2/5", "9/20", "1/2", "11/20", "3/5",
        "13/20", "7/10", "3/4", "4/5", "17/20", "9/10", "11/10", "6/5", "5/4", "13/10", "7/5",
        "3/2", "8/5", "17/10", "9/5", "2", "5/2", "3",
    )
)  # fmt: skip
"""By how much lengths are multiplied, apart from the turn; their decimals end."""

_ANY_TURN = (
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (2, 1),
    (1, 2),
    (2, -1),
    (3, 1),
    (1, -1),
    (3, -1),
    (-1, 1),
)
"""Factors p + qi that turn points, and make them farther apart by √(p² + q²)."""

_PYTHAGOREAN = ((1, 0), (0, 1), (-1, 0), (0, -1), (3, 4), (4, 3), (4, -3), (3, -4))
_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))

_LARGEST, _SMALLEST = 24.0, 2.0
"""How far apart the farthest points of a figure are in its program, as people choose it."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A similarity with exact numbers.

    Attributes
    ----------
    factor : (number, number)
        The real and the imaginary part of what points are multiplied by, as complex numbers.
    scale : number
        What lengths are multiplied by.
    turn : number
        What is added to directions, in degrees.
    shift : (number, number)
        What is added to points afterwards.

    Examples
    --------
    >>> Similarity((0, 2), 2, 90, (1, 0)).point(3, 0)
    (1, 6)
    """

    factor: tuple[Any, Any]
    scale: Any
    turn: Any
    shift: tuple[Any, Any]

    def point(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Return where a point comes to lie."""
        p, q = self.factor
        return p * x - q * y + self.shift[0], q * x + p * y + self.shift[1]

    def code(self, splice: Splice, values: dict[str, Any]) -> str:
        """Return a splice as code, given the values of the parameters.

        Raises
        ------
        EvaluationError
            If a value is no exact number.
        """
        numbers = [expression.value(values) for expression in splice.expressions]
        match splice.kind:
            case "point":
                place = (
                    self.point(*numbers)
                    if len(numbers) == 2
                    else [self.scale * number for number in numbers]
                )
                return f"({', '.join(map(number_code, place))})"
            case "length":
                return number_code(numbers[0] * self.scale)
            case "direction":
                return number_code((numbers[0] + self.turn) % 360)
            case _:
                return number_code(numbers[0])


def draw_similarity(
    splices: Sequence[Splice], values: dict[str, Any], rng: Generator, *, upright: bool = False
) -> Similarity:
    """Choose a similarity that keeps the numbers of a program short.

    Points alone are multiplied by any p + qi; lengths beside them need √(p² + q²) to be rational,
    and directions in degrees, or points with roots in their coordinates, a turn by right angles,
    unless there is one point only.

    Parameters
    ----------
    splices : sequence of Splice
        Those of the program.
    values : dict of str to number
        The values of the parameters.
    rng : Generator
    upright : bool, optional
        Whether to leave the figure unturned, because its texts say what is up, down, left or right.
    """
    points = [
        tuple(expression.value(values) for expression in splice.expressions)
        for splice in splices
        if splice.kind == "point"
    ]
    kinds = {splice.kind for splice in splices}
    if any(len(point) == 3 for point in points):
        extent = max(abs(float(number)) for point in points for number in point)
        return Similarity((1, 0), _scale(extent or 1.0, rng), 0, (0, 0))
    free = len(set(map(str, points))) < 2
    extent = max(
        (
            max(abs(float(x) - float(u)), abs(float(y) - float(v)))
            for x, y in points
            for u, v in points
        ),
        default=0.0,
    )
    lengths = [
        abs(float(splice.expressions[0].value(values)))
        for splice in splices
        if splice.kind == "length"
    ]
    extent = max(extent, 2 * max(lengths, default=0.0)) or 1.0
    if upright:
        scale = _scale(extent, rng)
        return Similarity((scale, 0), scale, 0, _shift(rng))
    if free:
        turn: Any = int(rng.integers(0, 360)) if rng.random() < 0.7 else 0
        scale = _scale(extent, rng)
        return Similarity((1, 0), scale, turn, _shift(rng))
    # A turn would mix the two parts of coordinates with roots.
    if "direction" in kinds or not all(_is_rational(x) for point in points for x in point):
        (p, q) = pick(rng, _QUARTERS, 1)[0]
        scale = _scale(extent, rng)
        turn = 90 * _QUARTERS.index((p, q)) if (p, q) != (0, -1) else 270
        return Similarity((p * scale, q * scale), scale, turn, _shift(rng))
    if "length" in kinds:
        (p, q) = pick(rng, _PYTHAGOREAN, 1)[0]
        norm: Any = 5 if abs(p) + abs(q) > 1 else 1
    else:
        (p, q) = pick(rng, _ANY_TURN, 1)[0]
        norm = 1
    size = (p * p + q * q) ** 0.5 / norm
    step = _scale(extent * size, rng)
    scale = step * root(p * p + q * q) / norm
    return Similarity((step * p / norm, step * q / norm), scale, 0, _shift(rng))


def _is_rational(number: Any) -> bool:
    return isinstance(number, int | Fraction) or getattr(number, "rational", None) is not None


def _scale(extent: float, rng: Generator) -> Fraction:
    fitting = [s for s in _SCALES if _SMALLEST <= s * extent <= _LARGEST]
    return pick(rng, fitting or [Fraction(1, 100)], 1)[0]


def _shift(rng: Generator) -> tuple[Any, Any]:
    if rng.random() < 0.5:
        return 0, 0
    x, y = (Fraction(int(rng.integers(-8, 9)), 2 if rng.random() < 0.3 else 1) for _ in range(2))
    return x, y
