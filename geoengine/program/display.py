"""What a program draws."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from geoengine.program.curves import Path, Triple
from geoengine.program.pens import Pen
from geoengine.program.projection import Projection

__all__ = ["Drawn", "DrawnKind", "Settings"]

DrawnKind = Literal["draw", "fill", "unfill", "dot", "label"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One thing that a program draws.

    Attributes
    ----------
    kind : {"draw", "fill", "unfill", "dot", "label"}
    paths : tuple of Path
        What is drawn or filled; for dots and labels, paths of one point.
    pen : Pen
        With what ``defaultpen`` says.
    text : str
        Of a label, as written.
    align : complex
        Of a label: in which direction from its position it stands, and how far.
    statement : int
        The number of the statement that draws it; see `walk_statements`.
    calls : tuple of int
        The numbers of the statements that called the functions in which that statement stands,
        from the outermost.
    """

    kind: DrawnKind
    paths: tuple[Path, ...]
    pen: Pen
    statement: int
    text: str = ""
    align: complex = 0j
    calls: tuple[int, ...] = ()

    @property
    def position(self) -> complex | Triple:
        """Of a label or dot."""
        return self.paths[0].point


@dataclass(slots=True)
class Settings:
    """What a program sets for the whole picture.

    Attributes
    ----------
    size : float or None
        The larger side of the picture, in points.
    unit : float or None
        The length of the unit, in points.
    pen : Pen
        What pens say that say nothing else.
    projection : Projection or None
        How points of space are drawn.
    """

    size: float | None = None
    unit: float | None = None
    pen: Pen = field(default_factory=Pen)
    projection: Projection | None = None
