"""``geoengine report``: the contents of splits, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from geoengine.cli import options
from geoengine.cli.choice import choose
from geoengine.cli.output import STANDARD_OUTPUT, printable, write_out
from geoengine.errors import UsageError

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
) -> None:
    """Summarize a split: sizes, theorems, options, keys, blind guesses, rejections.

    Several splits are shown side by side, with the distances between their distributions.

    Exits with 0 when it is written, 2 on bad input.
    """
    from geoengine.cli.progress import working
    from geoengine.report import REPORT_FORMATS, attacked, read_collections, to_report

    chosen = choose(form or _form_of(out, REPORT_FORMATS), REPORT_FORMATS, "format")
    _refuse(out, splits)
    with working("Counting"):
        collections = read_collections(splits)
        if adversary:
            collections = [attacked(one) for one in collections]
        text = to_report(collections, chosen)
    write_out(text, out)
    for one in collections:
        for line in one.account:
            typer.echo(printable(f"{one.name}: {line}"), err=True)
    if out != STANDARD_OUTPUT:
        typer.echo(f"Written to {out}")


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
