"""Labels of points, beside the lines of the figure."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence

from numpy.random import Generator

from geoengine.program import Arc, Execution, Projection, Triple

__all__ = ["label_lines", "seen"]

_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
_NEAR = 1e-6
_VIEW = Projection(Triple(5, 4, 2))


def label_lines(points: Sequence[str], done: Execution, rng: Generator) -> str:
    """Return statements that label points, in one of the ways people write them.

    Parameters
    ----------
    points : sequence of str
        The names of the points.
    done : Execution
        Of the program without labels.
    rng : Generator

    Examples
    --------
    >>> from geoengine.items import stream
    >>> from geoengine.program import execute, read_program
    >>> done = execute(read_program("pair A = (0,0), B = (3,0); draw(A--B);"))
    >>> '"$A$", A' in label_lines(["A"], done, stream(1))
    True
    """
    places = {
        name: seen(done.values[name], done)
        for name in points
        if isinstance(done.values.get(name), complex | Triple)
    }
    style = ("label", "label", "label", "dot", "both", "degrees")[int(rng.integers(6))]
    lines = []
    for name, place in places.items():
        angle = _open_direction(place, done)
        side = _COMPASS[round(angle / 45) % 8]
        if style == "degrees":
            side = f"dir({round(angle / 5) * 5 % 360})"
        function = "dot" if style == "dot" else "label"
        lines.append(f'{function}("${_tex(name)}$", {name}, {side});')
    if style == "both" and places:
        lines = [f"dot({name});" for name in places] + lines
    return "\n".join(lines)


def seen(node: complex | Triple, done: Execution) -> complex:
    """Return where a point of the plane or of space is drawn."""
    if isinstance(node, Triple):
        return (done.settings.projection or _VIEW)(node)
    return node


def _tex(name: str) -> str:
    return (
        name
        if len(name) == 1
        else f"{name[0]}_{{{name[1:]}}}"
        if len(name) > 2
        else f"{name[0]}_{name[1]}"
    )


def _open_direction(place: complex, done: Execution) -> float:
    """Return the direction, in degrees, that is farthest from the lines at a point."""
    drawn = [
        seen(node, done)
        for one in done.display
        if one.kind in ("draw", "fill")
        for path in one.paths
        for node in path.nodes
    ]
    lines = sorted({round(angle, 3) % 360 for angle in _lines_at(place, done)})
    center = sum(drawn) / len(drawn) if drawn else 0
    away = math.degrees(cmath.phase(place - center)) % 360 if abs(place - center) > _NEAR else 45.0
    if not lines:
        return away
    gaps = [
        ((after - before) % 360 or 360.0, before)
        for before, after in zip(lines, [*lines[1:], lines[0]], strict=True)
    ]

    def worth(gap: tuple[float, float]) -> float:
        width, before = gap
        middle = before + width / 2
        apart = abs((middle - away + 180) % 360 - 180)
        return min(width, 150) - apart / 6

    width, before = max(gaps, key=worth)
    low, high = before + min(width / 2, 45), before + width - min(width / 2, 45)
    inside = (away - before) % 360 + before
    return min(max(inside, low), high) % 360


def _lines_at(place: complex, done: Execution) -> Iterator[float]:
    for one in done.display:
        if one.kind not in ("draw", "fill"):
            continue
        for path in one.paths:
            for piece in path.pieces:
                if isinstance(piece, Arc):
                    away = place - piece.center
                    if abs(abs(away) - piece.radius) < _NEAR * piece.radius:
                        angle = math.degrees(cmath.phase(away))
                        yield from (angle + 90, angle - 90, angle + 180)
                    continue
                start, end = seen(piece.start, done), seen(piece.end, done)
                length = abs(end - start)
                if length and abs(start - place) + abs(end - place) - length < _NEAR * length:
                    for other in (start, end):
                        if abs(other - place) > _NEAR * length:
                            yield math.degrees(cmath.phase(other - place))
