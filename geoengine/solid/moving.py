"""Figures with moving points, measured in floating-point numbers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from geoengine.solid.construction import load_solid_constructions
from geoengine.solid.expression import EvaluationError, Expression, describe_kind
from geoengine.solid.figure import Figure, Placed, is_point
from geoengine.solid.numbers import Exact
from geoengine.solid.roots import NestedRoot
from geoengine.solid.space import Vector

__all__ = ["Moving", "as_floats", "place_lines"]


def place_lines(lines: Iterable[Placed], scope: dict[str, Any]) -> None:
    """Add what lines of a figure name to a scope.

    Raises
    ------
    EvaluationError
        When something is not determined, or a point is not a point; `line` is its line.
    """
    for line in lines:
        try:
            _place(line, scope)
        except EvaluationError as error:
            error.line = line.line
            raise


def _place(line: Placed, scope: dict[str, Any]) -> None:
    values = [argument.value(scope) for argument in line.arguments]
    if line.construction is not None:
        points, body = load_solid_constructions()[line.construction].build(values)
        scope.update(zip(line.targets, points.values(), strict=True))
        scope.setdefault("solid", body)
        return
    name, value = line.targets[0], values[0]
    if not line.body and is_point(name) and not isinstance(value, Vector):
        raise EvaluationError(
            f"expected {name} to be a point, found {describe_kind(value)};"
            " other things have small letters"
        )
    scope[name] = value
    if line.body:
        scope.setdefault("solid", value)


def as_floats(value: Any) -> Any:
    """Return a value with floating-point numbers in place of exact ones that are not whole.

    Examples
    --------
    >>> as_floats(Exact(2) / 5), as_floats((Fraction(1, 4), 3))
    (0.4, (0.25, 3))
    """
    if isinstance(value, Exact | NestedRoot | Fraction):
        return float(value)
    if isinstance(value, Vector):
        return Vector(*value.floats)
    if isinstance(value, tuple):
        return tuple(map(as_floats, value))
    if isinstance(value, list):
        return [as_floats(part) for part in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        changes = {
            field.name: as_floats(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.init
        }
        return dataclasses.replace(value, **changes)
    return value


class Moving:
    """A figure whose free variables take values.

    Parameters
    ----------
    figure : Figure
    free : mapping of str to (Expression, Expression)
        The intervals of the free variables.
    constraints : sequence of Expression
        Conditions on them.
    scope : mapping
        Exact values of parameters and of all that does not move.
    """

    def __init__(
        self,
        figure: Figure,
        free: Mapping[str, tuple[Expression, Expression]],
        constraints: Sequence[Expression],
        scope: Mapping[str, Any],
    ) -> None:
        moving = figure.depends_on(free)
        self.names = tuple(free)
        self.constraints = tuple(constraints)
        self.lines = tuple(line for line in figure.placed if set(line.targets) & moving)
        still = {name: value for name, value in scope.items() if name not in moving}
        self.exact = still
        self.still = {name: as_floats(value) for name, value in still.items()}
        self.exact_box = tuple((low.value(still), high.value(still)) for low, high in free.values())
        self.box = tuple((float(low), float(high)) for low, high in self.exact_box)
        self._needed: dict[frozenset[str], tuple[Placed, ...]] = {}

    def scope(self, values: Sequence[float], names: frozenset[str]) -> dict[str, Any]:
        """Return the values of at least these names, for values of the free variables."""
        scope = {**self.still, **dict(zip(self.names, values, strict=True))}
        place_lines(self._lines_for(names), scope)
        return scope

    def value(self, expression: Expression, values: Sequence[float]) -> Any:
        """Return the value of an expression, for values of the free variables."""
        return expression.value(self.scope(values, expression.names))

    def exact_value(self, expression: Expression, values: Sequence[Any]) -> Any:
        """Return the exact value of an expression, for exact values of the free variables."""
        scope = {**self.exact, **dict(zip(self.names, values, strict=True))}
        place_lines(self._lines_for(expression.names), scope)
        return expression.value(scope)

    def exactly(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the exact values of all names, for exact values of the free variables."""
        scope = {**self.exact, **values}
        place_lines(self.lines, scope)
        return scope

    def _lines_for(self, names: frozenset[str]) -> tuple[Placed, ...]:
        """Return the lines on which names depend, in order."""
        found = self._needed.get(names)
        if found is None:
            wanted, lines = set(names), []
            for line in reversed(self.lines):
                if set(line.targets) & wanted or ("solid" in wanted and line.body):
                    wanted |= line.names
                    lines.append(line)
            found = self._needed[names] = tuple(reversed(lines))
        return found
