"""The slow suite in parts of about equal length, so that a run may take one of them.

``pytest -m slow --part 2/4`` runs the second of four parts. A slow test says about how many seconds
of processor time it takes, all its parameters together: ``@pytest.mark.slow(seconds=90)``. By these
numbers the tests go into the parts, longest first, each into the part that is shortest so far. All
parameters of a test go into one part, since they often share a fixture that takes most of the time,
unless its mark says ``each=True``: then the seconds are those of each parameter. So do all tests of
a class, whose mark is that of the class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import pytest

UNTOLD = 30.0
"""Seconds of a slow test that names none."""


def read_part(text: str) -> tuple[int, int]:
    """Read ``2/4``: the second of four parts."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise pytest.UsageError(f"expected --part as in 2/4, found {text}")
    return int(match[1]), int(match[2])


def test_of(item: pytest.Item) -> str:
    """Name what goes into a part as a whole: the item itself, its test, or the class of this."""
    if isinstance(item.parent, pytest.Class):
        return item.parent.nodeid
    mark = item.get_closest_marker("slow")
    return item.nodeid if mark and mark.kwargs.get("each") else item.nodeid.partition("[")[0]


def seconds_of(seconds: float = UNTOLD, *, each: bool = False) -> float:
    """Read the arguments of the mark."""
    return seconds


def slow_tests(items: Iterable[pytest.Item]) -> dict[str, float]:
    """Collect the slow tests among some items, with their seconds."""
    marks = ((item, item.get_closest_marker("slow")) for item in items)
    return {test_of(item): seconds_of(*mark.args, **mark.kwargs) for item, mark in marks if mark}


def divide(seconds: Mapping[str, float], count: int) -> list[dict[str, float]]:
    """Divide tests into parts that take about as long as each other."""
    parts: list[dict[str, float]] = [{} for _ in range(count)]
    for name in sorted(seconds, key=lambda name: (-seconds[name], name)):
        shortest = min(parts, key=lambda part: sum(part.values()))
        shortest[name] = seconds[name]
    return parts
