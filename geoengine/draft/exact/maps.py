"""Rotations, reflections, translations and dilations of exact shapes."""

from __future__ import annotations

from dataclasses import dataclass

from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.shapes import ExactCircle, ExactPolygon, ExactShape, Place, Straight

__all__ = ["ExactMap", "inverted", "reflection"]


@dataclass(frozen=True, slots=True, eq=False)
class ExactMap:
    """The map from z to ``center + factor (z - center) + shift``; conjugated first if it flips."""

    center: Place
    factor: Place
    shift: Place | None = None
    flips: bool = False

    def vector(self, vector: Place) -> Place:
        """Return the image of a vector."""
        return self.factor.times(vector.conjugate if self.flips else vector)

    def point(self, place: Place) -> Place:
        """Return the image of a point."""
        found = self.center + self.vector(place - self.center)
        return found if self.shift is None else found + self.shift

    def image(self, shape: ExactShape) -> ExactShape:
        """Return the image of a shape."""
        match shape:
            case Place():
                return self.point(shape)
            case Straight(kind=kind, point=point, direction=direction):
                return Straight(kind, self.point(point), self.vector(direction))
            case ExactCircle(center=center, square=square, on=on, is_arc=is_arc):
                there = None if on is None else self.point(on)
                return ExactCircle(self.point(center), square * self.factor.square, there, is_arc)
            case ExactPolygon(vertices=vertices):
                return ExactPolygon(tuple(map(self.point, vertices)))
            case tuple():
                return tuple(map(self.image, shape))
        raise NotExactError("expected a point, line, circle or polygon to move")


def reflection(line: Straight) -> ExactMap:
    """Return the reflection at a line."""
    way = line.direction
    return ExactMap(line.point, way.times(way) / way.square, flips=True)


def inverted(place: Place, circle: ExactCircle) -> Place:
    """Return the image of a point by the inversion at a circle."""
    leg = place - circle.center
    return circle.center + leg * (circle.square / leg.square)
