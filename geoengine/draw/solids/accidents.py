"""Accidents of views: lines that seem to meet in one point, and areas that are seen edge on."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.solids.model import Model
from geoengine.draw.solids.sheet import Sheet

__all__ = ["breadths", "crossing_gaps"]

Array = NDArray[np.float64]

# With more lines than this, three of them pass near one point in every view.
_MOST = 36
# How far a crossing must be from the ends of both lines, as shares of them, and how near lines are
# in space that meet, as a share of the size of the model.
_INNER, _MEET = 0.02, 1e-6


def crossing_gaps(lines: Array, rows: Array, size: float) -> Array:
    """Return how near a third line comes to the crossing of two others in each view.

    Lines that pass through one point in space do not count.

    Parameters
    ----------
    lines : ndarray, shape (lines, 2, 3)
        In space.
    rows : ndarray, shape (views, lines, 2, 2)
        The lines in the pictures.
    size : float
        The size of the model.

    Returns
    -------
    ndarray, shape (views,)
        Infinite if there are no three lines, or very many.
    """
    least = np.full(len(rows), np.inf)
    if not 2 < len(lines) <= _MOST:
        return least
    start, way = rows[:, :, 0], rows[:, :, 1] - rows[:, :, 0]
    squares = np.maximum(np.einsum("vli,vli->vl", way, way), 1e-300)
    near = _MEET * size
    for i, j in itertools.combinations(range(len(lines)), 2):
        across = way[:, i, 0] * way[:, j, 1] - way[:, i, 1] * way[:, j, 0]
        step = start[:, j] - start[:, i]
        with np.errstate(divide="ignore", invalid="ignore"):
            first = (step[:, 0] * way[:, j, 1] - step[:, 1] * way[:, j, 0]) / across
            second = (step[:, 0] * way[:, i, 1] - step[:, 1] * way[:, i, 0]) / across
            cross = (np.abs(first - 0.5) < 0.5 - _INNER) & (np.abs(second - 0.5) < 0.5 - _INNER)
        if not cross.any():
            continue
        places = start[:, i] + np.where(cross, first, 0.0)[:, None] * way[:, i]
        steps = places[:, None] - start
        shares = np.clip(np.einsum("vli,vli->vl", steps, way) / squares, 0, 1)
        gaps = np.hypot(*np.moveaxis(steps - shares[..., None] * way, -1, 0))
        gaps[:, [i, j]] = np.inf
        meeting = _meeting(lines[i], lines[j], near)
        if meeting is not None:
            gaps[:, _distances(lines, meeting) < near] = np.inf
        least = np.minimum(least, np.where(cross, gaps.min(axis=1), np.inf))
    return least


def _meeting(first: Array, second: Array, near: float) -> Array | None:
    """Return the point that two segments have in common, if there is one."""
    a, b = first[1] - first[0], second[1] - second[0]
    step = second[0] - first[0]
    normal = np.cross(a, b)
    square = float(normal @ normal)
    if square < 1e-18 * float(a @ a) * float(b @ b) or abs(step @ normal) > near * square**0.5:
        return None
    place: Array = first[0] + float(np.cross(step, b) @ normal) / square * a
    return place


def _distances(lines: Array, place: Array) -> Array:
    way = lines[:, 1] - lines[:, 0]
    steps = place - lines[:, 0]
    shares = np.clip(np.einsum("li,li->l", steps, way) / np.einsum("li,li->l", way, way), 0, 1)
    distances: Array = np.linalg.norm(steps - shares[:, None] * way, axis=1)
    return distances


def breadths(model: Model, eyes: Array) -> Array:
    """Return how broadly the shaded areas and the sheets of a model are seen in each view.

    Parameters
    ----------
    model : Model
    eyes : ndarray, shape (views, 4)
        In homogeneous coordinates.

    Returns
    -------
    ndarray, shape (views,)
        The least sine of the angle between a sight line and an area; 1 if there are no areas.
    """
    corners = [*model.polygons, *(curve.places for curve in model.filled)]
    corners += [body.vertices for body in model.bodies if isinstance(body, Sheet)]
    planes = [(disc.center, disc.normal) for disc in model.discs]
    for places in corners:
        middle = places.mean(axis=0)
        planes.append((middle, np.linalg.svd(places - middle, full_matrices=False)[2][2]))
    least = np.ones(len(eyes))
    for middle, normal in planes:
        ways = eyes[:, :3] - eyes[:, 3:] * middle
        least = np.minimum(least, np.abs(ways @ normal) / np.linalg.norm(ways, axis=1))
    return least
