"""The size of a picture, and of the letters in it."""

from __future__ import annotations

import math

from geoengine.errors import UsageError

__all__ = ["Size", "em_size", "picture_size"]

Size = tuple[int, int]
"""The width and the height of a picture, in pixels."""

# The limits of a side.
_SMALLEST, _LARGEST = 64, 8192
# In a small picture the em has this many pixels, but is at most this share of the shorter side.
_LEGIBLE, _LARGEST_EM = 15.0, 0.06
# With more labels than this, letters are smaller, down to this share.
_FEW, _LEAST = 18, 0.75


def picture_size(size: int | Size) -> Size:
    """Return the width and the height of a picture whose side, or sides, are given.

    Raises
    ------
    UsageError
        If the picture is too small or too large.

    Examples
    --------
    >>> picture_size(512), picture_size((800, 600))
    ((512, 512), (800, 600))
    """
    width, height = (size, size) if isinstance(size, int) else size
    for side in (width, height):
        if not _SMALLEST <= side <= _LARGEST:
            raise UsageError(
                f"expected a size of {_SMALLEST} to {_LARGEST} pixels, found {side}",
                hint="write 512 for a square, 800x600 for a width and a height",
            )
    return width, height


def em_size(size: Size, share: float, *, labels: int, scale: float = 1.0) -> float:
    """Return the height of an em in pixels.

    Parameters
    ----------
    size : (int, int)
    share : float
        The height in a large picture, as a fraction of the shorter side.
    labels : int
        How many labels there are.
    scale : float
        The size of letters, as a multiple of the default.

    Examples
    --------
    >>> em_size((1000, 1000), 0.034, labels=4), em_size((1000, 1000), 0.034, labels=32)
    (34.0, 25.5)
    """
    side = min(size)
    full = scale * max(side * share, min(side * _LARGEST_EM, _LEGIBLE))
    return full * min(1.0, max(_LEAST, math.sqrt(_FEW / max(labels, 1))))
