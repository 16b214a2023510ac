"""Inspect AI: JSON lines for ``json_dataset``, and the tasks that read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from geoengine.formats.pictures import copy_pictures
from geoengine.formats.source import Source
from geoengine.items import Item

__all__ = ["write_inspect"]

_LETTERS = "ABCD"

_TASKS = '''"""Tasks for Inspect AI, one for each file beside this one."""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice

HERE = Path(__file__).parent


def questions(name, cot):
    dataset = json_dataset(str(HERE / f"{{name}}.jsonl"))
    return Task(dataset=dataset, solver=multiple_choice(cot=cot), scorer=choice())
{functions}'''

_FUNCTION = """

@task
def {name}(cot=False):
    return questions("{name}", cot)
"""


def write_inspect(source: Source, out: Path) -> None:
    """Write a JSONL a task, and ``tasks.py``: ``inspect eval tasks.py@<task> --model …``."""
    for task in source.tasks:
        with (out / f"{task}.jsonl").open("w", encoding="utf-8") as file:
            for item in source.of_task(task):
                file.write(json.dumps(_sample(item), ensure_ascii=False) + "\n")
    functions = "".join(_FUNCTION.format(name=task) for task in source.tasks)
    (out / "tasks.py").write_text(_TASKS.format(functions=functions), encoding="utf-8")
    copy_pictures(source, out)


def _sample(item: Item) -> dict[str, Any]:
    content: list[dict[str, str]] = [{"type": "text", "text": item.question}]
    if item.image is not None:
        content.insert(0, {"type": "image", "image": item.image})
    return {
        "id": item.id,
        "input": [{"role": "user", "content": content}],
        "choices": list(item.choice.options),
        "target": _LETTERS[item.choice.key - 1],
        "metadata": {
            "task": item.task,
            "scene": item.scene,
            "tier": item.meta["tier"],
            "form": item.meta["form"],
        },
    }
