"""``geoengine export``: write a split in the formats of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from geoengine.cli import options

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
    """Write a split as Hugging Face, LLaMA-Factory, lm-eval, Inspect, VLMEvalKit or verl read it.

    Exits with 0 when it is written, 2 on bad input.
    """
    from geoengine.cli.progress import working
    from geoengine.formats import FORMATS, Source
    from geoengine.formats import export as write
    from geoengine.split.folder import writing

    names = list(FORMATS) if to is None else [name.strip() for name in to.split(",")]
    with writing(out), working("Writing"):
        folders = write(Source(split), out, names)
    for folder in folders:
        files = sum(path.is_file() for path in folder.rglob("*"))
        typer.echo(f"{folder}  {files} files")
