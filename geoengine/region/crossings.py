"""Where pieces of boundaries meet, in floats."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geoengine.region.pieces import Arc, Piece, Segment

__all__ = ["Cut", "cuts"]


@dataclass(frozen=True)
class Cut:
    """A point at which a piece is divided.

    Attributes
    ----------
    share : float
        Where it lies on the piece, as a share of its length.
    other : int or None
        The index of the piece that crosses there; None for an end of the piece itself.
    touches : int
        0 where the other piece passes; -1 or 1 where the point is the other's start or end.
    """

    share: float
    other: int | None = None
    touches: int = 0


def cuts(pieces: Sequence[Piece], near: float) -> list[list[Cut]]:
    """Return, for each piece, the points at which others meet it, in order, with both ends.

    Points of one piece that lie closer than `near` are one.
    """
    found: list[list[Cut]] = [[Cut(0.0), Cut(1.0)] for _ in pieces]
    for i, j in _close_pairs(pieces, near):
        for point in _meetings(pieces[i], pieces[j], near):
            for here, there in ((i, j), (j, i)):
                share = _share(pieces[here], point, near)
                if share is not None and _share(pieces[there], point, near) is not None:
                    found[here].append(Cut(share, there))
        for here, there in ((i, j), (j, i)):
            for side, point in zip((-1, 1), pieces[there].ends, strict=True):
                share = _share(pieces[here], point, near)
                if share is not None:
                    found[here].append(Cut(share, there, side))
    return [_sorted(at, piece.length, near) for at, piece in zip(found, pieces, strict=True)]


def _sorted(found: list[Cut], length: float, near: float) -> list[Cut]:
    # Of points that coincide the ends come first, then ends of others: these are known exactly.
    found.sort(key=lambda cut: (cut.other is not None, not cut.touches))
    kept: list[Cut] = []
    for cut in found:
        if all(abs(cut.share - other.share) * length > near for other in kept):
            kept.append(cut)
    return sorted(kept, key=lambda cut: cut.share)


def _close_pairs(pieces: Sequence[Piece], near: float) -> Iterator[tuple[int, int]]:
    """Yield the pairs of pieces whose bounding boxes meet."""
    boxes = [_box(piece, near) for piece in pieces]
    active: list[int] = []
    for j in sorted(range(len(pieces)), key=lambda k: boxes[k][0]):
        left, _, low, high = boxes[j]
        active = [i for i in active if boxes[i][1] >= left]
        for i in active:
            if boxes[i][2] <= high and low <= boxes[i][3]:
                yield i, j
        active.append(j)


def _box(piece: Piece, near: float) -> tuple[float, float, float, float]:
    if isinstance(piece, Arc):
        # The box of the whole circle will do: it is larger.
        c, r = piece.middle, piece.radius + near
        return c.real - r, c.real + r, c.imag - r, c.imag + r
    (p, q) = piece.ends
    xs, ys = sorted((p.real, q.real)), sorted((p.imag, q.imag))
    return xs[0] - near, xs[1] + near, ys[0] - near, ys[1] + near


def _share(piece: Piece, point: complex, near: float) -> float | None:
    """Return where a point lies on a piece, or None if it does not."""
    start, end = piece.ends
    if abs(point - start) <= near:
        return 0.0
    if abs(point - end) <= near:
        return 1.0
    if isinstance(piece, Segment):
        ratio = (point - start) / (end - start)
        if abs(ratio.imag) * piece.length > near:
            return None
        share = ratio.real
    else:
        if abs(abs(point - piece.middle) - piece.radius) > near:
            return None
        turn = cmath.phase((point - piece.middle) / (start - piece.middle)) % math.tau
        share = (turn - math.tau if piece.clockwise else turn) / piece.sweep
    return share if 0 <= share <= 1 else None


def _meetings(a: Piece, b: Piece, near: float) -> list[complex]:
    """Return where the line or circle of a piece crosses that of another, unless they coincide."""
    if isinstance(a, Segment) and isinstance(b, Segment):
        return _line_line(a, b)
    if isinstance(a, Segment) and isinstance(b, Arc):
        return _line_circle(a.ends[0], a.ends[1], b.middle, b.radius, near)
    if isinstance(a, Arc) and isinstance(b, Segment):
        return _line_circle(b.ends[0], b.ends[1], a.middle, a.radius, near)
    assert isinstance(a, Arc)
    assert isinstance(b, Arc)
    between = b.middle - a.middle
    d = abs(between)
    if d <= near or d > a.radius + b.radius + near or d < abs(a.radius - b.radius) - near:
        return []
    along = (d * d + a.radius**2 - b.radius**2) / (2 * d)
    foot = a.middle + between / d * along
    return _line_circle(foot, foot + 1j * between, a.middle, a.radius, near)


def _line_line(a: Segment, b: Segment) -> list[complex]:
    (p, q), (s, t) = a.ends, b.ends
    u, v = q - p, t - s
    cross = (u.conjugate() * v).imag
    if abs(cross) <= 1e-12 * abs(u) * abs(v):
        return []
    return [p + u * (((s - p).conjugate() * v).imag / cross)]


def _line_circle(p: complex, q: complex, c: complex, r: float, near: float) -> list[complex]:
    unit = (q - p) / abs(q - p)
    foot = p + unit * ((c - p) * unit.conjugate()).real
    d = abs(foot - c)
    if d > r + near:
        return []
    if d >= r - near:
        return [foot]
    half = unit * math.sqrt(r * r - d * d)
    return [foot - half, foot + half]
