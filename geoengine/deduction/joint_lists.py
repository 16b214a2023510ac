"""Lists of true relations that the kernel makes together, since nearly every figure needs them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from geoengine.deduction.frame import Frame, Ints, projections
from geoengine.deduction.similar_triangles import SLACK
from geoengine.kernel import compiled
from geoengine.language import RELATION_TOLERANCE

__all__ = [
    "BISECTORS",
    "OF_LINES_AND_CIRCLES",
    "OF_SHAPES",
    "corners",
    "of_lines_and_circles",
    "of_shapes",
]

Kind = tuple[str, int]
"""A predicate and the number of its arguments, or of its letters for bisectors."""

BISECTORS: Kind = ("eqangle", 4)

OF_LINES_AND_CIRCLES: tuple[Kind, ...] = (
    ("coll", 3), ("para", 4), ("perp", 4), ("cong", 4), ("midp", 3), ("cyclic", 4), ("circle", 4),
    ("circle", 5),
)  # fmt: skip

OF_SHAPES: tuple[Kind, ...] = (("simtri", 6), ("simtrir", 6), BISECTORS)


def of_lines_and_circles(frame: Frame) -> dict[Kind, Ints]:
    """List the relations of lines, lengths and circles; nothing without the kernel."""
    kernel, draws = compiled("relations"), len(frame.z)
    if kernel is None:
        return {}
    lists = kernel.of_lines_and_circles(
        frame, projections(2 * draws), 4 * draws * RELATION_TOLERANCE
    )
    return dict(zip(OF_LINES_AND_CIRCLES, lists, strict=True))


def of_shapes(frame: Frame) -> dict[Kind, Ints]:
    """List similar triangles and bisectors; nothing without the kernel."""
    kernel, draws = compiled("shapes"), len(frame.z)
    if kernel is None:
        return {}
    lists = kernel.of_shapes(
        frame, *corners(frame.n), projections(2 * draws), projections(3 * draws), SLACK,
        RELATION_TOLERANCE,
    )  # fmt: skip
    return dict(zip(OF_SHAPES, lists, strict=True))


@lru_cache(maxsize=16)
def corners(n: int) -> tuple[Ints, Ints]:
    """Return all corners with points on a side and on another, and labels of the sides, twice."""
    different = ~np.eye(n, dtype=bool)
    corner, middle, leg = np.nonzero(different[:, :, None] & different[:, None, :])
    rows, sides = np.stack([corner, middle, leg], axis=1), np.tile(corner * n + middle, 2)
    rows.flags.writeable = sides.flags.writeable = False
    return rows, sides
