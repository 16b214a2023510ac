"""Proving all problems of a file; those that cannot be read or placed are reported and skipped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from geoengine.cli.attempt import PHASES, attempt, not_attempted
from geoengine.cli.interrupts import Stoppable
from geoengine.cli.left_out import LEFT_OUT, report_error
from geoengine.cli.output import printable
from geoengine.errors import (
    GeoengineError,
    InputError,
    PlacementError,
    ProblemError,
    UsageError,
)

if TYPE_CHECKING:
    from geoengine.auxiliary import SearchBudget
    from geoengine.catalogue import Rule
    from geoengine.scene import ProblemEntry

__all__ = ["list_entries", "prove_all", "write_lines"]


def list_entries(path: Path, *, aux: bool = False) -> list[ProblemEntry]:
    """Return the problems of a file, with those that cannot be read.

    Raises
    ------
    UsageError
        When the file has no problems.
    """
    from geoengine.scene import list_problems

    entries = list_problems(path, aux=aux)
    if not entries:
        raise UsageError(
            f"expected problems in {path}, found none",
            hint="a problem takes two lines: its name, then: points = construction; ... ? goal",
        )
    return entries


def prove_all(
    path: Path,
    rules: Sequence[Rule],
    seed: int,
    json_file: Path | None,
    *,
    aux: bool = False,
    budget: SearchBudget | None = None,
) -> None:
    """Prove every problem of a file that has goals or questions, and print a table.

    With `json_file`, the records are written there too, one on each line. With a budget, auxiliary
    points are searched for where a goal is not derived.

    Raises
    ------
    UsageError
        When the file has no problems with goals, or the JSON cannot be written.
    typer.Exit
        With 2 when a problem could not be read, otherwise with 1 when one was not proved.
    Interrupted
        When Ctrl-C ended the run; the results so far are written and printed first.
    """
    from geoengine.cli.progress import with_progress

    entries = [entry for entry in list_entries(path, aux=aux) if _has_goals(entry)]
    if not entries:
        raise UsageError(
            f"expected problems with goals in {path}, found none",
            hint="write goals after '?': a b c = iso_triangle ? eqangle b a b c c b c a",
        )
    records: list[dict[str, Any]] = []
    with Stoppable() as run:
        # A search has a bar of its own.
        shown = with_progress(entries, "Proving") if budget is None else entries
        records.extend(_prove(entry, rules, seed, budget) for entry in shown)
    if json_file is not None:
        write_lines(json_file, records)
    _print_table(records)
    kept = "the table shows these" if json_file is None else f"their results are in {json_file}"
    run.end(
        f"{len(records)} of {len(entries)} problems were tried; {kept};"
        " a new run starts from the beginning"
    )
    if any(record["stop_reason"] == "not_read" for record in records):
        raise typer.Exit(2)
    if not all(record["proved"] for record in records):
        raise typer.Exit(1)


def _has_goals(entry: ProblemEntry) -> bool:
    content = entry.content
    return isinstance(content, ProblemError) or bool(content.goals or content.questions)


def _prove(
    entry: ProblemEntry, rules: Sequence[Rule], seed: int, budget: SearchBudget | None
) -> dict[str, Any]:
    content = entry.content
    if isinstance(content, ProblemError):
        return not_attempted(entry.name, "not_read", report_error(entry.name, entry.place, content))
    try:
        tried = attempt(content, rules, seed, goals_only=True, budget=budget)
    except InputError:
        # The problem was read, so the error is in the rules, and would occur with every problem.
        raise
    except GeoengineError as error:
        reason = "not_placed" if isinstance(error, PlacementError) else "failed"
        return not_attempted(
            entry.name, reason, report_error(entry.name, entry.place, error), content
        )
    if tried.interrupted:
        raise KeyboardInterrupt
    return tried.record()


def write_lines(path: Path, records: Sequence[dict[str, Any]]) -> None:
    """Write one line of JSON for each record; raise UsageError if that is not possible."""
    try:
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def _print_table(records: Sequence[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading in (
        "problem",
        "proved",
        "points",
        "states",
        "steps",
        *(f"{p} (s)" for p in PHASES),
    ):
        table.add_column(
            heading,
            justify="left" if heading in {"problem", "proved"} else "right",
            no_wrap=True,
        )
    for record in records:
        name = Text(printable(record["name"]))
        if record["error"] is not None:
            table.add_row(name, "error")
            continue
        table.add_row(
            name,
            "yes" if record["proved"] else "no",
            *(str(record[key]) for key in ("points", "states", "steps")),
            *(f"{record['seconds'][phase]:.3f}" for phase in PHASES),
        )
    console = Console()
    if not console.is_terminal:
        console = Console(width=160)
    console.print(table)
    typer.echo(_total(records))


def _total(records: Sequence[dict[str, Any]]) -> str:
    """Return a line: how many problems were proved, in what time, and how many were left out."""
    times = ", ".join(
        f"{phase} {sum(record['seconds'][phase] for record in records):.3f} s" for phase in PHASES
    )
    proved = sum(record["proved"] for record in records)
    text = f"{proved} of {len(records)} problems proved ({times})"
    for reason, what in LEFT_OUT.items():
        if count := sum(record["stop_reason"] == reason for record in records):
            text += f"; {count} {what}"
    return text
