"""The GeoGebra commands of a problem, evaluated in homogeneous coordinates with Python's numbers.

Nothing here is shared with the placement of figures, nor with the pages.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

from geoengine.scene.geogebra_command import Constant, GeogebraCommand


@dataclass(frozen=True)
class Line:
    """The points z with (z - point) real to `along`; of a ray or segment only some."""

    point: complex
    along: complex
    low: float = -math.inf
    high: float = math.inf

    def off(self, z):
        return abs(((z - self.point) * self.along.conjugate()).imag) / abs(self.along)

    def has(self, z):
        at = ((z - self.point) / self.along).real
        return self.low - 1e-9 <= at <= self.high + 1e-9


@dataclass(frozen=True)
class Circle:
    center: complex
    radius: float

    def off(self, z):
        return abs(abs(z - self.center) - self.radius)

    def has(self, z):
        return True


def perpendicular(p, line):
    return Line(p, 1j * line.along)


def mirrored(z, at):
    if isinstance(at, Line):
        return at.point + at.along * ((z - at.point) / at.along).conjugate()
    if isinstance(at, Circle):
        return at.center + at.radius**2 / (z - at.center).conjugate()
    return 2 * at - z


def bisector(a, b, c):
    u, v = (a - b) / abs(a - b), (c - b) / abs(c - b)
    return Line(b, u + v if abs(u + v) > 1e-9 else 1j * u)


def circumcircle(a, b, c):
    first, second = (
        perpendicular((a + b) / 2, Line(a, b - a)),
        perpendicular((a + c) / 2, Line(a, c - a)),
    )
    (center,) = meet(first, second)
    return Circle(center, abs(a - center))


def meet(one, other):
    if isinstance(one, Circle) and isinstance(other, Circle):
        between = other.center - one.center
        at = (abs(between) ** 2 + one.radius**2 - other.radius**2) / (2 * abs(between) ** 2)
        return meet(perpendicular(one.center + at * between, Line(0, between)), one)
    if isinstance(one, Circle):
        return meet(other, one)
    if isinstance(other, Circle):
        unit = one.along / abs(one.along)
        foot = one.point + unit * ((other.center - one.point) / unit).real
        half = math.sqrt(max(0.0, other.radius**2 - abs(foot - other.center) ** 2))
        return [z for z in (foot - half * unit, foot + half * unit) if one.has(z)]
    turn = (one.along.conjugate() * other.along).imag
    z = one.point + one.along * (((other.point - one.point).conjugate() * other.along).imag / turn)
    return [z for z in (z,) if one.has(z) and other.has(z)]


def circle(center, *rest):
    if len(rest) == 2:
        return circumcircle(center, *rest)
    (size,) = rest
    if isinstance(size, Line):
        return Circle(center, abs(size.along))
    return Circle(center, abs(size - center) if isinstance(size, complex) else size)


def polygon(a, b, count):
    turn = cmath.exp(2j * cmath.pi / count)
    corners = [a, b]
    while len(corners) < count:
        corners.append(corners[-1] + (corners[-1] - corners[-2]) * turn)
    return corners[2:]


def line(p, to):
    if isinstance(to, Line):
        return Line(p, to.along)
    return Line(p, to[1] if isinstance(to, tuple) else to - p)


def turned(what, angle, about):
    turn = cmath.exp(1j * angle)
    if isinstance(what, Line):
        return Line(about + (what.point - about) * turn, what.along * turn)
    return about + (what - about) * turn


COMMANDS = {
    "Line": line,
    "Segment": lambda a, b: Line(a, b - a, 0, 1),
    "Ray": lambda p, to: Line(p, line(p, to).along, 0),
    "Vector": lambda a, b: (a, b - a),
    "PerpendicularLine": perpendicular,
    "PerpendicularBisector": lambda a, b: perpendicular((a + b) / 2, Line(a, b - a)),
    "AngleBisector": bisector,
    "Circle": circle,
    "Center": lambda c: c.center,
    "Midpoint": lambda a, b: (a + b) / 2,
    "Reflect": mirrored,
    "Rotate": turned,
    "Translate": lambda p, v: p + v[1],
    "Dilate": lambda p, part, about: about + part * (p - about),
    "Angle": lambda a, b, c: cmath.phase((c - b) / (a - b)) % (2 * math.pi),
}


def worst(commands: list[GeogebraCommand], figure: dict[str, complex]) -> dict[str, float]:
    """Return how far each point that is not free is from its place in the figure."""
    known: dict[str, object] = dict(figure)
    off: dict[str, float] = {}
    for command in commands:
        takes = [
            take.value if isinstance(take, Constant) else known[take] for take in command.takes
        ]
        made: list[object]
        if command.name == "Point":
            (point,) = command.makes
            if takes:
                off[point] = takes[0].off(figure[point]) + (not takes[0].has(figure[point]))
            continue
        if command.name == "Intersect":
            found = meet(*takes)
            (name,) = command.makes
            made = [min(found, key=lambda z: abs(z - figure.get(name, z)))]
        else:
            result = (polygon if command.name == "Polygon" else COMMANDS[command.name])(*takes)
            made = result if isinstance(result, list) else [result]
        for name, one in zip(command.makes, made, strict=True):
            if name in figure:
                off[name] = abs(one - figure[name])
            else:
                known[name] = one
    return off
