"""``geoengine export``: write a split in the formats of other programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.output import refuse_standard_output

if TYPE_CHECKING:
    from geoengine.formats import Source

__all__ = ["export"]


def export(
    split: options.Split,
    out: Annotated[
        Path, typer.Argument(help="Where a folder for each format is made.", metavar="OUT")
    ],
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            help="Only these formats, separated by commas.",
            metavar="A,B",
            show_default="all",
        ),
    ] = None,
) -> None:
    """Write a split as Hugging Face, Inspect, LLaMA-Factory, lm-eval, verl and others read it.

    Exits with 0 when it is written, 1 when a library is missing for some formats, 2 on bad input.
    """
    from geoengine.cli.progress import working
    from geoengine.formats import FORMATS, MissingLibraryError, Source, left_out
    from geoengine.formats import export as write
    from geoengine.split import write_errors_reported

    refuse_standard_output(out, "a folder")
    names = list(FORMATS) if to is None else [name.strip() for name in to.split(",")]
    with write_errors_reported(out), working("Writing"):
        try:
            source = Source(split)
            _list(write(source, out, names))
            for name in names:
                if counts := left_out(source, name):
                    listed = ", ".join(_left_out(source, *one) for one in counts.items())
                    typer.echo(f"{name} cannot carry: {listed}", err=True)
        except MissingLibraryError as error:
            _list(error.written)
            raise


def _left_out(source: Source, task: str, count: int) -> str:
    """The name of a task, with the number of items left out unless it is all of them."""
    total = len(source.of_task(task))
    return task if count == total else f"{task} ({count} of {total} items)"


def _list(folders: Iterable[Path]) -> None:
    """Print the folders written, each with its number of files."""
    for folder in folders:
        files = sum(path.is_file() for path in folder.rglob("*"))
        typer.echo(f"{folder}  {files} files")
