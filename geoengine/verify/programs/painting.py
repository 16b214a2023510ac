"""Areas and perimeters of what is visibly filled, where paint lies over paint.

Vertical lines through all events (ends of pieces, points where a piece turns back in x, and
crossings) divide the plane into slabs. Inside a slab no two pieces cross, so the order of the
pieces on one line, and the paint seen between two of them, is that of the whole slab; what lies
below each piece is integrated along the piece itself. The figure is first turned by an odd angle,
so that no edge is vertical.
"""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from geoengine.verify.programs.crossings import meetings
from geoengine.verify.programs.curves import Arc, Curve, Map, Piece
from geoengine.verify.programs.faults import FaultKind, ProgramError
from geoengine.verify.programs.pens import Colour

__all__ = ["Paint", "painted_area", "painted_perimeter"]

_TURN = Map(cmath.exp(0.7390851j))
_MAX_PIECES = 3000


@dataclass(frozen=True)
class Paint:
    """A fill: what lies inside of closed curves, by the winding number, gets a colour."""

    curves: tuple[Curve, ...]
    colour: Colour
    even_odd: bool = False


@dataclass(frozen=True)
class _Strand:
    """A piece of a boundary over which x increases, between two crossings."""

    piece: Piece
    layer: int
    sense: int


Seen = Callable[[Colour], bool]


def painted_area(paints: Sequence[Paint], seen: Seen) -> float:
    """The area that is seen in a colour of a kind at the end.

    Parameters
    ----------
    paints : sequence of Paint
        In painting order.
    seen : callable
        Whether a colour counts.

    Examples
    --------
    >>> from geoengine.verify.programs.curves import circle
    >>> from geoengine.verify.programs.pens import Colour
    >>> ring = [Paint((circle(0, 2),), Colour("red")), Paint((circle(0, 1),), Colour("white"))]
    >>> round(painted_area(ring, lambda colour: colour.name == "red"), 9)
    9.424777961
    """
    parts = []
    for slab in _slabs(paints):
        for below, above, colour in _gaps(slab, paints):
            if colour is not None and seen(colour):
                parts += [above.piece.below(), -below.piece.below()]
    return math.fsum(parts)


def painted_perimeter(paints: Sequence[Paint], seen: Seen) -> float:
    """The length of the boundary of what is seen in a colour of a kind at the end."""
    parts = []
    for slab in _slabs(paints):
        counted, inside = False, False
        for below, above, colour in _gaps(slab, paints):
            counts = colour is not None and seen(colour)
            if counts != inside:
                parts.append(below.piece.length)
            inside, counted, last = counts, True, above
        if counted and inside:
            parts.append(last.piece.length)
    return math.fsum(parts)


def _slabs(paints: Sequence[Paint]) -> Iterator[list[_Strand]]:
    """Yield the strands of each slab, from below."""
    strands = []
    for layer, paint in enumerate(paints):
        for curve in paint.curves:
            if curve.rough:
                text = "an area bounded by a curve that is neither straight nor an ellipse"
                raise ProgramError(FaultKind.UNSUPPORTED, text)
            pieces = curve.pieces
            if pieces and abs(pieces[-1].end - pieces[0].start) > 1e-9 * (1 + abs(curve.start)):
                raise ProgramError(FaultKind.VALUE, "a path that is filled is not closed")
            strands += [s for piece in pieces for s in _monotone(piece.moved(_TURN), layer)]
    if len(strands) > _MAX_PIECES:
        raise ProgramError(FaultKind.LIMIT, f"more than {_MAX_PIECES} pieces of boundaries")
    if not strands:
        return
    ends = [z.real for s in strands for z in (s.piece.start, s.piece.end)]
    size = max(ends) - min(ends)
    events = sorted([*ends, *_crossing_places(strands)])
    stops = [events[0]]
    for event in events:
        if event - stops[-1] > 1e-11 * size:
            stops.append(event)
    # Slab by slab, the strands that reach into it; those that have ended are dropped.
    waiting = sorted(strands, key=lambda s: s.piece.start.real)
    active: list[_Strand] = []
    at = 0
    for low, high in itertools.pairwise(stops):
        middle = (low + high) / 2
        while at < len(waiting) and waiting[at].piece.start.real < middle:
            active.append(waiting[at])
            at += 1
        active = [s for s in active if s.piece.end.real > middle]
        cut = [(_cut(s, low, high), s) for s in active]
        order = [(c.at(_parameter(c, middle)).imag, c, s) for c, s in cut]
        order.sort(key=lambda entry: entry[0])
        yield [_Strand(c, s.layer, s.sense) for _, c, s in order]


def _monotone(piece: Piece, layer: int) -> Iterator[_Strand]:
    stops = [0.0, *piece.turns, 1.0]
    for t, u in itertools.pairwise(stops):
        part = piece.part(t, u)
        step = part.end.real - part.start.real
        if step > 0:
            yield _Strand(part, layer, 1)
        elif step < 0:
            yield _Strand(part.part(1, 0), layer, -1)


def _crossing_places(strands: Sequence[_Strand]) -> Iterator[float]:
    order = sorted(strands, key=lambda s: s.piece.start.real)
    boxes = [_heights(s.piece) for s in order]
    for i, first in enumerate(order):
        low, high = boxes[i]
        end = first.piece.end.real
        for j in range(i + 1, len(order)):
            second = order[j]
            if second.piece.start.real > end:
                break
            if boxes[j][0] <= high and boxes[j][1] >= low:
                for s, _ in meetings(first.piece, second.piece):
                    yield first.piece.at(s).real


def _heights(piece: Piece) -> tuple[float, float]:
    """Bounds of y; for an arc, those of its whole ellipse."""
    if isinstance(piece, Arc):
        reach = math.hypot(piece.u.imag, piece.v.imag)
        return piece.center.imag - reach, piece.center.imag + reach
    return min(piece.start.imag, piece.end.imag), max(piece.start.imag, piece.end.imag)


def _parameter(piece: Piece, x: float) -> float:
    """The parameter at which a piece, over which x increases, has an x."""
    low, high = 0.0, 1.0
    if not isinstance(piece, Arc):
        return (x - piece.start.real) / (piece.end.real - piece.start.real)
    reach = math.hypot(piece.u.real, piece.v.real)
    turn = math.acos(min(1.0, max(-1.0, (x - piece.center.real) / reach)))
    base = math.atan2(piece.v.real, piece.u.real)
    span = piece.last - piece.first
    best, distance = 0.0, math.inf
    for angle in (base + turn, base - turn):
        t = (angle - piece.first) / span
        period = abs(math.tau / span)
        t -= period * round((t - 0.5) / period)
        off = max(low - t, t - high, 0.0)
        if off < distance:
            best, distance = t, off
    return min(max(best, low), high)


def _cut(strand: _Strand, low: float, high: float) -> Piece:
    piece = strand.piece
    t = 0.0 if piece.start.real >= low else _parameter(piece, low)
    u = 1.0 if piece.end.real <= high else _parameter(piece, high)
    return piece.part(t, u)


def _gaps(
    slab: Sequence[_Strand], paints: Sequence[Paint]
) -> Iterator[tuple[_Strand, _Strand, Colour | None]]:
    """Yield what bounds each gap of a slab, and the colour seen in it."""
    winding: dict[int, int] = {}
    for place, strand in enumerate(slab[:-1]):
        number = winding.get(strand.layer, 0) + strand.sense
        if number:
            winding[strand.layer] = number
        else:
            winding.pop(strand.layer, None)
        above = slab[place + 1]
        if _touch(strand.piece, above.piece):
            continue
        inside = [layer for layer, n in winding.items() if not paints[layer].even_odd or n % 2 == 1]
        yield strand, above, paints[max(inside)].colour if inside else None


def _touch(first: Piece, second: Piece) -> bool:
    """Whether two pieces of a slab lie on one another."""
    gap = abs(first.at(0.5).imag - second.at(_parameter(second, first.at(0.5).real)).imag)
    return gap < 1e-10 * (1 + abs(first.at(0.5)))
