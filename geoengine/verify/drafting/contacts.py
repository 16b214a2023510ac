"""Points that commands put on curves, and the order that they give to intersections.

A point with a name that both curves have from their commands comes first; two curves with names
keep the order in which they met first. See docs/drafting.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from geoengine.draft import Call, Expression, Name
from geoengine.verify.drafting.reals import Vec
from geoengine.verify.drafting.shapes import Thing

__all__ = ["Contacts"]

_STRAIGHT = ("line", "segment", "ray")
_LINES = {"Line", "Ray", "Segment", "PerpendicularLine", "PerpendicularBisector", "AngleBisector",
          "Tangent"}  # fmt: skip


@dataclass
class Contacts:
    """What is known of curves and their points.

    Attributes
    ----------
    points : dict of str to list of str
        By curve, the points on it.
    tangents : dict of str to Expression
        By tangent, the conic that it touches.
    meetings : dict
        By the names of two curves, which came first and the point that they shared then.
    """

    points: dict[str, list[str]] = field(default_factory=dict)
    tangents: dict[str, Expression] = field(default_factory=dict)
    meetings: dict[tuple[str, str], tuple[bool, str | None]] = field(default_factory=dict)

    def learn(self, name: str, value: Expression, objects: Mapping[str, Thing]) -> None:
        """Note what the command of an object says of it."""
        if not isinstance(value, Call):
            return
        if objects[name].kind != "point":
            self.points[name] = _given_points(value, objects)
            if value.name == "Tangent":
                self.tangents[name] = value.arguments[1]
        elif value.name in ("Intersect", "Point", "ClosestPoint"):
            for part in value.arguments:
                if isinstance(part, Name) and part.text in self.points:
                    self.points[part.text].append(name)

    def learn_side(self, name: str, ends: Sequence[str]) -> None:
        """Note the ends of the side of a polygon."""
        self.points[name] = list(ends)

    def sorted(
        self, call: Call, objects: Mapping[str, Thing], found: Sequence[Vec], back: Sequence[Vec]
    ) -> Sequence[Vec]:
        """Return the common points of two curves in their order.

        Parameters
        ----------
        call : Call
        objects : mapping of str to Thing
        found, back : sequence of Vec
            The points without regard to what is known here, and with the curves exchanged; of
            segments and rays, those of the lines that carry them.
        """
        one, other = call.arguments[:2]
        is_first, known = True, self._shared(one, other, objects)
        if isinstance(one, Name) and isinstance(other, Name):
            if (other.text, one.text) in self.meetings:
                is_first, known = False, self.meetings[other.text, one.text][1]
            else:
                pair = (one.text, other.text)
                known = self.meetings.setdefault(pair, (True, known))[1]
        points = found if is_first else back
        place = objects[known].shape if known is not None else None
        if place is None:
            return points
        rest = [point for point in points if not point.minus(place).is_zero()]
        if rest:
            return (place, rest[0])
        touches = points and any(_is_straight(part, objects) for part in (one, other))
        return (place, place) if touches else (place,)

    def _shared(
        self, one: Expression, other: Expression, objects: Mapping[str, Thing]
    ) -> str | None:
        if _is_straight(one, objects):
            one, other = other, one
        if isinstance(other, Name) and self.tangents.get(other.text) == one:
            return None
        on_other = self._points_on(other, objects)
        for point in self._points_on(one, objects):
            if point in on_other:
                return point
        return None

    def _points_on(self, curve: Expression, objects: Mapping[str, Thing]) -> Sequence[str]:
        if isinstance(curve, Name):
            return self.points.get(curve.text, ())
        return _given_points(curve, objects) if isinstance(curve, Call) else ()


def _given_points(call: Call, objects: Mapping[str, Thing]) -> list[str]:
    """Return the points with names through which a command puts what it makes."""
    match call:
        case Call(name="Line" | "Ray" | "Segment", arguments=(_, _)):
            through = call.arguments
        case Call(name="Circle", arguments=(_, point)):
            through = (point,)
        case Call(name="Circle" | "CircumcircularArc", arguments=(_, _, _)):
            through = call.arguments
        case Call(name="PerpendicularLine" | "Tangent", arguments=(point, _)):
            through = (point,)
        case Call(name="AngleBisector", arguments=(_, vertex, _)):
            through = (vertex,)
        case Call(name="Ellipse" | "Hyperbola", arguments=(_, _, point)):
            through = (point,)
        case Call(name="Semicircle", arguments=(_, _)):
            through = call.arguments
        case _:
            return []
    names = [part.text for part in through if isinstance(part, Name)]
    return [name for name in names if name in objects and objects[name].kind == "point"]


def _is_straight(curve: Expression, objects: Mapping[str, Thing]) -> bool:
    if isinstance(curve, Name):
        return curve.text in objects and objects[curve.text].kind in _STRAIGHT
    return isinstance(curve, Call) and curve.name in _LINES
