"""How pictures look: options that several commands share, and their values."""

from __future__ import annotations

from typing import Annotated

import typer

from geoengine.cli.options import among
from geoengine.errors import UsageError

__all__ = ["Projection", "Size", "View", "read_size", "read_view"]

_PROJECTIONS = ("orthographic", "perspective")

View = Annotated[
    str | None,
    typer.Option(
        "--view",
        help="From where solids are seen: azimuth and elevation in degrees, such as 30,20.",
        metavar="AZ,EL",
        show_default="chosen so that edges and vertices are apart",
    ),
]
Projection = Annotated[
    str | None,
    typer.Option(
        "--projection",
        help="How solids are projected: by parallel sight lines, or in weak perspective.",
        metavar="|".join(_PROJECTIONS),
        show_default="orthographic",
        autocompletion=among(_PROJECTIONS),
    ),
]
Size = Annotated[
    str | None,
    typer.Option(
        "--size",
        help="Of pictures and videos of solids, in pixels: 512, or width and height, 800x600.",
        metavar="N|NxN",
        show_default="768 for the longer side, of videos 512",
    ),
]


def read_view(text: str) -> tuple[float, float]:
    """Read an azimuth and an elevation.

    Raises
    ------
    UsageError
        When it is not two numbers, or one is out of range.

    Examples
    --------
    >>> read_view("-30,20")
    (-30.0, 20.0)
    """
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
    return azimuth, elevation


def read_size(text: str) -> tuple[int, int]:
    """Read a width and a height.

    Raises
    ------
    UsageError
        When it is not one or two whole numbers.

    Examples
    --------
    >>> read_size("512"), read_size("800x600")
    ((512, 512), (800, 600))
    """
    sides = text.lower().split("x")
    if len(sides) > 2 or not all(side.isascii() and side.isdigit() for side in sides):
        raise UsageError(
            f"expected a size in pixels, found {text!r}",
            hint="write 512 for a square, 800x600 for a width and a height",
        )
    return int(sides[0]), int(sides[-1])
