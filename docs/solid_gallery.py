"""Writes the gallery of constructions of solids: the example of each, drawn.

Sphinx runs `write_solid_gallery` before each build; it writes into ``docs/gallery/solids``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pictured_tables import heading_of, last_change, tables, write_pictured

from geoengine.draw.solids import Model, choose_view, render_solid
from geoengine.families.solids import drawn_bodies
from geoengine.items import stream
from geoengine.solid import SolidConstruction, load_solid_constructions, parse_expression

_SIZE = 240


def write_solid_gallery(folder: Path) -> None:
    """Write the page and all pictures; those that are up to date are left alone."""
    constructions = load_solid_constructions()
    pictures = {name: partial(picture_of, one) for name, one in constructions.items()}
    places = [one.place for one in constructions.values()]
    changed = last_change(("draw", "solid"), places)
    write_pictured(folder, solid_gallery_page(list(constructions.values())), pictures, changed)


def solid_gallery_page(constructions: list[SolidConstruction]) -> str:
    """Return the page: a table for each file, a row for each construction."""
    page = [
        "# Gallery of solids",
        "",
        f"The {len(constructions)} constructions of solids, each with the values of its example.",
        "The points of a seed may have other names, in the same order;",
        "[the reference](../../reference/solids.md) has the functions too.",
    ]
    return "\n".join([*page, *tables(map(_row, constructions), "36 64"), ""])


def _row(one: SolidConstruction) -> tuple[str, str]:
    values = ", ".join(f"{name} = {value}" for name, value in one.example.items())
    return heading_of(one.place), (
        f"* - ![{one.title}]({one.name}.svg)\n"
        f"  - **{one.title}** ({one.zh})\n\n    `{one.usage}`\n\n    Here {values}."
    )


def picture_of(construction: SolidConstruction, form: str = "svg") -> bytes:
    """Return the picture of the example of a construction."""
    values = [parse_expression(text).value({}) for text in construction.example.values()]
    points, body = construction.build(values)
    model = Model({name: place.floats for name, place in points.items()}, list(drawn_bodies(body)))
    view = choose_view(model, stream("gallery of solids", construction.name))
    return render_solid(model, view, size=_SIZE, form=form, description=construction.title)
