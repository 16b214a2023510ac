"""Solids in other formats: tasks with several kinds of answer, and videos."""

import csv
import json
import re
from collections import Counter

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.formats import Source, export, left_out
from geoengine.split import generate, make_plan


@pytest.fixture(scope="module")
def of_two_kinds(tmp_path_factory):
    """A split of a task whose items ask for values and for named objects."""
    plan = make_plan(4, family="solids", tasks=["position_1"], seed=1, images=False)
    source = Source(generate(plan, tmp_path_factory.mktemp("mixed") / "mixed").path)
    assert Counter(item.answer.kind for item in source.items).keys() == {"value", "named"}
    return source


@pytest.mark.parametrize("name", ["huggingface", "inspect", "lm-eval", "verl", "vlmevalkit"])
def test_items_of_a_task_are_carried_by_their_own_kind(of_two_kinds, tmp_path, name):
    values = [item.id for item in of_two_kinds.items if item.answer.kind == "value"]
    (folder,) = export(of_two_kinds, tmp_path, [name])
    if name == "huggingface":
        assert len(pq.read_table(next(folder.glob("data/*.parquet")))) == 4
        ids = pq.read_table(next(folder.glob("inspect/*.parquet")))["id"].to_pylist()
    elif name == "verl":
        ids = [
            row["id"] for row in pq.read_table(folder / "test.parquet")["extra_info"].to_pylist()
        ]
    elif name == "vlmevalkit":
        with (folder / "mixed_open.tsv").open(encoding="utf-8", newline="") as file:
            ids = [row["id"] for row in csv.DictReader(file, delimiter="\t")]
    else:
        (path,) = folder.rglob("position_1.jsonl")
        ids = [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert ids == values
    count = len(of_two_kinds.items) - len(values)
    assert left_out(of_two_kinds, name) == ({} if name == "huggingface" else {"position_1": count})


def test_the_command_says_how_many_items_of_a_task_are_left_out(of_two_kinds, tmp_path):
    done = CliRunner().invoke(
        app, ["export", str(of_two_kinds.path), str(tmp_path), "--to", "inspect"]
    )
    assert done.exit_code == 0
    assert re.search(r"inspect cannot carry: position_1 \([1-3] of 4 items\)", done.output)


def test_videos_are_shown_in_place_of_pictures(tmp_path, monkeypatch):
    pytest.importorskip("av", reason="PyAV is not installed: pip install 'geoengine[video]'")
    monkeypatch.setattr("geoengine.draw.solids.video.FRAMES", 24)
    plan = make_plan(1, family="solids", tasks=["volume_1"], videos=True)
    source = Source(generate(plan, tmp_path / "one").path)
    (item,) = source.items
    export(source, tmp_path / "out", ["huggingface", "inspect", "llamafactory"])
    (row,) = pq.read_table(
        next((tmp_path / "out/huggingface/data").glob("*.parquet")), columns=["video", "image"]
    ).to_pylist()
    assert row["video"]["bytes"] == (source.path / item.videos[0]).read_bytes()
    factory = tmp_path / "out/llamafactory"
    index = json.loads((factory / "dataset_info.json").read_text(encoding="utf-8"))
    assert index["geoengine_solids_volume_1_video"]["columns"]["videos"] == "videos"
    for name, column, tag in (("", "images", "<image>"), ("_video", "videos", "<video>")):
        (record,) = json.loads((factory / f"volume_1{name}.json").read_text(encoding="utf-8"))
        assert (factory / record[column][0]).is_file()
        assert record["messages"][0]["content"] == f"{tag}{item.prompts.answer_only}"
    sample = json.loads((tmp_path / "out/inspect/volume_1.jsonl").read_text(encoding="utf-8"))
    kinds = [part["type"] for part in sample["input"][0]["content"]]
    assert kinds == ["image", "video", "text"]
