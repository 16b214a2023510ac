"""``geoengine draft``: carrying out constructions, and checking what is true of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.choice import choose
from geoengine.cli.draw import write_picture
from geoengine.cli.examples import help_of
from geoengine.cli.output import printable
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.draft import Draft, Figure
    from geoengine.language import Statement

__all__ = ["draft"]

_LONGEST = 1_000_000
"""The maximum number of bytes that are read of a file."""

_TOOLS = ("compass_only", "compass", "full")

draft = typer.Typer(
    no_args_is_help=True, **help_of("draft", "Drafts: constructions in GeoGebra's commands.")
)

_File = Annotated[
    str,
    typer.Argument(help="A file with a command on each line; - is standard input.", metavar="FILE"),
]


def run(
    file: _File,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the figure as an SVG.", metavar="OUT")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help="Draw the figure as a PNG.", metavar="OUT")
    ] = None,
    ggb: Annotated[
        Path | None, typer.Option("--ggb", help="Write a file for GeoGebra.", metavar="OUT")
    ] = None,
) -> None:
    """Carry out a draft, and list its objects.

    For each object, prints its name, what it is, and its coordinates, equation or value to six
    digits; for one that does not exist, such as a missed intersection, why not. Exits with 0, or
    with 2 if the draft cannot be read or carried out, or a file cannot be written.
    """
    from geoengine.draft import (
        carry_out,
        describe_value,
        read_draft,
        why_undefined,
        write_draft_file,
    )
    from geoengine.errors import InputError

    text = _text_of(file)
    try:
        read = read_draft(text)
        figure = carry_out(read)
    except InputError as error:
        raise error.at(source=_name_of(file)) from None
    if not figure.objects:
        raise UsageError(
            f"{_name_of(file)}: expected commands, found none", hint="write: A = (1, 2)"
        )
    rows = []
    for one in figure.objects.values():
        value = describe_value(one.value)
        if not one.is_defined:
            value = f"undefined: {why_undefined(read, figure, one.name)}"
        rows.append((one.name, one.kind, value))
    names, kinds = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, kind, value in rows:
        typer.echo(printable(f"{name:{names}}  {kind:{kinds}}  {value}"))
    if svg is not None or png is not None:
        from geoengine.draw.drafts import DraftPictures

        pictures = DraftPictures(read, figure)
        for out, form in ((svg, "svg"), (png, "png")):
            if out is not None:
                write_picture(str(out), pictures.render(form=form))
    if ggb is not None:
        write_picture(str(ggb), write_draft_file(read, figure))


def check(
    file: _File,
    goals: Annotated[
        list[str],
        typer.Option(
            "--goal",
            help="What is to be true, such as M == Midpoint(A, B); several may be given.",
            metavar="CONDITION",
        ),
    ],
    tools: Annotated[
        str,
        typer.Option(
            "--tools",
            help="What may be used after the lines that place free points and numbers.",
            metavar="|".join(_TOOLS),
            autocompletion=options.among(_TOOLS),
        ),
    ] = "full",
    seed: options.Seed = 0,
) -> None:
    """Check that goals are true of a draft, however its free points lie.

    A goal is true or false in a figure: AreCollinear(A, B, C), IsTangent(l, c), P ∈ c,
    Distance(O, A) == 2, or a statement such as cong A B A C. It must be true in the figure as
    drawn, and in 20 figures with the free points moved. Exits with 0 if all goals are, with 1 if
    one is not or a command is not among the tools, with 2 on bad input.
    """
    from geoengine.draft import carry_out, check_goal, read_draft
    from geoengine.errors import InputError

    choose(tools, _TOOLS, "tool level")
    text = _text_of(file)
    try:
        read = read_draft(text)
        figure = carry_out(read)
    except InputError as error:
        raise error.at(source=_name_of(file)) from None
    refused = _refusal(read, figure, tools)
    if refused is not None:
        typer.echo(printable(f"{_name_of(file)}:{refused}"))
    wrong = refused is not None
    for goal in goals:
        try:
            found = check_goal(read, _statement_or_condition(goal), seed=seed)
        except InputError as error:
            raise error.at(source="--goal") from None
        wrong |= not found.holds
        typer.echo(printable(found.reason or _confirmed(goal, found.figures, figure)))
    if wrong:
        raise typer.Exit(1)


def expand(
    file: Annotated[
        str | None,
        typer.Argument(
            help="A file with a command on each line; - is standard input.", metavar="FILE"
        ),
    ] = None,
    construction: Annotated[
        str | None,
        typer.Option(help="In place of a file, a construction of the catalogue.", metavar="NAME"),
    ] = None,
    tools: Annotated[
        str,
        typer.Option(
            help="What may be used: all commands, straightedge and compass, or the compass alone.",
            metavar="|".join(_TOOLS),
            autocompletion=options.among(_TOOLS),
        ),
    ] = "compass",
) -> None:
    """Write a draft with fewer tools: with straightedge and compass, or the compass alone.

    Prints a draft that makes the same objects, with a command in each line. What places free points
    and numbers stays. With the compass alone, lines are not drawn: two of their points are made.
    Each way that is taken is right in the figure as drawn and in three with the free points moved a
    little. Exits with 0, with 1 if no way is known for a command, with 2 on bad input.
    """
    from geoengine.draft import print_draft, read_draft
    from geoengine.errors import InputError
    from geoengine.expansion import NoWayError, construction_draft, expand_draft

    choose(tools, _TOOLS, "tool level")
    if (file is None) == (construction is None):
        raise UsageError(
            "expected either a file or --construction",
            hint="write: geoengine draft expand bisector.txt, or --construction circumcenter",
        )
    source = _name_of(file) if file is not None else construction
    chosen = next(name for name in _TOOLS if name == tools)
    try:
        if construction is not None:
            read = construction_draft(construction)
        else:
            read = read_draft(_text_of(file or ""))
        found = expand_draft(read, chosen)  # type: ignore[arg-type]
    except NoWayError as error:
        typer.echo(printable(f"{source}:{error}"))
        raise typer.Exit(1) from None
    except InputError as error:
        raise error.at(source=source) from None
    typer.echo(printable(print_draft(found)), nl=False)


def _confirmed(goal: str, figures: int, figure: Figure) -> str:
    if not any(one.kind == "point" for one in figure.free()):
        return f"{goal} holds in the figure as drawn, which has no points to move"
    if not figures:
        return f"{goal} holds in the figure as drawn; its objects exist in no moved figure"
    return f"{goal} holds in the figure as drawn, and in {figures} with the free points moved"


def _refusal(read: Draft, figure: Figure, tools: str) -> str | None:
    """Return the first command that the tools do not allow, with its place; None if there is none.

    The lines at the beginning that place free points and numbers are given.
    """
    from geoengine.draft import Draft, DraftError, check_tools

    free = {one.statement for one in figure.free() if one.is_free}
    count = len(read.statements)
    begin = next((number for number in range(count) if number not in free), count)
    made = Draft(read.statements[begin:])
    points = [one.name for one in figure.objects.values() if one.kind == "point"]
    chosen = next(name for name in _TOOLS if name == tools)
    try:
        check_tools(made.statements, chosen, points)  # type: ignore[arg-type]
    except DraftError as error:
        return f"{error.line}:{error.column}: {error.message}"
    return None


def _statement_or_condition(goal: str) -> Statement | str:
    """Return a statement about points, if it begins with the name of a relation of points."""
    from geoengine.language import ALIASES, PREDICATES, parse_statement

    words = goal.split()
    if len(words) > 1 and (words[0] in PREDICATES or words[0] in ALIASES):
        return parse_statement(goal)
    return goal


def _name_of(file: str) -> str:
    return "standard input" if file == "-" else file


def _text_of(file: str) -> str:
    """Return the text of a file or of standard input.

    Raises
    ------
    UsageError
        When it cannot be read, is no text, or is longer than any draft may be.
    """
    try:
        if file == "-":
            data = sys.stdin.buffer.read(_LONGEST + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(_LONGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            f"cannot read {file}: {reason}", hint="name a file with a command on each line"
        ) from error
    if len(data) > _LONGEST:
        raise UsageError(f"{_name_of(file)}: expected at most {_LONGEST} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(
            "expected text in UTF-8, found other bytes",
            source=_name_of(file),
            line=line,
            hint="save the file as UTF-8",
        ) from error


draft.command("run", **help_of("draft run", run))(run)
draft.command("check", **help_of("draft check", check))(check)
draft.command("expand", **help_of("draft expand", expand))(expand)
