"""Functions of stock Asymptote that make paths or speak of them."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from geoengine.verify.programs.asymptote.library import undefined
from geoengine.verify.programs.asymptote.values import Array, curve, point, real
from geoengine.verify.programs.crossings import crossings
from geoengine.verify.programs.curves import Arc, Curve, Map, arc, circle, polyline
from geoengine.verify.programs.evaluated import Opaque, SpaceCurve, Triple
from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["PATH_CONSTANTS", "PATH_FUNCTIONS", "join"]


def join(knots: list[Any], signs: tuple[str, ...]) -> Any:
    """The path through knots; None among them is ``cycle``.

    Examples
    --------
    >>> join([0j, 4 + 0j, 4 + 3j, None], ("--", "--", "--")).area
    6.0
    """
    if any(isinstance(knot, Triple | SpaceCurve) for knot in knots):
        return _in_space(knots)
    if any(isinstance(knot, Opaque) for knot in knots):
        return Opaque("path")
    closed = knots[-1] is None
    parts = [curve(knot) for knot in (knots[:-1] if closed else knots) if knot is not None]
    if not parts:
        raise ProgramError(FaultKind.TYPE, "expected a point before cycle")
    straight = all(sign in {"--", "---"} for sign in signs)
    rough = not straight and (closed or len(parts) > 2 or "controls" in signs)
    pieces = list(parts[0].pieces)
    here = parts[0].end if parts[0].pieces else parts[0].at(0)
    start = parts[0].at(0)
    for part in parts[1:]:
        there = part.at(0)
        if part.lone is not None and not part.pieces:
            pieces += polyline([here, there]).pieces
        else:
            if abs(there - here) > 1e-9 * (1 + abs(there)):
                pieces += polyline([here, there]).pieces
            pieces += part.pieces
        here = part.end if part.pieces else there
    if closed and abs(here - start) > 1e-9 * (1 + abs(start)):
        pieces += polyline([here, start]).pieces
    rough = rough or any(part.rough for part in parts)
    return Curve(tuple(pieces), closed, start, rough)


def _in_space(knots: list[Any]) -> Any:
    closed, places = False, list[Triple]()
    for knot in knots:
        if knot is None:
            closed = True
        elif isinstance(knot, Triple):
            places.append(knot)
        elif isinstance(knot, SpaceCurve):
            places += knot.vertices
        else:
            return Opaque("path3")
    return SpaceCurve(tuple(places), closed)


def _circle(center: Any, radius: Any, *rest: Any) -> Any:
    if isinstance(center, Triple) or any(isinstance(part, Triple) for part in rest):
        return Opaque("path3")
    return circle(point(center), real(radius))


def _arc(center: Any, first: Any, *rest: Any) -> Any:
    if isinstance(center, Triple):
        return Opaque("path3")
    c = point(center)
    if isinstance(first, complex) or (len(rest) >= 1 and isinstance(rest[0], complex)):
        start, end = point(first), point(rest[0])
        forward = not (len(rest) > 1 and rest[1] is False)
        low = math.degrees(cmath.phase(start - c))
        high = math.degrees(cmath.phase(end - c))
        if forward:
            high += 360 * math.ceil((low - high) / 360 - 1e-12)
        else:
            high -= 360 * math.ceil((high - low) / 360 - 1e-12)
        return arc(c, abs(start - c), low, high)
    low, high = real(rest[0]), real(rest[1])
    forward = high >= low
    if len(rest) > 2 and isinstance(rest[2], bool):
        forward = rest[2]
    if forward and high < low:
        high += 360 * math.ceil((low - high) / 360)
    if not forward and high > low:
        high -= 360 * math.ceil((high - low) / 360)
    return arc(c, real(first), low, high)


def _ellipse(center: Any, a: Any, b: Any) -> Curve:
    half, other = real(a), real(b)
    return circle(0, 1).moved(Map((half + other) / 2, (half - other) / 2, point(center)))


def _box(a: Any, b: Any) -> Any:
    if isinstance(a, Triple):
        return Opaque("path3")
    p, q = point(a), point(b)
    corners = [p, complex(q.real, p.imag), q, complex(p.real, q.imag)]
    return polyline(corners, closed=True)


def _polygon(count: Any) -> Curve:
    n = int(real(count))
    if not 3 <= n <= 10_000:
        raise undefined("a polygon of that many sides")
    return polyline([cmath.exp(1j * (math.tau * (k + 0.5) / n - math.pi / 2)) for k in range(n)],
                    closed=True)  # fmt: skip


def _meet(first: Any, second: Any) -> list[tuple[float, float]]:
    p, q = curve(first), curve(second)
    if p.rough or q.rough:
        raise ProgramError(FaultKind.UNSUPPORTED, "meetings of curves that are not round")
    return crossings(p, q)


def _intersection_point(first: Any, second: Any, *_: Any) -> complex:
    if isinstance(first, Array) or isinstance(second, Array):
        return complex(_intersection_points(first, second)[0])
    found = _meet(first, second)
    if not found:
        raise undefined("the paths do not meet")
    return curve(first).at(found[0][0])


def _intersection_points(first: Any, second: Any, *_: Any) -> Array:
    if isinstance(first, Array) or isinstance(second, Array):
        ones = first if isinstance(first, Array) else [first]
        others = second if isinstance(second, Array) else [second]
        return Array(z for a in ones for b in others for z in _intersection_points(a, b))
    p = curve(first)
    return Array(p.at(s) for s, _ in _meet(first, second))


def _intersect(first: Any, second: Any, *_: Any) -> Array:
    found = _meet(first, second)
    return Array(map(float, found[0])) if found else Array()


def _point(path: Any, time: Any) -> Any:
    if isinstance(path, SpaceCurve):
        place = real(time)
        if place == int(place) and 0 <= place < len(path.vertices):
            return path.vertices[int(place)]
        return Opaque("triple")
    return curve(path).at(real(time))


def _relpoint(path: Any, share: Any) -> Any:
    if isinstance(path, SpaceCurve):
        return Opaque("triple")
    p = curve(path)
    if p.rough:
        raise ProgramError(FaultKind.UNSUPPORTED, "lengths along a curve that is not round")
    return p.at(p.time_at(real(share) * p.length))


def _midpoint(first: Any, second: Any = None) -> Any:
    if isinstance(first, SpaceCurve) and len(first.vertices) == 2:
        a, b = first.vertices
        return Triple((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2)
    if second is not None:
        return (point(first) + point(second)) / 2
    return _relpoint(first, 0.5)


def _arclength(path: Any) -> Any:
    p = curve(path)
    if p.rough:
        raise ProgramError(FaultKind.UNSUPPORTED, "lengths along a curve that is not round")
    return p.length


def _reverse(value: Any) -> Any:
    if isinstance(value, Array):
        return Array(reversed(value))
    if isinstance(value, SpaceCurve):
        return SpaceCurve(value.vertices[::-1], value.closed)
    return curve(value).reversed


def _subpath(path: Any, first: Any, last: Any) -> Curve:
    p = curve(path)
    low, high = real(first), real(last)
    if abs(high - low) > 10_000:
        raise ProgramError(FaultKind.LIMIT, "a long part of a path")
    if not p.closed:
        count = float(len(p.pieces))
        low, high = (min(max(t, 0.0), count) for t in (low, high))
    return p.part(low, high)


def _dirtime(path: Any, direction: Any) -> float:
    p, d = curve(path), point(direction)
    for index, piece in enumerate(p.pieces):
        if isinstance(piece, Arc):
            for t in [0.0, *piece.moved(Map(1j / d)).turns]:
                if abs(cmath.phase(piece.direction(t) / d)) < 1e-9:
                    return index + t
        elif abs(cmath.phase(piece.direction(0) / d)) < 1e-9:
            return float(index)
    return -1.0


def _graph(*_: Any, **__: Any) -> Any:
    return Curve((), lone=0j, rough=True)


PATH_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "circle": _circle, "Circle": _circle, "arc": _arc, "Arc": _arc, "ellipse": _ellipse,
    "box": _box, "polygon": _polygon, "intersectionpoint": _intersection_point,
    "intersectionpoints": _intersection_points, "intersect": _intersect,
    "intersections": lambda a, b, *_: Array(Array(map(float, pair)) for pair in _meet(a, b)),
    "point": _point, "relpoint": _relpoint, "midpoint": _midpoint, "arclength": _arclength,
    "arctime": lambda p, length: curve(p).time_at(real(length)),
    "reltime": lambda p, share: curve(p).time_at(real(share) * curve(p).length),
    "arcpoint": lambda p, length: curve(p).at(curve(p).time_at(real(length))),
    "beginpoint": lambda p: curve(p).at(0), "endpoint": lambda p: curve(p).end,
    "reverse": _reverse, "subpath": _subpath, "dirtime": _dirtime,
    "cyclic": lambda p: curve(p).closed, "size": lambda p: len(curve(p).vertices),
    "straight": lambda p, t: not isinstance(curve(p).pieces[int(real(t))], Arc),
    "graph": _graph, "buildcycle": _graph, "polargraph": _graph, "brace": _graph,
}  # fmt: skip

PATH_CONSTANTS: dict[str, Any] = {
    "unitcircle": circle(0, 1),
    "unitsquare": polyline([0, 1, 1 + 1j, 1j], closed=True),
}
