"""PNG files of line drawings."""

from __future__ import annotations

import struct
import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["write_png"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BIT_DEPTH = 8
_COLOUR_TYPES = {1: 0, 3: 2}
"""The code of grey pixels and of those with red, green and blue, by number of channels."""

_COMPRESSION = 4


def write_png(pixels: NDArray[np.uint8]) -> bytes:
    r"""Return an image as the contents of a PNG file.

    Rows are compressed as they are. The filters that PNG offers help photographs; line drawings
    with few shades become a sixth larger by them, and choosing the filters takes time.

    Parameters
    ----------
    pixels : ndarray, shape (height, width) or (height, width, 3)
        Grey pixels, or red, green and blue.

    Examples
    --------
    >>> contents = write_png(np.zeros((2, 3, 3), dtype=np.uint8))
    >>> contents[1:4], contents[12:16], contents[-8:-4]
    (b'PNG', b'IHDR', b'IEND')
    """
    height, width = pixels.shape[:2]
    channels = pixels.shape[2] if pixels.ndim == 3 else 1
    rows = _rows(height, width * channels)
    placed = rows[:, 1:].reshape(height, width, channels)
    for channel in range(channels):
        # A loop over channels is several times as fast as one assignment, whose inner loop is
        # over three values.
        placed[..., channel] = pixels[..., channel] if pixels.ndim == 3 else pixels
    header = struct.pack(">IIBBBBB", width, height, _BIT_DEPTH, _COLOUR_TYPES[channels], 0, 0, 0)
    data = zlib.compress(rows.data, _COMPRESSION)
    chunks = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    ends = struct.pack(">I", len(content)), struct.pack(">I", zlib.crc32(kind + content))
    return ends[0] + kind + content + ends[1]


@lru_cache(maxsize=4)
def _rows(height: int, length: int) -> NDArray[np.uint8]:
    """Return memory for rows of bytes, each after the number of its filter, which is 0: none.

    Images of one size share it, since new memory takes longer to get than to fill.
    """
    return np.zeros((height, 1 + length), dtype=np.uint8)
