"""Directions of view of programs in space."""

from __future__ import annotations

import math

from geoengine.program.expressions import Argument, Call, Expression, Number, Unary

__all__ = ["view_angles"]


def view_angles(projection: Expression) -> tuple[float, float, bool] | None:
    """Return the elevation and the azimuth of a projection, and whether it is perspective.

    Both are in degrees; None if the projection is not written in numbers.

    Examples
    --------
    >>> from geoengine.program import read_expression
    >>> view_angles(read_expression("orthographic(1, 1, 0)"))
    (0.0, 45.0, False)
    """
    match projection:
        case Call(function="orthographic" | "perspective" as name, arguments=[x, y, z]):
            found = [_literal(argument) for argument in (x, y, z)]
        case _:
            return None
    if any(value is None for value in found):
        return None
    a, b, c = (float(value) for value in found if value is not None)
    elevation = math.degrees(math.atan2(c, math.hypot(a, b)))
    return round(elevation, 1), round(math.degrees(math.atan2(b, a)), 1), name == "perspective"


def _literal(argument: Argument) -> float | None:
    match argument.value:
        case Number(value=value):
            return value
        case Unary(operator="-", operand=Number(value=value)):
            return -value
    return None
