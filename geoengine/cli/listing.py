"""``geoengine rules``, ``constructions`` and ``scenes``: the contents of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Protocol, TypeVar

import typer

from geoengine.cli.examples import help_of
from geoengine.cli.rules_check import check
from geoengine.errors import UsageError
from geoengine.spelling import did_you_mean

__all__ = ["constructions", "find_entry", "rules", "scenes"]


LISTED = {"rule": "rules", "construction": "constructions", "scene": "scenes", "seed": "solids"}
"""The kinds of entry that a command lists, with the command's group."""


class ListedEntry(Protocol):
    """What the commands ``list`` and ``show`` need of a catalogue entry."""

    @property
    def title(self) -> str:
        """A short description of the entry."""

    @property
    def place(self) -> str:
        """Where the entry stands, as ``file:line:column``."""

    def model_dump(self, *, mode: str, exclude_unset: bool) -> dict[str, Any]:
        """Return the fields as plain data; pydantic has this method."""


E = TypeVar("E")


def find_entry(name: str, entries: Mapping[str, E], noun: str) -> E:
    """Return the entry of this name.

    `noun` says in messages what the entries are, such as ``rule``.

    Raises
    ------
    UsageError
        When there is none; the hint suggests similar names.

    Examples
    --------
    >>> find_entry("midpoint", {"midpoint": 1, "median": 2}, "rule")
    1
    >>> find_entry("midpiont", {"midpoint": 1, "median": 2}, "rule")
    Traceback (most recent call last):
    geoengine.errors.UsageError: expected the name of a rule, found 'midpiont'
      hint: did you mean midpoint?
    """
    if name in entries:
        return entries[name]
    if noun in LISTED:
        listed = f"see: geoengine {LISTED[noun]} list"
    else:
        listed = f"the first are: {', '.join(list(entries)[:5])}"
    raise UsageError(
        f"expected the name of a {noun}, found {name!r}",
        hint=did_you_mean(name, entries, listed, most=3),
    )


def entry_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names that begin with `incomplete`, of the entries that the group lists."""
    loads = {"rules": load_rules, "constructions": load_constructions, "scenes": load_scenes}
    load = loads[ctx.parent.info_name or ""] if ctx.parent else load_rules
    return [name for name in load() if name.startswith(incomplete)]


EntryName = Annotated[
    str,
    typer.Argument(help="A name from the list.", metavar="NAME", autocompletion=entry_names),
]


def make_listing(
    noun: str,
    load: Callable[[], Mapping[str, ListedEntry]],
    show: Callable[..., None] | None = None,
) -> typer.Typer:
    """Return a group with the commands ``list`` and ``show`` for one kind of entry.

    Parameters
    ----------
    noun : str
        What an entry is called, such as ``rule``.
    load : callable
        Returns the entries by name.
    show : callable, optional
        The function of the command ``show``; by default one that prints the entry as YAML.
    """
    commands = typer.Typer(
        no_args_is_help=True, **help_of(f"{noun}s", f"The {noun}s of the catalogue.")
    )

    @commands.command(
        "list",
        **help_of(f"{noun}s list", f"List the {noun}s: name and title.\n\nExits with 0."),
    )
    def list_entries() -> None:
        entries = load()
        width = max(map(len, entries), default=0)
        for name, entry in sorted(entries.items()):
            typer.echo(f"{name:{width}}  {entry.title}")

    if show is not None:
        commands.command("show", **help_of(f"{noun}s show", show))(show)
        return commands

    @commands.command(
        "show",
        **help_of(
            f"{noun}s show",
            f"Show one {noun} in full.\n\nExits with 0, or with 2 if there is none of this name.",
        ),
    )
    def show_entry(
        name: EntryName,
    ) -> None:
        entry = find_entry(name, load(), noun)
        typer.echo(as_yaml(entry), nl=False)

    return commands


def as_yaml(entry: ListedEntry) -> str:
    """Return an entry as YAML text, after comments with its place and its title.

    The title is left out if it is one of the fields anyway.
    """
    from io import StringIO

    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = 100
    text = StringIO()
    fields = entry.model_dump(mode="json", exclude_unset=True)
    head = [entry.place, *([] if entry.title in fields.values() else [entry.title])]
    yaml.dump(fields, text)
    return "".join(f"# {line}\n" for line in head) + text.getvalue()


def load_rules() -> Mapping[str, ListedEntry]:
    """Load the rules and the steps of the engine; imports the catalogue only now."""
    from geoengine.catalogue import load_engine_steps, load_rules

    return {**load_rules(), **load_engine_steps()}


def load_constructions() -> Mapping[str, ListedEntry]:
    """Load the constructions; imports the catalogue only now."""
    from geoengine.catalogue import load_constructions

    return load_constructions()


def load_scenes() -> Mapping[str, ListedEntry]:
    """Load the scenes; imports the catalogue only now."""
    from geoengine.catalogue import load_scenes

    return load_scenes()


def show_construction(
    name: EntryName,
    out: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Draw it too: a .svg, .pdf, .png, .tikz, .tex or .txt file.",
            metavar="OUT",
        ),
    ] = None,
) -> None:
    """Show one construction in full, with an example in words.

    Exits with 0, or with 2 if there is none of this name.
    """
    from geoengine.catalogue import load_constructions
    from geoengine.cli.draw import draw_example, form_of
    from geoengine.scene import describe, example_problem

    if out is not None:
        form_of(out, None)
    construction = find_entry(name, load_constructions(), "construction")
    problem = example_problem(construction)
    typer.echo(as_yaml(construction), nl=False)
    typer.echo(f"# {problem}\n# {describe(problem)}")
    if out is not None:
        draw_example(construction, out)


rules = make_listing("rule", load_rules)
rules.command("check", **help_of("rules check", check))(check)
constructions = make_listing("construction", load_constructions, show_construction)
scenes = make_listing("scene", load_scenes)
