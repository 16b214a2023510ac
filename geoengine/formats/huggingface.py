"""Hugging Face datasets: Parquet, a dataset card, and ``eval.yaml``."""

from __future__ import annotations

import io
import json
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from ruamel.yaml import YAML

import geoengine
from geoengine.catalogue import Language
from geoengine.formats.media_files import data_uri, with_bytes
from geoengine.formats.parquet import IMAGE, INTEGER, TEXT, VIDEO, list_of, write_parquet
from geoengine.formats.source import Source
from geoengine.items import Choice, Item, Kind, Value

__all__ = ["write_huggingface"]

_FEATURES = {
    "id": TEXT,
    "task": TEXT,
    "level": INTEGER,
    "language": TEXT,
    "image": IMAGE,
    "further_images": list_of(IMAGE),
    "video": VIDEO,
    "question": TEXT,
    "code": TEXT,
    "kind": TEXT,
    "options": list_of(TEXT),
    "key": INTEGER,
    "answer": TEXT,
    "prompt": TEXT,
    "prompt_cot": TEXT,
    "problem": TEXT,
    "scene": TEXT,
    "tier": INTEGER,
    "form": TEXT,
    "media": TEXT,
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
    """Write ``data/<task>-….parquet`` with all items, and ``README.md``, the dataset card.

    For Inspect AI there are ``inspect/<task>-….parquet``, for tasks that it can score, and
    ``eval.yaml``, which says how to run them. Raises MissingLibraryError without pyarrow.
    """
    features = _features(source)
    for task in source.tasks:
        items = source.of_task(task)
        rows = [_row(source, item) for item in items]
        write_parquet(out / _data_file(task), features, rows)
    scored = source.of_kinds(frozenset(_SOLVERS))
    for task in scored.tasks:
        rows = [_inspect_row(source, item) for item in scored.of_task(task)]
        write_parquet(out / _inspect_file(task), _INSPECT_FEATURES, rows)
    (out / "README.md").write_text(_card(source), encoding="utf-8")
    (out / "eval.yaml").write_text(_yaml(_evaluation(source)), encoding="utf-8")


def _features(source: Source) -> dict[str, Any]:
    """Return the columns; that of videos only where there are any: reading it needs a decoder."""
    shown = any(item.videos for item in source.items)
    return {name: f for name, f in _FEATURES.items() if shown or name != "video"}


def _data_file(task: str) -> str:
    return f"data/{task}-00000-of-00001.parquet"


def _inspect_file(task: str) -> str:
    return f"inspect/{task}-00000-of-00001.parquet"


def _row(source: Source, item: Item) -> dict[str, Any]:
    choice = item.answer if isinstance(item.answer, Choice) else None
    pictures = [with_bytes(source, name) for name in item.pictures]
    return {
        **item.model_dump(include=set(_FEATURES) & set(Item.model_fields) - {"answer", "media"}),
        "kind": item.answer.kind,
        "options": list(choice.options) if choice else [],
        "key": choice.key if choice else None,
        "answer": item.answer.expected,
        "prompt": item.prompts.answer_only,
        "prompt_cot": item.prompts.chain_of_thought,
        "code": item.code,
        "image": pictures[0] if pictures else None,
        "further_images": pictures[1:],
        "video": with_bytes(source, item.videos[0]) if item.videos else None,
        "tier": item.meta.get("tier"),
        "form": item.meta.get("form", ""),
        # As JSON text: the keys depend on the task, but a column has one type.
        "media": json.dumps([m.model_dump() for m in item.media], ensure_ascii=False),
        "certificate": json.dumps(item.certificate, ensure_ascii=False, sort_keys=True),
        "meta": json.dumps(item.meta, ensure_ascii=False, sort_keys=True),
    }


def _inspect_row(source: Source, item: Item) -> dict[str, Any]:
    asked = {
        "id": item.id,
        "image_uri": data_uri(source, item.image) if item.image else "",
    }
    if isinstance(item.answer, Choice):
        question = "\n\n".join(part for part in (item.question, item.code) if part)
        return {
            **asked,
            "question": question,
            "options": list(item.answer.options),
            "target": ascii_uppercase[item.answer.key - 1],
        }
    target = item.answer.latex if isinstance(item.answer, Value) else item.answer.expected
    question = item.prompts.chain_of_thought
    return {**asked, "question": question, "options": [], "target": target}


_SOLVERS: dict[Kind, tuple[str, str]] = {
    "choice": ("multiple_choice", "choice"),
    "value": ("generate", "math"),
}
"""Inspect's solver and scorer for each kind of answer that it can score."""


def _evaluation(source: Source) -> dict[str, Any]:
    """Return ``eval.yaml``, which Inspect reads to evaluate a dataset of the hub by its name."""
    scored = source.of_kinds(frozenset(_SOLVERS))
    return {
        "name": source.name,
        "evaluation_framework": "inspect-ai",
        "tasks": [_inspect_task(task, scored.kind(task)) for task in scored.tasks],
    }


def _inspect_task(task: str, kind: Kind) -> dict[str, Any]:
    solver, scorer = _SOLVERS[kind]
    fields: dict[str, Any] = {
        "input": "question",
        "input_image": "image_uri",
        "target": "target",
        # As metadata, since Inspect numbers the samples of the hub itself.
        "metadata": ["id"],
    }
    if kind == "choice":
        fields["choices"] = "options"
    return {
        "id": task,
        "config": f"inspect_{task}",
        "split": "test",
        "field_spec": fields,
        "solvers": [{"name": solver}],
        "scorers": [{"name": scorer}],
    }


def _card(source: Source) -> str:
    count = len(source.items)
    size = next((name for most, name in _SIZES if count < most), "100K<n<1M")
    configs: list[dict[str, Any]] = []
    scored = source.of_kinds(frozenset(_SOLVERS)).tasks
    for name, file, tasks in (
        ("{}", _data_file, source.tasks),
        ("inspect_{}", _inspect_file, scored),
    ):
        configs += [
            {
                "config_name": name.format(task),
                "data_files": [{"split": "test", "path": file(task)}],
            }
            for task in tasks
        ]
    front = {
        "language": [source.language],
        "pretty_name": source.name,
        "size_categories": [size],
        "task_categories": _categories(source),
        "tags": ["geometry", "mathematics", "reasoning", "synthetic"],
        "configs": configs,
    }
    counts = "\n".join(
        f"| `{task}` | {len(source.of_task(task))} | {', '.join(source.kinds_in(task))} |"
        for task in source.tasks
    )
    manifest = source.manifest
    fields = "\n".join(f"- `{name}`" for name in _features(source))
    return f"""---
{_yaml(front)}---

# {source.name}

{count} questions of the family “{source.family.title}”, in {_LANGUAGES[source.language]}, made by
geoengine {manifest["engine"]} with the seed {manifest["seed"]}. Each carries the evidence for its
answer in `certificate`. Each task is a configuration of its own:

| task | questions | kind of answer |
| --- | --- | --- |
{counts}

```python
from datasets import load_dataset

questions = load_dataset("{source.name}", "{source.tasks[0]}", split="test")
```

`prompt` asks for the answer alone and `prompt_cot` for the reasoning too; `answer` is what is
expected, such as `(2)`; `options` and `key` are empty unless the kind of answer is a choice.
`media`, `certificate` and `meta` are JSON. The configurations named `inspect_…` hold the same
questions for Inspect AI, as described in `eval.yaml`.

The columns:

{fields}

This card was written by geoengine {geoengine.__version__}.
"""


def _categories(source: Source) -> list[str]:
    found = ["visual-question-answering"] if source.pictures else ["question-answering"]
    if any(item.answer.kind == "choice" for item in source.items):
        found.append("multiple-choice")
    return found


def _yaml(data: dict[str, Any]) -> str:
    yaml = YAML(typ="rt")
    yaml.default_flow_style = False
    text = io.StringIO()
    yaml.dump(data, text)
    return text.getvalue()
