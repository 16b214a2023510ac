"""Formats of items that show code and ask for values."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from code_items import TITLES, code_split
from public import data_path

from geoengine.errors import InputError
from geoengine.evaluate import grade_runs, judge_value, read_responses
from geoengine.formats import export, left_out


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    with code_split(tmp_path_factory.mktemp("code") / "drawn") as split:
        yield split


@pytest.fixture(scope="module")
def exported(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("formats")
    names = {folder.name for folder in export(source, out)}
    assert {"geogrambench", "huggingface", "inspect", "lm-eval", "verl", "vlmevalkit"} <= names
    return out


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_json_is_like_the_published_one_field_by_field(source, exported):
    ours = read(exported / "geogrambench/drawn.json")
    theirs = read(data_path("geogrambench.dev30.json"))
    for record, item in zip(ours, source.items, strict=True):
        assert list(record) == list(theirs[0])
        assert {name: type(value) for name, value in record.items()} == {
            name: type(value) for name, value in theirs[0].items()
        }
        tag = "[asy]" if "label(" in item.media[0].text else "[python]"
        assert record["geo_code"].startswith(tag)
        assert item.media[0].text in record["geo_code"]
        # The answer between dollar signs, and no others.
        assert record["answer"].count("$") == 2
        assert record["answer"] == record["answer"].strip()
    published = {record["category"] for record in theirs}
    assert {record["category"] for record in ours} == published == set(TITLES.values())
    assert [record["index"] for record in ours] == [*range(1, 7)]
    assert theirs[0]["index"] == 1
    assert all(record["geo_code"].startswith("[asy]") for record in theirs)
    assert all(record["answer"][0] == record["answer"][-1] == "$" for record in theirs)


def test_published_answers_are_right_answers_to_themselves(source):
    """Also the mixed number, and in any wrapping."""
    for record in read(data_path("geogrambench.dev30.json")):
        answer = record["answer"].strip("$")
        for response in (f"\\boxed{{{answer}}}", f"So it is $\\boxed{{{answer} \\text{{ cm}}}}$."):
            assert judge_value(response, answer) == ("right", answer)
        assert judge_value(f"\\boxed{{{answer} + 1}}", answer)[0] == "wrong"


def test_the_parquet_file_has_what_the_script_of_the_benchmark_makes(exported):
    table = pq.read_table(exported / "geogrambench/drawn.parquet")
    assert table.column_names == [
        *("data_source", "prompt", "ability", "reward_model", "extra_info"),
    ]
    for row, problem in zip(
        table.to_pylist(), read(exported / "geogrambench/drawn.json"), strict=True
    ):
        (message,) = row["prompt"]
        start = f"{problem['problem']} {problem['geo_code']} "
        assert message["role"] == "user"
        assert message["content"].startswith(start)
        assert message["content"].endswith("\\boxed{}.")
        assert row["reward_model"] == {"style": "rule", "ground_truth": problem["answer"]}
        assert (row["data_source"], row["ability"]) == ("", "math")
        assert row["extra_info"] == {
            "split": "test", "index": problem["index"], "category": problem["category"],
        }  # fmt: skip


def with_responses(path, out, said):
    """What verl's generation writes: the same table with a column of samples."""
    table = pq.read_table(path)
    column = pa.array([said(row) for row in table.to_pylist()])
    pq.write_table(table.append_column("responses", column), out)
    return out


@pytest.mark.parametrize("path", ["geogrambench/drawn.parquet", "verl/test.parquet"])
def test_what_verl_generates_is_scored(source, exported, tmp_path, path):
    def said(row):
        truth = row["reward_model"]["ground_truth"].strip("$")
        return [f"\\boxed{{{truth}}}", "\\boxed{1234}", f"it is $\\boxed{{{truth}}}$"]

    batch = read_responses(with_responses(exported / path, tmp_path / "said.parquet", said), source)
    assert batch.format == "verl"
    runs = grade_runs(batch.responses, source)
    assert [all(g.right for g in run.grades.values()) for run in runs] == [True, False, True]
    assert all(len(run.grades) == len(source.items) for run in runs)


def test_parquet_of_another_split_is_refused(source, exported, tmp_path):
    path = exported / "geogrambench/drawn.parquet"
    with pytest.raises(InputError, match="responses"):
        read_responses(path, source)
    rows = pq.read_table(path).to_pylist()
    for row in rows:
        row["responses"] = ["7"]
    rows[2]["reward_model"]["ground_truth"] = "$99$"
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "other.parquet")
    with pytest.raises(InputError, match="local-0003"):
        read_responses(tmp_path / "other.parquet", source)
    rows[0]["extra_info"]["index"] = 77
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "other.parquet")
    with pytest.raises(InputError, match="an index from 1 to 6"):
        read_responses(tmp_path / "other.parquet", source)


def test_every_format_shows_the_code(source, exported):
    codes = [item.media[0].text for item in source.items]
    with (exported / "vlmevalkit/drawn_open.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert "image" not in rows[0]
    assert all(code in row["question"] for code, row in zip(codes, rows, strict=True))
    for name in TITLES:
        for path in (f"inspect/{name}.jsonl", f"lm-eval/data/{name}.jsonl"):
            lines = (exported / path).read_text(encoding="utf-8").splitlines()
            assert len(lines) == 2
            assert all("draw(A--B" in line or "np.cos(k)" in line for line in lines)
    (task,) = (exported / "lm-eval").glob("*_local_text_cot.yaml")
    assert "score_value" in task.read_text(encoding="utf-8")
    program = (exported / "inspect/tasks.py").read_text(encoding="utf-8")
    assert "math()" in program
    # Python keeps the name of a task for itself.
    assert 'def global_(shown=""):' in program
    compile(program, "tasks.py", "exec")
    table = pq.read_table(exported / "huggingface/data/local-00000-of-00001.parquet")
    assert all("```asymptote" in code for code in table["code"].to_pylist())


def test_nothing_is_left_out(source):
    assert left_out(source, "geogrambench") == left_out(source, "vlmevalkit") == {}
