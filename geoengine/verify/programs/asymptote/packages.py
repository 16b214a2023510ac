"""Functions of olympiad.asy and cse5.asy, which stock Asymptote does not have.

The audit of published programs needs their values; the judge of items does not know them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from geoengine.verify.programs.asymptote.library import undefined
from geoengine.verify.programs.asymptote.paths import PATH_FUNCTIONS
from geoengine.verify.programs.asymptote.values import Array, point, real
from geoengine.verify.programs.curves import Curve, circle, polyline

__all__ = ["CSE5", "OLYMPIAD", "OLYMPIAD_NAMES", "PACKAGES"]


def _foot(P: Any, A: Any, B: Any) -> complex:
    p, a, b = map(point, (P, A, B))
    if a == b:
        raise undefined("the foot on a line through one point")
    u = b - a
    return a + u * (((p - a) * u.conjugate()).real / abs(u) ** 2)


def _circumcenter(A: Any, B: Any, C: Any) -> complex:
    a, b, c = map(point, (A, B, C))
    # The bisectors of AB and AC, as two equations of the center.
    sides = ((b - a).real, (b - a).imag, (c - a).real, (c - a).imag)
    size = sides[0] * sides[3] - sides[1] * sides[2]
    if not size:
        raise undefined("the circumcenter of points on a line")
    first, second = ((z.real**2 - a.real**2 + z.imag**2 - a.imag**2) / 2 for z in (b, c))
    x = first * sides[3] - second * sides[1]
    y = sides[0] * second - sides[2] * first
    return complex(x, y) / size


def _weighted(points: list[complex], weights: list[float]) -> complex:
    total = sum(weights)
    if not total:
        raise undefined("the center of a triangle without size")
    return sum((w * p for w, p in zip(weights, points, strict=True)), 0j) / total


def _incenter(A: Any, B: Any, C: Any) -> complex:
    a, b, c = map(point, (A, B, C))
    return _weighted([a, b, c], [abs(b - c), abs(c - a), abs(a - b)])


def _inradius(A: Any, B: Any, C: Any) -> float:
    return abs(_incenter(A, B, C) - _foot(_incenter(A, B, C), A, B))


def _orthocenter(A: Any, B: Any, C: Any) -> complex:
    a, b, c = map(point, (A, B, C))
    return a + b + c - 2 * _circumcenter(a, b, c)


def _bisector_point(A: Any, B: Any, C: Any) -> complex:
    a, b, c = map(point, (A, B, C))
    if a == b or b == c:
        raise undefined("the bisector of an angle without sides")
    toward = (a - b) / abs(a - b) + (c - b) / abs(c - b)
    return b + toward / abs(toward) if toward else b + 1j * (a - b)


def _waypoint(path: Any, share: Any) -> Any:
    return PATH_FUNCTIONS["relpoint"](path, share)


def _tangent(P: Any, O: Any, r: Any, n: Any = 1) -> complex:  # noqa: E741
    p, o, radius = point(P), point(O), real(r)
    distance = abs(p - o)
    if distance < radius or not distance:
        raise undefined("a tangent from inside of a circle")
    cosine = radius / distance
    turn = complex(cosine, (1 - cosine**2) ** 0.5)
    toward = (p - o) / distance * radius
    return o + toward * (turn if real(n) == 1 else turn.conjugate())


def _mark(*_: Any, **__: Any) -> Curve:
    return polyline([0j, 0j])


OLYMPIAD: dict[str, Callable[..., Any]] = {
    "foot": _foot, "circumcenter": _circumcenter, "incenter": _incenter, "inradius": _inradius,
    "orthocenter": _orthocenter, "bisectorpoint": _bisector_point, "waypoint": _waypoint,
    "centroid": lambda A, B, C: (point(A) + point(B) + point(C)) / 3, "tangent": _tangent,
    "circumradius": lambda A, B, C: abs(_circumcenter(A, B, C) - point(A)),
    "circumcircle": lambda A, B, C: circle(
        _circumcenter(A, B, C), abs(_circumcenter(A, B, C) - point(A))
    ),
    "incircle": lambda A, B, C: circle(_incenter(A, B, C), _inradius(A, B, C)),
    "rightanglemark": _mark, "anglemark": _mark, "pathticks": _mark, "perpendicularmark": _mark,
    "perpendicular": _mark, "concurrent": lambda *_: True, "collinear": lambda *_: True,
}  # fmt: skip


def _first(value: Any, *_: Any, **__: Any) -> Any:
    return value


def _labelled(text: Any, place: Any = None, *_: Any, **__: Any) -> Any:
    return text if place is None or isinstance(text, complex) else place


def _meeting(first: Any, second: Any, number: Any = 0, *_: Any) -> Any:
    found = PATH_FUNCTIONS["intersectionpoints"](first, second)
    index = int(real(number)) if isinstance(number, int | float) else 0
    if not 0 <= index < len(found):
        raise undefined("the paths do not meet")
    return found[index]


def _other_meeting(first: Any, second: Any, *_: Any) -> Any:
    found = PATH_FUNCTIONS["intersectionpoints"](first, second)
    if not found:
        raise undefined("the paths do not meet")
    return found[-1]


CSE5: dict[str, Callable[..., Any]] = {
    "D": _first, "MP": _labelled, "MC": _labelled, "IP": _meeting, "OP": _other_meeting,
    "IPs": lambda a, b, *_: Array(PATH_FUNCTIONS["intersectionpoints"](a, b)),
    "CP": lambda P, A, *_: circle(point(P), abs(point(A) - point(P))),
    "CR": lambda P, r, *_: circle(point(P), real(r)), "MA": _mark, "MRA": _mark,
    "L": lambda P, Q, a=1.0, b=1.0: polyline(
        [point(P) + (point(P) - point(Q)) * real(a), point(Q) + (point(Q) - point(P)) * real(b)]
    ),
    "bisectorpoint": _bisector_point, "foot": _foot, "circumcenter": _circumcenter,
    "incenter": _incenter, "orthocenter": _orthocenter, "WP": _waypoint,
}  # fmt: skip

OLYMPIAD_NAMES: dict[str, Any] = {"origin": 0j}
"""The variables of olympiad.asy; its functions Circle and Arc are those of graph.asy."""

PACKAGES = {"olympiad": OLYMPIAD, "cse5": CSE5}
"""The functions of each package, by name."""
