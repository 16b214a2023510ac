"""Other programs reading our files; run by ``make test-consumers``, in their environment."""

import base64
import importlib.util
import io
import json
import subprocess
import sys
from pathlib import Path

import datasets
import inspect_ai
import pandas as pd
import pytest
import yaml
from inspect_ai._eval.task.hf import HFTask, _record_to_sample_hf
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from PIL import Image

from geoengine.evaluate import read_responses
from geoengine.formats import Source, export
from geoengine.split import generate, make_plan


def png(picture):
    return picture.convert("RGB").tobytes()


def test_datasets_loads_every_config(source, exported, tmp_path):
    folder = str(exported / "huggingface")
    for task in source.tasks:
        loaded = datasets.load_dataset(folder, task, split="test", cache_dir=str(tmp_path))
        assert isinstance(loaded.features["image"], datasets.Image)
        items = source.of_task(task)
        assert len(loaded) == len(items)
        for row, item in zip(loaded, items, strict=True):
            for name in ("id", "task", "question"):
                assert row[name] == getattr(item, name)
            assert row["prompt"] == item.prompts.answer_only
            assert row["prompt_cot"] == item.prompts.chain_of_thought
            assert (row["key"], row["answer"]) == (item.choice.key, item.answer.expected)
            assert row["options"] == list(item.choice.options)
            assert json.loads(row["certificate"]) == item.certificate
            assert json.loads(row["meta"]) == item.meta
            own = Image.open(io.BytesIO(source.picture(item.image)))
            assert png(row["image"]) == png(own)


def test_the_card_of_the_dataset_is_valid(source, exported):
    from huggingface_hub import DatasetCard

    card = DatasetCard.load(exported / "huggingface" / "README.md")
    names = [config["config_name"] for config in card.data.configs]
    assert names == [*source.tasks, *(f"inspect_{task}" for task in source.tasks)]
    assert card.data.license is None, "who publishes a split chooses its licence"


def test_inspect_understands_eval_yaml(source, exported, tmp_path):
    folder = exported / "huggingface"
    tasks = yaml.safe_load((folder / "eval.yaml").read_text())["tasks"]
    assert [task["id"] for task in tasks] == list(source.tasks)
    for task in tasks:
        spec = HFTask.model_validate(task)
        rows = datasets.load_dataset(
            str(folder), spec.config, split=spec.split, cache_dir=str(tmp_path)
        )
        for row, item in zip(rows, source.of_task(task["id"]), strict=True):
            sample = _record_to_sample_hf(row, spec.field_spec)
            assert sample.metadata == {"id": item.id}
            assert sample.choices == list(item.choice.options)
            assert sample.target == "ABCD"[item.choice.key - 1]
            text, picture = sample.input[0].content
            assert text.text == item.question
            data = picture.image.removeprefix("data:image/png;base64,")
            assert base64.b64decode(data) == source.picture(item.image)


def said(reply):
    output = ModelOutput.from_content("mockllm", reply)
    # Without it, the mock counts tokens with a vocabulary that it would have to download.
    output.usage = ModelUsage()
    return output


@pytest.mark.parametrize("cot", [False, True])
def test_inspect_evaluates_the_tasks(source, exported, tmp_path, cot):
    spec = importlib.util.spec_from_file_location(
        "exported_tasks", exported / "inspect" / "tasks.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for task in source.tasks:
        items = source.of_task(task)
        replies = ["ANSWER: " + "ABCD"[item.choice.key - 1] for item in items[:1]] + [
            "ANSWER: none"
        ] * 9
        model = get_model(
            "mockllm/model",
            custom_outputs=map(said, replies),
        )
        (log,) = inspect_ai.eval(
            getattr(module, task)(cot=cot),
            model=model,
            log_dir=str(tmp_path),
            display="none",
            max_connections=1,
            max_samples=1,
        )
        assert log.status == "success", log.error
        assert [sample.id for sample in log.samples] == [item.id for item in items]
        right = sum(sample.scores["choice"].value == "C" for sample in log.samples)
        assert right == 1
        for sample in log.samples:
            kinds = [part.type for part in sample.input[0].content]
            assert kinds == ["image", "text"]


@pytest.fixture(scope="module")
def solids(tmp_path_factory):
    """Return a split of a solid with a picture and a video, and the folder of its formats."""
    place = tmp_path_factory.mktemp("solids")
    plan = make_plan(1, family="solids", tasks=["volume_1"], videos=True)
    source = Source(generate(plan, place / "split").path)
    export(source, place / "out")
    return source, place / "out"


def test_datasets_knows_the_videos(solids, tmp_path):
    source, out = solids
    (item,) = source.items
    loaded = datasets.load_dataset(
        str(out / "huggingface"), item.task, split="test", cache_dir=str(tmp_path)
    )
    assert isinstance(loaded.features["video"], datasets.Video)
    # Decoding needs another library.
    (row,) = loaded.cast_column("video", datasets.Video(decode=False))
    assert row["video"]["bytes"] == source.picture(item.videos[0])


@pytest.mark.parametrize(
    ("shown", "kinds"),
    [("", ["image", "text"]), ("video", ["video", "text"]), ("text", ["text"])],
)
def test_inspect_shows_the_picture_the_video_or_the_text_alone(solids, tmp_path, shown, kinds):
    source, out = solids
    (item,) = source.items
    place = out / "inspect" / "tasks.py"
    spec = importlib.util.spec_from_file_location("exported_solids", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    model = get_model("mockllm/model", custom_outputs=[said(rf"\boxed{{{item.answer.latex}}}")])
    (log,) = inspect_ai.eval(
        getattr(module, item.task)(shown=shown), model=model, log_dir=str(tmp_path), display="none"
    )
    assert log.status == "success", log.error
    (sample,) = log.samples
    assert [part.type for part in sample.input[0].content] == kinds
    assert sample.scores["math"].value == "C"
    (response,) = read_responses(next(tmp_path.glob("*.eval")), source).responses
    assert (response.id, response.variant) == (item.id, shown)


def test_inspect_finds_the_pictures(source, exported):
    from inspect_ai.dataset import json_dataset

    for task in source.tasks:
        dataset = json_dataset(str(exported / "inspect" / f"{task}.jsonl"))
        for sample, item in zip(dataset, source.of_task(task), strict=True):
            assert Path(sample.input[0].content[0].image).read_bytes() == source.picture(item.image)


def test_lm_eval_runs_the_text_tasks_with_its_dummy_model(source, exported):
    code = f"""
import json, lm_eval
from lm_eval.tasks import TaskManager
manager = TaskManager(include_path={str(exported / "lm-eval")!r}, include_defaults=False)
found = lm_eval.simple_evaluate(
    model="dummy", tasks=["geoengine_text", "geoengine_text_cot"], task_manager=manager,
    bootstrap_iters=0,
)
print(json.dumps({{name: found["n-samples"][name]["effective"] for name in found["n-samples"]}}))
print(json.dumps(found["results"]))
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]
    counts, results = map(json.loads, run.stdout.strip().splitlines()[-2:])
    for task in source.tasks:
        for variant in ("_text", "_text_cot"):
            name = f"geoengine_{task}{variant}"
            assert counts[name] == len(source.of_task(task))
            # The dummy always gives the same response, which is not an answer.
            assert results[name]["exact_match,last-number"] == 0


def test_lm_eval_scores_replies_and_shows_pictures(source, exported):
    from lm_eval.tasks import TaskManager

    manager = TaskManager(include_path=str(exported / "lm-eval"), include_defaults=False)
    for task in source.tasks:
        (built,) = manager.load([f"geoengine_{task}_cot"])["tasks"].values()
        for doc, item in zip(built.test_docs(), source.of_task(task), strict=True):
            assert built.doc_to_text(doc) == f"<image>\n{item.prompts.chain_of_thought}"
            assert built.doc_to_target(doc) == item.answer.expected
            (picture,) = built.doc_to_image(doc)
            assert png(picture) == png(Image.open(io.BytesIO(source.picture(item.image))))
            for reply, score in (
                (f"(1) or (2)? So \\boxed{{{item.answer.expected}}}", 1),
                (f"{item.answer.expected}, no: ({item.choice.key % 4 + 1})", 0),
            ):
                replies = [[reply]]
                for step in built._filters[0].filters:
                    replies = list(step().apply(replies, [doc]))
                assert built.process_results(doc, replies)["exact_match"] == score


def test_vlmevalkit_table_reads_as_written(source, exported):
    table = pd.read_csv(exported / "vlmevalkit" / "mine.tsv", sep="\t")
    assert not table.isna().any().any()
    pictures = dict(zip(table["index"].astype(str), table["image"], strict=True))
    for row, item in zip(table.to_dict("records"), source.items, strict=True):
        assert row["question"] == item.question
        assert [row[letter] for letter in "ABCD"] == list(item.choice.options)
        assert row["answer"] == "ABCD"[item.choice.key - 1]
        assert (row["category"], row["split"], row["id"]) == (item.task, "test", item.id)
        picture = row["image"]
        if len(picture) <= 64:
            picture = pictures[picture]
        assert base64.b64decode(picture) == source.picture(item.image)


@pytest.mark.parametrize(
    "text", ["NA", "None", "45", " 45", "1e9", "nan", "True", "inf", "", "<NA>"]
)
def test_cells_that_pandas_would_change_are_read_as_text(text):
    from geoengine.formats.vlmevalkit import safe_cell

    def read(cell):
        return pd.read_csv(io.StringIO(f"A\tB\n{cell}\tx\n"), sep="\t")["A"][0]

    assert read(safe_cell(text)) == f"${text}$"


def test_verl_rows_have_what_its_dataset_reads(source, exported):
    rows = datasets.load_dataset(
        "parquet", data_files=str(exported / "verl" / "test.parquet"), split="train"
    )
    spec = importlib.util.spec_from_file_location("reward", exported / "verl" / "reward.py")
    reward = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reward)
    for row, item in zip(rows, source.items, strict=True):
        assert row["prompt"] == [
            {"role": "user", "content": f"<image>{item.prompts.chain_of_thought}"}
        ]
        assert row["prompt"][0]["content"].count("<image>") == len(row["images"])
        assert png(row["images"][0]) == png(Image.open(io.BytesIO(source.picture(item.image))))
        truth = row["reward_model"]["ground_truth"]
        assert row["reward_model"]["style"] == "rule"
        for reply, score in (
            (f"so \\boxed{{({item.choice.key})}}", 1.0),
            (f"\\boxed{{{item.choice.key}}} rather than ({item.choice.key % 4 + 1})", 1.0),
            (f"({item.choice.key})", 1.0),
            (f"({item.choice.key}), no, ({item.choice.key % 4 + 1})", 0.0),
            ("I do not know", 0.0),
        ):
            assert reward.compute_score(row["data_source"], reply, truth, {}) == score
