"""Constructions of solids: the points that they place, and the body that these span."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from geoengine.catalogue import Entry, EntryError, Text, load_entries
from geoengine.solid.expression import EvaluationError, parse_expression
from geoengine.solid.polyhedron import Polyhedron, hull

if TYPE_CHECKING:
    from geoengine.solid.figure import Placed

__all__ = ["SolidConstruction", "load_solid_constructions"]


def _words(value: object) -> object:
    return tuple(value.split()) if isinstance(value, str) else value


def _texts(value: object) -> object:
    """Write numbers as text, so that ``a: 3`` and ``a: sqrt(3)`` are read alike."""
    if isinstance(value, dict):
        return {key: str(text) if type(text) is int else text for key, text in value.items()}
    return value


Words = Annotated[tuple[str, ...], BeforeValidator(_words)]
Expressions = Annotated[dict[str, str], BeforeValidator(_texts)]


class SolidConstruction(Entry):
    """A solid with named points, such as a cuboid.

    Examples
    --------
    >>> cube = load_solid_constructions()["cube"]
    >>> cube.points, cube.arguments
    (('A', 'B', 'C', 'D', 'A1', 'B1', 'C1', 'D1'), ('a',))
    """

    zh: Text = Field(description="The title in Chinese.")
    points: Words = Field(description="The points that it places, in order.")
    arguments: Words = Field(description="The names of its arguments, which are numbers.")
    at: Expressions = Field(
        description="Where each point is, in terms of the arguments and of points before it."
    )
    where: tuple[str, ...] = Field(default=(), description="Conditions on the arguments.")
    body: str | None = Field(
        default=None,
        description="The body; by default the convex hull of its points, all vertices.",
    )
    example: Expressions = Field(description="A value for each argument, for the picture.")

    @property
    def usage(self) -> str:
        """How a line of a figure calls it.

        Examples
        --------
        >>> load_solid_constructions()["prism_3"].usage
        'A B C A1 B1 C1 = prism(3, a, h)'
        """
        name, _, sides = self.name.rpartition("_")
        call = f"{name}({sides}, " if sides.isdigit() else f"{self.name}("
        return f"{' '.join(self.points)} = {call}{', '.join(self.arguments)})"

    def build(self, arguments: Sequence[Any]) -> tuple[dict[str, Any], Any]:
        """Return the points by name, and the body.

        Parameters
        ----------
        arguments : sequence of exact numbers
            In the order of `arguments`.

        Raises
        ------
        EvaluationError
            When a condition on the arguments does not hold.
        """
        scope: dict[str, Any] = dict(zip(self.arguments, arguments, strict=True))
        for text in self.where:
            if not parse_expression(text).value(scope):
                given = ", ".join(f"{name} = {scope[name]}" for name in self.arguments)
                raise EvaluationError(f"{self.name} needs {text}, found {given}")
        for name, text in self.at.items():
            scope[name] = parse_expression(text).value(scope)
        points = {name: scope[name] for name in self.points}
        if self.body is None:
            return points, Polyhedron(tuple(points.values()), _faces(self.name))
        return points, parse_expression(self.body).value(scope)

    def check_call(self, line: Placed) -> None:
        """Check the number of points and arguments in a line of a figure; raise EntryError."""
        named = self.usage.partition(" = ")[2]
        if len(line.targets) != len(self.points):
            raise EntryError(
                f"expected {len(self.points)} points of {named}, found {len(line.targets)}",
                line=line.line, column=1, hint=f"write: {self.usage}",
            )  # fmt: skip
        if len(line.arguments) != len(self.arguments):
            raise EntryError(
                f"expected {len(self.arguments)} arguments of {named},"
                f" found {len(line.arguments)}",
                line=line.line, column=line.column,
            )  # fmt: skip

    @model_validator(mode="after")
    def _check(self) -> Self:
        known = set(self.arguments)
        for at, text in enumerate(self.where):
            _check_names(text, known, ("where", at))
        for name, text in self.at.items():
            _check_names(text, known, ("at", name))
            known.add(name)
        for name in self.points:
            if name not in self.at:
                raise EntryError(f"expected a place for {name}, found none", within=("at",))
        if self.body is not None:
            _check_names(self.body, known, ("body",))
        if tuple(self.example) != self.arguments:
            raise EntryError(
                f"expected a value for each of {', '.join(self.arguments)}, in this order,"
                f" found {', '.join(self.example)}",
                within=("example",),
            )
        return self


@cache
def _faces(name: str) -> tuple[tuple[int, ...], ...]:
    """Return the faces of a polyhedron, which are the same for all arguments, from the example."""
    construction = load_solid_constructions()[name]
    scope: dict[str, Any] = {
        key: parse_expression(text).value({}) for key, text in construction.example.items()
    }
    for key, text in construction.at.items():
        scope[key] = parse_expression(text).value(scope)
    body = hull(*(scope[key] for key in construction.points))
    if len(body.vertices) < len(construction.points):
        raise construction.error(
            "expected points that are vertices of a convex body", hint="set body"
        )
    return body.faces


def _check_names(text: str, known: set[str], within: tuple[str | int, ...]) -> None:
    try:
        expression = parse_expression(text)
    except EntryError as error:
        raise EntryError(error.message, hint=error.hint, within=within) from None
    for name in sorted(expression.names - known):
        raise EntryError(f"unknown name {name!r} in {text!r}", within=within)


def load_solid_constructions() -> Mapping[str, SolidConstruction]:
    """Load the constructions of solids, by name; files are read once per process.

    Examples
    --------
    >>> "cuboid" in load_solid_constructions()
    True
    """
    return load_entries("constructions/solids", SolidConstruction)
