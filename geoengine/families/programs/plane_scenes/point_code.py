"""The points of a figure of the engine as definitions of a program, one after another."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from geoengine.catalogue import Location
from geoengine.families.programs.plane_scenes.call_reading import (
    first_points,
    number_of,
    read_call,
    rounded,
    spliced,
)
from geoengine.families.programs.plane_scenes.curves_code import (
    LINES,
    POINTS,
    CircleCode,
    LineCode,
    Pair,
    circles_meet,
    crossing,
    difference,
    named_center,
)
from geoengine.families.programs.similarity import Similarity
from geoengine.program import Execution, execute, read_program
from geoengine.scene import Call, Diagram, Problem
from geoengine.solid import fill_splices, number_code, root

__all__ = ["NoCodeError", "PointWriter", "placed"]

_NEAR = 1e-7
_TURN = 5
"""Free points of circles are at multiples of so many degrees."""

_PARTS = 20
"""Free points divide segments in so many parts."""

_SPARE = "OPQRSTUVWXYZJKLMGHF"
_UNTURNED = Similarity((1, 0), 1, 0, (0, 0))


class NoCodeError(Exception):
    """A construction that has no plain counterpart in programs."""


def placed(code: str) -> dict[str, complex]:
    """Return where a program with splices puts its points, neither turned nor moved.

    Examples
    --------
    >>> placed("pair A = @(1, 2), B = A + @[3]*dir(@<90>);")["B"]
    (1+5j)
    """
    values = _executed(code).values
    return {name: value for name, value in values.items() if isinstance(value, complex)}


def _executed(code: str) -> Execution:
    return execute(read_program(fill_splices(code, lambda splice: _UNTURNED.code(splice, {}))))


class PointWriter:
    """Writes the definitions of points, one after another."""

    def __init__(self, problem: Problem, diagram: Diagram) -> None:
        self.lines: dict[str, str] = {}
        self.z: dict[str, complex] = {}
        self.exact: dict[str, Pair] = {}
        self._spare = [name for name in _SPARE if name not in problem.points]
        self._base = first_points(problem)
        own = {name: complex(*diagram.xy[0, row]) for name, row in diagram.index.items()}
        first, second = (own[name] for name in self._base)
        turn = (second - first) / abs(second - first)
        # Without lengths that are given, the figure gets a handy size.
        self._given = any(premise.predicate == "lconst" for premise in problem.premises)
        size = 1.0 if self._given else 8 / max(abs(a - b) for a, b in combinations(own.values(), 2))
        self._aim = {name: (z - first) / turn * size for name, z in own.items()}
        self._unit = Fraction(1, 2)
        if self._given:
            extent = max(abs(a - b) for a, b in combinations(own.values(), 2))
            self._unit = Fraction(1) if extent > 12 else Fraction(1, 2)

    def write(self, calls: Sequence[Call]) -> None:
        """Write the points of a step."""
        if len(calls) > 1:
            curves = [curve for call in calls for curve in self._curves(call)]
            self._meet(calls[0].arguments[0], curves)
            return
        construction, names, numbers = read_call(calls[0])
        for letter, locations in construction.locations.items():
            if letter not in names:
                names[letter] = self._fresh()
            self._place(names[letter], locations, names, numbers)

    def _curves(self, call: Call) -> list[LineCode | CircleCode]:
        construction, names, numbers = read_call(call)
        locations = construction.locations[construction.places[0]]
        return [self._curve(location, names, numbers) for location in locations]

    def _place(
        self,
        name: str,
        locations: Sequence[Location],
        names: Mapping[str, str],
        numbers: Mapping[str, Any],
    ) -> None:
        first = locations[0]
        if first.signature.kind == "free":
            self._put_free(name)
        elif first.signature.kind == "point":
            self._compute(name, first, names, numbers)
        elif (known := named_center(locations, names)) is not None:
            self._define(name, [known])
        else:
            self._meet(name, [self._curve(one, names, numbers) for one in locations])

    def _put_free(self, name: str) -> None:
        aim = self._aim.get(name)
        if aim is None:
            raise NoCodeError(f"a free point {name} without a place")
        x, y = (
            0 if name == self._base[0] else rounded(aim.real, self._unit),
            0 if name in self._base else rounded(aim.imag, self._unit),
        )
        self._put(name, [(Fraction(x), Fraction(y))])

    def _put(self, name: str, places: Iterable[Pair]) -> None:
        """Define a point by coordinates, the nearest of some to where it should be."""
        found = list(places)
        if not found:
            raise NoCodeError(f"no place for {name}")
        aim = self._aim.get(name)
        if aim is None and len(found) > 1:
            raise NoCodeError(f"which place for {name}")
        x, y = min(
            found,
            key=lambda pair: abs(complex(float(pair[0]), float(pair[1])) - (aim or 0)),
        )
        self.exact[name] = (x, y)
        self.z[name] = complex(float(x), float(y))
        self.lines[name] = f"pair {name} = @({spliced(x)}, {spliced(y)});"

    def _define(self, name: str, codes: Sequence[str]) -> None:
        """Define a point by the code that puts it nearest to where it should be."""
        aim = self._aim.get(name)
        if aim is None and len(codes) > 1:
            raise NoCodeError(f"which place for {name}")
        before = "\n".join(self.lines.values())
        tries = "\n".join(f"pair {name}{at} = {code};" for at, code in enumerate(codes, 101))
        known = placed(f"{before}\n{tries}")
        places = [known[f"{name}{at}"] for at in range(101, 101 + len(codes))]
        if not all(map(cmath.isfinite, places)):
            raise NoCodeError(f"no place for {name}")
        best = 0 if aim is None else min(range(len(codes)), key=lambda k: abs(places[k] - aim))
        self.z[name] = places[best]
        self.lines[name] = f"pair {name} = {codes[best]};"

    def _compute(
        self,
        name: str,
        location: Location,
        names: Mapping[str, str],
        numbers: Mapping[str, Any],
    ) -> None:
        points = [names[letter] for letter in location.letters]
        values = [number_of(number, numbers) for number in location.numbers]
        if location.word == "reach" and (made := self._reached(points, values[0])):
            self._define(name, [made])
            return
        if location.word == "rotate" and (made := self._turned(points, values[0])):
            self._define(name, [made])
            return
        writer = POINTS.get(location.word)
        if writer is None:
            raise NoCodeError(f"no code for {location.word}")
        # Only lengths grow with the figure.
        written = map(spliced if location.word == "reach" else number_code, values)
        self._define(name, writer(*points, *written))
        self._follow(name, location.word, points)

    def _reached(self, points: Sequence[str], length: Any) -> str | None:
        """Code for a point at a length from another, in a direction that is a number of degrees."""
        start, toward = points
        degrees = math.degrees(cmath.phase(self.z[toward] - self.z[start])) % 360
        whole = round(degrees)
        if "rotate" not in self.lines[toward] and "dir" not in self.lines[toward]:
            return None
        if start not in self._base or abs(degrees - whole) > 1e-9:
            return None
        return f"{start} + @[{spliced(length)}]*dir(@<{whole}>)"

    def _turned(self, points: Sequence[str], degrees: Any) -> str | None:
        """Code for a point that is turned about one end of the horizontal base."""
        point, center = points
        if {point, center} != set(self._base) or point not in self.exact:
            return None
        start = 0 if self.z[point].real > self.z[center].real else 180
        length = abs(self.exact[point][0] - self.exact[center][0])
        return f"{center} + @[{spliced(length)}]*dir(@<{spliced((start + degrees) % 360)}>)"

    def _follow(self, name: str, word: str, points: Sequence[str]) -> None:
        """Keep the exact coordinates of a point that is computed from others."""
        if not all(point in self.exact for point in points):
            return
        places = [self.exact[point] for point in points]
        match word, places:
            case "midpoint", [(x, y), (u, v)]:
                self.exact[name] = ((x + u) / 2, (y + v) / 2)
            case "mirror", [(x, y), (u, v)]:
                self.exact[name] = (2 * u - x, 2 * v - y)
            case "translate", [(p, q), (x, y), (u, v)]:
                self.exact[name] = (p + u - x, q + v - y)

    def _curve(
        self, location: Location, names: Mapping[str, str], numbers: Mapping[str, Any]
    ) -> LineCode | CircleCode:
        points = [names[letter] for letter in location.letters]
        values = [number_of(number, numbers) for number in location.numbers]
        through = frozenset(points[at] for at in location.signature.through)
        if location.signature.kind == "circle":
            return self._circle(location.word, points, values, through)
        writer = LINES.get(location.word)
        if writer is None:
            raise NoCodeError(f"no code for {location.word}")
        first, second = writer(*points, *map(number_code, values))
        return LineCode(first, second, through)

    def _circle(
        self, word: str, points: Sequence[str], values: Sequence[Any], through: frozenset[str]
    ) -> CircleCode:
        match word, points:
            case "circle", [center, point]:
                square = self._square(center, point)
                exact = None if square is None else (self.exact[center], square)
                return CircleCode(center, f"abs({point} - {center})", through, exact)
            case "radius", [center]:
                exact = (self.exact[center], values[0] ** 2) if center in self.exact else None
                return CircleCode(center, f"@[{spliced(values[0])}]", through, exact)
            case "compass", [center, a, b]:
                return CircleCode(center, f"abs({a} - {b})", through)
            case "dia", [a, b]:
                center = self._center(f"midpoint({a}--{b})")
                return CircleCode(center, f"abs({a} - {center})", through)
            case "circum", [a, b, c]:
                center = self._center(f"circumcenter({a}, {b}, {c})")
                return CircleCode(center, f"abs({a} - {center})", through)
        raise NoCodeError(f"no code for {word}")

    def _square(self, a: str, b: str) -> Any:
        if a not in self.exact or b not in self.exact:
            return None
        (x, y), (u, v) = self.exact[a], self.exact[b]
        return (x - u) ** 2 + (y - v) ** 2

    def _center(self, code: str) -> str:
        """Return the name of the point at a center; a new one, if it has none."""
        name = self._fresh()
        self._define(name, [code])
        for known, z in self.z.items():
            if known != name and abs(z - self.z[name]) < _NEAR * (1 + abs(z)):
                del self.lines[name], self.z[name]
                self._spare.insert(0, name)
                return known
        return name

    def _meet(self, name: str, curves: Sequence[LineCode | CircleCode]) -> None:
        match curves:
            case [LineCode() as line]:
                self._define(name, [self._on_line(name, line)])
            case [CircleCode() as circle]:
                self._on_circle(name, circle)
            case [LineCode() as one, LineCode() as other]:
                self._define(name, [crossing(one, other)])
            case ([LineCode() as line, CircleCode() as circle]
                  | [CircleCode() as circle, LineCode() as line]):  # fmt: skip
                self._define(name, self._on_both(line, circle))
            case [CircleCode() as one, CircleCode() as other]:
                self._on_circles(name, one, other)
            case _:
                raise NoCodeError(f"too many curves for {name}")

    def _on_line(self, name: str, line: LineCode) -> str:
        aim = self._aim.get(name)
        if aim is None:
            raise NoCodeError(f"a free point {name} without a place")
        first, second = self._at(line)
        part = rounded(((aim - first) / (second - first)).real, Fraction(1, _PARTS))
        if part in (0, 1, Fraction(1, 2)):
            part += Fraction(1, _PARTS)
        share = number_code(part)
        return f"interp({line.first}, {line.second}, {share})"

    def _on_circle(self, name: str, circle: CircleCode) -> None:
        if name in self._base and circle.exact is not None and circle.radius.startswith("@"):
            # The first two points are on a horizontal line.
            (x, y), square = circle.exact
            self._put(name, [(x + root(square), y)])
            return
        aim = self._aim.get(name)
        if aim is None:
            raise NoCodeError(f"a free point {name} without a place")
        away = aim - self.z[circle.center]
        degrees = round(math.degrees(cmath.phase(away)) / _TURN) * _TURN % 360
        self._define(name, [f"{circle.center} + {circle.radius}*dir(@<{degrees}>)"])

    def _on_both(self, line: LineCode, circle: CircleCode) -> list[str]:
        """Code for where a line meets a circle; a meeting point that is known is left out."""
        first, second = self._at(line)
        unit = (second - first) / abs(second - first)
        center = self.z[circle.center]
        away = (center - first) / unit
        near = _NEAR * (1 + abs(center))
        if abs(away.imag) < near:
            along = f"{circle.radius}*unit({difference(line.second, line.first)})"
            return [f"{circle.center} {sign} {along}" for sign in "+-"]
        radius = abs(self._value(circle.radius))
        half = radius**2 - away.imag**2
        if half < near:
            raise NoCodeError("a line that touches a circle")
        ends = [first + unit * (away.real + sign * math.sqrt(half)) for sign in (1, -1)]
        for known, z in self.z.items():
            for end, other in (ends, ends[::-1]):
                if abs(z - end) < near and abs(z - other) > near:
                    foot = f"foot({circle.center}, {line.first}, {line.second})"
                    return [f"2*{foot} - {known}"]
        raise NoCodeError("a line and a circle without a common point that is known")

    def _on_circles(self, name: str, one: CircleCode, other: CircleCode) -> None:
        if one.center in other.through and other.center in one.through:
            turns = (60, -60)
            self._define(name, [f"rotate({t}, {one.center})*{other.center}" for t in turns])
            return
        radii = [abs(self._value(circle.radius)) for circle in (one, other)]
        centers = [self.z[circle.center] for circle in (one, other)]
        for known, z in self.z.items():
            gaps = [abs(abs(z - c) - r) for c, r in zip(centers, radii, strict=True)]
            if max(gaps) < _NEAR * (1 + abs(z)):
                self._define(name, [f"reflect({one.center}, {other.center})*{known}"])
                return
        if one.exact is not None and other.exact is not None:
            self._put(name, circles_meet(one.exact, other.exact))
            return
        raise NoCodeError("two circles without a common point that is known")

    def _at(self, line: LineCode) -> tuple[complex, complex]:
        first, second = self._value(line.first), self._value(line.second)
        if abs(second - first) < _NEAR:
            raise NoCodeError("a line through one point")
        return first, second

    def _value(self, code: str) -> complex:
        if code in self.z:
            return self.z[code]
        before = "\n".join(self.lines.values())
        kind = "real" if code.startswith(("abs(", "@[")) else "pair"
        found = _executed(f"{before}\n{kind} v = {code};").values["v"]
        return complex(found)

    def _fresh(self) -> str:
        if not self._spare:
            raise NoCodeError("too many points")
        return self._spare.pop(0)
