"""What the things of a figure are called in messages, and what serves as a line."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from geoengine.solid.errors import SolidError
from geoengine.solid.numbers import Exact
from geoengine.solid.plane_figures import Disc, Polygon
from geoengine.solid.polyhedron import Polyhedron
from geoengine.solid.roots import NestedRoot
from geoengine.solid.round_bodies import Cone, ConeFrustum, Cylinder, Sphere
from geoengine.solid.space import Line, Plane, Segment, Vector

__all__ = ["Body", "Flat", "Linear", "RoundBody", "unexpected"]

Linear: TypeAlias = Line | Segment
"""What serves as a line."""

Flat: TypeAlias = Vector | Line | Segment | Plane
"""A point, a line or a plane."""

RoundBody: TypeAlias = Sphere | Cone | Cylinder | ConeFrustum
Body: TypeAlias = Polyhedron | RoundBody

_NAMES: dict[type, str] = {
    Vector: "a point",
    Line: "a line",
    Segment: "a segment",
    Plane: "a plane",
    Polygon: "a polygon",
    Disc: "a disc",
    Polyhedron: "a polyhedron",
    Sphere: "a sphere",
    Cone: "a cone",
    Cylinder: "a cylinder",
    ConeFrustum: "a frustum of a cone",
    Exact: "a number",
    NestedRoot: "a number",
    Fraction: "a number",
    int: "a number",
    float: "a number",
}


def unexpected(expected: str, *found: object) -> SolidError:
    """Return the error for things of the wrong kind, or of the wrong number.

    Parameters
    ----------
    expected : str
        What was expected, such as "a line and a plane".
    found
        The things that were found.

    Examples
    --------
    >>> print(unexpected("a line", Vector(0, 0, 0)))
    expected a line, found a point
    """
    names = [_NAMES.get(type(thing), f"the {type(thing).__name__} {thing!r}") for thing in found]
    return SolidError(f"expected {expected}, found {', '.join(names) or 'nothing'}")
