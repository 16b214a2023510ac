"""``geoengine prompts``: the prompts of a split, as JSON lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from geoengine.cli import options
from geoengine.cli.output import mention, write_out

__all__ = ["prompts"]


def prompts(
    split: options.Split,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file for the prompts.", metavar="OUT")
    ] = None,
) -> None:
    """Write the prompts of a split: its items, and its problems to be solved or proved in steps.

    Exits with 0, or with 2 on bad input.
    """
    from geoengine.evaluate import prompts_of
    from geoengine.formats import Source

    lines = [json.dumps(prompt, ensure_ascii=False) for prompt in prompts_of(Source(split))]
    write_out("".join(f"{line}\n" for line in lines), out)
    mention(out, f"{len(lines)} prompts")
