"""Conversion of points between coordinate pairs and complex numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geoengine.language.measures import Complex, Real

__all__ = ["as_complex", "as_real"]


def as_complex(xy: NDArray[np.float64]) -> Complex:
    """Return coordinates, shape (..., 2), as complex numbers, shape (...).

    Examples
    --------
    >>> as_complex(np.array([[1.0, 2.0], [0.0, -1.0]])).tolist()
    [(1+2j), -1j]
    """
    return np.asarray(xy[..., 0] + 1j * xy[..., 1], dtype=np.complex128)


def as_real(z: Complex) -> Real:
    """Return complex numbers, shape (...), as coordinates, shape (..., 2).

    Examples
    --------
    >>> as_real(np.array([1 + 2j, -1j])).tolist()
    [[1.0, 2.0], [-0.0, -1.0]]
    """
    return np.array(np.asarray(z)[..., None], dtype=np.complex128).view(np.float64)
