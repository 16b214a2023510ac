"""Response files: the formats of other programs, and errors in files."""

import csv
import importlib.util
import json
import subprocess
import sys
import unicodedata
import zipfile

import pytest

from geoengine.errors import InputError, UsageError
from geoengine.evaluate import read_responses
from geoengine.formats import Source, export
from geoengine.split import make_plan

TASKS = ["numerical_perception", "structural_perception"]

needs_openpyxl = pytest.mark.skipif(
    importlib.util.find_spec("openpyxl") is None, reason="reading xlsx needs openpyxl"
)


@pytest.fixture(scope="module")
def source(shared_split):
    return Source(shared_split(make_plan(4, seed=3, tasks=TASKS), "mine").path)


@pytest.fixture(scope="module")
def exported(source, tmp_path_factory):
    out = tmp_path_factory.mktemp("formats")
    export(source, out, ["llamafactory", "vlmevalkit", "lm-eval"])
    return out


def write_lines(path, records):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    path.write_text(text, encoding="utf-8")
    return path


def answers(source):
    return {item.id: f"I choose ({item.choice.key})." for item in source.items}


def said(batch):
    return {response.id: response.text for response in batch.responses}


def test_our_own_lines(source, tmp_path):
    records = [{"id": key, "response": text} for key, text in answers(source).items()]
    records[0] |= {"model": "m", "variant": "cot", "run": 2}
    batch = read_responses(write_lines(tmp_path / "x.jsonl", records), source)
    assert said(batch) == answers(source)
    first = batch.responses[0]
    assert (first.model, first.variant, first.run, first.where) == ("m", "cot", "2", "x.jsonl:1")


def test_a_byte_order_mark_and_empty_lines_are_no_fault(source, tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('\ufeff\n{"id": "a", "response": null}\n\n', encoding="utf-8")
    assert said(read_responses(path, source)) == {"a": ""}


@pytest.mark.parametrize(
    ("suffix", "variant"), [("", ""), ("_cot", "cot"), ("_text", "text"), ("_text_cot", "text_cot")]
)
def test_lm_eval(source, exported, tmp_path, suffix, variant):
    docs = (exported / "lm-eval/data/numerical_perception.jsonl").read_text(encoding="utf-8")
    rows = []
    for number, line in enumerate(docs.splitlines()):
        doc = json.loads(line)
        row = {"doc_id": number, "doc": doc, "resps": [[answers(source)[doc["id"]]]]}
        rows += [{**row, "filter": name} for name in ("last-number", "other")]
    name = f"samples_geoengine_numerical_perception{suffix}_2026-01-02T03-04-05.jsonl"
    batch = read_responses(write_lines(tmp_path / "org__model" / name, rows), source)
    assert batch.format == "lm-eval"
    assert said(batch) == {key: text for key, text in answers(source).items() if "num" in key}
    assert len(batch.responses) == 2
    assert {(r.model, r.variant) for r in batch.responses} == {("org__model", variant)}


def test_lm_eval_repeats_are_runs(source, tmp_path):
    row = {"doc_id": 0, "doc": {"id": "a"}, "resps": [["(1)", "(2)"]]}
    batch = read_responses(write_lines(tmp_path / "samples_x.jsonl", [row]), source)
    assert [(r.run, r.text) for r in batch.responses] == [("1", "(1)"), ("2", "(2)")]


def log_of(source, epochs=1):
    letters = {item.id: "ABCD"[item.choice.key - 1] for item in source.items}
    samples = []
    for epoch in range(1, epochs + 1):
        for key, text in answers(source).items():
            content = [{"type": "reasoning", "reasoning": "(9)"}, {"type": "text", "text": text}]
            samples.append(
                {"id": key, "epoch": epoch, "target": letters[key],
                 "output": {"model": "x", "choices": [{"message": {"content": content}}]}}
            )  # fmt: skip
    samples[-1]["error"], samples[-1]["output"] = {"message": "timeout"}, {"choices": []}
    header = {"version": 2, "eval": {"model": "openai/x", "task_args": {"cot": True}}}
    return header, samples


def write_eval(path, header, samples, compression):
    with zipfile.ZipFile(path, "w", compression) as log:
        log.writestr("header.json", json.dumps(header))
        for sample in samples:
            name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
            log.writestr(name, json.dumps(sample))
    return path


def zstandard():
    if sys.version_info < (3, 14):
        pytest.importorskip("zipfile_zstd", reason="reading Zstandard needs zipfile-zstd")
    return zipfile.ZIP_ZSTANDARD


@pytest.mark.parametrize("written", ["json", "deflated", "zstandard"])
def test_inspect(source, tmp_path, written):
    header, samples = log_of(source, epochs=2)
    if written == "json":
        path = tmp_path / "log.json"
        path.write_text(json.dumps({**header, "samples": samples}), encoding="utf-8")
    else:
        compression = zstandard() if written == "zstandard" else zipfile.ZIP_DEFLATED
        path = write_eval(tmp_path / "log.eval", header, samples, compression)
    batch = read_responses(path, source)
    assert batch.format == "inspect"
    assert {(r.model, r.variant) for r in batch.responses} == {("openai/x", "cot")}
    first = {r.id: r.text for r in batch.responses if r.run == "1"}
    second = {r.id: r.text for r in batch.responses if r.run == "2"}
    assert first == answers(source)
    assert second == {**answers(source), samples[-1]["id"]: ""}
    assert [r.id for r in batch.responses if r.failed] == [samples[-1]["id"]]


def test_samples_of_the_hub_are_known_by_what_was_kept(source, tmp_path):
    header, samples = log_of(source)
    kept = [{**sample, "id": number, "metadata": {"id": sample["id"]}}
            for number, sample in enumerate(samples, start=1)]  # fmt: skip
    (tmp_path / "log.json").write_text(json.dumps({**header, "samples": kept}))
    assert said(read_responses(tmp_path / "log.json", source)).keys() == answers(source).keys()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_samples_that_inspect_wrote_again_are_read_once(source, tmp_path):
    header, samples = log_of(source)
    earlier = {**samples[0], "output": {"choices": []}}
    path = write_eval(tmp_path / "log.eval", header, [earlier, *samples], zipfile.ZIP_DEFLATED)
    batch = read_responses(path, source)
    assert len(batch.responses) == len(samples)
    assert said(batch)[samples[0]["id"]] == answers(source)[samples[0]["id"]]


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python unpacks Zstandard by itself")
def test_what_unpacks_a_log_is_named_where_it_is_missing(source, tmp_path):
    path = write_eval(tmp_path / "log.eval", *log_of(source), zstandard())
    code = (
        "import sys; sys.modules['zipfile_zstd'] = None\n"
        "from pathlib import Path; from geoengine.evaluate import read_responses\n"
        "from geoengine.formats import Source\n"
        f"read_responses(Path({str(path)!r}), Source(Path({str(source.path)!r})))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "reading what is compressed with Zstandard needs zipfile-zstd" in run.stderr
    assert "pip install 'geoengine[evaluate]'" in run.stderr


def test_answers_to_another_split_are_told_whatever_program_wrote_them(source, exported, tmp_path):
    item = source.items[0]
    other = item.choice.key % 4 + 1
    letter, number = "ABCD"[other - 1], f"({other})"
    header, samples = log_of(source)
    samples[0]["target"] = letter
    (tmp_path / "log.json").write_text(json.dumps({**header, "samples": samples}))
    row = {"doc_id": 0, "doc": {"id": item.id}, "target": number, "resps": [["(1)"]]}
    write_lines(tmp_path / "samples_x.jsonl", [row])
    write_lines(
        tmp_path / "generated_predictions.jsonl",
        [{"prompt": item.prompts.answer_only, "predict": "(1)", "label": number}],
    )
    (tmp_path / "m_mine.json").write_text(
        json.dumps([{"index": 0, "id": item.id, "answer": letter, "prediction": "A"}])
    )
    for path in tmp_path.iterdir():
        with pytest.raises(InputError, match="Another split has the same ids"):
            read_responses(path, source)


def table_of(source, exported):
    with (exported / "vlmevalkit/mine.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [{**row, "prediction": answers(source)[row["id"]]} for row in rows]


@pytest.mark.parametrize("suffix", ["tsv", "csv", "json"])
def test_vlmevalkit(source, exported, tmp_path, suffix):
    rows = table_of(source, exported)
    path = tmp_path / f"Qwen_mine.{suffix}"
    if suffix == "json":
        path.write_text(json.dumps(rows), encoding="utf-8")
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0], delimiter="," if suffix == "csv" else "\t")
            writer.writeheader()
            writer.writerows(rows)
    batch = read_responses(path, source)
    assert (batch.format, batch.responses[0].model) == ("vlmevalkit", "Qwen")
    assert said(batch) == answers(source)


def test_vlmevalkit_says_where_a_model_failed(source, tmp_path):
    rows = [{"index": 0, "prediction": "Failed to obtain answer via API."}]
    (tmp_path / "m_mine.json").write_text(json.dumps(rows))
    (response,) = read_responses(tmp_path / "m_mine.json", source).responses
    assert (response.id, response.text, response.failed) == (source.items[0].id, "", True)


@needs_openpyxl
@pytest.mark.parametrize("lost", ["", "id"])
def test_vlmevalkit_workbooks(source, exported, tmp_path, lost):
    from openpyxl import Workbook

    rows = [{k: v for k, v in row.items() if k != lost} for row in table_of(source, exported)]
    book = Workbook()
    book.active.append(list(rows[0]))
    for row in rows:
        book.active.append(list(row.values()))
    book.save(tmp_path / "Qwen_mine.xlsx")
    assert said(read_responses(tmp_path / "Qwen_mine.xlsx", source)) == answers(source)


@needs_openpyxl
def test_a_broken_workbook_is_told(source, tmp_path):
    (tmp_path / "x.xlsx").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(InputError, match="cannot read the table"):
        read_responses(tmp_path / "x.xlsx", source)


def predictions(source, exported, variant):
    rows = []
    for task in TASKS:
        for record in json.loads((exported / f"llamafactory/{task}{variant}.json").read_text()):
            asked, answered = record["messages"]
            rows.append({"prompt": f"<|im_start|>user\n{asked['content']}<|im_end|>\nassistant",
                         "predict": answers(source)[record["problem_id"]],
                         "label": f"\n{answered['content']}"})  # fmt: skip
    return rows


@pytest.mark.parametrize("variant", ["", "_cot"])
@pytest.mark.parametrize("backwards", [False, True])
def test_llamafactory_is_matched_by_prompt(source, exported, tmp_path, variant, backwards):
    rows = predictions(source, exported, variant)
    rows = rows[::-1] if backwards else rows
    batch = read_responses(write_lines(tmp_path / "generated_predictions.jsonl", rows), source)
    assert said(batch) == answers(source)
    assert {r.variant for r in batch.responses} == {variant.lstrip("_")}


@pytest.mark.parametrize("around", ["{}<|im_end|>\n", "<think>\n\n</think>\n\n{}", "{}"])
def test_llamafactory_templates_may_add_to_prompts_and_labels(source, exported, tmp_path, around):
    rows = predictions(source, exported, "_cot")
    for row in rows:
        row["label"] = around.format(row["label"])
        # Some tokenizers normalise spaces, or compose characters.
        row["prompt"] = unicodedata.normalize("NFKC", row["prompt"].replace(" .", "."))
        row["prompt"] = row["prompt"].replace(", ", " , ")
    batch = read_responses(write_lines(tmp_path / "generated_predictions.jsonl", rows), source)
    assert said(batch) == answers(source)


def test_llamafactory_says_what_is_of_another_split(source, exported, tmp_path):
    rows = predictions(source, exported, "")
    wrong = {"(1)": "(2)", "(2)": "(3)", "(3)": "(4)", "(4)": "(1)"}
    rows[1]["label"] = wrong[rows[1]["label"].strip()]
    path = write_lines(tmp_path / "generated_predictions.jsonl", rows)
    with pytest.raises(InputError, match=r"generated_predictions\.jsonl:2: expected the answer"):
        read_responses(path, source)
    rows[0]["prompt"] = "What is the capital of France?"
    with pytest.raises(InputError, match=r"jsonl:1: expected the prompt of an item of mine"):
        read_responses(write_lines(path, rows), source)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.jsonl", "", "expected responses, found none"),
        ("x.jsonl", "{", "x.jsonl:1:2: expected a JSON object a line"),
        ("x.jsonl", "[1]", "x.jsonl:1: expected a JSON object, found list"),
        ("x.jsonl", '{"id": "a"}', "x.jsonl:1: expected the key 'response', found 'id'"),
        ("x.jsonl", '{"response": "a"}', "x.jsonl:1: expected the key 'id'"),
        ("x.jsonl", '{"id": "a", "response": ["b"]}', "expected text as 'response', found list"),
        ("x.jsonl", '{"id": " ", "response": "b"}', "x.jsonl:1: expected an id"),
        ("x.jsonl", '{"doc": {}, "resps": []}', "x.jsonl:1: expected an id in 'doc'"),
        ("x.jsonl", '{"doc": {"id": "a"}, "resps": []}', "expected responses in 'resps' of a"),
        ("x.json", "{}", "the format of this response file is not known"),
        ("x.json", "nonsense", "expected JSON"),
        ("x.eval", "no zip", "cannot read the log"),
        ("x.tsv", "index\tquestion\n1\tb\n", "x.tsv:2: expected a column 'prediction'"),
        ("x.tsv", "index\tprediction\n999\tb\n", "expected an id, or an index below 4"),
        ("x.tsv", "index\tprediction\ninf\tb\n", "expected an id, or an index below 4"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(source, tmp_path, name, content, message):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_responses(tmp_path / name, source)
    assert message in str(error.value)


def test_a_log_without_header_and_a_missing_file_are_told(source, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.eval", "w") as log:
        log.writestr("samples/1.json", "{}")
    with pytest.raises(InputError, match="expected a log of Inspect"):
        read_responses(tmp_path / "x.eval", source)
    with pytest.raises(UsageError, match="is not there"):
        read_responses(tmp_path / "none.jsonl", source)
    with pytest.raises(UsageError, match="is a folder"):
        read_responses(tmp_path, source)
