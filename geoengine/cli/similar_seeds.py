"""``geoengine solids similar``: the seeds that are most alike."""

from __future__ import annotations

from typing import Annotated

import typer

from geoengine.cli.chosen_seeds import chosen_seeds

__all__ = ["similar"]


def similar(
    seeds: Annotated[
        list[str] | None,
        typer.Argument(
            help="YAML files or folders, or ids of seeds, which are compared with the seeds of"
            " geoengine; by default these are compared with each other.",
            metavar="FILE|ID",
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, help="How many pairs.", metavar="N")
    ] = 20,
    same_formula: Annotated[
        bool,
        typer.Option(
            "--same-formula",
            help="Only pairs whose answers have the same formula, up to the names of parameters.",
        ),
    ] = False,
) -> None:
    """List the pairs of seeds that are most alike.

    Four shares say how much of two seeds is the same, without the names of solids, points and
    numbers: the lines of the figures, what is asked, the questions, and the reasonings. The list is
    in the order of their mean. Pairs whose answers have the same formula are marked with =.

    Exits with 0, or with 2 if a file is wrong or there is no such seed.
    """
    from geoengine.solid import load_seeds, most_alike

    chosen, errors = chosen_seeds(seeds or [])
    if errors:
        raise errors[0]
    rows = list({seed.id: seed for seed in (*load_seeds().values(), *chosen)}.values())
    found = most_alike(rows, count, among=chosen if seeds else (), same_formula=same_formula)
    width = max((len(pair.first.id) for pair in found), default=0)
    typer.echo("mean  figure  ask   question  chain")
    for pair in found:
        typer.echo(
            f"{pair.mean:.2f}  {pair.figure:.2f}    {pair.ask:.2f}  {pair.question:.2f}     "
            f" {pair.chain:.2f}  {'=' if pair.same_formula else ' '}"
            f"  {pair.first.id:{width}}  {pair.second.id}"
        )
