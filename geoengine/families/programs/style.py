"""Ways in which people write the same program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from numpy.random import Generator

from geoengine.items import pick
from geoengine.program import (
    Argument,
    Binary,
    Call,
    Declaration,
    Evaluation,
    Import,
    Join,
    Layout,
    PlotStyle,
    Program,
    Statement,
    flattened,
    read_program,
    restyle,
    with_library,
)

__all__ = ["draw_layout", "draw_plot_style", "styled"]

_SIZES, _UNITS = 0.5, 0.3
"""How often a program says how large the picture is, or how long a unit."""

_FLATTENED = 0.5
"""How often a figure in space is drawn by a function that projects it."""


def draw_layout(rng: Generator) -> Layout:
    """Choose the spaces and line breaks of a program.

    Examples
    --------
    >>> from geoengine.items import stream
    >>> draw_layout(stream(1)).indent in (2, 4)
    True
    """

    def one(*choices: str) -> str:
        return pick(rng, choices, 1)[0]

    return Layout(
        comma=one(", ", ", ", ","),
        pair_comma=one(",", ",", ", "),
        equals=one(" = ", " = ", "="),
        sums=one("", " ", " "),
        indent=int(rng.integers(1, 3)) * 2,
        brace_below=bool(rng.random() < 0.3),
        together=bool(rng.random() < 0.3),
        blank_lines=bool(rng.random() < 0.5),
    )


def draw_plot_style(rng: Generator) -> PlotStyle:
    """Choose the habits of somebody who draws with matplotlib.

    Examples
    --------
    >>> from geoengine.items import stream
    >>> draw_plot_style(stream(1)).points in ("array", "complex")
    True
    """
    habits = (rng.random(4) < (0.25, 0.4, 0.4, 0.5)).tolist()
    return PlotStyle(
        points="complex" if habits[0] else "array",
        lines="helper" if habits[1] else "zip",
        polygons="patch" if habits[2] else "plot",
        spaced=habits[3],
    )


def styled(program: Program, rng: Generator) -> Program:
    """Return a program that draws the same, with settings, and divided into other statements.

    Functions that Asymptote lacks are written into it, below the settings.

    Parameters
    ----------
    program : Program
        Without settings.
    rng : Generator

    Examples
    --------
    >>> from geoengine.items import stream
    >>> from geoengine.program import print_asymptote
    >>> program = read_program("pair A = (0,0), B = (3,0); draw(A--B);")
    >>> "draw(A--B" in print_asymptote(styled(program, stream(2))).text
    True
    """
    if rng.random() < _FLATTENED:
        program = flattened(program, rng) or program
    statements: Iterable[Statement] = restyle(program, rng).statements
    if rng.random() < 0.5:
        statements = _divided(statements)
    statements = list(statements)
    if rng.random() < 0.35:
        statements = list(_joined(statements))
    whole = with_library(Program(tuple(statements)))
    if any(map(_is_size, statements)):
        return whole
    imports = tuple(one for one in whole.statements if isinstance(one, Import))
    others = tuple(one for one in whole.statements if not isinstance(one, Import))
    return Program((*imports, *read_program(_settings(rng)).statements, *others))


def _is_size(statement: Statement) -> bool:
    match statement:
        case Evaluation(call=Call(function="size" | "unitsize")):
            return True
    return False


def _settings(rng: Generator) -> str:
    lines = []
    chance = rng.random()
    if chance < _SIZES:
        lines.append(f"size({pick(rng, (120, 150, 180, 200, 220, 250), 1)[0]});")
    elif chance < _SIZES + _UNITS:
        lines.append(f"unitsize({pick(rng, ('0.5cm', '0.6cm', '0.8cm', '1cm'), 1)[0]});")
    pen = pick(rng, ("", "", "linewidth(0.8)", "linewidth(0.7) + fontsize(10)", "fontsize(10)"), 1)
    if pen[0]:
        lines.append(f"defaultpen({pen[0]});")
    return "\n".join(lines)


def _divided(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield declarations of several points as one statement each."""
    for statement in statements:
        if isinstance(statement, Declaration) and len(statement.declared) > 1:
            for one in statement.declared:
                yield replace(statement, declared=(one,))
        else:
            yield statement


def _joined(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Yield successive plain drawings of paths as one statement, with ``^^``."""
    waiting: Evaluation | None = None
    for statement in statements:
        path = _plain_path(statement)
        if path is not None and isinstance(statement, Evaluation):
            before = None if waiting is None else _plain_path(waiting)
            if before is None:
                waiting = statement
            else:
                both = Binary("^^", before, path)
                waiting = Evaluation(Call("draw", (Argument(both),)))
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        yield statement
    if waiting is not None:
        yield waiting


def _plain_path(statement: Statement) -> Join | Binary | Call | None:
    match statement:
        case Evaluation(call=Call(function="draw", arguments=(Argument(value=path),))):
            return path if isinstance(path, Join | Binary | Call) else None
    return None
