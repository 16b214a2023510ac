"""Plane curves: chains of segments and of arcs of ellipses, in complex coordinates."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from geoengine.verify.programs.faults import FaultKind, ProgramError

__all__ = ["Arc", "Curve", "Map", "Piece", "Segment", "arc", "circle", "polyline"]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)


@dataclass(frozen=True)
class Map:
    """An affine map: z goes to a·z + b·conj(z) + c."""

    a: complex = 1
    b: complex = 0
    c: complex = 0

    def __call__(self, z: complex) -> complex:
        """The image of a point."""
        return self.a * z + self.b * z.conjugate() + self.c

    def after(self, other: Map) -> Map:
        """The map that applies another first, and then this one."""
        a = self.a * other.a + self.b * other.b.conjugate()
        b = self.a * other.b + self.b * other.a.conjugate()
        return Map(a, b, self(other.c))

    def linear(self, v: complex) -> complex:
        """The image of a vector."""
        return self.a * v + self.b * v.conjugate()

    @property
    def inverse(self) -> Map:
        """The map back."""
        size = abs(self.a) ** 2 - abs(self.b) ** 2
        if not abs(size) > 0:
            raise ProgramError(FaultKind.VALUE, "a transform has no inverse")
        back = Map(self.a.conjugate() / size, -self.b / size)
        return Map(back.a, back.b, -back(self.c))


@dataclass(frozen=True)
class Segment:
    """A segment, for t from 0 to 1."""

    start: complex
    end: complex

    def at(self, t: float) -> complex:
        """The point at t."""
        return self.start + t * (self.end - self.start)

    def direction(self, t: float) -> complex:
        """The derivative at t."""
        del t
        return self.end - self.start

    def moved(self, by: Map) -> Segment:
        """The image under a map."""
        return Segment(by(self.start), by(self.end))

    def part(self, t: float, u: float) -> Segment:
        """What lies between two parameters."""
        return Segment(self.at(t), self.at(u))

    @property
    def length(self) -> float:
        """The length."""
        return abs(self.end - self.start)

    @property
    def turns(self) -> list[float]:
        """The parameters inside, where the curve turns back in x."""
        return []

    def below(self) -> float:
        """The integral of y dx."""
        return (self.end - self.start).real * (self.end + self.start).imag / 2


@dataclass(frozen=True)
class Arc:
    """An arc of an ellipse: center + u·cos(θ) + v·sin(θ), for θ from first to last."""

    center: complex
    u: complex
    v: complex
    first: float
    last: float

    def at(self, t: float) -> complex:
        """The point at t, from 0 to 1."""
        angle = self.first + t * (self.last - self.first)
        return self.center + self.u * math.cos(angle) + self.v * math.sin(angle)

    def direction(self, t: float) -> complex:
        """The derivative at t."""
        angle = self.first + t * (self.last - self.first)
        return (self.last - self.first) * (self.v * math.cos(angle) - self.u * math.sin(angle))

    @property
    def start(self) -> complex:
        """The first point."""
        return self.at(0)

    @property
    def end(self) -> complex:
        """The last point."""
        return self.at(1)

    def moved(self, by: Map) -> Arc:
        """The image under a map."""
        return Arc(by(self.center), by.linear(self.u), by.linear(self.v), self.first, self.last)

    def part(self, t: float, u: float) -> Arc:
        """What lies between two parameters."""
        span = self.last - self.first
        first, last = self.first + t * span, self.first + u * span
        return Arc(self.center, self.u, self.v, first, last)

    @property
    def is_round(self) -> bool:
        """Whether it is an arc of a circle."""
        size = abs(self.u)
        return abs(self.v - 1j * self.u) < 1e-12 * size or abs(self.v + 1j * self.u) < 1e-12 * size

    def _integral(self, of: np.ndarray) -> float:
        return float((of * _WEIGHTS).sum() / 2 * (self.last - self.first))

    @property
    def _angles(self) -> np.ndarray:
        return self.first + (_NODES + 1) / 2 * (self.last - self.first)

    @property
    def length(self) -> float:
        """The length; by quadrature where it is no circle."""
        if self.is_round:
            return abs(self.u) * abs(self.last - self.first)
        cos, sin = np.cos(self._angles), np.sin(self._angles)
        return abs(self._integral(np.abs(self.v * cos - self.u * sin)))

    @property
    def turns(self) -> list[float]:
        """The parameters inside, where the curve turns back in x."""
        span = self.last - self.first
        if not span:
            return []
        angle = math.atan2(self.v.real, self.u.real)
        low, high = sorted((self.first, self.last))
        first = math.ceil((low - angle) / math.pi)
        last = math.floor((high - angle) / math.pi)
        found = [(angle + k * math.pi - self.first) / span for k in range(first, last + 1)]
        return sorted(t for t in found if 1e-12 < t < 1 - 1e-12)

    def below(self) -> float:
        """The integral of y dx, by quadrature over the angle, where it is smooth."""
        cos, sin = np.cos(self._angles), np.sin(self._angles)
        y = self.center.imag + self.u.imag * cos + self.v.imag * sin
        return self._integral(y * (self.v.real * cos - self.u.real * sin))


Piece: TypeAlias = Segment | Arc


@dataclass(frozen=True)
class Curve:
    """A chain of pieces.

    Attributes
    ----------
    pieces : tuple of Segment or Arc
        Each begins where the one before ends.
    closed : bool
    lone : complex or None
        The point of a curve without pieces.
    rough : bool
        Whether it stands in for a curve that is neither straight nor an ellipse.
    label : str
        For people: what it was made by.
    """

    pieces: tuple[Piece, ...]
    closed: bool = False
    lone: complex | None = None
    rough: bool = False
    label: str = ""

    @property
    def start(self) -> complex:
        """The first point."""
        return self.at(0.0)

    @property
    def end(self) -> complex:
        """The last point."""
        return self.at(float(len(self.pieces)))

    @property
    def length(self) -> float:
        """The length of all pieces."""
        return math.fsum(piece.length for piece in self.pieces)

    @property
    def vertices(self) -> list[complex]:
        """Where pieces begin and end; of a closed curve, each once."""
        if not self.pieces:
            return [] if self.lone is None else [self.lone]
        found = [piece.start for piece in self.pieces]
        return found if self.closed else [*found, self.pieces[-1].end]

    @property
    def area(self) -> float:
        """The area inside of a closed curve that does not cross itself."""
        return abs(math.fsum(piece.below() for piece in self.pieces))

    @property
    def circle(self) -> tuple[complex, float] | None:
        """The center and radius, if all pieces are arcs of one circle."""
        first = self.pieces[0] if self.pieces else None
        if not isinstance(first, Arc):
            return None
        near = 1e-9 * abs(first.u)
        for piece in self.pieces:
            if not (isinstance(piece, Arc) and piece.is_round):
                return None
            if abs(piece.center - first.center) > near or abs(abs(piece.u) - abs(first.u)) > near:
                return None
        return first.center, abs(first.u)

    def at(self, time: float) -> complex:
        """The point at a time; one piece takes one unit of time."""
        piece, t = self._found(time)
        return piece.at(t) if piece else self._lone()

    def direction(self, time: float) -> complex:
        """The derivative at a time."""
        piece, t = self._found(time)
        return piece.direction(t) if piece else 0j

    def _lone(self) -> complex:
        if self.lone is None:
            raise ProgramError(FaultKind.VALUE, "a path has no points")
        return self.lone

    def _found(self, time: float) -> tuple[Piece | None, float]:
        count = len(self.pieces)
        if not count:
            return None, 0.0
        time = time % count if self.closed else min(max(time, 0.0), float(count))
        index = min(int(time), count - 1)
        return self.pieces[index], time - index

    def time_at(self, length: float) -> float:
        """The time at which a length has been run through."""
        for index, piece in enumerate(self.pieces):
            if length <= piece.length * (1 + 1e-12):
                return index + (length / piece.length if piece.length else 0.0)
            length -= piece.length
        return float(len(self.pieces))

    def part(self, first: float, last: float) -> Curve:
        """What lies between two times."""
        if last < first:
            return self.part(last, first).reversed
        found: list[Piece] = []
        index = math.floor(first)
        while index < last and self.pieces:
            if not self.closed and not 0 <= index < len(self.pieces):
                index += 1
                continue
            low, high = max(first - index, 0.0), min(last - index, 1.0)
            if high > low:
                found.append(self.pieces[index % len(self.pieces)].part(low, high))
            index += 1
        return Curve(tuple(found), lone=self.at(first), rough=self.rough)

    @property
    def reversed(self) -> Curve:
        """The same, run through the other way."""
        pieces = tuple(piece.part(1, 0) for piece in reversed(self.pieces))
        return Curve(pieces, self.closed, self.lone, self.rough, self.label)

    def moved(self, by: Map) -> Curve:
        """The image under a map."""
        lone = None if self.lone is None else by(self.lone)
        pieces = tuple(piece.moved(by) for piece in self.pieces)
        return Curve(pieces, self.closed, lone, self.rough, self.label)


def polyline(points: Iterable[complex], *, closed: bool = False) -> Curve:
    """A chain of segments.

    Examples
    --------
    >>> polyline([0, 4, 4 + 3j], closed=True).area
    6.0
    """
    all_points = [complex(point) for point in points]
    ends: Sequence[complex] = [*all_points[1:], all_points[0]] if closed and all_points else []
    ends = ends or all_points[1:]
    pieces = tuple(Segment(p, q) for p, q in zip(all_points, ends, strict=False))
    return Curve(pieces, closed, all_points[0] if all_points else None)


def arc(center: complex, radius: float, first: float, last: float) -> Curve:
    """An arc of a circle between two directions in degrees, divided at the quarters of the circle.

    Examples
    --------
    >>> half = arc(0, 2, 0, 180)
    >>> len(half.pieces), round(half.length, 6)
    (2, 6.283185)
    """
    if not cmath.isfinite(center) or not math.isfinite(radius + first + last):
        raise ProgramError(FaultKind.VALUE, "an arc is not finite")
    if abs(last - first) > 3600:
        raise ProgramError(FaultKind.LIMIT, "an arc of more than ten turns")
    low, high = sorted((first, last))
    stops = [k * 90.0 for k in range(math.ceil(low / 90), math.floor(high / 90) + 1)]
    stops = [low, *(stop for stop in stops if low + 1e-9 < stop < high - 1e-9), high]
    if last < first:
        stops.reverse()
    turns = [math.radians(stop) for stop in stops]
    pieces = tuple(
        Arc(center, complex(radius), radius * 1j, t, u) for t, u in itertools.pairwise(turns)
    )
    return Curve(pieces, lone=pieces[0].start)


def circle(center: complex, radius: float) -> Curve:
    """A circle, from the east, counterclockwise, in four pieces."""
    return Curve(arc(center, radius, 0, 360).pieces, closed=True, lone=center, label="circle")
