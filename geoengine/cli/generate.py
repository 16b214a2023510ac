"""``geoengine generate``: make a split."""

from __future__ import annotations

import math
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from geoengine.cli import options
from geoengine.cli.interrupts import Interrupted

if TYPE_CHECKING:
    from rich.console import Console

    from geoengine.split import Plan, Split

__all__ = ["generate"]

KEPT = "what was made is kept; the same command goes on from there"


def generate(
    out: Annotated[Path, typer.Argument(help="The folder to be made.", metavar="OUT")],
    count: Annotated[
        int, typer.Option("--count", help="How many items, over all tasks.", metavar="N")
    ],
    seed: options.Seed = 0,
    tasks: Annotated[
        str | None,
        typer.Option(
            "--tasks",
            help="Only these tasks, separated by commas.",
            metavar="A,B",
            show_default="all",
        ),
    ] = None,
    mix: Annotated[
        str,
        typer.Option(
            "--mix",
            help="The shares of the tasks: equal, or as in GeoBench.",
            metavar="even|geobench",
            autocompletion=options.among(("even", "geobench")),
        ),
    ] = "even",
    workers: options.Workers = None,
    images: Annotated[
        bool, typer.Option("--images/--no-images", help="Whether to draw the pictures.")
    ] = True,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a split that is there already, or unfinished.")
    ] = False,
) -> None:
    """Make a split: items of the six tasks, their problems, and pictures.

    What is interrupted is taken up again when the same is asked for. Exits with 0 when the split
    is there, 1 when not enough items were found or blind guesses find the keys, 2 on bad input,
    130 or 143 when it was ended by an interrupt or SIGTERM.
    """
    from rich.console import Console

    from geoengine.split import make_plan

    names = None if tasks is None else [name.strip() for name in tasks.split(",") if name.strip()]
    plan = make_plan(count, seed=seed, tasks=names, images=images, mix=mix)
    with _terminations_told():
        split = _generate_watched(plan, out, _cores() if workers is None else workers, force)
    _report(split, Console(soft_wrap=True))
    if split.leaks:
        typer.echo("\nblind guesses tell too much or too little:", err=True)
        for leak in split.leaks:
            typer.echo(f"  {leak}", err=True)
        raise typer.Exit(1)


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _terminations_told() -> Iterator[None]:
    """End on SIGTERM as on an interrupt: workers are ended, and what is done is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _: object) -> None:
        # A second one ends at once.
        signal.signal(number, signal.SIG_DFL)
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except SystemExit:
        typer.echo(f"terminated: {KEPT}", err=True)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _generate_watched(plan: Plan, out: Path, workers: int, force: bool) -> Split:
    """Generate with bars on standard error: one for the items, one for their problems."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from geoengine.split import generate

    console = Console(stderr=True)
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        # Without a terminal the bars would still leave an empty line.
        disable=not console.is_interactive,
    )
    found: dict[str, Any] = {}

    def listen(what: str, done: int, total: int) -> None:
        # The display begins with the work: before, there may be an error to show.
        bars.start()
        if what not in found:
            found[what] = bars.add_task(f"Making {what}", total=total)
        bars.update(found[what], completed=done, total=total)

    try:
        return generate(plan, out, workers=workers, force=force, listen=listen)
    except KeyboardInterrupt:
        raise Interrupted(KEPT) from None
    finally:
        bars.stop()


def _report(split: Split, console: Console) -> None:
    from rich.table import Table

    manifest = split.manifest
    for fault in manifest["faults"]:
        typer.echo(f"gave nothing, by a fault of geoengine: {fault}", err=True)
    table = Table(box=None, pad_edge=False)
    table.add_column("task")
    for heading in ("items", "keys (1) (2) (3) (4)", "scenes", "points"):
        table.add_column(heading, justify="right")
    for task, quota in manifest["quotas"].items():
        counts = manifest["distribution"][task]
        points = [int(number) for number in counts["points"]]
        table.add_row(
            task,
            str(quota),
            "  ".join(str(counts["keys"].get(str(place), 0)).rjust(2) for place in (1, 2, 3, 4)),
            str(len(counts["scenes"])),
            f"{min(points)} to {max(points)}",
        )
    console.print(table)
    typer.echo(f"\n{_best_guess(manifest['baselines'])}\n")
    items = list(split.items())
    _show(max(items, key=lambda item: (item["meta"].get("proof_steps", 0), item["id"])), split)
    typer.echo()
    done = "Written to" if split.is_new else "There already, unchanged:"
    typer.echo(f"{done} {split.path}")
    for name, what in (
        ("items.jsonl", f"{manifest['count']} items"),
        ("problems.jsonl", "their problems, with solutions"),
        ("images", f"{sum(name.startswith('images/') for name in manifest['files'])} pictures"),
        ("manifest.json", "counts, and the SHA-256 of every file"),
    ):
        if (split.path / name).exists():
            typer.echo(f"  {name:15} {what}")


def _best_guess(found: dict[str, dict[str, Any]]) -> str:
    """Name the blind baseline that is furthest above chance, for as many items as it is about."""
    guesses = [
        ((float(told["accuracy"]) - 1 / 4) * math.sqrt(told["items"]), name, task, told)
        for task, of_task in found.items()
        for name, told in of_task.items()
    ]
    _, name, task, told = max(guesses, key=lambda guess: guess[:3])
    got, most = (f"{100 * float(share):.0f} %" for share in (told["accuracy"], told["bounds"][1]))
    return f"Best blind guess: {name} gets {got} of {task}; chance gets up to {most}"


def _show(item: dict[str, Any], split: Split) -> None:
    """Print an item as it looks to who is to answer it, and its key."""
    typer.echo(f"For example, {item['id']}:\n")
    typer.echo(item["question"])
    typer.echo()
    for number, option in enumerate(item["options"], start=1):
        typer.echo(f"({number}) {option}")
    typer.echo(f"\nKey: {item['answer']}")
    if item["image"] is not None:
        typer.echo(f"Picture: {split.path / item['image']}")
