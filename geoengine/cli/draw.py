"""``geoengine draw``: the figure of a problem, and small pictures of constructions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.choice import choose
from geoengine.cli.look import read_size
from geoengine.cli.problem_argument import read_problem_argument
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geoengine.catalogue import Construction
    from geoengine.language import Statement
    from geoengine.scene import Diagram, Problem

__all__ = ["draw", "draw_example", "form_of", "write_picture"]

FORMS = ("svg", "pdf", "png", "tikz", "ggb", "txt")
_SUFFIXES = {form: form for form in FORMS} | {"tex": "tikz"}
"""The formats, by the suffixes of files."""
MARKS = ("given", "none", "all")

_EXAMPLE_SIZE = 360


def _kinds() -> list[str]:
    from dataclasses import fields

    from geoengine.draw import Marks

    return [field.name for field in fields(Marks)]


def draw(
    problem: options.Problem = None,
    out: Annotated[
        str,
        typer.Option(
            "--output", "-o", help="The picture's file; - is standard output.", metavar="OUT"
        ),
    ] = "",
    name: options.Name = None,
    marks: Annotated[
        str,
        typer.Option(
            "--marks",
            help="Mark the premises, nothing, or everything that is derived.",
            metavar="|".join(MARKS),
            autocompletion=options.among(MARKS),
        ),
    ] = "given",
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            help="Leave out a kind of mark: lengths, angles, right_angles, ticks, arcs, arrows.",
            metavar="KIND",
            autocompletion=options.among(_kinds),
        ),
    ] = None,
    style: options.Style = "textbook",
    size: Annotated[
        str,
        typer.Option(
            "--size", help="In pixels: 512, or width and height, 800x600.", metavar="N|NxN"
        ),
    ] = "512",
    rotate: Annotated[
        str,
        typer.Option(
            "--rotate",
            help="Degrees to turn the figure by, or random (by the seed).",
            metavar="DEGREES",
        ),
    ] = "0",
    seed: options.Seed = 0,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="The picture's format.",
            metavar="|".join(FORMS),
            show_default="as the file is named",
            autocompletion=options.among(FORMS),
        ),
    ] = None,
    aux: options.Aux = False,
) -> None:
    """Draw the figure of a problem.

    By default only the premises are marked, so that the picture does not give the answer away.
    A GeoGebra file (ggb) holds the construction; marks, style and size do not apply to it.
    Exits with 0 when the picture was written, 1 when no figure was found, 2 on bad input.
    """
    if not out:
        raise UsageError("expected -o FILE, found none", hint="write: -o figure.svg")
    chosen_form = form_of(out, form)
    if marks not in MARKS:
        raise UsageError(
            f"expected which marks, found {marks!r}", hint=f"write one of: {', '.join(MARKS)}"
        )
    shape = read_size(size)
    asked = read_problem_argument(problem or [], name, aux=aux, command="draw")

    from geoengine.cli.progress import working
    from geoengine.draw import Marks, find_style, random_rotation
    from geoengine.draw import draw as drawn
    from geoengine.scene import place, write_geogebra

    chosen_style = find_style(style)
    Marks().without(without or [])
    turn = None if rotate == "random" else _degrees(rotate)
    diagram = place(asked, seed=seed)
    marked: Sequence[Statement] = asked.premises if marks == "given" else ()
    if marks == "all":
        with working("Deriving"):
            marked = _all_statements(asked, diagram)
    turn = random_rotation(diagram, seed) if turn is None else turn
    if chosen_form == "ggb":
        picture = write_geogebra(asked, diagram, rotate=turn)
    else:
        picture = drawn(
            diagram,
            marked,
            without=without or [],
            rotate=turn,
            size=shape,
            style=chosen_style,
            form=chosen_form,
        )
    write_picture(out, picture)
    if out != "-":
        typer.echo(f"Written to {out}")


def draw_example(construction: Construction, out: str) -> None:
    """Write a small picture of an example of a construction, with its new points highlighted.

    `out` is a file name whose suffix gives the format, as for `form_of`.
    """
    form = form_of(out, None)

    from geoengine.draw import draw as drawn
    from geoengine.scene import example_problem, place, write_geogebra

    problem = example_problem(construction)
    diagram = place(problem)
    if form == "ggb":
        write_picture(out, write_geogebra(problem, diagram))
        return
    placed = problem.steps[-1].points
    picture = drawn(diagram, problem.premises, accent=placed, size=_EXAMPLE_SIZE, form=form)
    write_picture(out, picture)


def form_of(out: str, form: str | None) -> str:
    """Return the format of a picture: `form` if it is given, otherwise the suffix of the file.

    Raises
    ------
    UsageError
        When the form or suffix is not one of the formats.

    Examples
    --------
    >>> form_of("figure.SVG", None), form_of("figure.tex", None), form_of("-", "pdf")
    ('svg', 'tikz', 'pdf')
    """
    if form is not None:
        return choose(form, FORMS, "format")
    suffix = Path(out).suffix.lower().removeprefix(".")
    if suffix not in _SUFFIXES:
        raise UsageError(
            "expected a file that ends in .svg, .pdf, .png, .tikz, .tex, .ggb or .txt,"
            f" found {out!r}",
            hint="or say which it is to be: --format svg",
        )
    return _SUFFIXES[suffix]


def write_picture(out: str, picture: bytes) -> None:
    """Write a picture to a file, or to standard output if `out` is ``-``.

    Raises
    ------
    UsageError
        When the picture cannot be written there.
    """
    if out == "-":
        sys.stdout.buffer.write(picture)
        return
    try:
        Path(out).write_bytes(picture)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error


def _degrees(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(
            f"expected degrees to turn by, found {text!r}", hint="write: --rotate -20, or random"
        ) from None


def _all_statements(problem: Problem, diagram: Diagram) -> list[Statement]:
    """Return the premises, known lengths of drawn segments, and derived facts of drawn objects."""
    from geoengine.draw import visible_segments, visible_statements
    from geoengine.graph import deduce
    from geoengine.language import Statement

    graph = deduce(problem, diagram=diagram)
    lengths = {frozenset(pair): value for pair, value in graph.deduction.lengths.items()}
    known = [
        Statement("lconst", pair, lengths[frozenset(pair)])
        for pair in visible_segments(diagram)
        if frozenset(pair) in lengths
    ]
    return [*problem.premises, *known, *visible_statements(diagram, graph.derived)]
