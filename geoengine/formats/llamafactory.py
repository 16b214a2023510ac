"""LLaMA-Factory: ShareGPT JSON with pictures, and ``dataset_info.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from geoengine.formats.media_files import copy_media
from geoengine.formats.source import Source
from geoengine.items import Item

__all__ = ["write_llamafactory"]

_TAGS = {
    "role_tag": "role",
    "content_tag": "content",
    "user_tag": "user",
    "assistant_tag": "assistant",
}
_PICTURE, _VIDEO = "<image>", "<video>"


def write_llamafactory(source: Source, out: Path) -> None:
    """Write two JSON files for each task, and ``dataset_info.json``, which lists them.

    ``<task>.json`` asks for the answer alone, ``<task>_cot.json`` for the reasoning too; the
    expected response is the answer alone in both. The keys of the records are those of the
    published GeoBench files. Pictures and videos are copied beside the files.
    """
    index = {}
    for task in source.tasks:
        for variant, prompt in (("", "answer_only"), ("_cot", "chain_of_thought")):
            name = f"{task}{variant}"
            items = source.of_task(task)
            records = [_record(item, getattr(item.prompts, prompt)) for item in items]
            _write_json(out / f"{name}.json", records)
            index[f"{source.prefix}_{name}"] = {
                "file_name": f"{name}.json",
                "formatting": "sharegpt",
                "columns": {
                    "messages": "messages",
                    "images": "images",
                    **({"videos": "videos"} if any(item.videos for item in items) else {}),
                },
                "tags": _TAGS,
            }
    _write_json(out / "dataset_info.json", index)
    copy_media(source, out)


def _record(item: Item, prompt: str) -> dict[str, Any]:
    shown = _PICTURE * len(item.pictures) + _VIDEO * len(item.videos)
    return {
        "messages": [
            {"content": f"{shown}{prompt}", "role": "user"},
            {"content": item.answer.expected, "role": "assistant"},
        ],
        "images": list(item.pictures),
        **({"videos": list(item.videos)} if item.videos else {}),
        "problem_id": item.id,
    }


def _write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
