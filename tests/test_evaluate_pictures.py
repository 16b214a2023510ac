"""Pictures of responses beside those of the reference."""

import io
import math
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from geoengine.errors import InputError
from geoengine.evaluate import (
    NoComparisonError,
    Perception,
    PictureScore,
    PictureSimilarity,
    compare_pictures,
    find_perception,
    picture_table,
    score_pictures,
)
from geoengine.evaluate.response import Response
from geoengine.items import Medium


def picture(pixels, mode=None):
    stream = io.BytesIO()
    Image.fromarray(pixels, mode).save(stream, "PNG")
    return stream.getvalue()


def noise(seed, size=(40, 52), depth=3):
    return np.random.default_rng(seed).integers(0, 256, (*size, depth), dtype=np.uint8)


def disk(radius, shift=0):
    y, x = np.mgrid[:48, :64]
    inside = (x - 32 - shift) ** 2 + (y - 24) ** 2 < radius**2
    return np.where(inside[..., None], 40, 255).astype(np.uint8) * np.ones(3, np.uint8)


@pytest.fixture
def metrics():
    reason = "scikit-image is not installed (the extra 'pictures')"
    return pytest.importorskip("skimage.metrics", reason=reason)


def test_values_are_those_of_the_library(metrics):
    for seed in range(50):
        one = disk(8 + seed % 9, seed % 7) if seed % 2 else noise(seed)
        other = disk(8 + seed % 5, seed % 3) if seed % 2 else noise(seed + 100)
        found = compare_pictures(picture(other), picture(one))
        ssim = metrics.structural_similarity(one, other, channel_axis=2, data_range=255)
        assert found.ssim == pytest.approx(ssim, abs=1e-6)
        if np.array_equal(one, other):
            assert found.psnr == math.inf
        else:
            psnr = metrics.peak_signal_noise_ratio(one, other, data_range=255)
            assert found.psnr == pytest.approx(psnr, abs=1e-6)
        assert (found.lpips, found.is_resized) == (None, False)


@pytest.mark.usefixtures("metrics")
def test_equal_pictures_are_equal_in_any_mode():
    plain = disk(12)
    clear = np.dstack([plain, np.where(plain[..., 0] == 255, 0, 255).astype(np.uint8)])
    for same in (picture(plain), picture(clear), picture(plain[..., 0])):
        assert compare_pictures(same, picture(plain)) == PictureSimilarity(
            1.0, math.inf, None, False
        )


@pytest.mark.usefixtures("metrics")
def test_pictures_of_other_sizes_are_resized_to_the_reference():
    large = np.repeat(np.repeat(disk(12), 2, axis=0), 2, axis=1)
    found = compare_pictures(picture(large), picture(disk(12)))
    assert found.is_resized
    assert 0.9 < found.ssim < 1
    assert compare_pictures(picture(disk(12)), picture(large)).is_resized


@pytest.mark.usefixtures("metrics")
def test_tiny_pictures_have_no_structure():
    found = compare_pictures(picture(noise(1, (5, 9))), picture(noise(1, (5, 9))))
    assert (found.ssim, found.psnr) == (None, math.inf)


@pytest.mark.usefixtures("metrics")
@pytest.mark.parametrize("data", [b"", b"no picture", None])
def test_what_is_no_picture_is_refused(data):
    cut = picture(noise(2))[:200]
    with pytest.raises(InputError, match="picture"):
        compare_pictures(cut if data is None else data, picture(noise(2)))


@pytest.mark.usefixtures("metrics")
def test_pictures_are_compared_step_by_step_or_the_last_ones(tmp_path):
    for step in range(3):
        (tmp_path / f"a-{step}.png").write_bytes(picture(disk(10 + step)))
    media = [Medium(kind="picture", path=f"a-{k}.png", shown=k == 0) for k in range(3)]
    item = SimpleNamespace(id="a", media=media)
    source = SimpleNamespace(items=[item], path=tmp_path)

    def scores(*names):
        files = tuple(tmp_path / name for name in names)
        response = Response("a", "", "", pictures=files)
        run = SimpleNamespace(account=SimpleNamespace(responses={"a": response}))
        return [
            (one.step, one.similarity and one.similarity.psnr)
            for one in score_pictures(run, source)
        ]

    assert scores("a-1.png", "a-2.png") == [(1, math.inf), (2, math.inf)]
    assert scores("a-2.png") == [(2, math.inf)]
    assert scores("a-1.png", "none.png") == [(1, math.inf), (2, None)]
    assert scores() == []


def test_a_missing_library_is_told_and_gives_no_score(monkeypatch):
    monkeypatch.setitem(sys.modules, "lpips", None)
    assert find_perception() is None
    monkeypatch.setitem(sys.modules, "skimage.metrics", None)
    with pytest.raises(NoComparisonError, match="pip install 'geoengine\\[pictures\\]'"):
        compare_pictures(picture(noise(1)), picture(noise(2)))


def test_means_leave_out_what_is_infinite_or_missing():
    run = SimpleNamespace(model="m", variant="", run="")
    scores = [
        PictureScore("a", 1, PictureSimilarity(1.0, math.inf, None, False)),
        PictureScore("a", 2, PictureSimilarity(0.5, 20.0, None, True)),
        PictureScore("b", 1, None),
    ]
    (row,) = picture_table([(run, scores)]).rows
    assert list(row) == ["m", "", "", 2, 3, 1, 1, 1, 0.75, 20.0, None]
    assert picture_table([(run, [])]).rows == []


@pytest.mark.filterwarnings("ignore:.*deprecated since 0.13:UserWarning")
def test_distances_are_those_of_lpips_with_a_random_backbone():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    lpips = pytest.importorskip("lpips", reason="lpips is not installed")
    torch.manual_seed(0)
    network = lpips.LPIPS(pretrained=False, pnet_rand=True, net="alex", verbose=False)
    perception = Perception(network)
    for seed in range(50):
        size = (64 + seed, 96 - seed)
        one, other = noise(seed, size), noise(seed + 50 * (seed % 2), size)
        tensors = [lpips.im2tensor(pixels) for pixels in (one, other)]
        with torch.no_grad():
            expected = float(network(*tensors))
        assert perception.distance(one, other) == pytest.approx(expected, abs=1e-6)
