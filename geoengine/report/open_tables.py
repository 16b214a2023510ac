"""Tables of items with open answers: types and levels, answers, and lengths by language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, median

from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.items import Value
from geoengine.report.collection import Collection, count_tokens
from geoengine.report.measures import ANSWER_KINDS, answer_kind
from geoengine.report.open_item import OpenItem
from geoengine.report.side_by_side import side_by_side

__all__ = ["answer_table", "language_table", "level_table"]


def level_table(collections: Sequence[Collection]) -> Table:
    """Make the table of how many items there are of each type and level."""
    levels = sorted({item.level for one in collections for item in one.open_items})

    def counts(items: Sequence[OpenItem]) -> list[Cell]:
        return [*(sum(item.level == level for item in items) for level in levels), len(items)]

    parts: list[tuple[str, CellKind]] = [(f"level {level}", "count") for level in levels]
    parts.append(("all", "count"))
    columns = [Column("type or task"), *side_by_side(collections, parts)]
    rows = _rows(collections, len(parts), counts)
    return Table("type_levels", "Types and levels", columns, rows, "Items with open answers.")


def answer_table(collections: Sequence[Collection]) -> Table:
    """Make the table of the answers of each type: their kinds, and how often they occur."""

    def cells(items: Sequence[OpenItem]) -> list[Cell]:
        kinds = Counter(
            answer_kind(item.answer.expected) if isinstance(item.answer, Value) else "named"
            for item in items
        )
        answers = Counter(item.answer.expected for item in items)
        by_seed: dict[str, list[str]] = {}
        for item in items:
            by_seed.setdefault(item.seed, []).append(item.answer.expected)
        repeated = [own for own in by_seed.values() if len(own) > 1]
        commonest, most = answers.most_common(1)[0]
        return [
            *(kinds[kind] / len(items) for kind in _KINDS), len(answers), commonest,
            most / len(items), len(by_seed),
            sum(len(set(own)) == 1 for own in repeated) if repeated else None,
        ]  # fmt: skip

    parts: list[tuple[str, CellKind]] = [
        *((kind, "percent") for kind in _KINDS), ("different", "count"), ("commonest", "text"),
        ("its share", "percent"), ("seeds", "count"), ("with one answer", "count"),
    ]  # fmt: skip
    note = (
        "Kinds of answers by how they are written, and named objects; the number of different"
        " answers; the commonest. With one answer: the seeds of which all instances have the same."
    )
    columns = [Column("type or task"), *side_by_side(collections, parts)]
    return Table(
        "open_answers", "Open answers", columns, _rows(collections, len(parts), cells), note
    )


_KINDS = (*ANSWER_KINDS, "named")


def language_table(collections: Sequence[Collection]) -> Table:
    """Make the table of the lengths of questions and reference solutions in each language."""
    rows: list[list[Cell]] = []
    languages = dict.fromkeys(
        name for one in collections for item in one.open_items for name in item.texts
    )
    for language in languages:
        measured: dict[str, list[list[int]]] = {}
        for one in collections:
            texts = [item.texts[language] for item in one.open_items if language in item.texts]
            values = {
                "question, tokens": [count_tokens(text.question) for text in texts],
                "solution, tokens": [count_tokens("\n".join(t.steps)) for t in texts if t.steps],
                "solution, steps": [len(text.steps) for text in texts if text.steps],
            }
            for name, found in values.items():
                measured.setdefault(name, []).append(found)
        for name, of_each in measured.items():
            cells: list[Cell] = []
            for found in of_each:
                cells += (
                    [len(found), fmean(found), min(found), median(found), max(found)]
                    if found
                    else [None] * 5
                )
            if any(of_each):
                rows.append([language, name, *cells])
    parts: list[tuple[str, CellKind]] = [
        ("n", "count"), ("mean", "number"), ("least", "count"), ("median", "number"),
        ("most", "count"),
    ]  # fmt: skip
    columns = [Column("language"), Column("of"), *side_by_side(collections, parts)]
    note = "Of items with open answers, in all languages in which they have texts."
    return Table("languages", "Lengths by language", columns, rows, note)


def _rows(
    collections: Sequence[Collection],
    width: int,
    cells_of: Callable[[Sequence[OpenItem]], list[Cell]],
) -> list[list[Cell]]:
    """Make a row for each type or task, and one for all, with `width` cells for each collection."""
    groups = list(dict.fromkeys(item.group for one in collections for item in one.open_items))
    rows: list[list[Cell]] = []
    for group in [*groups, *(["all"] if len(groups) > 1 else [])]:
        row: list[Cell] = [group]
        for one in collections:
            own = [item for item in one.open_items if group in (item.group, "all")]
            row += cells_of(own) if own else [None] * width
        rows.append(row)
    return rows
