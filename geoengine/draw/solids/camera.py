"""Cameras: from coordinates of space to coordinates of a picture, with depth."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geoengine.draw.solids.bodies import Circle, Frustum, Sphere
from geoengine.errors import UsageError

__all__ = ["NEAREST", "Camera", "camera_eyes", "camera_matrices", "frustum_contours"]

Array = NDArray[np.float64]

NEAREST = 2.0
"""The least distance of an eye from the middle of a model, as a multiple of the model's size."""


class Camera:
    """A projective map that makes the sight lines parallel to the third axis.

    In its coordinates, which are called *view space*, x goes to the right, y upwards and z towards
    the eye, also where the picture is in perspective: straight lines stay straight, convex bodies
    stay convex, and what hides what depends only on z.

    Parameters
    ----------
    middle : array_like, shape (3,)
        The point that is mapped to (0, 0, 0).
    azimuth, elevation : float
        Where the eye is, in degrees: seen from the middle, it stands in the direction `azimuth`,
        counted from the x-axis towards the y-axis, and so much above the horizon.
    distance : float, optional
        The distance of the eye; without one, the projection is orthographic.

    Examples
    --------
    >>> camera = Camera((0, 0, 0), azimuth=-90, elevation=0)
    >>> camera.project([(1, 2, 3)]).round(6).tolist()
    [[1.0, 3.0, -2.0]]
    """

    def __init__(
        self,
        middle: ArrayLike,
        azimuth: float,
        elevation: float,
        distance: float | None = None,
    ) -> None:
        self.matrix: Array = camera_matrices(
            middle, np.array([azimuth]), np.array([elevation]), distance
        )[0]

    @cached_property
    def inverse(self) -> Array:
        """The matrix of the way back, shape (4, 4)."""
        inverse: Array = np.linalg.inv(self.matrix).astype(float)
        return inverse

    @cached_property
    def eye(self) -> Array:
        """The eye in homogeneous coordinates of space, shape (4,); at infinity, the last is 0."""
        eye: Array = camera_eyes(self.matrix[None])[0]
        return eye

    def project(self, places: ArrayLike) -> Array:
        """Return points of space in view space; any shape (..., 3)."""
        points = np.asarray(places, dtype=float)
        mapped = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        projected: Array = mapped[..., :3] / mapped[..., 3:]
        return projected

    def planes(self, planes: Array) -> Array:
        """Return planes (a, b, c, d) in view space, with (a, b, c) of length 1; shape (n, 4)."""
        mapped = planes @ self.inverse
        lengths = np.linalg.norm(mapped[:, :3], axis=1, keepdims=True)
        scaled: Array = mapped / lengths
        return scaled

    def quadric(self, quadric: Array) -> Array:
        """Return the matrix of a quadric in view space."""
        mapped: Array = self.inverse.T @ quadric @ self.inverse
        return mapped

    def outline(self, sphere: Sphere) -> Circle:
        """Return the circle in which the sight lines touch a sphere."""
        if not self.eye[3]:
            return Circle(sphere.center, self.eye[:3], sphere.radius)
        way = self.eye[:3] - sphere.center
        share = sphere.radius**2 / float(way @ way)
        return Circle(sphere.center + share * way, way, sphere.radius * float(np.sqrt(1 - share)))

    def contours(self, frustum: Frustum) -> Array:
        """Return the segments in which the sight lines touch a frustum, shape (0 or 2, 2, 3).

        There are none where one base hides the curved surface, or all of this surface is seen.
        """
        contours: Array = frustum_contours(frustum, self.eye[None])[0]
        return contours[:0] if np.isnan(contours).any() else contours


def camera_matrices(
    middle: ArrayLike, azimuths: Array, elevations: Array, distance: float | None = None
) -> Array:
    """Return the matrices of cameras, shape (cameras, 4, 4); see `Camera`.

    Raises
    ------
    UsageError
        If the distance is not positive.
    """
    if distance is not None and not distance > 0:
        raise UsageError(f"expected a positive distance of the eye, found {distance}")
    around, above = np.radians(azimuths), np.radians(elevations)
    sine, cosine, high, low = np.sin(around), np.cos(around), np.sin(above), np.cos(above)
    none = np.zeros_like(sine)
    axes = np.stack(
        (
            np.stack((-sine, cosine, none), axis=-1),
            np.stack((-high * cosine, -high * sine, low), axis=-1),
            np.stack((low * cosine, low * sine, high), axis=-1),
        ),
        axis=1,
    )
    matrices = np.zeros((len(sine), 4, 4))
    matrices[:, :3, :3] = axes
    matrices[:, :3, 3] = -axes @ np.asarray(middle, dtype=float)
    matrices[:, 3, 3] = 1
    if distance is not None:
        matrices[:, 3] -= matrices[:, 2] / distance
    return matrices


def camera_eyes(matrices: Array) -> Array:
    """Return the eyes of cameras in homogeneous coordinates of space, shape (cameras, 4).

    The last coordinate is 1, or 0 for an eye at infinity, whose direction has length 1.
    """
    eyes = np.linalg.inv(matrices)[:, :, 2]
    far = np.abs(eyes[:, 3:]) < 1e-12
    eyes = np.where(far, eyes * (1, 1, 1, 0), eyes)
    lengths = np.linalg.norm(eyes, axis=1, keepdims=True)
    scaled: Array = eyes / np.where(far, lengths, eyes[:, 3:])
    return scaled


def frustum_contours(frustum: Frustum, eyes: Array) -> Array:
    """Return the two segments in which the sight lines from each eye touch a frustum.

    Parameters
    ----------
    frustum : Frustum
    eyes : ndarray, shape (eyes, 4)
        In homogeneous coordinates.

    Returns
    -------
    ndarray, shape (eyes, 2, 2, 3)
        For each segment its ends, at the bottom and at the top; nan where there are none.
    """
    rim = Circle(frustum.bottom, frustum.axis, 1.0)
    # The tangent plane at an angle t has the normal cos t first + sin t second + lean axis.
    lean = (frustum.bottom_radius - frustum.top_radius) / frustum.height
    way = eyes[:, :3] - eyes[:, 3:] * frustum.bottom
    share = eyes[:, 3] * frustum.bottom_radius - lean * (way @ rim.normal)
    first, second = way @ rim.first, way @ rim.second
    with np.errstate(invalid="ignore", divide="ignore"):
        half = np.arccos(share / np.hypot(first, second))
    towards = np.arctan2(second, first)
    turns = np.stack((towards + half, towards - half), axis=1)[..., None]
    arms = np.cos(turns) * rim.first + np.sin(turns) * rim.second
    ends = (
        frustum.bottom + frustum.bottom_radius * arms,
        frustum.top + frustum.top_radius * arms,
    )
    return np.stack(ends, axis=2)
