"""Splits of the family solids: batches, bytes, pictures and videos, and what the judge says."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.errors import UsageError
from geoengine.items import load_family
from geoengine.split import generate, make_plan

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


def test_videos_are_made_where_they_are_asked_for(tmp_path):
    pytest.importorskip("av", reason="PyAV is not installed: pip install 'geoengine[video]'")
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
