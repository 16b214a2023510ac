"""lm-evaluation-harness: tasks in YAML, the data, and a module that loads them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import TaggedScalar
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from geoengine.formats.emitted import read_program
from geoengine.formats.media_files import copy_media
from geoengine.formats.source import Source
from geoengine.items import Item, Kind, Value

__all__ = ["LM_EVAL_KINDS", "write_lm_eval"]

LM_EVAL_KINDS: frozenset[Kind] = frozenset({"choice", "value"})
"""The kinds of answer that the written tasks can score."""

_TOKENS = {"": 512, "_cot": 4096}
_FILTER = "last-number"


def write_lm_eval(source: Source, out: Path) -> None:
    """Write the tasks ``geoengine_<task>`` and their groups; ``lm_eval --include_path`` finds them.

    Each task comes in four variants: with the picture or as text alone (``_text``), each asking
    for the answer alone or for the reasoning too (``_cot``). A split without pictures has the
    variants of text alone. The names begin with `Source.prefix`: with ``geoengine_zh`` for items
    in Chinese, and with ``geoengine_<family>`` for other families that set no prefix.
    """
    (out / "data").mkdir()
    (out / "geoengine_questions.py").write_text(
        read_program("lm_eval_questions.py"), encoding="utf-8"
    )
    for task in source.tasks:
        with (out / "data" / f"{task}.jsonl").open("w", encoding="utf-8") as file:
            for item in source.of_task(task):
                file.write(json.dumps(_doc(item), ensure_ascii=False) + "\n")
    seen = ("", "_text") if source.pictures else ("_text",)
    for sight in seen:
        for reasoning in ("", "_cot"):
            _write_variant(source, out, sight, reasoning)
    copy_media(source, out)


def _doc(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "prompt": item.prompts.answer_only,
        "prompt_cot": item.prompts.chain_of_thought,
        "answer": item.answer.expected,
        "latex": item.answer.latex if isinstance(item.answer, Value) else "",
        "images": list(item.pictures),
    }


def _write_variant(source: Source, out: Path, sight: str, reasoning: str) -> None:
    variant = f"{sight}{reasoning}"
    names = {task: f"{source.prefix}_{task}{variant}" for task in source.tasks}
    for task, name in names.items():
        definition = _task(source, task, name, sight, reasoning)
        (out / f"{name}.yaml").write_text(_yaml(definition), encoding="utf-8")
    metric: dict[str, Any] = {
        "metric": "exact_match",
        "aggregation": "mean",
        "weight_by_size": True,
    }
    if all(source.kind(task) == "choice" for task in source.tasks):
        metric["filter_list"] = [_FILTER]
    group = {
        "group": f"{source.prefix}{variant}",
        "task": list(names.values()),
        "aggregate_metric_list": [metric],
        "metadata": {"version": 1.0},
    }
    (out / f"{source.prefix}{variant}.yaml").write_text(_yaml(group), encoding="utf-8")


def _task(source: Source, task: str, name: str, sight: str, reasoning: str) -> dict[str, Any]:
    definition: dict[str, Any] = {
        "task": name,
        "dataset_path": "json",
        "custom_dataset": _function("questions"),
        "dataset_kwargs": {"task": task},
        "test_split": "test",
        "output_type": "generate_until",
    }
    if sight:
        definition["doc_to_text"] = DoubleQuotedScalarString(f"{{{{prompt{reasoning}}}}}")
    else:
        definition["doc_to_image"] = _function("pictures")
        definition["doc_to_text"] = _function(f"with_picture{reasoning}")
    definition["doc_to_target"] = DoubleQuotedScalarString("{{answer}}")
    definition["generation_kwargs"] = {
        "until": [],
        "do_sample": False,
        "temperature": 0.0,
        "max_gen_toks": _TOKENS[reasoning],
    }
    if source.kind(task) == "choice":
        number = {
            "function": "regex",
            "regex_pattern": DoubleQuotedScalarString(rf"\([1-{source.options(task)}]\)"),
            "group_select": -1,
        }
        definition["filter_list"] = [
            {"name": _FILTER, "filter": [number, {"function": "take_first"}]}
        ]
    else:
        definition["process_results"] = _function("score_value")
    definition["metric_list"] = [
        {"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}
    ]
    definition["metadata"] = {"version": 1.0}
    return definition


def _function(name: str) -> TaggedScalar:
    return TaggedScalar(value=f"geoengine_questions.{name}", style=None, tag="!function")


def _yaml(data: dict[str, Any]) -> str:
    yaml = YAML(typ="rt")
    yaml.default_flow_style = False
    yaml.width = 4096
    text = io.StringIO()
    yaml.dump(data, text)
    return text.getvalue()
