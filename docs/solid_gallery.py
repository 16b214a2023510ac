"""Writes the gallery of constructions of solids: the example of each, drawn.

Sphinx runs `write_solid_gallery` before each build; it writes into ``docs/gallery/solids``.
"""

from __future__ import annotations

from pathlib import Path

import geoengine
from geoengine.draw.solids import Model, choose_view, render_solid
from geoengine.families.solids import drawn_bodies
from geoengine.items import stream
from geoengine.solid import SolidConstruction, load_solid_constructions, parse_expression

_SIZE = 240


def write_solid_gallery(folder: Path) -> None:
    """Write the page and all pictures; those that are up to date are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    constructions = load_solid_constructions()
    page, text = folder / "index.md", solid_gallery_page(list(constructions.values()))
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
    changed = _last_change()
    for name, construction in constructions.items():
        picture = folder / f"{name}.svg"
        if not picture.exists() or picture.stat().st_mtime < changed:
            picture.write_bytes(picture_of(construction))
    for picture in folder.glob("*.svg"):
        if picture.stem not in constructions:
            picture.unlink()


def solid_gallery_page(constructions: list[SolidConstruction]) -> str:
    """Return the page: a table for each file, a row for each construction."""
    page = [
        "# Gallery of solids",
        "",
        f"The {len(constructions)} constructions of solids, each with the values of its example.",
        "The points of a seed may have other names, in the same order;",
        "[the reference](../../reference/solids.md) has the functions too.",
    ]
    files: dict[str, list[str]] = {}
    for one in constructions:
        title = Path(one.place.rsplit(":", 2)[0]).stem.replace("_", " ").capitalize()
        values = ", ".join(f"{name} = {value}" for name, value in one.example.items())
        files.setdefault(title, []).append(
            f"* - ![{one.title}]({one.name}.svg)\n"
            f"  - **{one.title}** ({one.zh})\n\n    `{one.usage}`\n\n    Here {values}."
        )
    for title, rows in files.items():
        head = ["```{list-table}", ":widths: 36 64", ":width: 100%", ""]
        page += ["", f"## {title}", "", *head, *rows, "```"]
    return "\n".join([*page, ""])


def picture_of(construction: SolidConstruction, form: str = "svg") -> bytes:
    """Return the picture of the example of a construction."""
    values = [parse_expression(text).value({}) for text in construction.example.values()]
    points, body = construction.build(values)
    model = Model({name: place.floats for name, place in points.items()}, list(drawn_bodies(body)))
    view = choose_view(model, stream("gallery of solids", construction.name))
    return render_solid(model, view, size=_SIZE, form=form, description=construction.title)


def _last_change() -> float:
    """Return when anything was changed that pictures are made from."""
    code = Path(geoengine.__file__).parent
    files = [file for part in ("draw", "solid") for file in (code / part).rglob("*.*")]
    files += {Path(one.place.rsplit(":", 2)[0]) for one in load_solid_constructions().values()}
    return max(file.stat().st_mtime for file in files if "__pycache__" not in file.parts)
