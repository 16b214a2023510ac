"""Videos of turning solids, decoded again."""

import io
import itertools
import sys

import numpy as np
import pytest
from PIL import Image

from geoengine.draw.solids import (
    MissingCodecError,
    Model,
    Polyhedron,
    Sphere,
    View,
    arrange_solid,
    cone,
    render_solid,
    render_video,
    trace_outline,
)
from geoengine.draw.solids.video import turning_layouts

CORNERS = {"A": (0, 0, 0), "B": (2, 0, 0), "C": (0, 1, 0), "D": (0.3, 0.2, 1.5)}
MODEL = Model(CORNERS, [Polyhedron.hull(CORNERS.values())], [("A", (1, 0.5, 0))])
VIEW, NEAR = View(-50, 20), View(-50, 20, distance=3)


@pytest.fixture(scope="module")
def frames():
    return list(turning_layouts(MODEL, VIEW, size=256))


@pytest.fixture(scope="module")
def video():
    pytest.importorskip("av")
    return render_video(MODEL, VIEW, size=256)


@pytest.fixture(scope="module", params=[VIEW, NEAR], ids=["orthographic", "perspective"])
def seen(request, video):
    """A view, and the video that begins with it."""
    return request.param, video if request.param is VIEW else render_video(MODEL, NEAR, size=256)


def decoded(video):
    import av

    with av.open(io.BytesIO(video)) as container:
        [stream] = container.streams
        pictures = [frame.to_ndarray(format="gray") for frame in container.decode(stream)]
        return stream.codec_context.name, stream.average_rate, np.array(pictures)


def test_a_video_can_be_decoded(video):
    codec, rate, pictures = decoded(video)
    assert (codec, rate) == ("h264", 24)
    assert pictures.shape == (120, 256, 256)
    # It turns: no frame is like the one before, and the last is near the first.
    moves = np.abs(np.diff(pictures.astype(int), axis=0)).mean(axis=(1, 2))
    assert moves.min() > 0.2


def test_equal_videos_have_equal_bytes(video):
    assert render_video(MODEL, VIEW, size=256) == video


def test_the_first_frame_is_the_picture(seen):
    view, video = seen
    picture = Image.open(io.BytesIO(render_solid(MODEL, view, size=256))).convert("L")
    layout = arrange_solid(MODEL, view, size=256)
    first = next(turning_layouts(MODEL, view, size=256))
    # All frames have one scale; the first is the picture, perhaps smaller.
    places, turned = (np.array(list(item.places.values())) for item in (layout, first))
    scale = np.ptp(turned, axis=0) / np.ptp(places, axis=0)
    assert scale[0] == pytest.approx(scale[1])
    assert scale[0] <= 1
    moved = (turned - turned.mean(axis=0)) / scale[0]
    assert np.allclose(moved, places - places.mean(axis=0), atol=1e-6)
    assert len(layout.hidden) == len(first.hidden) > 0
    # The decoded pixels show what was laid out.
    _, _, pictures = decoded(video)
    ink = pictures[0] < 128
    x, y = np.round(turned).astype(int).T
    assert all(ink[b - 2 : b + 3, a - 2 : a + 3].any() for a, b in zip(x, y, strict=True))
    assert abs(ink.sum() - (np.asarray(picture) < 128).sum()) < 0.3 * ink.sum()


def test_hidden_lines_are_those_of_every_frame(frames):
    assert len(frames) == 120
    for number in range(0, 120, 7):
        outline = trace_outline(MODEL, VIEW.turned(3 * number))
        assert len(frames[number].hidden) == len(outline.hidden)
        assert len(frames[number].visible) == len(outline.visible)
    assert len({len(frame.hidden) for frame in frames}) > 1


def test_letters_move_steadily_and_stay_in_the_picture(frames):
    sizes = {label.em for frame in frames for label in frame.labels}
    assert len(sizes) == 1
    [em] = sizes

    def offsets(frame):
        boxes = np.array([label.box for label in frame.labels])
        return (boxes[:, :2] + boxes[:, 2:]) / 2 - np.array(list(frame.places.values()))

    steps = [offsets(b) - offsets(a) for a, b in itertools.pairwise(frames)]
    assert np.max(np.linalg.norm(steps, axis=2)) < 0.25 * em
    for frame in frames:
        boxes = np.array([label.box for label in frame.labels])
        assert boxes.min() >= 0
        assert boxes.max() <= 256


def test_round_bodies_fill_the_same_room_in_all_frames():
    model = Model({}, [cone((0, 0, 2), (0, 0, 0), 1), Sphere((0, 0, 0.5), 0.3)])
    heights = {
        round(np.ptp(np.concatenate(layout.visible)[:, 1]), 1)
        for layout in turning_layouts(model, View(0, 15), size=128)
    }
    assert len(heights) == 1


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingCodecError, match=r"pip install 'geoengine\[video\]'"):
        render_video(MODEL, VIEW, size=64)
