"""``geoengine solids draw``: the picture or the video of an instance of a seed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoengine.cli import options
from geoengine.cli.draw import write_picture
from geoengine.cli.seed_instance import instance_named, seed_ids
from geoengine.errors import UsageError

if TYPE_CHECKING:
    from geoengine.draw.solids import View

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
    view: Annotated[
        str | None,
        typer.Option(
            "--view",
            help="The azimuth and the elevation of the eye in degrees, such as 30,20.",
            metavar="AZ,EL",
            show_default="chosen so that edges and vertices are apart",
        ),
    ] = None,
    size: Annotated[
        int,
        typer.Option("--size", min=64, max=4096, help="The side of the picture.", metavar="PX"),
    ] = _SIZE,
    style: options.Style = "textbook",
) -> None:
    """Draw an instance of a seed, with hidden lines dashed, or make a video of it turning.

    Exits with 0, or with 2 on bad input.
    """
    from geoengine.draw.solids import render_solid, render_video
    from geoengine.families.solids import model_of, view_of
    from geoengine.items import stream

    form = out.suffix.removeprefix(".").lower()
    if form not in FORMS:
        raise UsageError(
            f"expected a file that ends in {', '.join(f'.{one}' for one in FORMS)}, found {out}"
        )
    instance = instance_named(name, file, seed)
    model = model_of(instance)
    seen = view_of(instance, model, stream(seed, name)) if view is None else _view(view)
    if form == "mp4":
        content = render_video(model, seen, size=size, style=style)
    else:
        words = instance.texts["en"].question
        content = render_solid(model, seen, size=size, style=style, form=form, description=words)
    write_picture(str(out), content)
    typer.echo(f"Written to {out}")


def _view(text: str) -> View:
    from geoengine.draw.solids import View

    try:
        azimuth, elevation = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(
            f"expected two numbers of degrees, found {text!r}", hint="such as --view 30,20"
        ) from None
    if not (abs(azimuth) <= 360 and abs(elevation) <= 90):
        raise UsageError(
            f"expected an azimuth up to 360 and an elevation up to 90 degrees, found {text!r}"
        )
    return View(azimuth, elevation)
