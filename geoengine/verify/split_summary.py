"""Findings about a whole split: counts by task, duplicates, and its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from geoengine.errors import InputError
from geoengine.scene import load_problem
from geoengine.verify.file_digests import judge_files
from geoengine.verify.units import ItemUnit, RecordUnit
from geoengine.verify.verdict import Finding, Level, Report, worst_level

__all__ = ["judge_collection", "relabelled", "relabelled_goal"]

_SHOWN = 10


def judge_collection(
    name: str, judged: Sequence[tuple[object, Report]], *, folder: Path | None = None
) -> Report | None:
    """Judge the items and records of a file or a split together, and the files of a split.

    Parameters
    ----------
    name : str
    judged : sequence of (Unit, Report)
    folder : Path, optional
        The folder of a split, whose files are compared with its manifest.

    Returns
    -------
    Report or None
        None for a file without several items or records.
    """
    items = [(unit, report) for unit, report in judged if isinstance(unit, ItemUnit)]
    records = [(unit, report) for unit, report in judged if isinstance(unit, RecordUnit)]
    if len(items) + len(records) < 2 and folder is None:
        return None
    findings: list[Finding] = []
    tasks: dict[str, dict[str, int]] = {}
    if folder is not None:
        entries = [unit.data for unit, _ in items] + [unit.data for unit, _ in records]
        findings += judge_files(folder, entries)
    for noun, reports in (
        ("items", [report for _, report in items]),
        ("records", [report for _, report in records]),
    ):
        for task, counts in _counts(reports).items():
            levels = [f"{counts[level]} {level.value}" for level in Level if counts[level]]
            line = f"{task}: {counts.total()} {noun}, {', '.join(levels)}"
            tasks[task] = {level.value: count for level, count in counts.items()}
            findings.append(
                Finding("task", worst_level(counts), line, {"task": task, **tasks[task]})
            )
    findings += _duplicates("items", [(unit.name, relabelled(unit.data)) for unit, _ in items])
    findings += _duplicates(
        "records", [(unit.name, relabelled_goal(unit.data)) for unit, _ in records]
    )
    facts = {"items": len(items), "records": len(records), "tasks": tasks}
    return Report("split", name, findings, facts)


def _counts(reports: Sequence[Report]) -> dict[str, Counter[Level]]:
    """The number of reports at each level, by task."""
    table: dict[str, Counter[Level]] = {}
    for report in reports:
        task = str(report.facts.get("task", "?"))
        table.setdefault(task, Counter())[report.level] += 1
    return dict(sorted(table.items()))


def _duplicates(noun: str, keyed: Sequence[tuple[str, Any]]) -> list[Finding]:
    """Find units, given by name and key, whose key is that of an earlier one."""
    first: dict[Any, str] = {}
    pairs = []
    for name, key in keyed:
        if key in first:
            pairs.append((first[key], name))
        else:
            first[key] = name
    if not pairs:
        return []
    listed = ", ".join(f"{one} and {other}" for one, other in pairs[:_SHOWN])
    more = f", and {len(pairs) - _SHOWN} more" if len(pairs) > _SHOWN else ""
    text = f"{len(pairs)} {noun} occur twice, up to the names of points: {listed}{more}"
    return [Finding("duplicates", Level.WRONG, text, {"pairs": [list(pair) for pair in pairs]})]


def relabelled_goal(data: Mapping[str, Any]) -> tuple[Any, ...]:
    """The premises and goal of a record, with points numbered by first appearance.

    Examples
    --------
    >>> one = {"formal_problem": "A B C = triangle A B C; M = midpoint M A B ? cong M A M B"}
    >>> other = {"formal_problem": "Z B C = triangle Z B C; A = midpoint A Z B ? cong A B A Z"}
    >>> relabelled_goal(one) == relabelled_goal(other)
    True
    """
    text = str(data.get("formal_problem", ""))
    try:
        problem = load_problem(text)
    except InputError:
        return (text, str(data.get("formal_goal")))
    numbers = {point: f"P{k}" for k, point in enumerate(problem.points)}
    given = frozenset(premise.renamed(numbers) for premise in problem.premises)
    return (given, *(goal.renamed(numbers) for goal in problem.goals))


def relabelled(data: Mapping[str, Any]) -> tuple[Any, ...]:
    """The content of an item, with points numbered by first appearance in the problem.

    Examples
    --------
    >>> one = {"problem": "A B = segment A B", "answer": {"options": ["AB = 1", "AB = 2"]}}
    >>> other = {"problem": "P Q = segment P Q", "answer": {"options": ["PQ = 2", "PQ = 1"]}}
    >>> relabelled(one) == relabelled(other)
    True
    """
    problem = str(data.get("problem", ""))
    placed = [name for clause in problem.split(";") for name in clause.partition("=")[0].split()]
    numbers = {name: f"<{k}>" for k, name in enumerate(dict.fromkeys(placed))}
    if not numbers:
        return (data.get("task"), problem, *sorted(map(str, _options(data))))
    longest = "|".join(sorted(map(re.escape, numbers), key=len, reverse=True))

    def renamed(text: str) -> str:
        return re.sub(longest, lambda match: numbers[match[0]], text)

    def reworded(text: str) -> str:
        return re.sub(r"[\w']+", lambda match: numbers.get(match[0], match[0]), text)

    meta = data.get("meta")
    goal = str(meta.get("goal", "")) if isinstance(meta, Mapping) else ""
    words = [reworded(text) for text in (problem, goal)]
    options = sorted(renamed(option) for option in _said(data))
    return (data.get("task"), *words, *options)


def _said(data: Mapping[str, Any]) -> list[str]:
    """What the options say: in place of the number of a step, the line of the question with it."""
    lines = str(data.get("question", "")).splitlines()
    said = []
    for option in map(str, _options(data)):
        numbered = re.compile(re.escape(option) + r"[.:：] ?(.+)")
        steps = filter(None, map(numbered.match, lines))
        said.append(next((step[1] for step in steps), option))
    return said


def _options(data: Mapping[str, Any]) -> Sequence[Any]:
    """The options of an item, or the expected answer of an open one."""
    answer = data.get("answer")
    if not isinstance(answer, Mapping):
        return ()
    options = answer.get("options")
    return options if isinstance(options, list) else [answer.get("exact")]
