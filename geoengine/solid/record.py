"""The printed record of an instance, from which a judge can measure it again."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from geoengine.solid.expression import Expression, parse_expression
from geoengine.solid.figure import Placed, is_point
from geoengine.solid.numbers import Exact
from geoengine.solid.piles import Pile
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.roots import NestedRoot, as_real
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.seed import Seed
from geoengine.solid.space import Vector
from geoengine.solid.values import is_number, same_value

__all__ = ["as_expression", "write_record"]


def write_record(seed: Seed, scope: Mapping[str, Any], letters: Mapping[str, str]) -> str:
    """Write the figure and the question of an instance, one statement a line.

    Points that do not move have exact coordinates, bodies their faces by points. What depends on
    free variables, and lines, planes and numbers with names, are expressions with the letters of
    the instance and the values of its parameters. The last line is what is asked.

    Parameters
    ----------
    seed : Seed
    scope : mapping
        The values of parameters and of all names of the figure.
    letters : mapping of str to str
        The names of the points in the instance.
    """
    return "\n".join(_Record(seed, scope, letters).lines())


class _Record:
    def __init__(self, seed: Seed, scope: Mapping[str, Any], letters: Mapping[str, str]) -> None:
        self.seed = seed
        self.scope = scope
        self.figure = seed.figure_lines
        self.letters = letters
        self.moving = self.figure.depends_on(seed.free)
        self.extra: list[tuple[str, Vector]] = []

    def lines(self) -> Iterator[str]:
        for name, (low, high) in self.seed.intervals.items():
            yield f"free {name} in [{low.value(self.scope)}, {high.value(self.scope)}]"
        has_solid = False
        for line in self.figure.placed:
            yield from self._placed(line)
            if (line.construction or line.body) and not has_solid:
                has_solid = True
                if line.construction:
                    yield from self._body("solid", self.scope["solid"])
                else:
                    yield f"solid = {line.targets[0]}"
        for text in self.seed.constraints:
            yield f"constraint {self._text(parse_expression(text))}"
        yield f"ask {self._text(parse_expression(self.seed.ask))}"

    def _placed(self, line: Placed) -> Iterator[str]:
        moves = bool(set(line.targets) & self.moving)
        for name in line.targets:
            value = self.scope[name]
            if moves and line.construction is None:
                mark = "body " if line.body else ""
                yield f"{mark}{self.letters.get(name, name)} = {self._text(line.arguments[0])}"
            elif line.body:
                yield from self._body(name, value)
            elif is_point(name):
                yield f"{self.letters[name]} = {value}"
            else:
                yield f"{name} = {self._text(line.arguments[0])}"

    def _body(self, name: str, body: Any) -> Iterator[str]:
        match body:
            case Polyhedron():
                corners = []
                for vertex in body.vertices:
                    corner, new = self._point(vertex)
                    corners.append(corner)
                    if new:
                        yield f"{corner} = {vertex}"
                faces = "; ".join(" ".join(corners[i] for i in face) for face in body.faces)
                yield f"body {name} = polyhedron {' '.join(corners)} | {faces}"
            case Sphere():
                yield f"body {name} = sphere({self._shown(body.center)}, {body.radius})"
            case Cone():
                ends = f"{self._shown(body.apex)}, {self._shown(body.center)}"
                yield f"body {name} = cone({ends}, {body.radius})"
            case Cylinder():
                ends = f"{self._shown(body.bottom)}, {self._shown(body.top)}"
                yield f"body {name} = cylinder({ends}, {body.radius})"
            case ConeFrustum():
                ends = f"{self._shown(body.bottom)}, {self._shown(body.top)}"
                yield f"body {name} = frustum({ends}, {body.bottom_radius}, {body.top_radius})"
            case Pile():
                cells = " | ".join(" ".join(map(str, cell)) for cell in sorted(body.cells))
                yield f"body {name} = cubes {cells}"
            case _:
                # Another body that its expression describes in full.
                line = next(line for line in self.figure.placed if name in line.targets)
                yield f"body {name} = {self._text(line.arguments[0])}"

    def _point(self, place: Vector) -> tuple[str, bool]:
        """Return the name of a point, and whether it is a new one."""
        for name in self.figure.points:
            if name not in self.moving and same_value(self.scope[name], place):
                return self.letters[name], False
        for name, other in self.extra:
            if same_value(other, place):
                return name, False
        name = f"I{len(self.extra) + 1}"  # no point of an instance is called I
        self.extra.append((name, place))
        return name, True

    def _shown(self, place: Vector) -> str:
        for name in self.figure.points:
            # A point that moves is in this place only where it is drawn.
            if name not in self.moving and same_value(self.scope[name], place):
                return self.letters[name]
        return f"point{place}"

    def _text(self, expression: Expression) -> str:
        """Return an expression in the letters of the instance, with values for parameters."""
        tree = ast.parse(expression.text.replace("\n", " "), mode="eval").body
        return ast.unparse(_Renaming(self).visit(tree))


class _Renaming(ast.NodeTransformer):
    """Write letters for points, and values for parameters."""

    def __init__(self, record: _Record) -> None:
        self.record = record

    def visit_Name(self, node: ast.Name) -> ast.AST:
        letters, seed = self.record.letters, self.record.seed
        if node.id in letters:
            return ast.Name(letters[node.id], ast.Load())
        if node.id in seed.parameters:
            return ast.parse(as_expression(self.record.scope[node.id]), mode="eval").body
        return node


def as_expression(value: Any) -> str:
    """Return a number or a word as an expression.

    Examples
    --------
    >>> as_expression(Exact("√2") / 3), as_expression(Fraction(1, 2)), as_expression("front")
    ('1 / 3 * sqrt(2)', '1 / 2', "'front'")
    """
    if not is_number(value):
        return repr(value)
    number = as_real(value)
    if isinstance(number, NestedRoot):
        sign = "-" if number < 0 else ""
        return f"{sign}sqrt({as_expression(number**2)})"
    if not isinstance(number, Exact):
        raise TypeError(f"expected an exact number, found {number}")
    return " + ".join(_terms(number.terms)) or "0"


def _terms(terms: Mapping[tuple[int, int], Fraction]) -> Iterable[str]:
    for (n, k), c in terms.items():
        factors = [str(c.numerator) + (f" / {c.denominator}" if c.denominator > 1 else "")]
        if n > 1:
            factors.append(f"sqrt({n})")
        if k:
            factors.append(f"pi ** {k}" if k > 1 else "pi")
        if len(factors) > 1 and c == 1:
            factors = factors[1:]
        yield " * ".join(factors)
