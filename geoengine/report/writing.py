"""Writes reports as a page, Markdown, or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Literal

import geoengine
from geoengine.evaluate import (
    Plot,
    Section,
    Table,
    to_folded,
    to_markdown_page,
    to_page,
    to_picture,
)
from geoengine.html_templates import fill_template
from geoengine.report.collection import Collection
from geoengine.report.distribution_plots import all_plots
from geoengine.report.distribution_tables import all_tables
from geoengine.report.measures import MEASURES

__all__ = ["REPORT_FORMATS", "Format", "to_report"]

Format = Literal["html", "md", "csv"]
REPORT_FORMATS: tuple[Format, ...] = ("html", "md", "csv")

_PLOTS = {
    "keys": ("keys",),
    "guesses": ("guesses",),
    "task": ("task",),
    "options": ("option_length",),
    "topic": ("topic",),
    "tier": ("tier",),
    "goal": ("goal",),
    "answer": ("answer",),
    "rules": ("rule",),
}
"""The plots shown with each table; all plots not named here belong to the table ``sizes``."""


def to_report(collections: Sequence[Collection], form: Format = "html") -> str:
    """Return the text of a report on collections side by side.

    Parameters
    ----------
    collections : sequence of Collection
        At least one, as `read_collections` returns them.
    form : {"html", "md", "csv"}
        A page with plots and tables; the tables in Markdown; or one line for each cell of them.
    """
    tables = all_tables(collections)
    account = [f"{one.name}: {line}" for one in collections for line in one.account]
    if form == "csv":
        return _numbers(tables)
    head = [
        f"{len(collections)} side by side: {', '.join(one.name for one in collections)}."
        if len(collections) > 1
        else f"{len(collections[0].questions)} items.",
        f"Written by geoengine {geoengine.__version__}.",
    ]
    title = f"What is in {' and '.join(one.name for one in collections)}"
    if form == "md":
        return to_markdown_page(title, head, account, tables)
    return to_page(title, head, account, _sections(tables, all_plots(collections)))


def _sections(tables: Sequence[Table], plots: Sequence[Plot]) -> list[Section]:
    by_name = {plot.name: plot for plot in plots}
    elsewhere = {name for names in _PLOTS.values() for name in names}
    sizes = [q.name for q in MEASURES if q.measured and q.name not in elsewhere]
    sections = []
    for table in tables:
        names = sizes if table.name == "sizes" else _PLOTS.get(table.name, ())
        shown = [by_name[name] for name in names if name in by_name]
        pictures = [(plot, to_picture(plot)) for plot in shown]
        content = fill_template(
            "geoengine.report", "plots.html", pictures=pictures, heading=table.title
        )
        sections.append(Section(f"of-{table.name}", table.title, content + to_folded(table)))
    return sections


def _numbers(tables: Sequence[Table]) -> str:
    """Return the cells as CSV with table, row and column; shares are fractions of one."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["table", "row", "column", "value"])
    for table in tables:
        heads = 0
        while heads < len(table.columns) and table.columns[heads].kind == "text":
            heads += 1
        for row in table.rows:
            name = " / ".join(str(cell) for cell in row[:heads])
            for column, cell in list(zip(table.columns, row, strict=True))[heads:]:
                writer.writerow([table.name, name, column.name, "" if cell is None else cell])
    return text.getvalue()
