"""What is visibly filled at the end of a program."""

from __future__ import annotations

from itertools import pairwise

from geoengine.program import COLOURS, Execution, Path, in_plane
from geoengine.program import Arc as DrawnArc
from geoengine.region import Arc, Loop, Paint, Point, Segment, visible

__all__ = ["visible_measure"]

_WHITE = "white"
_BLACK = (0.0, 0.0, 0.0)


def visible_measure(name: str, colour: str, done: Execution) -> float:
    """Return the area or the perimeter of what is visibly filled at the end.

    Parameters
    ----------
    name : {"area", "perimeter"}
    colour : str
        One colour, by its name in programs; empty for all but white.
    done : Execution

    Examples
    --------
    >>> from geoengine.program import execute, read_program
    >>> square = "fill(box((0,0), (2,2)), gray); unfill(box((1,1), (2,2)));"
    >>> visible_measure("area", "", execute(read_program(square)))
    3.0
    """
    paints = [
        Paint(
            [loop for path in drawn.paths if (loop := _loop(path))],
            _WHITE if drawn.kind == "unfill" else _shown(drawn.pen.colour),
        )
        for drawn in done.display
        if drawn.kind in ("fill", "unfill")
    ]
    wanted = _shown(COLOURS[colour]) if colour else ""
    region = visible(paints, lambda shown: shown == wanted if wanted else shown != _WHITE)
    match name:
        case "area":
            return region.area
        case "perimeter":
            return region.perimeter
    raise ValueError(f"expected area(shaded) or perimeter(shaded), found {name}(shaded)")


def _shown(colour: tuple[float, float, float] | None) -> str:
    red, green, blue = colour or _BLACK
    return _WHITE if min(red, green, blue) >= 1 else f"{red:.3f} {green:.3f} {blue:.3f}"


def _loop(path: Path) -> Loop:
    pieces: list[Segment | Arc] = []
    for piece in path.pieces:
        if isinstance(piece, DrawnArc):
            clockwise = piece.sweep < 0
            # A whole circle has to be divided, as its ends are the same.
            for first, last in pairwise((0.0, 0.5, 1.0)):
                ends = _pair(piece.at(first)), _pair(piece.at(last))
                pieces.append(Arc(_pair(piece.center), *ends, clockwise))
        else:
            pieces.append(Segment(_pair(in_plane(piece.start)), _pair(in_plane(piece.end))))
    if pieces:
        first_end, last_end = pieces[0].start, pieces[-1].end
        if first_end != last_end:
            pieces.append(Segment(last_end, first_end))
    return tuple(pieces)


def _pair(z: complex) -> Point:
    return z.real, z.imag
