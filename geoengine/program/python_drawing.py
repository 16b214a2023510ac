"""Calls that draw, as matplotlib writes them."""

from __future__ import annotations

import math
from dataclasses import replace

from geoengine.program.constants import DIRECTIONS
from geoengine.program.expressions import (
    Argument,
    Binary,
    Call,
    Expression,
    Join,
    Name,
    Number,
    Scaled,
    Tuple,
)
from geoengine.program.plot_style import PlotStyle
from geoengine.program.python_expressions import grouped
from geoengine.program.python_paths import PathText, PythonPaths
from geoengine.program.python_pens import PenWords, PythonPens

__all__ = ["PythonDrawing"]


class PythonDrawing:
    """Writes calls that draw.

    Attributes
    ----------
    imports : set of str
        The patches that are imported by name.
    patches : dict of str to str
        The variables that hold a circle as a patch which is drawn once.
    """

    def __init__(self, out: PythonPaths, pens: PythonPens, style: PlotStyle) -> None:
        self._out = out
        self._pens = pens
        self._style = style
        self.imports: set[str] = set()
        self.patches: set[str] = set()
        self.in_space = False

    def lines(self, call: Call) -> list[str] | None:
        """Return the lines of a call that draws; None for another call, none if it says nothing."""
        name = call.function
        if name in ("size", "unitsize"):
            return []
        if name == "defaultpen":
            self._pens.default |= self._pens.words(call.arguments[0].value)
            return []
        if self._out.scope.is_defined(name) or name not in _DRAWING:
            return None
        if name == "dot" and self._out.scope.chosen(call).result != "void":
            return None
        given = self._given(call)
        match name:
            case "label":
                return self._label(call, given)
            case "dot":
                return self._dot(call, given)
            case "draw":
                return self._draw(given)
            case "unfill":
                return self._fill(given["g"], {"color": '"white"'}, None)
            case "fill":
                return self._fill(given["g"], self._words(given.get("p")), None)
        fill, edge = self._words(given.get("fillpen")), self._words(given.get("drawpen"))
        return self._fill(given["g"], fill, edge)

    def _given(self, call: Call) -> dict[str, Expression]:
        """Return the arguments by the names of the parameters."""
        overload = self._out.scope.chosen(call)
        types = [(self._out.scope.of(one.value), one.name) for one in call.arguments]
        found = overload.match(types)
        assert found is not None
        return {overload.slots[i].name: call.arguments[k].value for i, k in found[1].items()}

    def _words(self, node: Expression | None) -> PenWords:
        return dict(self._pens.words(node)) if node is not None else {}

    def line_words(self, node: Expression | None) -> PenWords:
        """Return the options of a line."""
        words = {**self._pens.default, **self._words(node)}
        words.pop("fontsize", None)
        return {"color": words.pop("color", '"black"'), **words}

    def paths(self, node: Expression) -> list[tuple[Expression, PathText]]:
        """Return the paths that ``^^`` puts together, or those of a single path."""
        if isinstance(node, Binary) and node.operator == "^^":
            return [*self.paths(node.left), *self.paths(node.right)]
        if self._out.scope.of(node) == "path[]":
            raise self._out.cannot(node, "an array of paths")
        return [(node, self._out.path(node))]

    def _draw(self, given: dict[str, Expression]) -> list[str]:
        node = given["g"]
        words = self.line_words(given.get("p"))
        if self._out.scope.of(node) in ("path3", "path3[]"):
            return self._draw_in_space(node, words)
        found = []
        for one, path in self.paths(node):
            if isinstance(one, Name) and one.name in self.patches:
                found.append(f"ax.add_patch({self._out.name(one.name)})")
            else:
                found.append(self._stroke(path, words))
        if (text := given.get("s")) is not None:
            spot = Call("midpoint", (Argument(node),), place=node.place)
            found += self._text_at(self._out.text(text), spot, given.get("align"), {})
        return found

    def _draw_in_space(self, node: Expression, words: PenWords) -> list[str]:
        found = []
        for one in _parts(node):
            path = self._out.path(one)
            if path.shape not in ("line", "polygon") or not path.points:
                raise self._out.cannot(one, "this path in space")
            closing = path.points[:1] if path.shape == "polygon" else ()
            inner = ", ".join(map(self._spot, (*path.points, *closing)))
            found.append(f"ax.plot(*zip({inner}), {_options(words)})")
        return found

    def _stroke(self, path: PathText, words: PenWords) -> str:
        options = _options(words)
        match path.shape:
            case "circle":
                return f"ax.add_patch({self.circle(path, f'fill=False, {options}')})"
            case "arc" if (patch := self._arc_patch(path, options)) is not None:
                return f"ax.add_patch({patch})"
            case "polygon" if self._style.polygons == "patch" and not self._out.in_complex:
                spots = ", ".join(map(self._spot, path.points))
                corners = f"[{spots}]" if path.points else path.array
                return f"ax.add_patch(plt.Polygon({corners}, fill=False, {options}))"
            case "polygon" if not path.points and self._out.in_complex:
                return self._out.helper("draw_closed", path.array, options)
            case "polygon" if not path.points:
                return f"ax.add_patch(plt.Polygon({path.array}, fill=False, {options}))"
        if self._style.lines == "helper" or self._out.in_complex:
            closing = path.points[:1] if path.shape == "polygon" else ()
            known = path.shape in ("line", "polygon") and path.points
            inner = (*path.points, *closing) if known else (self._out.as_array(path),)
            return self._out.helper("draw", *inner, options)
        if path.shape in ("line", "polygon") and path.points:
            closing = path.points[:1] if path.shape == "polygon" else ()
            spots = ", ".join(map(self._spot, (*path.points, *closing)))
            return f"ax.plot(*zip({spots}), {options})"
        if path.shape == "line":
            return f"ax.plot(*zip(*{path.array}), {options})"
        return f"ax.plot(*{grouped(self._out.as_array(path))}.T, {options})"

    def circle(self, path: PathText, options: str) -> str:
        """Return a circle as a patch."""
        if path.pair:
            if self._out.in_complex:
                return self._out.helper("ring", f"*{path.pair}", options)
            return f"plt.Circle(*{path.pair}, {options})"
        return f"plt.Circle({self._spot(path.center)}, {path.radius}, {options})"

    def _spot(self, point: str) -> str:
        """Return a point as matplotlib takes it."""
        if not self._out.in_complex:
            return self._out.spot(point)
        if point == "0j":
            return "(0, 0)"
        if point.startswith("complex(*") and point.count("(") == 1:
            return point[9:-1]
        if point.startswith("complex(") and point.count("(") == 1:
            return point[7:]
        return (
            f"({point}.real, {point}.imag)"
            if point.isidentifier()
            else self._out.helper("xy", point)
        )

    def _arc_patch(self, path: PathText, options: str) -> str | None:
        """Return an arc as a patch, if it is plain from where to where it turns."""
        try:
            start, end = float(path.start), float(path.end)
        except ValueError:
            return None
        first, last = (path.start, path.end) if start <= end else (path.end, path.start)
        self.imports.add("Arc")
        size = f"2*{path.radius}" if path.radius.isidentifier() else f"2*({path.radius})"
        if path.radius.replace(".", "", 1).isdigit():
            size = f"{2 * float(path.radius):g}"
        turns = f"theta1={first}, theta2={last}"
        return f"Arc({self._spot(path.center)}, {size}, {size}, {turns}, {options})"

    def _fill(self, node: Expression, words: PenWords, edge: PenWords | None) -> list[str]:
        paths = [path for _, path in self.paths(_opened(node))]
        face = words.get("color", '"black"')
        options = {"facecolor": face, "edgecolor": '"none"'}
        if edge is not None:
            edge = {**self._pens.default, **edge}
            options["edgecolor"] = edge.get("color", '"black"')
            options |= {k: v for k, v in edge.items() if k in ("linewidth", "linestyle")}
        if "alpha" in words:
            options["alpha"] = words["alpha"]
        shown = _options(options)
        if len(paths) > 1:
            if edge is not None:
                raise self._out.cannot(node, "several paths that are filled and drawn")
            return [self._filled(self._with_holes(paths), shown)]
        path = paths[0]
        if path.shape == "circle":
            return [f"ax.add_patch({self.circle(path, shown)})"]
        if (wedge := self._wedge(node, shown)) is not None:
            return [wedge]
        if path.shape == "polygon" and path.points and not self._out.in_complex:
            spots = ", ".join(map(self._spot, path.points))
            if self._style.polygons == "patch":
                return [f"ax.add_patch(plt.Polygon([{spots}], {shown}))"]
            return [f"ax.fill(*zip({spots}), {shown})"]
        if path.shape == "polygon" and path.points:
            return [self._out.helper("fill", *path.points, shown)]
        array = self._out.vertices(path) if path.shape == "polygon" else self._out.as_array(path)
        return [self._filled(array, shown)]

    def _filled(self, array: str, options: str) -> str:
        if self._out.in_complex:
            return self._out.helper("fill", array, options)
        return f"ax.fill(*{grouped(array)}.T, {options})"

    def _with_holes(self, paths: list[PathText]) -> str:
        """Return one closed chain of points for several, each joined to the first and back."""
        stack = "np.hstack" if self._out.in_complex else "np.vstack"
        arrays = [self._out.as_array(path) for path in paths]
        pieces = [arrays[0]]
        for number, array in enumerate(arrays[1:], start=2):
            pieces.append(array)
            if number < len(arrays):
                pieces.append(f"{arrays[0]}[:1]")
        return f"{stack}([{', '.join(pieces)}])"

    def _wedge(self, node: Expression, options: str) -> str | None:
        """Return a sector of a circle as a patch, if a path is one."""
        if not isinstance(node, Join) or not node.closed or len(node.parts) != 2:
            return None
        paths = sorted(
            (self._out.path(part) for part in node.parts), key=lambda p: p.shape != "arc"
        )
        arc, spot = paths
        if arc.shape != "arc" or spot.points != (arc.center,):
            return None
        try:
            if float(arc.start) > float(arc.end):
                return None
        except ValueError:
            return None
        self.imports.add("Wedge")
        place = self._spot(arc.center)
        return f"ax.add_patch(Wedge({place}, {arc.radius}, {arc.start}, {arc.end}, {options}))"

    def _dot(self, call: Call, given: dict[str, Expression]) -> list[str]:
        words = {**self._words(given.get("p"))}
        colour = words.get("color", '"black"')
        found = []
        node = given.get("g", given.get("z"))
        assert node is not None
        for one in _parts(node):
            kind = self._out.scope.of(one)
            if kind not in ("pair", "triple", "int", "real"):
                raise self._out.cannot(one, "dots of a path")
            if kind == "triple":
                found.append(f"ax.scatter(*{self._out.tight(one)}, color={colour}, s=12)")
            else:
                found.append(f'ax.plot(*{self._pair(one)}, "o", color={colour}, markersize=4)')
        if (text := given.get("s")) is not None:
            align = given.get("align") or Name("E")
            found += self._text_at(self._out.text(text), node, align, words)
        return found

    def _pair(self, node: Expression) -> str:
        text = self._out.tight(node, "pair")
        return self._spot(text) if self._out.in_complex else text

    def _label(self, call: Call, given: dict[str, Expression]) -> list[str]:
        spot, words = given["position"], self._words(given.get("p"))
        if self._out.scope.of(spot) == "path":
            spot = Call("midpoint", (Argument(spot),), place=spot.place)
        return self._text_at(self._out.text(given["s"]), spot, given.get("align"), words)

    def _text_at(
        self, text: str, spot: Expression, align: Expression | None, words: PenWords
    ) -> list[str]:
        kind = self._out.scope.of(spot)
        if kind in ("triple", "path3"):
            if kind == "path3":
                raise self._out.cannot(spot, "the label of a path in space")
            return [f"ax.text(*{self._out.tight(spot)}, {text})"]
        words = {**self._pens.default, **words}
        extra: PenWords = {"ha": '"center"', "va": '"center"'}
        extra |= {k: v for k, v in words.items() if k in ("color", "fontsize")}
        way = None if align is None else offset(align)
        place = self._pair(spot)
        if align is None or way == (0, 0):
            if self._out.in_complex:
                return [f"ax.text(*{place}, {text}, {_options(extra)})"]
            return [f"ax.text(*{self._out.tight(spot, 'pair')}, {text}, {_options(extra)})"]
        if way is None:
            if self._out.in_complex:
                shift = self._out.helper("xy", f"9*{self._out.tight(align, 'pair')}")
            else:
                shift = f"9*{self._out.tight(align, 'pair')}"
        else:
            shift = f"({way[0]}, {way[1]})"
        moved = f'xytext={shift}, textcoords="offset points"'
        return [f"ax.annotate({text}, {self._pair(spot)}, {moved}, {_options(extra)})"]


def _opened(node: Expression) -> Expression:
    """Return a closed path that begins with an arc without its last segment.

    Filling closes it anyway.
    """
    if isinstance(node, Join) and node.closed and isinstance(node.parts[0], Call):
        return replace(node, closed=False)
    return node


_DRAWING = frozenset({"draw", "fill", "filldraw", "unfill", "dot", "label"})


def _parts(node: Expression) -> list[Expression]:
    if isinstance(node, Binary) and node.operator == "^^":
        return [*_parts(node.left), *_parts(node.right)]
    return [node]


def _options(words: PenWords) -> str:
    return ", ".join(f"{name}={text}" for name, text in words.items())


def offset(align: Expression) -> tuple[int, int] | None:
    """Return how far a label stands from its point, in points; None if it is computed."""
    match align:
        case Name(name=name) if name in DIRECTIONS:
            return round(9 * DIRECTIONS[name].real), round(9 * DIRECTIONS[name].imag)
        case Scaled(factor=factor, operand=operand) if (way := offset(operand)) is not None:
            return round(factor.value * way[0]), round(factor.value * way[1])
        case Call(function="dir", arguments=[Argument(value=Number() as turn)]):
            t = math.radians(turn.value)
            return round(9 * math.cos(t)), round(9 * math.sin(t))
        case Tuple(parts=(Number() as x, Number() as y)):
            return round(9 * x.value), round(9 * y.value)
    return None
