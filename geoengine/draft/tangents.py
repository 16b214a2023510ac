"""Tangents.

Their order was measured in the engine:

- from a point: as their points of contact follow on the polar of the point, and each runs from the
  point to its point of contact;
- parallel to a line: the first is to the left of the line, and both run in its direction;
- common to two circles: first those that do not cross between them, then those that do; of each
  pair the lower one first, or the one to the left if the centers are one above the other; their
  vectors of direction are as long as the radius of the first circle.
"""

from __future__ import annotations

import math

from geoengine.draft.conics import matrix_of, meets, polar
from geoengine.draft.shapes import Circle, Conic, Line, Straight, carrier

__all__ = ["common_tangents", "parallel_tangents", "tangents_from"]

_NEAR = 1e-8


def tangents_from(point: complex, shape: Circle | Conic) -> tuple[Line, ...]:
    """Return the tangents through a point: two, one if it is on the conic, or none.

    Examples
    --------
    >>> [line.direction for line in tangents_from(2 + 0j, Circle(0j, 2))]
    [-2j]
    """
    chord = polar(shape, point)
    if chord is None:
        return ()
    place = [point.real, point.imag, 1.0]
    matrix = matrix_of(shape)
    off = abs(float(place @ matrix @ place)) / abs(chord.direction)
    if off < _NEAR:
        return (Line(point, chord.direction),)
    touched = [chord.point + t * chord.direction for t in meets(chord, shape)]
    return tuple(Line(point, contact - point) for contact in touched)


def parallel_tangents(line: Straight, shape: Circle | Conic) -> tuple[Line, ...]:
    """Return the tangents parallel to a line."""
    direction = carrier(line).direction
    chord = polar(shape, direction, 0)
    if chord is None:
        return ()
    return tuple(Line(chord.point + t * chord.direction, direction) for t in meets(chord, shape))


def common_tangents(one: Circle, other: Circle) -> tuple[Line, ...]:
    """Return the tangents that two circles share.

    Examples
    --------
    >>> len(common_tangents(Circle(0j, 1), Circle(3 + 0j, 1)))
    4
    """
    between = other.center - one.center
    distance = abs(between)
    if distance < _NEAR:
        return ()
    unit = between / distance
    leftward = between.real < -_NEAR or (abs(between.real) <= _NEAR and between.imag > 0)
    found = []
    for reach in (one.radius - other.radius, one.radius + other.radius):
        across = 1 - (reach / distance) ** 2
        if across < -1e-10:
            continue
        aside = math.sqrt(max(across, 0))
        sides = (1, -1) if leftward else (-1, 1)
        for side in sides if aside > 1e-7 else (0,):
            normal = unit * complex(reach / distance, side * aside)
            radius = one.radius * normal
            found.append(Line(one.center + radius, -1j * radius * one.sign))
    return tuple(found)
