"""Projections of space on the plane of a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geoengine.program.curves import Triple

__all__ = ["Projection"]


@dataclass(frozen=True, slots=True)
class Projection:
    """How points of space are drawn; the third axis points upwards.

    Attributes
    ----------
    eye : Triple
        The direction in which the viewer stands; with `perspective`, the viewer's place.
    perspective : bool
        Whether what is nearer looks larger.

    Examples
    --------
    >>> z = Projection(Triple(1, 0, 0))(Triple(5, 2, 3))
    >>> round(z.real, 9), round(z.imag, 9)
    (2.0, 3.0)
    """

    eye: Triple
    perspective: bool = False

    def __call__(self, place: Triple) -> complex:
        """Return where a point is drawn.

        Raises
        ------
        ValueError
            If it is level with the viewer or behind.
        """
        eye = self.eye
        away = abs(eye)
        flat = math.hypot(eye.x, eye.y)
        if away == 0 or flat < 1e-9 * away:
            raise ValueError("expected a view from the side, not from above")
        right = (-eye.y * place.x + eye.x * place.y) / flat
        depth = (eye.x * place.x + eye.y * place.y + eye.z * place.z) / away
        ahead = (eye.x * place.x + eye.y * place.y) / flat
        up = (flat * place.z - eye.z * ahead) / away
        if not self.perspective:
            return complex(right, up)
        if depth >= away * (1 - 1e-9):
            raise ValueError("expected points before the viewer")
        return complex(right, up) * (away / (away - depth))
