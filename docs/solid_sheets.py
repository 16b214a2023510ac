"""Draws the contact sheets of the seeds about solids: an instance of each, a sheet for each type.

After a change to seeds or pictures, look at the sheets that it puts into ``docs/images/solids``::

    python docs/solid_sheets.py               # all of them; takes two minutes
    python docs/solid_sheets.py angle moving  # those of some types
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from geoengine.draw.solids import render_solid
from geoengine.families.solids import model_of, view_of
from geoengine.items import stream
from geoengine.solid import TYPES, Seed, load_seeds, make_instance

OUT = Path(__file__).parent / "images" / "solids"
COLUMNS, SIDE, LINE = 6, 240, 13
"""Pictures in a row; the side of a picture, and the height of a line of text, in pixels."""

GREYS = 16
INSTANCE = 1


def main(types: Sequence[str]) -> None:
    """Draw the sheets of some types, or of all."""
    OUT.mkdir(parents=True, exist_ok=True)
    for type_ in types or TYPES:
        seeds = [seed for seed in load_seeds().values() if seed.type == type_]
        path = OUT / f"{type_}.webp"
        sheet = draw_sheet(sorted(seeds, key=lambda seed: (seed.level, seed.id)))
        sheet.quantize(GREYS).convert("L").save(path, lossless=True, method=6)
        print(f"{path.name}: {len(seeds)} pictures, {path.stat().st_size / 1e3:.0f} kB")


def draw_sheet(seeds: Sequence[Seed]) -> Image.Image:
    """Draw a sheet: each picture has its level and the id of its seed, without the type."""
    height = SIDE + 3 * LINE
    sheet = Image.new("L", (COLUMNS * SIDE, -(-len(seeds) // COLUMNS) * height), 255)
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(LINE - 3)
    for at, seed in enumerate(seeds):
        left, top = at % COLUMNS * SIDE, at // COLUMNS * height
        picture = picture_of(seed)
        beside, above = SIDE - picture.width, SIDE - picture.height
        sheet.paste(picture, (left + beside // 2, top + above // 2))
        words = [str(seed.level), *seed.id.split("_")[1:]]
        for row, line in enumerate(wrapped(words, font)):
            pen.text((left + SIDE / 2, top + SIDE + row * LINE), line, 0, font, anchor="ma")
    return sheet


def picture_of(seed: Seed) -> Image.Image:
    """Draw an instance of a seed."""
    instance = make_instance(seed, INSTANCE)
    model = model_of(instance)
    view = view_of(instance, model, stream("contact sheet", seed.id))
    return Image.open(io.BytesIO(render_solid(model, view, size=SIDE))).convert("L")


def wrapped(words: Sequence[str], font: ImageFont.FreeTypeFont) -> list[str]:
    """Divide words into lines that fit below a picture."""
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if font.getlength(longer) < SIDE - 10:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


if __name__ == "__main__":
    main(sys.argv[1:])
