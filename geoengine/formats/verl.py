"""verl: Parquet for reinforcement learning, and the reward."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from geoengine.formats.parquet import IMAGE, INTEGER, TEXT, list_of, write_parquet
from geoengine.formats.source import Source
from geoengine.items import Item

__all__ = ["write_verl"]

_FEATURES = {
    "data_source": TEXT,
    "prompt": list_of({"role": TEXT, "content": TEXT}),
    "images": list_of(IMAGE),
    "ability": TEXT,
    "reward_model": {"style": TEXT, "ground_truth": TEXT},
    "extra_info": {"split": TEXT, "index": INTEGER, "id": TEXT, "task": TEXT},
}

_REWARD = '''"""The reward of an answer: 1 where it is right, 0 where it is not.

For verl: custom_reward_function.path=reward.py custom_reward_function.name=compute_score
"""

import re

_BOXED = re.compile(r"\\\\boxed\\{\\s*\\(?([1-4])\\)?\\s*\\}")
_NUMBER = re.compile(r"\\(([1-4])\\)")


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """Compare the number that an answer ends with to the right one.

    A number in a box counts before one in parentheses, and the last of several; an answer with
    neither is wrong.
    """
    found = _BOXED.findall(solution_str) or _NUMBER.findall(solution_str)
    return 1.0 if found and found[-1] == ground_truth else 0.0
'''


def write_verl(source: Source, out: Path) -> None:
    """Write ``test.parquet`` with all tasks, and ``reward.py``."""
    rows = [_row(source, item, index) for index, item in enumerate(source.items)]
    write_parquet(out / "test.parquet", _FEATURES, rows)
    (out / "reward.py").write_text(_REWARD, encoding="utf-8")


def _row(source: Source, item: Item, index: int) -> dict[str, Any]:
    images = []
    if item.image is not None:
        images.append({"bytes": source.picture(item.image), "path": Path(item.image).name})
    return {
        "data_source": f"geoengine/{item.task}",
        "prompt": [
            {
                "role": "user",
                "content": f"{'<image>' if images else ''}{item.prompts.chain_of_thought}",
            },
        ],
        "images": images,
        "ability": "geometry",
        "reward_model": {"style": "rule", "ground_truth": str(item.choice.key)},
        "extra_info": {"split": "test", "index": index, "id": item.id, "task": item.task},
    }
