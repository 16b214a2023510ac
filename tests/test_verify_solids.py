"""The judge of items about solids: sound items are accepted, spoilt ones refused."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import geoengine.verify.solids
from geoengine.families.solids.building import Scene, build
from geoengine.items import stream
from geoengine.verify.budget import Budget
from geoengine.verify.items.solids import JUDGES, judge_solid
from geoengine.verify.verdict import Level, worst_level


def _items(count: int) -> list[dict[str, Any]]:
    """Items of all tasks, in both languages."""
    found = []
    for index in range(count):
        task = list(JUDGES)[index % len(JUDGES)]
        scene = Scene(5, index, (), "zh" if index % 2 else "en", Counter())
        found += [item.model_dump(mode="json") for item in build(task, scene, stream(index), 1)]
    return found


def _level(data: dict[str, Any]) -> Level:
    return worst_level(finding.level for finding in judge_solid(data, Budget()))


def test_sound_items_are_accepted() -> None:
    items = _items(24)
    assert len(items) >= 12
    for data in items:
        assert _level(data) is not Level.WRONG, data["problem"]


def test_the_judge_shares_no_code_with_the_kernel() -> None:
    folder = Path(geoengine.verify.solids.__file__).parent
    modules = [*folder.glob("*.py"), folder.parent / "items" / "solids.py"]
    assert len(modules) > 5
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not node.module.startswith(("geoengine.solid.", "geoengine.families"))
                assert node.module != "geoengine.solid"


@pytest.mark.parametrize("text", ["AB = 5", "2√", "(1 + 2", "1/0", ""])
def test_what_is_no_number_is_refused(text: str) -> None:
    from geoengine.errors import InputError

    with pytest.raises(InputError):
        geoengine.verify.solids.read_number(text)
