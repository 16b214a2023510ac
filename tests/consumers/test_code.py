"""Other programs reading items that show code and ask for values."""

import importlib.util

import datasets
import inspect_ai
import pandas as pd
import pytest
from code_items import TITLES, code_split
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from geoengine.formats import export


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Return a split whose items show code, and the folder of its formats."""
    place = tmp_path_factory.mktemp("code")
    with code_split(place / "drawn") as source:
        export(source, place / "out")
        yield source, place / "out"


def module_of(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def right(item):
    return f"Therefore $\\boxed{{{item.answer.latex}}}$."


def said(reply):
    output = ModelOutput.from_content("mockllm", reply)
    # Without it, the mock counts tokens with a vocabulary that it would have to download.
    output.usage = ModelUsage()
    return output


@pytest.mark.parametrize("task", TITLES)
def test_inspect_scores_values_of_code(drawn, tmp_path, task):
    source, out = drawn
    first, second = source.of_task(task)
    model = get_model(
        "mockllm/model", custom_outputs=[said(right(first)), said(r"It is \boxed{12345}.")]
    )
    (log,) = inspect_ai.eval(
        f"{out / 'inspect/tasks.py'}@{task}", model=model, log_dir=str(tmp_path), display="none",
        max_connections=1, max_samples=1,
    )  # fmt: skip
    assert log.status == "success", log.error
    assert [sample.scores["math"].value for sample in log.samples] == ["C", "I"]
    for sample, item in zip(log.samples, (first, second), strict=True):
        (part,) = sample.input[0].content
        assert item.media[0].text in part.text


@pytest.mark.parametrize("task", TITLES)
def test_lm_eval_compares_values_of_code(drawn, task):
    from lm_eval.tasks import TaskManager

    source, out = drawn
    manager = TaskManager(include_path=str(out / "lm-eval"), include_defaults=False)
    (built,) = manager.load([f"geoengine_drawn_{task}_text_cot"])["tasks"].values()
    for doc, item in zip(built.test_docs(), source.of_task(task), strict=True):
        assert item.media[0].text in built.doc_to_text(doc)
        assert built.process_results(doc, [right(item)])["exact_match"] == 1
        assert built.process_results(doc, [r"\boxed{12345}"])["exact_match"] == 0


@pytest.mark.parametrize("path", ["geogrambench/drawn.parquet", "verl/test.parquet"])
def test_parquet_for_verl_is_read_and_scored(drawn, path):
    source, out = drawn
    rows = datasets.load_dataset("parquet", data_files=str(out / path), split="train")
    reward = module_of(out / "verl/reward.py")
    for row, item in zip(rows, source.items, strict=True):
        (message,) = row["prompt"]
        assert item.media[0].text in message["content"]
        truth = row["reward_model"]["ground_truth"].strip("$")
        for reply, score in ((right(item), 1.0), (r"\boxed{12345}", 0.0)):
            assert reward.compute_score("", reply, truth, {"kind": "value"}) == score


def test_pandas_and_datasets_read_the_code(drawn):
    source, out = drawn
    table = pd.read_csv(out / "vlmevalkit/drawn_open.tsv", sep="\t")
    published = pd.read_json(out / "geogrambench/drawn.json")
    codes = [item.media[0].text for item in source.items]
    for code, question, told in zip(codes, table["question"], published["geo_code"], strict=True):
        assert code in question
        assert code in told
    loaded = datasets.load_dataset(str(out / "huggingface"), "local", split="test")
    assert all("pair A=(0,0)" in code for code in loaded["code"])
