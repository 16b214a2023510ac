"""LLaMA-Factory: ShareGPT JSON with pictures or videos, and ``dataset_info.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

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

Column = Literal["images", "videos"]
_MEDIA: tuple[Column, ...] = ("images", "videos")


def write_llamafactory(source: Source, out: Path) -> None:
    """Write two JSON files for each task, and ``dataset_info.json``, which lists them.

    ``<task>.json`` asks for the answer alone, ``<task>_cot.json`` for the reasoning too; the
    expected response is the answer alone in both. Items with videos are also asked with these in
    place of the pictures, in ``<task>_video.json`` and ``<task>_video_cot.json``. The keys of the
    records are those of the published GeoBench files. Pictures and videos are copied beside the
    files.
    """
    index = {}
    for task in source.tasks:
        for medium in _MEDIA:
            items = [i for i in source.of_task(task) if medium == "images" or i.videos]
            for reasoning, prompt in (("", "answer_only"), ("_cot", "chain_of_thought")):
                name = f"{task}{'_video' if medium == 'videos' else ''}{reasoning}"
                records = [_record(item, getattr(item.prompts, prompt), medium) for item in items]
                if not records:
                    continue
                _write_json(out / f"{name}.json", records)
                index[f"{source.prefix}_{name}"] = {
                    "file_name": f"{name}.json",
                    "formatting": "sharegpt",
                    "columns": {"messages": "messages", medium: medium},
                    "tags": _TAGS,
                }
    _write_json(out / "dataset_info.json", index)
    copy_media(source, out)


def _record(item: Item, prompt: str, medium: Column) -> dict[str, Any]:
    """Return the record of an item that shows its pictures or its videos."""
    tag, files = (_PICTURE, item.pictures) if medium == "images" else (_VIDEO, item.videos)
    return {
        "messages": [
            {"content": f"{tag * len(files)}{prompt}", "role": "user"},
            {"content": item.answer.expected, "role": "assistant"},
        ],
        medium: list(files),
        "problem_id": item.id,
    }


def _write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
