"""``geoengine evaluate``: score responses to a split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.interrupts import Stoppable
from geoengine.cli.output import printable, refuse_standard_output
from geoengine.cli.response_files import read_response_files
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.evaluate import Grade, Judge, Process, Run, Table
    from geoengine.formats import Source

__all__ = ["evaluate"]


def evaluate(
    split: options.Split,
    responses: Annotated[
        list[str],
        typer.Argument(
            help="Response files, each as FILE, NAME=FILE, NAME@VARIANT=FILE or NAME#RUN=FILE.",
            metavar="RESPONSES",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--output", "-o", help="A folder for the report.", metavar="OUT")
    ] = Path("report"),
    seed: options.Seed = 0,
    resamples: Annotated[
        int,
        typer.Option(
            "--resamples",
            min=100,
            max=1_000_000,
            help="How many resamples the bootstrap takes.",
            metavar="N",
        ),
    ] = 2000,
    tolerance: Annotated[
        float | None,
        typer.Option(
            "--tolerance",
            min=0,
            help="The relative error up to which numbers count as right.",
            metavar="SHARE",
            show_default="exact",
        ),
    ] = None,
    process: Annotated[
        bool,
        typer.Option(
            "--process",
            help="Check the steps of proofs and solutions too, or have the judge score reasoning.",
        ),
    ] = False,
    judge_url: Annotated[
        str | None,
        typer.Option(
            "--judge-url",
            help="An OpenAI-compatible endpoint of a judge model.",
            metavar="URL",
        ),
    ] = None,
    judge_model: Annotated[
        str,
        typer.Option("--judge-model", help="The judge's name at the endpoint.", metavar="NAME"),
    ] = "default",
) -> None:
    """Score responses to a split, and write a report.

    Exits with 0 when each question of the answered tasks has one response; with 1 when responses
    are missing, repeated or unknown, which the report lists; with 2 on bad input.
    """
    from geoengine.cli.progress import working
    from geoengine.evaluate import (
        Evaluation,
        Judge,
        all_tables,
        data_notes,
        grade_runs,
        has_pictures,
        process_tables,
        reference_steps,
        score_reasoning,
        to_markdown,
        write_report,
    )
    from geoengine.formats import Source
    from geoengine.split import write_errors_reported

    refuse_standard_output(out, "a folder")
    source = Source(split)
    has_solutions = any(reference_steps(source, item) for item in source.items)
    if process and has_solutions and not judge_url:
        raise UsageError(
            f"expected --judge-url with --process: the reasoning in {source.name} is scored by a"
            " judge model"
        )
    judge = Judge(judge_url, judge_model) if judge_url else None
    with Stoppable() as stopping:
        with working("Scoring"):
            runs = grade_runs(
                read_response_files(responses, source), source, tolerance=tolerance, judge=judge
            )
        if process and has_solutions and judge is not None:
            runs = [score_reasoning(run, source, judge, listen=_progress(run)) for run in runs]
        with working("Counting"):
            evaluation = Evaluation(source, tuple(runs), seed, resamples)
            tables = all_tables(evaluation)
        if process and source.problems:
            tables += process_tables([(run, _processes(run, source, judge)) for run in runs])
        if any(map(has_pictures, runs)):
            tables.append(_pictures(runs, source))
        account = data_notes(evaluation)
        with write_errors_reported(out):
            write_report(out, evaluation, tables)
    stopping.end(f"the report in {out} is incomplete; the same command writes it again")
    for table in tables:
        if table.name in {
            "tasks",
            "types",
            "batches",
            "drafts",
            "draft_faults",
            "pictures",
            "process",
        }:
            typer.echo(printable(f"{table.title}\n\n{to_markdown(table)}\n\n{table.note}\n"))
    for run in runs:
        absent = [task for task in run.account.absent if task not in {"solving", "proof"}]
        if absent:
            typer.echo(printable(f"{run.name}: no responses for {', '.join(absent)}"))
    for line in account:
        typer.echo(printable(line), err=True)
    typer.echo(f"Written to {out}: report.md, index.html, responses.csv, csv, latex")
    if account:
        raise typer.Exit(1)


def _progress(run: Run) -> Callable[[Iterable[Grade]], Iterable[Grade]]:
    from geoengine.cli.progress import with_progress

    total = len(run.grades)
    return lambda grades: with_progress(grades, f"Asking about {run.name}", total=total)


def _pictures(runs: Sequence[Run], source: Source) -> Table:
    """Compare the pictures of responses; what cannot be measured is said, and has no score."""
    from geoengine.evaluate import (
        NoComparisonError,
        find_perception,
        picture_table,
        score_pictures,
    )

    perception = find_perception()
    absent = "" if perception else "LPIPS was not measured: lpips or its weights are not there."
    try:
        found = [(run, list(score_pictures(run, source, perception))) for run in runs]
    except NoComparisonError as error:
        typer.echo(str(error), err=True)
        return picture_table([], f"Not compared: {error}.")
    return picture_table(found, absent)


def _processes(run: Run, source: Source, judge: Judge | None) -> Mapping[str, Process]:
    """Check the steps of a run's responses to problems; return the result by id of the problem."""
    from geoengine.cli.progress import with_progress
    from geoengine.evaluate import check_process

    records = [record for record in source.problems if record["id"] in run.account.responses]
    return {
        record["id"]: check_process(run.account.responses[record["id"]].text, record, judge)
        for record in with_progress(records, f"Checking steps of {run.name}")
    }
