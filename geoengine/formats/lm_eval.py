"""lm-evaluation-harness: task YAML, the data, and what loads it."""

from __future__ import annotations

import json
from pathlib import Path

from geoengine.formats.pictures import copy_pictures
from geoengine.formats.source import Source
from geoengine.items import Item

__all__ = ["write_lm_eval"]

_LOADER = '''"""Loads the questions that lie beside this file, wherever that is."""

from pathlib import Path

import datasets
from PIL import Image

HERE = Path(__file__).parent


def questions(task, **_):
    return datasets.load_dataset("json", data_files={"test": str(HERE / "data" / f"{task}.jsonl")})


def pictures(doc):
    return [Image.open(HERE / doc["image"]).convert("RGB")] if doc["image"] else []


def with_picture(doc):
    return ("<image>\\n" if doc["image"] else "") + doc["prompt"]


def with_picture_cot(doc):
    return ("<image>\\n" if doc["image"] else "") + doc["prompt_cot"]
'''

_TASK = """task: {family}_{task}{variant}
dataset_path: json
custom_dataset: !function geoengine_questions.questions
dataset_kwargs:
  task: {task}
test_split: test
output_type: generate_until
{image}doc_to_text: {text}
doc_to_target: "{{{{answer}}}}"
generation_kwargs:
  until: []
  do_sample: false
  temperature: 0.0
  max_gen_toks: {tokens}
filter_list:
  - name: last-number
    filter:
      - function: regex
        regex_pattern: "\\\\([1-4]\\\\)"
        group_select: -1
      - function: take_first
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""

_GROUP = """group: {family}{variant}
task:
{tasks}
aggregate_metric_list:
  - metric: exact_match
    aggregation: mean
    weight_by_size: true
    filter_list: [last-number]
metadata:
  version: 1.0
"""

_TOKENS = {"": 512, "_cot": 4096}


def write_lm_eval(source: Source, out: Path) -> None:
    """Write the tasks ``geoengine_<task>`` and their groups; ``lm_eval --include_path`` finds them.

    Each task comes in four variants: with the picture or as text alone (``_text``), each asking
    for the answer alone or for the reasoning too (``_cot``). Those in Chinese begin with
    ``geoengine_zh``.
    """
    (out / "data").mkdir()
    (out / "geoengine_questions.py").write_text(_LOADER, encoding="utf-8")
    for task in source.tasks:
        with (out / "data" / f"{task}.jsonl").open("w", encoding="utf-8") as file:
            for item in source.of_task(task):
                file.write(json.dumps(_doc(item), ensure_ascii=False) + "\n")
    seen = ("", "_text") if source.pictures else ("_text",)
    for sight in seen:
        for reasoning in ("", "_cot"):
            _write_variant(source, out, sight, reasoning)
    copy_pictures(source, out)


def _doc(item: Item) -> dict[str, str]:
    return {
        "id": item.id,
        "prompt": item.prompts.answer_only,
        "prompt_cot": item.prompts.chain_of_thought,
        "answer": item.answer.expected,
        "image": item.image or "",
    }


def _write_variant(source: Source, out: Path, sight: str, reasoning: str) -> None:
    variant = f"{sight}{reasoning}"
    if sight:
        image, text = "", f'"{{{{prompt{reasoning}}}}}"'
    else:
        image = "doc_to_image: !function geoengine_questions.pictures\n"
        text = f"!function geoengine_questions.with_picture{reasoning}"
    for task in source.tasks:
        filled = _TASK.format(
            family=source.prefix, task=task, variant=variant,
            image=image, text=text, tokens=_TOKENS[reasoning],
        )  # fmt: skip
        (out / f"{source.prefix}_{task}{variant}.yaml").write_text(filled, encoding="utf-8")
    tasks = "\n".join(f"  - {source.prefix}_{task}{variant}" for task in source.tasks)
    group = _GROUP.format(family=source.prefix, variant=variant, tasks=tasks)
    (out / f"{source.prefix}{variant}.yaml").write_text(group, encoding="utf-8")
