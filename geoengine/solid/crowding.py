"""Whether the points of a figure are far enough apart to be told apart in a picture.

Two points in one place are told apart by nothing, but are meant: corners of a sheet that meet.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any

from geoengine.solid.figure import Figure

__all__ = ["LEAST_GAP", "is_crowded"]

LEAST_GAP = 0.02
"""How far apart two lettered points are at least, as a share of the figure's longest side."""


def is_crowded(figure: Figure, scope: Mapping[str, Any]) -> bool:
    r"""Return whether two lettered points of a figure are too close to each other.

    Examples
    --------
    >>> from geoengine.solid import Exact, Vector
    >>> from geoengine.solid.figure import read_figure
    >>> figure = read_figure("A = point(0, 0, 0)\nB = point(9, 0, 0)\nC = point(9, x, 0)")
    >>> O, X = Vector(0, 0, 0), Vector(9, 0, 0)
    >>> [is_crowded(figure, {"A": O, "B": X, "C": Vector(9, Exact(y), 0)}) for y in ("3", "1/9")]
    [False, True]
    """
    hidden = set(figure.hidden)
    places = [scope[name].floats for name in figure.points if name not in hidden]
    if len(places) < 2:
        return False
    size = max(max(values) - min(values) for values in zip(*places, strict=True))
    least = LEAST_GAP * size
    return any(1e-9 * size < math.dist(P, Q) <= least for P, Q in itertools.combinations(places, 2))
