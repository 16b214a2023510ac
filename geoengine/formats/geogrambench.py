"""GeoGramBench: the JSON of its problems, and the Parquet file that its evaluation reads.

Source: the files and ``scripts/data/deepscaler_dataset.py`` of the benchmark's repository.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from geoengine.formats.parquet import INTEGER, TEXT, list_of, write_parquet
from geoengine.formats.source import Source
from geoengine.items import Item, Kind, Value, is_shown_code

__all__ = ["GEOGRAMBENCH_KINDS", "write_geogrambench"]

GEOGRAMBENCH_KINDS: frozenset[Kind] = frozenset({"value"})
"""The kinds of answer that its scoring compares."""

_FEATURES = {
    "data_source": TEXT,
    "prompt": list_of({"role": TEXT, "content": TEXT}),
    "ability": TEXT,
    "reward_model": {"style": TEXT, "ground_truth": TEXT},
    "extra_info": {"split": TEXT, "index": INTEGER, "category": TEXT},
}
_TAGS = {"asymptote": "asy"}
"""The tags around code, by its language, where they differ from its name."""

_INSTRUCTION = "Please reason step by step, and put your final answer within \\boxed{}."
"""The instruction of the published file, the same for all languages of questions."""


def write_geogrambench(source: Source, out: Path) -> None:
    """Write ``<name of the split>.json`` and ``<name of the split>.parquet``.

    Only items that show code are written; the index, from 1, counts these. The category is the
    title of the task, with capital letters. Raises MissingLibraryError without pyarrow.
    """
    asked = [item for item in source.items if item.code]
    problems = [_problem(source, item, index) for index, item in enumerate(asked, start=1)]
    text = json.dumps(problems, ensure_ascii=False, indent=4)
    (out / f"{source.name}.json").write_text(text + "\n", encoding="utf-8")
    write_parquet(out / f"{source.name}.parquet", _FEATURES, list(map(_row, problems)))


def _problem(source: Source, item: Item, index: int) -> dict[str, Any]:
    answer = item.answer.latex if isinstance(item.answer, Value) else item.answer.expected
    codes = []
    for medium in filter(is_shown_code, item.media):
        tag = _TAGS.get(medium.language, medium.language)
        codes.append(f"[{tag}]\n{medium.text.rstrip()}\n[/{tag}]")
    return {
        "index": index,
        "problem": item.question,
        "geo_code": "\n".join(codes),
        "answer": f"${answer}$",
        "category": source.family.task(item.task).title.title(),
        "source": str(item.meta.get("source") or item.scene),
    }


def _row(problem: dict[str, Any]) -> dict[str, Any]:
    content = f"{problem['problem']} {problem['geo_code']} {_INSTRUCTION}"
    return {
        "data_source": "",
        "prompt": [{"role": "user", "content": content}],
        "ability": "math",
        "reward_model": {"style": "rule", "ground_truth": problem["answer"]},
        "extra_info": {
            "split": "test",
            "index": problem["index"],
            "category": problem["category"],
        },
    }
