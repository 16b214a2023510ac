"""The table of leaks: how often code tells the answer, beside how often chance makes it do so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoengine.evaluate import Cell, CellKind, Column, Table
from geoengine.items import Value
from geoengine.report.collection import Collection
from geoengine.report.open_item import OpenItem
from geoengine.report.side_by_side import side_by_side
from geoengine.verify.programs import (
    LeakTable,
    ProgramError,
    Told,
    audit_leaks,
    read_program,
    told_values,
)

__all__ = ["leak_table"]

_KINDS = frozenset({"length", "area", "volume", "angle"})


def leak_table(collections: Sequence[Collection]) -> Table:
    """Make the table of the leak audit: a row for each kind of question, and for all."""
    audits = [audit_leaks(list(_told(one.open_items))) for one in collections]
    kinds = list(dict.fromkeys(row[0] for audit in audits for row in audit.rows))
    rows: list[list[Cell]] = []
    for kind in [*kinds, *(["all"] if len(kinds) > 1 else [])]:
        row: list[Cell] = [kind]
        for audit in audits:
            row += _row(audit, kind)
        rows.append(row)
    parts: list[tuple[str, CellKind]] = [
        ("items", "count"), ("told", "count"), ("by chance", "number"),
    ]  # fmt: skip
    note = (
        "Items whose code tells the answer, as the judge reads it: a number in the code; of a"
        " length, area or volume, that of the points as the code has them; of an angle, a direction"
        " or the difference of two. By chance: as many as would be told on average if each item had"
        " the answer of another one of its kind."
    )
    columns = [Column("asked"), *side_by_side(collections, parts)]
    return Table("code_leaks", "Answers that the code tells", columns, rows, note)


def _row(audit: LeakTable, kind: str) -> list[Cell]:
    own = [row for row in audit.rows if kind in (row[0], "all")]
    if not own:
        return [None] * 3
    return [sum(row[1] for row in own), sum(row[2] for row in own), sum(row[3] for row in own)]


def _told(items: Sequence[OpenItem]) -> Iterator[tuple[str, float, Told]]:
    """Yield what the code of each item tells; items whose code cannot be read are left out."""
    for item in items:
        value = item.value
        if not item.code or not isinstance(item.answer, Value) or value is None:
            continue
        try:
            run, facts = read_program(item.code, item.code_language)
        except ProgramError:
            continue
        kind = item.answer.quantity if item.answer.quantity in _KINDS else "ratio"
        yield kind, value, told_values(kind, facts, run)
