"""Drawing the first draw of a scene's diagram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

from geoengine.draw.paint import render
from geoengine.draw.sketch import Sketch

__all__ = ["Drawable", "draw", "sketch_of"]


class Drawable(Protocol):
    """What a diagram must have to be drawn.

    The diagrams of `geoengine.scene` have it.
    """

    @property
    def points(self) -> Sequence[str]:
        """The names of the points."""

    @property
    def xy(self) -> NDArray[Any]:
        """Their places, an array of shape (draws, points, 2)."""

    @property
    def segments(self) -> Sequence[tuple[str, str]]:
        """The segments that are drawn."""

    @property
    def circles(self) -> Sequence[tuple[str | None, tuple[str, ...]]]:
        """The centre of each circle, if it has a name, and the points on it."""


def sketch_of(
    diagram: Drawable,
    *,
    lengths: Mapping[tuple[str, str], str] | None = None,
    angles: Mapping[tuple[str, str, str], str] | None = None,
) -> Sketch:
    """Return the sketch of a diagram's first draw.

    Parameters
    ----------
    diagram : Drawable
        A diagram, such as those of `geoengine.scene`.
    lengths, angles
        Given values, as for `Sketch`.
    """
    places = {
        name: (float(x), float(y))
        for name, (x, y) in zip(diagram.points, diagram.xy[0], strict=True)
    }
    return Sketch(places, diagram.segments, diagram.circles, lengths or {}, angles or {})


def draw(
    diagram: Drawable,
    *,
    lengths: Mapping[tuple[str, str], str] | None = None,
    angles: Mapping[tuple[str, str, str], str] | None = None,
    size: int = 1024,
) -> bytes:
    r"""Draw a diagram as a PNG.

    Parameters
    ----------
    diagram : Drawable
        A diagram, such as those of `geoengine.scene`.
    lengths, angles
        Given values to print, as for `Sketch`.
    size : int
        The side of the picture, in pixels.

    Returns
    -------
    bytes
        The PNG file; the same bytes for the same diagram.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> import numpy as np
    >>> diagram = SimpleNamespace(
    ...     points=("A", "B", "C"),
    ...     xy=np.array([[[0, 0], [4, 0], [1, 3]]]),
    ...     segments=(("A", "B"), ("B", "C"), ("C", "A")),
    ...     circles=((None, ("A", "B", "C")),),
    ... )
    >>> draw(diagram, lengths={("A", "B"): "4"}, size=256)[:4]
    b'\x89PNG'
    """
    return render(sketch_of(diagram, lengths=lengths, angles=angles), size=size)
