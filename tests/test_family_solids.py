"""Splits of the family solids: batches, bytes, pictures and videos, and what the judge says."""

from __future__ import annotations

import pytest
from PIL import Image
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.errors import UsageError
from geoengine.families.solids import model_of, view_of
from geoengine.items import Look, load_family, stream
from geoengine.solid import load_seeds, make_instance
from geoengine.split import generate, make_plan, plan_of

TASKS = ["position_1", "angle_2", "volume_1", "counting_2", "moving_2", "folding_2"]
PLAN = {"family": "solids", "mix": "dynasolidgeo", "tasks": TASKS, "seed": 4}


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    out = tmp_path_factory.mktemp("solids") / "split"
    return generate(make_plan(12, batches=2, **PLAN), out)


def batches(split):
    found = {}
    for item in split.items():
        found.setdefault(item["meta"]["batch"], []).append(item)
    return found


def test_every_batch_has_the_same_seeds_with_other_numbers(split):
    first, second = (batches(split)[k] for k in (0, 1))
    assert len(first) == len(second) == 12
    assert sorted(i["scene"] for i in first) == sorted(i["scene"] for i in second)
    by_seed = {item["scene"]: item for item in first}
    for item in second:
        assert item["problem"] != by_seed[item["scene"]]["problem"]
        assert item["question"] != by_seed[item["scene"]]["question"]


def test_its_items_are_judged_good(split):
    runner = CliRunner().invoke(app, ["verify", str(split.path), "--workers", "1"])
    assert runner.exit_code == 0, runner.output
    assert "24 judged" in runner.output
    assert "wrong" not in runner.output


def test_every_item_has_a_picture_and_a_view_of_it(split):
    for item in split.items():
        (medium,) = item["media"]
        assert medium["path"] == f"images/{item['id']}.png"
        assert (split.path / medium["path"]).read_bytes().startswith(b"\x89PNG")
        assert 10 <= item["certificate"]["view"]["elevation"] <= 35


@pytest.mark.slow(seconds=10)  # it starts six processes
def test_bytes_do_not_depend_on_the_workers(split, tmp_path):
    again = generate(make_plan(12, batches=2, **PLAN), tmp_path / "again", workers=2)
    assert (again.path / "manifest.json").read_bytes() == (
        split.path / "manifest.json"
    ).read_bytes()


def test_an_interrupted_run_goes_on_in_the_second_batch(split, tmp_path):
    def interrupt(what, done, total, note):

        if what == "items" and done > 16:
            raise KeyboardInterrupt

    plan = make_plan(12, batches=2, **PLAN)
    with pytest.raises(KeyboardInterrupt):
        generate(plan, tmp_path / "split", listen=interrupt)
    resumed = generate(plan, tmp_path / "split")
    assert (resumed.path / "items.jsonl").read_bytes() == (split.path / "items.jsonl").read_bytes()


def test_it_is_written_in_chinese(tmp_path):
    plan = make_plan(6, language="zh", images=False, **PLAN)
    found = list(generate(plan, tmp_path / "zh").items())
    for item in found:
        assert item["question"] == item["certificate"]["questions"]["zh"]
        assert item["certificate"]["questions"]["en"] != item["question"]


def test_videos_are_made_where_they_are_asked_for(tmp_path, monkeypatch):
    pytest.importorskip("av", reason="PyAV is not installed: pip install 'geoengine[video]'")
    monkeypatch.setattr("geoengine.draw.solids.video.FRAMES", 24)
    plan = make_plan(1, videos=True, family="solids", tasks=["length_1"])
    (item,) = generate(plan, tmp_path / "video").items()
    path = next(medium["path"] for medium in item["media"] if medium["kind"] == "video")
    assert (tmp_path / "video" / path).read_bytes()[4:8] == b"ftyp"


def test_the_published_numbers_can_be_made():
    plan = make_plan(503, family="solids", mix="dynasolidgeo")
    assert sum(plan.quotas.values()) == 503
    assert plan.quotas["angle_2"] == 74
    assert set(plan.quotas) == set(load_family("solids").names)


def test_batches_and_videos_are_offered_by_some_families_only():
    with pytest.raises(UsageError, match="expected one batch for the family reasoning"):
        make_plan(1, batches=2)
    with pytest.raises(UsageError, match="expected no videos for the family reasoning"):
        make_plan(1, videos=True)
    with pytest.raises(UsageError, match="expected 1 batch or more"):
        make_plan(1, batches=0, family="solids")
    assert sum(make_plan(2, batches=3, family="solids").quotas.values()) == 6


def look_at(split, **look):
    """The views of a split made like another, with another look, once it is judged good."""
    found = generate(make_plan(6, **PLAN, **look), split)
    runner = CliRunner().invoke(app, ["verify", str(found.path), "--workers", "1"])
    assert "6 judged: 6 good" in runner.output, runner.output
    return {item["scene"]: item["certificate"]["view"] for item in found.items()}, found


def test_a_view_and_a_size_can_be_chosen(tmp_path):
    views, found = look_at(tmp_path / "split", view=(140, 25), size=(160, 120))
    piles = {name for name in views if load_seeds()[name].topic == "pile"}
    for name, view in views.items():
        assert view["elevation"] == 25
        # Questions about piles name their front and their sides.
        assert name in piles or view["azimuth"] == 140
    for item in found.items():
        with Image.open(found.path / item["media"][0]["path"]) as picture:
            assert picture.size == (160, 120)
    assert found.manifest["look"] == {
        "view": [140, 25], "projection": "orthographic", "size": [160, 120],
    }  # fmt: skip
    assert plan_of(found.path).look == Look(view=(140, 25), size=(160, 120))


def test_items_can_be_seen_in_perspective(tmp_path):
    views, _ = look_at(tmp_path / "split", projection="perspective", size=96)
    for view in views.values():
        assert view["distance"] == 4
        assert 10 <= view["elevation"] <= 35
        assert len(view["eye"]) == 3


def test_a_pile_is_seen_from_its_front_whatever_the_view():
    name = next(s.id for s in load_seeds().values() if s.topic == "pile")
    instance = make_instance(load_seeds()[name], 1)
    model = model_of(instance)
    for azimuth, seen in ((-45, -45), (315, 315), (100, None)):
        view = view_of(instance, model, stream(1), Look(view=(azimuth, 20)))
        assert view.elevation == 20
        if seen is None:
            assert -70 <= view.azimuth <= -20
        else:
            assert view.azimuth == seen


@pytest.mark.parametrize(
    ("family", "look", "said"),
    [
        ("solids", {"view": (30, 60)}, "an elevation of 10 to 35 degrees, found 60"),
        ("solids", {"view": (400, 20)}, "an azimuth of -360 to 360 degrees, found 400"),
        ("solids", {"view": (30, 20, 1)}, "two numbers as view"),
        ("solids", {"projection": "isometric"}, "a projection, found 'isometric'"),
        ("solids", {"size": 20}, "a size of 64 to 8192 pixels, found 20"),
        ("solids", {"size": (512, 301), "videos": True}, "for videos, found 512x301"),
        ("reasoning", {"view": (30, 20), "size": 99}, "no view or size for the family reasoning"),
    ],
)
def test_looks_that_cannot_be(family, look, said):
    with pytest.raises(UsageError, match=said):
        make_plan(1, family=family, **look)
