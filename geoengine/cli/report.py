"""``geoengine report``: the contents of splits, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.choice import choose
from geoengine.cli.interrupts import Interrupted
from geoengine.cli.output import STANDARD_OUTPUT, printable, write_out
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.report import Collection

__all__ = ["report"]


def report(
    splits: Annotated[
        list[Path],
        typer.Argument(
            help="Splits, or GeoBench files in ShareGPT form; several are shown side by side.",
            metavar="SPLIT",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--output", "-o", help="Where to write it.", metavar="FILE")
    ] = Path("report.html"),
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="A page with plots, the tables, or the numbers alone.",
            metavar="html|md|csv",
            show_default="by the suffix of FILE, else html",
            autocompletion=options.among(("html", "md", "csv")),
        ),
    ] = None,
    adversary: Annotated[
        bool,
        typer.Option(
            "--adversary",
            help="Also let learned guessers attack each split; needs scikit-learn.",
        ),
    ] = False,
    pool: Annotated[
        int | None,
        typer.Option(
            "--pool",
            min=1,
            help="With --adversary: also attack N candidates made by each split's plan.",
            metavar="N",
        ),
    ] = None,
    workers: options.Workers = None,
) -> None:
    """Summarize a split: sizes, theorems, options, keys, blind guesses, rejections.

    Several splits are shown side by side, with the distances between their distributions; with
    --adversary they are also attacked together.

    With --pool, candidates are made as for the split, but not selected. An interrupt ends this,
    and keeps nothing.

    Exits with 0 when it is written, 2 on bad input.
    """
    from geoengine.cli.progress import working
    from geoengine.report import (
        REPORT_FORMATS,
        attacked,
        attacked_together,
        read_collections,
        to_report,
    )

    if pool is not None and not adversary:
        raise UsageError("expected --adversary with --pool, which makes what it attacks")
    chosen = choose(form or _form_of(out, REPORT_FORMATS), REPORT_FORMATS, "format")
    _refuse(out, splits)
    processes = options.cores() if workers is None else workers
    with working("Counting"):
        collections = read_collections(splits)
        if adversary:
            collections = [attacked(one, workers=processes) for one in collections]
            collections = attacked_together(collections, workers=processes)
    if pool is not None:
        pairs = zip(splits, collections, strict=True)
        collections = [_with_pool(path, one, pool, processes) for path, one in pairs]
    with working("Counting"):
        text = to_report(collections, chosen)
    write_out(text, out)
    for one in collections:
        for line in one.account:
            typer.echo(printable(f"{one.name}: {line}"), err=True)
    if out != STANDARD_OUTPUT:
        typer.echo(f"Written to {out}")


def _with_pool(path: Path, collection: Collection, number: int, workers: int) -> Collection:
    """Attack candidates of the plan of a split too.

    Raises UsageError for published files, and a split of another version.
    """
    from geoengine.cli.progress import with_count, working
    from geoengine.report import with_pool
    from geoengine.split import candidates, plan_of

    if collection.manifest is None:
        raise UsageError(f"expected a split for --pool, found published items in {path}")
    plan = plan_of(path)
    there, today = collection.manifest, plan.as_dict()
    notes = []
    if (there.engine, there.catalogue) != (today["engine"], today["catalogue"]):
        notes.append("the pool is made with other rules, scenes or tasks than the split")
    doing = f"Making candidates of {collection.name}"
    made = with_count(candidates(plan, number, workers=workers), doing, total=number)
    try:
        items = list(made)
    except KeyboardInterrupt:
        raise Interrupted("nothing is kept of the candidates") from None
    if len(items) < number:
        notes.append(f"the pool has {len(items):,} candidates, not {number:,}: no more were found")
    with working("Attacking the candidates"):
        found = with_pool(collection, items, workers=workers)
    return replace(found, account=(*found.account, *notes))


def _form_of(out: Path, known: Sequence[str]) -> str:
    """Return the format that the suffix of a file names; the first one known if it has none.

    Raises UsageError for another suffix.
    """
    suffix = out.suffix.lower().removeprefix(".")
    if suffix and suffix not in known:
        raise UsageError(
            f"expected a file that ends in {', '.join(f'.{name}' for name in known)},"
            f" found {str(out)!r}",
            hint=f"or say which it is to be: --format {known[0]}",
        )
    return suffix or known[0]


def _refuse(out: Path, splits: list[Path]) -> None:
    """Raise `UsageError` if `out` is one of the paths read, or lies in a split that is read."""
    place = out.resolve()
    for split in splits:
        inside = split.is_dir() and (split / "manifest.json").exists()
        if place == split.resolve() or (inside and place.is_relative_to(split.resolve())):
            raise UsageError(
                f"expected another place for the report but {out} is in {split}, which is read",
                hint="choose another file with -o",
            )
