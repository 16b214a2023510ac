"""The part of the plane that pictures of a draft show."""

from __future__ import annotations

import cmath
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geoengine.draft import Arc, Circle, Figure, Polygon, Segment, Shape

__all__ = ["Window", "window_of"]

Array = NDArray[np.float64]

_MARGIN = 0.08
"""The margin on each side, in parts of the picture."""

_SEEN = 0.35
"""How far circles may reach beyond all points, in parts of the diagonal around these."""

_LEAST = 4.0
"""The smallest width and height that are shown."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the plane, and the picture that shows it.

    Attributes
    ----------
    left, low : float
        The lower left corner.
    scale : float
        The pixels of a unit.
    size : (int, int)
        The width and the height of the picture, in pixels.

    Examples
    --------
    >>> window = Window(-1.0, -1.0, 50.0, (200, 100))
    >>> window.place(0j), window.bounds
    ((50.0, 50.0), (-1.0, -1.0, 3.0, 1.0))
    """

    left: float
    low: float
    scale: float
    size: tuple[int, int]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The left, lower, right and upper bound."""
        width, height = self.size
        return (
            self.left, self.low, self.left + width / self.scale, self.low + height / self.scale
        )  # fmt: skip

    def place(self, point: complex) -> tuple[float, float]:
        """Return where a point is in the picture, in pixels from its upper left corner."""
        return (
            (point.real - self.left) * self.scale,
            self.size[1] - (point.imag - self.low) * self.scale,
        )

    def places(self, points: NDArray[np.complex128]) -> Array:
        """Return where points are in the picture, an array of shape (points, 2)."""
        return np.stack(
            (
                (points.real - self.left) * self.scale,
                self.size[1] - (points.imag - self.low) * self.scale,
            ),
            axis=-1,
        )


def window_of(figure: Figure, size: tuple[int, int], *, with_origin: bool = False) -> Window:
    r"""Return the window in which all points of a figure are seen, and most of its circles.

    Parameters
    ----------
    figure : Figure
    size : (int, int)
        The width and the height of the picture, in pixels.
    with_origin : bool
        Whether the origin is to be seen too.

    Examples
    --------
    >>> from geoengine.draft import carry_out, read_draft
    >>> figure = carry_out(read_draft("A = (0, 0)\nB = (8, 4)"))
    >>> window_of(figure, (400, 300)).scale
    42.0
    """
    if figure.view.window is not None:
        left, low, right, high = figure.view.window
        return _fitted(left, low, right, high, size, 0.0)
    places = [place for one in figure.objects.values() for place in _corners(one.shape)]
    if with_origin or not places:
        places.append(0j)
    xs, ys = [place.real for place in places], [place.imag for place in places]
    left, low, right, high = min(xs), min(ys), max(xs), max(ys)
    beyond = _SEEN * max(abs(complex(right - left, high - low)), _LEAST)
    bounds = left - beyond, low - beyond, right + beyond, high + beyond
    for one in figure.objects.values():
        match one.shape:
            case Circle(center=center, radius=radius) | Arc(center=center, radius=radius):
                if not cmath.isfinite(center):
                    continue
                left = min(left, max(center.real - radius, bounds[0]))
                low = min(low, max(center.imag - radius, bounds[1]))
                right = max(right, min(center.real + radius, bounds[2]))
                high = max(high, min(center.imag + radius, bounds[3]))
    return _fitted(left, low, right, high, size, _MARGIN)


def _corners(shape: Shape | None) -> Iterator[complex]:
    match shape:
        case complex():
            yield shape
        case Segment(start=start, end=end):
            yield from (start, end)
        case Polygon(vertices=vertices):
            yield from vertices


def _fitted(
    left: float, low: float, right: float, high: float, size: tuple[int, int], margin: float
) -> Window:
    wide, tall = max(right - left, _LEAST), max(high - low, _LEAST)
    scale = (1 - 2 * margin) * min(size[0] / wide, size[1] / tall)
    middle = complex(left + right, low + high) / 2
    corner = middle - complex(*size) / (2 * scale)
    return Window(corner.real, corner.imag, scale, size)
