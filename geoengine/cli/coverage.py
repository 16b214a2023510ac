"""``geoengine coverage``: how much of what is true in a file's figures is derived."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from geoengine.cli import options
from geoengine.cli.interrupts import Stoppable
from geoengine.errors import GeoengineError, InputError, UsageError

if TYPE_CHECKING:
    from geoengine.deduction.coverage import Survey
    from geoengine.scene import Problem

__all__ = ["coverage"]

EXAMPLES = 3
"""Missing statements shown for a kind and problem."""


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

    Exits with 0 when the problems were counted, 2 on bad input.
    """
    from geoengine.deduction.coverage import Survey
    from geoengine.scene import load_problems

    problems = load_problems(file)
    if not problems:
        raise UsageError(
            f"expected problems in {file}, found none",
            hint="a problem takes two lines: its name, then: points = construction; ... ? goal",
        )
    survey = Survey()
    not_placed: list[str] = []
    truncated: list[str] = []
    with Stoppable() as run:
        _count(problems, survey, seed, not_placed, truncated)
    if json_file is not None:
        record = {
            "file": str(file),
            "seed": seed,
            **_record(survey),
            "not_placed": not_placed,
            "truncated": truncated,
        }
        _write(json_file, record)
    _print(survey, top)
    if truncated:
        typer.echo(f"Counted only up to a limit: {', '.join(truncated)}")
    run.end(f"{survey.problems} of {len(problems)} problems were counted; a new run begins anew")


def _count(
    problems: list[Problem],
    survey: Survey,
    seed: int,
    not_placed: list[str],
    truncated: list[str],
) -> None:
    """Count all problems; add the names of those that have no figure, or that met a limit."""
    from geoengine.cli.progress import watched
    from geoengine.deduction import StopReason
    from geoengine.deduction.coverage import coverage
    from geoengine.graph import deduce

    for problem in watched(problems, "Deriving"):
        try:
            graph = deduce(problem, seed=seed)
        except InputError:
            raise
        except GeoengineError as error:
            typer.echo(f"{problem.name}: {error}", err=True)
            not_placed.append(problem.name)
            continue
        survey.add(problem.name, coverage(graph.deduction))
        if graph.stop_reason is not StopReason.SATURATED or graph.deduction.relations.truncated:
            truncated.append(problem.name)


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
    """A share in per cent, rounded down: 100.00 only where nothing is missing."""
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
    lacking = len({gap.problem for gap in gaps})
    typer.echo(f"{missing} missing, in {lacking} of {problems}.")
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
