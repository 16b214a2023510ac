"""``geoengine solids draw``: the picture or the video of an instance of a seed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from geoengine.cli import options
from geoengine.cli.draw import write_picture
from geoengine.cli.look import Projection, Size, View, read_size, read_view
from geoengine.cli.seed_instance import instance_named, seed_ids
from geoengine.errors import UsageError

__all__ = ["draw_solid"]

FORMS = ("png", "svg", "pdf", "mp4")

_SIZE = 768


def draw_solid(
    name: Annotated[
        str, typer.Argument(help="The id of a seed.", metavar="ID", autocompletion=seed_ids)
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="The file: .png, .svg, .pdf, or .mp4 for a video.", metavar="OUT"
        ),
    ],
    seed: options.Seed = 0,
    file: options.SeedFile = None,
    view: View = None,
    projection: Projection = None,
    size: Size = None,
    style: options.Style = "textbook",
) -> None:
    """Draw an instance of a seed, with hidden lines dashed, or make a video of it turning.

    Exits with 0, or with 2 on bad input.
    """
    from geoengine.draw.solids import PERSPECTIVE, render_solid, render_video
    from geoengine.draw.solids import View as Seen
    from geoengine.families.solids import model_of, view_of
    from geoengine.items import Look, stream

    form = out.suffix.removeprefix(".").lower()
    if form not in FORMS:
        raise UsageError(
            f"expected a file that ends in {', '.join(f'.{one}' for one in FORMS)}, found {out}"
        )
    sides = _SIZE if size is None else read_size(size)
    look = Look(projection=projection or "orthographic")
    direction = None if view is None else read_view(view)
    instance = instance_named(name, file, seed)
    model = model_of(instance)
    if direction is None:
        seen = view_of(instance, model, stream(seed, name), look)
    else:
        distance = PERSPECTIVE if look.projection == "perspective" else None
        seen = Seen(*direction, distance)
    if form == "mp4":
        content = render_video(model, seen, size=sides, style=style)
    else:
        words = instance.texts["en"].question
        content = render_solid(model, seen, size=sides, style=style, form=form, description=words)
    write_picture(str(out), content)
    typer.echo(f"Written to {out}")
