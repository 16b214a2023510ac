"""Moved figures of what a draft is given."""

from __future__ import annotations

import cmath
import math
import random
from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from geoengine.draft import Draft, Figure, carry_out, holds
from geoengine.items import Draft as DraftAnswer

__all__ = ["Places", "moved_places"]

Places: TypeAlias = Mapping[str, complex | float]
"""Where given points are, and the values of given numbers, by name."""

_APART = 0.14
"""How far a point is moved by itself, in parts of the figure's size."""

_TRIES = 200
"""After how many tries in vain the givens are moved less far."""


def moved_places(
    answer: DraftAnswer,
    givens: Draft,
    figure: Figure,
    count: int,
    *,
    only: Collection[str] = (),
) -> Iterator[Places]:
    """Yield places of the givens in moved figures, in which their conditions hold.

    The figure is turned, scaled and perhaps reflected, and each of its points is moved by itself;
    an upright figure is not turned or reflected. The places depend on the answer only.

    Parameters
    ----------
    answer : Draft
    givens : Draft
        Its givens, as they are read.
    figure : Figure
        The figure of the givens as they are.
    count : int
    only : collection of str
        Names of givens to be moved by themselves, while all others stay.
    """
    draw = random.Random(f"{answer.givens} {sorted(only)}")
    apart, found = _APART, 0
    while found < count and apart > _APART / 100:
        for _ in range(_TRIES):
            places = _moved(answer, figure, draw, apart, only)
            moved = carry_out(givens, places=places, like=figure)
            if all(holds(moved, condition) for condition in answer.where):
                found += 1
                yield places
            if found == count:
                return
        apart /= 2


def _moved(
    answer: DraftAnswer, figure: Figure, draw: random.Random, apart: float, only: Collection[str]
) -> dict[str, complex | float]:
    free = {name: figure.objects[name] for name in answer.free if name in figure.objects}
    points = {name: place for name in free if (place := figure.point(name)) is not None}
    middle = sum(points.values(), 0j) / max(len(points), 1)
    size = max([abs(place - middle) for place in points.values()] or [0.0]) * 2 or 4.0
    scale, turn, flips = 1.0, 1 + 0j, False
    if not only:
        scale = draw.uniform(0.75, 1.3)
        if not answer.upright:
            turn, flips = cmath.rect(1.0, draw.uniform(0, math.tau)), draw.random() < 0.5
    found: dict[str, complex | float] = {}
    for name, one in free.items():
        if only and name not in only:
            continue
        if name in points:
            place = points[name] - middle
            place = (place.conjugate() if flips else place) + cmath.rect(
                apart * size * math.sqrt(draw.random()), draw.uniform(0, math.tau)
            )
            found[name] = middle + scale * turn * place
        elif isinstance(one.shape, float):
            is_angle = one.kind == "angle"
            found[name] = (
                one.shape + math.radians(draw.uniform(-8, 8))
                if is_angle
                else one.shape * scale * draw.uniform(0.85, 1.18)
            )
    return found
