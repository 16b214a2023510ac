"""Writes the gallery of constructions: each once, drawn and told.

Sphinx runs `write_gallery` before each build; page and pictures go to ``docs/gallery``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pictured_tables import heading_of, last_change, tables, write_pictured

from geoengine.catalogue import load_constructions
from geoengine.catalogue.construction import Construction
from geoengine.draw import draw
from geoengine.scene import describe_steps, example_problem, place

_SIZE = 300


def write_gallery(folder: Path) -> None:
    """Write the page and all pictures; those that are up to date are left alone."""
    constructions = load_constructions()
    pictures = {name: partial(picture_of, one) for name, one in constructions.items()}
    write_pictured(folder, gallery_page(constructions), pictures, _last_change(constructions))


def gallery_page(constructions: dict[str, Construction]) -> str:
    """Return the page: a table for each file, a row for each construction."""
    page = [
        "# Gallery of constructions",
        "",
        f"All {len(constructions)} constructions, each used once. The points that it places are",
        "red, what it starts from is black, and marked is what it makes true: this, and no more,",
        "is what proofs may use. `geoengine constructions show NAME -o FILE` draws one of them.",
    ]
    return "\n".join([*page, *tables(map(_row, constructions.values()), "42 58"), ""])


def _row(one: Construction) -> tuple[str, str]:
    problem = example_problem(one)
    told = describe_steps(problem)[-1]
    return heading_of(one.place), (
        f"* - ![{one.title}]({one.name}.svg)\n"
        f"  - **{one.title}**\n\n    `{problem.steps[-1]}`\n\n    {told}"
    )


def picture_of(construction: Construction, form: str = "svg") -> bytes:
    """Return the picture of a construction."""
    problem = example_problem(construction)
    placed = problem.steps[-1].points
    return draw(place(problem), problem.premises, accent=placed, size=_SIZE, form=form)


def _last_change(constructions: dict[str, Construction]) -> float:
    """Return when anything was changed that pictures are made from."""
    places = [one.place for one in constructions.values()]
    return last_change(("draw", "scene", "catalogue"), places)
