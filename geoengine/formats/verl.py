"""verl: Parquet for reinforcement learning, and a reward function."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from geoengine.formats.emitted import read_program
from geoengine.formats.media_files import with_bytes
from geoengine.formats.parquet import IMAGE, INTEGER, TEXT, list_of, write_parquet
from geoengine.formats.source import Source
from geoengine.items import Choice, Item, Kind, Value

__all__ = ["VERL_KINDS", "write_verl"]

_FEATURES = {
    "data_source": TEXT,
    "prompt": list_of({"role": TEXT, "content": TEXT}),
    "images": list_of(IMAGE),
    "ability": TEXT,
    "reward_model": {"style": TEXT, "ground_truth": TEXT},
    "extra_info": {"split": TEXT, "index": INTEGER, "id": TEXT, "task": TEXT, "kind": TEXT},
}

VERL_KINDS: frozenset[Kind] = frozenset({"choice", "value"})
"""The kinds of answer that the reward function can compare."""


def write_verl(source: Source, out: Path) -> None:
    """Write ``test.parquet`` with all items, and ``reward.py``, which scores responses.

    Raises MissingLibraryError without pyarrow.
    """
    rows = [_row(source, item, index) for index, item in enumerate(source.items)]
    write_parquet(out / "test.parquet", _FEATURES, rows)
    (out / "reward.py").write_text(read_program("verl_reward.py"), encoding="utf-8")


def _row(source: Source, item: Item, index: int) -> dict[str, Any]:
    images = [with_bytes(source, name) for name in item.pictures]
    answer = item.answer
    if isinstance(answer, Choice):
        truth = str(answer.key)
    else:
        truth = answer.latex if isinstance(answer, Value) else answer.expected
    content = f"{'<image>' * len(images)}{item.prompts.chain_of_thought}"
    return {
        "data_source": f"geoengine/{item.task}",
        "prompt": [{"role": "user", "content": content}],
        "images": images,
        "ability": "geometry",
        "reward_model": {"style": "rule", "ground_truth": truth},
        "extra_info": {
            "split": "test",
            "index": index,
            "id": item.id,
            "task": item.task,
            "kind": answer.kind,
        },
    }
