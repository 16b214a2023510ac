"""Sheets: plane polygons without thickness that hide what is behind them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geoengine.draw.solids.bodies import Polyhedron
from geoengine.errors import InputError

__all__ = ["Sheet"]

# How far, as a share of the size, a vertex may be from the plane of the others.
_FLAT = 1e-6


class Sheet(Polyhedron):
    """A convex plane polygon that hides what is behind it, such as a part of a folded sheet.

    Its two faces are the polygon, seen from either side.

    Parameters
    ----------
    vertices : array_like, shape (n, 3)
        In order around it.

    Raises
    ------
    InputError
        If there are fewer than three vertices, or they do not lie in a plane.

    Examples
    --------
    >>> sheet = Sheet([(0, 0, 0), (2, 0, 0), (2, 0, 1), (0, 0, 1)])
    >>> sheet.faces, len(sheet.edges)
    (((0, 1, 2, 3), (3, 2, 1, 0)), 4)
    """

    def __init__(self, vertices: ArrayLike) -> None:
        self.vertices: NDArray[np.float64] = np.array(vertices, dtype=float).reshape(-1, 3)
        there = tuple(range(len(self.vertices)))
        self.faces = (there, there[::-1])
        if len(there) < 3 or not np.all(np.isfinite(self.vertices)):
            raise InputError("expected a sheet with at least three vertices, finite coordinates")
        spread = np.linalg.svd(self.vertices - self.vertices.mean(axis=0), compute_uv=False)
        if spread[2] > _FLAT * spread[0] or spread[1] < _FLAT * spread[0]:
            raise InputError("expected the vertices of a sheet in a plane, and not on a line")
