"""Motions: the positions that the moving points of an instance take."""

from __future__ import annotations

import ast
import itertools
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from geoengine.solid.expression import EvaluationError, Expression, parse_expression
from geoengine.solid.instance import Instance
from geoengine.solid.moving import Moving
from geoengine.solid.moving_measures import difference

__all__ = ["Motion", "motion_of"]

_STEPS = {1: 40, 2: 12, 3: 6}
"""The steps along each axis, by the number of axes."""

_PATH_STEP, _MOST_ON_PATH = 1 / 40, 200
"""A step along a path, as a share of the intervals, and the most of them in a direction."""

_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Motion:
    """The positions of a figure that moves.

    Attributes
    ----------
    moved : tuple of tuple of str
        For each axis, the names in the instance of the points that move along it; none if only
        bodies move.
    counts : tuple of int
        How many positions there are along each axis.
    drawn : tuple of int
        The position of the picture, along each axis.
    scopes : tuple of (dict or None)
        The values of all names of the figure in each position, in floating-point numbers, the last
        axis fastest; None where there is no figure, or a constraint does not hold.
    """

    moved: tuple[tuple[str, ...], ...]
    counts: tuple[int, ...]
    drawn: tuple[int, ...]
    scopes: tuple[dict[str, Any] | None, ...]


def motion_of(instance: Instance) -> Motion | None:
    """Return the positions of an instance whose points move; None if nothing in it moves.

    Each free variable that moves something is an axis. Where an equation ties them, or the locus of
    a point under a condition is asked for, there is one axis along the curve that they describe.

    Examples
    --------
    >>> from geoengine.solid import load_seeds, make_instance
    >>> motion = motion_of(make_instance(load_seeds()["moving_cuboid_edge_point"], 1))
    >>> motion.counts, motion.drawn, len(motion.moved[0])
    ((41,), (16,), 1)
    >>> motion_of(make_instance(load_seeds()["length_cuboid_diagonal"], 1)) is None
    True
    """
    seed, figure = instance.seed, instance.seed.figure_lines
    points = [name for name in figure.points if name not in figure.hidden]
    shown = {*points, *figure.bodies} - {*figure.hidden}
    axes = {
        name: tuple(instance.letters[point] for point in points if point in moving)
        for name in seed.free
        if (moving := figure.depends_on([name])) & shown
    }
    if not axes:
        return None
    constraints = [parse_expression(text) for text in seed.constraints]
    moving_figure = Moving(figure, seed.intervals, constraints, instance.scope)
    ties = [*_equations(constraints), *_equations(_conditions(parse_expression(seed.ask)))]
    walk = _Walk(moving_figure, {name: float(instance.scope[name]) for name in seed.free})
    if ties and len(axes) > 1:
        tied = list(axes)[:2]
        places, drawn = walk.path(difference(moving_figure, ties[0])[1], tied)
        if len(places) < 2:
            return None
        moved = tuple(dict.fromkeys(point for name in tied for point in axes[name]))
        return Motion((moved,), (len(places),), (drawn,), tuple(map(walk.scope, places)))
    rows = [walk.row(name, _STEPS.get(len(axes), 4)) for name in axes]
    places = [dict(zip(axes, place, strict=True)) for place in itertools.product(
        *(values for values, _ in rows))]  # fmt: skip
    return Motion(
        tuple(axes.values()),
        tuple(len(values) for values, _ in rows),
        tuple(at for _, at in rows),
        tuple(walk.scope(place) for place in places),
    )


def _equations(conditions: Sequence[Expression]) -> list[Expression]:
    return [
        condition
        for condition in conditions
        if isinstance(condition.tree, ast.Compare) and isinstance(condition.tree.ops[0], ast.Eq)
    ]


def _conditions(ask: Expression) -> list[Expression]:
    """Return the conditions on the points of a locus that is asked for."""
    return [
        condition
        for name, arguments in ask.lazy
        if name.startswith("locus")
        for condition in arguments[1:]
    ]


class _Walk:
    """Goes from the values of the picture to others."""

    def __init__(self, moving: Moving, drawn: Mapping[str, float]) -> None:
        self.moving, self.drawn = moving, drawn
        self.box = dict(zip(moving.names, moving.box, strict=True))
        self.names = frozenset(name for line in moving.lines for name in line.targets)
        self.bounds = [
            difference(moving, constraint)
            for constraint in moving.constraints
            if constraint not in _equations(moving.constraints)
        ]

    def row(self, name: str, steps: int) -> tuple[list[float], int]:
        """Return values of a free variable, and where among them that of the picture is."""
        (low, high), middle = self.box[name], self.drawn[name]
        before = round(steps * (middle - low) / (high - low))
        if _CLOSE < (middle - low) / (high - low) < 1 - _CLOSE:
            before = min(max(before, 1), steps - 1)
        values = [low + (middle - low) * k / max(before, 1) for k in range(before)]
        after = steps - before
        values += [middle + (high - middle) * k / max(after, 1) for k in range(after + 1)]
        return values, before

    def scope(self, place: Mapping[str, float]) -> dict[str, Any] | None:
        """Return the figure in a position; None if there is none."""
        values = [{**self.drawn, **place}[name] for name in self.moving.names]
        try:
            for op, of in self.bounds:
                excess = of(values) if op in (ast.LtE, ast.Lt) else -of(values)
                if excess > _CLOSE:
                    return None
            return self.moving.scope(values, self.names)
        except EvaluationError:
            return None

    def path(
        self, tie: Callable[[Sequence[float]], float], names: Sequence[str]
    ) -> tuple[list[dict[str, float]], int]:
        """Return positions along the curve on which a function of two variables vanishes."""
        lows = [self.box[name][0] for name in names]
        spans = [self.box[name][1] - self.box[name][0] for name in names]

        def at(share: Sequence[float]) -> dict[str, float]:
            pairs = zip(names, lows, spans, share, strict=True)
            return {name: low + span * part for name, low, span, part in pairs}

        def value(share: Sequence[float]) -> float:
            place = {**self.drawn, **at(share)}
            return tie([place[name] for name in self.moving.names])

        start = [
            (self.drawn[name] - low) / span
            for name, low, span in zip(names, lows, spans, strict=True)
        ]
        ahead = list(_followed(value, start, 1.0))
        closed = len(ahead) > 3 and math.dist(ahead[-1], start) < 1.5 * _PATH_STEP
        behind = [] if closed else list(_followed(value, start, -1.0))
        shares = [*reversed(behind), start, *ahead]
        return [at(share) for share in shares], len(behind)


def _followed(
    value: Callable[[Sequence[float]], float], start: Sequence[float], sense: float
) -> Iterator[list[float]]:
    """Yield points of the unit square on the curve of zeros of a function, from one of them."""
    place, along = list(start), None
    for count in range(_MOST_ON_PATH):
        slope = _slope(value, place)
        length = math.hypot(*slope)
        if length < _CLOSE or not math.isfinite(length):
            return
        way = [-slope[1] / length, slope[0] / length]
        turn = sense if along is None else math.copysign(1.0, sum(map(operator.mul, way, along)))
        along = [turn * part for part in way]
        step = _PATH_STEP
        while step > _PATH_STEP / 64:
            reached = _settled(value, [p + step * w for p, w in zip(place, along, strict=True)])
            if reached is not None and math.dist(reached, place) < 2 * step:
                break
            step /= 2
        else:
            return
        place = reached
        yield place
        if step < _PATH_STEP or (count > 3 and math.dist(place, start) < 0.9 * _PATH_STEP):
            return


def _slope(value: Callable[[Sequence[float]], float], place: Sequence[float]) -> list[float]:
    near = 1e-6
    found = []
    for k in range(2):
        ends = [[p + s * near * (i == k) for i, p in enumerate(place)] for s in (-1, 1)]
        found.append((value(ends[1]) - value(ends[0])) / (2 * near))
    return found


def _settled(
    value: Callable[[Sequence[float]], float], place: Sequence[float]
) -> list[float] | None:
    """Return a zero of a function near a point; None if it is not in the unit square."""
    found = list(place)
    for _ in range(8):
        slope = _slope(value, found)
        square = sum(part * part for part in slope)
        if square < _CLOSE**2 or not math.isfinite(square):
            return None
        miss = value(found)
        found = [p - miss * s / square for p, s in zip(found, slope, strict=True)]
    inside = all(-_CLOSE < part < 1 + _CLOSE for part in found)
    return found if inside and abs(value(found)) < 1e-7 else None
