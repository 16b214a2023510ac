"""``geoengine generate``: make a split."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from geoengine.cli import options
from geoengine.cli.interrupts import Interrupted
from geoengine.cli.look import Projection, Size, View, read_size, read_view
from geoengine.cli.output import refuse_standard_output
from geoengine.errors import UsageError
from geoengine.garbage import collect_steadily

if TYPE_CHECKING:
    from rich.console import Console

    from geoengine.split import Plan, Split

__all__ = ["generate"]

_ENOUGH_ITEMS = 20
"""The least number of items for which blind guesses are compared.

With fewer, random guessing may well get half of them right.
"""

KEPT = "the finished part is kept; the same command continues"
"""The message when a run is stopped."""


def generate(
    out: Annotated[Path, typer.Argument(help="The folder to be made.", metavar="OUT")],
    count: Annotated[
        int | None,
        typer.Option("--count", help="How many items, over all tasks.", metavar="N"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help="Equal seeds give equal output.", metavar="N", show_default="0"
        ),
    ] = None,
    family: Annotated[
        str | None,
        typer.Option(
            "--family",
            help="The family of benchmarks.",
            metavar="NAME",
            show_default="reasoning",
            autocompletion=options.families,
        ),
    ] = None,
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
        str | None,
        typer.Option(
            "--mix",
            help="The shares of the tasks: even, or as in a published benchmark.",
            metavar="NAME",
            show_default="even",
            autocompletion=options.mixes,
        ),
    ] = None,
    tiers: Annotated[
        str | None,
        typer.Option(
            "--tiers",
            help="Only goals of these difficulties, from 1 to 5, separated by commas.",
            metavar="N,M",
            show_default="all",
        ),
    ] = None,
    topics: Annotated[
        str | None,
        typer.Option(
            "--topics",
            help="Only scenes of these topics, separated by commas.",
            metavar="A,B",
            show_default="all",
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            help="The language of the items: English or Chinese.",
            metavar="|".join(options.LANGUAGES),
            show_default="en",
            autocompletion=options.among(options.LANGUAGES),
        ),
    ] = None,
    evidence: Annotated[
        str | None,
        typer.Option(
            "--evidence",
            help="What tells the premises: text alone, marks in the figure too, or both kinds.",
            metavar="|".join(options.EVIDENCE),
            show_default="both, or text with --no-images",
            autocompletion=options.among(options.EVIDENCE),
        ),
    ] = None,
    images: Annotated[
        bool | None,
        typer.Option(
            "--images/--no-images", help="Whether to draw the pictures.", show_default="images"
        ),
    ] = None,
    videos: Annotated[
        bool | None,
        typer.Option(
            "--video/--no-video",
            help="Whether to make videos of turning solids; needs PyAV.",
            show_default="no-video",
        ),
    ] = None,
    view: View = None,
    projection: Projection = None,
    size: Size = None,
    batches: Annotated[
        int | None,
        typer.Option(
            "--batches",
            help="How many batches of N items, of the same problems with other numbers.",
            metavar="K",
            show_default="1",
        ),
    ] = None,
    languages: Annotated[
        str | None,
        typer.Option(
            "--languages",
            help="The languages of code, in families that show it, separated by commas.",
            metavar="A,B",
            show_default="all, in published shares",
        ),
    ] = None,
    avoid: Annotated[
        Path | None,
        typer.Option(
            "--avoid",
            help="Published problems with code (JSON) that no item may resemble.",
            metavar="FILE",
        ),
    ] = None,
    adversary: Annotated[
        bool | None,
        typer.Option(
            "--adversary/--no-adversary",
            help="Whether learned guessers attack the items; needs scikit-learn.",
            show_default="no-adversary",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            help="A YAML file with these options by name; the command line takes precedence.",
            metavar="FILE",
        ),
    ] = None,
    workers: options.Workers = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue the unfinished split there, with its own options."),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an existing or unfinished split.")
    ] = False,
) -> None:
    """Make a split: items of the tasks of a family, their problems, and pictures.

    An interrupted run is continued by the same command, or with --resume. Exits with 0 when the
    split is complete, 1 when too few items were found, blind guesses are out of bounds or
    the adversary beats chance, 2 on bad input, 130 or 143 when it was stopped by an interrupt or
    SIGTERM.
    """
    from rich.console import Console

    refuse_standard_output(out, "a folder")
    given = {
        "count": count,
        "seed": seed,
        "family": family,
        "tasks": _listed(tasks),
        "mix": mix,
        "tiers": None if tiers is None else _numbers(tiers),
        "topics": _listed(topics),
        "language": language,
        "evidence": evidence,
        "images": images,
        "videos": videos,
        "view": None if view is None else read_view(view),
        "projection": projection,
        "size": None if size is None else read_size(size),
        "batches": batches,
        "languages": _listed(languages),
        "avoid": None if avoid is None else str(avoid),
        "adversary": adversary,
    }
    plan = _plan(out, {k: v for k, v in given.items() if v is not None}, config, resume, force)
    with _sigterm_handled():
        split = _generate(plan, out, options.cores() if workers is None else workers, force)
    _report(split, Console(soft_wrap=True))
    for what, lines in (
        ("blind guesses outside the bounds of chance", split.leaks),
        ("guesses of the adversary that beat chance", split.guessable),
    ):
        if lines:
            typer.echo("\n".join([f"\n{what}:", *(f"  {line}" for line in lines)]), err=True)
    if split.leaks or split.guessable:
        raise typer.Exit(1)


def _listed(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(
            f"expected tiers separated by commas, found {text!r}", hint="such as --tiers 1,2"
        ) from None


def _plan(out: Path, given: dict[str, Any], config: Path | None, resume: bool, force: bool) -> Plan:
    """Return the plan of the unfinished split to resume; otherwise, that of the options.

    `given` holds the options of the command line, which precede those of the file `config`.
    """
    from geoengine.catalogue import load_mapping
    from geoengine.split import RunConfig, make_plan, plan_of

    if resume:
        if given or config is not None or force:
            raise UsageError(
                "expected --resume by itself, or with --workers",
                hint="the other options are those of the unfinished split",
            )
        return plan_of(out)
    if config is not None:
        given = {**load_mapping(config, RunConfig).chosen(), **given}
    if "count" not in given:
        raise UsageError(
            "expected how many items, found nothing",
            hint="say --count N, or count: N in a file for --config",
        )
    return make_plan(**given)


@contextmanager
def _sigterm_handled() -> Iterator[None]:
    """On SIGTERM stop the workers, say what is kept, and exit with 143.

    Only the main thread can do so; in others nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _: object) -> None:
        # Restore the default, so that a second signal ends the process at once.
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


def _generate(plan: Plan, out: Path, workers: int, force: bool) -> Split:
    """Make a split, with progress bars for the items and for their problems.

    Raises Interrupted on Ctrl-C; its message says what is kept.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from geoengine.split import generate

    console = Console(stderr=True)
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("[dim]{task.fields[note]}"),
        console=console,
        transient=True,
        # Without a terminal the bars would still print an empty line.
        disable=not console.is_interactive,
    )
    bar_ids: dict[str, Any] = {}
    starts: dict[str, tuple[int, float]] = {}

    def listen(what: str, done: int, total: int, note: str) -> None:
        # The bars start only now, since an error message may be printed before the work starts.
        bars.start()
        if what not in bar_ids:
            bar_ids[what] = bars.add_task(f"Making {what}", total=total, rate="", note="")
            # What an earlier run has done does not count towards the rate.
            starts[what] = done, time.monotonic()
        first, since = starts[what]
        passed = time.monotonic() - since
        rate = f"{(done - first) / passed:.1f}/s" if passed > 1 else ""
        why = f"most rejections: {note}" if note else ""
        bars.update(bar_ids[what], completed=done, total=total, rate=rate, note=why)

    collect_steadily()
    try:
        return generate(plan, out, workers=workers, force=force, listen=listen)
    except KeyboardInterrupt:
        raise Interrupted(KEPT) from None
    finally:
        bars.stop()


def _report(split: Split, console: Console) -> None:
    from rich.table import Table

    from geoengine.items import load_family

    manifest = split.manifest
    for fault in manifest["faults"]:
        typer.echo(f"no items, because of an error in geoengine: {fault}", err=True)
    table = Table(box=None, pad_edge=False)
    table.add_column("task")
    family = load_family(manifest["family"])
    most = max(family.task(task).options for task in manifest["quotas"])
    places = [str(place) for place in range(1, most + 1)]
    keys = " ".join(["keys", *(f"({place})" for place in places)]) if places else "answers"
    for heading in ("items", keys, "scenes", "points"):
        table.add_column(heading, justify="right")
    for task, quota in manifest["quotas"].items():
        counts = manifest["distribution"][task]
        points = [int(number) for number in counts["points"]]
        table.add_row(
            task,
            str(quota),
            "  ".join(str(counts["keys"].get(place, 0)).rjust(2) for place in places)
            if counts["keys"]
            else f"{len(counts['answers'])} different",
            str(len(counts["scenes"])),
            f"{min(points)} to {max(points)}" if points else "",
        )
    console.print(table)
    typer.echo(f"\n{_best_guess(split)}")
    if split.manifest["adversary"]:
        typer.echo(_best_attack(split))
    typer.echo()
    items = list(split.items())
    _show(max(items, key=lambda item: (item["meta"].get("proof_steps", 0), item["id"])), split)
    typer.echo()
    done = "Written to" if split.is_new else "There already, unchanged:"
    typer.echo(f"{done} {split.path}")
    for name, what in (
        ("items.jsonl", f"{sum(manifest['quotas'].values())} items"),
        ("problems.jsonl", "their problems, with solutions"),
        ("images", f"{sum(name.startswith('images/') for name in manifest['files'])} pictures"),
        ("videos", f"{sum(name.startswith('videos/') for name in manifest['files'])} videos"),
        ("manifest.json", "counts, and the SHA-256 of every file"),
    ):
        if (split.path / name).exists():
            typer.echo(f"  {name:15} {what}")


def _best_guess(split: Split) -> str:
    """Return a line on the blind baseline with the greatest `_lead`."""
    from geoengine.items import load_family

    family = load_family(split.manifest["family"])
    guesses = [
        (_lead(found, family.task(task).chance), name, task)
        for task, of_task in split.manifest["baselines"].items()
        for name, found in of_task.items()
        if found["items"] >= _ENOUGH_ITEMS
    ]
    if not guesses:
        return f"Blind guesses: not compared, since no task has {_ENOUGH_ITEMS} items"
    _, name, task = max(guesses)
    best = split.manifest["baselines"][task][name]
    got, most = (f"{100 * float(share):.0f} %" for share in (best["accuracy"], best["bounds"][1]))
    return f"Best blind guess: {name} gets {got} of {task}; chance gets up to {most}"


def _best_attack(split: Split) -> str:
    """Return a line on the attack of the adversary with the lowest p."""
    attacks = [
        (float(found["p"]), -float(found["accuracy"]), name, task, found)
        for task, of_task in split.manifest["attacks"]["tasks"].items()
        for name, found in of_task.get("guessers", {}).items()
    ]
    if not attacks:
        return "Adversary: no task has enough items to learn from"
    p, accuracy, name, task, found = min(attacks, key=lambda attack: attack[:4])
    return (
        f"Adversary: {name} gets {-100 * accuracy:.0f} % of {found['questions']} {task};"
        f" p = {p:.2g} after correction"
    )


def _lead(guess: dict[str, Any], chance: float) -> float:
    """Return how far a guess is above chance, times the square root of the number of items."""
    return float((float(guess["accuracy"]) - chance) * math.sqrt(guess["items"]))


def _show(item: dict[str, Any], split: Split) -> None:
    """Print an item as a solver sees it, its answer, and the path of its picture."""
    from geoengine.items import Choice, Item

    found = Item.model_validate(item)
    typer.echo(f"For example, {found.id}:\n")
    typer.echo(found.question)
    for medium in found.media:
        if medium.kind == "code" and not medium.is_file:
            typer.echo(f"\n{medium.text}")
    if isinstance(found.answer, Choice):
        typer.echo()
        for number, option in enumerate(found.answer.options, start=1):
            typer.echo(f"({number}) {option}")
    noun = "Key" if isinstance(found.answer, Choice) else "Answer"
    typer.echo(f"\n{noun}: {found.answer.expected}")
    if found.image is not None:
        typer.echo(f"Picture: {split.path / found.image}")
