"""Writes the gallery of constructions: each once, drawn and told.

Sphinx runs `write_gallery` before each build; page and pictures go to ``docs/gallery``.
"""

from __future__ import annotations

from pathlib import Path

import geoengine
from geoengine.catalogue import load_constructions
from geoengine.catalogue.construction import Construction
from geoengine.draw import draw
from geoengine.scene import describe_steps, example_problem, place

_SIZE = 300


def write_gallery(folder: Path) -> None:
    """Write the page and all pictures; those that are up to date are left alone."""
    folder.mkdir(exist_ok=True)
    constructions = load_constructions()
    page, text = folder / "index.md", gallery_page(constructions)
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")
    changed = _last_change(constructions)
    for name, construction in constructions.items():
        picture = folder / f"{name}.svg"
        if not picture.exists() or picture.stat().st_mtime < changed:
            picture.write_bytes(picture_of(construction))
    for picture in folder.glob("*.svg"):
        if picture.stem not in constructions:
            picture.unlink()


def gallery_page(constructions: dict[str, Construction]) -> str:
    """Return the page: a table for each file, a row for each construction."""
    page = [
        "# Gallery of constructions",
        "",
        f"All {len(constructions)} constructions, each used once. The points that it places are",
        "red, what it starts from is black, and marked is what it makes true: this, and no more,",
        "is what proofs may use. `geoengine constructions show NAME -o FILE` draws one of them.",
    ]
    files: dict[str, list[str]] = {}
    for name, one in constructions.items():
        problem = example_problem(one)
        told = describe_steps(problem)[-1]
        title = Path(one.place.rsplit(":", 2)[0]).stem.replace("_", " ").capitalize()
        files.setdefault(title, []).append(
            f"* - ![{one.title}]({name}.svg)\n"
            f"  - **{one.title}**\n\n    `{problem.steps[-1]}`\n\n    {told}"
        )
    for title, rows in files.items():
        # Fixed widths, since a browser would shrink the pictures rather than wrap the text.
        head = ["```{list-table}", ":widths: 42 58", ":width: 100%", ""]
        page += ["", f"## {title}", "", *head, *rows, "```"]
    return "\n".join([*page, ""])


def picture_of(construction: Construction, form: str = "svg") -> bytes:
    """Return the picture of a construction."""
    problem = example_problem(construction)
    placed = problem.steps[-1].points
    return draw(place(problem), problem.premises, accent=placed, size=_SIZE, form=form)


def _last_change(constructions: dict[str, Construction]) -> float:
    """Return when anything was changed that pictures are made from."""
    code = Path(geoengine.__file__).parent
    files = [file for part in ("draw", "scene", "catalogue") for file in (code / part).rglob("*.*")]
    files += {Path(one.place.rsplit(":", 2)[0]) for one in constructions.values()}
    return max(file.stat().st_mtime for file in files if "__pycache__" not in file.parts)
