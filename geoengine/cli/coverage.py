"""``geoengine coverage``: how many of the statements that are true in figures are derived."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from geoengine.cli import options
from geoengine.cli.batch import list_entries
from geoengine.cli.interrupts import Stoppable
from geoengine.cli.left_out import LEFT_OUT, report_error
from geoengine.cli.output import printable
from geoengine.errors import PlacementError, ProblemError, UsageError

if TYPE_CHECKING:
    from geoengine.deduction import Survey
    from geoengine.scene import ProblemEntry

__all__ = ["coverage"]

EXAMPLES = 3
"""The maximum number of missing statements shown for one kind and problem."""


def coverage(
    file: Annotated[Path, typer.Argument(help="A file of problems in JGEX text.", metavar="FILE")],
    top: Annotated[
        int,
        typer.Option("--top", min=0, help="How many of the largest gaps to show.", metavar="N"),
    ] = 10,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", help="Write the counts and all gaps to this file.", metavar="FILE"),
    ] = None,
    seed: options.Seed = 0,
) -> None:
    """Count how many of the statements that are true in every draw are derived, by kind.

    Exits with 0 when all problems were counted, 2 on bad input. A problem that cannot be read is
    named and left out; the exit code is then 2.
    """
    from geoengine.deduction import Survey

    entries = list_entries(file)
    survey = Survey()
    left_out: dict[str, list[str]] = {"not_read": [], "not_placed": []}
    truncated: list[str] = []
    with Stoppable() as run:
        _count(entries, survey, seed, left_out, truncated)
    if json_file is not None:
        record = {
            "file": str(file),
            "seed": seed,
            **_record(survey),
            **left_out,
            "truncated": truncated,
        }
        _write(json_file, record)
    _print(survey, top)
    if truncated:
        typer.echo(f"Counted only up to a limit: {', '.join(truncated)}")
    for reason, names in left_out.items():
        if names:
            typer.echo(printable(f"{len(names)} {LEFT_OUT[reason]}: {', '.join(names)}"))
    run.end(
        f"{survey.problems} of {len(entries)} problems were counted;"
        " a new run starts from the beginning"
    )
    if left_out["not_read"]:
        raise typer.Exit(2)


def _count(
    entries: list[ProblemEntry],
    survey: Survey,
    seed: int,
    left_out: dict[str, list[str]],
    truncated: list[str],
) -> None:
    """Add all problems to `survey`, and the names of others to `left_out` and `truncated`.

    `left_out` gets those that cannot be read or placed, by reason; `truncated` those where a limit
    was reached.
    """
    from geoengine.cli.progress import with_progress
    from geoengine.deduction import StopReason, measure_coverage
    from geoengine.graph import deduce

    for entry in with_progress(entries, "Deriving"):
        try:
            graph = deduce(entry.load(), seed=seed)
        except ProblemError as error:
            report_error(entry.name, entry.place, error)
            left_out["not_read"].append(entry.name)
            continue
        except PlacementError as error:
            report_error(entry.name, entry.place, error)
            left_out["not_placed"].append(entry.name)
            continue
        survey.add(entry.name, measure_coverage(graph.deduction))
        if graph.stop_reason is not StopReason.SATURATED or graph.deduction.relations.truncated:
            truncated.append(entry.name)


def _record(survey: Survey) -> dict[str, Any]:
    return {
        "problems": survey.problems,
        "kinds": {
            total.kind: {"true": total.true, "derived": total.derived, "share": total.share}
            for total in survey.totals()
        },
        "gaps": [
            {"kind": gap.kind, "problem": gap.problem, "missing": [str(s) for s in gap.missing]}
            for gap in survey.gaps()
        ],
    }


def _write(path: Path, record: dict[str, Any]) -> None:
    try:
        text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def _percent(true: int, derived: int) -> str:
    """Return a percentage, rounded down, so that 100.00 % means that nothing is missing."""
    return f"{10_000 * derived // true / 100:.2f} %" if true else "-"


def _print(survey: Survey, top: int) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    if not console.is_terminal:
        console = Console(width=160)
    totals = survey.totals()
    rows = [(total.kind, total.true, total.derived) for total in totals]
    rows.append(("all", sum(t.true for t in totals), sum(t.derived for t in totals)))
    table = Table(box=None, pad_edge=False)
    table.add_column("kind")
    for heading in ("true", "derived", "share"):
        table.add_column(heading, justify="right", no_wrap=True)
    for kind, true, derived in rows:
        table.add_row(kind, str(true), str(derived), _percent(true, derived))
    console.print(table)
    gaps = survey.gaps()
    problems = f"{survey.problems} problem{'s' if survey.problems != 1 else ''}"
    if not gaps:
        typer.echo(f"Nothing is missing in {problems}.")
        return
    missing = sum(len(gap.missing) for gap in gaps)
    affected = len({gap.problem for gap in gaps})
    typer.echo(f"{missing} missing, in {affected} of {problems}.")
    if not top:
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("missing", justify="right", no_wrap=True)
    for heading in ("kind", "problem", "for example"):
        table.add_column(heading, overflow="fold")
    for gap in gaps[:top]:
        examples = "; ".join(str(statement) for statement in gap.missing[:EXAMPLES])
        table.add_row(str(len(gap.missing)), gap.kind, escape(gap.problem), escape(examples))
    typer.echo()
    console.print(table)
    if len(gaps) > top:
        typer.echo(f"and {len(gaps) - top} smaller ones (--top {len(gaps)} shows all)")
