"""Options that several commands share, with the same name, meaning and help."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from geoengine.catalogue import Language
    from geoengine.items import Evidence

__all__ = [
    "EVIDENCE",
    "LANGUAGES",
    "AsJson",
    "Aux",
    "Name",
    "Pictures",
    "Problem",
    "RulesFile",
    "Seed",
    "SeedFile",
    "Split",
    "Style",
    "Workers",
    "among",
    "cores",
]

LANGUAGES: tuple[Language, ...] = ("en", "zh")
EVIDENCE: tuple[Evidence, ...] = ("text", "figure", "both")

Completer = Callable[[str], list[str]]


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def among(values: Callable[[], Iterable[str]] | Iterable[str]) -> Completer:
    """Return a function that completes a word to one of these values.

    Parameters
    ----------
    values : iterable of str, or callable
        The values, or a function that returns them, called only when a word is completed.

    Examples
    --------
    >>> among(["svg", "pdf", "png"])("p")
    ['pdf', 'png']
    """

    def complete(incomplete: str) -> list[str]:
        found = values() if callable(values) else values
        return [value for value in found if value.startswith(incomplete)]

    return complete


def problem_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the problems that complete ``--name``, of the file that was given before it.

    There are none if no file was given or it cannot be read.
    """
    from geoengine.errors import GeoengineError
    from geoengine.scene import list_problems

    words = ctx.args
    if len(words) != 1 or not Path(words[0]).is_file():
        return []
    try:
        names = [entry.name for entry in list_problems(Path(words[0]))]
    except GeoengineError:
        return []
    return [name for name in names if name.startswith(incomplete)]


def styles() -> list[str]:
    """Return the names of the styles of figures."""
    from geoengine.draw import load_styles

    return list(load_styles())


def families(incomplete: str) -> list[str]:
    """Return the names of installed families that complete a word."""
    from geoengine.items import family_names

    return [name for name in family_names() if name.startswith(incomplete)]


def mixes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names that complete a word, among the mixes of the family given before it."""
    from geoengine.errors import GeoengineError
    from geoengine.items import load_family
    from geoengine.split import DEFAULT_FAMILY

    try:
        family = load_family(ctx.params.get("family") or DEFAULT_FAMILY)
    except GeoengineError:
        return []
    return [name for name in family.mixes if name.startswith(incomplete)]


Problem = Annotated[
    list[str] | None,
    typer.Argument(
        help="A problem in JGEX text, in quotes, or a file of problems (then give --name).",
        metavar="PROBLEM",
    ),
]
Split = Annotated[
    Path, typer.Argument(help="A folder that geoengine generate wrote.", metavar="SPLIT")
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="Equal seeds give equal output.", metavar="N")
]
SeedFile = Annotated[
    Path | None,
    typer.Option(
        "--file", help="A YAML file of seeds, in place of those of geoengine.", metavar="FILE"
    ),
]
Style = Annotated[
    str,
    typer.Option(
        "--style",
        help="textbook, geobench, dark, or a YAML file with a style.",
        metavar="STYLE",
        autocompletion=among(styles),
    ),
]
Name = Annotated[
    str | None,
    typer.Option(
        "--name",
        help="Which problem of the file.",
        metavar="NAME",
        autocompletion=problem_names,
    ),
]
Aux = Annotated[bool, typer.Option("--aux", help="Use the auxiliary points after '|' too.")]
RulesFile = Annotated[
    Path | None,
    typer.Option("--rules", help="A YAML file of additional rules, or a folder.", metavar="FILE"),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=1, help="How many processes.", metavar="N", show_default="one per core"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print a list in JSON instead of the report.")]
Pictures = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="A folder for pictures of counterexamples.", metavar="OUT"),
]
