"""``geoengine evaluate`` on the outputs of other programs; run by ``make test-consumers``."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import datasets
import inspect_ai
import pandas as pd
import pytest
import yaml
from consumers.endpoint import Endpoint, Script, is_asked
from inspect_ai import Task
from inspect_ai._eval.task.hf import HFTask, _record_to_sample_hf
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice

GUIDE = Path(__file__).parents[2] / "docs" / "evaluate.md"

# Instead of the vocabulary that Inspect would download: one token a letter.
WITHOUT_NETWORK = """
import tiktoken

class Letters:
    def encode(self, text, **_):
        return list(text)

tiktoken.get_encoding = lambda name: Letters()
"""


@pytest.fixture(scope="module")
def script(source):
    return Script(source)


@pytest.fixture
def place(source, exported, tmp_path):
    """A folder in which the commands of the guide can be run, with the split in ``out/mine``."""
    shutil.copytree(source.path, tmp_path / "out/mine")
    shutil.copytree(exported, tmp_path / "out/formats")
    (tmp_path / "site").mkdir()
    (tmp_path / "site/sitecustomize.py").write_text(WITHOUT_NETWORK)
    return tmp_path


def command_of_the_guide(*words):
    """Return the only block of commands that contains all these words."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    (found,) = [block for block in blocks if all(word in block for word in words)]
    return found


def run(commands, place):
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euc", commands],
        cwd=place,
        env={**os.environ, "PATH": search, "PYTHONPATH": str(place / "site"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    return done.stdout


def evaluate(place, *files, fails=False):
    """Return right answers and questions of a report, by model, variant, run and task."""
    words = [sys.executable, "-m", "geoengine", "evaluate", "out/mine", *map(str, files)]
    done = subprocess.run(
        [*words, "-o", "out/report"], cwd=place, capture_output=True, text=True, check=False
    )
    assert done.returncode == fails, done.stderr
    return accuracies(place / "out/report")


def accuracies(report):
    with (report / "csv/accuracy.csv").open(encoding="utf-8", newline="") as file:
        return {
            (row["model"], row["variant"], row["run"], row["task"]): (
                int(row["right"]),
                int(row["questions"]),
            )
            for row in csv.DictReader(file)
        }


def expected(source, script, model, variant, run=""):
    return {
        (model, variant, run, task): (script.right(task), script.count(task))
        for task in source.tasks
    }


def test_the_guide_exports(place):
    shutil.rmtree(place / "out/formats")
    run(command_of_the_guide("geoengine export"), place)
    assert (place / "out/formats/lm-eval/geoengine_text.yaml").is_file()


@pytest.mark.parametrize(
    ("command", "named", "model", "variant"),
    [
        ("lm_eval", "--model dummy", "dummy", "text"),
        ("inspect eval", "--model mockllm/model", "mockllm/model", ""),
    ],
)
def test_what_always_says_the_same_gets_nothing(source, place, command, named, model, variant):
    run(command_of_the_guide(command, named), place)
    (report,) = (place / "out").glob("*-report")
    assert accuracies(report) == {
        (model, variant, "", task): (0, len(source.of_task(task))) for task in source.tasks
    }
    assert json.loads((report / "report.json").read_text())["account"] == []


def test_lm_eval_with_a_server(source, script, place):
    commands = command_of_the_guide("lm_eval", "http://localhost:8000")
    with Endpoint(source, script) as endpoint:
        run(commands.replace("http://localhost:8000", endpoint.url), place)
    assert endpoint.asked == {item.id: 1 for item in source.items}
    found = accuracies(place / "out/lm-report")
    assert found == expected(source, script, "MODEL", "cot")
    (own,) = (place / "out/lm").glob("*/results_*.json")
    results = json.loads(own.read_text())["results"]
    for (_, _, _, task), (right, count) in found.items():
        score = results[f"geoengine_{task}_cot"]["exact_match,last-number"]
        # It reads the reasoning as the answer: it takes a refusal after "Is it (1)?" as 1.
        thought = [
            item
            for item in source.of_task(task)
            if script.chosen[item.id] is None and item.choice.key == 1
        ]
        assert score == pytest.approx((right + len(thought)) / count)


def test_inspect_with_a_server(source, script, place):
    commands = command_of_the_guide("inspect eval", "http://localhost:8000")
    with Endpoint(source, script) as endpoint:
        run(commands.replace("http://localhost:8000", endpoint.url), place)
    assert endpoint.asked == {item.id: 1 for item in source.items}
    found = accuracies(place / "out/inspect-report")
    assert found == expected(source, script, "vllm/MODEL", "cot")
    logs = list((place / "out/inspect").glob("*.eval"))
    assert len(logs) == len(source.tasks)
    for path in logs:
        log = inspect_ai.log.read_eval_log(str(path))
        right, count = found["vllm/MODEL", "cot", "", log.eval.task]
        score = log.results.scores[0].metrics["accuracy"].value
        assert score == pytest.approx(right / count)


@pytest.fixture(scope="module")
def replies(source, script):
    """The mock model of Inspect, which answers by the question."""

    def reply(messages, *_):
        text = messages[-1].text
        for item in source.items:
            if is_asked(item, text):
                output = ModelOutput.from_content("mockllm", script.lettered(item))
                output.usage = ModelUsage()
                return output
        raise AssertionError(text)

    return reply


@pytest.mark.parametrize("form", ["eval", "json"])
@pytest.mark.parametrize("epochs", [1, 2])
def test_both_forms_of_inspect_logs(source, script, replies, place, monkeypatch, form, epochs):
    # It looks for tasks in the working folder.
    monkeypatch.chdir(place)
    logs = inspect_ai.eval(
        "out/formats/inspect/tasks.py",
        model=get_model("mockllm/model", custom_outputs=replies),
        log_dir="out/logs",
        log_format=form,
        epochs=epochs,
        display="none",
    )
    assert {log.status for log in logs} == {"success"}
    files = sorted((place / "out/logs").glob(f"*.{form}"))
    assert len(files) == len(source.tasks)
    runs = [""] if epochs == 1 else ["1", "2"]
    wanted = {}
    for name in runs:
        wanted |= expected(source, script, "mockllm/model", "", name)
    assert evaluate(place, *files) == wanted


def test_logs_of_a_dataset_of_the_hub(source, exported, script, replies, place):
    """Make the task of ``eval.yaml`` like ``inspect eval hf/…``, from files instead of the hub."""
    folder = exported / "huggingface"
    tasks = []
    for told in yaml.safe_load((folder / "eval.yaml").read_text())["tasks"]:
        spec = HFTask.model_validate(told)
        rows = datasets.load_dataset(
            str(folder), spec.config, split=spec.split, cache_dir=str(place / "cache")
        )
        samples = [_record_to_sample_hf(row, spec.field_spec) for row in rows]
        tasks.append(Task(name=spec.id, dataset=samples, solver=multiple_choice(), scorer=choice()))
    inspect_ai.eval(
        tasks,
        model=get_model("mockllm/model", custom_outputs=replies),
        log_dir=str(place / "out/logs"),
        display="none",
    )
    files = sorted((place / "out/logs").glob("*.eval"))
    assert evaluate(place, *files) == expected(source, script, "mockllm/model", "")


def test_samples_that_failed_in_inspect_are_told(source, script, replies, place, monkeypatch):
    monkeypatch.chdir(place)
    task = source.tasks[0]
    failing = source.of_task(task)[0]

    def reply(messages, *rest):
        if is_asked(failing, messages[-1].text):
            raise RuntimeError("the server is gone")
        return replies(messages, *rest)

    inspect_ai.eval(
        f"out/formats/inspect/tasks.py@{task}",
        model=get_model("mockllm/model", custom_outputs=reply),
        log_dir="out/logs",
        fail_on_error=False,
        display="none",
    )
    (file,) = (place / "out/logs").glob("*.eval")
    found = evaluate(place, file, fails=True)
    lost = script.chosen[failing.id] == failing.choice.key
    assert found == {
        ("mockllm/model", "", "", task): (script.right(task) - lost, script.count(task))
    }
    with (place / "out/report/responses.csv").open(encoding="utf-8", newline="") as rows:
        outcomes = {row["id"]: row["outcome"] for row in csv.DictReader(rows)}
    assert outcomes[failing.id] == "failed"


# VLMEvalKit and LLaMA-Factory need torch: these files are written as their sources do.


@pytest.mark.parametrize("suffix", ["xlsx", "tsv", "json"])
def test_vlmevalkit(source, script, place, suffix):
    """Made as ``vlmeval/inference.py`` and ``dump`` of ``vlmeval/smp/file.py`` do."""
    table = pd.read_csv(place / "out/formats/vlmevalkit/mine.tsv", sep="\t")
    table["index"] = [int(index) for index in table["index"]]
    by_id = {item.id: item for item in source.items}
    table["prediction"] = [script.lettered(by_id[identity]) for identity in table["id"]]
    failed, formula = source.items[0], source.items[1]
    table.loc[table["id"] == failed.id, "prediction"] = "Failed to obtain answer via API."
    letter = "ABCD"[formula.choice.key - 1]
    table.loc[table["id"] == formula.id, "prediction"] = f'=\t"a"\r\nANSWER: {letter}'
    table.pop("image")
    path = place / f"Qwen2-VL_mine.{suffix}"
    if suffix == "xlsx":
        options = {"options": {"strings_to_formulas": False}}
        with pd.ExcelWriter(path, engine="xlsxwriter", engine_kwargs=options) as writer:
            table.to_excel(writer, index=False)
    elif suffix == "tsv":
        table.to_csv(path, sep="\t", index=False, encoding="utf-8", quoting=csv.QUOTE_ALL)
    else:
        path.write_text(json.dumps(table.to_dict("records"), indent=4, ensure_ascii=False))
    wanted = expected(source, script, "Qwen2-VL", "")
    for item, now in ((failed, False), (formula, True)):
        key = ("Qwen2-VL", "", "", item.task)
        right, count = wanted[key]
        wanted[key] = (right - (script.chosen[item.id] == item.choice.key) + now, count)
    assert evaluate(place, path, fails=True) == wanted


@pytest.mark.parametrize("variant", ["", "cot"])
@pytest.mark.parametrize(
    ("prompt", "label"),
    [
        # Template qwen2_vl, without special tokens, which is the default.
        ("system\nYou are a helpful assistant.\nuser\n{}\nassistant\n", "{}\n"),
        # The same with --skip_special_tokens false; pictures are padding tokens.
        (
            "<|im_start|>user\n<|vision_start|><|image_pad|><|vision_end|>{}<|im_end|>\n"
            "<|im_start|>assistant\n",
            "{}<|im_end|>\n",
        ),
        # A reasoning template puts an empty thought before the label.
        ("user\n{}\nassistant\n", "<think>\n\n</think>\n\n{}\n"),
    ],
)
def test_llamafactory(source, script, place, variant, prompt, label):
    """Made as ``scripts/vllm_infer.py`` does, of several data sets at once."""
    folder = place / "out/formats/llamafactory"
    index = json.loads((folder / "dataset_info.json").read_text())
    by_id = {item.id: item for item in source.items}
    path = place / "generated_predictions.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for task in source.tasks:
            entry = index[f"geoengine_{task}{variant and '_cot'}"]
            for record in json.loads((folder / entry["file_name"]).read_text(encoding="utf-8")):
                asked, answered = record["messages"]
                line = {
                    "prompt": prompt.format(asked["content"].removeprefix("<image>")),
                    "predict": script.numbered(by_id[record["problem_id"]]),
                    "label": label.format(answered["content"]),
                }
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
    assert evaluate(place, f"tuned={path}") == expected(source, script, "tuned", variant)
