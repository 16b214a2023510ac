"""Inspect AI: JSON lines for ``json_dataset``, and the tasks that read them."""

from __future__ import annotations

import json
from keyword import iskeyword
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from geoengine.formats.emitted import read_program
from geoengine.formats.media_files import copy_media
from geoengine.formats.source import Source
from geoengine.items import Choice, Item, Kind, Value

__all__ = ["INSPECT_KINDS", "write_inspect"]

_FUNCTIONS: dict[Kind, str] = {
    "choice": """

@task{named}
def {function}(cot=False, shown=""):
    return questions("{name}", cot, shown)
""",
    "value": """

@task{named}
def {function}(shown=""):
    return values("{name}", shown)
""",
}

INSPECT_KINDS = frozenset(_FUNCTIONS)
"""The kinds of answer that Inspect scores."""


def write_inspect(source: Source, out: Path) -> None:
    r"""Write a JSONL file for each task, and ``tasks.py``.

    ``inspect eval tasks.py@<task> --model …`` runs a task. Inspect letters the options, and the
    model chooses a letter. A value is expected in ``\boxed{}`` and compared by the ``math``
    scorer. Pictures and videos are copied beside the files. Of a question that has both, the
    pictures are shown; the parameter ``shown`` may name the video instead, or the text alone.
    """
    functions = []
    for task in source.tasks:
        with (out / f"{task}.jsonl").open("w", encoding="utf-8") as file:
            for item in source.of_task(task):
                file.write(json.dumps(_sample(item), ensure_ascii=False) + "\n")
        # A task may be named by a word that Python keeps for itself.
        is_kept = iskeyword(task)
        functions.append(
            _FUNCTIONS[source.kind(task)].format(
                name=task,
                function=f"{task}_" if is_kept else task,
                named=f'(name="{task}")' if is_kept else "",
            )
        )
    program = read_program("inspect_tasks.py") + "".join(functions)
    (out / "tasks.py").write_text(program, encoding="utf-8")
    copy_media(source, out)


def _sample(item: Item) -> dict[str, Any]:
    content: list[dict[str, str]] = [{"type": "image", "image": name} for name in item.pictures]
    content += [{"type": "video", "video": name, "format": "mp4"} for name in item.videos]
    sample: dict[str, Any] = {
        "id": item.id,
        "metadata": {
            "task": item.task,
            "scene": item.scene,
            "tier": item.meta.get("tier"),
            "form": item.meta.get("form", ""),
        },
    }
    if isinstance(item.answer, Choice):
        text = "\n\n".join(part for part in (item.question, item.code) if part)
        sample["choices"] = list(item.answer.options)
        sample["target"] = ascii_uppercase[item.answer.key - 1]
    else:
        text = item.prompts.chain_of_thought
        answer = item.answer
        sample["target"] = answer.latex if isinstance(answer, Value) else answer.expected
    sample["input"] = [{"role": "user", "content": [*content, {"type": "text", "text": text}]}]
    return sample
