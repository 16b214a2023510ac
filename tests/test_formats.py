"""Splits in other formats: each file has the keys that its readers look up.

What the readers themselves make of them is tested in `tests/consumers`.
"""

import base64
import csv
import importlib.util
import json
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from public import data_path
from ruamel.yaml import YAML
from typer.testing import CliRunner

from geoengine.cli.app import app
from geoengine.errors import InputError, UsageError
from geoengine.formats import FORMATS, Format, Source, export
from geoengine.formats.vlmevalkit import safe_cell
from geoengine.split import generate, make_plan
from geoengine.split_files import SCHEMA

TASKS = ["numerical_perception", "structural_perception"]
WRITTEN = [name for name, known in FORMATS.items() if not known.of_code]
"""The formats of a split without code."""


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    plan = make_plan(4, seed=3, tasks=TASKS)
    made = Source(generate(plan, tmp_path_factory.mktemp("split") / "mine").path)
    assert [len(made.of_task(task)) for task in TASKS] == [2, 2]
    return made


@pytest.fixture(scope="module")
def exported(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("formats")
    assert [folder.name for folder in export(source, out)] == WRITTEN
    return out


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def read_yaml(text):
    return YAML(typ="safe", pure=True).load(text)


def contents(folder):
    """Read all files of a folder, by their paths in it."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_writing_twice_gives_the_same_bytes(source, exported, tmp_path):
    export(source, tmp_path)
    first, second = contents(exported), contents(tmp_path)
    assert len(first) >= 43
    assert first == second


@pytest.mark.parametrize("name", WRITTEN)
def test_no_format_tells_where_it_was_made(source, exported, name):
    files = contents(exported / name)
    assert files
    assert not [path for path, held in files.items() if str(source.path).encode() in held]


def test_llamafactory_has_what_its_index_names(source, exported):
    folder = exported / "llamafactory"
    index = read(folder / "dataset_info.json")
    assert len(index) == 2 * len(TASKS)
    for entry in index.values():
        tags = entry["tags"]
        records = read(folder / entry["file_name"])
        assert len(records) == 2
        for record in records:
            asked, answered = record[entry["columns"]["messages"]]
            assert asked[tags["role_tag"]] == tags["user_tag"]
            assert answered[tags["role_tag"]] == tags["assistant_tag"]
            images = record[entry["columns"]["images"]]
            assert asked[tags["content_tag"]].count("<image>") == len(images) == 1
            item = next(item for item in source.items if item.id == record["problem_id"])
            assert answered[tags["content_tag"]] == item.answer.expected
            assert (folder / images[0]).read_bytes() == source.picture(item.image)


def test_llamafactory_has_the_keys_of_the_published_files(exported):
    published = data_path("geobench")
    (theirs, *_) = read(published / "dataset_info.json").values()
    (ours, *_) = read(exported / "llamafactory" / "dataset_info.json").values()
    assert {**theirs, "file_name": None} == {**ours, "file_name": None}
    (record, *_) = read(published / "numerical_perception.dev20.json")
    (mine, *_) = read(exported / "llamafactory" / "numerical_perception.json")
    assert record.keys() == mine.keys()
    assert [message.keys() for message in record["messages"]] == [
        message.keys() for message in mine["messages"]
    ]


def test_parquet_tells_its_features(source, exported):
    for task in TASKS:
        table = pq.read_table(exported / f"huggingface/data/{task}-00000-of-00001.parquet")
        features = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]
        assert list(features) == table.column_names
        assert features["image"] == {"_type": "Image"}
        for row, item in zip(table.to_pylist(), source.of_task(task), strict=True):
            assert row["image"]["bytes"] == source.picture(item.image)
            assert (row["id"], row["key"], row["options"]) == (
                item.id,
                item.choice.key,
                [*item.choice.options],
            )
            assert json.loads(row["certificate"]) == item.certificate


def test_the_card_names_the_files(exported):
    folder = exported / "huggingface"
    _, front, text = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    configs = read_yaml(front)["configs"]
    assert len(configs) == 4
    for config in configs:
        assert config["data_files"]
        for files in config["data_files"]:
            assert (folder / files["path"]).is_file()
    assert text.strip().startswith("# mine")
    names = {config["config_name"] for config in configs}
    tasks = read_yaml((folder / "eval.yaml").read_text(encoding="utf-8"))["tasks"]
    assert len(tasks) == 2
    assert all(task["config"] in names for task in tasks)


def test_lm_eval_tasks_have_their_data_and_functions(source, exported):
    folder = exported / "lm-eval"
    code = (folder / "geoengine_questions.py").read_text(encoding="utf-8")
    functions = {line.split("(")[0][4:] for line in code.splitlines() if line.startswith("def ")}
    names, called = set(), 0
    for path in sorted(folder.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for word in text.split():
            if word.startswith("geoengine_questions."):
                assert word.removeprefix("geoengine_questions.") in functions
                called += 1
        task = read_yaml(text.replace("!function ", ""))
        names.add(task.get("group", task["task"] if isinstance(task["task"], str) else None))
        if "group" in task:
            assert {f"{name}.yaml" for name in task["task"]} <= {p.name for p in folder.iterdir()}
        else:
            assert path.stem == task["task"]
            name = task["dataset_kwargs"]["task"]
            lines = (folder / "data" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
            docs = [json.loads(line) for line in lines]
            expected = source.of_task(name)
            assert [(doc["id"], doc["answer"]) for doc in docs] == [
                (item.id, item.answer.expected) for item in expected
            ]
    assert len(names) == 4 * (len(TASKS) + 1)
    assert called == 16


def test_inspect_samples_point_at_pictures(source, exported):
    folder = exported / "inspect"
    compile((folder / "tasks.py").read_text(encoding="utf-8"), "tasks.py", "exec")
    for task in TASKS:
        lines = (folder / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()
        for sample, item in zip(map(json.loads, lines), source.of_task(task), strict=True):
            assert (
                sample["choices"]["ABCD".index(sample["target"])]
                == item.choice.options[item.choice.key - 1]
            )
            picture, text = sample["input"][0]["content"]
            assert (folder / picture["image"]).read_bytes() == source.picture(item.image)
            assert text["text"] == item.question


def test_vlmevalkit_rows_share_pictures(source, exported):
    csv.field_size_limit(sys.maxsize)
    with (exported / "vlmevalkit" / "mine.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    pictures = {row["index"]: row["image"] for row in rows}
    for row, item in zip(rows, source.items, strict=True):
        assert "ABCD"[item.choice.key - 1] == row["answer"]
        picture = pictures.get(row["image"], row["image"])
        assert base64.b64decode(picture, validate=True) == source.picture(item.image)


NO_WORDS = ["na", "nan", "none", "null", "n/a", "true", "false"]


def test_no_cell_reads_as_a_number_or_as_nothing():
    changed = []
    words = st.sampled_from([*NO_WORDS, *map(str.upper, NO_WORDS)])
    numbers = st.floats().map(str) | st.integers().map(str) | words
    spelt = st.builds(str.format, st.sampled_from(["{}", " {} "]), numbers)

    @given(st.text(min_size=1) | spelt)
    def write(text):
        cell = safe_cell(text)
        assert cell == text or cell == f"${text}$"
        with pytest.raises(ValueError, match="could not convert"):
            float(cell)
        assert cell.strip().lower() not in {"", *NO_WORDS}
        changed.append(cell != text)

    write()
    assert changed.count(True) >= 35
    assert changed.count(False) >= 28


def test_verl_rewards_the_right_number(source, exported):
    spec = importlib.util.spec_from_file_location("reward", exported / "verl" / "reward.py")
    reward = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reward)
    rows = pq.read_table(exported / "verl" / "test.parquet").to_pylist()
    for row, item in zip(rows, source.items, strict=True):
        truth = row["reward_model"]["ground_truth"]
        scores = [
            reward.compute_score(row["data_source"], f"\\boxed{{({n})}}", truth)
            for n in (1, 2, 3, 4)
        ]
        assert scores.index(1.0) + 1 == item.choice.key
        assert sum(scores) == 1.0
        assert reward.compute_score(row["data_source"], "(1", truth) == 0.0


def test_a_folder_that_is_no_split_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"there is no manifest\.json"):
        Source(tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [("{", "Expecting"), ("[]", "expected an object"), ('{"id": 1}', r"items\.jsonl:1: ")],
)
def test_a_broken_line_is_named(tmp_path, line, message):
    manifest = {"schema": SCHEMA, "family": "reasoning", "files": {}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "items.jsonl").write_text(line + "\n")
    with pytest.raises(InputError, match=message):
        _ = Source(tmp_path).items


def test_a_split_of_another_layout_is_refused(tmp_path):
    (tmp_path / "manifest.json").write_text('{"schema": "geoengine.split/1", "files": {}}')
    (tmp_path / "items.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match=r"layout geoengine\.split/2, found 'geoengine\.split/1'"):
        _ = Source(tmp_path).items


def test_a_split_of_a_family_that_is_not_installed_is_refused(tmp_path):
    (tmp_path / "manifest.json").write_text(
        json.dumps({"schema": SCHEMA, "family": "knots", "files": {}})
    )
    (tmp_path / "items.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match="expected the name of a family, found 'knots'"):
        _ = Source(tmp_path).items


def test_pictures_outside_the_split_are_not_read(tmp_path):
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(UsageError, match="expected a file in"):
        Source(tmp_path).picture("../secret.png")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--to", "hugingface"], "expected a format"), ([], "exists already, and its contents")],
)
def test_the_command_refuses_what_it_cannot_do(source, tmp_path, arguments, message):
    (tmp_path / "inspect").mkdir()
    (tmp_path / "inspect/notes.txt").write_text("mine")
    run = CliRunner().invoke(app, ["export", str(source.path), str(tmp_path), *arguments])
    assert (run.exit_code, "Traceback" in run.output) == (2, False)
    assert message in run.output
    assert [path.name for path in (tmp_path / "inspect").iterdir()] == ["notes.txt"]
    assert not list(tmp_path.glob("*.partial"))


def test_a_folder_behind_a_link_is_refused(source, exported, tmp_path):
    (tmp_path / "verl").symlink_to(exported / "verl")
    with pytest.raises(UsageError, match="exists already"):
        export(source, tmp_path, ["verl"])


def test_an_export_can_be_repeated(source, exported):
    before = {path: path.stat().st_mtime_ns for path in exported.rglob("*")}
    run = CliRunner().invoke(app, ["export", str(source.path), str(exported)])
    assert run.exit_code == 0, run.output
    assert len(run.stdout.splitlines()) == len(WRITTEN)
    assert {path: path.stat().st_mtime_ns for path in exported.rglob("*")} == before


def test_formats_without_their_library_are_left_out_and_named(source, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = tmp_path / "out"
    command = ["export", str(source.path), str(out), "--to", "huggingface,llamafactory,verl"]
    run = CliRunner().invoke(app, command)
    assert run.exit_code == 1
    assert [path.name for path in out.iterdir()] == ["llamafactory"]
    assert [Path(line.split()[0]).name for line in run.stdout.splitlines()] == ["llamafactory"]
    assert run.stderr == (
        "not written: huggingface, verl. Parquet files need pyarrow, which is not installed;"
        " install it with: pip install 'geoengine[formats]'\n"
    )
    # Once it is installed, the same command writes the rest.
    monkeypatch.undo()
    run = CliRunner().invoke(app, command)
    assert run.exit_code == 0, run.output
    assert sorted(path.name for path in out.iterdir()) == ["huggingface", "llamafactory", "verl"]


def test_nothing_is_left_of_a_format_that_could_not_be_written(source, tmp_path, monkeypatch):
    def fail(source, out):
        (out / "begun.txt").write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(FORMATS, "inspect", Format(fail))
    with pytest.raises(OSError, match="No space"):
        export(source, tmp_path / "out", ["inspect"])
    assert not list((tmp_path / "out").iterdir())


def test_the_command_tells_what_it_wrote(source, tmp_path):
    run = CliRunner().invoke(
        app, ["export", str(source.path), str(tmp_path / "out"), "--to", "inspect,verl"]
    )
    assert run.exit_code == 0
    assert [Path(line.split()[0]).name for line in run.output.splitlines()] == ["inspect", "verl"]
