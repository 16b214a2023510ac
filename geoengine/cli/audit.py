"""``geoengine audit``: judge published benchmarks."""

from __future__ import annotations

from typing import Annotated

import typer

from geoengine.cli import options
from geoengine.cli.verify import verify
from geoengine.errors import InputError

__all__ = ["audit"]


def audit(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Files of GeoBench or GeoGramBench, as published (JSON).", metavar="FILE"
        ),
    ],
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout", min=0.1, help="Seconds for each problem, proof or item.", metavar="SECONDS"
        ),
    ] = 20.0,
    seed: options.Seed = 0,
    workers: options.Workers = None,
    as_json: options.AsJson = False,
    out: options.Pictures = None,
) -> None:
    """Judge published benchmarks, as verify does, and refuse all other files.

    Exits with 0 when all is good, 1 when an item is wrong or stays undecided, 2 when a file is not
    a published benchmark.
    """
    from geoengine.audit import read_published

    for file in files:
        if read_published(file) is None:
            raise InputError(
                "expected items of GeoBench or GeoGramBench, as published in JSON",
                source=file,
                hint="geoengine verify judges problems, proofs, items and splits",
            )
    verify(files, timeout=timeout, seed=seed, workers=workers, as_json=as_json, out=out)
