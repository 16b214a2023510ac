"""``geoengine respond``: answer a split by a strategy of known accuracy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from geoengine.cli import options
from geoengine.cli.output import mention, write_out

__all__ = ["respond"]


def respond(
    split: options.Split,
    responder: Annotated[
        str,
        typer.Argument(
            help="oracle, chance, or a blind baseline such as length-4; list names them.",
            metavar="RESPONDER",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file for the responses.", metavar="OUT")
    ] = None,
    noise: Annotated[
        float,
        typer.Option(
            "--noise", help="Share of the oracle's answers that are made wrong.", metavar="SHARE"
        ),
    ] = 0.0,
    seed: options.Seed = 0,
) -> None:
    """Answer a split by a fixed strategy, to test and calibrate the scoring.

    Exits with 0, or with 2 on bad input.
    """
    from geoengine.evaluate import respond as answers
    from geoengine.evaluate import responders
    from geoengine.formats import Source

    source = Source(split)
    if responder == "list":
        typer.echo("\n".join(responders(source)))
        return
    lines = [
        json.dumps({"id": one.id, "model": one.model, "response": one.text}, ensure_ascii=False)
        for one in answers(source, responder, noise=noise, seed=seed)
    ]
    write_out("".join(f"{line}\n" for line in lines), out)
    mention(out, f"{len(lines)} responses")
