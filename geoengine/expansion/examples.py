"""Constructions of the catalogue as drafts."""

from __future__ import annotations

from collections.abc import Mapping

from geoengine.catalogue import load_constructions
from geoengine.draft import Draft, carry_out, read_draft
from geoengine.errors import UsageError
from geoengine.scene import ConstructedObject, example_problem, geogebra_construction, place
from geoengine.spelling import did_you_mean

__all__ = ["construction_draft"]


def construction_draft(name: str) -> Draft:
    """Return an example of a construction of the catalogue, with all commands.

    Points that GeoGebra has no commands for are placed by their coordinates, and points on curves
    lie anywhere on them.

    Parameters
    ----------
    name : str
        A construction, as `geoengine constructions` lists them.

    Raises
    ------
    UsageError
        If there is no such construction.

    Examples
    --------
    >>> from geoengine.draft import print_draft
    >>> print(print_draft(construction_draft("foot")).partition("h_1")[2], end="")
     = Line(B, C)
    h_2 = PerpendicularLine(A, h_1)
    X = Intersect(h_2, h_1)
    """
    constructions = load_constructions()
    if name not in constructions:
        raise UsageError(f"unknown construction {name!r}", hint=did_you_mean(name, constructions))
    problem = example_problem(constructions[name])
    diagram = place(problem, seed=0)
    drawn = zip(diagram.points, diagram.xy[0], strict=True)
    places = {point: complex(x, y) for point, (x, y) in drawn}
    lines: list[str] = []
    names: dict[str, str] = {}
    moved: dict[str, complex | float] = {}
    for one in geogebra_construction(problem, places):
        for made, shape in zip(one.command.makes, one.shapes, strict=True):
            letter = "H" if isinstance(shape, complex) else "h"
            names[made] = f"{letter}{made}" if made.startswith("_") else made
        moved.update({made: places[made] for made in one.command.makes if made in places})
        lines += _lines(one, names, lines, moved)
    return read_draft("\n".join(lines))


def _lines(
    one: ConstructedObject,
    names: Mapping[str, str],
    before: list[str],
    moved: Mapping[str, complex | float],
) -> list[str]:
    """Return a command as lines of a draft."""
    command = one.command
    takes = [names[take] if isinstance(take, str) else take.text for take in command.takes]
    made = names[command.makes[0]]
    if command.name == "Point" and not takes:
        (place_,) = one.shapes
        assert isinstance(place_, complex)
        return [f"{made} = ({place_.real:.4f}, {place_.imag:.4f})"]
    if command.name == "Polygon":
        return _vertices([takes[0], takes[1], *(names[make] for make in command.makes)])
    if one.index is None:
        return [f"{made} = {command.name}({', '.join(takes)})"]
    ways = [f"{made} = Intersect({', '.join(takes)}, {number})" for number in (1, 2)]

    def off(way: str) -> float:
        figure = carry_out(read_draft("\n".join([*before, way])), places=moved)
        found = figure.point(made)
        (there,) = one.shapes
        return abs(found - there) if found is not None and isinstance(there, complex) else 1e9

    return [min(ways, key=off)]


def _vertices(names: list[str]) -> list[str]:
    """Return lines that turn each vertex of a regular polygon about the one before."""
    turn = f"{360 / len(names) - 180:g}°"
    return [
        f"{new} = Rotate({before}, {turn}, {center})"
        for before, center, new in zip(names, names[1:], names[2:], strict=False)
    ]
