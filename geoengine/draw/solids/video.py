"""Videos of solids that turn about a vertical axis."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geoengine.draw.layers import paint_pixels
from geoengine.draw.layout import PlacedLabel
from geoengine.draw.picture_size import Size
from geoengine.draw.solids.model import Model
from geoengine.draw.solids.outline import trace_outline
from geoengine.draw.solids.picture import SolidLayout, frame, lay_out, picture_layers
from geoengine.draw.solids.view import View
from geoengine.draw.style import Style, find_style
from geoengine.errors import GeoengineError, UsageError

__all__ = ["FRAMES", "FRAME_RATE", "TURN", "MissingCodecError", "render_video", "turning_layouts"]

Array = NDArray[np.float64]

FRAMES = 120
"""The frames of a video."""

FRAME_RATE = 24
"""The frames of a second."""

TURN = 3.0
"""The angle between two frames, in degrees: a whole turn takes 120 frames."""

# How far a letter may move between two frames relative to its point, in em.
_DRIFT = 0.2
# One thread, so that equal videos have equal bytes on any machine.
_ENCODING = {"crf": "23", "preset": "medium", "threads": "1"}


class MissingCodecError(GeoengineError, ImportError):
    """The library that encodes videos is not installed."""


def render_video(
    model: Model, view: View, *, size: int | Size = 512, style: str | Style = "textbook"
) -> bytes:
    """Return a video of a solid that turns once: H.264 in MP4, 120 frames, 24 a second.

    The first frame shows the solid in the given view; then the eye goes round it by 3 degrees a
    frame. What is hidden is computed for every frame.

    Parameters
    ----------
    model : Model
    view : View
    size : int or (int, int)
        The side of the video, or its width and height, in pixels; even numbers.
    style : str or Style
        A style, its name, or a YAML file.

    Returns
    -------
    bytes
        The contents of an MP4 file.

    Raises
    ------
    MissingCodecError
        If PyAV is not installed.
    UsageError
        If a side is odd, or too small or too large.

    Examples
    --------
    >>> model = Model({"A": (0, 0, 0), "B": (0, 1, 0)}, segments=[("A", "B")])
    >>> render_video(model, View(0, 20), size=255)
    Traceback (most recent call last):
    geoengine.errors.UsageError: expected an even number of pixels for a video, found 255
      hint: write 512 for a square, 640x480 for a width and a height
    """
    found = find_style(style)
    width, height = (size, size) if isinstance(size, int) else size
    for side in (width, height):
        if side % 2:
            raise UsageError(
                f"expected an even number of pixels for a video, found {side}",
                hint="write 512 for a square, 640x480 for a width and a height",
            )
    av = _load_av()
    stream = io.BytesIO()
    with av.open(stream, "w", format="mp4") as container:
        video = container.add_stream("libx264", rate=FRAME_RATE, options=_ENCODING)
        video.width, video.height, video.pix_fmt = width, height, "yuv420p"
        for layout in turning_layouts(model, view, size=(width, height), label=found.label_size):
            pixels = paint_pixels(picture_layers(layout, found), layout.size, found.paper)
            picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format="rgb24")
            container.mux(video.encode(picture))
        container.mux(video.encode())
    return stream.getvalue()


def turning_layouts(
    model: Model, view: View, *, size: int | Size = 512, label: float = 1.0
) -> Iterator[SolidLayout]:
    """Yield the frames of a turning solid, ready for painting.

    All frames have the same scale; letters move little from one frame to the next.

    Parameters
    ----------
    model : Model
    view : View
    size : int or (int, int)
    label : float
        The size of letters, as a multiple of the default.

    Examples
    --------
    >>> model = Model({"A": (0, 0, 0), "B": (0, 1, 0)}, segments=[("A", "B")])
    >>> len(list(turning_layouts(model, View(0, 20))))
    120
    """
    outlines = [trace_outline(model, view.turned(TURN * number)) for number in range(FRAMES)]
    framing = frame(outlines, size)
    layout = lay_out(outlines[0], framing, label=label)
    offsets = shown = _offsets(layout)
    em = layout.labels[0].em if layout.labels else None
    yield layout
    for outline in outlines[1:]:
        layout = lay_out(outline, framing, label=label, em=em, before=offsets)
        offsets = _offsets(layout)
        shown = {name: _approached(shown[name], offsets[name], em or 0.0) for name in shown}
        labels = tuple(_moved(item, layout.places, shown) for item in layout.labels)
        yield replace(layout, labels=labels)


def _offsets(layout: SolidLayout) -> dict[str, Array]:
    """Return how far the middle of each letter is from its point."""
    return {label.text: _middle(label) - layout.places[label.text] for label in layout.labels}


def _middle(label: PlacedLabel) -> Array:
    left, top, right, bottom = label.box
    return np.array([left + right, top + bottom]) / 2


def _approached(before: Array, after: Array, em: float) -> Array:
    """Return a place on the way from one offset to another, at most a little further on."""
    way = after - before
    length = float(np.hypot(*way))
    place: Array = before + way * min(1.0, _DRIFT * em / max(length, 1e-9))
    return place


def _moved(
    label: PlacedLabel, places: Mapping[str, Array], offsets: Mapping[str, Array]
) -> PlacedLabel:
    x, y = places[label.text] + offsets[label.text] - _middle(label)
    left, top, right, bottom = label.box
    return replace(label, box=(left + x, top + y, right + x, bottom + y))


def _load_av() -> Any:
    try:
        import av
    except ImportError as error:
        raise MissingCodecError(
            "videos need PyAV, which is not installed; install it with:"
            " pip install 'geoengine[video]'"
        ) from error
    return av
