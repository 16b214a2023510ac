"""Paths as Python writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from geoengine.program.expressions import (
    Argument,
    Binary,
    Boolean,
    Call,
    Expression,
    Join,
    Name,
    Number,
)
from geoengine.program.python_expressions import PythonExpressions, grouped
from geoengine.program.walking import walk

__all__ = ["PathText", "PythonPaths"]

Shape = Literal["line", "polygon", "circle", "arc", "curve"]


@dataclass(frozen=True, slots=True)
class PathText:
    """What a path is, and the texts of its parts.

    Attributes
    ----------
    shape : {"line", "polygon", "circle", "arc", "curve"}
        An open or closed chain of segments, a circle, an arc, or an array of many points.
    points : tuple of str
        The points of a chain, if they are known one by one.
    array : str
        An array of the points of a chain or curve.
    center, radius : str
        Of a circle or an arc; empty for a circle that is the result of a function.
    pair : str
        The center and the radius of a circle, as the result of a function.
    start, end : str
        The directions of the ends of an arc, in degrees.
    """

    shape: Shape
    points: tuple[str, ...] = ()
    array: str = ""
    center: str = ""
    radius: str = ""
    pair: str = ""
    start: str = ""
    end: str = ""

    @property
    def ring(self) -> str:
        """The center and the radius of a circle or an arc, as arguments."""
        return f"*{self.pair}" if self.pair else f"{self.center}, {self.radius}"


class PythonPaths(PythonExpressions):
    """Writes expressions, and paths among them.

    Attributes
    ----------
    known : dict of str to PathText
        What the variables of the moment are that hold paths.
    results : dict of str to PathText
        What the functions of the program return, of those that return paths.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.known: dict[str, PathText] = {}
        self.results: dict[str, PathText] = {}

    def path_value(self, node: Expression) -> str:
        """Return a path as an array of points; a closed one returns to its first point."""
        return self.as_array(self.path(node))

    def as_array(self, path: PathText) -> str:
        """Return an array of the points of a path; a closed one returns to the first."""
        match path.shape:
            case "circle":
                return self.helper("arc", path.ring, "0", "360")
            case "arc":
                return self.helper("arc", path.ring, path.start, path.end)
            case "polygon" if path.points:
                return f"np.array([{', '.join((*path.points, path.points[0]))}])"
            case "polygon":
                stack = "np.append" if self.in_complex else "np.vstack"
                parts = [path.array, f"{path.array}[:1]"]
                inner = ", ".join(parts)
                return f"{stack}({inner})" if self.in_complex else f"{stack}([{inner}])"
            case "line" if path.points:
                return f"np.array([{', '.join(path.points)}])"
        return path.array

    def vertices(self, path: PathText) -> str:
        """Return an array of the points of a chain, each of them once."""
        if path.shape in ("line", "polygon") and path.points:
            return f"np.array([{', '.join(map(self.spot, path.points))}])"
        return path.array

    def spot(self, point: str) -> str:
        """Return a point as a row of an array: a literal point as a pair of numbers."""
        if self.in_complex:
            return point
        literal = point.startswith("np.array([") and point.find("])") == len(point) - 2
        return f"({point[10:-2]})" if literal else point

    def path(self, node: Expression) -> PathText:
        """Return what a path is."""
        kind = self.scope.of(node)
        if kind in ("pair", "triple", "int", "real"):
            return PathText("line", (self.text(node, "pair" if kind != "triple" else None),))
        match node:
            case Name(name="unitcircle") if self.scope.is_constant("unitcircle"):
                return PathText("circle", center=self.point("0", "0"), radius="1")
            case Name(name="unitsquare") if self.scope.is_constant("unitsquare"):
                corners = tuple(self.point(x, y) for x, y in ("00", "10", "11", "01"))
                return PathText("polygon", corners)
            case Name(name=name) if name in self.known:
                return self.known[name]
            case Join(parts=parts, closed=closed):
                return self._joined([self.path(part) for part in parts], closed)
            case Binary(operator="*", left=transform, right=path):
                return self._moved_path(transform, self.path(path))
            case Call():
                return self._called_path(node)
        if kind == "path[]":
            raise self.cannot(node, "an array of paths")
        if kind == "path":
            return PathText("curve", array=self._write(node)[0])
        raise self.cannot(node, "this path")

    def _joined(self, parts: list[PathText], closed: bool) -> PathText:
        if all(part.shape == "line" and part.points for part in parts):
            points = tuple(point for part in parts for point in part.points)
            return PathText("polygon" if closed else "line", points)
        stack = "np.hstack" if self.in_complex else "np.vstack"
        if all(part.shape == "line" for part in parts):
            ends = [end for part in parts for end in part.points or (part.array,)]
            shape: Shape = "polygon" if closed else "line"
            return PathText(shape, array=f"{stack}([{', '.join(ends)}])" if ends[1:] else ends[0])
        pieces: list[str] = []
        for part in parts:
            pieces += part.points if part.shape == "line" and part.points else [self.as_array(part)]
        if closed:
            pieces.append(pieces[0] if parts[0].points else f"{pieces[0]}[:1]")
        return PathText("curve", array=f"{stack}([{', '.join(pieces)}])")

    def _called_path(self, node: Call) -> PathText:
        name, nodes = node.function, [argument.value for argument in node.arguments]
        if self.scope.is_defined(name):
            call = self._call(node)[0]
            result = self.results.get(name, PathText("curve"))
            if result.shape == "circle":
                return PathText("circle", pair=call)
            return PathText(result.shape if result.shape != "arc" else "curve", array=call)
        kinds = [slot.type for slot in self.scope.chosen(node).slots]
        texts = [self.text(one, kind) for one, kind in zip(nodes, kinds, strict=False)]
        match name, texts:
            case (("circle" | "Circle"), [center, radius]):
                return PathText("circle", center=center, radius=radius)
            case (("arc" | "Arc"), _) if kinds[1] == "pair":
                return self._arc_between(nodes)
            case (("arc" | "Arc"), [center, radius, start, end]):
                return PathText("arc", center=center, radius=radius, start=start, end=end)
            case "polygon", [count]:
                return PathText("polygon", array=self.helper("regular_polygon", count))
            case "box", [a, b]:
                return PathText("polygon", array=self.helper("rectangle", a, b))
            case "reverse", [_]:
                return self._reversed(self.path(nodes[0]))
        raise self.cannot(node, f"the function {name!r}")

    def _arc_between(self, nodes: Sequence[Expression]) -> PathText:
        """Return an arc from one point to the direction of another."""
        center, first, last = (grouped(self.text(node, "pair")) for node in nodes[:3])
        arms = f"{first} - {center}", f"{last} - {center}"
        clockwise = len(nodes) == 4 and self._literal(nodes[3]) is False
        above, below = arms if clockwise else arms[::-1]
        start = self.helper("angle_of", arms[0])
        if self.in_complex:
            ratio, radius = f"({above})/({below})", f"abs({arms[0]})"
        else:
            ratio, radius = self.helper("over", above, below), f"np.linalg.norm({arms[0]})"
        end = f"{start} {'-' if clockwise else '+'} {self.helper('angle_of', ratio)}"
        return PathText("arc", center=center, radius=radius, start=start, end=end)

    def _literal(self, node: Expression) -> bool:
        match node:
            case Name(name="CCW" | "CW" as name):
                return name == "CCW"
            case Boolean(value=value):
                return value
        raise self.cannot(node, "an arc whose direction is computed")

    def _reversed(self, path: PathText) -> PathText:
        if path.shape == "circle":
            return PathText("curve", array=self.helper("arc", path.ring, "360", "0"))
        if path.shape == "arc":
            return PathText(
                "arc", center=path.center, radius=path.radius, start=path.end, end=path.start
            )
        if path.points and path.shape == "line":
            return PathText("line", path.points[::-1])
        if path.points:
            return PathText("polygon", (path.points[0], *path.points[:0:-1]))
        return PathText("curve", array=f"{self.as_array(path)}[::-1]")

    def _moved_path(self, transform: Expression, path: PathText) -> PathText:
        if path.shape == "line" and path.points and len(path.points) < 3:
            return PathText("line", tuple(self.moved(transform, p, 0) for p in path.points))
        if path.shape in ("line", "polygon"):
            return PathText(path.shape, array=self.moved(transform, self.vertices(path), 0))
        factor = self._factor(transform)
        if path.shape == "circle" and factor is not None and not path.pair:
            center = self.moved(transform, path.center, 0)
            radius = path.radius if factor == "1" else f"{factor}*{grouped(path.radius)}"
            return PathText("circle", center=center, radius=radius)
        return PathText("curve", array=self.moved(transform, self.as_array(path), 0))

    def _factor(self, transform: Expression) -> str | None:
        """Return by what a transformation multiplies lengths; None if that is not known."""
        match transform:
            case Call(function="rotate" | "shift" | "reflect" | "identity"):
                return "1"
            case Call(function="scale", arguments=[Argument(value=Number() as factor)]):
                return self.text(factor)
            case Binary(operator="*", left=left, right=right):
                factors = [self._factor(left), self._factor(right)]
                known = [factor for factor in factors if factor is not None and factor != "1"]
                return None if None in factors else "*".join(known) or "1"
        return None

    def path_call(self, node: Call) -> str | None:
        """Return a call of a function of paths; None if it is none of them."""
        nodes = [argument.value for argument in node.arguments]
        kinds = [self.scope.of(one) for one in nodes]
        match node.function:
            case "dir" if kinds[0] == "path":
                first, last = self._segment(nodes[0])
                return self.helper("unit", f"{last} - {grouped(first)}")
            case "midpoint":
                return self._along(nodes[0], "0.5")
            case "relpoint":
                return self._along(nodes[0], self.text(nodes[1]))
            case "point" if kinds[0] == "path":
                return self._vertex(nodes[0], nodes[1])
            case "arclength":
                return self._length(nodes[0])
            case "intersectionpoint":
                return self._meets(nodes[0], nodes[1], only=True)
            case "intersectionpoints":
                return self._meets(nodes[0], nodes[1], only=False)
            case "length" if kinds[0] == "path":
                raise self.cannot(node, "the number of segments of a path")
        return None

    def _segment(self, node: Expression) -> tuple[str, str]:
        path = self.path(node)
        if path.shape != "line" or len(path.points) != 2:
            raise self.cannot(node, "the direction of something other than a segment")
        return path.points[0], path.points[1]

    def _along(self, node: Expression, share: str) -> str:
        path = self.path(node)
        if path.shape == "line" and len(path.points) == 2:
            first, last = path.points
            if share == "0.5":
                return f"({first} + {last})/2"
            return f"({first} + {grouped(share)}*({last} - {grouped(first)}))"
        if path.shape in ("circle", "arc") and not path.pair:
            turn = f"360*{grouped(share)}"
            if path.shape == "arc":
                turn = f"{path.start} + {grouped(share)}*({path.end} - {grouped(path.start)})"
            way = self.helper("direction", turn)
            return f"({path.center} + {grouped(path.radius)}*{way})"
        if path.shape in ("line", "polygon"):
            return self.helper("along", self.as_array(path), share)
        raise self.cannot(node, "a point of a curve")

    def _vertex(self, node: Expression, time: Expression) -> str:
        path = self.path(node)
        match time:
            case Number(text=text) if text.isdecimal() and path.shape in ("line", "polygon"):
                number = int(text)
                if path.points:
                    count = len(path.points)
                    at = number % count if path.shape == "polygon" else min(number, count - 1)
                    return path.points[at]
                return f"{path.array}[{number}]"
        raise self.cannot(time, "a point of a path that is not a vertex of it")

    def _length(self, node: Expression) -> str:
        path = self.path(node)
        match path.shape:
            case "circle" if not path.pair:
                return f"2*np.pi*{grouped(path.radius)}"
            case "arc":
                span = f"{path.end} - {grouped(path.start)}"
                return f"{grouped(path.radius)}*abs(np.radians({span}))"
            case "line" if len(path.points) == 2:
                way = f"{path.points[1]} - {grouped(path.points[0])}"
                return f"abs({way})" if self.in_complex else f"np.linalg.norm({way})"
            case "line" | "polygon":
                return self.helper("path_length", self.as_array(path))
        raise self.cannot(node, "the length of a curve")

    def _meets(self, first: Expression, second: Expression, *, only: bool) -> str:
        paths = self.path(first), self.path(second)
        shapes = tuple("ring" if p.shape in ("circle", "arc") else p.shape for p in paths)
        if any(p.shape == "line" and len(p.points) != 2 for p in paths) or not {
            "ring", "line",
        }.issuperset(shapes):  # fmt: skip
            raise self.cannot(first, "intersections of paths other than segments and circles")
        if shapes == ("line", "line"):
            meet = self.helper("line_meet", *paths[0].points, *paths[1].points)
            return meet if only else f"[{meet}]"
        if shapes == ("line", "ring"):
            found = self.helper("line_circle", *paths[0].points, paths[1].ring)
        elif shapes == ("ring", "line"):
            found = self.helper("circle_line", paths[0].ring, *paths[1].points)
        else:
            found = self.helper("circle_circle", paths[0].ring, paths[1].ring)
        # Those on the second arc first, so that the order of the first one stays.
        for path in reversed(paths):
            if path.shape == "arc":
                found = self.helper("on_arc", found, path.center, path.start, path.end)
        if paths[1].shape == "arc" and shapes[0] == "line":
            found = self.helper("between", found, *paths[0].points)
        elif paths[1].shape == "arc" and paths[0].shape == "circle":
            found = self.helper("on_arc", found, paths[0].center, "0", "360")
        return f"{found}[0]" if only else found

    def stable(self, node: Expression, changing: frozenset[str]) -> bool:
        """Whether an expression means the same wherever it stands."""
        return not any(isinstance(part, Name) and part.name in changing for part in walk(node))
