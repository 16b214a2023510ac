"""Faces that a body does not have: boxes without a lid, and folded sheets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.solids import Body, Place, Polyhedron, Sheet

__all__ = ["without_faces"]

# A vertex is another one if it is this near, as a share of the size of the face.
_NEAR = 1e-7


def without_faces(body: Body, openings: Sequence[Sequence[Place]]) -> list[Body]:
    """Return a body, or its other faces if some are not there.

    Parameters
    ----------
    body : Body
    openings : sequence of sequence of (float, float, float)
        Three or more vertices of each face that is not there.

    Examples
    --------
    >>> cube = Polyhedron.hull([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> len(without_faces(cube, [[(0, 0, 1), (1, 0, 1), (1, 1, 1)]]))
    5
    """
    if not isinstance(body, Polyhedron):
        return [body]
    faces = [body.vertices[list(face)] for face in body.faces]
    kept = [face for face in faces if not any(_belongs(opening, face) for opening in openings)]
    return [body] if len(kept) == len(faces) else [Sheet(face) for face in kept]


def _belongs(opening: Sequence[Place], corners: NDArray[np.float64]) -> bool:
    size = float(np.ptp(corners, axis=0).max())
    gaps = np.abs(np.array(opening)[:, None] - corners[None]).max(axis=2).min(axis=1)
    return bool((gaps < _NEAR * size).all())
