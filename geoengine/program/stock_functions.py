"""The functions of stock Asymptote that programs may use, apart from those that draw."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from geoengine.program.curves import Arc, Path, Triple, circle_path
from geoengine.program.intersections import intersections
from geoengine.program.pens import Pen
from geoengine.program.projection import Projection
from geoengine.program.transforms import Transform, unit_vector
from geoengine.program.values import Array, polyline

__all__ = ["STOCK"]


def _unit(z: complex) -> complex:
    if not z:
        raise ValueError("expected a vector other than zero")
    return z / abs(z)


def _degrees(z: complex) -> float:
    if not z:
        raise ValueError("expected a point other than the origin")
    return math.degrees(cmath.phase(z)) % 360


def _arc(center: complex, radius: float, begin: float, end: float, *, forward: bool) -> Path:
    if radius <= 0:
        raise ValueError(f"expected a positive radius, found {radius:g}")
    sweep = end - begin
    if forward and sweep <= 0:
        sweep += 360
    elif not forward and sweep >= 0:
        sweep -= 360
    if abs(sweep) >= 360:
        raise ValueError(f"expected an arc of less than 360 degrees, found {abs(sweep):g}")
    arc = Arc(center, radius, math.radians(begin), math.radians(sweep))
    return Path((arc,), False, arc.start)


def _arc_of_degrees(center: complex, radius: float, begin: float, end: float) -> Path:
    return _arc(center, radius, begin, end, forward=end >= begin)


def _arc_between(center: complex, first: complex, last: complex, forward: bool = True) -> Path:
    begin, end = _degrees(first - center), _degrees(last - center)
    return _arc(center, abs(first - center), begin, end, forward=forward)


def _circle(center: complex, radius: float) -> Path:
    if radius <= 0:
        raise ValueError(f"expected a positive radius, found {radius:g}")
    return circle_path(center, radius)


def _point(path: Path, time: float) -> complex | Triple:
    if not path.straight:
        raise ValueError("expected a path of segments, found one with arcs; use relpoint")
    count = len(path.pieces)
    if not count:
        return path.point
    time = time % count if path.closed else min(max(time, 0), count)
    number = min(int(time), count - 1)
    piece, share = path.pieces[number], time - number
    if isinstance(piece.start, Triple):
        assert isinstance(piece.end, Triple)
        return piece.start + (piece.end - piece.start).times(share)
    return piece.at(share)


def _path_length(path: Path) -> int:
    if not path.straight:
        raise ValueError("expected a path of segments, found one with arcs; use arclength")
    return len(path.pieces)


def _only_intersection(first: Path, second: Path) -> complex:
    found = intersections(first, second)
    if len(found) != 1:
        raise ValueError(
            f"expected paths that meet in one point, found {len(found)}; choose one of "
            "intersectionpoints"
        )
    return found[0]


def _extension(a: complex, b: complex, c: complex, d: complex) -> complex:
    across = ((b - a).conjugate() * (d - c)).imag
    if abs(across) < 1e-12 * abs(b - a) * abs(d - c) or not across:
        raise ValueError("expected lines that cross, found parallel ones")
    return a + (b - a) * (((c - a).conjugate() * (d - c)).imag / across)


def _direction(path: Path) -> complex:
    if len(path.pieces) != 1 or not path.straight:
        raise ValueError("expected a segment")
    return _unit(path.pieces[0].at(1.0) - path.pieces[0].at(0.0))


def _polygon(count: int) -> Path:
    if not 3 <= count <= 1000:
        raise ValueError(f"expected 3 to 1000 vertices, found {count}")
    return polyline([unit_vector(360 * (i + 0.5) / count - 90) for i in range(count)], closed=True)


def _box(first: complex, last: complex) -> Path:
    corners = [first, complex(last.real, first.imag), last, complex(first.real, last.imag)]
    return polyline(corners, closed=True)


def _rotation_about(degrees: float, center: complex) -> Transform:
    return Transform.rotation(degrees, center)


def _round(x: float) -> int:
    return int(math.copysign(math.floor(abs(x) + 0.5), x))


def _reflect(a: complex, b: complex) -> Transform:
    if a == b:
        raise ValueError("expected two points, found the same one twice")
    return Transform.reflection(a, b)


def _gray(level: float) -> Pen:
    return _rgb(level, level, level)


def _rgb(red: float, green: float, blue: float) -> Pen:
    if not all(0 <= part <= 1 for part in (red, green, blue)):
        raise ValueError("expected parts of a color from 0 to 1")
    return Pen(colour=(red, green, blue))


def _triple_unit(v: Triple) -> Triple:
    return v.times(1 / abs(v))


def _cross(a: Triple, b: Triple) -> Triple:
    return Triple(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


STOCK: dict[str, Callable[..., Any]] = {
    "real sqrt(real x)": math.sqrt,
    "real sin(real x)": math.sin,
    "real cos(real x)": math.cos,
    "real tan(real x)": math.tan,
    "real asin(real x)": math.asin,
    "real acos(real x)": math.acos,
    "real atan(real x)": math.atan,
    "real atan2(real y, real x)": math.atan2,
    "real Sin(real degrees)": lambda x: unit_vector(x).imag,
    "real Cos(real degrees)": lambda x: unit_vector(x).real,
    "real Tan(real degrees)": lambda x: math.tan(math.radians(x)),
    "real aSin(real x)": lambda x: math.degrees(math.asin(x)),
    "real aCos(real x)": lambda x: math.degrees(math.acos(x)),
    "real aTan(real x)": lambda x: math.degrees(math.atan(x)),
    "real exp(real x)": math.exp,
    "real log(real x)": math.log,
    "real hypot(real x, real y)": math.hypot,
    "real radians(real degrees)": math.radians,
    "real degrees(real radians)": math.degrees,
    "real degrees(pair z)": _degrees,
    "real angle(pair z)": cmath.phase,
    "int abs(int x)": abs,
    "real abs(real x)": abs,
    "real abs(pair z)": abs,
    "real abs(triple v)": abs,
    "real length(pair z)": abs,
    "real length(triple v)": abs,
    "int length(path p)": _path_length,
    "pair unit(pair z)": _unit,
    "triple unit(triple v)": _triple_unit,
    "pair dir(real degrees)": unit_vector,
    "pair dir(pair z)": _unit,
    "pair dir(path p)": _direction,
    "pair expi(real radians)": lambda x: cmath.rect(1, x),
    "pair conj(pair z)": lambda z: z.conjugate(),
    "real xpart(pair z)": lambda z: z.real,
    "real ypart(pair z)": lambda z: z.imag,
    "real dot(pair a, pair b)": lambda a, b: (a.conjugate() * b).real,
    "real dot(triple a, triple b)": lambda a, b: a.x * b.x + a.y * b.y + a.z * b.z,
    "real cross(pair a, pair b)": lambda a, b: (a.conjugate() * b).imag,
    "triple cross(triple a, triple b)": _cross,
    "int min(int a, int b)": min,
    "real min(real a, real b)": min,
    "int max(int a, int b)": max,
    "real max(real a, real b)": max,
    "int floor(real x)": math.floor,
    "int ceil(real x)": math.ceil,
    "int round(real x)": _round,
    "int quotient(int a, int b)": lambda a, b: a // b,
    "string string(int x)": str,
    "string string(real x)": lambda x: f"{x:.15g}",
    "real interp(real a, real b, real t)": lambda a, b, t: a + t * (b - a),
    "pair interp(pair a, pair b, real t)": lambda a, b, t: a + t * (b - a),
    "triple interp(triple a, triple b, real t)": lambda a, b, t: a + (b - a).times(t),
    "pair midpoint(path p)": lambda path: path.along(0.5),
    "pair point(path p, real t)": _point,
    "triple point(path3 p, real t)": _point,
    "pair relpoint(path p, real share)": lambda path, share: path.along(share),
    "real arclength(path p)": lambda path: path.length,
    "path reverse(path p)": lambda path: path.reversed(),
    "pair intersectionpoint(path p, path q)": _only_intersection,
    "pair[] intersectionpoints(path p, path q)": lambda p, q: Array("pair", intersections(p, q)),
    "pair extension(pair P, pair Q, pair p, pair q)": _extension,
    "path circle(pair c, real r)": _circle,
    "path Circle(pair c, real r)": _circle,
    "path arc(pair c, real r, real angle1, real angle2)": _arc_of_degrees,
    "path Arc(pair c, real r, real angle1, real angle2)": _arc_of_degrees,
    "path arc(pair c, pair z1, pair z2)": _arc_between,
    "path Arc(pair c, pair z1, pair z2)": _arc_between,
    "path arc(pair c, pair z1, pair z2, bool direction)": _arc_between,
    "path Arc(pair c, pair z1, pair z2, bool direction)": _arc_between,
    "path polygon(int n)": _polygon,
    "path box(pair a, pair b)": _box,
    "transform rotate(real degrees)": Transform.rotation,
    "transform rotate(real degrees, pair z)": _rotation_about,
    "transform reflect(pair a, pair b)": _reflect,
    "transform shift(pair z)": lambda z: Transform(a=z),
    "transform shift(real x, real y)": lambda x, y: Transform(a=complex(x, y)),
    "transform scale(real s)": lambda s: Transform.scaling(s, s),
    "transform scale(real x, real y)": Transform.scaling,
    "transform xscale(real x)": lambda x: Transform.scaling(x, 1.0),
    "transform yscale(real y)": lambda y: Transform.scaling(1.0, y),
    "transform inverse(transform t)": lambda t: t.inverse(),
    "transform identity()": Transform,
    "pen linewidth(real x)": lambda x: Pen(width=x),
    "pen fontsize(real x)": lambda x: Pen(size=x),
    "pen gray(real level)": _gray,
    "pen rgb(real r, real g, real b)": _rgb,
    "pen opacity(real x)": lambda x: Pen(opacity=x),
    "projection orthographic(real x, real y, real z)": lambda x, y, z: Projection(Triple(x, y, z)),
    "projection perspective(real x, real y, real z)": (
        lambda x, y, z: Projection(Triple(x, y, z), perspective=True)
    ),
}
"""What computes each overload of a function."""
