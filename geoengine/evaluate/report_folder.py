"""Reports: an evaluation as a folder of tables, a page, and the grade of each response."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import geoengine
from geoengine.errors import UsageError
from geoengine.evaluate.evaluation import Evaluation
from geoengine.evaluate.html_page import Section, to_folded, to_page, to_picture
from geoengine.evaluate.score_plots import all_plots
from geoengine.evaluate.svg_plot import Plot
from geoengine.evaluate.table import Table, to_csv, to_latex, to_markdown_page
from geoengine.items import Draft

__all__ = ["data_notes", "report_files", "write_report"]

_SUMMARY_FILE = "report.json"
_FAMILY = "geoengine.report/1"
_OF_DRAFTS = ("reason", "aligned")
"""The columns that ``responses.csv`` has in addition if there are drafts."""


def data_notes(evaluation: Evaluation) -> list[str]:
    """Irregularities in the responses of each run; empty if there are none."""
    known = [*evaluation.items, *evaluation.problems]
    return [f"{run.name}: {line}" for run in evaluation.runs for line in run.account.notes(known)]


def report_files(evaluation: Evaluation, tables: Sequence[Table]) -> dict[str, str]:
    """The text of each file of a report, by its path in the report.

    Parameters
    ----------
    evaluation : Evaluation
    tables : sequence of Table
    """
    account = data_notes(evaluation)
    head = _head(evaluation)
    files = {
        "report.md": to_markdown_page("Evaluation", head, account, tables),
        "index.html": _page(evaluation, head, account, tables, all_plots(evaluation, tables)),
        "responses.csv": _responses(evaluation),
        _SUMMARY_FILE: _summary(evaluation, account, tables),
    }
    for table in tables:
        files[f"csv/{table.name}.csv"] = to_csv(table)
        files[f"latex/{table.name}.tex"] = f"{to_latex(table)}\n"
    return files


def write_report(out: Path, evaluation: Evaluation, tables: Sequence[Table]) -> list[Path]:
    """Write a report; an earlier report in its place is replaced, anything else is not.

    The report is written to a temporary folder first, so that it is never incomplete.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    UsageError
        When something else is in the folder.
    """
    if out.is_symlink() or (out.exists() and not _is_report(out)):
        raise UsageError(
            f"{out} exists already, and is no report", hint="choose another folder with --output"
        )
    files = report_files(evaluation, tables)
    partial = out.with_name(f"{out.name}.partial-{os.getpid()}")
    try:
        for name, text in files.items():
            path = partial / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        if out.exists():
            shutil.rmtree(out)
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return [out / name for name in files]


def _is_report(out: Path) -> bool:
    """Whether a folder is empty, or holds a report and nothing else."""
    if not out.is_dir():
        return False
    names = {path.name for path in out.iterdir()}
    if not names:
        return True
    try:
        found = json.loads((out / _SUMMARY_FILE).read_text(encoding="utf-8"))
        own = {Path(name).parts[0] for name in found["files"]}
    except (OSError, ValueError, TypeError, KeyError):
        return False
    return found.get("schema") == _FAMILY and names <= own | {_SUMMARY_FILE}


def _head(evaluation: Evaluation) -> list[str]:
    source = evaluation.source
    absent = [
        f"{run.name} has no responses for {', '.join(left_out)}: left out."
        for run in evaluation.runs
        if (left_out := [task for task in run.account.absent if task in evaluation.tasks])
    ]
    return [
        f"Split: {source.name}, {len(evaluation.items)} items and {len(evaluation.problems)}"
        f" problems, made by geoengine {source.manifest.get('engine')} with the seed"
        f" {source.manifest.get('seed')}.",
        f"Runs: {len(evaluation.runs)}. Bootstrap: {evaluation.resamples} resamples, seed"
        f" {evaluation.seed}."
        f" Written by geoengine {geoengine.__version__}.",
        *absent,
    ]


def _page(
    evaluation: Evaluation,
    head: Sequence[str],
    account: Sequence[str],
    tables: Sequence[Table],
    plots: Sequence[Plot],
) -> str:
    sections = []
    pictures = {plot.name: plot for plot in plots}
    for table in tables:
        plot = pictures.pop(table.name, None)
        content = (to_picture(plot) if plot else "") + to_folded(table)
        sections.append(Section(table.name, table.title, content))
    for plot in pictures.values():
        first = ("levels", "cells")
        place = next((k for k, s in enumerate(sections) if s.name in first), 0) + 1
        sections.insert(place, Section(f"plot-{plot.name}", plot.title, to_picture(plot)))
    return to_page(f"Evaluation: {evaluation.source.name}", head, account, sections)


def _responses(evaluation: Evaluation) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ["model", "variant", "run", "id", "task", "outcome", "right", "chosen", "expected"]
    has_drafts = any(isinstance(item.answer, Draft) for item in evaluation.items.values())
    writer.writerow([*names, "by", "process", "where", *(_OF_DRAFTS if has_drafts else ())])
    for run in evaluation.runs:
        for grade in run.grades.values():
            response = run.account.responses.get(grade.id)
            writer.writerow(
                [
                    run.model, run.variant, run.run, grade.id, grade.task, grade.outcome,
                    int(grade.right), grade.chosen, grade.expected, grade.by,
                    "" if grade.process is None else grade.process,
                    response.where if response else "",
                    *([grade.reason, "" if grade.aligned is None else grade.aligned]
                      if has_drafts else ()),
                ]
            )  # fmt: skip
    return text.getvalue()


def _summary(evaluation: Evaluation, account: Sequence[str], tables: Sequence[Table]) -> str:
    names = ["report.md", "index.html", "responses.csv", "csv", "latex"]
    summary: dict[str, Any] = {
        "schema": _FAMILY,
        "engine": geoengine.__version__,
        "split": evaluation.source.name,
        "files": names,
        "runs": [{"model": r.model, "variant": r.variant, "run": r.run} for r in evaluation.runs],
        "account": list(account),
        "tables": {
            table.name: {
                "columns": [column.name for column in table.columns],
                "rows": [list(row) for row in table.rows],
            }
            for table in tables
        },
    }
    return json.dumps(summary, ensure_ascii=False, indent=1) + "\n"
