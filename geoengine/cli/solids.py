"""``geoengine solids``: the seeds of problems about solids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.choice import choose
from geoengine.cli.chosen_seeds import chosen_seeds
from geoengine.cli.draw_solid import draw_solid
from geoengine.cli.examples import help_of
from geoengine.cli.seed_instance import instance_named, seed_ids
from geoengine.cli.similar_seeds import similar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geoengine.solid import Seed, SeedCheck

__all__ = ["solids"]

solids = typer.Typer(
    no_args_is_help=True, **help_of("solids", "Seeds: parametrised problems about solids.")
)


def _types() -> Sequence[str]:
    from geoengine.solid import TYPES

    return TYPES


@solids.command(
    "list", **help_of("solids list", "List the seeds: id, level and title.\n\nExits with 0.")
)
def list_seeds(
    type_: Annotated[
        str | None,
        typer.Option(
            "--type",
            help="Only seeds of this type, such as angle.",
            metavar="TYPE",
            autocompletion=options.among(_types),
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option("--level", min=1, max=3, help="Only seeds of this level.", metavar="N"),
    ] = None,
    topic: Annotated[
        str | None, typer.Option("--topic", help="Only seeds about this solid.", metavar="SOLID")
    ] = None,
    cells: Annotated[
        bool, typer.Option("--cells", help="Count the seeds of each type and level instead.")
    ] = False,
) -> None:
    """List the seeds."""
    from geoengine.solid import load_seeds

    if type_ is not None:
        choose(type_, _types(), "type")
    seeds = [
        seed
        for seed in load_seeds().values()
        if type_ in (None, seed.type)
        and level in (None, seed.level)
        and topic in (None, seed.topic)
    ]
    if cells:
        _print_cells(seeds)
        return
    width = max((len(seed.id) for seed in seeds), default=0)
    for seed in sorted(seeds, key=lambda seed: (_types().index(seed.type), seed.level, seed.id)):
        typer.echo(f"{seed.id:{width}}  {seed.level}  {seed.title}")


def _print_cells(seeds: Sequence[Seed]) -> None:
    typer.echo(f"{'type':10}{'level 1':>9}{'level 2':>9}{'level 3':>9}{'all':>7}")
    for kind in _types():
        counts = [
            sum(seed.type == kind and seed.level == level for seed in seeds) for level in (1, 2, 3)
        ]
        typer.echo(f"{kind:10}" + "".join(f"{n:>9}" for n in counts) + f"{sum(counts):>7}")
    totals = [sum(seed.level == level for seed in seeds) for level in (1, 2, 3)]
    typer.echo(f"{'all':10}" + "".join(f"{n:>9}" for n in totals) + f"{len(seeds):>7}")


@solids.command(
    "functions",
    **help_of("solids functions", "List the functions that expressions may use.\n\nExits with 0."),
)
def list_functions() -> None:
    """List the functions."""
    from geoengine.solid import described_functions

    for group, rows in described_functions().items():
        typer.echo(f"{group}:")
        for call, meaning in rows:
            typer.echo(f"  {call}\n      {meaning}")


@solids.command(
    "constructions",
    **help_of("solids constructions", "List the constructions of solids.\n\nExits with 0."),
)
def list_constructions() -> None:
    """List the constructions."""
    from geoengine.solid import load_solid_constructions

    for construction in load_solid_constructions().values():
        typer.echo(f"{construction.usage}\n    {construction.title}")


def show(
    name: Annotated[
        str, typer.Argument(help="The id of a seed.", metavar="ID", autocompletion=seed_ids)
    ],
    seed: options.Seed = 0,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            help="The language of the texts.",
            metavar="|".join(options.LANGUAGES),
            autocompletion=options.among(options.LANGUAGES),
        ),
    ] = "en",
    file: options.SeedFile = None,
) -> None:
    """Show an instance of a seed: statement, reasoning, answer, parameters and record.

    Exits with 0, or with 2 if there is no such seed or the instance is wrong.
    """
    choose(language, options.LANGUAGES, "language")
    instance = instance_named(name, file, seed)
    chosen, text = instance.seed, instance.texts[language]
    typer.echo(f"{chosen.id} ({chosen.type}, level {chosen.level}): {chosen.title}\n")
    typer.echo(text.question + "\n")
    for number, step in enumerate(text.chain, start=1):
        typer.echo(f"{number}. {step}")
    typer.echo(f"\nAnswer: {text.answer}")
    if instance.aliases:
        typer.echo("Also: " + ", ".join("".join(names) for names in instance.aliases))
    given = ", ".join(f"{key} = {value}" for key, value in instance.parameters.items())
    typer.echo(f"Parameters: {given}\n\n{instance.record}")


def check(
    seeds: Annotated[
        list[str] | None,
        typer.Argument(
            help="YAML files or folders, or ids of seeds; by default the seeds of geoengine.",
            metavar="FILE|ID",
        ),
    ] = None,
    instances: Annotated[
        int,
        typer.Option("--instances", min=1, help="How many instances to make.", metavar="N"),
    ] = 200,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only seeds with mistakes or remarks.")
    ] = False,
) -> None:
    """Make instances of seeds, and check everything that they say.

    Reports for each seed how many different answers the instances have, the share of the commonest,
    how many parameters its conditions reject, and its first mistake: a false number, an answer that
    differs from what is asked, an expression without a value. Exits with 0 when all is well, 1 when
    a seed is wrong.
    """
    from geoengine.solid import check_seed

    found, errors = chosen_seeds(seeds or [])
    width = max((len(seed.id) for seed in found), default=4)
    if not quiet:
        typer.echo(f"{'seed':{width}}  made  answers  commonest  rejected  choices  seconds")
    wrong = len(errors)
    remarked = 0
    for seed in found:
        result = check_seed(seed, instances)
        wrong += result.error is not None
        remarked += bool(result.remarks)
        if not quiet or result.error or result.remarks:
            typer.echo(_line(result, width))
        if result.error is not None:
            typer.echo(str(result.error), err=True)
    for error in errors:
        typer.echo(str(error), err=True)
    typer.echo(f"{len(found) + len(errors)} seeds: {wrong} wrong, {remarked} with remarks")
    if wrong:
        raise typer.Exit(1)


def _line(result: SeedCheck, width: int) -> str:
    choices = "many" if result.choices is None else str(result.choices)
    notes = ["wrong"] if result.error is not None else list(result.remarks)
    return (
        f"{result.seed.id:{width}} {result.instances:5} {result.answers:8}"
        f" {result.commonest:10.0%} {result.rejected:9.0%} {choices:>8} {result.seconds:8.2f}"
        f"  {'; '.join(notes)}"
    ).rstrip()


solids.command("show", **help_of("solids show", show))(show)
solids.command("draw", **help_of("solids draw", draw_solid))(draw_solid)
solids.command("check", **help_of("solids check", check))(check)
solids.command("similar", **help_of("solids similar", similar))(similar)
