"""How like two pictures are: SSIM and PSNR by scikit-image, and LPIPS by the library lpips."""

from __future__ import annotations

import importlib
import io
import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from geoengine.errors import GeoengineError, InputError

__all__ = [
    "NoComparisonError",
    "Perception",
    "PictureSimilarity",
    "compare_pictures",
    "find_perception",
]

Pixels = npt.NDArray[np.uint8]

_SMALLEST = 7
"""The width and height in pixels below which SSIM is not defined: that of its window."""

_LARGEST = 40_000_000
"""The number of pixels from which on a picture is refused."""


class NoComparisonError(GeoengineError, ImportError):
    """Pictures cannot be compared, since a library is missing."""


@dataclass(frozen=True, slots=True)
class PictureSimilarity:
    """How like a picture is to the reference.

    Attributes
    ----------
    ssim : float or None
        Structural similarity, 1 for equal pictures; None for pictures of fewer than 7 pixels in
        width or height.
    psnr : float
        Peak signal-to-noise ratio in dB; infinite for equal pictures.
    lpips : float or None
        Perceptual distance, 0 for equal pictures; None if it was not measured.
    is_resized : bool
        Whether the picture had another size than the reference.
    """

    ssim: float | None
    psnr: float
    lpips: float | None
    is_resized: bool


class Perception:
    """Measures LPIPS with a network of the library lpips.

    Parameters
    ----------
    network : object
        As ``lpips.LPIPS`` makes it.
    """

    def __init__(self, network: Any) -> None:
        self._network = network.eval()

    def distance(self, one: Pixels, other: Pixels) -> float:
        """Return the distance of two pictures of the same size, shape (height, width, 3)."""
        torch = importlib.import_module("torch")
        tensors = [
            torch.from_numpy(np.array(pixels, dtype=np.float32).transpose(2, 0, 1)[None]) / 127.5
            - 1
            for pixels in (one, other)
        ]
        with torch.no_grad():
            return float(self._network(*tensors).item())


def find_perception() -> Perception | None:
    """Return what measures LPIPS; None if lpips, torch or the weights are not there.

    The network is AlexNet, as the authors of lpips recommend for comparing pictures.
    """
    try:
        with warnings.catch_warnings():
            # lpips names the backbone as old versions of torchvision did.
            warnings.simplefilter("ignore", UserWarning)
            network = importlib.import_module("lpips").LPIPS(net="alex", verbose=False)
    except (ImportError, OSError):
        # An OSError: the weights of the backbone cannot be fetched.
        return None
    return Perception(network)


def compare_pictures(
    picture: bytes, reference: bytes, perception: Perception | None = None
) -> PictureSimilarity:
    """Compare a picture with a reference.

    What is transparent is white; grays are colors; a picture of another size is resized to that of
    the reference (Lanczos).

    Parameters
    ----------
    picture, reference : bytes
        PNG, JPEG or another format that Pillow reads.
    perception : Perception, optional
        Measures LPIPS; without it there is none.

    Raises
    ------
    NoComparisonError
        If scikit-image is not installed.
    InputError
        If one is no picture, or is very large.

    Notes
    -----
    SSIM is that of the color channels on average, with a window of 7 pixels and values from 0 to
    255: ``structural_similarity(…, channel_axis=2, data_range=255)``.
    """
    try:
        metrics = importlib.import_module("skimage.metrics")
    except ImportError as error:
        raise NoComparisonError(
            "comparing pictures needs scikit-image: pip install 'geoengine[pictures]'"
        ) from error
    expected = _pixels(reference, None)
    height, width = expected.shape[:2]
    found = _pixels(picture, (width, height))
    is_resized = _size(picture) != (width, height)
    ssim = None
    if min(height, width) >= _SMALLEST:
        ssim = float(metrics.structural_similarity(expected, found, channel_axis=2, data_range=255))
    psnr = math.inf
    if not np.array_equal(expected, found):
        psnr = float(metrics.peak_signal_noise_ratio(expected, found, data_range=255))
    lpips = None if perception is None else perception.distance(expected, found)
    return PictureSimilarity(ssim, psnr, lpips, is_resized)


def _open(picture: bytes) -> Any:
    from PIL import Image, UnidentifiedImageError

    try:
        opened = Image.open(io.BytesIO(picture))
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as error:
        raise InputError("expected a picture, found something else") from error
    if opened.width * opened.height > _LARGEST:
        raise InputError(f"expected at most {_LARGEST} pixels, found {opened.size}")
    return opened


def _size(picture: bytes) -> tuple[int, int]:
    width, height = _open(picture).size
    return int(width), int(height)


def _pixels(picture: bytes, size: tuple[int, int] | None) -> Pixels:
    """Return the colors of a picture on white, of a size if it is given: (height, width, 3)."""
    from PIL import Image

    opened = _open(picture)
    try:
        colored = opened.convert("RGBA")
    except (OSError, SyntaxError, ValueError) as error:
        raise InputError("expected a whole picture, found a part of one") from error
    white = Image.new("RGBA", colored.size, "white")
    white.alpha_composite(colored)
    plain = white.convert("RGB")
    if size is not None and plain.size != size:
        plain = plain.resize(size, Image.Resampling.LANCZOS)
    return np.asarray(plain, dtype=np.uint8)
