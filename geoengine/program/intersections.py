"""Intersections of paths."""

from __future__ import annotations

import cmath
import math

from geoengine.program.curves import Arc, Path, Piece, Segment, in_plane

__all__ = ["intersections"]

# Of the size of the figure: how near two points are that count as one; and how nearly two curves
# touch where a point of intersection would be uncertain.
_SAME, _TOUCHING = 1e-9, 1e-9


def intersections(first: Path, second: Path) -> list[complex]:
    """Return the points that two paths have in common, in order along the first one.

    Raises
    ------
    ValueError
        If the paths touch or overlap, so that the points cannot be computed accurately.
    """
    size = max(first.length, second.length, 1e-300)
    found: list[tuple[float, complex]] = []
    for number, piece in enumerate(first.pieces):
        for other in second.pieces:
            for share, place in _crossings(piece, other, size):
                if all(abs(place - known) > _SAME * size for _, known in found):
                    found.append((number + share, place))
    return [place for _, place in sorted(found, key=lambda item: item[0])]


def _crossings(first: Piece, second: Piece, size: float) -> list[tuple[float, complex]]:
    if isinstance(first, Segment) and isinstance(second, Segment):
        places = _segments(first, second, size)
    elif isinstance(first, Arc) and isinstance(second, Arc):
        places = _circles(first, second, size)
    elif isinstance(first, Arc):
        assert isinstance(second, Segment)
        places = _line_circle(second, first, size)
    else:
        assert isinstance(second, Arc)
        places = _line_circle(first, second, size)
    found = []
    for place in places:
        shares = [_share(piece, place, _SAME * size) for piece in (first, second)]
        if shares[0] is not None and shares[1] is not None:
            found.append((shares[0], place))
    return found


def _ends(piece: Segment) -> tuple[complex, complex]:
    return in_plane(piece.start), in_plane(piece.end)


def _share(piece: Piece, place: complex, near: float) -> float | None:
    """Return how far along a piece a point of its line or circle is; None if it is beyond."""
    slack = near / max(piece.length, 1e-300)
    if isinstance(piece, Segment):
        start, end = _ends(piece)
        way = end - start
        share = ((place - start) * way.conjugate()).real / abs(way) ** 2
    else:
        turn = cmath.phase((place - piece.center) * cmath.rect(1, -piece.begin))
        if piece.sweep < 0:
            turn = -turn
        if turn < -slack * abs(piece.sweep):
            turn += math.tau
        share = turn / abs(piece.sweep)
    return min(max(share, 0.0), 1.0) if -slack <= share <= 1 + slack else None


def _segments(first: Segment, second: Segment, size: float) -> list[complex]:
    (a, b), (c, d) = _ends(first), _ends(second)
    u, v = b - a, d - c
    across = (u.conjugate() * v).imag
    if abs(across) < _TOUCHING * abs(u) * abs(v):
        apart = abs((u.conjugate() * (c - a)).imag) / max(abs(u), 1e-300)
        if apart > _SAME * size or not _meet(first, second, size):
            return []
        raise ValueError("expected paths that cross, found two that lie on one line")
    return [a + u * (((c - a).conjugate() * v).imag / across)]


def _meet(first: Segment, second: Segment, size: float) -> bool:
    ends = [(first, place) for place in _ends(second)] + [(second, place) for place in _ends(first)]
    return any(_share(piece, place, _SAME * size) is not None for piece, place in ends)


def _line_circle(line: Segment, arc: Arc, size: float) -> list[complex]:
    start, end = _ends(line)
    if start == end:
        return []
    way = (end - start) / abs(end - start)
    foot = start + way * ((arc.center - start) * way.conjugate()).real
    return _both_sides(foot, way, arc.radius**2 - abs(foot - arc.center) ** 2, size)


def _circles(first: Arc, second: Arc, size: float) -> list[complex]:
    apart = abs(second.center - first.center)
    if apart < _SAME * size:
        if abs(first.radius - second.radius) < _SAME * size:
            raise ValueError("expected two circles, found the same circle twice")
        return []
    way = (second.center - first.center) / apart
    along = (apart**2 + first.radius**2 - second.radius**2) / (2 * apart)
    return _both_sides(first.center + along * way, way * 1j, first.radius**2 - along**2, size)


def _both_sides(foot: complex, way: complex, square: float, size: float) -> list[complex]:
    if abs(square) < _TOUCHING * size**2:
        raise ValueError("expected paths that cross, found two that touch")
    if square < 0:
        return []
    half = math.sqrt(square)
    return [foot - half * way, foot + half * way]
