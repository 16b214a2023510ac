"""Checks of figures: names that are given once, and before they are used."""

from __future__ import annotations

from collections.abc import Iterable

from geoengine.catalogue import EntryError
from geoengine.solid.expression import Expression
from geoengine.solid.figure import Figure, point_names
from geoengine.spelling import did_you_mean

__all__ = ["check_figure", "check_names"]


def check_figure(figure: Figure, parameters: Iterable[str], free: Iterable[str]) -> None:
    """Check that names are given before they are used, and once, and which lines may move.

    Parameters
    ----------
    figure : Figure
    parameters, free : iterable of str
        The names of the parameters and of the free variables.

    Raises
    ------
    EntryError
        With the line and column in the figure.
    """
    from geoengine.solid.construction import load_solid_constructions

    names = {*parameters, *free}
    moving = figure.depends_on(free)
    constructions = load_solid_constructions()
    for line in figure.placed:
        check_names(line.arguments, names, line.line, line.column)
        for name in line.targets:
            if name in names:
                raise EntryError(
                    f"expected a new name, found {name!r}, which is taken", line=line.line, column=1
                )
        if line.construction is not None:
            if line.names & moving:
                raise EntryError(
                    f"expected a construction that stands still, found {line.construction} with"
                    f" {', '.join(sorted(line.names & moving))}",
                    line=line.line, column=line.column,
                    hint="place what moves point by point: A = point(…), body T = hull(A, …)",
                )  # fmt: skip
            constructions[line.construction].check_call(line)
            if "solid" not in names:
                names.add("solid")
        elif line.body and "solid" not in names:
            names.add("solid")
        names.update(line.targets)
    for drawn in figure.drawn:
        for name in drawn.points:
            if name not in names:
                raise EntryError(
                    f"unknown point {name!r}", line=drawn.line, column=1,
                    hint=did_you_mean(name, figure.points),
                )  # fmt: skip


def check_names(
    expressions: Iterable[Expression], known: Iterable[str], line: int = 1, column: int = 1
) -> None:
    """Check that expressions use known names only.

    Raises
    ------
    EntryError
        With the line and column given.
    """
    known = sorted(known)
    for expression in expressions:
        for name in sorted(expression.names):
            if name not in known:
                listed = f"the names are: {', '.join(known)}"
                raise EntryError(
                    f"unknown name {name!r} in {expression.text!r}",
                    line=line, column=column, hint=_name_hint(name, known, listed),
                )  # fmt: skip


def _name_hint(name: str, known: list[str], listed: str) -> str | None:
    points = point_names(name)
    if len(points) > 1 and "".join(points) == name and set(points) <= set(known):
        return f"write the points one by one: {', '.join(points)}, or line({', '.join(points)})"
    return did_you_mean(name, known, listed)
