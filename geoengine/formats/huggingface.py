"""Hugging Face datasets: Parquet, a dataset card, and ``eval.yaml``."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

import geoengine
from geoengine.catalogue import Language
from geoengine.formats.parquet import IMAGE, INTEGER, TEXT, list_of, write_parquet
from geoengine.formats.pictures import data_uri
from geoengine.formats.source import Source
from geoengine.items import Item

__all__ = ["write_huggingface"]

_FEATURES = {
    "id": TEXT,
    "task": TEXT,
    "level": INTEGER,
    "language": TEXT,
    "image": IMAGE,
    "question": TEXT,
    "options": list_of(TEXT),
    "key": INTEGER,
    "answer": TEXT,
    "prompt": TEXT,
    "prompt_cot": TEXT,
    "problem": TEXT,
    "scene": TEXT,
    "tier": INTEGER,
    "form": TEXT,
    "certificate": TEXT,
    "meta": TEXT,
}

_INSPECT_FEATURES = {
    "id": TEXT,
    "question": TEXT,
    "image_uri": TEXT,
    "options": list_of(TEXT),
    "target": TEXT,
}

_LANGUAGES: dict[Language, str] = {"en": "English", "zh": "Chinese"}

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


def write_huggingface(source: Source, out: Path) -> None:
    """Write ``README.md``, ``data/<task>-….parquet``, and ``eval.yaml`` with data for Inspect."""
    for task in source.tasks:
        items = source.of_task(task)
        rows = [_row(source, item) for item in items]
        write_parquet(out / _data_file(task), _FEATURES, rows)
        write_parquet(
            out / _inspect_file(task),
            _INSPECT_FEATURES,
            [_inspect_row(source, item) for item in items],
        )
    (out / "README.md").write_text(_card(source), encoding="utf-8")
    (out / "eval.yaml").write_text(_yaml(_evaluation(source)), encoding="utf-8")


def _data_file(task: str) -> str:
    return f"data/{task}-00000-of-00001.parquet"


def _inspect_file(task: str) -> str:
    return f"inspect/{task}-00000-of-00001.parquet"


def _row(source: Source, item: Item) -> dict[str, Any]:
    image = None
    if item.image is not None:
        image = {"bytes": source.picture(item.image), "path": Path(item.image).name}
    return {
        **item.model_dump(include={"id", "task", "language", "question", "problem", "scene"}),
        "options": list(item.choice.options),
        "key": item.choice.key,
        "answer": item.answer.expected,
        "prompt": item.prompts.answer_only,
        "prompt_cot": item.prompts.chain_of_thought,
        "level": item.level,
        "image": image,
        "tier": item.meta["tier"],
        "form": item.meta["form"],
        # As text: its keys depend on the task, and a column has one type.
        "certificate": json.dumps(item.certificate, ensure_ascii=False, sort_keys=True),
        "meta": json.dumps(item.meta, ensure_ascii=False, sort_keys=True),
    }


def _inspect_row(source: Source, item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "question": item.question,
        "image_uri": data_uri(source, item.image) if item.image else "",
        "options": list(item.choice.options),
        "target": "ABCD"[item.choice.key - 1],
    }


def _evaluation(source: Source) -> dict[str, Any]:
    """What Inspect reads when a dataset is evaluated by its name on the hub."""
    return {
        "name": source.name,
        "evaluation_framework": "inspect-ai",
        "tasks": [
            {
                "id": task,
                "config": f"inspect_{task}",
                "split": "test",
                "field_spec": {
                    "input": "question",
                    "input_image": "image_uri",
                    "target": "target",
                    "choices": "options",
                    # Inspect numbers the samples of the hub itself.
                    "metadata": ["id"],
                },
                "solvers": [{"name": "multiple_choice"}],
                "scorers": [{"name": "choice"}],
            }
            for task in source.tasks
        ],
    }


def _card(source: Source) -> str:
    count = len(source.items)
    size = next((name for most, name in _SIZES if count < most), "100K<n<1M")
    configs: list[dict[str, Any]] = []
    for kind, file in (("{}", _data_file), ("inspect_{}", _inspect_file)):
        configs += [
            {
                "config_name": kind.format(task),
                "data_files": [{"split": "test", "path": file(task)}],
            }
            for task in source.tasks
        ]
    front = {
        "language": [source.language],
        "pretty_name": source.name,
        "size_categories": [size],
        "task_categories": ["visual-question-answering", "multiple-choice"],
        "tags": ["geometry", "mathematics", "reasoning", "synthetic"],
        "configs": configs,
    }
    counts = "\n".join(f"| `{task}` | {len(source.of_task(task))} |" for task in source.tasks)
    manifest = source.manifest
    fields = "\n".join(f"- `{name}`" for name in _FEATURES)
    return f"""---
{_yaml(front)}---

# {source.name}

{count} multiple-choice questions on plane geometry, in {_LANGUAGES[source.language]}, made by
geoengine {manifest["engine"]} with the seed {manifest["seed"]}. Each has four options, of which one
is right, and carries the evidence for each option in `certificate`. Each task is a configuration of
its own:

| task | questions |
| --- | --- |
{counts}

```python
from datasets import load_dataset

questions = load_dataset("{source.name}", "{source.tasks[0]}", split="test")
```

`prompt` asks for the answer alone and `prompt_cot` for the reasoning too; `answer` is what is
expected, such as `(2)`. `certificate` and `meta` are JSON. The configurations named `inspect_…`
hold the same questions for Inspect AI, as `eval.yaml` tells it.

The columns:

{fields}

This card was written by geoengine {geoengine.__version__}.
"""


def _yaml(data: dict[str, Any]) -> str:
    yaml = YAML(typ="rt")
    yaml.default_flow_style = False
    text = io.StringIO()
    yaml.dump(data, text)
    return text.getvalue()
